"""Test the file of the paper's hierarchies: it reads back, bad files are refused, and usage is counted."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif.errors import BadFile
from motif.patterns.learning.habits import augment_habits, count_usage, weigh_habits
from motif.patterns.learning.hierarchy import Hierarchy, PatternKnowledge
from motif.patterns.learning.paper_library import PaperLibrary, Usage
from motif.patterns.move_pattern import MovePattern, parse_pattern

TAKES = "hits 1 2\n1N -(+1)-> 2p"
IS_RETAKEN = "hits 1 2\nhits 3 2\n1N -(+1)-> 2p with 3p => {3 -(-3)-> 2}"
THREAT = "null\nhits 1 2\n1N -(-1)-> 2p"
KNIGHT_MOVES = "1N -(+0)-> 2."
CHECKS = "hits_from 1 2 3\n1N -(+0)-> 2. with 3k"


def library() -> PaperLibrary:
    knowledge = PatternKnowledge.of(map(parse_pattern, [TAKES, IS_RETAKEN, THREAT]))
    for habit in (KNIGHT_MOVES, CHECKS):
        knowledge.habits.insert(MovePattern.parse(habit))
    return PaperLibrary(knowledge, (Usage(4, 40), Usage(3, 5)), {"weights": "paper", "teacher": "Ada"})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    library().write(tmp_path / "mine.txt")
    return tmp_path / "mine.txt"


def test_a_hierarchy_comes_back_from_its_file(path: Path) -> None:
    again = PaperLibrary.read(path)
    assert list(again.blocks()) == list(library().blocks())
    assert again.notes == library().notes
    assert again.usage == library().usage
    assert again.knowledge.moves.children[0] == {1}
    text = path.read_text()
    assert "# material below 1\nhits 1 2\nhits 3 2\n" in text
    assert "# habit played 3 of 5 below 1\n" in text


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("hits_from 1 2 3", "skewers 1 2 3", r"line 17: there is no relation 'skewers'"),
        ("=> {3 -(-3)-> 2}", "=> {5 -(-3)-> 2}", r"line 7: the move names vertex 5, which does not exist"),
        ("hits 3 2", "hits 4 2", r"line 7: hits 4 2 names vertex 4, which does not exist"),
        ("# material\n", "# material below 2\n", "kind material: the links form a cycle of patterns: 1, 2$"),
        ("# material below 1", "# material below 9", "pattern 2 cannot be below pattern 9, which does not exist"),
        ("# material\n", "# material below 1\n", "the links form a cycle of patterns: 1$"),
        ("# threat\nnull", "# threat\n#", "line 11: cannot read the move|line 11"),
        ("# weights: paper", "weights: paper", "line 2: expected a note or a pattern"),
    ],
)
def test_a_damaged_file_is_refused(path: Path, old: str, new: str, problem: str) -> None:
    damaged = path.read_text()
    assert old in damaged
    path.write_text(damaged.replace(old, new, 1))
    with pytest.raises(BadFile, match=problem):
        PaperLibrary.read(path)


def test_what_lies_below_must_be_more_specific(golden: Golden) -> None:
    with golden.raises(ValueError):
        Hierarchy.linked(map(MovePattern.parse, (KNIGHT_MOVES, TAKES)), [[1], []])


def test_habits_are_counted_and_weighed() -> None:
    """White checks with the knight once in two positions: of eleven knight moves two are played, of two checks one."""
    habits = library().knowledge.habits
    board = chess.Board("7k/8/8/4N3/8/8/8/4K3 w - - 0 1")
    examples = [(board, board.parse_san("Nf7+")), (board, board.parse_san("Nd3"))]
    usage = count_usage(habits, examples)
    assert usage == [Usage(2, 16), Usage(1, 4)]
    weigh_habits(habits, usage)
    moves, checks = (habits.patterns[number].weight for number in (0, 1))
    assert moves == pytest.approx((1 + 8 / 30) / 23, rel=1e-3)
    # The only check that was played is the one that the habit may have been made from: it says no more than its parent.
    assert checks == pytest.approx(8 * moves / 11, rel=1e-3)


def test_augmentation_counts_and_adds_nothing() -> None:
    board = chess.Board("7k/8/8/4N3/8/8/8/4K3 w - - 0 1")
    more = augment_habits(library(), [(board, board.parse_san("Nf7+"))])
    assert len(more) == len(library())
    assert more.usage == (Usage(5, 48), Usage(4, 7))
    assert more.notes["augmented by"] == "1 moves"
    assert [str(pattern) for pattern in more.knowledge.moves] == [str(p) for p in library().knowledge.moves]
