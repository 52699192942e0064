"""Choose the four diagrams of each program's page: boards where its one move is right and most others are not.

    python experiments/endgames-paper/pages.py [NAME …]

Writes the boards into src/motif/data/endgames/pages.json and leaves the sentences there as they are. With up to four
men the tables judge: the move keeps a win that at most a third of the legal moves keep. With more men the search
judges, six plies deep: the move is best, by two pawns or more. Boards are drawn by lot, at most one for each kind of
move: a capture, a check, a quiet move of the king, of another man; then any but captures. Against a bare king every
safe move keeps the win: there the four are mates in 1, 3, 5 and 8 moves or so.
"""

from __future__ import annotations

import json
import sys
from random import Random

import chess

from motif.endgames.player import EndgamePlayer
from motif.endgames.program import SHIPPED, find_program, shipped_names
from motif.endgames.solving import answers
from motif.engines.limits import Limit
from motif.engines.small_tables import MOST_MEN, Tablebase
from motif.engines.valuation import value_moves
from motif.players.find import find_evaluator

PAGES = SHIPPED / "pages.json"
BOARDS = 4
TRIES = 40_000
AHEAD = 200
PLIES = (1, 5, 9, 15)


def placed(men: str, draw: Random) -> chess.Board | None:
    """The men of a signature anywhere, White to move, in a position that can be."""
    board = chess.Board(None)
    second = men.rindex("K")
    for place, (sign, square) in enumerate(zip(men, draw.sample(chess.SQUARES, len(men)), strict=True)):
        board.set_piece_at(square, chess.Piece.from_symbol(sign if place < second else sign.lower()))
    board.turn = chess.WHITE
    return board if board.is_valid() and not board.is_game_over() else None


def choice(player: EndgamePlayer, board: chess.Board) -> chess.Move | None:
    """The one move that the program values highest."""
    values = sorted(player.values(board), key=lambda each: -each[1])
    return None if len(values) < 4 or values[0][1] == values[1][1] else values[0][0]


def is_right(board: chess.Board, move: chess.Move, tables: Tablebase) -> bool:
    """Whether the judge agrees that few other moves would do."""
    if chess.popcount(board.occupied) <= MOST_MEN:
        exact = tables.probe(board)
        keepers = [each.move for each in answers(tables, board) if each.keeps(exact)]
        few = 3 * len(keepers) <= board.legal_moves.count()
        return few and move in keepers and exact.result == 1
    (values,) = value_moves([board], find_evaluator("search"), Limit(depth=6))
    best = max(value.centipawns for value in values.values())
    others = [value.centipawns for each, value in values.items() if each != move]
    return values[move].centipawns == best and best - max(others) >= AHEAD


def kind(board: chess.Board, move: chess.Move) -> str:
    """What a reader would call the move."""
    if board.is_capture(move):
        return "capture"
    if board.gives_check(move):
        return "check"
    return "king" if board.piece_type_at(move.from_square) == chess.KING else "piece"


def boards(name: str, endgames: list[str]) -> list[list[str]]:
    """Four boards with the program's moves, of as many kinds as turn up."""
    draw, tables, player = Random(name), Tablebase(), EndgamePlayer(name, find_program(name))
    if all(len(men) == 3 and "P" not in men for men in endgames):
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


def mating_board(player: EndgamePlayer, men: str, plies: int, draw: Random, tables: Tablebase) -> list[str]:
    """A board so many plies from the mate, with the program's move."""
    while True:
        board = placed(men, draw)
        if board is None or (move := choice(player, board)) is None:
            continue
        exact = tables.probe(board)
        if exact.result == 1 and plies <= exact.plies <= plies + 2:
            return [board.fen(), board.san(move)]


def main() -> None:
    """Choose for the programs that are named, or for all."""
    pages = json.loads(PAGES.read_text())
    for name in sys.argv[1:] or shipped_names():
        pages[name]["boards"] = boards(name, pages[name]["endgames"])
        print(name, pages[name]["boards"], flush=True)
        PAGES.write_text(json.dumps(pages, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
