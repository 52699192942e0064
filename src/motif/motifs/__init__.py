"""Find tactical motifs and positional ideas, each with its witness and what would undo it."""
