"""Test several threads at one position: they find the same mates, keep to the limits, and all of them stop."""

from __future__ import annotations

import threading
import time

import chess
import pytest

from goldens import Golden
from motif._core.search import SearchInfo
from motif.arena.start_positions import StartPosition
from motif.engines.limits import Limit
from motif.errors import BadArgument
from motif.players.names import find_player
from motif.search.learning.evolution import Contestant, Pairing, play_contests
from motif.search.player import SearchEvaluator
from motif.search.settings import Pruning, PruningMode, SearchSettings
from walks import random_positions

MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9"
MATES = [
    ("r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1", 3, "Bb5+"),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, "Qxf7#"),
    ("6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1", 1, "Nf7#"),
    ("r2r2k1/5ppp/8/8/8/8/3R4/1K1R4 w - - 0 1", 2, "Rxd8+"),
    # The twin: no check is mate, and a lone knight cannot mate.
    ("5rk1/6pp/8/6N1/8/8/8/K7 w - - 0 1", None, None),
]
UNREACHABLE_DEPTH = 40
SOON_SECONDS = 10.0
"""A tenth would do on an idle machine."""


def test_one_thread_visits_a_known_number_of_nodes() -> None:
    # Counted before the core had several threads; the small table is full long before the end.
    info = SearchSettings(hash_megabytes=1, threads=1).searcher().search(chess.Board(MIDDLEGAME), depth=11)
    assert (info.nodes, info.hits, info.lines[0].value) == (612_199, 40_125, 41)
    assert not info.stopped


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize(("fen", "moves", "san"), MATES)
def test_more_threads_find_the_same_mates(fen: str, moves: int | None, san: str | None, threads: int) -> None:
    board = chess.Board(fen)
    line = SearchSettings(threads=threads).searcher().search(board, depth=8).lines[0]
    assert line.mate == moves
    assert san is None or board.san(line.moves[0]) == san


def test_every_answer_of_three_threads_is_legal_and_every_line_can_be_played() -> None:
    settings = [SearchSettings(threads=3), SearchSettings(pruning=Pruning(PruningMode.SOFT), threads=3)]
    searchers = [each.searcher() for each in settings]
    for number, board in enumerate(random_positions(100, seed=4)):
        if not any(board.legal_moves):
            continue
        info = searchers[number % 2].search(board, depth=4, multi_pv=2)
        assert info.depth == 4 or info.lines[0].mate is not None
        assert len({line.moves[0] for line in info.lines}) == min(2, board.legal_moves.count())
        for line in info.lines:
            after = board.copy()
            for move in line.moves:
                assert after.is_legal(move)
                after.push(move)


def test_stop_ends_all_threads() -> None:
    searcher = SearchSettings(threads=3).searcher()
    begun = threading.Event()
    found = []

    def think() -> None:
        found.append(searcher.search(chess.Board(), depth=UNREACHABLE_DEPTH, on_iteration=lambda _: begun.set()))

    thread = threading.Thread(target=think)
    thread.start()
    assert begun.wait(SOON_SECONDS)
    searcher.stop()
    thread.join(SOON_SECONDS)
    assert not thread.is_alive()
    assert found[0].stopped
    # No thread is left behind that still uses the table.
    searcher.new_game()
    assert searcher.search(chess.Board(MATES[0][0]), depth=8).lines[0].mate == 3


def test_threads_share_the_limits_of_time_and_nodes() -> None:
    searcher = SearchSettings(threads=2).searcher()
    begin = time.monotonic()
    assert searcher.search(chess.Board(), seconds=0.2).stopped
    assert time.monotonic() - begin < SOON_SECONDS
    info = searcher.search(chess.Board(), nodes=50_000)
    assert info.stopped
    assert info.nodes <= 50_000 + 2 * 1024


def test_reports_count_the_nodes_of_all_threads() -> None:
    reported: list[SearchInfo] = []
    info = SearchSettings(threads=2).searcher().search(chess.Board(MIDDLEGAME), depth=9, on_iteration=reported.append)
    assert [each.nodes for each in reported] == sorted(each.nodes for each in reported)
    assert reported[-1].lines[0].moves == info.lines[0].moves
    assert info.nodes >= reported[-2].nodes


@pytest.mark.parametrize("text", ["0", "65", "1000", "many", "-1", "2.5", ""])
def test_an_impossible_number_of_threads_is_refused(text: str) -> None:
    with pytest.raises(BadArgument, match=f"threads={text} cannot be set") as refused:
        find_player(f"base,threads={text}")
    assert refused.value.hint == "write a number from 1 to 64"


@pytest.mark.parametrize("threads", [0, 1000])
def test_the_core_refuses_an_impossible_number_of_threads(threads: int) -> None:
    with pytest.raises(BadArgument, match=f"cannot work on {threads} threads; 1 to 64 it can"):
        SearchSettings(threads=threads).searcher()
    with pytest.raises(BadArgument, match=f"cannot work on {threads} threads"):
        SearchSettings().searcher().engage(threads)


def test_the_papers_search_works_on_one_thread(golden: Golden) -> None:
    with golden.raises(BadArgument):
        find_player("base,mode=paper,threads=2")
    find_player("base,mode=paper,threads=1")


def test_a_player_takes_threads_by_name_and_later() -> None:
    player = find_player("base,threads=2,depth=6")
    board = chess.Board(MATES[0][0])
    assert board.san(player.choose(board, Limit(depth=1)).move) == "Bb5+"
    searcher = SearchSettings().searcher()
    searcher.engage(2)
    assert searcher.search(board, depth=8).lines[0].mate == 3
    searcher.engage(1)
    searcher.new_game()
    assert searcher.search(board, depth=8).nodes == SearchSettings().searcher().search(board, depth=8).nodes


def test_an_evaluator_with_two_threads_evaluates_one_by_one_without_a_cache_key() -> None:
    boards = [chess.Board(fen) for fen, *_ in MATES[:2]]
    together, alone = (SearchEvaluator("search", SearchSettings(threads=threads)) for threads in (2, 1))
    assert [each.score.mate() for each in together.evaluate(boards, Limit(depth=8))] == [3, 1]
    assert together.cache_key(boards[0], Limit(depth=8), 1) is None
    assert alone.cache_key(boards[0], Limit(depth=8), 1) is not None


def test_games_in_the_core_have_a_thread_each(golden: Golden) -> None:
    players = [Contestant("two", SearchSettings(threads=2), 2)]
    with golden.raises(BadArgument):
        play_contests(players, [Pairing(0, 0, StartPosition("initial position"))])
