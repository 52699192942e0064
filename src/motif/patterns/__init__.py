"""Room 5: move patterns learned from strong players, and selective search with them."""
