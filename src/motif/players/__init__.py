"""Turn names into players, advisers and engines."""
