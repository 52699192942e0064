"""Room 4, puzzles: composed, mined, solved and checked."""
