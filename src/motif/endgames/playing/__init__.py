"""Programs at play: games in the core, matches with anybody, points and scores, and players."""
