"""Explain why a move is good or what is wrong with it: the functions that commands and players call.

`explain` says what a move wins, or what it is for if it wins nothing; `explain_move` first checks whether the move is
a mistake, and if so says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import chess

from motif.advice import Advice
from motif.engines.evaluator import Evaluation, Evaluator, after
from motif.engines.limits import EXPLAIN_LIMIT, Limit
from motif.explain.better import Comparison, punishment_of, reason_of_better
from motif.explain.deeds import was_there
from motif.explain.found import (
    FoundBetter,
    FoundReason,
    check,
    check_position,
    explain_evaluation,
    without_gain,
)
from motif.explain.found_mistake import FoundMistake
from motif.explain.gains import play_out
from motif.explain.kinds import PointKind
from motif.explain.mistakes import find_fault
from motif.explain.phrases.quiet import cut
from motif.explain.quiet import find_purpose
from motif.explain.quiet_move import mates_soon
from motif.runtime.files import close

PLIES_CLOSER = 2
"""If a quiet move seems to force a gain, how many plies deeper the gain is searched for again."""

PLIES_TO_ACQUIT = 4
PLIES_TO_ACQUIT_A_MISTAKE = 6
"""How many plies deeper an engine without a node limit searches before a good move is called a mistake."""

CLEAR_LOSS = 0.30
"""A mistake that loses this much winning chance is not searched again."""

MISTAKE_LOSS = 0.10
INACCURACY_LOSS = 0.05
"""A move that loses less winning chance than this is no inaccuracy."""

FEW_PLIES = 3
"""A player sees a pawn won within this many plies."""


def explain(board: chess.Board, move: chess.Move, evaluator: Evaluator, limit: Limit = EXPLAIN_LIMIT) -> FoundReason:
    """Explain why a move is good; the previous move, if it is on the board's stack, shows what is a recapture.

    >>> from motif.players.names import find_evaluator
    >>> board = chess.Board("r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1")
    >>> print(explain(board, chess.Move.from_uci("d5c7"), find_evaluator("search:8")).sentence)
    Nc7+ forks the king on e8 and the rook on a8, winning a rook.
    """
    check(board, move)
    return explain_fully(board, play_out(board, move, evaluator, limit).evaluation, evaluator, limit)


def explain_fully(
    board: chess.Board, evaluation: Evaluation, evaluator: Evaluator, limit: Limit = EXPLAIN_LIMIT
) -> FoundReason:
    """Explain the first move of an evaluated line: what it wins, or else what it is for."""
    explanation = explain_evaluation(board, evaluation, evaluator, limit)
    if explanation.gain.is_something or explanation.gain.saves_draw:
        if not _may_be_chance(explanation, evaluator, limit):
            return explanation
        explanation = without_gain(explanation)
    purpose = find_purpose(explanation, evaluator, limit)
    return explanation if purpose is None else replace(explanation, purpose=purpose, sentence=purpose.sentence)


def _may_be_chance(explanation: FoundReason, evaluator: Evaluator, limit: Limit) -> bool:
    """Whether a gain may be chance: the move itself does not make it, or a deeper search does not find it."""
    first, cause = explanation.line.steps[0], explanation.cause
    if explanation.gain.is_mate or explanation.gain.saves_draw:
        return False
    if first.is_capture or first.is_check:
        # A pawn that falls at the end of a long line may have been left there by the search alone.
        if explanation.gain.pawns > 1 or len(explanation.line.moves) <= FEW_PLIES:
            return False
        if first.takes_back:
            return True
    elif explanation.gain.pawns == 1:
        return cause is None or cause.witness.ply > 0
    else:
        # A quiet move without a cause that passed its check wins nothing, unless it was there before.
        return cause is None and not was_there(explanation.line, explanation.gain)
    closer = play_out(explanation.line.start, explanation.move, evaluator, limit.deeper(PLIES_CLOSER))
    return not closer.gain.is_something


def explain_move(
    board: chess.Board, move: chess.Move, evaluator: Evaluator, limit: Limit = EXPLAIN_LIMIT
) -> FoundReason | FoundMistake:
    """Explain a mistake, or what any other move is good for, adding a better move if one is clearly better."""
    fault = find_fault(board, move, evaluator, limit)
    if isinstance(fault, FoundMistake):
        if fault.loss >= CLEAR_LOSS or not _is_acquitted(fault, evaluator, limit):
            return fault
        fault = None
    explanation = explain(board, move, evaluator, limit)
    if (mate := _quicker_mate(explanation, evaluator, limit)) is not None:
        return mate
    purpose = explanation.purpose
    if fault is None or fault.best in (None, move) or (purpose is not None and purpose.kind is PointKind.MATED):
        return explanation
    reply = explanation.evaluation.line[1:]
    comparison = Comparison(board, fault, move, punishment_of(after(board, move), reply), reply)
    better = reason_of_better(comparison, evaluator, limit)
    # Something that both moves do is no reason to prefer one.
    words = better.words
    if words and f" {cut(words)}" in explanation.sentence:
        words = words.partition(" and ")[2]
    if better.words and not words:
        return replace(explanation, chance_before=fault.chance)
    return replace(explanation, chance_before=fault.chance, better=replace(better, words=words))


def _is_acquitted(mistake: FoundMistake, evaluator: Evaluator, limit: Limit) -> bool:
    """Whether a search several plies deeper finds that the move is no worse than the best one."""
    if mistake.played == mistake.best:
        return True
    if limit.depth is None:
        return False
    boards = [mistake.board, after(mistake.board, mistake.played)]
    plies = PLIES_TO_ACQUIT if mistake.loss < MISTAKE_LOSS else PLIES_TO_ACQUIT_A_MISTAKE
    deeper = limit.deeper(PLIES_CLOSER) if limit.nodes else replace(limit, depth=limit.depth + plies)
    best, own = evaluator.evaluate(boards, deeper)
    return best.chance - (1 - own.chance) < INACCURACY_LOSS or best.best == mistake.played


def _quicker_mate(explanation: FoundReason, evaluator: Evaluator, limit: Limit) -> FoundReason | None:
    """The explanation of a winning move, with the quicker mate that it missed; None if it missed none."""
    board = explanation.line.start
    (best,) = evaluator.evaluate([board], limit)
    if best.best is None or best.best == explanation.move or not mates_soon(best):
        return None
    own, there = explanation.evaluation.score.mate(), best.score.mate() or 0
    # One more move does not matter, except where it is mate at once.
    if own is not None and 0 < own <= (there if there == 1 else there + 1):
        return None
    words = "is mate at once" if there == 1 else f"mates in {there}"
    better = FoundBetter(PointKind.MATES, words, best.line[: 2 * there - 1])
    return replace(explanation, chance_before=best.chance, better=better)


# Checked reasons at the board: the move an evaluator prefers, with the cause that passed the test.


class ReasonsAdviser:
    """An adviser that gives the evaluator's best move if its reason was checked."""

    def __init__(self, evaluator: Evaluator, limit: Limit = EXPLAIN_LIMIT) -> None:
        self._evaluator = evaluator
        self._limit = limit

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """The best move if it wins something by a proven cause; else nothing."""
        if board.is_game_over() or not board.is_valid():
            return []
        explained = best_explained(board, self._evaluator, self._limit)
        return [] if explained.cause is None else [Advice(explained.move, None, explained.reason())]

    def close(self) -> None:
        close(self._evaluator)


class ReasonsPlayer:
    """A player that plays the evaluator's move and gives the reason; its own limit, if set, replaces the match's."""

    def __init__(self, evaluator: Evaluator, limit: Limit | None = None) -> None:
        self._evaluator = evaluator
        self._limit = limit

    def new_game(self, seed: int) -> None:
        """Do nothing: this player has no memory and no randomness."""

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """The evaluator's move with its proven cause, or a statement that none was found."""
        explained = best_explained(board, self._evaluator, self._limit or limit)
        return Advice(explained.move, None, explained.reason())

    def close(self) -> None:
        close(self._evaluator)


def best_explained(board: chess.Board, evaluator: Evaluator, limit: Limit = EXPLAIN_LIMIT) -> FoundReason:
    """Explain the evaluator's best move; raise an error if the game is over."""
    check_position(board)
    (evaluation,) = evaluator.evaluate([board], limit)
    return explain_fully(board, evaluation, evaluator, limit)
