"""Games from elsewhere: a player's games on Lichess and Chess.com, downloaded once and kept."""
