"""Room 5, patterns: which moves strong players look at, learned as small graphs, and a search that follows them."""
