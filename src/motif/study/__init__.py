"""A player's games in; what they miss and why, and training for it, out."""
