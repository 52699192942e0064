"""Train with exercises from the player's own mistakes, scheduled by FSRS."""
