"""Room 5, tactics: logic rules that are learned from games, read like a coach's advice and can be drawn."""
