"""Find a named game or position: in a file, on Lichess, as a FEN or as moves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import chess

from motif._core.board import Game
from motif.board.naming import GameName, ply_of, read_one_game, read_position
from motif.download.sites import at_once, download_game
from motif.download.web import Web
from motif.errors import BadArgument
from motif.runtime.files import shipped_games

EXAMPLES = 'write a FEN, moves such as "1. e4 e5", or a place in a game, as in games.pgn#7@23...'


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """A position, and the game and ply if it was named by them."""

    board: chess.Board
    """The board, with the moves of the game that led to it."""
    game: Game | None = None
    ply: int | None = None


def find_game(name: GameName | str, web: Web | None = None) -> Game:
    """Return the game with this name; a game on Lichess is downloaded."""
    named = GameName.parse(name) if isinstance(name, str) else name
    if identifier := named.lichess_id:
        text = download_game(f"lichess.org/{identifier}", web or at_once())
        return Game.parse(text)
    if (shipped := shipped_games(named.source)) is not None:
        return read_one_game(shipped, named.number, named.source)
    return read_one_game(named.source, named.number)


def find_position(text: str, web: Web | None = None) -> NamedPosition:
    """Return the position of a FEN, of moves from the start, or of a place in a game."""
    board = read_position(text)
    if board is not None:
        return NamedPosition(board)
    named = GameName.parse(text)
    is_game = named.lichess_id is not None or Path(named.source).exists() or shipped_games(named.source) is not None
    if not (is_game or named.place or named.number):
        raise BadArgument(f"{text!r:.80} is not a position", hint=EXAMPLES)
    game = find_game(named, web)
    return _at(game, named.place) if named.place else NamedPosition(game.board(0), game)


def find_move(name: str, move: str | None, web: Web | None = None) -> NamedPosition:
    """Return the place of a move in a game: FILE#7 and 23...Nd4, or FILE#7@23...Nd4 and None."""
    if read_position(name) is not None:
        raise BadArgument("--move names a move of a game, and this is a position", hint=f"leave out --move {move}")
    named = GameName.parse(name)
    if move is not None and named.place:
        raise BadArgument(f"--move and @{named.place} both name a move", hint="leave one of them out")
    return _at(find_game(named, web), move or named.place)


def _at(game: Game, place: str) -> NamedPosition:
    ply = ply_of(game, place)
    return NamedPosition(game.board(ply), game, ply)
