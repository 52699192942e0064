"""Evaluate positions: engines, the built-in search, networks and endgame tables, with one cache."""
