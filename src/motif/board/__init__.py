"""Room 1: what is true on a board. Games, positions, relations, engines and drawings."""
