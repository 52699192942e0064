"""Download games by user name from Lichess and Chess.com."""
