"""Puzzles are written as text and read back; a bad text is refused with the place and the reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldens import Golden
from motif.errors import BadFile, BadPosition, IllegalMove
from motif.puzzles.diagram import Diagram, Square
from motif.puzzles.puzzle import (
    Branch,
    Difficulty,
    Goal,
    Origin,
    Provenance,
    Puzzle,
    Stipulation,
    load_puzzles,
    save_puzzles,
)

SMOTHERED = Puzzle(
    "5r1k/6pp/7N/3Q4/8/8/8/6K1 w - - 0 1",
    Stipulation(Goal.MATE, 2),
    (Branch("d5g8", (Branch("f8g8", (Branch("h6f7"),)),)),),
    ("smothered mate", "queen sacrifice"),
    Difficulty((("first moves", 2.6), ("sacrifice", 0.5))),
    Provenance.of(Origin.GIVEN, by="Lucena", year=1497),
)
SMALL = Puzzle(
    "1K2/1P2/kpp1/rqr1 w",
    Stipulation(Goal.MATE, 2),
    (Branch("b4a4", (Branch("c1d1", (Branch("b3b4n"),)),)),),
)


@pytest.mark.parametrize("puzzle", [SMOTHERED, SMALL])
def test_a_puzzle_reads_back_from_its_text(puzzle: Puzzle) -> None:
    assert Puzzle.parse(str(puzzle)) == puzzle


words = st.text("abcdefgh xyz-", min_size=1).map(str.strip).filter(bool)
moves = st.tuples(st.sampled_from("abcd"), st.sampled_from("1234"), st.sampled_from("abcd"), st.sampled_from("1234"))
branches = st.recursive(
    moves.map(lambda move: Branch("".join(move))),
    lambda answers: st.builds(Branch, moves.map("".join), st.lists(answers, max_size=3).map(tuple)),
    max_leaves=12,
)


@given(tree=st.lists(branches, min_size=1, max_size=3))
def test_a_solution_tree_reads_back(tree: list[Branch]) -> None:
    assert list(Branch.parse_all(" ".join(map(str, tree)))) == tree


@given(
    parts=st.lists(st.tuples(words, st.integers(1, 99)), max_size=4),
    details=st.dictionaries(st.sampled_from(["seed", "by", "game"]), words),
)
def test_difficulty_and_origin_read_back(parts: list[tuple[str, int]], details: dict[str, str]) -> None:
    difficulty = Difficulty.of((name, tenths / 10) for name, tenths in parts)
    assert Difficulty.parse(str(difficulty)) == difficulty
    origin = Provenance.of(Origin.COMPOSED, **details)
    assert Provenance.parse(str(origin)) == origin


@given(st.data())
def test_a_diagram_of_any_size_reads_back(data: st.DataObject) -> None:
    files, ranks = data.draw(st.integers(3, 8)), data.draw(st.integers(3, 8))
    squares = [Square(file, rank) for file in range(files) for rank in range(ranks)]
    places = data.draw(st.lists(st.sampled_from(squares), min_size=2, max_size=9, unique=True))
    signs = ["K", "k", *data.draw(st.lists(st.sampled_from("QRBNqrbn"), min_size=7, max_size=7))]
    diagram = Diagram.of(files, ranks, zip(places, signs, strict=False))
    assert Diagram.parse(str(diagram)) == diagram


def test_the_main_line_is_written_in_chess_notation() -> None:
    assert SMOTHERED.line_text() == "1. Qg8+ Rxg8 2. Nf7#"
    assert SMALL.line_text() == "1. Kb4-a4 Rc1-d1 2. b3-b4=N#"
    assert SMOTHERED.key == "d5g8"
    assert SMOTHERED.stipulation.symbol == "#2"


def test_black_may_mate() -> None:
    puzzle = Puzzle("4r1k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", Stipulation(Goal.MATE, 1), (Branch("e8e1"),))
    assert puzzle.line_text() == "1... Re1#"


@pytest.mark.parametrize(
    ("text", "error", "fact"),
    [
        ("goal: mate in 2\nsolution: a1a2", BadFile, "no position"),
        ("position: k1K1/4/4/4 w\ngoal: mate in two\nsolution: a1a2", BadFile, "'mate in two'"),
        ("position: k1K1/4/4/4 w\ngoal: mate in 1\nsolution: c4c9", BadFile, "'c'"),
        ("position: k1K1/4/4/4 w\ngoal: mate in 1\nsolution: c4c3[a4a3", BadFile, "c4c3"),
        ("position: k1K1/4/4/4 w\ngoal: mate in 1\nsolution: c4c3]", BadFile, "c4c3\\]"),
        ("position: k1K1/4/4/4 w\ngoal: mate in 1\nsolution: a4a3", IllegalMove, "a4a3"),
        (f"position: {SMOTHERED.position}\ngoal: mate in 1\nsolution: d5d1[a1a2]", IllegalMove, "a1a2"),
        ("position: k1K1/4/4/4 w\ngoal: mate in 1\nsolution: c4c3\ncolour: red", BadFile, "'colour: red'"),
        ("position: k1K1/3/4/4 w\ngoal: mate in 1\nsolution: c4c3", BadPosition, "4, 3, 4, 4"),
        ("position: k3/4/4/4 w\ngoal: mate in 1\nsolution: c4c3", BadPosition, "White .* king"),
        ("position: k1K1/4/x3/4 w\ngoal: mate in 1\nsolution: c4c3", BadPosition, "'x'"),
        ("position: k1K1\ngoal: mate in 1\nsolution: c4c3", BadPosition, "FEN"),
        ("position: k1K1/4/4/4 w\ngoal: mate in 1\nsolution: c4c3\ndifficulty: hard", BadFile, "'hard'"),
        ("position: k1K1/4/4/4 w\ngoal: mate in 1\nsolution: c4c3\norigin: stolen", BadFile, "'stolen'"),
        ("position: k1K1/4/4/4 w\ngoal: mate in 1\nsolution: c4c3\norigin: mined; x", BadFile, "'x'"),
    ],
)
def test_the_error_for_a_bad_text_names_the_problem(text: str, error: type[Exception], fact: str) -> None:
    with pytest.raises(error, match=fact):
        Puzzle.parse(text)


def test_a_file_of_puzzles_reads_back(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    save_puzzles([SMOTHERED, SMALL], path)
    assert load_puzzles(path) == [SMOTHERED, SMALL]
    path.write_text(path.read_text().replace("c1d1", "d1d4"))
    with golden.raises(BadFile):
        load_puzzles(path)


def test_a_small_board_is_not_a_python_chess_board(golden: Golden) -> None:
    with golden.raises(BadPosition):
        SMALL.board()
