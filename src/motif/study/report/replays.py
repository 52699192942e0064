"""The games as report.js reads them: moves, values, and for each mistake its lines; one letter a name, to be small."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import chess

from motif.study.games import Fault, StudiedGame, Told
from motif.study.report.annotated import opening_arrows


def replays(games: Iterable[StudiedGame]) -> str:
    """JSON for a script element: nothing in it can close the element or open another."""
    text = json.dumps({game.number: _replay(game) for game in games}, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _replay(game: StudiedGame) -> dict[str, Any]:
    """f: FEN of the start, m: moves, s: as they are written, a: White's advantage, b: Black below, j: judgements,
    x: mistakes."""
    return {
        "f": game.start,
        "m": " ".join(move.move.uci() for move in game.moves),
        "s": " ".join(move.san for move in game.moves),
        "a": [game.advantage, *(move.advantage for move in game.moves)],
        "b": int(not game.is_white),
        "j": {ply: move.judgement.symbol for ply, move in enumerate(game.moves) if move.judgement.symbol},
        "x": [_mistake(game, fault, board) for fault, board in zip(game.faults, _boards_before(game), strict=True)],
    }


def _boards_before(game: StudiedGame) -> Iterator[chess.Board]:
    """The board before each mistake."""
    board = chess.Board(game.start)
    plies = {fault.ply for fault in game.faults}
    for ply, played in enumerate(game.moves):
        if ply in plies:
            yield board.copy(stack=False)
        board.push(played.move)


def _mistake(game: StudiedGame, fault: Fault, board: chess.Board) -> dict[str, Any]:
    """p: the ply, m: what was missed or, when nobody knows why, the better line alone, a: what was allowed."""
    played = game.moves[fault.ply]
    missed = _told(fault.missed) if fault.missed else None
    if missed is None and played.line and played.line[0] != played.move:
        missed = _line(board, played.line) | {"r": f"G{played.line[0].uci()[:4]}"}
    return {"p": fault.ply, "m": missed, "a": _told(fault.allowed) if fault.allowed else None}


def _told(told: Told) -> dict[str, Any]:
    """t: the sentence, r: arrows, w: the board without the cause, when the line has come there, and what is new."""
    board = chess.Board(told.fen)
    content = _line(board, told.line) | {"t": told.sentence, "r": " ".join(map(str, opening_arrows(told)))}
    if told.without:
        content["w"] = _without(told)
    return content


def _line(board: chess.Board, line: tuple[chess.Move, ...]) -> dict[str, Any]:
    """m: the moves, s: as they are written."""
    board = board.copy(stack=False)
    written = []
    for move in line:
        written.append(board.san(move))
        board.push(move)
    return {"m": " ".join(move.uci() for move in line), "s": " ".join(written)}


def _without(told: Told) -> dict[str, Any]:
    """f: the placement, t: the sentence, p: after how many moves of the line it differs least, q: the squares."""
    assert told.without is not None
    ply, squares = where_undone(told)
    placement = chess.Board(told.without.fen).board_fen()
    return {"f": placement, "t": told.without.sentence, "p": ply, "q": "".join(map(chess.square_name, squares))}


def where_undone(told: Told) -> tuple[int, list[chess.Square]]:
    """After how many moves of its line the board without the cause differs least from that of the line, and where."""
    assert told.without is not None
    other = chess.Board(told.without.fen)
    boards = [chess.Board(told.fen)]
    for move in told.line:
        boards.append(boards[-1].copy(stack=False))
        boards[-1].push(move)
    same_turn = [ply for ply, each in enumerate(boards) if each.turn == other.turn] or [0]
    ply = min(same_turn, key=lambda ply: len(_changes(boards[ply], other)))
    return ply, _changes(boards[ply], other)


def _changes(board: chess.Board, other: chess.Board) -> list[chess.Square]:
    return [square for square in chess.SQUARES if board.piece_at(square) != other.piece_at(square)]
