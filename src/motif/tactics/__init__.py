"""Tactics as logic rules, learned from games: see docs/tactics.md."""
