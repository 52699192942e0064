"""Why a move is good: what it wins, by what, checked by a counterfactual, in one sentence.

Of a move that wins nothing by force, that is said; a gain whose cause does not pass the test is shown without a reason.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import chess

from motif.advice import Reason
from motif.board.drawing import Arrow, Colour, move_arrow
from motif.engines.evaluator import Evaluation, Evaluator
from motif.engines.limits import EXPLAIN_LIMIT, Limit
from motif.errors import BadPosition, IllegalMove
from motif.explain.causes import CAPTURES, ProvenWitness, Terms, change_of_terms, find_cause
from motif.explain.clauses import san
from motif.explain.deeds import Deed, deed_of
from motif.explain.gains import Gain, Won, play_on
from motif.explain.kinds import PointKind
from motif.motifs.catalogue import find_witnesses
from motif.motifs.motif import Line

# What a quiet move is for, as a value: the kind, the words, the squares, and the board that was the check.


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a quiet move is for; checked by a pass where there is a board without it."""

    kind: PointKind
    sentence: str
    squares: tuple[chess.Square, ...] = ()
    """Who threatens, and what is threatened; or where the move's own threat comes from and goes."""
    without: chess.Board | None = None
    """The board after a pass, on which the threat is carried out."""
    counterfactual: str = ""
    """The result there, as a sentence."""
    name: str = ""
    """The idea that the move shows, where it is one of `board.ideas`."""


@dataclass(frozen=True, slots=True)
class FoundBetter:
    """The better move, a clause that follows its name, and the line that shows it."""

    kind: PointKind
    words: str
    line: tuple[chess.Move, ...]


@dataclass(frozen=True, slots=True)
class FoundReason:
    """What a move wins on a line, which causes passed the test, and the sentence that says it."""

    line: Line
    gain: Gain
    motifs: tuple[str, ...]
    """All that the line shows, causes or not."""
    cause: ProvenWitness | None
    """The cause that passed the test, which the sentence names; None when nothing is won, or by an unknown cause."""
    sentence: str
    evaluation: Evaluation
    """How the evaluator sees the move, for the side that makes it."""
    terms: Terms = ()
    """Where nothing is won: what gets better in the evaluator's judgement, as far as it can say."""
    purpose: Purpose | None = None
    """Where nothing is won: what the move is for, as far as that was checked."""
    chance_before: float | None = None
    """The winning chance with the best move, where that was searched."""
    better: FoundBetter | None = None
    """A better move, where there is one."""

    @property
    def move(self) -> chess.Move:
        """The move that is explained."""
        return self.line.moves[0]

    @property
    def deed(self) -> Deed:
        """What the line does, to be said after other words."""
        return _deed(self.line, self.gain, self.cause)

    def reason(self, source: str = "reasons") -> Reason:
        """The explanation as a reason of the house, with what to draw: the move, and the cause in red and yellow."""
        arrows: list[Arrow] = []
        if self.cause is not None:
            witness = self.cause.witness
            if witness.ply:
                arrows.append(move_arrow(self.line.moves[witness.ply], Colour.BLUE))
            arrows += [Arrow(witness.by, square, Colour.RED) for square in witness.against if square != witness.by]
            arrows += [Arrow(square, square, Colour.YELLOW) for square in witness.along]
        elif self.purpose is not None and len(self.purpose.squares) == 2:
            arrows.append(Arrow(*self.purpose.squares, Colour.RED))
        return Reason(source, self.sentence, (), tuple(arrows))


def explain_evaluation(
    board: chess.Board,
    evaluation: Evaluation,
    evaluator: Evaluator,
    limit: Limit = EXPLAIN_LIMIT,
    instead: int | None = None,
) -> FoundReason:
    """Why the first move of an evaluator's line is good; saves the search that the line comes from.

    `instead` is the value without the move, in centipawns, where that is known.
    """
    return _explained(play_on(board, evaluation, evaluator, limit, instead), evaluator, limit)


def _explained(won: Won, evaluator: Evaluator, limit: Limit) -> FoundReason:
    witnesses = tuple(find_witnesses(won.line))
    is_won = won.gain.is_something or won.gain.saves_draw
    cause = find_cause(won, witnesses, evaluator, limit) if is_won else None
    terms = () if is_won else change_of_terms(evaluator, won.end, won.line.start, won.line.winner)
    motifs = tuple(dict.fromkeys(witness.motif for witness in witnesses))
    return FoundReason(won.line, won.gain, motifs, cause, _sentence(won, cause), won.evaluation, terms)


def without_gain(explanation: FoundReason) -> FoundReason:
    """Return the reason without the gain that it claims."""
    return replace(
        explanation, gain=replace(explanation.gain, pawns=0), cause=None, sentence=_nothing(explanation.line)
    )


def won_of(explanation: FoundReason) -> Won:
    """Return the gain that an explanation explains, as far as its line shows it."""
    return Won(explanation.line, explanation.gain, explanation.line.moves, explanation.evaluation)


def check(board: chess.Board, move: chess.Move) -> None:
    """Refuse what cannot be explained: a position that cannot be, a finished game, an illegal move."""
    check_position(board)
    if not board.is_legal(move):
        raise IllegalMove(f"illegal move {move.uci()} in {board.fen()}")


def check_position(board: chess.Board) -> None:
    """Refuse a position that cannot be, and a finished game."""
    status = board.status()
    if status != chess.STATUS_VALID:
        raise BadPosition(f"this position cannot be: {board.fen()} ({status!r})")
    if board.is_game_over():
        raise BadPosition(f"the game is over in {board.fen()}: there is no move to explain")


def _sentence(won: Won, cause: ProvenWitness | None) -> str:
    line, gain = won.line, won.gain
    if not gain.is_something and not gain.saves_draw:
        return _nothing(line)
    return _deed(line, gain, cause).sentence


def _deed(line: Line, gain: Gain, cause: ProvenWitness | None) -> Deed:
    may_recapture = gain.may_take_back and (cause is None or cause.witness.motif in CAPTURES)
    return deed_of(line, gain, cause.witness if cause is not None else None, may_recapture=may_recapture)


def _nothing(line: Line) -> str:
    return f"{san(line, 0)} wins nothing by force."
