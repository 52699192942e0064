"""Make players, advisers and engines from their names."""
