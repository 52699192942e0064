"""Find what the games of a player say together, one module per subject."""
