"""Endgame programs: their language, their English and how they play."""
