"""Explain endings by the rules of technique, each checked by tables or an engine."""
