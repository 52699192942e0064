"""Tactics at the board: as an adviser that says what applies here, and as a player that follows them all together.

In a list the first move is the one that is left, and the others follow as they would be left without those before
them. What decides is the reason: of the rules that take other moves away, and of those that suggest this move and no
other and so would decide wherever they stood, the most specific, which applies most rarely. The calculation is a reason
only where the knowledge alone would not leave the same move. By vote it is the tactic whose word counts most. Either is
told as an instance, about the men of this board.

The weight of a move is its expected gain in centipawns over the average legal move. By vote it is WORTH_OF_VOTES
* (v - mean of v over the legal moves), v the sum of the votes of all tactics that suggest the move; in a list it
follows from the precision p of the reason, measured on games it was not learned from: WORTH.at_nought + WORTH.slope *
p, and no move is worth more than the one before it. The worth of votes was fitted by experiments/tactics-advice. WORTH
was fitted to the moves that are advised, the first three on 300 positions of games that nothing was learned from: all
legal moves together gave twice the slope, since most of them are suggested by some rule and few are good. Both were
held against a fit to the list that ships, on 1,200 positions, which is no better for certain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain
from random import Random

import chess
import numpy as np

from motif._core.board import Positions
from motif.advice import Advice, Player, Reason
from motif.board.wording import piece_on, pieces_on
from motif.engines.limits import Limit
from motif.motifs.catalogue import MOTIFS, most_specific
from motif.motifs.motif import Line, Witness
from motif.runtime.closing import close
from motif.statistics.examples import Rows
from motif.statistics.fitting import Calibration
from motif.tactics.captures import contrast, has_no_safe_square, is_hanging, is_winning
from motif.tactics.library import VOTE, Decide, Library, Tactic, decided_by, deciders, together
from motif.tactics.on_board import arrows, tell
from motif.tactics.rule import Coverage, square_of_last_capture
from motif.tactics.witnesses import Scene

# The motifs of one move, by the names of the house, with the men they are about: "fork of the king and the rook".

MOST_NAMED = 2
"""More names than these are a list, not a reason."""

PHRASES = {
    **{name: name for name, motif in MOTIFS.items() if "mate" in motif.includes and not name.startswith("mate in")},
    "mate": "mate",
    "double check": "double check",
    "hanging piece": "hanging piece",
    "skewer": "skewer of {0} against {1}",
    "fork": "fork of {all}",
    "king fork": "fork of {all}",
    "discovered check": "discovered check",
    "discovered attack": "discovered attack on {0}",
    "trapped piece": "trapped piece, {0}",
    "pin": "pin of {0} against {1}",
    "relative pin": "pin of {0} against {1}",
    "mate threat": "mate threat",
    "capture of the defender": "capture of the defender of {1}",
    "winning capture": "winning capture",
    "promotion": "promotion",
    "threat": "threat to {0}",
}
"""How each motif is named, what tells most first; the others of the catalogue say little of a single move."""

SAID_BY = {
    "mate": ("mate threat", "fork", "pin", "skewer", "discovered attack", "discovered check", "threat"),
    "skewer": ("threat", "fork", "pin", "relative pin"),
    "fork": ("threat", "pin", "relative pin", "skewer"),
    "king fork": ("threat",),
    "pin": ("threat",),
    "relative pin": ("threat",),
    "trapped piece": ("threat",),
    "discovered attack": ("threat",),
    "hanging piece": ("winning capture", "threat", "capture of the defender"),
    "capture of the defender": ("winning capture",),
    "mate threat": ("threat",),
}
"""What need not be named beside a motif that says more."""


@dataclass(frozen=True, slots=True)
class NamedMotif:
    """A motif of a move by its name, as it is said on this board, and the squares of the men it is about."""

    name: str
    phrase: str
    squares: tuple[chess.Square, ...]

    def said(self, known: Collection[chess.Square]) -> str:
        """The name alone where all its men are told of anyway."""
        return self.name if set(self.squares) <= set(known) else self.phrase


def motifs_of_move(scene: Scene) -> list[NamedMotif]:
    """The motifs of a move; what tells most first."""
    shown = {witness.motif: witness for witness in _shown(scene)}
    names = [name for name in PHRASES if name in shown and name in most_specific(shown)]
    sentences: list[str] = []
    for name in names:
        covered = {other for chosen in sentences for other in SAID_BY.get(_kind(chosen), ())}
        if name not in covered and len(sentences) < MOST_NAMED:
            sentences.append(name)
    return [NamedMotif(name, _phrase(shown[name], scene), shown[name].against) for name in sentences]


def _shown(scene: Scene) -> Iterator[Witness]:
    board = scene.board
    lead = None
    if board.move_stack:
        before = board.copy(stack=1)
        lead = (before, before.pop())
    line = Line.of(board, [scene.move], lead)
    for name in PHRASES:
        motif = MOTIFS[name]
        prospects = motif.prospect(line) if motif.prospect else ()
        with_check = _uncovered_with_check(line) if name == "discovered attack" else ()
        witnesses = (witness for witness in motif.find(line) if _concerns(witness, scene))
        witness = next(chain(witnesses, prospects, with_check), None)
        if witness is not None and _is_so(witness, scene):
            yield witness


def _is_so(witness: Witness, scene: Scene) -> bool:
    """Whether captures counted to the end agree with a name that promises a gain."""
    if witness.motif in ("hanging piece", "winning capture"):
        return is_winning(scene.board, scene.move)
    if witness.motif == "capture of the defender":
        # A man that takes back for its guard is not the one that is left alone.
        return scene.move.to_square not in scene.after.attacks(witness.against[1])
    if witness.motif == "trapped piece":
        return has_no_safe_square(scene.after, witness.against[0])
    return witness.motif != "threat" or is_hanging(scene.after, witness.against[0])


def _concerns(witness: Witness, scene: Scene) -> bool:
    """Whether the moved man has to do with it: a pin elsewhere on the board says nothing of the move."""
    target, after = scene.move.to_square, scene.after
    if witness.motif not in ("pin", "relative pin") or witness.by == target:
        return True
    pinned = witness.against[0]
    return pinned in after.attacks(target) or target in after.attacks(pinned)


def _uncovered_with_check(line: Line) -> Iterator[Witness]:
    """The move gives check and opens the line of another man to any enemy: there is no time to save even a pawn."""
    (step,) = line.steps
    board = step.after
    if not step.is_check:
        return
    for slider in chess.scan_forward(board.occupied_co[not board.turn] & ~chess.BB_SQUARES[step.target]):
        for victim in board.attacks(slider) & board.occupied_co[board.turn] & ~board.kings:
            if step.origin in chess.SquareSet(chess.between(slider, victim)):
                yield Witness("discovered attack", step.ply, slider, (victim,))


def _kind(name: str) -> str:
    return "mate" if "mate" in MOTIFS[name].includes else name


def _phrase(witness: Witness, scene: Scene) -> str:
    board = scene.board
    by_name = (piece_on(board, square) for square in witness.against)
    return PHRASES[witness.motif].format(*by_name, all=pieces_on(board, witness.against))


SOURCE = "tactics"
COUNTING = "settles_most"
"""What a rule says that counts the captures to the end; the others know something."""

WORTH = Calibration(at_nought=92.1, slope=504.8)
WORTH_OF_VOTES = 101.2

SLIGHT = 0.005
"""A vote that is written as nought warns of nothing."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move, the tactics that suggest it, the best reason first, and the sum of their votes if the library has any."""

    move: chess.Move
    tactics: tuple[Tactic, ...]
    votes: float | None = None


def suggestions(library: Library, board: chess.Board) -> list[Suggestion]:
    """What the tactics of a library suggest: by the sum of votes if it has any, else in the order of its tactics."""
    moves, covered, _ = _asked(library, board)
    return _gathered(library, moves, covered)


class TacticsAdviser:
    """Advises the moves that tactics suggest, the weightiest first, each on the word of the best such tactic."""

    def __init__(self, library: Library, count: int = 3, worth: Calibration = WORTH) -> None:
        self._library = library
        self._count = count
        self._worth = worth

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """The suggested moves, each with what the tactic says of this board and the men that make it true."""
        suggested = suggestions(self._library, board)
        weights = self._weights(board, suggested)
        return [
            self._advice(board, suggested, place, weights[place]) for place in range(min(self._count, len(suggested)))
        ]

    def advice(self, board: chess.Board, move: chess.Move, suggested: Sequence[Suggestion]) -> Advice:
        """The advice to play one of the moves that were suggested."""
        place = [suggestion.move for suggestion in suggested].index(move)
        return self._advice(board, suggested, place, self._weights(board, suggested)[place])

    def _weights(self, board: chess.Board, suggested: Sequence[Suggestion]) -> list[float]:
        votes = [suggestion.votes for suggestion in suggested if suggestion.votes is not None]
        if not votes:
            precisions = (each.tactics[0].figures.get("precision", 0.0) for each in suggested)
            return list(accumulate(map(self._worth.weight, precisions), min))
        # A move that nobody suggests has no votes, and counts in the mean all the same.
        mean = sum(votes) / board.legal_moves.count()
        return [WORTH_OF_VOTES * (vote - mean) for vote in votes]

    def _advice(self, board: chess.Board, suggested: Sequence[Suggestion], place: int, weight: float) -> Advice:
        suggestion = suggested[place]
        first = suggestion.tactics[0]
        scene = Scene(board, suggestion.move)
        squares = scene.witness(first.rule, self._library.vocabulary) or {}
        instance = tell(first.rule, scene, squares)
        motifs = motifs_of_move(scene)
        warning = "a warning, " if _vote(first) <= -SLIGHT and suggestion.votes is not None else ""
        names = "".join(f", {motif.said(instance.squares)}" for motif in motifs)
        named = (*instance.squares, *(square for motif in motifs for square in motif.squares))
        shown = arrows(first.rule, self._library.vocabulary, board, suggestion.move)
        # Only the first move is set against others: what tempts beside a second choice may be the first.
        tempting = contrast(board, suggestion.move) if place == 0 else ""
        beside = f", {tempting}" if tempting else ""
        english = f"{board.san(suggestion.move)}{names}: {warning}{instance.english}{beside}."
        return Advice(suggestion.move, weight, Reason(SOURCE, english, tuple(dict.fromkeys(named)), shown))


class TacticsPlayer:
    """Plays what all tactics say together, and leaves the move to somebody else where no tactic applies."""

    def __init__(self, library: Library, otherwise: Player) -> None:
        self._library = library
        self._otherwise = otherwise
        self._adviser = TacticsAdviser(library)
        self._rng = Random(0)

    def new_game(self, seed: int) -> None:
        """Begin the draw among equals anew."""
        self._rng = Random(seed)
        self._otherwise.new_game(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """A move that is left, by lot among equals; without one, the other player's, with a word about it."""
        moves, covered, offsets = _asked(self._library, board)
        left = together(self._library, covered, offsets)
        if not left.any():
            advice = self._otherwise.choose(board, limit)
            because = replace(advice.because, english=f"no tactic applies; {advice.because.english}")
            return replace(advice, because=because)
        move = moves[self._rng.choice(np.flatnonzero(left).tolist())]
        return self._adviser.advice(board, move, _gathered(self._library, moves, covered))

    def close(self) -> None:
        """Close the other player, if that can be closed."""
        close(self._otherwise)


def _asked(library: Library, board: chess.Board) -> tuple[list[chess.Move], list[Rows], Rows]:
    """The legal moves, and what each tactic suggests of them."""
    positions = Positions.from_boards([board])
    coverage = Coverage(positions, library.vocabulary, np.array([square_of_last_capture(board)], np.int8))
    return positions.legal_moves()[0], coverage.rows(library.rules), coverage.offsets


def _gathered(library: Library, moves: Sequence[chess.Move], covered: Sequence[Rows]) -> list[Suggestion]:
    by_row: dict[int, list[Tactic]] = {}
    for tactic, rows in zip(library.tactics, covered, strict=True):
        for row in rows.tolist():
            by_row.setdefault(row, []).append(tactic)
    if decided_by(library) is Decide.LIST:
        return _in_order(library, moves, covered)
    gathered = []
    for row, tactics in by_row.items():
        ranked = sorted(tactics, key=_word, reverse=True)
        gathered.append(Suggestion(moves[row], tuple(ranked), sum(map(_vote, ranked))))
    return sorted(gathered, key=lambda suggestion: -(suggestion.votes or 0.0))


def _in_order(library: Library, moves: Sequence[chess.Move], covered: Sequence[Rows]) -> list[Suggestion]:
    """The moves as a list leaves them, each with what decides for it first."""
    bits = np.zeros((len(moves), len(library)), np.bool_)
    for place, rows in enumerate(covered):
        bits[rows, place] = True
    keys = [tuple(line) for line in (bits & np.array(library.is_read)).tolist()]
    # Where the knowledge alone leaves a move as well, nothing need be counted to the end.
    is_known = [all(literal.relation != COUNTING for literal in rule.body) for rule in library.rules]
    known = [tuple(line) for line in (bits & np.array(is_known)).tolist()]
    # A rule that suggests one move only would decide for it wherever it stood.
    alone = (bits.sum(0) == 1) & np.array(is_known)
    ordered = []
    for row in sorted(range(len(moves)), key=keys.__getitem__, reverse=True):
        if not any(keys[row]):
            break
        no_better = [other for other, key in enumerate(keys) if key <= keys[row]]
        decided = []
        if all(known[other] <= known[row] for other in no_better):
            decided = deciders(known[row], [known[other] for other in no_better])
        decided = decided or deciders(keys[row], [keys[other] for other in no_better])
        decided = sorted({*decided, *np.flatnonzero(bits[row] & alone).tolist()})
        reasons = sorted(decided, key=lambda place: library.tactics[place].figures.get("coverage", 1.0))
        others = [place for place in np.flatnonzero(bits[row]).tolist() if place not in decided]
        ordered.append(Suggestion(moves[row], tuple(library.tactics[place] for place in (*reasons, *others))))
    return ordered


def _vote(tactic: Tactic) -> float:
    return tactic.figures.get(VOTE, 0.0)


def _word(tactic: Tactic) -> float:
    """How much a tactic has to say as a reason: a vote is heavy for what often applies, and then explains little."""
    return _vote(tactic) * tactic.figures.get("precision", 1.0)
