"""Tactics as logic rules: their language, their English and the advice they give."""
