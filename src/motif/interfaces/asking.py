"""Questions that several doors ask in the same way: what speaks for or against a move, and what advisers say."""

from __future__ import annotations

from collections.abc import Mapping

import chess

from motif.advice import Advice, Adviser
from motif.board.limits import Limit
from motif.board.oracles import Oracle
from motif.board.review import Judgement
from motif.players import Role, entries
from motif.reasons import explain, explain_mistake
from motif.reasons.told import Told, ToldMistake, told


def for_or_against(board: chess.Board, move: chess.Move, oracle: Oracle, limit: Limit) -> Told | ToldMistake:
    """What is wrong with a move that is a mistake, and what any other is good for."""
    mistake = explain_mistake(board, move, oracle, limit)
    if Judgement.of(mistake.loss) in (Judgement.GOOD, Judgement.INACCURACY):
        return told(explain(board, move, oracle, limit))
    return told(mistake)


def asked_unbidden() -> list[str]:
    """The advisers who answer at once and need no engine."""
    return [entry.name for entry in entries() if Role.ADVISER in entry.roles and entry.by_default]


def heard(board: chess.Board, advisers: Mapping[str, Adviser]) -> list[tuple[str, Advice]]:
    """What each adviser says, by name, the weightiest first."""
    said = [(name, advice) for name, adviser in advisers.items() for advice in adviser.advise(board)]
    return sorted(said, key=lambda pair: pair[1].rank)
