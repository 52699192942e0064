"""Find a player's strengths and weaknesses in all games together, with a module for each subject."""
