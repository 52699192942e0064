"""Check that every command refuses wrong values: at once, in a line that names the value, with exit code 2.

The calls follow from the commands' own signatures: each is the example on the command's help page with one value that
is wrong for its kind. A new command, or a new option, is covered on the day it is added.
"""

from __future__ import annotations

import io
import re
import shlex
import shutil
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import NoneType
from typing import Any, get_args

import pytest
from typer.main import get_group

from command_line import caller
from motif.cli.deferred import OUTPUTS, Deferred
from motif.cli.main import app
from motif.runtime.files import DATA

GAME = '[Event "a"]\n[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n'
CASES = "# motif openings 1\neco\tname\tpgn\nB00\tKing's Pawn\t1. e4\n# end of 2 lines\n"

BEYOND_ALL_MEASURE = "9" * 30
POSITIONS = ("no-such-place", "8/8/8/8/8/8/8/8 w - - 0 1", "8" * 3000)
UNREADABLE = ("empty", "random", "missing", "folder", "utf-16", "zipped")
UNWRITABLE = ("folder", "no/such/folder", "/dev/null", "random/inside", "x" * 300)
NAMES = ("no-such-name ☃", "x" * 3000)
EVERYWHERE = 1
"""How many wrong values every parameter gets; the first of its kind in a command gets all."""

RIGHT = {
    "games files": ("empty", "random"),
    "games --player": NAMES,
    "openings list words": NAMES,
    "puzzles sheet --title": NAMES,
    "study --out": ("no/such/folder",),
    "tactics learn --source": NAMES,
    **{f"train {verb} --deck": ("missing", "empty") for verb in ("practise", "plan", "add")},
    **{f"train {verb} --deck": ("empty",) for verb in ("export", "stats")},
}
"""Values that are allowed after all: to count no games, any title, words that no opening has, a new deck or folder."""

OTHER_WORDS = {
    "--player": "did not pass the filter",
    "--theme": "nothing in the deck",
    "--rules": "the rules do not define tactic",
}
"""What the complaint says where it names neither the option nor its value."""


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every verb, those of groups too, and the words that call it."""
    for name, command in group.commands.items():
        loaded = command.loaded() if isinstance(command, Deferred) else command
        if hasattr(loaded, "commands"):
            yield from commands(loaded, (*path, name))
        else:
            yield (*path, name), loaded


def wrong(command: Any) -> Iterator[tuple[Any, str]]:
    """The parameters of a command, with values that are wrong for a parameter of this kind, whatever the command."""
    tried: set[tuple[str, ...]] = set()
    for parameter in command.params:
        values = wrong_for(parameter)
        yield from ((parameter, value) for value in (values[:EVERYWHERE] if values in tried else values))
        tried.add(values)


def wrong_for(parameter: Any) -> tuple[str, ...]:
    kind, name, shown = parameter.type_descriptor.annotation, parameter.opts[0], parameter.metavar or ""
    while arguments := [each for each in get_args(kind) if each is not NoneType]:
        kind = arguments[0]
    if kind in (int, float):
        if name == "--seed":
            return BEYOND_ALL_MEASURE, "-1"
        bounds = [(parameter.min, -1), (parameter.max, 1)]
        beyond = [str(bound + step) for bound, step in bounds if bound is not None]
        return (BEYOND_ALL_MEASURE if kind is int else "nan", *beyond)
    if kind is bool:
        return ()
    if name in OUTPUTS:
        return UNWRITABLE
    if "FEN" in shown or name == "--fen":
        return POSITIONS
    if kind is Path or any(word in shown for word in ("GAME", "FILE", "LIBRARY")):
        return UNREADABLE
    return NAMES


def typed(parameter: Any, value: Any) -> list[str]:
    """A value of a parameter as it is typed, if it must be."""
    values = value if isinstance(value, list | tuple) else [value]
    if value is None or value == parameter.default:
        return []
    if parameter.opts[0] in OUTPUTS:
        values = [f"new-{value}"]
    if parameter.param_type_name == "argument":
        return [str(each) for each in values]
    return (
        [parameter.opts[0]] if value is True else [word for each in values for word in (parameter.opts[0], str(each))]
    )


def calls(path: tuple[str, ...], command: Any) -> Iterator[tuple[list[str], str, str]]:
    """The example of a command with one wrong value in it, for each of these: the words, the parameter, the value."""
    example = shlex.split(re.findall("Example: `motif (.*?)`", command.help)[0])
    given = command.make_context("motif", [word for word in example if word not in path]).params
    for parameter, value in wrong(command):
        name = " ".join([*path, parameter.opts[0]])
        if value in RIGHT.get(name, ()):
            continue
        words = list(path)
        for each in command.params:
            if each is not parameter:
                words += typed(each, given[each.name])
            else:
                words += [value] if each.param_type_name == "argument" else [each.opts[0], value]
        yield words, parameter.opts[0], value


COMMANDS = {" ".join(path): (path, command) for path, command in commands(get_group(app))}


@pytest.fixture
def folder(empty_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the examples, and with files that cannot be read."""
    for game in ("karpov.pgn", "spassky.pgn", "my_games.pgn", "game.pgn"):
        Path(game).write_text(GAME)
    for cases in ("a.tsv", "b.tsv"):
        Path(cases).write_text(CASES)
    shutil.copy(DATA / "patterns.txt", "mine.txt")
    shutil.copy(DATA / "puzzles.txt", "puzzles.txt")
    Path("my-study").mkdir()
    shutil.copy(Path(__file__).parents[1] / "study" / "fools_mate_format_1.json", "my-study/study.json")
    Path("folder").mkdir()
    Path("folder/something").write_text("mine")
    Path("empty").touch()
    Path("random").write_bytes(bytes(number * 89 % 251 for number in range(5000)))
    Path("utf-16").write_text(GAME, encoding="utf-16")
    with zipfile.ZipFile("zipped", "w") as archive:
        archive.writestr("game.pgn", GAME)
    monkeypatch.setenv("HOME", str(empty_folder / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(empty_folder / "home"))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    return empty_folder


@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_wrong_is_refused_at_once_and_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path, name: str
) -> None:
    motif = caller(monkeypatch, capsys)
    before = contents(folder)
    failures = []
    for words, parameter, value in calls(*COMMANDS[name]):
        code, printed, complaints = motif(*words)
        plain = re.sub(r"[│\s]+", " ", complaints).casefold()
        is_named = value[:15].casefold() in plain or parameter in plain or OTHER_WORDS.get(parameter, value) in plain
        is_short = "Traceback" not in complaints and len(complaints) < 1500
        if (code, printed, is_named, is_short) != (2, "", True, True):
            failures.append((f"{name} {parameter} {value[:20]}", code, printed, complaints[-1500:]))
        now = contents(folder)
        assert now.items() >= before.items(), f"{words} changed what was there"
        # A result that was begun would be refused by the next call for its own reason.
        for begun in now.keys() - before.keys():
            shutil.rmtree(begun) if begun.is_dir() else begun.unlink()
    assert failures == []


def contents(folder: Path) -> dict[Path, int]:
    """The names in a folder, and when each was last changed."""
    return {file: file.stat().st_mtime_ns for file in folder.iterdir()}


def test_there_are_hundreds_of_them() -> None:
    assert sum(1 for call in COMMANDS.values() for _ in calls(*call)) >= 300


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("study", "https://lichess.org/@/Anna"), "motif study lichess:NAME or chesscom:NAME downloads"),
        (("games", "https://lichess.org/games/export/Anna"), "save the PGN first"),
        (("play", "--against", f"human,level={'9' * 5000}"), "write human,rating=1500"),
        (("study", "game.pgn", "--engine", "./stockfish"), "there is no engine at"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_likely_first_try_is_refused_with_the_right_call(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    folder: Path,
    words: tuple[str, ...],
    hint: str,
) -> None:
    code, printed, complaints = caller(monkeypatch, capsys)(*words)
    assert (code, printed) == (2, "")
    assert hint in complaints


def test_a_closed_standard_input_is_one_at_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    code, printed, complaints = caller(monkeypatch, capsys)("play", "--against", "random")
    assert (code, complaints) == (0, "")
    assert "You have White." in printed


@pytest.mark.parametrize(
    "words", [("show", ""), ("show", "start", "--svg", ""), ("show", "start", "--svg=")], ids=" ".join
)
def test_what_a_script_left_empty_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path, words: tuple[str, ...]
) -> None:
    code, printed, complaints = caller(monkeypatch, capsys)(*words)
    assert (code, printed) == (2, "")
    what = "--svg" if len(words) > 2 else "an argument"
    assert complaints == f"error: {what} is empty\nhint: leave it out, or say what is meant\n"
