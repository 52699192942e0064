"""Every command refuses wrong values at once: exit code 2 and a short message that names the option or the value.

The calls are made from the commands' own options and from the example in each command's help, with one value replaced
by a wrong one. New commands and options are therefore covered without a new test.
"""

from __future__ import annotations

import io
import re
import shlex
import shutil
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import NoneType
from typing import Any, get_args

import pytest

from command_line import Motif, caller, every_command
from motif.cli.deferred import OUTPUTS, SET, with_settings
from motif.openings.building import build_book
from motif.runtime.files import DATA
from trained import STUDY

GAME = '[Event "a"]\n[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n'
CASES = "# motif openings 1\neco\tname\tpgn\nB00\tKing's Pawn\t1. e4\n# end of 2 lines\n"

# Wrong values, by kind of option.
TOO_LARGE = "9" * 30
POSITIONS = ("no-such-place", "8/8/8/8/8/8/8/8 w - - 0 1", "8" * 3000)
UNREADABLE = ("empty", "random", "missing", "folder", "utf-16", "zipped")
UNWRITABLE = ("folder", "no/such/folder", "/dev/null", "random/inside", "x" * 300)
NAMES = ("no-such-name ☃", "x" * 3000)

ALLOWED = {
    "games files": ("empty", "random"),
    "games --player": NAMES,
    "games --out": ("no/such/folder",),
    "puzzles sheet --title": NAMES,
    "study --out": ("no/such/folder",),
    "lab learn tactics --source": NAMES,
    **{f"train {verb} --deck": ("missing", "empty") for verb in ("practise", "plan", "add")},
    **{f"train {verb} --deck": ("empty",) for verb in ("export", "stats")},
}
"""Values that a command accepts after all: it counts no games, takes any title, or makes a new deck or folder."""

OTHER_WORDS = {
    "--player": "did not pass the filter",
    "--moves": "is not a move",
    "--theme": "nothing in the deck",
    "--rules": "the rules do not define tactic",
}
"""The message for an option whose message names neither the option nor the value."""


COMMANDS = {name: (tuple(name.split()), command) for name, command in every_command()}


@dataclass(frozen=True, slots=True)
class WrongCall:
    """A call of a command with one wrong value: the words after `motif`, the option, and the value."""

    words: list[str]
    option: str
    value: str


def wrong_calls(words: tuple[str, ...], command: Any) -> Iterator[WrongCall]:
    """Yield the example of a command once for each option and each wrong value for it.

    The first option of a kind gets all wrong values of the kind; later options of the same kind get only the first.
    """
    example = shlex.split(re.findall("Example: `motif (.*?)`", command.help)[0])
    right = command.make_context(
        "motif", with_settings(command, [each for each in example if each not in words])
    ).params
    kinds_tried: set[tuple[str, ...]] = set()
    options = [option for option in command.params if option.opts[0] != SET]
    for option in options:
        values = wrong_values(option)
        for value in values[:1] if values in kinds_tried else values:
            if value in ALLOWED.get(" ".join([*words, option.opts[0]]), ()):
                continue
            typed = list(words)
            for other in options:
                typed += as_typed(option, [value]) if other is option else as_typed_in_example(other, right[other.name])
            yield WrongCall(typed, option.opts[0], value)
        kinds_tried.add(values)


def wrong_values(option: Any) -> tuple[str, ...]:
    """Return values that are wrong for every option of this kind."""
    name, placeholder = option.opts[0], option.metavar or ""
    kind = option.type_descriptor.annotation
    while inner := [each for each in get_args(kind) if each is not NoneType]:  # list[int] and int | None become int
        kind = inner[0]
    if name == "--seed":
        return TOO_LARGE, "-1"
    if kind in (int, float):
        below = [] if option.min is None else [str(option.min - 1)]
        above = [] if option.max is None else [str(option.max + 1)]
        return (TOO_LARGE if kind is int else "nan", *below, *above)
    if kind is bool:
        return ()
    if name in OUTPUTS:
        return UNWRITABLE
    if "FEN" in placeholder or placeholder == "POSITION" or name == "--fen":
        return POSITIONS
    if kind is Path or any(word in placeholder for word in ("GAME", "FILE", "LIBRARY")):
        return UNREADABLE
    return NAMES


def as_typed_in_example(option: Any, value: Any) -> list[str]:
    """Return the words that give an option its value in the example; none if the value is the default."""
    if value is None or value == option.default:
        return []
    if value is True:
        return [option.opts[0]]
    if option.opts[0] in OUTPUTS:
        return as_typed(option, [f"new-{value}"])
    return as_typed(option, value if isinstance(value, list | tuple) else [value])


def as_typed(option: Any, values: list[Any] | tuple[Any, ...]) -> list[str]:
    """Return values as the user types them: after the option's name, or bare if it is an argument."""
    if option.param_type_name == "argument":
        return [str(value) for value in values]
    return [word for value in values for word in (option.opts[0], str(value))]


@pytest.fixture
def folder(empty_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the examples, and with files that cannot be read."""
    for game in ("karpov.pgn", "spassky.pgn", "my_games.pgn", "game.pgn"):
        Path(game).write_text(GAME)
    for cases in ("a.tsv", "b.tsv"):
        Path(cases).write_text(CASES)
    Path("counted.pgn").write_text(GAME.replace("\n\n1.", '\n[Result "1-0"]\n\n1.'))
    build_book(["counted.pgn"], Path("club.book"), at_least=1)
    shutil.copy(DATA / "patterns.txt", "mine.txt")
    shutil.copy(DATA / "puzzles.txt", "puzzles.txt")
    Path("my-study").mkdir()
    STUDY.save(Path("my-study/study.json"))
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


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> Motif:
    return caller(monkeypatch, capsys)


@pytest.mark.parametrize("name", COMMANDS)
def test_wrong_values_are_refused_by_name(motif: Motif, folder: Path, name: str) -> None:
    before = contents(folder)
    failures = []
    for call in wrong_calls(*COMMANDS[name]):
        code, printed, message = motif(*call.words)
        if (code, printed) != (2, "") or not is_helpful(message, call):
            failures.append((f"{name} {call.option} {call.value[:20]}", code, printed, message[-1500:]))
        after = contents(folder)
        assert after.items() >= before.items(), f"{call.words} changed an existing file"
        # A result begun by this call would make the next call fail for another reason.
        for begun in after.keys() - before.keys():
            shutil.rmtree(begun) if begun.is_dir() else begun.unlink()
    assert failures == []


def is_helpful(message: str, call: WrongCall) -> bool:
    """Return whether an error message is short and names the value or the option."""
    text = re.sub(r"[│\s]+", " ", message).casefold()
    is_named = call.value[:15].casefold() in text or call.option in text
    is_named = is_named or OTHER_WORDS.get(call.option, call.value) in text
    return is_named and "Traceback" not in message and len(message) < 1500


def contents(folder: Path) -> dict[Path, int]:
    """Return the names in a folder without the cache, and when each was last changed."""
    return {file: file.stat().st_mtime_ns for file in folder.iterdir() if file.name != "cache"}


def test_there_are_hundreds_of_wrong_calls() -> None:
    assert sum(1 for command in COMMANDS.values() for _ in wrong_calls(*command)) >= 300


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
def test_a_common_wrong_call_is_refused_with_the_right_one(motif: Motif, words: tuple[str, ...], hint: str) -> None:
    code, printed, message = motif(*words)
    assert (code, printed) == (2, "")
    assert hint in message


def test_a_closed_standard_input_counts_as_empty(motif: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    code, printed, message = motif("play", "--against", "random")
    assert (code, message) == (0, "")
    assert "You have White." in printed


@pytest.mark.parametrize(
    "words", [("show", ""), ("show", "start", "--svg", ""), ("show", "start", "--svg=")], ids=" ".join
)
def test_an_empty_value_is_refused(motif: Motif, words: tuple[str, ...]) -> None:
    code, printed, message = motif(*words)
    assert (code, printed) == (2, "")
    name = "--svg" if len(words) > 2 else "an argument"
    assert message == f"error: {name} is empty\nhint: leave it out, or give it a value\n"
