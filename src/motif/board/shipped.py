"""What ships with the package, by path."""

from __future__ import annotations

from pathlib import Path

DATA = Path(__file__).parents[1] / "data"

SAMPLE_GAMES = DATA / "sample_games.pgn.gz"
"""Complete games between engines of many strengths, evaluated move by move; experiments/sample-games tells how."""
