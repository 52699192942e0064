"""Whether the games of a study can be played: what a file says is played over before anybody relies on it.

A file may have the right shape and hold moves that no board allows; a report, a page or a trainer would find out in
the middle of its work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import chess

from motif.board.oracles import MATE
from motif.study.games import Fault, Occasion, StudiedGame, Told


class CannotBePlayed(Exception):
    """What is wrong with a game, in words, and where."""

    def __init__(self, problem: str, *place: object) -> None:
        super().__init__(problem)
        self.place = place


def check_games(games: Iterable[StudiedGame]) -> None:
    """Raise CannotBePlayed for the first game whose moves, lines or plies do not fit its board."""
    numbers: set[int] = set()
    for index, game in enumerate(games):
        try:
            _check_game(game)
        except CannotBePlayed as problem:
            raise CannotBePlayed(str(problem), "games", index, *problem.place) from None
        if game.number in numbers or game.number < 1:
            raise CannotBePlayed(f"no game can be number {game.number}", "games", index, "number")
        numbers.add(game.number)


def _check_game(game: StudiedGame) -> None:
    board = _board(game.start, "start")
    for advantage in (game.advantage, *(played.advantage for played in game.moves)):
        if abs(advantage) > MATE:
            raise CannotBePlayed("nobody can be ahead by more than a mate", "moves")
    faults = {fault.ply: (index, fault) for index, fault in enumerate(game.faults)}
    if len(faults) < len(game.faults) or list(faults) != sorted(faults):
        raise CannotBePlayed("the plies do not rise", "faults")
    _check_plies(game, game.faults, "faults")
    _check_plies(game, game.occasions, "occasions")
    _check_plies(game, game.theirs, "theirs")
    for ply, played in enumerate(game.moves):
        index, fault = faults.get(ply, (0, None))
        if played.line:
            _check_line(board, played.line, "moves", ply, "line")
        if fault and fault.missed:
            _check_told(fault.missed, board, "faults", index, "missed")
        _check_line(board, [played.move], "moves", ply, "move")
        board.push(played.move)
        if fault and fault.allowed:
            _check_told(fault.allowed, board, "faults", index, "allowed")


def _check_plies(game: StudiedGame, found: Sequence[Fault | Occasion], *place: object) -> None:
    for index, each in enumerate(found):
        if not 0 <= each.ply < len(game.moves):
            raise CannotBePlayed(f"the game has no ply {each.ply}", *place, index, "ply")


def _check_told(told: Told, board: chess.Board, *place: object) -> None:
    if _board(told.fen, *place, "fen").epd() != board.epd():
        raise CannotBePlayed("the line begins on another board", *place, "fen")
    if not told.line:
        raise CannotBePlayed("there is no move", *place, "line")
    _check_line(board, told.line, *place, "line")
    if told.without:
        _board(told.without.fen, *place, "without", "fen")


def _check_line(board: chess.Board, line: Sequence[chess.Move], *place: object) -> None:
    after = board if len(line) == 1 else board.copy(stack=False)
    for move in line:
        if not after.is_legal(move):
            raise CannotBePlayed(f"{move.uci()} cannot be played", *place)
        if after is not board:
            after.push(move)


def _board(fen: str, *place: object) -> chess.Board:
    try:
        return chess.Board(fen)
    except ValueError:
        raise CannotBePlayed("this is no position", *place) from None
