"""Make the opening book from games."""
