"""What several doors ask in the same way: advisers by name, each for itself and unchecked."""

from __future__ import annotations

from collections.abc import Mapping

import chess

from motif.advice import Advice, Adviser


def heard(board: chess.Board, advisers: Mapping[str, Adviser]) -> list[tuple[str, Advice]]:
    """What each adviser says, by name, the weightiest first."""
    said = [(name, advice) for name, adviser in advisers.items() for advice in adviser.advise(board)]
    return sorted(said, key=lambda pair: pair[1].rank)
