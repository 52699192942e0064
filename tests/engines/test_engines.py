"""Test engines as evaluators and players: the commands they receive, how answers are read, and which are cached."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import chess
import pytest
from chess.engine import Cp, Mate

from fakes import fake, fake_xboard, is_collected, processes, received
from goldens import Golden
from motif.engines.cache import CachedEvaluator, EvaluationCache
from motif.engines.evaluator import LARGEST_ADVANTAGE_CP, Evaluation, Evaluator
from motif.engines.limits import Limit
from motif.engines.process import EngineMove, EngineProgram, get_engine
from motif.engines.uci_engines import Engine
from motif.errors import BadArgument, EngineFailed

DEPTH = Limit(depth=3)
START = chess.Board()
ITALIAN = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
PAWN_ENDING = chess.Board("8/8/8/4k3/8/4P3/4K3/8 w - - 0 60")


pytestmark = pytest.mark.usefixtures("no_thread_is_left_behind")


# The evaluator


def test_an_engine_is_an_evaluator(tmp_path: Path) -> None:
    with Engine(fake(tmp_path, "good")) as engine:
        evaluator: Evaluator = engine
        assert evaluator.name == "Good Fake 1.0"
        assert evaluator.evaluate([START], DEPTH) == [Evaluation(Cp(20), (chess.Move.from_uci("a2a3"),), depth=3)]
    assert received(tmp_path)[-2:] == ["go depth 3", "quit"]
    assert all(map(is_collected, processes(tmp_path)))


def test_answers_are_in_the_order_of_the_boards_and_repeated_boards_searched_once(tmp_path: Path) -> None:
    later = START.copy()
    later.fullmove_number = 40
    with Engine(fake(tmp_path, "good")) as engine:
        answers = engine.evaluate([PAWN_ENDING, START, PAWN_ENDING, later, ITALIAN], DEPTH)
    assert [answer.centipawns for answer in answers] == [
        board.legal_moves.count() for board in (PAWN_ENDING, START, PAWN_ENDING, START, ITALIAN)
    ]
    assert len(received(tmp_path, "go")) == 3


def test_the_engine_gets_the_position_without_its_history(tmp_path: Path) -> None:
    board = chess.Board()
    for move in ("e4", "e5", "Nf3"):
        board.push_san(move)
    with Engine(fake(tmp_path, "good")) as engine:
        engine.evaluate([board], DEPTH)
    assert received(tmp_path, "position") == [
        "position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 1"
    ]


@pytest.mark.parametrize("spelling", ["Threads", "threads"])
def test_without_a_time_limit_each_position_gets_one_thread_and_a_fresh_game(tmp_path: Path, spelling: str) -> None:
    with Engine(fake(tmp_path, "good"), {spelling: 3}) as engine:
        engine.evaluate([START, ITALIAN], DEPTH)
    # 3 when the engine was configured, 1 for the evaluations.
    assert [command[-1] for command in received(tmp_path, "setoption name Threads")] == ["3", "1"]
    assert [command for command in received(tmp_path) if command in ("ucinewgame", "go depth 3")] == [
        "ucinewgame",
        "go depth 3",
    ] * 2


def test_with_a_time_limit_the_engine_keeps_its_threads(tmp_path: Path) -> None:
    with Engine(fake(tmp_path, "good"), {"Threads": 3}) as engine:
        engine.evaluate([START], Limit(seconds=0.01, depth=2))
    assert received(tmp_path, "setoption name Threads") == ["setoption name Threads value 3"]
    assert received(tmp_path, "go") == ["go depth 2 movetime 10"]


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", Mate(-0)),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", Cp(0)),
        ("7k/5K2/8/8/8/8/8/6N1 w - - 0 1", Cp(0)),
        ("7k/5K2/8/8/8/8/8/6R1 w - - 150 120", Cp(0)),
    ],
    ids=["mate", "stalemate", "insufficient material", "75 moves"],
)
def test_a_game_that_is_over_needs_no_engine(tmp_path: Path, fen: str, score: chess.engine.Score) -> None:
    with Engine(fake(tmp_path, "good")) as engine:
        (evaluation,) = engine.evaluate([chess.Board(fen)], DEPTH)
    assert evaluation == Evaluation(score)
    assert evaluation.best is None
    assert processes(tmp_path) == []


def test_candidates_are_the_best_moves_in_order(tmp_path: Path) -> None:
    with Engine(fake(tmp_path, "good")) as engine:
        candidates = engine.candidates(START, DEPTH, 3)
        assert [(str(candidate.best), candidate.centipawns) for candidate in candidates] == [
            ("a2a3", 20),
            ("a2a4", 19),
            ("b1a3", 18),
        ]
        cornered = chess.Board("7k/8/5K2/8/8/8/8/6R1 b - - 0 1")
        assert len(engine.candidates(cornered, DEPTH, 500)) == 1


def test_an_engine_without_several_lines_gives_one_candidate(tmp_path: Path) -> None:
    with Engine(fake(tmp_path, "runs_out_of_nodes")) as engine:
        assert len(engine.candidates(START, DEPTH, 5)) == 1


def test_zero_candidates_are_refused(golden: Golden, tmp_path: Path) -> None:
    with Engine(fake(tmp_path, "good")) as engine, golden.raises(BadArgument):
        engine.candidates(START, DEPTH, 0)


def test_an_exact_score_counts_more_than_a_final_bound(tmp_path: Path) -> None:
    with Engine(fake(tmp_path, "runs_out_of_nodes")) as engine:
        assert engine.evaluate([START], DEPTH) == [Evaluation(Cp(20), (chess.Move.from_uci("a2a3"),), depth=7)]


def test_the_move_played_counts_not_the_line_printed(tmp_path: Path) -> None:
    with Engine(fake(tmp_path, "changes_its_mind")) as engine:
        assert engine.evaluate([START], DEPTH) == [Evaluation(Mate(3), (chess.Move.from_uci("a2a4"),), depth=2)]


def test_two_threads_may_share_an_engine(tmp_path: Path) -> None:
    boards = [START, ITALIAN, PAWN_ENDING]
    with Engine(fake(tmp_path, "good")) as engine, ThreadPoolExecutor(2) as threads:
        asked = [threads.submit(engine.evaluate, [board], DEPTH) for board in boards * 4]
        counts = [future.result()[0].centipawns for future in asked]
    assert counts == [board.legal_moves.count() for board in boards] * 4
    assert len(processes(tmp_path)) == 1


# The cache


def cached(engine: Engine, cache: EvaluationCache) -> CachedEvaluator:
    return CachedEvaluator(engine, cache, batch_size=1)


def test_a_cached_position_is_not_searched_again(tmp_path: Path) -> None:
    with EvaluationCache(tmp_path / "cache") as cache:
        with cached(Engine(fake(tmp_path, "good")), cache) as engine:
            first = engine.evaluate([START, ITALIAN], DEPTH)
        with cached(Engine(fake(tmp_path, "good")), cache) as engine:
            assert engine.evaluate([ITALIAN, START], DEPTH) == first[::-1]
            assert len(received(tmp_path, "go")) == 2
            engine.evaluate([START], Limit(depth=4))
            engine.candidates(START, DEPTH, 2)
            assert len(received(tmp_path, "go")) == 4
        with cached(Engine(fake(tmp_path, "good"), {"Threads": 2}), cache) as engine:
            # Threads do not count without a time limit, so these answers are the same.
            engine.evaluate([START], DEPTH)
            assert len(received(tmp_path, "go")) == 4
        assert cache.count() == 4


def test_an_evaluation_limited_in_time_is_not_cached(tmp_path: Path) -> None:
    with EvaluationCache(tmp_path / "cache") as cache, cached(Engine(fake(tmp_path, "good")), cache) as engine:
        for _ in range(2):
            engine.evaluate([START], Limit(seconds=0.01))
        assert cache.count() == 0
    assert len(received(tmp_path, "go")) == 2


def test_what_was_evaluated_before_a_failure_is_not_lost(golden: Golden, tmp_path: Path) -> None:
    boards = [START, ITALIAN, PAWN_ENDING]
    mortal = Engine(fake(tmp_path, "dies_on_go", "2"))
    with EvaluationCache(tmp_path / "cache") as cache, cached(mortal, cache) as engine:
        with golden.raises(EngineFailed):
            engine.evaluate(boards, DEPTH)
        assert cache.count() == 2
        assert len(engine.evaluate(boards[:2], DEPTH)) == 2


# The player


def test_a_player_gets_the_whole_game_and_the_start_of_a_new_one(tmp_path: Path) -> None:
    board = chess.Board()
    with Engine(fake(tmp_path, "good"), {"Threads": 2}) as engine:
        choice = engine.play(board, DEPTH)
        assert choice == EngineMove(chess.Move.from_uci("a2a3"), Evaluation(Cp(12), (choice.move,), depth=3))
        board.push(choice.move)
        board.push_san("e5")
        engine.play(board, DEPTH)
        assert len(received(tmp_path, "ucinewgame")) == 1
        engine.new_game()
        engine.play(chess.Board(), DEPTH)
    assert len(received(tmp_path, "ucinewgame")) == 2
    assert received(tmp_path, "position") == [
        "position startpos",
        "position startpos moves a2a3 e7e5",
        "position startpos",
    ]
    assert received(tmp_path, "setoption name Threads") == ["setoption name Threads value 2"]


def test_a_player_need_not_print_a_score(tmp_path: Path) -> None:
    with Engine(fake(tmp_path, "says_no_score")) as engine:
        assert engine.play(START, DEPTH) == EngineMove(chess.Move.from_uci("a2a3"), None)


def test_a_player_that_dies_has_lost_its_game_and_plays_the_next(golden: Golden, tmp_path: Path) -> None:
    board = chess.Board()
    board.push_san("e4")
    with Engine(fake(tmp_path, "dies_once")) as engine:
        with golden.raises(EngineFailed):
            engine.play(board, DEPTH)
        engine.new_game()
        assert engine.play(board, DEPTH).move == chess.Move.from_uci("a7a5")
    assert received(tmp_path, "position") == ["position startpos moves e2e4"] * 2


def test_nothing_is_played_when_the_game_is_over(golden: Golden, tmp_path: Path) -> None:
    mated = chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    with Engine(fake(tmp_path, "good")) as engine, golden.raises(BadArgument):
        engine.play(mated, DEPTH)


# XBoard


def test_an_xboard_engine_searches_to_its_depth_each_time_from_scratch(tmp_path: Path) -> None:
    with Engine(fake_xboard(tmp_path), {"cores": 2}) as engine:
        assert engine.name == "Old Fake 2"
        assert engine.evaluate([START, ITALIAN], Limit(depth=5)) == [
            Evaluation(Cp(5), (chess.Move.from_uci("a2a3"),), depth=5),
            Evaluation(Cp(5), (chess.Move.from_uci("a7a5"),), depth=5),
        ]
        assert len(engine.candidates(PAWN_ENDING, Limit(depth=2), 3)) == 1
    assert received(tmp_path, "sd") == ["sd 5", "sd 5", "sd 2"]
    assert received(tmp_path, "cores 1") == ["cores 1"] * 3
    assert len(processes(tmp_path)) == 3


def test_a_limit_on_depth_does_not_outlive_its_search(tmp_path: Path) -> None:
    with Engine(fake_xboard(tmp_path)) as engine:
        engine.evaluate([START], Limit(depth=5))
        choice = engine.play(START, Limit(seconds=1.5))
    assert choice.evaluation is not None
    assert choice.evaluation.depth == 60
    assert received(tmp_path, "st") == ["st 86400", "st 2"]


def test_an_xboard_player_keeps_its_game(tmp_path: Path) -> None:
    board = chess.Board()
    with Engine(fake_xboard(tmp_path)) as engine:
        for _ in range(3):
            board.push(engine.play(board, Limit(depth=2)).move)
    assert received(tmp_path, "new") == ["new"]
    assert len(processes(tmp_path)) == 1


def test_an_xboard_engine_counts_nodes_only_if_it_says_so(golden: Golden, tmp_path: Path) -> None:
    with (
        Engine(fake_xboard(tmp_path)) as engine,
        golden.raises(BadArgument) as refusal,
    ):
        engine.evaluate([START], Limit(nodes=100))
    assert refusal.value.hint == "limit it by depth or seconds"
    with Engine(fake_xboard(tmp_path, argument="nps=1")) as engine:
        engine.evaluate([START], Limit(nodes=100))
    assert received(tmp_path, "st") == ["st 100"]


def test_a_mate_in_a_million_is_just_won(tmp_path: Path) -> None:
    with Engine(fake_xboard(tmp_path, "mates_its_own_way")) as engine:
        assert engine.evaluate([START], DEPTH)[0].score == Cp(LARGEST_ADVANTAGE_CP)


@pytest.mark.parametrize(
    ("character", "message"),
    [("plays_blindly", "Oddity gave a move but no score"), ("resigns", "Oddity resigned")],
)
def test_an_xboard_engine_without_an_answer_is_reported(tmp_path: Path, character: str, message: str) -> None:
    with Engine(fake_xboard(tmp_path, character)) as engine, pytest.raises(EngineFailed, match=message):
        engine.evaluate([START], DEPTH)


# Real engines


def installed(name: str) -> EngineProgram:
    program = get_engine(name)
    if program is None:
        pytest.skip(f"{name} is not installed")
    return program


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("stockfish", Limit(nodes=3000)),
        ("stockfish", Limit(depth=7)),
        ("gnuchess", Limit(depth=5)),
        ("sjeng", Limit(depth=5)),
        ("hoichess", Limit(depth=5)),
    ],
)
def test_results_depend_neither_on_the_order_nor_on_the_engine_object(name: str, limit: Limit) -> None:
    program = installed(name)
    boards = [START, ITALIAN, PAWN_ENDING]
    with Engine(program) as engine:
        forwards = engine.evaluate(boards, limit)
        engine.play(ITALIAN, limit)
        backwards = engine.evaluate(boards[::-1], limit)
    with Engine(program) as another:
        assert another.evaluate(boards[1:], limit) == forwards[1:]
    assert forwards == backwards[::-1]


@pytest.mark.parametrize("name", ["stockfish", "gnuchess", "sjeng", "hoichess"])
def test_a_mate_in_one_is_seen_and_played(name: str) -> None:
    with Engine(installed(name)) as engine:
        back_rank = chess.Board("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1")
        evaluation = engine.evaluate([back_rank], Limit(depth=5))[0]
        assert evaluation.best == chess.Move.from_uci("e1e8")
        assert evaluation.centipawns >= LARGEST_ADVANTAGE_CP
        assert engine.play(back_rank, Limit(seconds=0.5)).move == evaluation.best


def test_stockfish_gives_several_candidates() -> None:
    with Engine(installed("stockfish")) as engine:
        candidates = engine.candidates(ITALIAN, Limit(depth=6), 3)
    assert len({candidate.best for candidate in candidates}) == 3
    assert candidates[0].centipawns >= candidates[1].centipawns >= candidates[2].centipawns


def test_gnuchess_does_not_count_nodes(golden: Golden) -> None:
    with (
        Engine(installed("gnuchess")) as engine,
        golden.raises(BadArgument),
    ):
        engine.evaluate([START], Limit(nodes=100))
