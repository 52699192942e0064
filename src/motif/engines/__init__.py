"""Evaluate positions with engines, networks and endgame tables, and cache the answers."""
