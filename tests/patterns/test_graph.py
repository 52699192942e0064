"""Test the graph in the core: the meaning of each relation, and its agreement with the definitions."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif._core.board import Positions
from motif._core.patterns import board_graph, graph_relations, marked_graph, relation_counts
from motif.patterns.board_pattern import BoardPattern, EdgeType
from patterns.plain_graph import plain_graph
from patterns.plain_marks import plain_marks

A_MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"


@st.composite
def boards(draw: st.DrawFn) -> chess.Board:
    """A position reached by chance."""
    board = chess.Board()
    for _ in range(draw(st.integers(0, 80))):
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        if not moves:
            break
        board.push(moves[draw(st.integers(0, len(moves) - 1))])
    return board


def names(fen: str) -> set[tuple[str, ...]]:
    """Return the relations of a position as text."""
    return {(name, *map(chess.square_name, places)) for name, places in board_graph(chess.Board(fen))}


def holds(fen: str, words: str) -> bool:
    return tuple(words.split()) in names(fen)


@given(boards())
def test_the_core_finds_what_the_definitions_say(board: chess.Board) -> None:
    found = board_graph(board)
    assert len(found) == len(set(found))
    assert set(found) == plain_graph(board)


@given(boards())
def test_black_sees_what_white_would_see(board: chess.Board) -> None:
    mirrored = {(name, tuple(chess.square_mirror(square) for square in places)) for name, places in board_graph(board)}
    assert mirrored == set(board_graph(board.mirror()))


@given(boards())
def test_marks_are_what_their_definitions_say(board: chess.Board) -> None:
    found = marked_graph(board)
    assert len(found) == len(set(found))
    assert set(found) - set(board_graph(board)) == plain_marks(board)


@given(boards())
def test_the_other_side_sees_the_same_marks_from_its_end(board: chess.Board) -> None:
    mirrored = {(name, tuple(chess.square_mirror(square) for square in places)) for name, places in marked_graph(board)}
    assert mirrored == set(marked_graph(board.mirror()))
    other = board.copy(stack=False)
    other.turn = not board.turn
    if other.is_valid():
        ours, theirs = BoardPattern.full(board).reflected(), BoardPattern.full(other)
        assert ours.labels == theirs.labels
        assert ours.edges == {edge for edge in theirs.edges if not edge.relation.is_about_the_move}


def test_equal_pieces_capture_in_the_same_order_for_both_sides() -> None:
    # Two rooks attack the pawn; the one on d2 pins the bishop that guards it, and takes first.
    white = chess.Board("3k4/8/3b4/7R/8/8/3R3p/K7 w - - 0 1")
    assert ("hangs", (chess.H2,)) not in marked_graph(white)
    assert ("hangs", (chess.H7,)) not in marked_graph(white.mirror())


def test_python_knows_every_relation_of_the_core() -> None:
    assert [(str(relation), relation.arity) for relation in EdgeType] == graph_relations()


@given(boards())
def test_a_board_without_marks_has_the_relations_of_the_paper_alone(board: chess.Board) -> None:
    assert not any(EdgeType(name).is_mark for name, _ in board_graph(board))
    assert all(EdgeType(name).is_mark for name, _ in set(marked_graph(board)) - set(board_graph(board)))


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        # The rook takes a pawn that the other pawn guards; without that guard it wins one.
        ("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "loses e1 e5"),
        ("4k3/8/8/4p3/8/8/8/4RK2 w - - 0 1", "wins e1 e5"),
        ("4k3/8/8/4p3/8/8/8/4RK2 w - - 0 1", "hangs e5"),
        ("4k3/8/8/4p3/8/8/8/4RK2 w - - 0 1", "loose e5"),
        ("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "guards_alone d6 e5"),
        # A rook that steps back on the line of its attacker stays attacked.
        ("4k3/8/8/4r3/8/4R3/8/7K w - - 0 1", "loses e3 e2"),
        # Who goes away leaves the knight to the bishop; who attacks a rook with a knight threatens it.
        ("4k3/8/8/8/1b6/2N5/1P6/R3K3 w - - 0 1", "leaves b2 b3 c3"),
        ("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "threatens d5 c7 a8"),
        # A king and a rook; the other rook, pinned to its king, cannot take the knight.
        ("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "forks d5 c7 a8"),
        ("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "forks d5 c7 e8"),
        ("r3k3/4r3/8/3N4/8/8/8/4R1K1 w - - 0 1", "forks d5 c7 a8"),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "freer a1 c2"),
        ("8/5kp1/8/5N2/8/8/8/4K3 w - - 0 1", "near f5 f7"),
        ("4k3/8/8/2p5/P7/8/8/4K3 w - - 0 1", "passed a4"),
        ("4k3/8/8/2p5/P7/8/8/4K3 w - - 0 1", "half_open c1"),
        ("4k3/8/8/2p5/P7/8/8/4K3 w - - 0 1", "open_file h1"),
        ("4k3/2p5/8/8/8/8/8/4K3 w - - 0 1", "outpost c5"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "in_endgame h1"),
        ("4k3/8/8/8/8/8/4r3/4K2R w - - 0 1", "in_check h1"),
        # Black sees the board from his end.
        ("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "rank_2 e7"),
        ("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "on_e2 e7"),
    ],
)
def test_a_mark_is_seen(fen: str, words: str) -> None:
    name, *squares = words.split()
    assert (name, tuple(map(chess.parse_square, squares))) in marked_graph(chess.Board(fen))


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        # The pawn on d6 is pinned to its king, so it guards nothing.
        ("3k4/8/3p4/4p3/8/8/8/3RRK2 w - - 0 1", "loses e1 e5"),
        # The king guards the knight as well.
        ("4k3/8/8/8/1b6/2N5/1PK5/R7 w - - 0 1", "leaves b2 b3 c3"),
        # Two pawns guard, so neither does it alone.
        ("4k3/8/3p1p2/4p3/8/8/8/4RK2 w - - 0 1", "guards_alone d6 e5"),
        # The rook takes the knight; the bishop is guarded; a king alone is not forked.
        ("r3k3/4r3/8/3N4/8/8/8/6K1 w - - 0 1", "forks d5 c7 a8"),
        ("4k3/1p6/b7/3N4/8/8/8/4K3 w - - 0 1", "forks d5 c7 a6"),
        ("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "forks d5 c7 e8"),
        ("4k3/8/8/1p6/P7/8/8/4K3 w - - 0 1", "passed a4"),
        ("4k3/3p4/8/8/8/8/8/4K3 w - - 0 1", "outpost c5"),
        ("8/5kp1/8/8/5N2/8/8/4K3 w - - 0 1", "near f4 f7"),
    ],
)
def test_a_mark_is_not_seen_in_the_twin(fen: str, words: str) -> None:
    name, *squares = words.split()
    assert (name, tuple(map(chess.parse_square, squares))) not in marked_graph(chess.Board(fen))


def test_a_middlegame_has_some_hundred_relations() -> None:
    counts = relation_counts(Positions([A_MIDDLEGAME]))
    assert counts.shape == (1, 12)
    assert counts.sum() == len(board_graph(chess.Board(A_MIDDLEGAME)))
    assert 300 < counts.sum() < 700


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "moves e2 e4"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "covers e2 d3"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "reaches a1 a8"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "hits a1 e1"),
        ("4k3/2r5/8/8/4N3/8/8/4K3 w - - 0 1", "hits_from e4 d6 e8"),
        ("4k3/2r5/8/8/8/2N5/8/4K3 w - - 0 1", "hits_from c3 d5 c7"),
        # A capture that then hits something.
        ("4k3/2r5/3p4/8/4N3/8/8/4K3 w - - 0 1", "hits_from e4 d6 e8"),
        ("4k3/4q3/8/8/8/8/4R3/4K3 w - - 0 1", "through e2 e7 e8"),
        ("4k3/4q3/8/8/8/8/R7/7K w - - 0 1", "through_from a2 e2 e7 e8"),
        ("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "hits b4 d2"),
        ("4k3/8/8/8/1b6/8/2P5/4K1N1 w - - 0 1", "blocks b4 c2 c3 e1"),
        ("4k3/4r3/8/8/4N3/8/8/3K4 w - - 0 1", "shelters e7 e4 d1 e2"),
        ("4k3/4r3/4q3/8/8/4R3/4Q3/4K3 w - - 0 1", "through_two e3 e6 e7 e8"),
        ("4k3/4r3/8/8/8/4B3/8/4R1K1 w - - 0 1", "through e1 e3 e7"),
        ("4k3/4r3/8/2n5/8/8/8/4R1K1 b - - 0 1", "blocks_first e1 c5 e4 e7 e8"),
        ("4k3/8/4r3/5b2/8/8/8/4R1K1 b - - 0 1", "blocks e1 f5 e4 e6"),
        ("4k3/8/4r3/8/5n2/8/4R3/6K1 b - - 0 1", "through e2 e6 e8"),
        ("4k3/8/4r3/8/2b5/8/4R3/6K1 b - - 0 1", "hits c4 e2"),
        ("r3k3/8/4r3/5n2/8/8/4R3/6K1 b - - 0 1", "blocks_second e2 e6 f5 e7 e8"),
    ],
)
def test_what_a_relation_means(fen: str, words: str) -> None:
    assert holds(fen, words)


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        # A pawn does not move where it covers, nor cover where it moves.
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "moves e2 d3"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "covers e2 e3"),
        # A piece in the way ends a line.
        ("4k3/4q3/8/8/4p3/8/4R3/4K3 w - - 0 1", "through e2 e7 e8"),
        # The piece itself does not step into its own line.
        ("4k3/4q3/8/8/8/8/4R3/4K3 w - - 0 1", "blocks e2 e7 e5 e7"),
        # From d6 the knight hits e8, from f6 too, but not from c5.
        ("4k3/2r5/8/8/4N3/8/8/4K3 w - - 0 1", "hits_from e4 c5 e8"),
        # An own piece cannot be captured.
        ("4k3/2r5/3P4/8/4N3/8/8/4K3 w - - 0 1", "hits_from e4 d6 e8"),
    ],
)
def test_what_a_relation_does_not_mean(fen: str, words: str) -> None:
    assert not holds(fen, words)
