"""Tactics together: their file, their names, how they decide, and what they are worth."""
