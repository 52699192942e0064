"""The graph in the core: what each relation means, and that the core agrees with its definition everywhere."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif._core.board import Positions
from motif._core.patterns import board_graph, graph_relations, relation_counts
from patterns.plain_graph import plain_graph

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
    """The relations of a position in words."""
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


def test_a_middlegame_has_some_hundred_relations() -> None:
    counts = relation_counts(Positions([A_MIDDLEGAME]))
    assert counts.shape == (1, len(graph_relations()))
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
        # A man in the way ends a line.
        ("4k3/4q3/8/8/4p3/8/4R3/4K3 w - - 0 1", "through e2 e7 e8"),
        # The piece itself does not step into its own line.
        ("4k3/4q3/8/8/8/8/4R3/4K3 w - - 0 1", "blocks e2 e7 e5 e7"),
        # From d6 the knight hits e8, from f6 too, but not from c5.
        ("4k3/2r5/8/8/4N3/8/8/4K3 w - - 0 1", "hits_from e4 c5 e8"),
        # An own man is no target for a capture.
        ("4k3/2r5/3P4/8/4N3/8/8/4K3 w - - 0 1", "hits_from e4 d6 e8"),
    ],
)
def test_what_a_relation_does_not_mean(fen: str, words: str) -> None:
    assert not holds(fen, words)
