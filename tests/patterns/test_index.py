"""Test that the index in the core finds exactly what a plain matcher finds, on any board."""

from __future__ import annotations

import pickle
from itertools import pairwise

import chess
import numpy as np
import pytest

from goldens import Golden
from motif._core.board import Positions
from motif._core.patterns import PatternIndex, propose_patterns, random_filter
from motif.board.games import read_games
from motif.errors import BadArgument
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.move_pattern import MovePattern, from_core, to_core
from motif.runtime.files import SAMPLE_GAMES

WRITTEN = [
    # Two pawns cover the target: two literals that one edge alone must not make true.
    "covers 3 2\ncovers 4 2\n1N -(+1)-> 2. with 3p 4p",
    # The attacked piece is the one that another defends, away from the move.
    "hits_from 1 2 3\nhits 4 3\n1PNBRQK -(+1)-> 2.pnbrqk with 3pnbrqk 4pnbrqk",
    # Only pieces away from the move.
    "hits 3 4\n1P -(+1)-> 2. with 3B 4n",
    "1P -(+1)-> 2.",
    "1K -(+1)-> 2. castles",
    "1P -(+1)-> 2.nbrq =Q",
    "hits_from 1 2 3\nhits_from 1 2 4\nhits 3 4\n1Q -(+1)-> 2. with 3pnb 4pnbrqk",
]


@pytest.fixture(scope="module")
def boards() -> Positions:
    games = [game for game, _ in zip(read_games([str(SAMPLE_GAMES)]), range(40), strict=False)]
    return Positions.concatenate(game.positions([min(len(game) - 1, 7 + 4 * n)]) for n, game in enumerate(games))


@pytest.fixture(scope="module")
def patterns(boards: Positions) -> list[MovePattern]:
    """Patterns written by hand, and some that were proposed from these boards."""
    counts = np.diff(boards.legal_moves().offsets)
    residuals = np.repeat(-1.0 / counts, counts).astype(np.float32)
    residuals[::7] = 0.9
    found = [MovePattern.parse(text) for text in WRITTEN]
    for edges in (0, 1, 2):
        proposals = propose_patterns(boards, residuals, edges, 3, 4000, 0.0)
        found += [from_core(proposal[0]) for proposal in proposals[:: max(1, len(proposals) // 25)]]
    return [pattern.canonical() for pattern in found]


def test_the_index_finds_what_a_plain_matcher_finds(boards: Positions, patterns: list[MovePattern]) -> None:
    few = boards[::6]  # from move 4 to move 40
    starts, numbers = PatternIndex([to_core(pattern) for pattern in patterns]).design(few).matches()
    row = 0
    for board, moves in zip(few, few.legal_moves(), strict=True):
        full = BoardPattern.full(board)
        for move in moves:
            plain = [
                number for number, pattern in enumerate(patterns) if next(pattern.embeddings(full, board, move), None)
            ]
            assert sorted(numbers[starts[row] : starts[row + 1]].tolist()) == plain, (board.fen(), move)
            row += 1


def test_scores_are_sums_of_weights(boards: Positions, patterns: list[MovePattern]) -> None:
    index = PatternIndex([to_core(pattern) for pattern in patterns])
    weights = np.linspace(-1, 1, len(index))
    rows = index.design(boards)
    starts, numbers = rows.matches()
    sums = [weights[numbers[begin:end]].sum() for begin, end in pairwise(starts)]
    assert index.scorer(weights).scores(boards) == pytest.approx(sums)
    assert rows.scores(weights) == pytest.approx(sums)
    assert rows.support().sum() == len(numbers)


def test_the_text_reads_as_python_reads_it(patterns: list[MovePattern], boards: Positions) -> None:
    text = "\n".join(map(str, patterns))
    parsed, weights = PatternIndex.parse(text)
    assert weights.tolist() == [pattern.weight for pattern in patterns]
    given = PatternIndex([to_core(pattern) for pattern in patterns])
    assert [part.tolist() for part in parsed.design(boards).matches()] == [
        part.tolist() for part in given.design(boards).matches()
    ]


def test_an_index_crosses_to_another_process(patterns: list[MovePattern], boards: Positions) -> None:
    index = PatternIndex([to_core(pattern) for pattern in patterns])
    again = pickle.loads(pickle.dumps(index))
    assert again.design(boards).matches()[1].tolist() == index.design(boards).matches()[1].tolist()


def test_only_wanted_rows_are_laid_out(patterns: list[MovePattern], boards: Positions) -> None:
    index = PatternIndex([to_core(pattern) for pattern in patterns])
    count = len(boards.legal_moves().codes)
    wanted = np.arange(count) % 3 == 0
    every = index.design(boards).scores(np.ones(len(index)))
    assert index.design(boards, wanted).scores(np.ones(len(index))).tolist() == every[wanted].tolist()
    with pytest.raises(BadArgument, match=f"3 words for {count} rows"):
        index.design(boards, np.ones(3, np.bool_))


def test_the_slope_is_the_slope(patterns: list[MovePattern], boards: Positions) -> None:
    rows = PatternIndex([to_core(pattern) for pattern in patterns]).design(boards)
    chosen = np.zeros(len(boards), np.uint32)
    weights = np.linspace(-0.5, 0.5, len(patterns))
    misfit, gradient, _ = rows.slope(weights, chosen)
    for place in range(0, len(patterns), 9):
        step = np.zeros(len(patterns))
        step[place] = 1e-5
        assert (rows.slope(weights + step, chosen)[0] - misfit) / 1e-5 == pytest.approx(gradient[place], abs=1e-3)


def test_a_filter_keeps_the_best(boards: Positions, patterns: list[MovePattern]) -> None:
    index = PatternIndex([to_core(pattern) for pattern in patterns])
    weights = np.linspace(-1, 1, len(index))
    board = boards[3]
    scores = dict(zip(boards[3:4].legal_moves()[0], index.scorer(weights).scores(boards[3:4]), strict=True))
    verdicts = {
        move: verdict for move, verdict, _ in index.filter(weights, 4, None, "paper", 1).verdicts(board, True, 3)
    }
    kept = [scores[move] for move, verdict in verdicts.items() if verdict == "keep"]
    left = [scores[move] for move, verdict in verdicts.items() if verdict == "drop"]
    assert len(kept) == 4
    assert min(kept) >= max(left)
    again = pickle.loads(pickle.dumps(index.filter(weights, None, 0.5, "soft", 1).within(2)))
    assert len(again.verdicts(board, True, 3)) == board.legal_moves.count()


def test_lots_are_the_same_for_the_same_position() -> None:
    board = chess.Board()
    once, again = (random_filter(5, None, 7, "paper", 1).verdicts(board, True, 3) for _ in range(2))
    other = random_filter(5, None, 8, "paper", 1).verdicts(board, True, 3)
    assert once == again != other
    assert sum(verdict == "keep" for _, verdict, _ in once) == 5


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        (([2], [], 0), "2 to 32 vertices, not 1"),
        (([2, 1], [("skewers", [0, 1])], 0), "no relation called"),
        (([2, 1], [("hits", [0, 5])], 0), "names vertex 5, but there are only 2"),
        (([2, 1], [("hits", [0])], 0), "relates 2 vertices, not 1"),
    ],
)
def test_what_is_no_pattern_is_refused(
    pattern: tuple[list[int], list[tuple[str, list[int]]], int], problem: str
) -> None:
    with pytest.raises(BadArgument, match=problem):
        PatternIndex([pattern])


def test_a_filter_that_keeps_nothing_is_refused(golden: Golden) -> None:
    index = PatternIndex([to_core(MovePattern.parse("1P -(+1)-> 2."))])
    for count, share in ((0, None), (None, 0.0), (3, 0.5), (None, 1.5)):
        with golden.raises(BadArgument):
            index.filter(np.ones(1), count, share, "paper", 1)
    with golden.raises(BadArgument):
        index.filter(np.ones(2), 3, None, "paper", 1)
