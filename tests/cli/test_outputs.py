"""Test what commands write: never over their input, never over files with content, never to missing folders."""

from __future__ import annotations

import errno
import io
import sys
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import Motif, caller, every_command
from goldens import Golden
from motif.cli.deferred import CHECKPOINT, OUTPUTS, checked
from motif.cli.match import append
from motif.errors import BadFile
from motif.report.folder import check_folder

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

MATE = '[Event "a"]\n[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n'
READ = {
    "--against",
    "--peers",
    "--players",
    "--puzzles",
    "--deck",
    "--starts",
    "--game",
    "--bias",
    "--chosen-by",
    "--maia",
    "--masters",
    "--measured-on",
    "--positions",
    "--book",
    "--cases",
    "--tables",
    "--restore",
    "--rules",
    "--recipe",
}
"""The options that name what is read, or kept from run to run."""


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    Path("my.pgn").write_text(MATE)
    return caller(monkeypatch, capsys)


@pytest.mark.parametrize(
    "arguments",
    [
        ("positions", "my.pgn", "--out", "my.pgn"),
        ("tactics", "learn", "my.pgn", "--out", "my.pgn"),
        ("puzzles", "mine", "my.pgn", "--out", "my.pgn"),
        ("openings", "build", "my.pgn", "--out", "./my.pgn"),
        ("search", "review", "my.pgn", "--plot", "my.pgn"),
    ],
)
def test_the_games_that_are_read_are_never_written_over(motif: Motif, arguments: tuple[str, ...]) -> None:
    code, printed, complaints = motif(*arguments, "--force")
    assert (code, printed) == (2, "")
    assert "my.pgn is read here, and --" in complaints
    assert Path("my.pgn").read_text() == MATE


def _output_options() -> list[Any]:
    """Every option of every command that names what is written, from the commands' own signatures."""
    return [
        pytest.param(command, option, id=f"{name} {option.opts[0]}")
        for name, command in every_command()
        for option in command.params
        if option.opts[0] in OUTPUTS and option.opts[0] != CHECKPOINT
    ]


def _call(command: Any, option: Any, path: Path) -> list[str]:
    """The shortest call of a command with this output: a stand-in for everything else that it must be given."""
    words = []
    for needed in command.params:
        if needed.required and needed.param_type_name == "argument":
            words += ["1"] * max(1, needed.nargs)
        elif needed.required and needed is not option:
            words += [needed.opts[0], "1"]
    return [*words, option.opts[0], str(path)]


@pytest.mark.parametrize(("command", "option"), _output_options())
@given(content=st.binary(min_size=1, max_size=60))
@settings(max_examples=5)
def test_whatever_has_content_is_not_written_over(
    tmp_path_factory: pytest.TempPathFactory, command: Any, option: Any, content: bytes
) -> None:
    folder = tmp_path_factory.mktemp("mine")
    file = folder / "notes.txt"
    file.write_bytes(content)
    path = folder if option.metavar == "FOLDER" else file
    if (option.opts[0], option.metavar) == ("--out", "FOLDER"):
        with pytest.raises(BadFile, match="holds files that Motif did not write"):
            check_folder(path, "Anna")
    else:
        with pytest.raises(BadFile, match=f"already exists, and {option.opts[0]} would replace it") as refused:
            checked(command.make_context("motif", _call(command, option, path)))
        assert refused.value.hint == "choose another path, or add --force"
    assert file.read_bytes() == content


def test_games_are_not_written_over_by_a_game_nor_by_a_match(motif: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    for arguments in (("play", "--out"), ("match", "random", "random", "--games", "2", "--moves", "4", "-q", "--out")):
        code, printed, complaints = motif(*arguments, "my.pgn")
        assert (code, printed, complaints) == (
            2,
            "",
            f"error: my.pgn already exists, and {arguments[-1]} would replace it\n"
            "hint: choose another path, or add --force\n",
        )
        assert Path("my.pgn").read_text() == MATE
        # Its twin holds nothing yet.
        Path("empty.pgn").write_text("")
        assert motif(*arguments, "empty.pgn")[0] == 0
    assert motif("positions", "sample", "--out", "my.pgn", "--force")[0] == 0
    assert Path("my.pgn").read_text().startswith("fen,uci")


def test_save_at_the_board_keeps_other_games_and_renews_its_own(motif: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("save my.pgn\ne4\nsave new.pgn\nNf3\nsave new.pgn\nquit\n"))
    code, printed, _ = motif("play", "--against", "random")
    assert code == 0
    assert "my.pgn already exists, and save would replace it" in printed
    assert printed.count("The game so far is in new.pgn.") == 2
    assert Path("my.pgn").read_text() == MATE
    assert "2. Nf3" in Path("new.pgn").read_text()


def test_two_results_do_not_go_to_one_file(motif: Motif) -> None:
    code, _, complaints = motif("match", "greedy", "random", "--out", "x", "--checkpoint", "./x")
    assert (code, complaints) == (2, "error: --out and --checkpoint both write x\nhint: name two files\n")
    assert not Path("x").exists()


def test_a_mistyped_folder_is_refused_and_not_made(motif: Motif) -> None:
    code, _, complaints = motif("show", "start", "--svg", "pictrues/board.svg")
    assert (code, complaints) == (
        2,
        "error: cannot write pictrues/board.svg: there is no folder pictrues\n"
        "hint: make it first, or correct the name\n",
    )
    assert not Path("pictrues").exists()


def test_what_cannot_be_written_is_refused_before_the_work(motif: Motif) -> None:
    Path("taken").mkdir()
    code, _, complaints = motif("tactics", "learn", "no-such-games.pgn", "--out", "taken")
    assert code == 2
    assert "cannot write taken: Is a directory" in complaints


def test_every_option_that_names_a_file_is_known_to_read_or_to_write() -> None:
    named = {
        option.opts[0]
        for _, command in every_command()
        for option in command.params
        if option.metavar in ("FILE", "FOLDER") and option.opts[0].startswith("--")
    }
    assert named - READ <= set(OUTPUTS)


def test_nothing_in_a_game_file_is_markup_or_a_command_to_the_terminal(motif: Motif) -> None:
    Path("evil.pgn").write_text(
        MATE.replace('[Black "Ben"]', '[Black "Ben"]\n[Opening "[/x] \x1b[31m \u202eGambit :smile:"]')
    )
    code, printed, _ = motif("games", "evil.pgn")
    assert code == 0
    assert "[/x] �[31m �Gambit :smile:" in printed


class FullDisk(FileIO):
    """A file on a disk with room for `room` bytes."""

    def __init__(self, path: Path, room: int) -> None:
        super().__init__(path, "wb")
        self._room = room

    def write(self, data: ReadableBuffer, /) -> int:
        taken = bytes(data)[: self._room]
        if not taken:
            raise OSError(errno.ENOSPC, "No space left on device")
        self._room -= len(taken)
        return super().write(taken)


def test_a_disk_that_fills_up_cuts_no_game_in_two(golden: Golden, tmp_path: Path) -> None:
    with FullDisk(tmp_path / "games.pgn", room=30) as file:
        append(b"1. e4 e5 1/2-1/2\n", file)
        with golden.raises(OSError):
            append(b"1. d4 d5 1/2-1/2\n", file)
    assert (tmp_path / "games.pgn").read_bytes() == b"1. e4 e5 1/2-1/2\n"


def test_out_is_o_in_every_command() -> None:
    for _, command in every_command():
        for option in command.params:
            if option.opts[0] == "--out":
                assert option.opts == ["--out", "-o"], command.name
