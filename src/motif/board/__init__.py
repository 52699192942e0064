"""Read, describe and draw games, positions and moves, without evaluating them."""
