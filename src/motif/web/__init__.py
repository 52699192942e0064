"""Serve Motif to a browser."""
