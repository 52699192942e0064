"""Room 8: doors, no thinking. The command line and a UCI engine; later a web board."""
