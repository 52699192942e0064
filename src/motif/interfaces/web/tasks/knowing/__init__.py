"""What Motif knows, shelf by shelf: each file turns one kind of knowledge into pieces with a board where it speaks."""
