"""Study the games of one player: what the player misses, and why."""
