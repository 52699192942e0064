"""Search with one alpha-beta: evaluations, pruning rules and the player."""
