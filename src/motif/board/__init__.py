"""Read, describe and draw games, positions and moves, without judging them."""
