"""Test the player `motif`: tables, cases and search together, each move with a reason and in time."""

from __future__ import annotations

import time
from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif.arena.game import Conditions
from motif.arena.match import MatchSettings, play_match
from motif.engines.limits import EXPLAIN_LIMIT, Limit
from motif.engines.small_tables import Tablebase
from motif.errors import BadArgument, BadFile
from motif.openings.cases import shipped_cases
from motif.players.endgames import program_speaks
from motif.players.engines import PLAY_SETTINGS
from motif.players.motif_player import DeadlineEvaluator, Knowledge, MotifPlayer, NoTimeLeft
from motif.players.names import enter, find_adviser, find_player
from motif.search.settings import SearchSettings

FORK = "q3k3/pp3ppp/8/3N4/8/8/PP3PPP/6K1 w - - 0 1"
QUIET = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 9"
SCHOLAR = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path))


def test_a_fork_is_played_for_its_checked_reason() -> None:
    advice = find_player("motif").choose(chess.Board(FORK), Limit(depth=6))
    assert advice.because.english.startswith("Nc7+ forks the king on e8 and the queen on a8, winning the queen")
    assert advice.because.arrows


def test_a_quiet_move_claims_no_tactic() -> None:
    advice = find_player("motif,cases=off").choose(chess.Board(QUIET), Limit(depth=5))
    assert advice.because.english.startswith("O-O puts the king behind three pawns")
    assert not {"fork", "wins"} & set(advice.because.english.split())


def test_patterns_choose_the_moves_searched_to_full_depth(golden: Golden) -> None:
    guided, alone = (find_player(f"motif,cases=off{more}") for more in ("", ",patterns=off"))
    assert isinstance(guided, MotifPlayer)
    assert isinstance(alone, MotifPlayer)
    board = chess.Board(QUIET)
    assert guided.searcher.search(board, depth=7).nodes != alone.searcher.search(board, depth=7).nodes
    with golden.raises(BadArgument):
        find_player("motif,patterns=perhaps")


def test_a_quiet_move_is_explained_by_its_effect(golden: Golden) -> None:
    # A game that ships: the bishop on e2 is attacked by the knight on g3, and nothing can be won.
    attacked = "r1bq1rk1/p3pp1p/2pp1np1/8/2P1PP2/2Q1BNnP/PP2B1P1/1K1R4 w - - 4 17"
    said = find_player("motif,cases=off").choose(chess.Board(attacked), Limit(nodes=20_000)).because
    golden(said.english)


def test_a_move_that_cannot_stop_mate_says_in_how_many_moves_mate_comes() -> None:
    board = chess.Board("8/8/8/4k3/8/1Q6/1R6/R4K2 b - - 0 1")
    said = find_player("motif,cases=off").choose(board, Limit(depth=8)).because
    assert said.english.startswith("Kf5 does not stop mate in 4: ")


def test_the_search_begins_with_what_the_tactics_suggest() -> None:
    player = find_player("motif,cases=off")
    assert isinstance(player, MotifPlayer)
    board = chess.Board(FORK)
    assert player.advised(board)[0] == chess.Move.from_uci("d5c7")
    silent = find_player("motif,tactics=off")
    assert isinstance(silent, MotifPlayer)
    assert silent.advised(board) == []


def test_the_cases_open_the_game_while_the_search_agrees() -> None:
    player = find_player("motif")
    player.new_game(0)
    board = chess.Board()
    for _ in range(4):
        advice = player.choose(board, Limit(depth=4))
        assert advice.because.source == "openings"
        board.push(advice.move)


def test_a_case_that_loses_a_piece_is_not_followed() -> None:
    # Two moves from a named line, but the knight on e4 hangs: the search takes it instead of developing.
    board = chess.Board("rnbqkb1r/pppp1ppp/8/4p3/4n3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 4")
    advice = find_player("motif").choose(board, Limit(depth=6))
    assert advice.move.uci() == "c3e4"
    assert advice.because.source == "motif"


def test_tables_play_where_they_were_solved_and_only_there() -> None:
    Tablebase().prepare("KQK")
    player = find_player("motif")
    solved = player.choose(chess.Board("8/8/8/4k3/8/8/8/3QK3 w - - 0 1"), Limit(depth=3))
    assert solved.because.source == "tablebase"
    assert "the tables are exact here" in solved.because.english
    unsolved = player.choose(chess.Board("8/8/8/4k3/8/8/8/3RK3 w - - 0 1"), Limit(depth=3))
    assert unsolved.because.source != "tablebase", "no table is solved in the middle of a game"


def test_a_lost_table_position_is_defended_as_long_as_it_goes() -> None:
    Tablebase().prepare("KQK")
    advice = find_player("motif").choose(chess.Board("8/8/8/4k3/8/8/8/3QK3 b - - 0 1"), Limit(depth=3))
    assert "is mated in" in advice.because.english
    assert "no other move lasts longer" in advice.because.english


def test_an_endgame_program_explains_the_move_it_would_play() -> None:
    board = chess.Board("8/8/8/4k3/8/8/r7/5K1R w - - 0 1")
    spoken = [reason for move in board.legal_moves if (reason := program_speaks(board, move))]
    assert len(spoken) == 1
    assert spoken[0].source == "endgame:KRKR"
    assert program_speaks(chess.Board(), chess.Move.from_uci("e2e4")) is None
    assert program_speaks(chess.Board("8/8/8/4k3/8/8/8/4KB1N w - - 0 1"), chess.Move.from_uci("e1e2")) is None


@pytest.mark.parametrize("fen", [FORK, QUIET, SCHOLAR])
def test_move_and_reason_together_fit_into_the_time(fen: str) -> None:
    player = find_player("motif,cases=off")
    player.choose(chess.Board(fen), Limit(depth=2))
    # Other processes may keep the cores busy, so we count the seconds of this process only. Without a deadline a reason
    # can take as long as the move.
    begun = time.process_time()
    player.choose(chess.Board(fen), Limit(seconds=0.5))
    assert time.process_time() - begun < 1.0


@pytest.mark.parametrize(
    "fen",
    [
        "4kb2/8/8/3p4/8/8/4PP2/4KB2 w - - 0 1",  # bishops of opposite colours
        "8/8/4k3/8/8/3p4/2R5/4K2r w - - 0 1",  # the last pawn may go
    ],
)
def test_an_ending_that_becomes_drawish_can_be_explained(fen: str) -> None:
    board = chess.Board(fen)
    advice = find_player("motif,cases=off").choose(board, Limit(depth=5))
    assert advice.move in board.legal_moves
    assert advice.because.english


def test_what_cannot_be_checked_in_time_is_not_claimed() -> None:
    ticks = iter(range(10_000))
    player = MotifPlayer(Knowledge(PLAY_SETTINGS, None), clock=lambda: float(next(ticks)))
    board = chess.Board(FORK)
    info = player.searcher.search(board, depth=6)
    hurried = player.explained(board, info, 0.5)
    assert hurried.move.uci() == "d5c7"
    assert hurried.because.english.endswith("there was no time to check why")
    assert "forks" not in hurried.because.english
    assert "forks" in player.explained(board, info, None).because.english


def test_a_deadline_evaluator_refuses_when_its_time_is_up() -> None:
    evaluator = DeadlineEvaluator(SearchSettings(hash_megabytes=1), deadline=1.0, clock=lambda: 2.0)
    with pytest.raises(NoTimeLeft):
        evaluator.evaluate([chess.Board()], EXPLAIN_LIMIT)
    mated = chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    assert evaluator.evaluate([mated], EXPLAIN_LIMIT)[0].score.is_mate(), "what is over needs no time"


def test_motif_advises_and_is_silent_when_the_game_is_over() -> None:
    adviser = find_adviser("motif")
    assert adviser.advise(chess.Board(SCHOLAR))[0].move.uci() == "f3f7"
    assert adviser.advise(chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")) == []


def test_motif_plays_matches_that_repeat_themselves() -> None:
    def games() -> list[tuple[str, ...]]:
        pairs = play_match(
            enter("motif,depth=2"),
            enter("greedy"),
            MatchSettings(games=2, seed=4, conditions=Conditions(maximum_moves=3)),
        )
        return [game.moves for pair in pairs for game in pair.games]

    assert games() == games()


def test_bad_settings_are_refused(golden: Golden, tmp_path: Path) -> None:
    with golden.raises(BadArgument):
        find_player("motif,cases=maybe")
    with golden.raises(BadArgument):
        find_player("motif,luck=on")
    with golden.raises(BadFile):
        find_player(f"motif:{tmp_path}")
    assert len(shipped_cases()) > 0
