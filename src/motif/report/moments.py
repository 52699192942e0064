"""A place in a game to show: the board with what was missed, allowed or played there, and where the page tells more."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import chess

from motif.board.drawing import Arrow, Colour, Drawing, move_arrow
from motif.board.wording import percent
from motif.explain.explanation import Point
from motif.runtime.extras import needed
from motif.study.games import Fault, Oversight, StudiedGame
from motif.study.profile import Claim, Example, Kind, Leak
from motif.study.review import MISTAKE
from motif.study.study import Study

# Boards of the page that stand still: 64 cells in chessground's dress, arrows above them, and a board in words.


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """An arrow between two centres, a cell being 1 wide; a mark where they are the same."""

    colour: str
    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def is_mark(self) -> bool:
        """Whether this is a ring around one square."""
        return (self.x1, self.y1) == (self.x2, self.y2)


@dataclass(frozen=True, slots=True)
class Picture:
    """A board to draw: each cell by the classes that dress it, from the upper left corner, row by row."""

    cells: tuple[str, ...]
    lines: tuple[DrawnLine, ...]
    words: str


def picture(
    board: chess.Board, arrows: Iterable[Arrow] = (), last_move: chess.Move | None = None, *, flipped: bool = False
) -> Picture:
    """The picture of a board, Black below when it is flipped."""
    squares = chess.SQUARES if flipped else chess.SQUARES[::-1]
    shown = [square ^ 7 for square in squares]
    touched = (last_move.from_square, last_move.to_square) if last_move else ()

    def cell(square: chess.Square) -> str:
        man = board.piece_at(square)
        names = [chess.COLOR_NAMES[man.color], chess.piece_name(man.piece_type)] if man else []
        return " ".join([*names, *(["last-move"] if square in touched else [])])

    def line(arrow: Arrow) -> DrawnLine:
        (y1, x1), (y2, x2) = (divmod(shown.index(square), 8) for square in (arrow.tail, arrow.head))
        return DrawnLine(str(arrow.colour), x1 + 0.5, y1 + 0.5, x2 + 0.5, y2 + 0.5)

    return Picture(tuple(map(cell, shown)), tuple(map(line, arrows)), described(board))


def described(board: chess.Board) -> str:
    """A position in words.

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


ONE_SIDED = frozenset({Kind.MISSED, Kind.ALLOWED, Kind.OVERSIGHT})
"""Claims about one side of a mistake."""


@dataclass(frozen=True, slots=True)
class Link:
    """Where on the page a moment is told, in few words which one it is, and the move that report.js opens."""

    anchor: str
    words: str
    move: str
    game: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A board of a game with its story."""

    picture: Picture
    opponent: str
    move: str
    sentence: str
    link: Link


def link(game: StudiedGame, ply: int) -> Link:
    """The link to a move; to its game where the page tells no more of it."""
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
    """Where a mistake is told, and the name by which report.js knows any move."""
    return f"game-{game.number}-ply-{ply}"


def best_moment(
    games: Mapping[int, StudiedGame], claim: Claim | Leak, shown: set[Example] | None = None
) -> Moment | None:
    """The first example of a claim that shows its motif; else the first with a mistake, else the first.

    What stands in `shown` is under another claim already; the example that is taken is added to it.
    """
    shown = set() if shown is None else shown
    places = [each for each in claim.examples if each.game in games and each not in shown]
    places = [each for each in places if 0 <= each.ply < len(games[each.game].moves)]
    if not places:
        return None
    chosen = min(places, key=lambda place: _strangeness(games[place.game], place.ply, claim))
    shown.add(chosen)
    return moment(games[chosen.game], chosen.ply, claim.kind)


def moment(game: StudiedGame, ply: int, kind: Kind | None = None) -> Moment:
    """What happened at a move: the side of the mistake that the claim is about, or the one that speaks first."""
    fault = None if kind is Kind.STRENGTH else game.fault_at(ply)
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
        _sentence(game, ply, fault, side, kind),
        link(game, ply),
    )


def costliest(games: Sequence[StudiedGame], most: int) -> list[Moment]:
    """The mistakes that lost most, explained ones first, one from a game."""
    worst = [
        max(game.faults, key=lambda fault: (bool(fault.with_motif), game.moves[fault.ply].lost))
        for game in games
        if game.faults
    ]
    owners = [game for game in games if game.faults]
    places = sorted(
        zip(owners, worst, strict=True), key=lambda place: (not place[1].with_motif, -place[0].moves[place[1].ply].lost)
    )
    return [moment(game, fault.ply) for game, fault in places[:most]]


def meant_point(fault: Fault, kind: Kind | None) -> Point | None:
    """What was missed under a claim about misses, what was allowed under one about that, and nothing else there."""
    if kind is Kind.MISSED:
        return fault.missed
    if kind is Kind.ALLOWED:
        return fault.allowed
    if kind is Kind.OVERSIGHT:
        return fault.missed if fault.oversight is Oversight.CHANCE else fault.allowed
    return next(iter(fault.with_motif), None)


def meant_sentence(fault: Fault, side: Point | None, kind: Kind | None) -> str:
    """What is said of the side that a claim is about, as `meant_point` gives it; else all that is said of the mistake.

    Where the mistake's own sentence speaks of what was allowed first, it is the fuller one.
    """
    if kind not in ONE_SIDED or fault.point is None:
        return fault.sentence
    if side is None:
        return f"{fault.played.san} gave away {percent(fault.verdict.lost)} of the winning chance."
    return fault.sentence if kind is not Kind.MISSED and side is fault.point else side.text


def _sentence(game: StudiedGame, ply: int, fault: Fault | None, side: Point | None, kind: Kind | None) -> str:
    """Of a miss only what was missed, of what was allowed at least that; else all that is said; of a success, that."""
    played = game.moves[ply]
    if kind is Kind.STRENGTH:
        return f"You played {played.san}."
    if kind is Kind.MISSED:
        if side is not None:
            return f"You played {played.san}. {side.text}"
        better = game.boards()[ply].san(played.best) if played.best and played.best != played.move else ""
        return f"You played {played.san}; {better} was there." if better else ""
    if fault is None:
        return ""
    sentence = meant_sentence(fault, side, kind)
    return f"You played {played.san}. {sentence}" if side is not None and sentence != fault.sentence else sentence


def _strangeness(game: StudiedGame, ply: int, claim: Claim | Leak) -> int:
    fault = game.fault_at(ply)
    side = meant_point(fault, claim.kind) if fault else None
    if side is not None and side.motif == claim.theme:
        return 0
    return 1 if side is not None else 2


def _played_arrows(game: StudiedGame, ply: int) -> list[Arrow]:
    played = game.moves[ply]
    if played.best is None or played.best == played.move or played.lost < MISTAKE:
        return [move_arrow(played.move)]
    return [move_arrow(played.move, Colour.RED), move_arrow(played.best)]


# One card to show to friends: the habit in a sentence, the board as it was, the board without the cause, the verdict.

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
        with needed("pdf", "A card"):
            import typst  # slow to import

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
            game, ply, side = min(shown, key=lambda each: each[2].check is None)
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


def _side(game: StudiedGame, ply: int, leak: Leak) -> Point | None:
    fault = game.fault_at(ply)
    side = meant_point(fault, leak.kind) if fault else None
    return side if side is not None and (leak.theme is None or side.motif == leak.theme) else None


def _boards(game: StudiedGame, ply: int, side: Point) -> tuple[Shown, ...]:
    """The board on which the line begins, and the one without its cause."""
    fault = game.fault_at(ply)
    last = game.moves[ply].move if fault is not None and side is fault.allowed else None
    flipped = not game.is_white
    was = Drawing(side.fen, side.arrows, last, flipped)
    heading = f"Against {game.opponent}, {game.move_name(ply)}"
    boards = [Shown(was, heading, side.text)]
    if side.check is not None:
        marks = tuple(Arrow(square, square, Colour.BLUE) for square in map(chess.parse_square, side.check.squares))
        without = Drawing(side.check.fen, marks, flipped=flipped)
        boards.append(Shown(without, "Without the cause", side.check.result))
    return tuple(boards)


def _verdict(study: Study, leak: Leak) -> str:
    """What became of what an earlier study named: of this very thing, if it is asked."""
    asked = study.profile.progress.asked
    same = [each for each in asked if (each.kind, each.subject) == (leak.kind, leak.subject)]
    return next((f"{each.title}: {each.verdict}." for each in (*same, *asked)), "")
