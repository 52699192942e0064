"""One card to show to friends: the habit in a sentence, the board as it was, the board without the cause, the verdict.

It is about the first thing of the first screen that has a mistake whose cause was checked; card.typ lays it out, and
typst draws it as SVG and as PNG.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import chess

from motif.board.drawing import Arrow, Colour, Drawing
from motif.explain.told import Told
from motif.report.moments import told_side
from motif.study.games import StudiedGame
from motif.study.profile import Leak
from motif.study.study import Study

LAYOUT = Path(__file__).parent / "card.typ"
DOTS_PER_INCH = 144
Form = Literal["svg", "png"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A board of the card: the drawing, what it is, and what is said under it."""

    drawing: Drawing
    heading: str
    words: str


@dataclass(frozen=True, slots=True)
class Card:
    """What stands on a card."""

    player: str
    title: str
    sentence: str
    boards: tuple[Shown, ...]
    verdict: str
    below: str

    def picture(self, form: Form) -> bytes:
        """The card as a picture."""
        import typst  # only who draws a card waits for it

        content = {
            "player": self.player,
            "title": self.title,
            "sentence": self.sentence,
            "boards": [
                {"file": f"board-{number}.svg", "heading": board.heading, "words": board.words}
                for number, board in enumerate(self.boards)
            ],
            "verdict": self.verdict,
            "below": self.below,
        }
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for number, board in enumerate(self.boards):
                (root / f"board-{number}.svg").write_text(board.drawing.svg(), encoding="utf-8")
            (root / "card.json").write_text(json.dumps(content), encoding="utf-8")
            (root / "card.typ").write_text(LAYOUT.read_text(encoding="utf-8"), encoding="utf-8")
            made = typst.compile(str(root / "card.typ"), root=folder, format=form, ppi=DOTS_PER_INCH)
            return bytes(made[0] if isinstance(made, list) else made)


def card_of(study: Study) -> Card | None:
    """The card of a study; None where the first screen has no mistake with a board to show."""
    profile = study.profile
    games = {game.number: game for game in study.games}
    for leak in profile.leaks:
        places = [(games[each.game], each.ply) for each in leak.examples if each.game in games]
        shown = [(game, ply, side) for game, ply in places if (side := _side(game, ply, leak)) is not None]
        if shown:
            game, ply, side = min(shown, key=lambda each: each[2].without is None)
            counted, _, _ = leak.words.partition(". ")
            return Card(
                profile.player,
                leak.title,
                counted.rstrip(".") + ".",
                _boards(game, ply, side),
                _verdict(study, leak),
                f"From {profile.games} games; {leak.standing}. Made by Motif.",
            )
    return None


def _side(game: StudiedGame, ply: int, leak: Leak) -> Told | None:
    fault = game.fault_at(ply)
    side = told_side(fault, leak.kind) if fault else None
    return side if side is not None and (leak.theme is None or side.motif == leak.theme) else None


def _boards(game: StudiedGame, ply: int, side: Told) -> tuple[Shown, ...]:
    """The board on which the line begins, and the one without its cause."""
    fault = game.fault_at(ply)
    last = game.moves[ply].move if fault is not None and side is fault.allowed else None
    flipped = not game.is_white
    was = Drawing(side.fen, side.arrows, last, flipped)
    heading = f"Against {game.opponent}, {game.move_name(ply)}"
    boards = [Shown(was, heading, side.sentence)]
    if side.without is not None:
        marks = tuple(Arrow(square, square, Colour.BLUE) for square in map(chess.parse_square, side.without.squares))
        without = Drawing(side.without.fen, marks, flipped=flipped)
        boards.append(Shown(without, "Without the cause", side.without.sentence))
    return tuple(boards)


def _verdict(study: Study, leak: Leak) -> str:
    """What became of what an earlier study named: of this very thing, if it is asked."""
    asked = study.profile.progress.asked
    same = [each for each in asked if (each.kind, each.subject) == (leak.kind, leak.subject)]
    return next((f"{each.title}: {each.verdict}." for each in (*same, *asked)), "")
