"""What ships with the package, by path."""

from __future__ import annotations

from pathlib import Path

DATA = Path(__file__).parents[1] / "data"

SAMPLE_GAMES = DATA / "sample_games.pgn.gz"
"""Complete games of a club that plays as people do, evaluated move by move; experiments/sample-games tells how."""

SHIPPED_GAMES = {
    "sample": SAMPLE_GAMES,
    "learner": DATA / "learner_games.pgn.gz",
    "learner-later": DATA / "learner_later_games.pgn.gz",
}
"""The games that ship, by the words for them: one of the club, a learner, has a weakness, and later not."""


def shipped_games(name: str) -> Path | None:
    """The games that a word names; a file that is called so comes first."""
    return None if Path(name).exists() else SHIPPED_GAMES.get(name)
