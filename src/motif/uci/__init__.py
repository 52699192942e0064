"""Speak the Universal Chess Interface."""
