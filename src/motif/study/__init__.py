"""Study the games of one player: what they miss, and why."""
