"""Test that engines that hang, crash, lie, flood or stay open are restarted or reported, and no process is left."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import cast

import chess
import pytest

from fakes import SCRIPT, fake, has_ended, is_collected, processes, received, wait_until
from goldens import Golden
from motif.engines import process
from motif.engines.cache import CachedEvaluator, EvaluationCache
from motif.engines.limits import Limit
from motif.engines.process import EngineProtocol, PatientLoop, Timeout
from motif.engines.uci_engines import Engine, Patience
from motif.errors import BadArgument, BadPosition, EngineFailed
from motif.runtime.systems import guard_command

SOON = Patience(start_seconds=60, search_seconds=0.05)
DEPTH = Limit(depth=3)
START = chess.Board()
ITALIAN = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")


pytestmark = pytest.mark.usefixtures("no_thread_is_left_behind")


# Trouble


def test_an_engine_that_never_answers_is_killed_and_reported(golden: Golden, tmp_path: Path) -> None:
    with Engine(fake(tmp_path, "never_answers_go"), patience=SOON) as engine:
        with pytest.raises(EngineFailed) as failure:
            engine.evaluate([ITALIAN], Limit(depth=30))
        assert str(failure.value) == f"Thinker hung for 0.05 s in {ITALIAN.fen()}"
        golden(failure.value.hint)
        assert len(processes(tmp_path)) == 1, "it would hang as long once more"
        assert all(map(is_collected, processes(tmp_path)))
        with golden.raises(EngineFailed):
            engine.play(ITALIAN, Limit(seconds=0.01))


def test_waiting_for_a_silent_engine_is_logged_once(
    golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with Engine(fake(tmp_path, "never_answers_go"), patience=SOON) as engine:
        engine.start()
        monkeypatch.setattr(process, "LATE_ANSWER_SECONDS", 0.01)
        with pytest.raises(EngineFailed, match=r"hung for 0\.05 s"):
            engine.play(ITALIAN, DEPTH)
    (warning,) = [record.getMessage() for record in caplog.records]
    golden(warning)


def test_a_search_in_time_is_given_up_a_margin_after_it() -> None:
    assert Patience().for_search(Limit(seconds=2)) == Timeout(12, due=2)
    assert Patience(search_seconds=3).for_search(Limit(seconds=2)) == Timeout(5, due=2)


def test_an_engine_without_output_hangs_sooner_than_one_with_output(golden: Golden, tmp_path: Path) -> None:
    assert Patience().for_search(DEPTH) == Timeout(120, silent=20)
    patience = Patience(start_seconds=60, search_seconds=1000, silent_seconds=0.05)
    mute = Engine(fake(tmp_path, "never_answers_go"), patience=patience)
    with mute, golden.raises(EngineFailed):
        mute.play(START, DEPTH)
    # On a busy machine even an engine that floods may be silent for a while.
    talks = Patience(start_seconds=60, search_seconds=1, silent_seconds=0.6)
    talker = Engine(fake(tmp_path, "floods"), patience=talks)
    with talker, golden.raises(EngineFailed):
        talker.play(START, DEPTH)


def test_a_restart_after_a_hang_is_logged(golden: Golden, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    patience = Patience(start_seconds=60, search_seconds=2)
    with Engine(fake(tmp_path, "tires"), patience=patience) as engine:
        engine.evaluate([START], DEPTH)
        with golden.raises(EngineFailed):
            engine.evaluate([ITALIAN], Limit(seconds=0.01))
        assert len(processes(tmp_path)) == 2
    (said,) = [record.getMessage() for record in caplog.records]
    golden(said)


@pytest.mark.parametrize(
    ("protocol", "greeting"),
    [
        (EngineProtocol.UCI, "uciok in answer to uci"),
        (EngineProtocol.XBOARD, "its features in answer to protover"),
    ],
)
def test_an_engine_without_a_greeting_is_reported_without_a_restart(
    tmp_path: Path, protocol: EngineProtocol, greeting: str
) -> None:
    assert Patience().start_seconds == 10
    patience = Patience(start_seconds=0.05)
    with Engine(fake(tmp_path, "never_greets", protocol=protocol), patience=patience) as engine:
        with pytest.raises(EngineFailed) as failure:
            engine.evaluate([START], DEPTH)
        assert str(failure.value).endswith(f" hung for 0.05 s at the start, waiting for {greeting}")
        other = next(each for each in EngineProtocol if each is not protocol)
        assert failure.value.hint == f"is it an engine, and does it speak {protocol}, not {other}?"
        assert len(processes(tmp_path)) <= 1, "another start would take as long"
        with pytest.raises(EngineFailed, match="hung for"):
            _ = engine.name


def test_an_engine_that_dies_on_the_first_move_is_reported(tmp_path: Path) -> None:
    with Engine(fake(tmp_path, "dies_on_go", "0")) as engine:
        with pytest.raises(EngineFailed) as failure:
            engine.evaluate([START], DEPTH)
        assert str(failure.value) == f"Mortal died with exit code 3 in {START.fen()}, also after a restart"
        with pytest.raises(EngineFailed) as failure:
            engine.play(START, DEPTH)
        assert str(failure.value) == f"Mortal died with exit code 3 in {START.fen()}", "who dies at the board has lost"
    assert len(processes(tmp_path)) == 3
    assert all(map(is_collected, processes(tmp_path)))


def test_an_engine_that_dies_once_is_survived(tmp_path: Path) -> None:
    with Engine(fake(tmp_path, "dies_once")) as engine:
        assert [answer.centipawns for answer in engine.evaluate([START, ITALIAN], DEPTH)] == [1, 1]
    assert len(processes(tmp_path)) == 2


def test_an_engine_killed_between_two_questions_is_survived(tmp_path: Path) -> None:
    with Engine(fake(tmp_path, "good")) as engine:
        engine.evaluate([START], DEPTH)
        os.kill(processes(tmp_path)[0], signal.SIGKILL)
        assert len(engine.evaluate([START, ITALIAN], DEPTH)) == 2
    assert len(processes(tmp_path)) == 2


@pytest.mark.parametrize(
    ("character", "message"),
    [
        ("plays_illegally", r"Cheat stopped working \(illegal uci: 'e2e5' in .*\) in .*, also after a restart"),
        ("says_no_score", "Silent gave a move but no score in .*, also after a restart"),
        ("gives_no_move", "Idle gave no move in .*, also after a restart"),
    ],
)
def test_an_engine_that_talks_nonsense_is_reported(tmp_path: Path, character: str, message: str) -> None:
    with Engine(fake(tmp_path, character)) as engine, pytest.raises(EngineFailed, match=message):
        engine.evaluate([START], DEPTH)


def test_a_flood_of_output_hides_no_answer_and_stays_off_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with Engine(fake(tmp_path, "floods", "answers")) as engine:
        assert engine.evaluate([START], DEPTH)[0].centipawns == 7
    assert capfd.readouterr() == ("", "")


def test_a_flood_without_an_answer_is_a_hang(golden: Golden, tmp_path: Path) -> None:
    with (
        Engine(fake(tmp_path, "floods"), patience=SOON) as engine,
        golden.raises(EngineFailed),
    ):
        engine.evaluate([START], DEPTH)


def test_an_engine_that_does_not_quit_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_QUIT_TIMEOUT_SECONDS", 0.05)
    with Engine(fake(tmp_path, "never_ends")) as engine:
        engine.evaluate([START], DEPTH)
    assert all(map(is_collected, processes(tmp_path)))


def test_a_script_around_an_engine_is_killed_together_with_it(tmp_path: Path) -> None:
    wrapper = tmp_path / "wrapper"
    wrapper.write_text(f"#!/bin/sh\n'{sys.executable}' '{SCRIPT}' never_answers_go '{tmp_path}'\nexit 0\n")
    wrapper.chmod(0o755)
    with Engine(wrapper, patience=SOON) as engine, pytest.raises(EngineFailed, match="Thinker hung"):
        engine.evaluate([START], DEPTH)
    wait_until(lambda: all(map(has_ended, processes(tmp_path))))


def test_an_interrupted_search_leaves_nothing_behind(tmp_path: Path) -> None:
    def interrupt() -> None:
        wait_until(lambda: bool(received(tmp_path, "go")))
        os.kill(os.getpid(), signal.SIGINT)

    with Engine(fake(tmp_path, "never_answers_go")) as engine:
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            engine.evaluate([START], DEPTH)
        assert all(map(is_collected, processes(tmp_path)))


def test_a_program_that_is_no_engine_is_reported(golden: Golden) -> None:
    with Engine("true") as engine, golden.raises(EngineFailed):
        _ = engine.name


def test_a_file_that_is_no_program_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "stockfish"
    path.write_bytes(b"\x7fNOT")
    path.chmod(0o755)
    with Engine(path) as engine, pytest.raises(EngineFailed, match=f"cannot start {path}: Exec format error"):
        engine.evaluate([START], DEPTH)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"Contempt": 3}, r"Good Fake 1\.0 refuses its options: engine does not support option Contempt"),
        ({"Threads": 99}, "Threads' to be at most 8, got: 99"),
        ({"Threads": "many"}, "expected integer for spin option 'Threads', got: 'many'"),
        ({"MultiPV": 2}, "cannot set MultiPV which is automatically managed"),
    ],
)
def test_an_option_that_the_engine_lacks_is_refused(
    tmp_path: Path, options: dict[str, int | str | bool], message: str
) -> None:
    with Engine(fake(tmp_path, "good"), options) as engine, pytest.raises(BadArgument, match=message):
        engine.evaluate([START], DEPTH)
    assert len(processes(tmp_path)) == 1


def test_an_illegal_position_never_reaches_the_engine(golden: Golden, tmp_path: Path) -> None:
    kingless = chess.Board("8/8/8/8/8/8/8/4K3 w - - 0 1")
    with Engine(fake(tmp_path, "good")) as engine:
        for ask in (lambda: engine.evaluate([kingless], DEPTH), lambda: engine.play(kingless, DEPTH)):
            with golden.raises(BadPosition):
                ask()
    assert processes(tmp_path) == []


def test_a_search_without_a_limit_is_refused(golden: Golden, tmp_path: Path) -> None:
    with Engine(fake(tmp_path, "good")) as engine:
        for ask in (lambda: engine.evaluate([START], Limit()), lambda: engine.play(START, Limit())):
            with golden.raises(BadArgument):
                ask()
    assert processes(tmp_path) == []


# Processes


def test_a_pickled_engine_starts_again_in_another_process(tmp_path: Path) -> None:
    with EvaluationCache(tmp_path / "cache") as cache, CachedEvaluator(Engine(fake(tmp_path, "good")), cache) as engine:
        here = engine.evaluate([START], DEPTH)
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
            there = executor.submit(engine.evaluate, [START, ITALIAN], DEPTH).result()
        assert there[:1] == here
        assert cache.count() == 2
    assert len(received(tmp_path, "go")) == 2
    copy = pickle.loads(pickle.dumps(engine))
    assert repr(copy) == repr(engine)


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="newer Pythons warn of any fork in a process with threads")
def test_a_forked_process_must_not_use_the_engine_of_its_parent(tmp_path: Path) -> None:
    with Engine(fake(tmp_path, "good")) as engine:
        engine.evaluate([START], DEPTH)
        child = os.fork()
        if child == 0:
            try:
                engine.evaluate([START], DEPTH)
            except EngineFailed as error:
                engine.close()
                os._exit(0 if "was started before this process was forked" in str(error) else 1)
            os._exit(2)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert engine.evaluate([ITALIAN], DEPTH)
    assert len(processes(tmp_path)) == 1


def test_an_engine_that_was_not_closed_ends_with_its_object(tmp_path: Path) -> None:
    Engine(fake(tmp_path, "good")).evaluate([START], DEPTH)
    wait_until(lambda: all(map(is_collected, processes(tmp_path))))


def test_a_program_ends_without_closing_its_engine(tmp_path: Path) -> None:
    program = fake(tmp_path, "never_ends")
    forgetful = (
        "import chess; from pathlib import PosixPath; from motif.engines.uci_engines import *\n"
        "from motif.engines.limits import Limit\n"
        f"engine = Engine(EngineProgram(PosixPath({str(program.path)!r}), {program.arguments!r}))\n"
        "engine.evaluate([chess.Board()], Limit(depth=1))\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", forgetful], check=True, timeout=100)
    wait_until(lambda: all(map(has_ended, processes(tmp_path))))


@pytest.mark.parametrize("wrapped", [False, True])
def test_an_engine_that_hangs_does_not_outlive_a_process_that_is_killed(tmp_path: Path, wrapped: bool) -> None:
    engine = f"'{sys.executable}' '{SCRIPT}' deaf '{tmp_path}'"
    wrapper = tmp_path / "wrapper"
    wrapper.write_text(f"#!/bin/sh\n{engine}\nexit 0\n" if wrapped else f"#!/bin/sh\nexec {engine}\n")
    wrapper.chmod(0o755)
    doomed = (
        "import chess; from motif.engines.uci_engines import *; from motif.engines.limits import Limit\n"
        f"Engine({str(wrapper)!r}).evaluate([chess.Board()], Limit(depth=1))\n"
    )
    with subprocess.Popen([sys.executable, "-c", doomed], start_new_session=True) as process:
        wait_until(lambda: bool(received(tmp_path, "go")))
        os.killpg(process.pid, signal.SIGKILL)
    wait_until(lambda: all(map(has_ended, processes(tmp_path))))


def test_the_guard_of_an_engine_ends_with_it(tmp_path: Path) -> None:
    with Engine(fake(tmp_path, "good")) as engine:
        engine.evaluate([START], DEPTH)
        (process,) = processes(tmp_path)
        guards = guards_of(process)
        assert len(guards) == 1
        os.kill(process, signal.SIGKILL)
        wait_until(lambda: all(map(is_collected, guards)))
        engine.evaluate([ITALIAN], DEPTH)
        guards = guards_of(processes(tmp_path)[-1])
        assert len(guards) == 1
    assert all(map(is_collected, guards))


def guards_of(leader: int) -> list[int]:
    """The processes that watch over an engine."""
    command = "\0".join(guard_command(leader)).encode() + b"\0"
    return [int(each.parent.name) for each in Path("/proc").glob("[0-9]*/cmdline") if content(each) == command]


def content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""


class Clock:
    """A loop whose time passes only when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def call_later(self, delay: float, callback: Callable[[], None]) -> Callable[[], None]:
        self.waiting.append(callback)
        return callback

    def pass_time(self) -> None:
        due, self.waiting = self.waiting, []
        for callback in due:
            callback()


def test_an_xboard_engine_has_two_seconds_from_its_first_feature() -> None:
    clock, rung = Clock(), list[str]()
    features: dict[str, object] = {}
    loop = PatientLoop(cast(asyncio.AbstractEventLoop, clock), features)
    loop.call_later(2.0, lambda: rung.append("over"))
    clock.pass_time()
    clock.pass_time()
    assert rung == [], "it has not said a word yet"
    features["ping"] = 1
    clock.pass_time()
    assert rung == ["over"]
    assert clock.waiting == []
