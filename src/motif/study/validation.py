"""Whether the games of a study can be played: what a file says is played over before anybody relies on it.

A file may have the right shape and hold moves that no board allows; a report, a page or a trainer would find out in
the middle of its work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import chess

from motif.board.oracles import MATE
from motif.board.valuation import after
from motif.reasons.told import Step, Told, steps_of
from motif.study.games import Fault, Occasion, StudiedGame


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
    board = read_position(game.start, "start")
    for advantage in (game.advantage, *(played.advantage for played in game.moves)):
        if abs(advantage) > MATE:
            raise CannotBePlayed("nobody can be ahead by more than a mate", "moves")
    plies = [fault.ply for fault in game.faults]
    if plies != sorted(set(plies)):
        raise CannotBePlayed("the plies do not rise", "faults")
    _check_plies(game, game.faults, "faults")
    _check_plies(game, game.occasions, "occasions")
    _check_plies(game, game.theirs, "theirs")
    faults = {fault.ply: (index, fault) for index, fault in enumerate(game.faults)}
    for ply, played in enumerate(game.moves):
        check_line(board, played.line, "moves", ply, "line")
        check_line(board, [played.move], "moves", ply, "move")
        before, board = board, after(board, played.move)
        if ply in faults:
            index, fault = faults[ply]
            _check_fault(fault, before, board, index)


def _check_plies(game: StudiedGame, items: Sequence[Fault | Occasion], *place: object) -> None:
    for index, each in enumerate(items):
        if not 0 <= each.ply < len(game.moves):
            raise CannotBePlayed(f"the game has no ply {each.ply}", *place, index, "ply")


def _check_fault(fault: Fault, before: chess.Board, now: chess.Board, index: int) -> None:
    for name, board, fen in (("fen", before, fault.fen), ("played", now, fault.played.fen)):
        _check_same(board, fen, "faults", index, name)
    _check_steps(before, [fault.played], "faults", index, "played")
    _check_steps(before, fault.better, "faults", index, "better")
    for name, board, side in (("missed", before, fault.missed), ("allowed", now, fault.allowed)):
        if side is not None:
            _check_told(side, board, "faults", index, name)


def _check_told(side: Told, board: chess.Board, *place: object) -> None:
    _check_same(board, side.fen, *place, "fen")
    _check_steps(board, side.line, *place, "line")
    if side.without is not None:
        read_position(side.without.fen, *place, "without", "fen")
        if not 0 <= side.without.ply <= len(side.line) or not set(side.without.squares) <= {*chess.SQUARE_NAMES}:
            raise CannotBePlayed("the boards cannot be compared", *place, "without")


def _check_same(board: chess.Board, fen: str, *place: object) -> None:
    if read_position(fen, *place).epd() != board.epd():
        raise CannotBePlayed("the line begins on another board", *place)


def _check_steps(board: chess.Board, steps: Sequence[Step], *place: object) -> None:
    if not steps:
        raise CannotBePlayed("there is no move", *place)
    try:
        moves = [step.move for step in steps]
    except ValueError:
        raise CannotBePlayed("this is no move", *place) from None
    check_line(board, moves, *place)
    for step, true in zip(steps, steps_of(board, moves), strict=True):
        if step.san != true.san or read_position(step.fen, *place).epd() != chess.Board(true.fen).epd():
            raise CannotBePlayed(f"{step.uci} does not lead to this board", *place)


def check_line(board: chess.Board, line: Sequence[chess.Move], *place: object) -> None:
    """Raise CannotBePlayed where a line cannot be played on a board."""
    walk = board.copy(stack=False)
    for move in line:
        if not walk.is_legal(move):
            raise CannotBePlayed(f"{move.uci()} cannot be played", *place)
        walk.push(move)


def read_position(fen: str, *place: object) -> chess.Board:
    """The board of a FEN; raises CannotBePlayed for any other text."""
    try:
        return chess.Board(fen)
    except ValueError:
        raise CannotBePlayed("this is no position", *place) from None
