"""Name the motifs of one move, each with the pieces involved: "fork of the king and the rook"."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain

import chess

from motif.board.wording import piece_on, pieces_on
from motif.motifs.catalogue import MOTIFS, most_specific
from motif.motifs.motif import Line, Witness
from motif.tactics.captures import has_no_safe_square, is_hanging, is_winning
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
