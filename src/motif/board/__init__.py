"""Describe what is true on a board: games, positions, relations, drawings and their wording."""
