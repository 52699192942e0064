"""Read the names that people type for a game, for a position and for a move of a game.

A game is FILE, FILE#7 or lichess:GAMEID. A position is a FEN, moves such as "1. e4 e5 2. Nf3", or a place in a game,
FILE#7@23... (before Black's 23rd move). A move of a game is 23...Nd4, 23. Nd4 or 23...
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import chess

from motif._core.board import Game
from motif.board.games import GameFilter, Report, read_games
from motif.board.moves import read_board, read_move
from motif.errors import BadArgument, BadGameFile, IllegalMove, NothingFound

LICHESS = "lichess"
START = "start"

_NUMBERED = re.compile(r"(?P<source>.+)#(?P<number>\d{1,100})")
_PLACE = re.compile(r"(?P<number>\d{1,4})\s*(?P<dots>\.{2,3}|…|\.)?\s*(?P<move>[^\s.].*)?")
_LICHESS_LINK = re.compile(r"(?:https?://)?lichess\.org/(?P<id>\w{8})(?:\w{4})?(?:/(?:white|black))?(?:[#?].*)?")
_MOVE_NUMBER = re.compile(r"\d+\s*(?:\.{1,3}|…)")
FEWEST_FEN_FIELDS = 4
"""A text with a slash in its first word and at least this many words is a FEN, perhaps a wrong one."""

_RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "*"})


@dataclass(frozen=True, slots=True)
class GameName:
    """A game as a person names it: a file and its number in it, or a game on Lichess; perhaps with a place in it.

    >>> GameName.parse("club.pgn#7@23...")
    GameName(source='club.pgn', number=7, place='23...')
    >>> GameName.parse("https://lichess.org/abcdefgh/black").source
    'lichess:abcdefgh'
    """

    source: str
    number: int | None = None
    place: str = ""

    @classmethod
    def parse(cls, text: str) -> GameName:
        """Read the name; a file whose own name contains # or @ is found first."""
        if link := _LICHESS_LINK.fullmatch(text):
            return cls(f"{LICHESS}:{link['id']}")
        place = ""
        if not _is_file(text) and "@" in text:
            before, _, after = text.rpartition("@")
            if _PLACE.fullmatch(after.strip()):
                text, place = before, after.strip()
        numbered = None if _is_file(text) else _NUMBERED.fullmatch(text)
        if numbered is None:
            return cls(text, None, place)
        if int(numbered["number"]) < 1:
            raise BadArgument(f"{text}: games are counted from 1", hint=f"write {numbered['source']}#1")
        return cls(numbered["source"], int(numbered["number"]), place)

    @property
    def lichess_id(self) -> str | None:
        """The identifier of a game on Lichess; None for a game in a file."""
        site, colon, identifier = self.source.partition(":")
        return identifier if colon and site.casefold() == LICHESS and not _is_file(self.source) else None

    def __str__(self) -> str:
        number = "" if self.number is None else f"#{self.number}"
        return f"{self.source}{number}{'@' if self.place else ''}{self.place}"


def read_one_game(path: str | Path, number: int | None = None, name: str | None = None) -> Game:
    """Return a game of a file, by its number counted from 1; without a number the file must have one game only.

    `name` is what the person typed for the file, for the message about a number that is missing or too large.
    """
    report, called = Report(), name or str(path)
    count, first = 0, None
    for game in read_games(path, GameFilter(), report):
        count += 1
        if count == number:
            return game
        first = first or game
    if first is None:
        raise BadGameFile(f"there is no game in {called}", hint=_why_none(report))
    if number is not None:
        raise NothingFound(f"there is no game {number} in {called}: it has {count:,}", hint=f"write {called}#{count}")
    if count > 1:
        raise BadArgument(
            f"{called} has {count:,} games, and this works on one",
            hint=f"write {called}#1 for the first or {called}#{count} for the last",
        )
    return first


def _why_none(report: Report) -> str:
    if report.variants:
        return f"it has games of {', '.join(report.variants)}, and Motif knows only chess"
    return str(report.bad_games[0]) if report.bad_games else ""


def ply_of(game: Game, place: str) -> int:
    """Return the ply of a move of a game, counted from 0: of 23...Nd4, 23. Nd4, 23... or 23.

    >>> scholar = Game.parse('[Result "1-0"]\\n\\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\\n')
    >>> [ply_of(scholar, place) for place in ("3...Nf6", "3... Nf6", "3…", "4.", "4 Qxf7", "3 Nf6", "Nf6")]
    [5, 5, 5, 6, 6, 5, 5]
    """
    parts = _PLACE.fullmatch(place.strip())
    if parts is None:
        return _ply_of_move(game, place.strip())
    number, dots, typed = int(parts["number"]), parts["dots"] or "", (parts["move"] or "").strip()
    first = game.board(0)
    white = 2 * (number - first.fullmove_number) - (first.turn == chess.BLACK)
    if not dots and typed:
        # 23 Nd4: for either side.
        return white + 1 if _is_played(game, white + 1, typed) else _checked(game, white, typed)
    return _checked(game, white if dots in ("", ".") else white + 1, typed)


def read_position(text: str) -> chess.Board | None:
    """Return the position of a FEN, of the word `start` or of moves from the start; None for any other text.

    >>> read_position("1. e4 e5 2. Nf3").fullmove_number, read_position("club.pgn#7@23...")
    (2, None)
    """
    fields = text.split()
    is_fen = bool(fields) and "/" in fields[0] and (fields[0].count("/") == 7 or len(fields) >= FEWEST_FEN_FIELDS)
    if text.strip() == START or is_fen:
        return read_board(text)
    words = move_words(text)
    is_numbered = bool(_MOVE_NUMBER.match(text.strip()))
    return read_moves(text) if words and (is_numbered or all(map(looks_like_a_move, words))) else None


def move_words(text: str) -> list[str]:
    """Return the moves of a line as they are written, without their numbers and the result.

    >>> move_words("1. e4 e5 2. Nf3 1-0")
    ['e4', 'e5', 'Nf3']
    """
    return [word for word in _MOVE_NUMBER.sub(" ", text).split() if word not in _RESULTS]


def read_moves(text: str) -> chess.Board:
    """Return the board after a line of moves from the start; raise IllegalMove for the first that cannot be played."""
    board = chess.Board()
    for word in move_words(text):
        try:
            board.push(read_move(board, word))
        except IllegalMove as error:
            after = f"after {chess.Board().variation_san(board.move_stack)}: " if board.move_stack else ""
            raise IllegalMove(f"{after}{error}", error.hint) from None
    return board


def move_name(game: Game, ply: int) -> str:
    """Write a move of a game as ply_of reads it: 23...Nd4."""
    board = game.board(ply)
    return f"{board.fullmove_number}{'.' if board.turn else '...'}{board.san(game.moves[ply])}"


def _checked(game: Game, ply: int, typed: str) -> int:
    """Return the ply if the game has it and this move was played there."""
    if not len(game):
        raise BadArgument("this game has no moves", hint="name another game, as in games.pgn#2")
    if not 0 <= ply < len(game):
        raise BadArgument(
            f"the game has no such move: it ends with {move_name(game, len(game) - 1)}",
            hint=f"choose a move from {move_name(game, 0)} to {move_name(game, len(game) - 1)}",
        )
    if typed and not _is_played(game, ply, typed):
        others = [move_name(game, each) for each in range(len(game)) if _is_played(game, each, typed)]
        hint = f"did you mean {others[0]}?" if others else f"write {move_name(game, ply)}"
        raise BadArgument(f"{typed} was not played there: the move was {move_name(game, ply)}", hint=hint)
    return ply


def _ply_of_move(game: Game, typed: str) -> int:
    plies = [ply for ply in range(len(game)) if _is_played(game, ply, typed)]
    if len(plies) == 1:
        return plies[0]
    if not plies:
        raise BadArgument(f"{typed} was not played in this game", hint="name a move with its number, as in 23...Nd4")
    names = [move_name(game, ply) for ply in plies]
    raise BadArgument(
        f"{typed} was played {len(plies)} times: {', '.join(names[:5])}", hint=f"write the number too, as in {names[0]}"
    )


def _is_played(game: Game, ply: int, typed: str) -> bool:
    if not 0 <= ply < len(game):
        return False
    try:
        return read_move(game.board(ply), typed) == game.moves[ply]
    except IllegalMove:
        return False


def looks_like_a_move(word: str) -> bool:
    """Whether a word is written like a move, legal or not."""
    return bool(re.fullmatch(r"(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBN])?|[O0]-[O0](?:-[O0])?)[+#!?]*", word))


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False
