"""Find the strengths and weaknesses of a player in all games together, one module per subject."""
