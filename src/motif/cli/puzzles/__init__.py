"""`motif puzzles`: solve, print, find and compose puzzles."""
