"""Advise and play moves that a library of tactics suggests, each with a rule that explains it on this board.

A list ranks the moves: the first is the one that the list leaves, the second the one that it would leave without the
first, and so on. The reason for a move is a rule that decides for it: one that excludes other moves, or one that
suggests only this move; among several, the most specific, that is, the one that applies most rarely. The rule that
counts captures is the reason only if the other rules alone would not leave the same move. A library with votes ranks
moves by the sum of votes, and its reason is the tactic with the largest vote * precision.

The weight of a move is its expected gain in centipawns over the average legal move. With votes it is
WORTH_OF_VOTES * (v - mean of v over the legal moves), where v is the sum of the votes for a move
(experiments/tactics-advice). With a list it is WORTH.weight(p), where p is the precision of the reason on games that it
was not learned from, but at most the weight of the move before it. WORTH was fitted to advised moves, the first three
in each of 300 positions from games that were not used for learning; a fit to all legal moves doubles the slope, since
rules suggest most of them and few are good. A fit to the shipped list on 1,200 positions was not significantly better
than either.
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
from motif.runtime.files import close
from motif.statistics.examples import Rows
from motif.statistics.fitting import Calibration
from motif.tactics.captures import has_no_safe_square, is_hanging, is_winning, warning_of_capture
from motif.tactics.library import VOTE, Decide, Tactic, TacticsLibrary, decided_by, deciders, together
from motif.tactics.on_board import arrows, describe
from motif.tactics.rule import Coverage, square_of_last_capture
from motif.tactics.witnesses import MoveFacts

MOST_MOTIFS_NAMED = 2
"""More motifs would make a list, not a reason."""

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
"""How each motif is named, the most important first; other motifs of the catalogue say little about a single move."""

COVERED_MOTIFS = {
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
"""For each motif, the less specific motifs that need no mention next to it."""


@dataclass(frozen=True, slots=True)
class NamedMotif:
    """A motif of a move: its name, its phrase on this board, and the squares of the pieces involved."""

    name: str
    phrase: str
    squares: tuple[chess.Square, ...]

    def text(self, known: Collection[chess.Square]) -> str:
        """Return the phrase, or only the name if the sentence mentions the pieces on all its squares anyway."""
        return self.name if set(self.squares) <= set(known) else self.phrase


def motifs_of_move(facts: MoveFacts) -> list[NamedMotif]:
    """Return the motifs of a move, the most important first."""
    shown = {witness.motif: witness for witness in _shown(facts)}
    names = [name for name in PHRASES if name in shown and name in most_specific(shown)]
    chosen: list[str] = []
    for name in names:
        covered = {other for more in chosen for other in COVERED_MOTIFS.get(_kind(more), ())}
        if name not in covered and len(chosen) < MOST_MOTIFS_NAMED:
            chosen.append(name)
    return [NamedMotif(name, _phrase(shown[name], facts), shown[name].against) for name in chosen]


def _shown(facts: MoveFacts) -> Iterator[Witness]:
    board = facts.board
    lead = None
    if board.move_stack:
        before = board.copy(stack=1)
        lead = (before, before.pop())
    line = Line.of(board, [facts.move], lead)
    for name in PHRASES:
        motif = MOTIFS[name]
        prospects = motif.prospect(line) if motif.prospect else ()
        with_check = _uncovered_with_check(line) if name == "discovered attack" else ()
        witnesses = (witness for witness in motif.find(line) if _concerns(witness, facts))
        witness = next(chain(witnesses, prospects, with_check), None)
        if witness is not None and _captures_agree(witness, facts):
            yield witness


def _captures_agree(witness: Witness, facts: MoveFacts) -> bool:
    """Whether captures counted to the end confirm a motif whose name promises a gain."""
    if witness.motif in ("hanging piece", "winning capture"):
        return is_winning(facts.board, facts.move)
    if witness.motif == "capture of the defender":
        # If the defended piece recaptures, it has not been left undefended.
        return facts.target not in facts.after.attacks(witness.against[1])
    if witness.motif == "trapped piece":
        return has_no_safe_square(facts.after, witness.against[0])
    return witness.motif != "threat" or is_hanging(facts.after, witness.against[0])


def _concerns(witness: Witness, facts: MoveFacts) -> bool:
    """Whether the moved piece takes part: a pin elsewhere on the board says nothing about the move."""
    target, after = facts.target, facts.after
    if witness.motif not in ("pin", "relative pin") or witness.by == target:
        return True
    pinned = witness.against[0]
    return pinned in after.attacks(target) or target in after.attacks(pinned)


def _uncovered_with_check(line: Line) -> Iterator[Witness]:
    """Find an opponent's piece on a line that a checking move opens: the check leaves no time to save it."""
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


def _phrase(witness: Witness, facts: MoveFacts) -> str:
    board = facts.board
    by_name = (piece_on(board, square) for square in witness.against)
    return PHRASES[witness.motif].format(*by_name, all=pieces_on(board, witness.against))


SOURCE = "tactics"
COUNTING = "settles_most"
"""The condition of the rule that counts captures to the end."""

WORTH = Calibration(at_zero=92.1, slope=504.8)
WORTH_OF_VOTES = 101.2

WORTH_SAYING = 0.15
"""A rule is worth naming as a typical idea from this precision on, four times that of a move at random."""

NEGLIGIBLE_VOTE = 0.005
"""A smaller negative vote, which would be printed as 0.00, is not a warning."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move, the tactics that suggest it, the best reason first, and the sum of their votes if the library has any."""

    move: chess.Move
    tactics: tuple[Tactic, ...]
    votes: float | None = None


def suggestions(library: TacticsLibrary, board: chess.Board) -> list[Suggestion]:
    """Return the moves that tactics suggest, best first: by the sum of votes, or in the order of a ranked library."""
    moves, covered, _ = _covered(library, board)
    return _suggestions(library, moves, covered)


class TacticsAdviser:
    """Advises the best moves that tactics suggest, each with the best tactic as the reason."""

    def __init__(self, library: TacticsLibrary, count: int = 3, worth: Calibration = WORTH) -> None:
        self._library = library
        self._count = count
        self._worth = worth

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return the best moves, each with what its tactic says about this board and the pieces involved."""
        suggested = suggestions(self._library, board)
        weights = self._weights(board, suggested)
        return [
            self._advice(board, suggested, place, weights[place]) for place in range(min(self._count, len(suggested)))
        ]

    def advice(self, board: chess.Board, move: chess.Move, suggested: Sequence[Suggestion]) -> Advice:
        place = [suggestion.move for suggestion in suggested].index(move)
        return self._advice(board, suggested, place, self._weights(board, suggested)[place])

    def _weights(self, board: chess.Board, suggested: Sequence[Suggestion]) -> list[float]:
        votes = [suggestion.votes for suggestion in suggested if suggestion.votes is not None]
        if not votes:
            precisions = (each.tactics[0].figures.get("precision", 0.0) for each in suggested)
            return list(accumulate(map(self._worth.weight, precisions), min))
        # The mean is over all legal moves; moves that no tactic suggests have no votes.
        mean = sum(votes) / board.legal_moves.count()
        return [WORTH_OF_VOTES * (vote - mean) for vote in votes]

    def _advice(self, board: chess.Board, suggested: Sequence[Suggestion], place: int, weight: float) -> Advice:
        suggestion = suggested[place]
        first = suggestion.tactics[0]
        facts = MoveFacts(board, suggestion.move)
        squares = facts.witness(first.rule, self._library.vocabulary) or {}
        instance = describe(first.rule, facts, squares)
        motifs = motifs_of_move(facts)
        warning = "a warning, " if _vote(first) <= -NEGLIGIBLE_VOTE and suggestion.votes is not None else ""
        names = "".join(f", {motif.text(instance.squares)}" for motif in motifs)
        named = (*instance.squares, *(square for motif in motifs for square in motif.squares))
        shown = arrows(first.rule, self._library.vocabulary, board, suggestion.move)
        # Warn only with the first move: the capture to avoid instead of the second move may be the first move itself.
        tempting = warning_of_capture(board, suggestion.move) if place == 0 else ""
        not_this = f", {tempting}" if tempting else ""
        english = f"{board.san(suggestion.move)}{names}: {warning}{instance.english}{not_this}."
        is_worth_saying = not warning and first.figures.get("precision", 0.0) >= WORTH_SAYING
        idea = first.sentence() if is_worth_saying else ""
        return Advice(suggestion.move, weight, Reason(SOURCE, english, tuple(dict.fromkeys(named)), shown, idea))


class TacticsPlayer:
    """Plays the moves that all tactics choose together; where no tactic applies, lets another player choose."""

    def __init__(self, library: TacticsLibrary, otherwise: Player) -> None:
        self._library = library
        self._otherwise = otherwise
        self._adviser = TacticsAdviser(library)
        self._rng = Random(0)

    def new_game(self, seed: int) -> None:
        """Restart the random choice among equal moves."""
        self._rng = Random(seed)
        self._otherwise.new_game(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """Choose at random among the moves that the tactics leave; if there are none, let the other player choose."""
        moves, covered, offsets = _covered(self._library, board)
        left = together(self._library, covered, offsets)
        if not left.any():
            advice = self._otherwise.choose(board, limit)
            because = replace(advice.because, english=f"no tactic applies; {advice.because.english}")
            return replace(advice, because=because)
        move = moves[self._rng.choice(np.flatnonzero(left).tolist())]
        return self._adviser.advice(board, move, _suggestions(self._library, moves, covered))

    def close(self) -> None:
        """Close the other player, if it can be closed."""
        close(self._otherwise)


def _covered(library: TacticsLibrary, board: chess.Board) -> tuple[list[chess.Move], list[Rows], Rows]:
    """Return the legal moves, the rows (moves) that each tactic suggests, and the offsets of the rows."""
    positions = Positions.from_boards([board])
    coverage = Coverage(positions, library.vocabulary, np.array([square_of_last_capture(board)], np.int8))
    return positions.legal_moves()[0], coverage.rows(library.rules), coverage.offsets


def _suggestions(library: TacticsLibrary, moves: Sequence[chess.Move], covered: Sequence[Rows]) -> list[Suggestion]:
    if decided_by(library) is Decide.LIST:
        return _ranked_by_list(library, moves, covered)
    by_row: dict[int, list[Tactic]] = {}
    for tactic, rows in zip(library.tactics, covered, strict=True):
        for row in rows.tolist():
            by_row.setdefault(row, []).append(tactic)
    voted = []
    for row, tactics in by_row.items():
        ranked = sorted(tactics, key=_vote_as_reason, reverse=True)
        voted.append(Suggestion(moves[row], tuple(ranked), sum(map(_vote, ranked))))
    return sorted(voted, key=lambda suggestion: -(suggestion.votes or 0.0))


def _ranked_by_list(library: TacticsLibrary, moves: Sequence[chess.Move], covered: Sequence[Rows]) -> list[Suggestion]:
    """Return the moves in the order of the list; in each suggestion the rules that decided it come first."""
    bits = np.zeros((len(moves), len(library)), np.bool_)
    for place, rows in enumerate(covered):
        bits[rows, place] = True
    keys = [tuple(line) for line in (bits & np.array(library.is_read)).tolist()]
    # If the other rules alone would leave the same move, the rule that counts captures is not needed as a reason.
    is_known = [all(literal.relation != COUNTING for literal in rule.body) for rule in library.rules]
    known = [tuple(line) for line in (bits & np.array(is_known)).tolist()]
    # A rule that suggests only one move would decide for it anywhere in the list.
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


def _vote_as_reason(tactic: Tactic) -> float:
    """Return the vote times the precision: a rule that often applies may have a large vote and explain little."""
    return _vote(tactic) * tactic.figures.get("precision", 1.0)
