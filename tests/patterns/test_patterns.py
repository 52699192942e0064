"""Test patterns as values: their text, subgraphs, intersections and sentences."""

from __future__ import annotations

import gc
from random import Random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldens import Golden
from motif.board.drawing import Arrow
from motif.errors import BadPattern
from motif.patterns.board_pattern import LETTERS, MOST_EDGES_IN_A_PATTERN, BoardPattern, Edge, EdgeType, Label
from motif.patterns.move_pattern import MovePattern, NullMovePattern, Reply, SpecialMove, parse_pattern
from motif.patterns.sentences import arrows, sentence

FORK = MovePattern.parse("hits_from 1 2 3\nhits_from 1 2 4\n1N -(+5)-> 2. with 3k 4r")
HALF_A_FORK = MovePattern.parse("hits_from 1 2 3\n1N -(+1)-> 2. with 3k")
FORK_BOARD = "3r3k/8/8/4N3/8/8/8/4K3 w - - 0 1"


@st.composite
def move_patterns(draw: st.DrawFn) -> MovePattern:
    """A pattern of a few vertices with any relations between them."""
    labels = {1: Label.parse(draw(st.sampled_from("PNBRQK"))), 2: Label.parse(draw(st.sampled_from(".pnbrqk")))}
    for vertex in range(3, draw(st.integers(3, 7))):
        letters = draw(st.sets(st.sampled_from(LETTERS), min_size=1, max_size=3))
        labels[vertex] = Label.parse("".join(letters))
    edges = set()
    for _ in range(draw(st.integers(0, 4))):
        relation = draw(st.sampled_from([relation for relation in EdgeType if relation.arity <= len(labels)]))
        vertices = draw(st.permutations(sorted(labels)))
        edges.add(Edge(relation, tuple(vertices[: relation.arity])))
    replies = [Reply(3, 2, -1.5)] if 3 in labels else []
    weight = draw(st.integers(-900, 900)) / 100
    return MovePattern(BoardPattern.of(labels, edges), weight, tuple(replies), draw(st.sampled_from(list(SpecialMove))))


@given(move_patterns())
def test_the_text_of_a_pattern_reads_back(pattern: MovePattern) -> None:
    assert MovePattern.parse(str(pattern)) == pattern
    null = NullMovePattern(pattern)
    assert parse_pattern(str(null)) == null


@given(move_patterns(), st.randoms())
def test_the_canonical_form_forgets_the_numbers(pattern: MovePattern, rng: st.randoms) -> None:  # type: ignore[valid-type]
    others = [vertex for vertex in pattern.context.label_of if vertex > 2]
    shuffled = list(others)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    names = {1: 1, 2: 2, **dict(zip(others, shuffled, strict=True))}
    renamed = MovePattern(pattern.context.renamed(names), pattern.weight, (), pattern.special)
    without_replies = MovePattern(pattern.context, pattern.weight, (), pattern.special)
    assert renamed.canonical() == without_replies.canonical()


@given(move_patterns())
def test_a_pattern_lies_in_itself_and_what_is_left_of_it_too(pattern: MovePattern) -> None:
    assert pattern.is_subgraph_of(pattern)
    for edge in pattern.context.edges:
        fewer = BoardPattern.of(pattern.context.label_of, pattern.context.edges - {edge})
        assert MovePattern(fewer, 0.0, (), pattern.special).is_subgraph_of(pattern)


def test_half_a_fork_lies_in_a_fork_in_one_way() -> None:
    assert list(HALF_A_FORK.mappings(FORK)) == [{1: 1, 2: 2, 3: 3}]
    assert not FORK.is_subgraph_of(HALF_A_FORK)


def test_an_attack_on_any_enemy_lies_in_a_fork_in_two_ways() -> None:
    any_enemy = MovePattern.parse("hits_from 1 2 3\n1N -(+1)-> 2. with 3pnbrqk")
    assert len(list(any_enemy.mappings(FORK))) == 2


def test_two_forks_have_their_check_in_common() -> None:
    other = MovePattern.parse("hits_from 1 2 3\nhits_from 1 2 4\n1N -(+9)-> 2. with 3k 4q")
    common = FORK.intersection(other)
    assert common is not None
    assert common.context == HALF_A_FORK.canonical().context


def test_a_knights_and_a_rooks_move_have_nothing_in_common_but_the_move() -> None:
    rook = MovePattern.parse("hits 1 3\n1R -(+1)-> 2. with 3k")
    assert FORK.intersection(rook) is None


def test_a_fork_is_found_on_a_board_and_speaks_of_it(golden: Golden) -> None:
    board = chess.Board(FORK_BOARD)
    fit = next(FORK.embeddings(BoardPattern.full(board), board, board.parse_san("Nf7+")))
    said = sentence(FORK, board, fit)
    golden(said)
    assert Arrow.parse("Be5f7") in arrows(FORK, board, fit)
    assert Arrow.parse("Rf7d8") in arrows(FORK, board, fit)


def test_the_same_knight_forks_nothing_elsewhere() -> None:
    board = chess.Board(FORK_BOARD)
    assert not list(FORK.embeddings(BoardPattern.full(board), board, board.parse_san("Ng6+")))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("on_f3 2\non_g1 1\n1N -(+1)-> 2.", "the knight on g1 goes to f3"),
        ("rank_4 2\n1P -(+1)-> 2.", "the pawn goes to its fourth rank"),
        ("file_e 2\n1R -(+1)-> 2p", "the rook captures an enemy pawn on the e-file"),
        (
            "hits_from 1 2 3\nloose 3\n1N -(+1)-> 2. with 3r",
            "the knight goes where it attacks an unguarded enemy rook",
        ),
        ("hangs 1\n1N -(+1)-> 2.pnbrqk", "the hanging knight moves"),
        ("hangs 2\n1PNBRQK -(+1)-> 2.pnbrqk", "a piece or pawn captures a hanging enemy piece or pawn"),
        (
            "hits_from 1 2 3\n1PNBRQK -(+1)-> 2.pnbrqk with 3k",
            "a piece or pawn moves, giving check",
        ),
        (
            "hits_from 1 2 3\nhits 4 3\n1R -(+1)-> 2. with 3P 4p",
            "the rook goes where it defends your pawn attacked by an enemy pawn",
        ),
        ("loose 2\nwins 1 2\n1R -(+1)-> 2p", "the rook captures an unguarded enemy pawn, which wins material"),
        ("leaves 1 2 3\n1N -(-1)-> 2. with 3Q", "the knight goes to an empty square, leaving your queen hanging"),
        ("threatens 1 2 3\n1P -(+1)-> 2. with 3n", "the pawn goes to an empty square, threatening an enemy knight"),
        (
            "in_endgame 1\nnear 2 3\n1K -(+1)-> 2. with 3k",
            "in the endgame, the king goes to a square near the enemy king",
        ),
        ("open_file 2\n1R -(+1)-> 2.", "the rook goes to a square on an open file"),
        (
            "covers 3 2\noutpost 2\n1N -(+1)-> 2. with 3P",
            "the knight goes to a square watched by your pawn, safe from pawns",
        ),
        (
            "guards_alone 1 3\n1R -(-1)-> 2. with 3P",
            "the rook which alone guards your pawn goes to an empty square",
        ),
        (
            "hits 1 3\nthrough 1 3 4\n1Q -(+1)-> 2. with 3P 4b",
            "the queen which defends your pawn and which looks through that pawn at an enemy bishop goes"
            " to an empty square",
        ),
        (
            "hits 4 3\nhits_from 4 3 1\n1R -(+1)-> 2. with 3P 4n",
            "when an enemy knight attacks your pawn, the rook which that enemy knight could attack by taking that"
            " pawn goes to an empty square",
        ),
        (
            "hits_from 1 2 3\nhits_from 1 2 4\n1N -(+1)-> 2p with 3r 4r",
            "the knight captures an enemy pawn, from where it attacks two enemy rooks",
        ),
        (
            "outpost 2\n1P -(+1)-> 2. =Q",
            "the pawn promotes to a queen on an empty square safe from pawns",
        ),
        (
            "hits_from 3 4 1\nshelters 5 6 1 2\n1B -(+1)-> 2. with 3q 4. 5q 6p",
            "the bishop which an enemy queen could attack steps behind an enemy pawn on the line of an enemy queen",
        ),
        (
            "hits 3 4\n1N -(+1)-> 2. with 3P 4P",
            "when your pawn defends another pawn, the knight goes to an empty square",
        ),
        ("leaves 1 2 3\n1P -(-1)-> 2. with 3P", "the pawn goes to an empty square, leaving another pawn hanging"),
        (
            "hits 2 1\nhits 3 2\n1R -(+1)-> 2q with 3k",
            "the rook captures an enemy queen which attacks it, defended by the enemy king",
        ),
    ],
)
def test_marks_are_said_as_a_player_says_them(text: str, said: str) -> None:
    pattern = MovePattern.parse(text)
    assert sentence(pattern) == said
    assert MovePattern.parse(str(pattern)) == pattern


def test_on_a_board_a_mark_names_the_piece_there(golden: Golden) -> None:
    board = chess.Board("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    pattern = MovePattern.parse("rank_3 2\nthreatens 1 2 3\n1N -(+1)-> 2. with 3p")
    full = BoardPattern.full(board)
    fit = next(pattern.embeddings(full, board, board.parse_san("Nf3")))
    golden(sentence(pattern, board, fit))
    assert not list(pattern.embeddings(full, board, board.parse_san("Nh3")))


def test_a_fork_in_general(golden: Golden) -> None:
    golden(sentence(FORK))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("skewers 1 2\n1N -(+5)-> 2.", "there is no relation 'skewers'"),
        ("hits 1 7\n1N -(+5)-> 2.", "names vertex 7, which does not exist"),
        ("hits 1 2 3\n1N -(+5)-> 2p with 3p", "hits takes 2 vertices, not 3"),
        ("hits 1 1\n1N -(+5)-> 2p", "hits 1 1 names a vertex twice"),
        ("1N -(+5)-> 2. => {3 -(-3)-> 2}", "the move names vertex 3, which does not exist"),
        ("1n -(+5)-> 2.", "must lead from one of"),
        ("1N -(+5)-> 2N", "must lead from one of"),
        ("1N goes to 2", "cannot read the move"),
        ("", "cannot read the move"),
        ("hits one two\n1N -(+5)-> 2.", "cannot read the vertices"),
    ],
)
def test_a_bad_pattern_is_refused_with_its_reason(text: str, problem: str) -> None:
    with pytest.raises(BadPattern, match=problem):
        MovePattern.parse(text)


def test_a_null_move_pattern_begins_with_its_word(golden: Golden) -> None:
    with golden.raises(BadPattern):
        NullMovePattern.parse("1N -(+5)-> 2.")


def test_boards_that_were_looked_at_are_forgotten_after_a_while() -> None:
    """A board has hundreds of edges, so a server that kept all of them would need a gigabyte within hours."""
    board, graphs = chess.Board(), 0
    random = Random(3)
    gc.collect()
    before = alive(Edge)
    for _ in range(60):
        board.push(random.choice(list(board.legal_moves)))
        full = BoardPattern.full(board)
        graphs += len(full)
        for move in board.legal_moves:
            next(FORK.embeddings(full, board, move), None)
    gc.collect()
    assert graphs > 60 * MOST_EDGES_IN_A_PATTERN
    assert alive(Edge) - before < 0.7 * graphs


def alive(kind: type) -> int:
    return sum(type(each) is kind for each in gc.get_objects())
