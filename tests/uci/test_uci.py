"""Test UCI as a chess program uses it: by python-chess over a pipe, and line by line."""

from __future__ import annotations

import io
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread

import chess
import chess.engine
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif._core.search import SearchInfo
from motif.advice import Advice, Player
from motif.engines.limits import Limit
from motif.errors import EngineFailed
from motif.players.names import find_adviser, find_player
from motif.players.sparring import RandomPlayer
from motif.uci import engine
from motif.uci.engine import UciSession
from motif.uci.protocol import (
    LEAST,
    OVERHEAD_SECONDS,
    RESERVE_OVERHEADS,
    Budget,
    Clock,
    budget,
    read_go,
    read_option,
    read_position,
)

MATE_IN_ONE = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
STALEMATE = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"
SECONDS = 120.0
"""A limit for what hangs, however busy the machine is."""


class Talk:
    """A conversation with a session in a thread: say a line, and wait for the answer that begins with a word."""

    def __init__(self, name: str) -> None:
        self._commands: Queue[str | None] = Queue()
        self._answers: Queue[str] = Queue()
        self.heard: list[str] = []
        session = UciSession(name, find_player(name), self._answers.put, find_player, find_adviser)
        self._thread = Thread(target=session.run, args=(iter(self._commands.get, None),), daemon=True)
        self._thread.start()

    def say(self, *lines: str) -> None:
        for line in lines:
            self._commands.put(line)

    def wait_for(self, start: str) -> str:
        while True:
            line = self._answers.get(timeout=SECONDS)
            self.heard.append(line)
            if line.startswith(start):
                return line

    def close(self) -> None:
        self._commands.put(None)
        self._thread.join(SECONDS)
        assert not self._thread.is_alive()


@pytest.fixture
def talk() -> Iterator[Talk]:
    conversation = Talk("base")
    yield conversation
    conversation.close()


@pytest.mark.parametrize(
    "name", ["random", "greedy", "base", "pruning", "openings+pruning", "openings+greedy", "motif"]
)
def test_every_player_plays_through_python_chess(name: str) -> None:
    with chess.engine.SimpleEngine.popen_uci(
        [sys.executable, "-m", "motif", "uci", "--player", name], timeout=SECONDS
    ) as engine:
        assert engine.id["name"].endswith(name)
        assert {"Hash", "MultiPV", "Ponder", "Seed"} <= set(engine.options)
        board = chess.Board()
        for _ in range(8):
            played = engine.play(board, chess.engine.Limit(depth=3), info=chess.engine.INFO_ALL)
            assert played.move is not None
            assert board.is_legal(played.move)
            assert played.info.get("string"), "every move has a reason"
            board.push(played.move)
        timed = engine.play(board, chess.engine.Limit(white_clock=5, black_clock=5, white_inc=0.1, black_inc=0.1))
        assert timed.move is not None
        assert board.is_legal(timed.move)


def test_the_search_analyses_many_lines_and_can_be_stopped() -> None:
    command = [sys.executable, "-m", "motif", "uci", "--player", "base"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=SECONDS) as engine:
        engine.configure({"Hash": 4})
        lines = engine.analyse(chess.Board(MATE_IN_ONE), chess.engine.Limit(nodes=20_000), multipv=3)
        assert [len(line["pv"]) > 0 for line in lines] == [True] * 3
        assert lines[0]["score"].relative == chess.engine.Mate(1)
        assert lines[0]["pv"][0].uci() == "f3f7"
        with engine.analysis(chess.Board()) as endless:
            for info in endless:
                if info.get("depth", 0) >= 3:
                    break
            endless.stop()
            answer = endless.wait().move
            assert answer is not None
            assert chess.Board().is_legal(answer)
        begin = time.monotonic()
        engine.play(chess.Board(), chess.engine.Limit(time=0.1))
        assert time.monotonic() - begin < 5


def test_motif_gives_its_checked_reason_and_stays_in_time() -> None:
    conversation = Talk("motif,cases=off")
    try:
        conversation.say("position fen q3k3/pp3ppp/8/3N4/8/8/PP3PPP/6K1 w - - 0 1", "go depth 6")
        conversation.wait_for("bestmove d5c7")
        assert any("Nc7+ forks the king on e8 and the queen on a8" in line for line in conversation.heard)
        # Other processes may keep the cores busy, so the seconds of this process are counted.
        begin = time.process_time()
        conversation.say("position startpos", "go movetime 300")
        conversation.wait_for("bestmove")
        assert time.process_time() - begin < 2
        conversation.say("go infinite", "isready")
        conversation.wait_for("readyok")
        conversation.say("stop")
        conversation.wait_for("bestmove")
    finally:
        conversation.close()


def test_nothing_but_uci_is_printed() -> None:
    lines = "uci\nnonsense\nposition startpos moves e2e4\ngo nodes 500\nquit\n"
    command = [sys.executable, "-m", "motif", "uci", "--player", "openings+base"]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""
    words = {line.split()[0] for line in done.stdout.splitlines()}
    assert words <= {"id", "option", "uciok", "info", "bestmove"}
    assert done.stdout.rstrip().splitlines()[-1].startswith("bestmove c7c5")


def test_isready_is_answered_while_the_player_thinks(talk: Talk) -> None:
    talk.say("position startpos", "go infinite", "isready")
    talk.wait_for("readyok")
    assert not any(line.startswith("bestmove") for line in talk.heard)
    talk.say("stop")
    talk.wait_for("bestmove")


def test_a_finished_infinite_search_waits_for_stop(talk: Talk) -> None:
    talk.say("position startpos", "go infinite depth 1")
    talk.wait_for("info depth 1")
    talk.say("isready")
    talk.wait_for("readyok")
    assert not any(line.startswith("bestmove") for line in talk.heard)
    talk.say("stop")
    talk.wait_for("bestmove")


def test_pondering_ends_by_the_clock_after_the_expected_move(talk: Talk) -> None:
    talk.say("position startpos moves e2e4", "go ponder wtime 1000 btime 1000")
    talk.wait_for("info depth 2")
    assert not any(line.startswith("bestmove") for line in talk.heard)
    talk.say("ponderhit")
    talk.wait_for("bestmove")


def test_pondering_ends_by_stop_after_another_move(talk: Talk) -> None:
    talk.say("position startpos moves e2e4", "go ponder wtime 100000 btime 100000")
    talk.wait_for("info depth 2")
    talk.say("stop")
    talk.wait_for("bestmove")


def test_only_the_wanted_moves_are_searched(talk: Talk) -> None:
    talk.say("position startpos", "go depth 3 searchmoves a2a3 h2h3 e2e5")
    assert talk.wait_for("bestmove").split()[1] in {"a2a3", "h2h3"}


def test_a_mate_is_announced_and_played(talk: Talk) -> None:
    talk.say(f"position fen {MATE_IN_ONE}", "go depth 2")
    assert talk.wait_for("bestmove") == "bestmove f3f7"
    assert any("score mate 1" in line for line in talk.heard)
    assert any(line.startswith("info string Qxf7# mates in 1") for line in talk.heard)


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("flip the board", "unknown command 'flip'"),
        ("position startpos moves e2e5", "illegal move e2e5 in rnbqkbnr"),
        ("position fen 8/8/8/8/8/8/8/4K3 w - - 0 1", "a king is missing"),
        ("position middle", "expected startpos or fen"),
        ("go depth", "cannot read depth ''"),
        ("go depth 0", "depth 0 leaves no time to think"),
        ("go nodes x", "cannot read nodes 'x': expected a whole number"),
        ("setoption name Hash value lots", "cannot set Hash to 'lots'"),
        ("setoption name MultiPV value 0", "cannot set MultiPV to '0': expected a number from 1"),
        ("setoption name Threads value 0", "cannot set Threads to '0': expected a number from 1 to 64"),
        ("setoption name Threads value 1000", "cannot set Threads to '1000': expected a number from 1 to 64"),
        ("setoption name Threads value all", "cannot set Threads to 'all'"),
        ("setoption name Style value wild", "there is no option 'style'"),
    ],
)
def test_nonsense_is_answered_and_the_conversation_goes_on(talk: Talk, command: str, answer: str) -> None:
    talk.say(command)
    assert answer in talk.wait_for("info string error")
    talk.say("position startpos", "go depth 1")
    talk.wait_for("bestmove")


def test_two_threads_announce_the_same_mate_and_hear_stop(talk: Talk) -> None:
    talk.say("setoption name Threads value 2", f"position fen {MATE_IN_ONE}", "go depth 4")
    assert talk.wait_for("bestmove") == "bestmove f3f7"
    talk.say("position startpos", "go infinite")
    talk.wait_for("info depth 3")
    talk.say("stop")
    talk.wait_for("bestmove")


def test_a_position_without_moves_has_no_best_move(talk: Talk) -> None:
    talk.say(f"position fen {STALEMATE}", "go depth 3")
    assert talk.wait_for("bestmove") == "bestmove 0000"


def test_a_refused_position_leaves_the_last_one_on_the_board(talk: Talk) -> None:
    talk.say(f"position fen {MATE_IN_ONE}", "position startpos moves e2e5", "go depth 1")
    assert talk.wait_for("bestmove") == "bestmove f3f7"


def test_quitting_in_the_middle_of_a_thought_ends_it() -> None:
    conversation = Talk("base")
    conversation.say("go infinite")
    conversation.wait_for("info depth 1")
    conversation.say("quit")
    conversation.close()


class Chronicler(RandomPlayer):
    """Plays at random and records each new game."""

    def __init__(self) -> None:
        super().__init__()
        self.seeds: list[int] = []

    def new_game(self, seed: int) -> None:
        self.seeds.append(seed)
        super().new_game(seed)


def run(player: Player, *lines: str) -> list[str]:
    said: list[str] = []
    UciSession("anyone", player, said.append).run(lines)
    return said


def test_a_game_is_new_when_the_gui_says_so_or_the_moves_do_not_follow() -> None:
    player = Chronicler()
    run(player, "setoption name Seed value 7", "position startpos", "go", "position startpos moves e2e4 e7e5", "go")
    assert player.seeds == [7]
    run(player, "position startpos moves e2e4", "go", "position startpos moves d2d4", "go", "ucinewgame", "go")
    assert player.seeds == [7, 0, 0, 0]


def test_the_same_seed_gives_the_same_moves() -> None:
    lines = ("setoption name Seed value 3", "position startpos", "go")
    assert run(RandomPlayer(), *lines) == run(RandomPlayer(), *lines)


class Broken(RandomPlayer):
    """Fails when asked for a move."""

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        raise EngineFailed("the engine died twice in a row")


def test_a_player_that_fails_says_why_and_still_moves() -> None:
    said = run(Broken(), "position startpos", "go depth 1")
    assert said == ["info string error: the engine died twice in a row", "bestmove a2a3"]


def test_standard_streams_carry_the_conversation(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("isready\nquit\n"))
    engine.serve("random", RandomPlayer(), find_player, find_adviser)
    assert capsys.readouterr().out == "readyok\n"


@given(st.floats(0, 10_000), st.floats(0, 60), st.none() | st.integers(1, 60))
def test_a_move_never_takes_the_last_of_the_clock(remaining: float, increment: float, moves: int | None) -> None:
    time_for = budget(Clock(remaining, increment, moves))
    assert 0 < time_for.soft_seconds <= time_for.seconds
    assert time_for.seconds <= max(0.001, remaining - OVERHEAD_SECONDS)


@pytest.mark.parametrize("remaining", [0, 0.05, 0.5, RESERVE_OVERHEADS * OVERHEAD_SECONDS])
def test_a_move_from_the_reserve_takes_no_time(remaining: float) -> None:
    assert budget(Clock(remaining, increment=0.1)) == Budget(LEAST, LEAST)


class SlowToPrepare:
    """A searching player that looks into its cases for a while, and then notes how long it may search."""

    def __init__(self) -> None:
        self.searcher = self
        self.seconds = 0.0

    def new_game(self, seed: int) -> None:
        """Forget nothing."""

    def prepared(self, board: chess.Board) -> None:
        time.sleep(0.2)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        raise AssertionError("the session uses the search of a searching player")

    def search(self, board: chess.Board, *, seconds: float, **_: object) -> SearchInfo:
        self.seconds = seconds
        raise EngineFailed("it only notes the time")

    def stop(self) -> None:
        """Search no longer."""


def test_what_a_player_looks_up_first_counts_as_thinking() -> None:
    player = SlowToPrepare()
    run(player, "position startpos", "go movetime 500")
    assert 0 < player.seconds <= 0.3


def test_the_last_move_before_the_control_may_take_nearly_everything() -> None:
    assert budget(Clock(10, 0, 1)).seconds == pytest.approx(10 - OVERHEAD_SECONDS)


def test_go_reads_the_clock_of_the_side_to_move() -> None:
    white = read_go("wtime 60000 btime 30000 winc 1000 binc 0", chess.Board())
    black = read_go("wtime 60000 btime 30000 winc 1000 binc 0", read_position("startpos moves e2e4"))
    assert white.time == budget(Clock(60, 1))
    assert black.time == budget(Clock(30))
    assert read_go("movestogo 10 wtime 5000", chess.Board()).time == budget(Clock(5, 0, 10))
    assert not read_go("infinite", chess.Board()).is_limited


def test_options_may_have_spaces_and_no_value() -> None:
    assert read_option("name Clear Hash") == ("clear hash", "")
    assert read_option("name Hash value  64") == ("hash", "64")


# Options that a GUI sets.


def answers(name: str, *lines: str) -> list[str]:
    """What a session says to these lines, each answered before the next one is sent."""
    talk = Talk(name)
    for line in lines:
        talk.say(line)
        if line.startswith("go"):
            talk.wait_for("bestmove")
    talk.say("isready")
    talk.wait_for("readyok")
    talk.close()
    return talk.heard


def test_a_limited_strength_plays_as_people_of_that_rating() -> None:
    limited = ("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1200")
    heard = answers("base", *limited, "position startpos", "go depth 2")
    assert any("people rated 1200" in line for line in heard)
    # A GUI that analyses wants full strength.
    heard = answers("base", *limited, "setoption name UCI_AnalyseMode value true", "position startpos", "go depth 2")
    assert not any("people rated" in line for line in heard)


def test_a_book_is_used_changed_and_left_out(tmp_path: Path) -> None:
    book = tmp_path / "book.pgn"
    book.write_text('[White "Anna"]\n[Black "Ben"]\n\n1. a4 e5 2. Ra3 1-0\n')
    start = ("position startpos", "go depth 1")
    assert "(openings)" in " ".join(answers("openings+base", *start))
    assert "(openings)" not in " ".join(answers("openings+base", "setoption name OwnBook value false", *start))
    second = ("position startpos moves a2a4 e7e5", "go depth 1")
    own = (f"setoption name BookFile value {book}", "setoption name OwnBook value true", *second)
    assert answers("base", *own)[-2].startswith("bestmove a1a3")
    missing = ("setoption name BookFile value missing.pgn", "setoption name OwnBook value true", *start)
    heard = answers("base", *missing)
    assert any("cannot read missing.pgn" in line for line in heard)
    assert heard[-2].startswith("bestmove ")


def test_tables_answer_where_they_know_the_position() -> None:
    won = "position fen 8/8/8/8/8/2k5/1R6/K7 w - - 0 1"
    said: Queue[str] = Queue()
    session = UciSession("base", find_player("base"), said.put, find_player, lambda path: find_adviser("tablebase"))
    session.run(["setoption name SyzygyPath value tables", won, "go depth 1"])
    heard = list(said.queue)
    assert heard[-1].startswith("bestmove ")
    assert not any(line.startswith("info depth") for line in heard)


def test_chances_are_shown_in_permille_when_asked_for() -> None:
    heard = answers("base", "setoption name UCI_ShowWDL value true", "position startpos", "go depth 2")
    shares = [list(map(int, line.partition(" wdl ")[2].split()[:3])) for line in heard if line.startswith("info depth")]
    assert shares
    assert all(sum(share) == 1000 for share in shares)
    assert not any(" wdl " in line for line in answers("base", "position startpos", "go depth 2"))


def test_a_mate_in_two_is_looked_for_as_far_as_needed() -> None:
    heard = answers("base", "position fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "go mate 2")
    assert any(" score mate 2 " in line for line in heard)
    assert max(int(line.split()[2]) for line in heard if line.startswith("info depth")) <= 4


def test_the_hash_can_be_cleared() -> None:
    search = ("position startpos", "go depth 5")
    heard = answers("base", *search, "setoption name Clear Hash", *search)
    lines = [line.partition(" nps ")[0] for line in heard if line.startswith("info depth 5 ")]
    assert len(lines) == 2
    assert lines[0] == lines[1]


@pytest.mark.parametrize("name", ["base", "openings+pruning"])
def test_a_gui_can_read_every_line_of_a_game_with_three_lines_of_play(name: str) -> None:
    talk, board = Talk(name), chess.Board()
    talk.say("uci", "setoption name MultiPV value 3", "setoption name UCI_ShowWDL value true", "isready", "ucinewgame")
    talk.wait_for("readyok")
    while not board.is_game_over() and board.ply() < 40:
        moves = " ".join(move.uci() for move in board.move_stack)
        talk.say(f"position startpos moves {moves}" if moves else "position startpos", "go nodes 300")
        best = talk.wait_for("bestmove").split()
        for line in talk.heard:
            if line.startswith("info depth"):
                variation = board.copy()
                for word in line.partition(" pv ")[2].split():
                    variation.push(chess.Move.from_uci(word))
                    assert variation.is_valid()
                assert 1 <= int(line.split()[line.split().index("multipv") + 1]) <= 3
        talk.heard.clear()
        board.push_uci(best[1])
        if "ponder" in best:
            assert board.is_legal(chess.Move.from_uci(best[3]))
    talk.close()
