"""Show a move of a game: the board with the move missed, allowed or played, and a link to its explanation."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import chess

from motif.board.drawing import Arrow, Colour, Drawing, move_arrow
from motif.explain.explanation import Point
from motif.runtime.systems import needed
from motif.study.games import Fault, StudiedGame
from motif.study.profile import Example, Finding, Kind, MasterMove
from motif.study.review import MISTAKE
from motif.study.study import Study

# Static boards of the page: 64 cells styled like chessground's, arrows above them, and the position as text.


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """An arrow between the centres of two squares, in squares; a ring if both are the same."""

    colour: str
    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def is_mark(self) -> bool:
        return (self.x1, self.y1) == (self.x2, self.y2)


@dataclass(frozen=True, slots=True)
class Picture:
    """A board to draw: the CSS classes of each square, row by row from the upper left corner."""

    cells: tuple[str, ...]
    lines: tuple[DrawnLine, ...]
    words: str


def picture(
    board: chess.Board, arrows: Iterable[Arrow] = (), last_move: chess.Move | None = None, *, flipped: bool = False
) -> Picture:
    """The picture of a board; if `flipped`, seen from Black's side."""
    squares = chess.SQUARES if flipped else chess.SQUARES[::-1]
    shown = [square ^ 7 for square in squares]
    touched = (last_move.from_square, last_move.to_square) if last_move else ()

    def cell(square: chess.Square) -> str:
        piece = board.piece_at(square)
        names = [chess.COLOR_NAMES[piece.color], chess.piece_name(piece.piece_type)] if piece else []
        return " ".join([*names, *(["last-move"] if square in touched else [])])

    def line(arrow: Arrow) -> DrawnLine:
        (y1, x1), (y2, x2) = (divmod(shown.index(square), 8) for square in (arrow.tail, arrow.head))
        return DrawnLine(str(arrow.colour), x1 + 0.5, y1 + 0.5, x2 + 0.5, y2 + 0.5)

    return Picture(tuple(map(cell, shown)), tuple(map(line, arrows)), described(board))


def described(board: chess.Board) -> str:
    """Describe a position as text.

    >>> described(chess.Board("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"))
    'White: king e1, pawn e2. Black: king e8. Black to move.'
    """
    sides = []
    for colour in chess.COLORS:
        kinds = []
        for kind in reversed(chess.PIECE_TYPES):
            squares = [chess.square_name(square) for square in board.pieces(kind, colour)]
            if squares:
                kinds.append(f"{chess.piece_name(kind)}{'s' if len(squares) > 1 else ''} {' '.join(squares)}")
        sides.append(f"{chess.COLOR_NAMES[colour].capitalize()}: {', '.join(kinds)}.")
    return f"{' '.join(sides)} {chess.COLOR_NAMES[board.turn].capitalize()} to move."


ONE_SIDED = frozenset({Kind.MISSED, Kind.ALLOWED})
"""Findings about one side of a mistake: what was missed or what was allowed."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link to an explanation: its place in the page, a short label, and the move that report.js opens."""

    anchor: str
    words: str
    move: str
    game: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game with the explanation of a move."""

    picture: Picture
    opponent: str
    move: str
    sentence: str
    link: Link


def master_picture(move: MasterMove) -> Picture:
    """The board before a master's move, with the arrows of its explanation, seen from the side that made it."""
    board = chess.Board(move.fen)
    return picture(board, move.arrows or [move_arrow(move.move)], flipped=not board.turn)


def link(game: StudiedGame, ply: int) -> Link:
    """The link to a move, or to its game if the page does not explain the move."""
    whole = f"game-{game.number}"
    if not 0 <= ply < len(game.moves):
        return Link(whole, f"game {game.number}", whole, game.number)
    there = anchor(game, ply)
    return Link(
        there if game.fault_at(ply) else whole, f"game {game.number}, {game.move_name(ply)}", there, game.number
    )


def links(games: Mapping[int, StudiedGame], examples: Sequence[Example]) -> tuple[Link, ...]:
    """The links to examples."""
    return tuple(link(games[each.game], each.ply) for each in examples if each.game in games and games[each.game].moves)


def anchor(game: StudiedGame, ply: int) -> str:
    """The anchor of a mistake's explanation; report.js uses the same name."""
    return f"game-{game.number}-ply-{ply}"


def moment_of(games: Mapping[int, StudiedGame], finding: Finding) -> Moment | None:
    """The example of a finding to show first."""
    places = (each for each in finding.examples if each.game in games)
    place = next((each for each in places if 0 <= each.ply < len(games[each.game].moves)), None)
    return moment(games[place.game], place.ply, finding.kind) if place else None


def moment(game: StudiedGame, ply: int, kind: Kind | None = None) -> Moment:
    """A move as a moment: with the side of the mistake that the finding is about, or the main one."""
    fault = game.fault_at(ply)
    side = meant_point(fault, kind) if fault else None
    if side is not None:
        board, arrows, last = chess.Board(side.fen), side.arrows, None
        if fault is not None and side is fault.allowed:
            last = game.moves[ply].move
    else:
        board, arrows, last = game.boards()[ply], tuple(_played_arrows(game, ply)), None
    return Moment(
        picture(board, arrows, last, flipped=not game.is_white),
        game.opponent,
        game.move_name(ply) + game.moves[ply].judgement.symbol,
        sentence_of(game, ply, kind),
        link(game, ply),
    )


def meant_point(fault: Fault, kind: Kind | None) -> Point | None:
    """The side of a mistake that a finding is about: what was missed or allowed, else the main point."""
    if kind is Kind.MISSED:
        return fault.missed
    if kind is Kind.ALLOWED:
        return fault.allowed
    return fault.point


def meant_sentence(fault: Fault, side: Point | None, kind: Kind | None) -> str:
    """The sentence about that side of a mistake; the mistake's own sentence if it is the main point."""
    if kind not in ONE_SIDED or side is None or side is fault.point:
        return fault.sentence
    return side.text


def sentence_of(game: StudiedGame, ply: int, kind: Kind | None = None) -> str:
    """The sentence about a mistake under a finding; empty if the move was no mistake."""
    fault = game.fault_at(ply)
    if fault is None:
        return ""
    sentence = meant_sentence(fault, meant_point(fault, kind), kind)
    return sentence if sentence == fault.sentence else f"You played {game.moves[ply].san}. {sentence}"


def _played_arrows(game: StudiedGame, ply: int) -> list[Arrow]:
    played = game.moves[ply]
    if played.best is None or played.best == played.move or played.lost < MISTAKE:
        return [move_arrow(played.move)]
    return [move_arrow(played.move, Colour.RED), move_arrow(played.best)]


# One card to show to friends: a finding in a sentence, and a board.

LAYOUT = Path(__file__).parent / "card.typ"
DOTS_PER_INCH = 144
Form = Literal["svg", "png"]


@dataclass(frozen=True, slots=True)
class ShareCard:
    """The contents of the card that a player can share."""

    player: str
    title: str
    sentence: str
    drawing: Drawing
    heading: str
    """What the board shows: the opponent and the move."""
    words: str
    verdict: str
    below: str

    def picture(self, form: Form) -> bytes:
        """Draw the card as SVG or PNG."""
        with needed("pdf", "A card"):
            import typst  # slow to import

        content = {
            "player": self.player,
            "title": self.title,
            "sentence": self.sentence,
            "heading": self.heading,
            "words": self.words,
            "verdict": self.verdict,
            "below": self.below,
        }
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "board.svg").write_text(self.drawing.svg(), encoding="utf-8")
            (root / "card.json").write_text(json.dumps(content), encoding="utf-8")
            (root / "card.typ").write_text(LAYOUT.read_text(encoding="utf-8"), encoding="utf-8")
            made = typst.compile(str(root / "card.typ"), root=folder, format=form, ppi=DOTS_PER_INCH)
            return bytes(made[0] if isinstance(made, list) else made)


def card_of(study: Study) -> ShareCard | None:
    """The card of a study; None if no mistake on the first screen has a board to show."""
    profile = study.profile
    games = {game.number: game for game in study.games}
    for finding in profile.work_on:
        places = [(games[each.game], each.ply) for each in finding.examples if each.game in games]
        shown = [(game, ply, side) for game, ply in places if (side := _side(game, ply, finding)) is not None]
        if shown:
            game, ply, side = shown[0]
            counted, _, _ = finding.words.partition(". ")
            return ShareCard(
                profile.player,
                finding.title,
                counted.rstrip(".") + ".",
                _drawing(game, ply, side),
                f"Against {game.opponent}, {game.move_name(ply)}",
                side.text,
                _change(study, finding),
                f"From {profile.games} games. Made by Motif.",
            )
    return None


def _side(game: StudiedGame, ply: int, finding: Finding) -> Point | None:
    fault = game.fault_at(ply)
    side = meant_point(fault, finding.kind) if fault else None
    return side if side is not None and finding.motif in (None, side.motif) else None


def _drawing(game: StudiedGame, ply: int, side: Point) -> Drawing:
    fault = game.fault_at(ply)
    last = game.moves[ply].move if fault is not None and side is fault.allowed else None
    return Drawing(side.fen, side.arrows, last, flipped=not game.is_white)


def _change(study: Study, finding: Finding) -> str:
    """Say how this finding has changed since an earlier study; if unknown, how the first finding of that study has."""
    followed = study.profile.progress.findings
    same = [each for each in followed if each.name == finding.name]
    return next((f"{each.title}: {each.change}." for each in (*same, *followed)), "")
