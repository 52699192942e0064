"""Find weights for the search and measure what pruning costs."""
