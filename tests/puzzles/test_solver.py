"""The full-width solver: every key, defence, dual, try and threat, against python-chess and plain Python."""

from __future__ import annotations

import chess
import numpy as np
import pytest

from motif._core.board import encode_move
from motif._core.puzzles import Line, mate_keys, mate_lengths, solve, sound_keys
from motif.errors import BadArgument, BadPosition
from motif.puzzles.verify import find_mates
from puzzles.placements import random_diagrams

OPTIMUM = "1K2/1P2/kpp1/rqr1 w - - 0 1"
ALEKHINE = "7K/8/7k/1Q1b4/3r1R2/6R1/8/8 w - - 0 1"
SIZES = [(3, 3), (4, 4), (5, 4), (4, 6), (5, 5), (8, 3), (3, 8), (6, 8)]


def sans(lines: list[Line]) -> list[str]:
    return [line.san for line in lines]


@pytest.mark.parametrize("moves", [1, 2])
def test_the_full_board_agrees_with_python_chess(moves: int) -> None:
    positions = random_diagrams(250 if moves == 1 else 60, seed=moves, files=8, ranks=8, most_pieces=9)
    for position, keys in zip(positions, mate_keys(positions, moves), strict=True):
        assert tuple(sorted(key.uci() for key in keys)) == find_mates(position, moves).keys, position


@pytest.mark.parametrize(("files", "ranks"), SIZES)
def test_small_boards_agree_with_plain_python(files: int, ranks: int) -> None:
    positions = random_diagrams(200 // (files * ranks) + 1, seed=files * ranks, files=files, ranks=ranks, most_pieces=7)
    for position, keys, length in zip(positions, mate_keys(positions, 2), mate_lengths(positions, 2), strict=True):
        finding = find_mates(position, 2)
        assert tuple(sorted(key.uci() for key in keys)) == finding.keys, position
        assert length == (finding.length or 0), position


def test_a_mate_in_three_agrees_with_python_chess() -> None:
    # Found by the core; python-chess needs little time for these.
    for position in ("2k5/8/1Q3K2/5b2/8/8/8/8 w - - 0 1", "1k1N4/8/6R1/3K2R1/8/8/8/8 w - - 0 1"):
        finding = find_mates(position, 3)
        assert finding.is_sound(3)
        assert int(sound_keys([position], 3)[0]) == encode_move(chess.Move.from_uci(finding.keys[0]))


def test_the_optimum_of_the_four_by_four_board() -> None:
    solution = solve(OPTIMUM, "#2")
    assert solution is not None
    assert solution.is_sound
    (key,) = solution.keys
    assert (key.line.san, key.line.move) == ("Ka4", chess.Move.from_uci("b4a4"))
    (defence,) = key.line.replies
    assert (defence.san, sans(defence.replies)) == ("Rd1", ["b4=N#"])
    assert defence.replies[0].is_mate
    assert sans(key.threats) == ["b4=N#"]
    assert not key.is_zugzwang


def test_a_waiting_key_is_zugzwang_and_a_threatening_key_is_not() -> None:
    waiting = solve("1Q6/8/8/8/3K4/8/8/k7 w - - 0 1", "#2")
    assert waiting is not None
    assert [key.line.san for key in waiting.keys] == ["Kc3"]
    assert waiting.keys[0].threats
    block = solve("8/8/8/8/8/2K5/7R/k7 w - - 0 1", "#2")
    assert block is not None
    assert [(key.line.san, key.is_zugzwang) for key in block.keys][:1] == [("Kb3", False)]
    corner = solve("k7/8/K7/8/8/8/8/1R6 w - - 0 1", "#2")
    assert corner is not None
    assert all(key.is_zugzwang for key in corner.keys)


def test_alekhines_two_mover_with_its_set_play_and_tries() -> None:
    solution = solve(ALEKHINE, "#2")
    assert solution is not None
    assert solution.is_sound
    assert [key.line.san for key in solution.keys] == ["Qb1"]
    assert solution.nodes > 100
    for attempt in solution.tries:
        board = chess.Board(ALEKHINE)
        board.push(attempt.line.move)
        (refutation,) = attempt.refutations
        board.push(refutation.move)
        assert find_mates(board.fen(), 1).keys == ()
    for defence in solution.set_play:
        board = chess.Board(ALEKHINE)
        board.push(chess.Move.null())
        board.push(defence.move)
        assert {reply.move.uci() for reply in defence.replies} == set(find_mates(board.fen(), 1).keys)


def test_every_defence_is_in_the_tree_and_every_leaf_is_mate() -> None:
    solution = solve("2k5/8/1Q3K2/5b2/8/8/8/8 w - - 0 1", "#3")
    assert solution is not None
    assert solution.keys

    def walk(board: chess.Board, attack: Line) -> int:
        board = board.copy(stack=False)
        assert board.san(attack.move) == attack.san
        board.push(attack.move)
        assert {line.move for line in attack.replies} == set(board.legal_moves)
        assert attack.is_mate == board.is_checkmate()
        leaves = int(attack.is_mate)
        for defence in attack.replies:
            board.push(defence.move)
            assert defence.replies
            leaves += sum(walk(board, reply) for reply in defence.replies)
            board.pop()
        return leaves

    assert walk(chess.Board(solution.position), solution.keys[0].line) > 3


def test_a_mate_with_a_second_key_is_not_sound() -> None:
    two_ways = solve("7k/8/5K2/8/8/8/8/QR6 w - - 0 1", "#2")
    assert two_ways is not None
    assert not two_ways.is_sound
    assert len(two_ways.keys) > 1


def test_castling_is_a_move_and_needs_its_right() -> None:
    allowed = solve("4R1Q1/8/8/8/8/5k2/8/4K2R w K - 0 1", "#1")
    forbidden = solve("4R1Q1/8/8/8/8/5k2/8/4K2R w - - 0 1", "#1")
    assert allowed is not None
    assert forbidden is not None
    assert "O-O#" in [key.line.san for key in allowed.keys]
    assert "O-O#" not in [key.line.san for key in forbidden.keys]


def test_en_passant_mates_and_needs_its_square() -> None:
    position = "8/8/7k/5KpP/8/2B1N3/7R/8 w - {} 0 1"
    taken, forbidden = mate_keys([position.format("g6"), position.format("-")], 1)
    assert [key.uci() for key in taken] == ["h5g6"]
    assert forbidden == []


def test_in_a_helpmate_both_sides_help() -> None:
    solution = solve("5k2/5ppp/8/8/8/8/8/K2R4 b - - 0 1", "h#1")
    assert solution is not None
    assert [(key.line.san, sans(key.line.replies)) for key in solution.keys] == [("Kg8", ["Rd8#"])]
    assert solution.is_sound


@pytest.mark.parametrize(
    ("position", "is_sound"),
    [
        ("8/8/6k1/8/4K3/2R5/8/8 b - - 0 1", True),
        ("8/6Q1/8/8/8/1p6/8/k2K4 b - - 0 1", False),
        ("8/8/4Q3/1B6/4k3/8/4n3/1K6 b - - 0 1", False),
    ],
)
def test_a_helpmate_agrees_with_every_line_of_python_chess(position: str, is_sound: bool) -> None:
    solution = solve(position, "h#2")
    assert solution is not None
    assert solution.is_sound == is_sound

    def lines(board: chess.Board, plies: int) -> set[tuple[str, ...]]:
        if plies == 0:
            return {()} if board.is_checkmate() else set()
        found = set()
        for move in list(board.legal_moves):
            board.push(move)
            found |= {(move.uci(), *rest) for rest in lines(board, plies - 1)}
            board.pop()
        return found

    def lines_of(line: Line) -> set[tuple[str, ...]]:
        rests = {rest for reply in line.replies for rest in lines_of(reply)} or {()}
        return {(line.move.uci(), *rest) for rest in rests}

    assert {line for key in solution.keys for line in lines_of(key.line)} == lines(chess.Board(position), 4)


def test_a_selfmate_agrees_with_python_chess() -> None:
    def compels(board: chess.Board, move: chess.Move, moves: int) -> bool:
        after = board.copy(stack=False)
        after.push(move)
        replies = list(after.legal_moves)
        for reply in replies:
            after.push(reply)
            holds = after.is_checkmate() or (
                moves > 1 and any(compels(after, again, moves - 1) for again in after.legal_moves)
            )
            after.pop()
            if not holds:
                return False
        return bool(replies)

    forced = ["1N6/8/8/3N4/3B4/1kr5/6Qr/KN6 w - - 0 1", "8/1QR4R/8/r7/k7/8/8/KB3q2 w - - 0 1"]
    found = 0
    for position in [*random_diagrams(150, seed=5, files=8, ranks=8, most_pieces=9), *forced]:
        board = chess.Board(position)
        solution = solve(position, "s#1")
        assert solution is not None
        expected = {move.uci() for move in board.legal_moves if compels(board, move, 1)}
        assert {key.line.move.uci() for key in solution.keys} == expected, position
        found += solution.is_sound
    assert found == len(forced)


def test_a_node_limit_is_respected() -> None:
    assert solve(chess.STARTING_FEN, "#4", nodes=1000) is None
    assert mate_lengths([chess.STARTING_FEN, OPTIMUM], 4, nodes=1000).tolist() == [-1, 2]


def test_sound_means_one_key_and_no_shorter_mate() -> None:
    keys = sound_keys([OPTIMUM, ALEKHINE, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"], 2)
    assert keys.dtype == np.uint16
    assert keys[0] == encode_move(chess.Move.from_uci("b4a4"))
    assert keys[2] == 0


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ("", "8 ranks .* 0"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "king"),
        ("k3/4/3/K3 w", "rank 2 has 3 squares"),
        ("k3/4/4/K3 x", "expected w or b"),
        ("k3/4/4/R1K1 w", "not to move is in check"),
    ],
)
def test_a_bad_position_is_named(position: str, problem: str) -> None:
    with pytest.raises(BadPosition, match=problem):
        solve(position, "#2")


@pytest.mark.parametrize(
    ("stipulation", "problem"),
    [("#0", "between 1 and 8"), ("#9", "between 1 and 8"), ("h#4", "between 1 and 3"), ("mate", "write #2")],
)
def test_a_bad_stipulation_is_named(stipulation: str, problem: str) -> None:
    with pytest.raises(BadArgument, match=problem):
        solve(OPTIMUM, stipulation)
