"""Is it the cause? Undo it with the smallest edit of the board, search again, and see whether the gain falls.

A witness is a cause when, without it, the same move gains less by at least half of what the witness claims, or the mate
is gone. gain = the oracle's score of the move - the balance of material before it, so that taking a man off the board
does not count as winning it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from motif.board.limits import Limit
from motif.board.motifs import MOTIFS, Line, Undone, Witness, find_witnesses
from motif.board.motifs.safety import balance
from motif.board.oracles import MATE, Evaluation, Oracle
from motif.board.valuation import after
from motif.reasons.gains import Won

MOST_TRIED = 6
"""So many witnesses are put to the test, the best first: each costs a search or two."""

LARGEST = 2_000
"""Scores are cut here, in centipawns: how much more than decided a game is does not matter."""

ORDER = {name: place for place, name in enumerate(MOTIFS)}


@dataclass(frozen=True, slots=True)
class Cause:
    """A witness that passed the test: the board without it, and by how many centipawns the gain falls there."""

    witness: Witness
    undone: Undone
    fall: int


def find_causes(won: Won, oracle: Oracle, limit: Limit) -> tuple[Cause, ...]:
    """The witnesses of a line that are causes of its gain, the best first."""
    trials = _trials(won)
    if not trials:
        return ()
    questions: list[chess.Board] = []
    for undone in trials:
        questions += [_asked(won.line, undone.ply, won.line.boards[undone.ply]), _asked_undone(won.line, undone)]
    answers = [_value(won.line, answer, board) for answer, board in _ask(questions, oracle, limit)]
    causes = []
    for undone, before, without in zip(trials, answers[::2], answers[1::2], strict=True):
        fall = _gain(won.line, won.line.boards[undone.ply], before) - _gain(won.line, undone.board, without)
        if _is_cause(won, undone.witness, before, without, fall):
            causes.append(Cause(undone.witness, undone, fall))
    return tuple(causes)


def ranked(line: Line) -> list[Witness]:
    """The witnesses of a line that can be undone: the earliest first, then those that claim more and include others."""

    def rank(witness: Witness) -> tuple[int, int, int, int]:
        includes = len(MOTIFS[witness.motif].includes)
        return witness.ply, -includes, -witness.claim, ORDER[witness.motif]

    witnesses = sorted((witness for witness in find_witnesses(line) if witness.remedies), key=rank)
    best: dict[tuple[str, int], Witness] = {}
    for witness in witnesses:
        best.setdefault((witness.motif, witness.ply), witness)
    return list(best.values())


def _trials(won: Won) -> list[Undone]:
    trials = []
    for witness in ranked(won.line):
        undone = MOTIFS[witness.motif].without(won.line, witness)
        if undone is not None:
            trials.append(undone)
        if len(trials) == MOST_TRIED:
            break
    return trials


def _asked(line: Line, ply: int, board: chess.Board) -> chess.Board:
    """The board after the line's move if it can be played, else the board itself."""
    move = line.moves[ply]
    return after(board, move) if board.is_legal(move) else board


def _asked_undone(line: Line, undone: Undone) -> chess.Board:
    return _asked(line, undone.ply, undone.board)


def _ask(boards: Sequence[chess.Board], oracle: Oracle, limit: Limit) -> list[tuple[Evaluation, chess.Board]]:
    """Every board judged once, however often it is asked about."""
    different = {board.epd(): board for board in boards}
    answers = dict(zip(different, oracle.evaluate(list(different.values()), limit), strict=True))
    return [(answers[board.epd()], board) for board in boards]


def _value(line: Line, answer: Evaluation, board: chess.Board) -> int:
    """The oracle's score for the winner."""
    return answer.centipawns if board.turn == line.winner else -answer.centipawns


def _gain(line: Line, board: chess.Board, value: int) -> int:
    return max(-LARGEST, min(LARGEST, value)) - 100 * balance(board, line.winner)


def _is_cause(won: Won, witness: Witness, before: int, without: int, fall: int) -> bool:
    if won.gain.is_mate:
        return _mates(before) and not _mates(without)
    claim = min(witness.claim or won.gain.pawns, won.gain.pawns)
    return fall >= 50 * max(1, claim)


def _mates(value: int) -> bool:
    return value > MATE - 1_000
