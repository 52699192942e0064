"""Hold what was found about a good move: what it wins, by which motif, how that was checked, and the sentence.

If a move wins nothing by force, the sentence says so; a gain whose cause fails the test is shown without a reason.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import chess

from motif.advice import Reason
from motif.board.drawing import Arrow, Colour, move_arrow
from motif.engines.evaluator import Evaluation, Evaluator
from motif.engines.limits import EXPLAIN_LIMIT, Limit
from motif.errors import BadPosition, IllegalMove
from motif.explain.causes import CAPTURE_MOTIFS, ProvenWitness, find_cause
from motif.explain.clauses import san
from motif.explain.deeds import Deed, deed_of
from motif.explain.gains import Gain, Won, play_on
from motif.explain.kinds import PointKind
from motif.motifs.catalogue import find_witnesses
from motif.motifs.motif import Line

# What a quiet move is for, as a value: the kind, the words, the squares, and the board that was the check.


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a quiet move is for; if it meets a threat, checked by passing instead."""

    kind: PointKind
    san: str
    does: str
    """What the move does, as a clause that follows its name."""
    more: str = ""
    """Sentences about other moves: what comes next, which alternatives fail or are as good."""
    squares: tuple[chess.Square, ...] = ()
    """The squares of a threat's attacker and targets, or of the move's own threat."""
    without: chess.Board | None = None
    """The board after a pass, on which the threat is carried out."""
    counterfactual: str = ""
    """A sentence on what happens after the pass."""
    name: str = ""
    """The idea that the move shows, if any."""

    @property
    def sentence(self) -> str:
        return f"{self.san} {self.does}. {self.more}".rstrip()


@dataclass(frozen=True, slots=True)
class FoundBetter:
    """The better move's line, its kind, and a clause to follow its name; empty if only the evaluation is better."""

    kind: PointKind
    words: str
    line: tuple[chess.Move, ...]


@dataclass(frozen=True, slots=True)
class FoundReason:
    """What a move wins on its line, the motif that proved to be the cause, and the sentence about it."""

    line: Line
    gain: Gain
    motifs: tuple[str, ...]
    """All motifs in the line, whether they cause the gain or not."""
    cause: ProvenWitness | None
    """The motif that the sentence names, once it passed the test; None if nothing is won or the cause is unknown."""
    sentence: str
    evaluation: Evaluation
    """The evaluation of the move, for the side that makes it."""
    purpose: Purpose | None = None
    """If nothing is won: what the move is for, if that could be checked."""
    chance_before: float | None = None
    """The winning chance with the best move, if it was searched."""
    better: FoundBetter | None = None
    """A better move, where there is one."""

    @property
    def move(self) -> chess.Move:
        return self.line.moves[0]

    @property
    def deed(self) -> Deed:
        """What the line does, as text to build sentences with."""
        return _deed(self.line, self.gain, self.cause)

    def reason(self, source: str = "reasons") -> Reason:
        """The explanation as a `Reason`, with arrows for the move and its cause."""
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
    """Explain why the first move of an evaluation's line is good, without searching for the line again.

    `instead` is the value of the alternative in centipawns, if known.
    """
    return _explained(play_on(board, evaluation, evaluator, limit, instead), evaluator, limit)


def _explained(won: Won, evaluator: Evaluator, limit: Limit) -> FoundReason:
    witnesses = tuple(find_witnesses(won.line))
    is_won = won.gain.is_something or won.gain.saves_draw
    cause = find_cause(won, witnesses, evaluator, limit) if is_won else None
    motifs = tuple(dict.fromkeys(witness.motif for witness in witnesses))
    return FoundReason(won.line, won.gain, motifs, cause, _sentence(won, cause), won.evaluation)


def without_gain(explanation: FoundReason) -> FoundReason:
    """Return the reason with its claimed gain removed."""
    return replace(
        explanation, gain=replace(explanation.gain, pawns=0), cause=None, sentence=_nothing(explanation.line)
    )


def won_of(explanation: FoundReason) -> Won:
    """What the explained move wins, as far as its line shows it."""
    return Won(explanation.line, explanation.gain, explanation.line.moves, explanation.evaluation)


def check(board: chess.Board, move: chess.Move) -> None:
    """Raise an error for an impossible position, a finished game or an illegal move."""
    check_position(board)
    if not board.is_legal(move):
        raise IllegalMove(f"illegal move {move.uci()} in {board.fen()}")


def check_position(board: chess.Board) -> None:
    """Raise an error for an impossible position or a finished game."""
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
    may_recapture = gain.may_take_back and (cause is None or cause.witness.motif in CAPTURE_MOTIFS)
    return deed_of(line, gain, cause.witness if cause is not None else None, may_recapture=may_recapture)


def _nothing(line: Line) -> str:
    return f"{san(line, 0)} wins nothing by force."
