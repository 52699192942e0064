"""Many players of one file: each studied, all compared."""
