"""Test that a user's rules end in time, open no files and run no scripts."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from goldens import Golden
from motif.errors import BadArgument
from motif.puzzles.themes import Theme
from motif.runtime import clingo_sandbox
from motif.runtime.clingo_sandbox import ground_in_subprocess, stop_on_ctrl_c
from motif.tactics.learning.bias import Bias, find_bias

ENDLESS = "n(1). n(X+1) :- n(X)."
BOUNDED = "n(1). n(X+1) :- n(X), X < 8."
KEY = " tactic(S,T) :- key(S,T)."


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """For ever is longer than two seconds on any machine; what comes to an end has all the time it may take."""
    with monkeypatch.context() as hurry:
        hurry.setattr(clingo_sandbox, "SECONDS", 2.0)
        hurry.setattr(clingo_sandbox, "BYTES", 1 << 30)
        yield hurry


def test_an_endless_theme_is_refused_and_its_bounded_twin_is_not(
    golden: Golden, in_a_hurry: pytest.MonkeyPatch
) -> None:
    with golden.raises(BadArgument) as caught:
        Theme.from_asp(ENDLESS + KEY)
    in_a_hurry.undo()
    assert "give it a bound" in caught.value.hint
    assert Theme.from_asp(BOUNDED + KEY).is_given


@pytest.mark.usefixtures("in_a_hurry")
def test_an_endless_bias_is_refused(golden: Golden, tmp_path: Path) -> None:
    bias = tmp_path / "mine.lp"
    bias.write_text(find_bias("paper").program + ENDLESS)
    with golden.raises(BadArgument):
        Bias.read(bias)


@pytest.mark.parametrize(
    "directive", ['#include "/etc/passwd".', "#script (python)\nimport os\n#end.", '# include "x".']
)
def test_rules_open_no_files_and_run_no_scripts(golden: Golden, directive: str) -> None:
    with golden.raises(BadArgument):
        Theme.from_asp(directive + KEY)


@pytest.mark.parametrize("harmless", ["% #include nothing", "%* #script *%", 'p("#include").'])
def test_the_same_words_in_a_comment_or_a_text_do_no_harm(harmless: str) -> None:
    assert Theme.from_asp(f"{harmless}\n{KEY}").is_given


def test_a_script_without_a_guard_may_make_a_theme_at_its_top(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        f"from motif.puzzles.themes import Theme\nprint('once', Theme.from_asp({BOUNDED + KEY!r}).is_given)\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "once True\n", "")


def run_out_of_memory(_: str) -> list[str]:
    return [str(len("x" * (1 << 40)))]


def test_a_program_that_needs_all_memory_is_refused_like_one_that_needs_all_time(golden: Golden) -> None:
    with golden.raises(BadArgument):
        ground_in_subprocess("", run_out_of_memory)


@pytest.fixture
def _ctrl_c() -> Iterator[None]:
    """Ctrl-C raises KeyboardInterrupt even if the tests were started in the background, where shells switch it off."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_ctrl_c")
def test_ctrl_c_stops_the_solver_first_and_is_raised_when_it_has_stopped() -> None:
    events: list[str] = []

    def solved_until_stopped() -> None:
        with stop_on_ctrl_c(lambda: events.append("stop")):
            signal.raise_signal(signal.SIGINT)
            events.append("the solver comes back")

    with pytest.raises(KeyboardInterrupt):
        solved_until_stopped()
    assert events == ["stop", "the solver comes back"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_without_ctrl_c_nothing_is_stopped() -> None:
    events: list[str] = []
    with stop_on_ctrl_c(lambda: events.append("stop")):
        pass
    assert events == []


@pytest.mark.usefixtures("_ctrl_c")
def test_only_the_main_thread_handles_ctrl_c() -> None:
    handlers = []

    def look() -> None:
        with stop_on_ctrl_c(lambda: None):
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert handlers == [signal.default_int_handler]
