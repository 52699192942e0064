"""From games to a library: what may be said, the search, the choice, and the pipeline of them all."""
