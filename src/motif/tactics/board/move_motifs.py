"""The motifs of one move, by the names of the house, with the men they are about: "fork of the king and the rook".

A move of a game stands alone here: what it shows or sets up counts (`Motif.set_up`), not what a line would prove.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain

import chess

from motif.board.english import man, men
from motif.board.motifs import MOTIFS, Line, Witness, most_specific
from motif.tactics.board.captures import has_no_safe_square, is_hanging, is_winning
from motif.tactics.board.witnesses import Scene

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
    by_name = (man(board, square) for square in witness.against)
    return PHRASES[witness.motif].format(*by_name, all=men(board, witness.against))
