"""Test that evaluations are cached exactly, by many processes at once, and other kinds of files are refused."""

from __future__ import annotations

import os
import pickle
import sqlite3
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import chess
import pytest
from chess.engine import Cp, Mate
from hypothesis import given
from hypothesis import strategies as st

from goldens import Golden
from motif.engines.cache import EvaluationCache, ResultCache, default_cache_path
from motif.engines.evaluator import CacheKey, Evaluation
from motif.errors import BadFile

PAWN_UP = CacheKey("Fake 1", "{}", "4k3/8/8/8/8/8/4P3/4K3 w - - 0", "depth=5")
ANSWER = (Evaluation(Cp(120), (chess.Move.from_uci("e1d2"), chess.Move.from_uci("e8e7")), depth=5),)


def test_another_cache_on_the_same_file_reads_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "cache.sqlite"
    with EvaluationCache(path) as cache:
        assert cache.get(PAWN_UP) is None
        cache.put(PAWN_UP, ANSWER)
        assert cache.count() == 1
    with EvaluationCache(path) as cache:
        assert cache.get(PAWN_UP) == ANSWER
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_evaluations_and_results_share_one_file(tmp_path: Path) -> None:
    path = tmp_path / "cache.sqlite"
    with EvaluationCache(path) as evaluations, ResultCache(path) as results:
        evaluations.put(PAWN_UP, ANSWER)
        assert not results.holds("a game")
        assert results.get("a game") is None
        results.put("a game", b"[1]")
        results.put("a game", b"[1, 2]")
    with EvaluationCache(path) as evaluations, ResultCache(path) as results:
        assert results.holds("a game")
        assert results.get("a game") == b"[1, 2]"
        assert evaluations.get(PAWN_UP) == ANSWER


@pytest.mark.parametrize(
    "other",
    [
        CacheKey("Fake 2", PAWN_UP.options, PAWN_UP.position, PAWN_UP.limit),
        CacheKey(PAWN_UP.engine, '{"Threads": 1}', PAWN_UP.position, PAWN_UP.limit),
        CacheKey(PAWN_UP.engine, PAWN_UP.options, PAWN_UP.position[:-1] + "7", PAWN_UP.limit),
        CacheKey(PAWN_UP.engine, PAWN_UP.options, PAWN_UP.position, "depth=6"),
        CacheKey(PAWN_UP.engine, PAWN_UP.options, PAWN_UP.position, PAWN_UP.limit, lines=2),
    ],
)
def test_every_part_of_a_key_counts(tmp_path: Path, other: CacheKey) -> None:
    with EvaluationCache(tmp_path / "cache") as cache:
        cache.put(PAWN_UP, ANSWER)
        assert cache.get(other) is None


def test_several_lines_are_kept_in_order(tmp_path: Path) -> None:
    lines = (*ANSWER, Evaluation(Mate(-3), (chess.Move.from_uci("e1f1"),)), Evaluation(Cp(0)))
    with EvaluationCache(tmp_path / "cache") as cache:
        cache.put(PAWN_UP, ANSWER)
        cache.put(PAWN_UP, lines)
        assert cache.get(PAWN_UP) == lines


def test_a_closed_cache_opens_again(tmp_path: Path) -> None:
    cache = EvaluationCache(tmp_path / "cache")
    cache.put(PAWN_UP, ANSWER)
    cache.close()
    cache.close()
    assert cache.get(PAWN_UP) == ANSWER
    cache.close()


def test_a_cache_pickles_as_its_path(tmp_path: Path) -> None:
    with EvaluationCache(tmp_path / "cache") as cache:
        cache.put(PAWN_UP, ANSWER)
        with pickle.loads(pickle.dumps(cache)) as copy:
            assert repr(copy) == repr(cache) == f"EvaluationCache('{tmp_path}/cache')"
            assert copy.get(PAWN_UP) == ANSWER


def test_several_processes_share_one_file_from_its_creation_on(tmp_path: Path) -> None:
    cache = EvaluationCache(tmp_path / "cache")
    questions = [CacheKey("Fake 1", "{}", f"position {number % 60}", "depth=1") for number in range(180)]
    answers = [(Evaluation(Cp(number % 60)),) for number in range(180)]
    with cache, ProcessPoolExecutor(3, mp_context=get_context("spawn")) as executor:
        # Every task unpickles a separate cache, so the file is opened, written and closed 180 times.
        writing = [executor.submit(cache.put, *task) for task in zip(questions, answers, strict=True)]
        for question, answer in zip(questions, answers, strict=True):
            cache.put(question, answer)
        for future in writing:
            future.result()
        assert list(executor.map(cache.get, questions)) == answers
        assert cache.count() == 60


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="newer Pythons warn of any fork in a process with threads")
def test_a_forked_process_does_not_use_the_connection_of_its_parent(tmp_path: Path) -> None:
    with EvaluationCache(tmp_path / "cache") as cache:
        cache.put(PAWN_UP, ANSWER)
        child = os.fork()
        if child == 0:
            cache.put(CacheKey("Fake 2", "{}", "child", "depth=1"), ANSWER)
            os._exit(0 if cache.get(PAWN_UP) == ANSWER else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert cache.count() == 2


def test_a_text_file_is_refused_and_left_alone(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 e5 " * 200)
    with golden.raises(BadFile):
        EvaluationCache(path).get(PAWN_UP)
    assert path.read_text() == "1. e4 e5 " * 200


def test_an_empty_file_is_refused(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    with golden.raises(BadFile):
        EvaluationCache(path).get(PAWN_UP)


def test_a_database_of_another_program_is_refused(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE evaluations (text)")
    with golden.raises(BadFile):
        EvaluationCache(path).put(PAWN_UP, ANSWER)


def test_a_cache_of_another_version_is_refused(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "cache"
    with EvaluationCache(path) as cache:
        cache.put(PAWN_UP, ANSWER)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with golden.raises(BadFile):
        EvaluationCache(path).get(PAWN_UP)


def test_a_damaged_answer_is_refused(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "cache"
    with EvaluationCache(path) as cache:
        cache.put(PAWN_UP, ANSWER)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE evaluations SET answer = 'good for White'")
    with EvaluationCache(path) as cache, golden.raises(BadFile):
        cache.get(PAWN_UP)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=f"cannot use the cache {tmp_path}: unable to open"):
        EvaluationCache(tmp_path).get(PAWN_UP)


def test_a_path_that_cannot_be_created_is_named(golden: Golden, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadFile, match=f"the cache {tmp_path}/file/cache"):
        EvaluationCache(tmp_path / "file" / "cache").get(PAWN_UP)
    with golden.raises(BadFile):
        EvaluationCache(Path("/dev/null/deep/cache")).get(PAWN_UP)


def test_the_default_path_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path))
    assert default_cache_path() == EvaluationCache().path == tmp_path / "cache.sqlite"
    monkeypatch.delenv("MOTIF_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/caches")
    assert default_cache_path() == Path("/var/caches/motif/cache.sqlite")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/anna")
    assert default_cache_path() == Path("/home/anna/.cache/motif/cache.sqlite")


SQUARES = st.integers(0, 63)
MOVES = st.builds(chess.Move, SQUARES, SQUARES).filter(lambda move: move.from_square != move.to_square)
SCORES = st.one_of(
    st.builds(Cp, st.integers(-20_000, 20_000)),
    st.builds(Mate, st.integers(-300, 300)),
    st.just(chess.engine.MateGiven),
)
EVALUATIONS = st.builds(Evaluation, SCORES, st.lists(MOVES, max_size=8).map(tuple), st.none() | st.integers(1, 100))


@given(EVALUATIONS)
def test_an_evaluation_rebuilds_from_its_text(evaluation: Evaluation) -> None:
    again = Evaluation.from_json(evaluation.to_json())
    assert again == evaluation
    assert hash(again) == hash(evaluation)
    assert again.best == (evaluation.line[0] if evaluation.line else None)


@given(SCORES, SCORES)
def test_centipawns_keep_the_order_of_scores(one: chess.engine.Score, other: chess.engine.Score) -> None:
    if one <= other:
        assert Evaluation(one).centipawns <= Evaluation(other).centipawns


def test_no_material_outweighs_a_mate() -> None:
    assert Evaluation(Cp(25_000)).centipawns == 9_000
    assert Evaluation(Cp(-25_000)).centipawns == -9_000
    assert Evaluation(Mate(3)).centipawns == 9_997
    assert Evaluation(Mate(-3)).centipawns == -9_997
    assert Evaluation(Mate(-0)).centipawns == -10_000
    assert Evaluation(chess.engine.MateGiven).centipawns == 10_000
