"""Room 7: doors, no thinking. The command line; later a UCI engine and a web board."""
