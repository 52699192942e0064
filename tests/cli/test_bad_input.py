"""Test bad files, engines and calls that were once handled badly: each gets a short message and ends in time."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from command_line import Motif, caller
from fakes import wait_until
from motif.engines import process

GAME = '[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n'


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    return caller(monkeypatch, capsys)


def refused(motif: Motif, *words: str) -> str:
    code, printed, complaints = motif(*words)
    assert (code, printed) == (2, "")
    assert len(complaints) < 1500
    assert len(complaints.splitlines()) <= 2
    return complaints


@pytest.mark.parametrize("threads", ["99999", "9" * 30])
def test_a_hundred_thousand_threads_do_not_hang(motif: Motif, monkeypatch: pytest.MonkeyPatch, threads: str) -> None:
    monkeypatch.setenv("RAYON_NUM_THREADS", threads)
    assert "hint: unset it, or write at most 1024" in refused(motif, "games", "sample")


def test_random_bytes_are_no_opening_book(motif: Motif) -> None:
    Path("random.pgn").write_bytes(bytes(number * 89 % 251 for number in range(3000)))
    for words in (("openings", "najdorf"), ("openings", "e4"), ("openings", "--next", "e4")):
        assert "there is no opening line in random.pgn" in refused(motif, *words, "--book", "random.pgn")


@pytest.mark.parametrize("name", ["=cmd|' /C calc'!A0", "@SUM(A1)", "+1", "-1"])
def test_a_name_in_a_table_is_no_formula_and_no_command_to_a_terminal(motif: Motif, name: str) -> None:
    Path("evil.pgn").write_text(GAME.replace("Anna", name).replace("Ben", "Ben\x1b[31m"))
    assert motif("games", "evil.pgn", "--out", "table.csv", "--set", "from-move=1")[0] == 0
    table = Path("table.csv").read_text()
    assert f",'{name},Ben\N{REPLACEMENT CHARACTER}[31m," in table


@pytest.mark.parametrize("counters", ["1000000000 1", "0 1000000000", "99999999999999999999 1"])
def test_a_counter_that_no_game_reaches_is_refused(motif: Motif, counters: str) -> None:
    assert "at most 9,999 is possible" in refused(motif, "show", f"8/8/4k3/8/8/4K3/8/8 w - - {counters}")


def test_a_file_from_an_old_mac_is_named_as_one(motif: Motif) -> None:
    Path("mac.pgn").write_text((GAME * 2).replace("\n", "\r"), newline="")
    for words in (("games", "mac.pgn"), ("study", "mac.pgn"), ("openings", "mac.pgn")):
        assert "the lines of mac.pgn end in carriage returns alone" in refused(motif, *words)


def test_huge_inputs_are_shortened_in_every_complaint(motif: Motif) -> None:
    huge = "x" * 100_000
    calls = (
        ("show", huge),
        ("explain", huge),
        ("explain", "start", huge),
        ("advise", "start", "--engine", huge),
        ("openings", huge),
        ("openings", "start", "--book", huge),
        ("games", huge),
        ("match", huge, "random"),
        ("match", "random", "random", "--set", huge),
        ("puzzles", "sheet", "--theme", huge),
        ("puzzles", "solve", huge),
        ("puzzles", "compose", "--goal", huge),
        ("study", "sample", "--player", huge),
        ("lab", huge),
        ("lab", "learn", huge),
        ("lab", "read", "tactics", huge),
        (huge,),
        ("games", f"--{huge}"),
    )
    for words in calls:
        refused(motif, *words)


FLOODING = f"""#!{sys.executable}
import sys
for line in sys.stdin:
    if line.startswith("uci"):
        print("id name Flood\\nuciok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        while True:
            print("info string " + "x" * 1000)
"""


def test_an_engine_that_floods_is_given_up(motif: Motif, monkeypatch: pytest.MonkeyPatch, empty_folder: Path) -> None:
    monkeypatch.setattr(process, "MOST_OUTPUT_BYTES", 1 << 20)
    engine = empty_folder / "flood"
    engine.write_text(FLOODING)
    engine.chmod(0o755)
    assert "printed more than 1 MB" in refused(motif, "explain", "start", "e4", "--engine", str(engine))


def at_work(parent: int) -> int:
    """How many workers of a process have loaded the core."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    maps = []
    for child in children:
        with suppress(OSError):
            maps.append(Path(f"/proc/{child}/maps").read_text())
    return sum("motif/_core" in each for each in maps)


@pytest.mark.skipif(sys.platform != "linux", reason="the children of a process are listed in /proc")
def test_a_study_that_is_terminated_leaves_nothing_behind(empty_folder: Path) -> None:
    words = ("study", "sample", "--games", "40", "--engine", "search", "--set", "workers=2")
    command = [sys.executable, "-m", "motif", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as study:
        wait_until(lambda: study.poll() is not None or at_work(study.pid) >= 2)
        study.send_signal(signal.SIGTERM)
        _, complaints = study.communicate()
    assert study.returncode == 143
    assert "leaked" not in complaints
    assert "Traceback" not in complaints
