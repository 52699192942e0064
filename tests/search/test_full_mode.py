"""Test the full search: legal, deterministic, right about mates and draws, and within its limits."""

from __future__ import annotations

import threading
import time
from dataclasses import asdict, fields, replace

import chess
import pytest

from goldens import Golden
from motif.engines.limits import Limit
from motif.errors import BadArgument, IllegalMove
from motif.search.settings import Pruning, PruningMode, SearchSettings, Techniques
from walks import random_positions

MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9"


def test_every_answer_is_legal_and_every_line_can_be_played() -> None:
    settings = [SearchSettings(), SearchSettings(pruning=Pruning(PruningMode.SOFT))]
    settings += [SearchSettings(pruning=Pruning(mode)) for mode in (PruningMode.PAPER, PruningMode.FRONTIER)]
    searchers = [each.searcher() for each in settings]
    for number, board in enumerate(random_positions(400, seed=2)):
        if not any(board.legal_moves):
            continue
        info = searchers[number % 4].search(board, depth=3, multi_pv=2)
        assert 1 <= len(info.lines) <= 2
        for line in info.lines:
            after = board.copy()
            for move in line.moves:
                assert after.is_legal(move)
                after.push(move)


@pytest.mark.parametrize("limit", [Limit(depth=7), Limit(nodes=20_000)], ids=str)
def test_the_same_search_gives_the_same_answer(limit: Limit) -> None:
    board = chess.Board(MIDDLEGAME)
    one, two = (SearchSettings().searcher().search(board, depth=limit.depth, nodes=limit.nodes) for _ in range(2))
    assert [line.moves for line in one.lines] == [line.moves for line in two.lines]
    assert (one.nodes, one.lines[0].value) == (two.nodes, two.lines[0].value)
    if limit.nodes:
        assert one.nodes <= limit.nodes + 1
        assert one.stopped


def test_the_mate_in_three_is_found_and_counted() -> None:
    board = chess.Board("r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1")
    info = SearchSettings().searcher().search(board, depth=8)
    assert info.lines[0].mate == 3
    assert info.lines[0].centipawns == 10_000 - 3
    assert board.san(info.lines[0].moves[0]) == "Bb5+"


def test_being_mated_counts_below_zero() -> None:
    # Wherever the king goes, the queen mates on the first rank.
    board = chess.Board("7k/8/8/8/8/1q6/r7/5K2 w - - 0 1")
    line = SearchSettings().searcher().search(board, depth=4).lines[0]
    assert line.mate == -1
    assert line.centipawns == 1 - 10_000


def test_a_single_reply_is_answered_even_under_the_smallest_limit() -> None:
    board = chess.Board("7k/8/8/8/8/8/1r6/r1K5 w - - 0 1")
    assert board.legal_moves.count() == 1
    assert SearchSettings().searcher().search(board, nodes=1).lines[0].moves[0] in board.legal_moves


def test_stalemate_is_a_draw_and_worth_avoiding() -> None:
    # Qc7 would stalemate, and White is a queen up.
    board = chess.Board("k7/8/8/2Q5/8/8/8/K7 w - - 0 1")
    info = SearchSettings().searcher().search(board, depth=5)
    board.push(info.lines[0].moves[0])
    assert not board.is_stalemate()
    assert info.lines[0].centipawns > 300


def test_a_perpetual_check_saves_the_losing_side() -> None:
    # Two rooks down, White checks from f6 and g5 for ever.
    board = chess.Board("6k1/5p1p/5Q2/8/8/8/1r4r1/K7 w - - 0 1")
    line = SearchSettings().searcher().search(board, depth=10).lines[0]
    assert board.gives_check(line.moves[0])
    assert line.centipawns == 0


def test_repetition_counts_the_moves_of_the_game() -> None:
    # The knights went out and back twice; going out again repeats for the third time.
    board = chess.Board()
    for uci in ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"):
        board.push_uci(uci)
    info = SearchSettings().searcher().search(board, depth=2, moves=[chess.Move.from_uci("f6g8")])
    assert info.lines[0].value == 0
    fresh = chess.Board(board.fen())
    assert SearchSettings().searcher().search(fresh, depth=2, moves=[chess.Move.from_uci("f6g8")]).lines[0].value != 0


def test_fifty_moves_make_a_draw_unless_it_is_mate() -> None:
    almost = chess.Board("7k/8/8/8/8/8/R7/K7 w - - 99 80")
    assert SearchSettings().searcher().search(almost, depth=3).lines[0].value == 0
    mate = chess.Board("7k/8/6K1/8/8/8/R7/8 w - - 99 80")
    assert SearchSettings().searcher().search(mate, depth=3).lines[0].mate == 1


def test_many_lines_come_best_first_and_differ() -> None:
    info = SearchSettings().searcher().search(chess.Board(MIDDLEGAME), depth=5, multi_pv=5)
    assert len({line.moves[0] for line in info.lines}) == 5
    values = [line.value for line in info.lines]
    assert values == sorted(values, reverse=True)


def test_root_moves_can_be_restricted_and_must_be_legal() -> None:
    wanted = chess.Move.from_uci("a2a3")
    assert SearchSettings().searcher().search(chess.Board(), depth=4, moves=[wanted]).lines[0].moves[0] == wanted
    with pytest.raises(IllegalMove, match="illegal move a2a5"):
        SearchSettings().searcher().search(chess.Board(), depth=4, moves=[chess.Move.from_uci("a2a5")])


# Paul Morphy's problem: after 1. Ra6 every move of Black loses at once.
MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
PAWN_TO_TAKE = "{black_king}/8/4P3/1p6/2K5/8/8 w - - 0 1"
"""White takes the last black pawn: an ending with three pieces."""

# Most techniques change the nodes of any search; these need a depth, a single piece, or few pieces.
SHOWN_BY = {
    "singular": ("8/8/p2p3p/3k2p1/PP6/3K1P1P/8/8 b - - 0 1", 12),
    "zugzwang": (MORPHY, 8),
    "exact": (PAWN_TO_TAKE.format(black_king="7k/8"), 6),
}


@pytest.mark.parametrize("technique", [field.name for field in fields(Techniques)])
def test_each_technique_can_be_switched(technique: str) -> None:
    fen, depth = SHOWN_BY.get(technique, (MIDDLEGAME, 6))
    board = chess.Board(fen)
    usual = SearchSettings()
    switched = not asdict(usual.techniques)[technique]
    other = replace(usual, techniques=replace(usual.techniques, **{technique: switched}))
    one, two = (each.searcher().search(board, depth=depth) for each in (usual, other))
    assert one.nodes != two.nodes
    assert two.lines[0].moves[0] in board.legal_moves


def test_the_techniques_of_the_player_motif_lose_no_mate() -> None:
    extra = ("replies", "exchanges", "trend", "singular", "zugzwang", "exact")
    quick = SearchSettings(techniques=Techniques(**dict.fromkeys(extra, True)))
    board = chess.Board("r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 10")
    assert quick.searcher().search(board, depth=6).lines[0].mate == 2
    assert SearchSettings.read(dict.fromkeys(extra, "on")) == quick


@pytest.mark.parametrize("depth", [4, 6, 8, 12, 20])
def test_the_null_move_of_a_side_with_one_piece_is_verified(depth: int) -> None:
    info = SearchSettings().searcher().search(chess.Board(MORPHY), depth=depth)
    assert info.lines[0].moves[0] == chess.Move.from_uci("a1a6")
    assert info.lines[0].mate == 2
    # With a pawn more Black can wait.
    waiting = chess.Board(MORPHY.replace("8/8/8/8/R7", "7p/8/8/8/R7"))
    assert SearchSettings().searcher().search(waiting, depth=min(depth, 8)).lines[0].mate != 2


def test_an_ending_with_three_pieces_is_known_before_it_is_reached() -> None:
    """After Kxb4 a king next to the pawn takes it; a king in the far corner is too late."""
    exact = SearchSettings(techniques=Techniques(exact=True))
    for king, least, most in (("8/4k3", 0, 0), ("7k/8", 1900, 2000)):
        board = chess.Board(PAWN_TO_TAKE.format(black_king=king))
        take = chess.Move.from_uci("c3b4")
        assert least <= exact.searcher().search(board, depth=1, moves=[take]).lines[0].centipawns <= most
        plain = SearchSettings().searcher().search(board, depth=1, moves=[take]).lines[0].centipawns
        assert 0 < plain < 1900


def test_with_three_pieces_on_the_board_the_mate_itself_is_found() -> None:
    board = chess.Board("7k/8/5K2/8/8/8/R7/8 w - - 0 1")
    assert SearchSettings(techniques=Techniques(exact=True)).searcher().search(board, depth=6).lines[0].mate == 2


def test_an_injected_clock_ends_the_search() -> None:
    ticks = iter(range(10_000))
    info = SearchSettings().searcher().search(chess.Board(MIDDLEGAME), seconds=40, clock=lambda: float(next(ticks)))
    assert info.stopped
    # The search reads the clock every 1,024 nodes and between iterations; here each reading takes a second.
    assert 40 <= info.seconds <= 60
    assert info.nodes <= 45 * 1024


def test_after_the_soft_limit_no_iteration_begins() -> None:
    now = [0.0]

    def heard(info: object) -> None:
        now[0] += 10.0

    info = (
        SearchSettings()
        .searcher()
        .search(chess.Board(), soft_seconds=25, seconds=1000, clock=lambda: now[0], on_iteration=heard)
    )
    assert info.depth == 3


def test_another_thread_can_stop_the_search() -> None:
    searcher = SearchSettings().searcher()
    answers = []
    thread = threading.Thread(target=lambda: answers.append(searcher.search(chess.Board(MIDDLEGAME))))
    thread.start()
    heard: list[str] = []
    while thread.is_alive() and not heard:
        try:
            searcher.new_game()
        except BadArgument as error:
            heard.append(str(error))
        time.sleep(0.001)
    assert heard == ["this searcher is busy with another search"]
    while thread.is_alive():
        searcher.stop()
        thread.join(0.01)
    assert answers[0].lines[0].moves


def test_a_ponder_hit_starts_the_clock() -> None:
    searcher = SearchSettings().searcher()
    answers = []
    thread = threading.Thread(target=lambda: answers.append(searcher.search(chess.Board(MIDDLEGAME))))
    thread.start()
    while thread.is_alive():
        searcher.limit_from_now(0.01)
        thread.join(0.05)
    assert answers[0].stopped


def test_iterations_are_reported_and_an_error_in_the_listener_comes_back() -> None:
    depths: list[int] = []
    SearchSettings().searcher().search(chess.Board(), depth=4, on_iteration=lambda info: depths.append(info.depth))
    assert depths == [1, 2, 3, 4]

    def broken(info: object) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        SearchSettings().searcher().search(chess.Board(), depth=4, on_iteration=broken)


def test_a_table_without_memory_is_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        SearchSettings(hash_megabytes=0).searcher()


def test_an_advised_move_is_searched_first_and_a_bad_one_is_not_played() -> None:
    harmless, blunder = chess.Move.from_uci("a2a3"), chess.Move.from_uci("d1h5")
    board = chess.Board("rnbqkbnr/ppp1pp1p/6p1/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3")
    for advised in (harmless, blunder):
        begun = SearchSettings().searcher().search(board, nodes=1, advised=[advised])
        assert begun.lines[0].moves[0] == advised
    assert SearchSettings().searcher().search(board, depth=6, advised=[blunder]).lines[0].moves[0] != blunder
    with pytest.raises(IllegalMove, match="a2a5"):
        SearchSettings().searcher().search(board, depth=2, advised=[chess.Move.from_uci("a2a5")])
