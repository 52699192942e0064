"""Choose the four diagrams of each program's page: boards where its one move is right and most others are not.

    python experiments/endgames-paper/pages.py [NAME …]

Writes the boards into src/motif/data/endgames/pages.json and leaves the sentences there as they are. With at most four
pieces and pawns the tables decide: the move keeps a win that at most a third of the legal moves keep. With more a
search of six plies decides: the move is best by two pawns or more. Boards are random, at most one for each kind of
move: a capture, a check, a quiet move of the king, of another piece; then any but captures. Against a bare king every
safe move keeps the win, so there the four are mates in about 1, 3, 5 and 8 moves.
"""

from __future__ import annotations

import json
import sys
from random import Random

import chess

from motif.endgames.games import EndgamePlayer
from motif.endgames.program import SHIPPED, find_program, shipped_names
from motif.endgames.solving import answers
from motif.engines.evaluator import value_moves
from motif.engines.limits import Limit
from motif.engines.small_tables import MOST_PIECES, Tablebase
from motif.players.names import find_evaluator

PAGES = SHIPPED / "pages.json"
BOARDS = 4
TRIES = 40_000
AHEAD = 200
PLIES = (1, 5, 9, 15)


def placed(signature: str, draw: Random) -> chess.Board | None:
    """Place the pieces of a signature at random, White to move; None if the position is illegal."""
    board = chess.Board(None)
    second = signature.rindex("K")
    for place, (sign, square) in enumerate(zip(signature, draw.sample(chess.SQUARES, len(signature)), strict=True)):
        board.set_piece_at(square, chess.Piece.from_symbol(sign if place < second else sign.lower()))
    board.turn = chess.WHITE
    return board if board.is_valid() and not board.is_game_over() else None


def choice(player: EndgamePlayer, board: chess.Board) -> chess.Move | None:
    """Return the one move that the program values highest."""
    values = sorted(player.values(board), key=lambda each: -each[1])
    return None if len(values) < 4 or values[0][1] == values[1][1] else values[0][0]


def is_right(board: chess.Board, move: chess.Move, tables: Tablebase) -> bool:
    """Return whether tables or search agree that few other moves would do."""
    if chess.popcount(board.occupied) <= MOST_PIECES:
        exact = tables.probe(board)
        keepers = [each.move for each in answers(tables, board) if each.keeps(exact)]
        few = 3 * len(keepers) <= board.legal_moves.count()
        return few and move in keepers and exact.result == 1
    (values,) = value_moves([board], find_evaluator("search"), Limit(depth=6))
    best = max(value.centipawns for value in values.values())
    others = [value.centipawns for each, value in values.items() if each != move]
    return values[move].centipawns == best and best - max(others) >= AHEAD


def kind(board: chess.Board, move: chess.Move) -> str:
    """Return the kind of a move, as a reader would call it."""
    if board.is_capture(move):
        return "capture"
    if board.gives_check(move):
        return "check"
    return "king" if board.piece_type_at(move.from_square) == chess.KING else "piece"


def boards(name: str, endgames: list[str]) -> list[list[str]]:
    """Return four boards with the program's moves, of as many kinds as occur."""
    draw, tables, player = Random(name), Tablebase(), EndgamePlayer(name, find_program(name))
    if all(len(signature) == 3 and "P" not in signature for signature in endgames):
        return [mating_board(player, endgames[place % 2], plies, draw, tables) for place, plies in enumerate(PLIES)]
    chosen: list[tuple[str, list[str]]] = []
    for number in range(TRIES):
        board = placed(endgames[number % len(endgames)], draw)
        if board is None or (move := choice(player, board)) is None:
            continue
        word = kind(board, move)
        is_new = word not in {each for each, _ in chosen}
        may_repeat = word != "capture" and number >= TRIES // 4
        if (is_new or may_repeat) and is_right(board, move, tables):
            chosen.append((word, [board.fen(), board.san(move)]))
        if len(chosen) == BOARDS:
            break
    return [row for _, row in chosen]


def mating_board(player: EndgamePlayer, signature: str, plies: int, draw: Random, tables: Tablebase) -> list[str]:
    """Return a board `plies` plies before mate, with the program's move."""
    while True:
        board = placed(signature, draw)
        if board is None or (move := choice(player, board)) is None:
            continue
        exact = tables.probe(board)
        if exact.result == 1 and plies <= exact.plies <= plies + 2:
            return [board.fen(), board.san(move)]


def main() -> None:
    """Choose for the named programs, or for all."""
    pages = json.loads(PAGES.read_text())
    for name in sys.argv[1:] or shipped_names():
        pages[name]["boards"] = boards(name, pages[name]["endgames"])
        print(name, pages[name]["boards"], flush=True)
        PAGES.write_text(json.dumps(pages, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
