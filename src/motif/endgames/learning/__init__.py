"""Evolve endgame programs and measure them against the tables."""
