"""Questions that several doors ask in the same way: what speaks for or against a move, and what advisers say."""

from __future__ import annotations

from collections.abc import Mapping

import chess

from motif.advice import Advice, Adviser
from motif.board.limits import Limit
from motif.board.oracles import Oracle
from motif.board.review import Judgement
from motif.players import Role, entries
from motif.reasons import Explanation, Mistake, explain, explain_mistake


def for_or_against(board: chess.Board, move: chess.Move, oracle: Oracle, limit: Limit) -> Explanation | Mistake:
    """What is wrong with a move that is a mistake, and what any other is good for."""
    found = explain_mistake(board, move, oracle, limit)
    if Judgement.of(found.loss) in (Judgement.GOOD, Judgement.INACCURACY):
        return explain(board, move, oracle, limit)
    return found


def asked_unbidden() -> list[str]:
    """The advisers who answer at once and need no engine."""
    return [entry.name for entry in entries() if Role.ADVISER in entry.roles and entry.by_default]


def heard(board: chess.Board, advisers: Mapping[str, Adviser]) -> list[tuple[str, Advice]]:
    """What each adviser says, by name, the weightiest first."""
    said = [(name, advice) for name, adviser in advisers.items() for advice in adviser.advise(board)]
    return sorted(said, key=lambda pair: pair[1].rank)
