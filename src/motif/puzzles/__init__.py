"""Room 5, puzzles: composed, mined, solved and checked."""
