"""Test files made to break a reader: their cost is bounded, and the message says what is wrong."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from command_line import caller

MEGABYTE = 1 << 20
ENOUGH = 300 * MEGABYTE
"""The interpreter, its packages and the reader's buffers take sixty."""

TAGS = '[White "Anna"]\n[Black "Ben"]\n\n'


# What a child inherits counts in `ru_maxrss`; this line is about the program alone.
_REPORT = """
import atexit, re, sys
from pathlib import Path
from motif.__main__ import main
report = Path(sys.argv.pop(1))
most = re.compile("VmHWM:[^0-9]*([0-9]+) kB")
atexit.register(lambda: report.write_text(most.search(Path("/proc/self/status").read_text())[1]))
main()
"""


def memory_of(tmp_path: Path, *arguments: str | Path) -> tuple[int, int]:
    """The exit code of a command, and the most memory that it took."""
    report = tmp_path / "memory"
    command = [sys.executable, "-c", _REPORT, str(report), *map(str, arguments)]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return done.returncode, int(report.read_text()) * 1024


def bomb(path: Path) -> None:
    """A third of a gigabyte in one line, in a third of a megabyte."""
    with gzip.open(path, "wb", compresslevel=9) as file:
        for _ in range(340):
            file.write(b"x" * MEGABYTE)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in kilobytes on Linux alone")
def test_a_bomb_of_one_line_is_refused_in_little_memory(tmp_path: Path) -> None:
    bomb(tmp_path / "bomb.pgn.gz")
    code, memory = memory_of(tmp_path, "games", tmp_path / "bomb.pgn.gz")
    assert code == 2
    assert memory < ENOUGH


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in kilobytes on Linux alone")
@pytest.mark.parametrize(
    ("variations", "code"),
    [("( 1. d4 " * 300_000 + ") " * 300_000, 0), ("(1. d4) " * 5_000_000, 2)],
    ids=["a third of a million deep", "five million"],
)
def test_variations_without_end_are_read_or_refused_in_little_memory(
    tmp_path: Path, variations: str, code: int
) -> None:
    (tmp_path / "wild.pgn").write_text(f"{TAGS}1. e4 {variations}e5 1-0\n")
    found, memory = memory_of(tmp_path, "games", tmp_path / "wild.pgn")
    assert found == code
    assert memory < ENOUGH


def big_rule(folder: Path, conditions: int) -> str:
    """Write a rule with this many conditions to a file and return its name."""
    body = "".join(f",\n    attacks(A{place}, A{place + 1}, Position)" for place in range(conditions))
    rule = f"big(Position, From, To) :-\n    legal_move(From, To, Position){body}.\n"
    head = "% motif tactics 1\n% vocabulary: full\n% decide: list\n%\n"
    lines = (head + rule).count("\n") - 1
    (folder / "big.pl").write_text(f"{head}{rule}% end of {lines} lines\n")
    return str(folder / "big.pl")


@pytest.mark.parametrize("conditions", [12, 1000])
def test_a_rule_of_many_conditions_is_read_and_not_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path, conditions: int
) -> None:
    rule, motif = big_rule(empty_folder, conditions), caller(monkeypatch, capsys)
    assert motif("tactics", "show", rule)[0] == 0
    assert motif("advise", "start", "--adviser", f"tactics:{rule}")[0] == 2


READERS = (
    ("puzzles", "sheet", "FILE", "--out", "sheet.pdf"),
    ("puzzles", "sheet", "FILE.csv", "--out", "sheet.pdf"),
    ("puzzles", "check", "FILE"),
    ("puzzles", "compose", "--recipe", "FILE"),
    ("puzzles", "compose", "--rules", "FILE"),
    ("tactics", "show", "FILE"),
    ("tactics", "learn", "sample", "--bias", "FILE"),
    ("patterns", "show", "FILE"),
    ("openings", "name", "e4", "--book", "FILE"),
    ("endgames", "show", "FILE"),
    ("match", "random", "random", "--starts", "FILE"),
    ("match", "random", "random", "--checkpoint", "FILE"),
    ("train", "add", "FILE"),
    ("advise", "start", "--adviser", "maia:FILE"),
)
"""A call of every command that reads knowledge whole."""


@pytest.mark.parametrize("call", READERS, ids=" ".join)
@pytest.mark.parametrize("kind", ["device", "pipe", "large"])
def test_knowledge_that_need_not_end_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    empty_folder: Path,
    call: tuple[str, ...],
    kind: str,
) -> None:
    name = "FILE.csv" if "FILE.csv" in call else "FILE"
    file = empty_folder / name
    if kind == "device":
        file.symlink_to("/dev/zero")
    elif kind == "pipe":
        os.mkfifo(file)
    else:
        with file.open("wb") as sparse:
            sparse.truncate(2 << 30)
    code, printed, complaints = caller(monkeypatch, capsys)(*call)
    assert (code, printed) == (2, "")
    assert len(complaints) < 500
    refusals = (f"cannot read {name}: it ", f"cannot write {name}: ", f"{name} is not a network")
    assert any(refusal in complaints for refusal in refusals)


NO_FILE = ""
SECONDS_OF_SOLVING = 3
"""CPU time after which a command that solves is at work: to start takes less."""


def seconds_used(process: subprocess.Popen[bytes]) -> float:
    """The CPU time of a process so far, which a busy machine makes hardly longer."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    user, system = fields[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def opened_by(process: subprocess.Popen[bytes]) -> set[str]:
    """The files that a process has open."""
    names = set()
    for handle in Path(f"/proc/{process.pid}/fd").iterdir():
        # A file may be closed while they are listed.
        with suppress(OSError):
            names.add(str(handle.readlink()))
    return names


@contextmanager
def at_work(process: subprocess.Popen[bytes], file: str) -> Iterator[None]:
    """From when a process reads a file; a pipe is held open that long, and nothing comes out of it."""
    held = -1
    while process.poll() is None and held < 0:
        if file == "PIPE":
            # Refused until the command opens the other end.
            with suppress(OSError):
                held = os.open(file, os.O_WRONLY | os.O_NONBLOCK)
        # Nothing outside the process shows how far it has solved.
        elif file in opened_by(process) or (file == NO_FILE and seconds_used(process) > SECONDS_OF_SOLVING):
            held = os.open(os.devnull, os.O_WRONLY)
        time.sleep(0.05)
    assert process.poll() is None, "it must be at work"
    try:
        yield
    finally:
        os.close(held)


@pytest.mark.skipif(sys.platform != "linux", reason="what a process does is read in /proc")
@pytest.mark.parametrize(
    ("call", "file"),
    [
        ("games /dev/zero", "/dev/zero"),
        ("games PIPE", "PIPE"),
        ("study PIPE", "PIPE"),
        ("review sample#3 --engine search --depth 16", NO_FILE),
        ("endgames solve KPPK", NO_FILE),
    ],
)
def test_ctrl_c_ends_what_reads_or_solves_in_two_seconds_of_all_cores(empty_folder: Path, call: str, file: str) -> None:
    os.mkfifo("PIPE")
    command = [sys.executable, "-m", "motif", *call.split()]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            with at_work(process, file):
                used_before = seconds_used(process)
                process.send_signal(signal.SIGINT)
                _, status, used = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                assert process.returncode == 130
                assert used.ru_utime + used.ru_stime - used_before < 2 * (os.cpu_count() or 1)
        finally:
            process.kill()


@pytest.mark.parametrize("number", ["nan", "inf", "-inf"])
@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (("puzzles", "compose", "--time"), "--time {} is not a finite number"),
        (("match", "greedy", "random", "--anchor"), "cannot read the anchor 'greedy={}'"),
    ],
)
def test_what_is_no_number_is_refused_before_the_work(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    empty_folder: Path,
    call: tuple[str, ...],
    complaint: str,
    number: str,
) -> None:
    given = f"greedy={number}" if call[-1] == "--anchor" else number
    code, printed, complaints = caller(monkeypatch, capsys)(*call, given)
    assert (code, printed) == (2, "")
    assert complaint.format(number) in complaints


def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], call: tuple[str, ...]) -> str:
    """Return the complaint about a refused call, which prints nothing else."""
    code, printed, complaints = caller(monkeypatch, capsys)(*call)
    assert (code, printed) == (2, "")
    assert "Traceback" not in complaints
    assert len(complaints) < 700
    return complaints


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (("search", "prune", "sample", "--threads", "99999"), "--threads 99999 is too large"),
        (("study", "sample", "--workers", "99999"), "--workers 99999 is too large"),
        (("search", "best", "start", "--settings", "hash=-1"), "hash=-1 cannot be set"),
        (("search", "best", "start", "--settings", "hash=99999999"), "hash=99999999 cannot be set"),
        (("explain", "start", ""), "an argument is empty"),
        (("explain", "start", "--why-not", ""), "--why-not is empty"),
        (("search", "review", "no-such-game.pgn", "--plot", "x.docx"), "cannot draw to x.docx"),
        (
            ("openings", "name", "e4", "--book", "empty.tsv"),
            "empty.tsv, line 2: there are no cases below the column names",
        ),
        (("puzzles", "check", "games.pgn"), "games.pgn holds games as PGN, not positions"),
        (("show", "rnbqkbnr/" * 11_000), "the name is too long"),
        (("study", "games.pgn", "--player", "x" * 300_000), "no player is called"),
        (("games", "b\udcffd.pgn"), "'b\\udcffd.pgn' is not UTF-8"),
        (("study", "games.pgn", "--player", "\udcff"), "is not UTF-8"),
    ],
    ids=lambda value: " ".join(value)[:60].encode("ascii", "replace").decode() if isinstance(value, tuple) else "",
)
def test_what_cannot_be_meant_is_refused_before_the_work(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    empty_folder: Path,
    call: tuple[str, ...],
    complaint: str,
) -> None:
    (empty_folder / "empty.tsv").write_text("# motif openings 1\neco\tname\tpgn\n# end of 1 lines\n")
    (empty_folder / "games.pgn").write_text(f"{TAGS}1. e4 e5 1-0\n" * 3)
    assert complaint in refused(monkeypatch, capsys, call)


def test_a_screen_without_columns_is_no_reason_to_print_nothing() -> None:
    command = [sys.executable, "-m", "motif", "show", "start"]
    done = subprocess.run(command, env=os.environ | {"COLUMNS": "0"}, capture_output=True, text=True, check=True)
    assert "8" in done.stdout
    assert len(done.stdout) > 100
