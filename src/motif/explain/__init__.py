"""Explain why a move is good or bad, with reasons that were checked on the board."""
