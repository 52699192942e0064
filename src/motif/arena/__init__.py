"""Play games between players and rate them."""
