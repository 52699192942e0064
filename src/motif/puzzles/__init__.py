"""Compose, mine, solve, check and print chess puzzles."""
