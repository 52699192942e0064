"""Call every command with hundreds of bad inputs, and count which are refused as they should be.

A bad call is handled well if it ends with exit code 2 within ten seconds of processor time, with at most two lines on
standard error that are short, say what is wrong and what to type next, and with no traceback.

    python fuzz/bad_calls.py            # all calls
    python fuzz/bad_calls.py study      # the calls that contain a word
"""

from __future__ import annotations

import argparse
import gzip
import os
import resource
import shlex
import signal
import socket
import subprocess
import sys
import traceback
import zipfile
from collections.abc import Iterator
from contextlib import chdir, suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer

from motif.__main__ import main as run

GAME = '[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n'
CPU_SECONDS, WALL_SECONDS = 10, 120
LONGEST_LINE, MOST_LINES = 500, 2

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@dataclass(frozen=True, slots=True)
class Call:
    """A call in the folder of bad files; `output` and `input` say where standard output goes and what comes in."""

    words: tuple[str, ...]
    output: str = "kept"
    input: str = "nothing"
    environment: dict[str, str] = field(default_factory=dict)
    codes: tuple[int, ...] = (2,)

    def __str__(self) -> str:
        words = " ".join(word if len(word) < 40 else f"{word[:20]}…({len(word)})" for word in self.words)
        more = [f"{name}={value}" for name, value in self.environment.items()]
        more += [f"output {self.output}"] * (self.output != "kept") + [f"input {self.input}"] * (
            self.input != "nothing"
        )
        return " ".join([*more, words])


# Files.

FILES = (
    *shlex.split("missing no/such/game.pgn folder empty.pgn binary.pgn utf16.pgn page.html loop cut.pgn.gz fake.gz"),
    *shlex.split(
        "archive.zip tags.pgn socket document.pdf half.json zeros.pgn gamse.pgn ~/games.pgn games.pgn/inside ﬁle☃.pgn"
    ),
    "g\nb.pgn",
    "x" * 300,
    "http://example.org/games.pgn",
)


def make_files() -> None:
    """Write the bad files, and one good game, into this folder."""
    Path("games.pgn").write_text(GAME)
    Path("folder").mkdir()
    Path("folder/inside.txt").write_text("text")
    Path("empty.pgn").touch()
    Path("binary.pgn").write_bytes(bytes(number * 89 % 251 for number in range(5000)))
    Path("utf16.pgn").write_bytes("no games at all, but text of a word processor".encode("utf-16"))
    Path("page.html").write_text("<!DOCTYPE html><html><body>404 Not Found</body></html>\n" * 20)
    Path("loop").symlink_to("loop")
    Path("cut.pgn.gz").write_bytes(gzip.compress(GAME.encode() * 100)[:60])
    Path("fake.gz").write_text("this is not compressed\n" * 10)
    with zipfile.ZipFile("archive.zip", "w") as archive:
        archive.writestr("games.pgn", GAME)
    Path("tags.pgn").write_text('[White "Anna"]\n[Black "Ben"]\n')
    listening = socket.socket(socket.AF_UNIX)
    listening.bind("socket")
    listening.close()
    Path("document.pdf").write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 10)
    Path("half.json").write_text('{"format": "motif study", "version": 1, "games": [')
    Path("zeros.pgn").write_bytes(bytes(3000))
    Path("g\nb.pgn").write_bytes(b"\xff\xfe\x00" * 20)


READERS: tuple[tuple[str, ...], ...] = (
    ("review", "FILE"),
    ("study", "FILE"),
    ("study", "FILE", "--player", "Anna"),
    ("study", "games.pgn", "--players", "FILE", "--engine", "search"),
    ("games", "FILE", "--out", "new.csv"),
    ("openings", "FILE"),
    ("openings", "e4", "--book", "FILE"),
    ("explain", "FILE#1"),
    ("advise", "FILE#1@2"),
    ("show", "FILE#1@2"),
    ("puzzles", "mine", "FILE"),
    ("puzzles", "sheet", "FILE"),
    ("puzzles", "solve", "FILE"),
    ("puzzles", "compose", "--set", "recipe=FILE"),
    ("train", "add", "FILE"),
    ("train", "practise", "FILE"),
    ("train", "plan", "FILE"),
    ("match", "random", "greedy", "--starts", "FILE"),
    ("advise", "start", "--adviser", "tactics:FILE"),
    ("advise", "start", "--adviser", "maia:FILE"),
    ("explain", "start", "e4", "--engine", "FILE"),
    ("lab", "read", "tactics", "FILE"),
    ("lab", "read", "endgame", "FILE"),
    ("openings", "build", "FILE", "--out", "new.book"),
)


def file_calls() -> Iterator[Call]:
    """Every reader, with every bad file."""
    for reader in READERS:
        for file in FILES:
            yield Call(tuple(word.replace("FILE", file) for word in reader))


# Positions, places in games and moves.

POSITIONS = (
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "KK6/8/8/8/8/8/8/7k w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "P6k/8/8/8/8/8/8/K7 w - - 0 1",
    "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1",
    START.replace(" w ", " white "),
    START.replace("KQkq", "XYZ"),
    START.replace(" - 0", " e9 0"),
    START.replace("0 1", "-1 1"),
    "rnbqkbnr/ppp",
    "1. e4 e5 2. Ke3",
    "e4 e5 Nf9",
    "games.pgn#99@3",
    "games.pgn#0@3",
    "games.pgn#1@99",
    "games.pgn#1@0...",
    "games.pgn#x@3",
    "games.pgn#1@",
    "stat",
    "https://lichess.org/abcdefgh",
    "lichess:",
    "lichess:??????",
    "♔♕",
    "0",
    "-1",
    "%s%s%n",
    "{}",
    "[bold]x[/bold]",
    "\x1b[2J",
    "start start",
)
WITH_POSITION: tuple[tuple[str, ...], ...] = (
    ("explain", "POSITION"),
    ("advise", "POSITION"),
    ("show", "POSITION"),
    ("play", "--fen", "POSITION"),
    ("puzzles", "solve", "POSITION"),
    ("lab", "solve", "position", "POSITION"),
)
MOVES = (
    *shlex.split("Ke2 Nf6 e9 O-O 0-0-0 e7e5 Qh5 exd5 Nbd2 e8=Q null 0000 e2e4q P@e4 e ♘f3? 1. e2-e5 bxc3"),
    "Nf3 Nc6",
    "x" * 5000,
)


def position_calls() -> Iterator[Call]:
    """Every command that takes a position, with every bad one; and every bad move."""
    for before in WITH_POSITION:
        for position in POSITIONS:
            # A word that begins with a dash is taken for an option, as in every program.
            yield Call(tuple(position if word == "POSITION" else word for word in before))
    for move in MOVES:
        yield Call(("explain", "start", move, "--engine", "search"))
        yield Call(("explain", "start", "--why-not", move, "--engine", "search"))


# Names and values.

NAME_CALLS = """
stdy games.pgn
reveiw games.pgn
puzzle sheet
puzzles shet
puzzles print
train practice
train start
lab lern tactics
lab learn tactic
help
version
study games.pgn --playr Anna
study games.pgn --player Ana
study games.pgn --speed blitzz
study games.pgn --speed 3+0
study games.pgn --since yesterday
study games.pgn --since 2026-13-45
study games.pgn --since 01/02/2026
study games.pgn --engine stokfish
study games.pgn --set worker=2
study games.pgn --set workers
study games.pgn --set workers=many
study games.pgn --set depth=deep
study games.pgn --set depth=0
study games.pgn --set depth=-3
study games.pgn --set cluster=here
study lichess:
study 'lichess:a b'
study lichess:../../etc/passwd
study chesscom:
study liches:anna
study -
study --all
review games.pgn --player Karl
review games.pgn --side green
review 'games.pgn#7'
review 'games.pgn#0'
review 'games.pgn#-1'
review 'games.pgn#one'
review games.pgn --engine stokfish
review games.pgn --engine lc0
review games.pgn --engine /bin/true
review games.pgn --engine /bin/cat
review games.pgn --engine /etc/passwd
review games.pgn --engine stockfish,depth=x
review games.pgn --engine stockfish,depth=0
review games.pgn --engine stockfish,Skill=99999
review games.pgn --engine stockfish,NoSuchOption=1
review games.pgn --depth 0 --engine search
review games.pgn --depth -4 --engine search
review games.pgn --nodes 0 --engine search
review games.pgn --time 0 --engine search
review games.pgn --time -1 --engine search
review games.pgn --depth deep
review games.pgn --depth 3.5
review games.pgn games.pgn
train practise --theme frok
train practise --count 0
train practise --count -5
train export
train export --theme frok --csv new.csv
train stats --deck games.pgn
train export --deck binary.pgn --csv new.csv
train practise --deck folder
play --level 0
play --level 9
play --level strong
play --side wihte
play --against stokfish
play --against level:9
play --against human,rating=9
play --against human,rating=x
play --against maia:
play --resume
play --resume --side white
explain
explain start --depth deep
explain start --depth 999999
explain start --deph 8
explain start e4 --why-not e4
explain --game games.pgn --ply 99
explain --game games.pgn --number 99
advise start --adviser gredy
advise start --adviser ''
advise start --adviser tactics+
advise start --adviser greedy,colour=red
advise start --people 399
advise start --people 1500.5
advise start --people 1500 --adviser greedy
advise start --engine serch
web --port -1
web --port 99999
web --port http
web --host no.such.host.invalid
web --host 999.1.1.1
web --engine stokfish
puzzles sheet --theme frok
puzzles sheet --theme 42
puzzles sheet --count 0
puzzles sheet --count x
puzzles sheet --number 999999
puzzles sheet --out sheet.docx
puzzles compose --goal mate-0
puzzles compose --theme frok
puzzles compose --board 9x9
puzzles compose --board 0
puzzles compose --time -1
puzzles compose --time soon
puzzles compose --count -1
puzzles compose --engine stokfish --time 1
puzzles compose --out new.xyz --time 1 --count 1
puzzles compose --set white=17
puzzles compose --set encoding=rot13
puzzles solve START --moves 0
puzzles solve START --moves -2
puzzles solve START --goal wni
puzzles solve mate
puzzles mine games.pgn --count 0
puzzles mine games.pgn --player Ana
puzzles mine games.pgn --min-rating high
puzzles mine games.pgn --min-rating 3000 --max-rating 1000
openings najdrof
openings Z99
openings B999
openings e4 e9
openings --next 'najdorf defence line'
openings --nearest --next e4
openings --count 0 sicilian
openings --count -3 sicilian
uci --player stokfish
uci extra
match
match random
match random gredy
match random random --games 0
match random random --games -2
match random random --games two
match random random --depth 0
match random random --time -0.5
match random random --set sprt=5
match random random --set sprt=10,0
match random random --set anchor=greedy
match random random --set moves=0
show start --arrow e2e4
show start --arrow Ge2e9
show start --arrow Ze2e4
show start --svg folder
show
games
games --out new.csv
games games.pgn --result 2-0
games games.pgn --time-control sometimes
games games.pgn --min-rating 2000 --max-rating 1000 --out new.csv
games games.pgn --per-game 0 --out new.csv
games games.pgn --player Ana --out new.csv
games games.pgn --set termination=boredom
games games.pgn --seed 1.5
engines stockfish
engines --install
demo again
lab learn tactics
lab learn endgame KXK
lab read endgame KRKX
lab read patterns games.pgn
lab solve endgame KRRRRK
lab solve endgame QQ
lab solve position start --set limit=depth=999
lab measure endgame no-such-player
lab measure patterns games.pgn games.pgn
-x
-- study
--helpp
study games.pgn -z
study games.pgn --json=yes
study games.pgn --games 0
study games.pgn --games -7
study games.pgn --games 1e3
study games.pgn --games 1,000
study games.pgn --games 0x10
study games.pgn --games 9999999999999999999999999999999999999999
study games.pgn --games
study games.pgn --player
study games.pgn --everyone --player Anna
"""
"""Calls with bad names and values, one in each line, as a shell reads them."""

# Outputs that cannot be written.

OUTPUTS = (*shlex.split("folder no/such/folder/x /dev/full /proc/motif-x games.pgn games.pgn/x /sys/x"), "x" * 300)
WRITERS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("review", "games.pgn", "--engine", "search", "--depth", "2", "--out"), ".pgn"),
    (("games", "games.pgn", "--set", "from-move=1", "--out"), ".csv"),
    (("puzzles", "sheet", "--count", "2", "--out"), ".pdf"),
    (("show", "start", "--svg"), ".svg"),
    (("match", "random", "random", "--games", "2", "--out"), ".pgn"),
    (("puzzles", "compose", "--count", "1", "--time", "1", "--out"), ".txt"),
    (("play", "--out"), ".pgn"),
    (("openings", "build", "games.pgn", "--out"), ".book"),
    (("study", "games.pgn", "--player", "Anna", "--engine", "search", "--out"), ""),
)


def output_calls() -> Iterator[Call]:
    """Every command that writes, with every place that cannot be written."""
    for words, ending in WRITERS:
        for output in OUTPUTS:
            place = output if output in ("folder", "games.pgn") or output.startswith("/dev") else output + ending
            if words[0] == "study" and output in ("folder", "no/such/folder/x"):
                continue  # a study may go into a folder that exists, and makes others
            yield Call((*words, place))


# Standard output and input that are closed, full or strange; the surroundings.

PRINTERS: tuple[tuple[str, ...], ...] = (
    ("--help",),
    ("games", "games.pgn"),
    ("engines",),
    ("openings", "sicilian"),
    ("show", "start", "--facts"),
    ("study", "--help"),
    ("lab", "read", "tactics"),
    ("advise", "start", "--adviser", "greedy"),
    ("puzzles", "solve", "4k3/8/4K3/8/8/8/8/7R w - - 0 1", "--moves", "1"),
)
SURROUNDINGS: tuple[dict[str, str], ...] = (
    {"HOME": "/nonexistent"},
    {"MOTIF_CACHE": "/proc/x"},
    {"MOTIF_CACHE": "games.pgn"},
    {"XDG_DATA_HOME": "/proc/x", "HOME": "/proc/y"},
    {"TMPDIR": "/nonexistent"},
    {"COLUMNS": "1"},
    {"COLUMNS": "-5"},
    {"COLUMNS": "many"},
    {"TERM": "dumb"},
    {"LANG": "C", "PYTHONIOENCODING": "ascii"},
    {"RAYON_NUM_THREADS": "0"},
    {"RAYON_NUM_THREADS": "-1"},
    {"RAYON_NUM_THREADS": "two"},
)


def stream_calls() -> Iterator[Call]:
    """Calls that are right, with streams and surroundings that are not: they work, or are refused."""
    for words in PRINTERS:
        yield Call(words, output="closed pipe", codes=(0, 1, 2, 141))
        yield Call(words, output="/dev/full", codes=(2,))
        yield Call(words, output="closed", codes=(0, 2))
    for words in (("play",), ("train", "practise"), ("uci",), ("study", "-"), ("games", "-")):
        for given in ("closed", "binary", "zeros"):
            yield Call(words, input=given, codes=(0, 2))
    for surroundings in SURROUNDINGS:
        for words in (
            ("advise", "start", "--engine", "search"),
            ("review", "games.pgn", "--engine", "search", "--depth", "2"),
            ("train", "stats"),
        ):
            yield Call(words, environment=surroundings, codes=(0, 2))


def every_call() -> Iterator[Call]:
    """All the bad calls."""
    yield from file_calls()
    yield from position_calls()
    for line in NAME_CALLS.strip().splitlines():
        yield Call(tuple(START if word == "START" else word for word in shlex.split(line)))
    yield from output_calls()
    yield from stream_calls()


# Making a call, and judging what came of it.


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a call."""

    code: int
    printed: str
    complaints: str
    cpu_seconds: float


def call(wanted: Call) -> Outcome:
    """Make a call in a separate process, in a new folder with the bad files."""
    with TemporaryDirectory() as folder, chdir(folder):
        make_files()
        environment = {"HOME": folder, "XDG_DATA_HOME": folder, "MOTIF_CACHE": f"{folder}/cache"} | wanted.environment
        given = {"binary": bytes(range(256)) * 20, "zeros": bytes(2000)}.get(wanted.input, b"")
        Path("typed").write_bytes(given)
        # Most calls are made in a copy of this process, which has loaded the program; that is quicker.
        strange = wanted.environment or (wanted.output, wanted.input) != ("kept", "nothing")
        pid = (_started if strange else _forked)(wanted, environment)
        alarm = Timer(WALL_SECONDS, os.kill, (pid, signal.SIGKILL))
        alarm.start()
        _, status, used = os.wait4(pid, 0)
        alarm.cancel()
        printed, complaints = (Path(name).read_text(errors="replace") for name in ("printed", "complaints"))
    return Outcome(os.waitstatus_to_exitcode(status), printed, complaints, used.ru_utime + used.ru_stime)


def _opened(wanted: Call) -> tuple[int, int, int]:
    """Standard input, output and error of a call."""
    Path("printed").touch()
    stdout = os.open("printed" if wanted.output != "/dev/full" else "/dev/full", os.O_WRONLY)
    if wanted.output == "closed pipe":
        reading, stdout = os.pipe()
        os.close(reading)
    return os.open("typed", os.O_RDONLY), stdout, os.open("complaints", os.O_WRONLY | os.O_CREAT)


def _forked(wanted: Call, environment: dict[str, str]) -> int:
    streams = _opened(wanted)
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        for stream in streams:
            os.close(stream)
        return pid
    code = 1
    try:
        for number, handle in enumerate(streams):
            os.dup2(handle, number)
        os.environ.update(environment)
        resource.setrlimit(resource.RLIMIT_CPU, (3 * CPU_SECONDS, 3 * CPU_SECONDS))
        sys.argv = ["motif", *wanted.words]
        run()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # noqa: BLE001 - the traceback is the finding
        traceback.print_exc()
    finally:
        for written in (sys.stdout, sys.stderr):
            if written is not None:
                written.flush()
        os._exit(code)


def _started(wanted: Call, environment: dict[str, str]) -> int:
    streams = _opened(wanted)
    closed = [number for number, stream in enumerate((wanted.input, wanted.output)) if stream == "closed"]

    def close() -> None:
        for number in closed:
            os.close(number)

    command = [sys.executable, "-m", "motif", *wanted.words]
    process = subprocess.Popen(
        command, stdin=streams[0], stdout=streams[1], stderr=streams[2], env=os.environ | environment, preexec_fn=close
    )
    for stream in streams:
        os.close(stream)
    return process.pid


def fault(wanted: Call, outcome: Outcome) -> str:
    """What is wrong with the outcome of a bad call; nothing if it is as it should be."""
    lines = outcome.complaints.splitlines()
    if outcome.code == -signal.SIGKILL:
        return "hangs"
    if outcome.cpu_seconds > CPU_SECONDS:
        return f"takes {outcome.cpu_seconds:.0f} s"
    if "Traceback" in outcome.complaints or "panicked" in outcome.complaints:
        return "traceback"
    if outcome.code not in wanted.codes:
        return f"exit code {outcome.code}"
    if outcome.code != 2 or len(wanted.codes) > 1:
        return "unexplained error" if "Exception" in outcome.complaints else ""
    if outcome.printed.strip():
        return "prints before it refuses"
    if not lines:
        return "says nothing"
    lines = [line for line in lines if not line.startswith("note: ")]
    if len(lines) > MOST_LINES:
        return f"{len(lines)} lines"
    if any(len(line) > LONGEST_LINE + 10 for line in lines):
        return "a long line"
    if not any(line.startswith("hint: ") for line in lines) and wanted.output == "kept":
        return "no hint"
    return ""


def _load() -> None:
    """Load what the commands need before the first call."""
    for module in (
        *("position", "review", "study", "study_steps", "games", "openings", "match", "play", "train", "web", "lab"),
        *("puzzles.check", "puzzles.compose", "lab.search", "lab.tactics", "lab.endgames", "lab.patterns"),
    ):
        import_module(f"motif.cli.{module}")
    import_module("motif.download.sites")
    import_module("motif.report.review_page")


def main() -> int:
    """Make all calls, or those that contain the words given, and list what is handled badly."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--show", action="store_true", help="print every complaint")
    options = parser.parse_args()
    _load()
    count, bad = 0, 0
    for wanted in every_call():
        if options.words and not all(word in str(wanted) for word in options.words):
            continue
        outcome = call(wanted)
        wrong = fault(wanted, outcome)
        count, bad = count + 1, bad + bool(wrong)
        if wrong or options.show:
            print(f"{wrong or 'good'} | {wanted} | {outcome.code} | {outcome.complaints.strip()!r:.400}", flush=True)
    print(f"{count} calls, {bad} handled badly")
    return 1 if bad else 0


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        sys.exit(main())
