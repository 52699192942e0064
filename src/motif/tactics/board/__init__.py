"""Tactics at the board: what makes a rule true there, and advice."""
