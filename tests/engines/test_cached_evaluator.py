"""Test that a cached evaluator gives the same answers, never asks twice, and works without a cache file."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import chess
import pytest
from chess.engine import Cp, Mate

from goldens import Golden
from motif.engines.cache import CachedEvaluator, EvaluationCache
from motif.engines.evaluator import CacheKey, Evaluation, after, legal_moves, value_moves
from motif.engines.limits import Limit
from motif.errors import BadFile, CacheUnusable, MotifError
from motif.players.names import find_evaluator
from motif.search.player import SearchEvaluator
from motif.search.settings import Mode, SearchSettings

DEPTH = Limit(depth=2)
START = chess.Board()
OPEN = after(START, chess.Move.from_uci("e2e4"))
MATED = chess.Board("R6k/1R6/8/8/8/8/8/K7 b - - 0 1")


class Mobile:
    """Counts legal moves, and records the positions that it gets."""

    def __init__(self, name: str = "mobile") -> None:
        self.name = name
        self.asked: list[str] = []

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        self.asked += [board.fen() for board in boards]
        return [
            Evaluation(Cp(board.legal_moves.count()), tuple(legal_moves(board)[:2]), limit.depth)
            if any(board.legal_moves)
            else Evaluation(Mate(-0))
            for board in boards
        ]


class Lister(Mobile):
    """Compares moves as well."""

    def candidates(self, board: chess.Board, limit: Limit, count: int) -> list[Evaluation]:
        self.asked.append(board.fen())
        return [Evaluation(Cp(-place), (move,)) for place, move in enumerate(legal_moves(board)[:count])]


def test_answers_are_kept_in_the_file_and_in_memory(tmp_path: Path) -> None:
    boards = [START, OPEN, START]
    with EvaluationCache(tmp_path / "cache") as cache:
        evaluator = Mobile()
        cached = CachedEvaluator(evaluator, cache)
        first = cached.evaluate(boards, DEPTH)
        assert first == Mobile().evaluate(boards, DEPTH)
        assert cached.evaluate(boards, DEPTH) == first
        assert evaluator.asked == [START.fen(), OPEN.fen()]
        other = Mobile()
        assert CachedEvaluator(other, cache).evaluate(boards, DEPTH) == first
        assert other.asked == []
    forgetful = Mobile()
    alone = CachedEvaluator(forgetful)
    assert [alone.evaluate(boards, DEPTH) for _ in range(2)] == [first, first]
    assert len(forgetful.asked) == 2


def test_another_name_or_limit_is_another_key(tmp_path: Path) -> None:
    with EvaluationCache(tmp_path / "cache") as cache:
        CachedEvaluator(Mobile(), cache).evaluate([START], DEPTH)
        deeper, other = Mobile(), Mobile("other")
        CachedEvaluator(deeper, cache).evaluate([START], Limit(depth=3))
        CachedEvaluator(other, cache).evaluate([START], DEPTH)
        assert deeper.asked == other.asked == [START.fen()]
        assert cache.count() == 3


def test_the_moves_before_and_their_number_change_nothing() -> None:
    evaluator = Mobile()
    cached = CachedEvaluator(evaluator)
    shuffled = chess.Board()
    for move in ("Nf3", "Nf6", "Ng1", "Ng8"):
        shuffled.push_san(move)
    cached.evaluate([shuffled], DEPTH)
    cached.evaluate([chess.Board(shuffled.fen())], DEPTH)
    shuffled.fullmove_number = 77
    cached.evaluate([shuffled], DEPTH)
    assert len(evaluator.asked) == 1


def test_timed_answers_and_finished_games_are_not_kept(tmp_path: Path) -> None:
    with EvaluationCache(tmp_path / "cache") as cache:
        cached = CachedEvaluator(Mobile(), cache)
        cached.evaluate([START], Limit(seconds=0.01))
        assert cached.evaluate([MATED], DEPTH) == [Evaluation(Mate(-0))]
        assert cache.count() == 0


def test_only_the_last_answers_stay_in_memory() -> None:
    evaluator = Mobile()
    cached = CachedEvaluator(evaluator, most_in_memory=2)
    boards = [after(START, move) for move in legal_moves(START)[:3]]
    cached.evaluate(boards, DEPTH)
    cached.evaluate(boards[1:], DEPTH)
    assert len(evaluator.asked) == 3
    cached.evaluate(boards[:1], DEPTH)
    assert len(evaluator.asked) == 4


def test_candidates_are_kept_if_the_evaluator_gives_them() -> None:
    lister = Lister()
    cached = CachedEvaluator(lister)
    (values,) = value_moves([START], cached, DEPTH, compared=True)
    assert values == value_moves([START], Lister(), DEPTH, compared=True)[0]
    assert value_moves([START], cached, DEPTH, compared=True) == [values]
    assert lister.asked == [START.fen()]
    mobile = Mobile()
    assert CachedEvaluator(mobile).candidates(START, DEPTH, 3) == []
    assert value_moves([START], CachedEvaluator(mobile), DEPTH, compared=True) == value_moves([START], Mobile(), DEPTH)


def test_a_search_keeps_answers_by_its_settings(tmp_path: Path) -> None:
    boards = [START, OPEN, MATED]
    truth = SearchEvaluator("search", SearchSettings()).evaluate(boards, DEPTH)
    with EvaluationCache(tmp_path / "cache") as cache:
        for settings in (SearchSettings(), SearchSettings(), SearchSettings(mode=Mode.PAPER)):
            evaluator = CachedEvaluator(SearchEvaluator("search", settings), cache)
            assert (evaluator.evaluate(boards, DEPTH) == truth) == (settings.mode is Mode.FULL)
        assert cache.count() == 4
        # The limit in a name overrides the limit of the call.
        CachedEvaluator(SearchEvaluator("search", SearchSettings(), DEPTH), cache).evaluate([START], Limit(depth=9))
        CachedEvaluator(SearchEvaluator("search", SearchSettings(), Limit(seconds=0.01)), cache).evaluate(
            [START], DEPTH
        )
        assert cache.count() == 4


def test_a_search_called_by_name_has_a_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path))
    first = find_evaluator("search:2").evaluate([START, OPEN], Limit(depth=8))
    assert find_evaluator("search:2").evaluate([START, OPEN], Limit(depth=8)) == first
    with EvaluationCache() as cache:
        assert cache.count() == 2


def test_answers_come_without_a_cache_that_cannot_be_created() -> None:
    evaluator = Mobile()
    cached = CachedEvaluator(evaluator, EvaluationCache(Path("/dev/null/deep/cache")))
    for _ in range(2):
        assert cached.evaluate([START, OPEN], DEPTH) == Mobile().evaluate([START, OPEN], DEPTH)
    assert len(evaluator.asked) == 2


class Full(EvaluationCache):
    """On a disk that is full: read, but not written."""

    def put_all(self, found: object) -> None:
        raise CacheUnusable("database or disk is full")


def test_a_read_only_cache_is_used_until_the_first_new_answer(tmp_path: Path) -> None:
    with EvaluationCache(tmp_path / "cache") as cache:
        CachedEvaluator(Mobile(), cache).evaluate([START], DEPTH)
    evaluator = Mobile()
    with Full(tmp_path / "cache") as full:
        cached = CachedEvaluator(evaluator, full)
        cached.evaluate([START, OPEN], DEPTH)
        cached.evaluate([OPEN], DEPTH)
    assert evaluator.asked == [OPEN.fen()]


def test_a_file_of_another_kind_is_still_refused(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 e5 " * 200)
    with golden.raises(BadFile):
        CachedEvaluator(Mobile(), EvaluationCache(path)).evaluate([START], DEPTH)


def test_answers_before_an_interruption_are_kept(tmp_path: Path) -> None:
    class Mortal(Mobile):
        def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
            if len(self.asked) >= 4:
                raise MotifError("enough")
            return super().evaluate(boards, limit)

    boards = [after(START, move) for move in legal_moves(START)[:6]]
    with EvaluationCache(tmp_path / "cache") as cache:
        with pytest.raises(MotifError, match="enough"):
            CachedEvaluator(Mortal(), cache, batch_size=2).evaluate(boards, DEPTH)
        assert cache.count() == 4


def test_threads_may_share_it(tmp_path: Path) -> None:
    boards = [after(START, move) for move in legal_moves(START)]
    with EvaluationCache(tmp_path / "cache") as cache, ThreadPoolExecutor(4) as threads:
        cached = CachedEvaluator(Mobile(), cache, most_in_memory=5)
        found = list(threads.map(lambda board: cached.evaluate([board], DEPTH)[0], boards * 5))
    assert found == Mobile().evaluate(boards, DEPTH) * 5


def test_the_cache_key_of_an_answer(tmp_path: Path) -> None:
    with EvaluationCache(tmp_path / "cache") as cache:
        CachedEvaluator(Mobile(), cache).evaluate([OPEN], DEPTH)
        position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0"
        assert cache.get(CacheKey("mobile", "", position, "depth=2")) is not None


class Reader(Mobile):
    """Evaluates a whole game: each position is worth the number of positions after it."""

    def evaluate_game(self, boards: Sequence[chess.Board], limit: Limit, *, again: bool = False) -> list[Evaluation]:
        return [Evaluation(Cp(place)) for place in range(len(boards), 0, -1)]


def test_evaluations_of_a_whole_game_are_not_kept(tmp_path: Path) -> None:
    with EvaluationCache(tmp_path / "cache") as cache:
        cached = CachedEvaluator(Reader(), cache)
        assert cached.evaluate_game([START, OPEN], DEPTH)[0].score == Cp(2)
        assert cached.evaluate([START], DEPTH)[0].score == Cp(20)
        assert cached.evaluate_game([START], DEPTH)[0].score == Cp(1)


def test_other_evaluators_evaluate_a_game_position_by_position() -> None:
    evaluator = Mobile()
    assert CachedEvaluator(evaluator).evaluate_game([START, OPEN], DEPTH) == Mobile().evaluate([START, OPEN], DEPTH)
    assert len(evaluator.asked) == 2
