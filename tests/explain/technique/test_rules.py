"""Test each endgame rule on a board where it holds and one where it does not; on random boards none contradicts
tables."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import chess
import pytest

from motif.board.moves import MoveOnBoard
from motif.engines.evaluator import Evaluation
from motif.engines.exact import ExactResults
from motif.engines.limits import Limit
from motif.explain.technique.pawn_rules import key_square_set
from motif.explain.technique.rules import OutcomeSource, TheoreticalResult, won_by
from motif.explain.technique.verdicts import find_rules, technique
from motif.players.names import find_evaluator

TABLES = ExactResults()


def rules(fen: str, move: str) -> dict[str, str]:
    """The rules that apply after a move, with their clauses, by tables and proofs alone."""
    board = chess.Board(fen)
    played, source = MoveOnBoard(board, board.parse_san(move)), OutcomeSource(TABLES)
    return {finding.rule: finding.clause for finding in find_rules(played, source, source.outcome(played.after))}


@pytest.mark.parametrize(
    ("rule", "fen", "move", "twin", "twin_move"),
    [
        # The kings face each other; a rank further away it is the other king that has to give way.
        ("opposition", "8/8/4k3/8/3K4/4P3/8/8 w - - 0 1", "Ke4", "8/8/4k3/8/3K4/4P3/8/8 w - - 0 1", "Kd3"),
        ("opposition", "4k3/8/8/4K3/4P3/8/8/8 b - - 0 1", "Ke7", "4k3/8/8/4K3/4P3/8/8/8 b - - 0 1", "Kd7"),
        # The side to move loses its pawn; with the king a square further away neither side must.
        ("zugzwang", "8/8/5K2/3p4/2kP4/8/8/8 w - - 0 1", "Ke5", "8/8/5K2/3p4/2kP4/8/8/8 w - - 0 1", "Ke6"),
        ("square of the pawn", "8/8/8/8/P4k2/8/8/7K w - - 0 1", "a5", "8/8/4k3/8/3K4/4P3/8/8 w - - 0 1", "Ke4"),
        ("race", "8/7k/8/P7/7p/8/K7/8 w - - 0 1", "a6", "8/8/3k4/P7/7p/8/K7/8 w - - 0 1", "a6"),
        # The king comes to a1 in time, and cannot take what the other king guards; a king a step nearer stops the pawn.
        ("race", "8/p7/8/8/8/8/5K1P/1k6 b - - 0 1", "a5", "8/p7/8/8/8/8/3K3P/1k6 b - - 0 1", "a5"),
        ("Lucena", "1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1", "Rc4", "1K6/1P1k4/8/8/8/8/r7/4R3 w - - 0 1", "Re4"),
        ("Philidor", "4k3/R7/8/3KP3/8/8/8/1r6 b - - 0 1", "Rb6", "4k3/R7/3K4/4P3/8/8/8/1r6 b - - 0 1", "Rb6+"),
        ("rook's pawn", "K7/P2k4/8/8/8/8/1r6/2R5 w - - 0 1", "Rc4", "K7/P4k2/8/8/8/8/1r6/2R5 w - - 0 1", "Rc4"),
        ("wrong bishop", "7k/8/8/6KP/8/8/8/3B4 w - - 0 1", "Kg6", "7k/8/8/6KP/8/8/8/2B5 w - - 0 1", "Kg6"),
        (
            "opposite-coloured bishops",
            "8/1b3k2/8/4P3/3K4/4B3/8/8 b - - 0 1",
            "Ke6",
            "8/2b2k2/8/4P3/3K4/4B3/8/8 b - - 0 1",
            "Ke6",
        ),
        ("fortress", "k7/8/K6R/8/8/6b1/8/8 b - - 0 1", "Bf4", "8/8/8/8/8/1K6/2R5/k4b2 b - - 0 1", "Bg2"),
        ("cut off", "8/8/8/3k4/8/7R/8/K7 w - - 0 1", "Rh4", "8/8/8/3k4/8/7R/8/K7 w - - 0 1", "Rh2"),
        ("shut in", "K7/8/8/3k4/8/8/7Q/8 w - - 0 1", "Qf4", "K7/8/8/3k4/8/8/7Q/8 w - - 0 1", "Qh8"),
        ("connected passed pawns", "8/8/1k6/8/PP6/8/8/7K w - - 0 1", "Kg2", "8/8/1k6/8/P2P4/8/8/7K w - - 0 1", "Kg2"),
        ("two passed pawns", "8/8/1k6/8/P2P4/8/8/7K w - - 0 1", "Kg2", "8/8/1k6/8/PP6/8/8/7K w - - 0 1", "Kg2"),
        ("escorted pawn", "8/8/7K/6N1/6kP/8/8/8 w - - 3 59", "h5", "8/8/8/8/8/6k1/7P/KN6 b - - 0 1", "Kxh2"),
        ("stalemate", "7k/8/8/6K1/8/5Q2/8/8 w - - 0 1", "Qf7", "7k/8/8/6K1/8/5Q2/8/8 w - - 0 1", "Qf6+"),
        ("two knights", "8/8/8/3k4/8/8/8/KNN5 w - - 0 1", "Nc3+", "8/8/8/3k4/8/8/8/KNB5 w - - 0 1", "Nc3+"),
        ("balance", "8/8/8/3k4/2n5/8/8/KR6 w - - 0 1", "Ka2", "8/8/8/8/8/2k5/n7/K1R5 b - - 0 1", "Nxc1"),
    ],
)
def test_a_rule_holds_on_one_board_and_not_on_its_twin(
    rule: str, fen: str, move: str, twin: str, twin_move: str
) -> None:
    assert rule in rules(fen, move)
    assert rule not in rules(twin, twin_move)


@pytest.mark.parametrize(
    ("pawn", "keys"),
    [("e2", "d4 e4 f4"), ("e5", "d6 e6 f6 d7 e7 f7"), ("a4", "b7 b8"), ("h3", "g7 g8"), ("c7", "b8 c8 d8")],
)
def test_key_squares_of_a_pawn(pawn: str, keys: str) -> None:
    found = key_square_set(chess.WHITE, chess.parse_square(pawn))
    assert " ".join(map(chess.square_name, found)) == keys


def some_boards(count: int) -> list[chess.Board]:
    rng = random.Random(28)
    boards: list[chess.Board] = []
    while len(boards) < count:
        board = chess.Board(None)
        letters = ["K", "k", rng.choice("PPPRRQBN"), *rng.choice(["", "p", "p", "r", "P", "b", "n", "B", "N"])]
        for letter, square in zip(letters, rng.sample(range(64), len(letters)), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = rng.random() < 0.5
        if board.is_valid() and not board.is_game_over():
            boards.append(board)
    return boards


def test_no_sentence_contradicts_the_tables_or_names_a_missing_piece() -> None:
    rng, spoken = random.Random(5), 0
    for board in some_boards(300):
        move = rng.choice(list(board.legal_moves))
        words = technique(board, move, TABLES)
        results = TABLES.results(board)
        assert words is not None
        assert results is not None
        best = max(results.values())
        assert words.verdict.is_good == (results[move] == best), words.sentence
        assert set(words.keeping) == {each for each, result in results.items() if result == best}
        if words.finding is None or not words.verdict.is_good:
            continue
        spoken += 1
        after = MoveOnBoard(board, move).after
        result = results[move]
        assert words.finding.outcome == (TheoreticalResult.DRAW if result == 0 else won_by(board.turn == (result > 0)))
        for kind, square in re.findall(r"the (king|queen|rook|bishop|knight|pawn) on ([a-h][1-8])", words.sentence):
            piece_type = after.piece_type_at(chess.parse_square(square))
            assert piece_type == chess.PIECE_NAMES.index(kind), (board.fen(), words.sentence)
    assert spoken > 150


def test_the_oracle_gets_a_bounded_number_of_questions() -> None:
    # Both sides queen: a search of fourteen plies without bounds took twelve seconds here.
    asked: list[Limit] = []
    search = find_evaluator("search")

    class Bounded:
        name = "counts"

        def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
            asked.append(limit)
            return search.evaluate(boards, limit)

    board = chess.Board("8/p4P1p/2p5/8/7P/1P4P1/3k4/1K6 b - - 0 41")
    technique(board, board.parse_san("c5"), TABLES, Bounded())
    assert asked
    assert all(limit.nodes is not None and limit.nodes <= 100_000 for limit in asked)
