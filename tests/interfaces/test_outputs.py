"""What a command may write: never over what it reads, never over another kind of file, never into nowhere."""

from __future__ import annotations

import errno
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.main import get_group

from command_line import Motif, caller
from motif.interfaces.cli.deferred import Checked, Deferred
from motif.interfaces.cli.main import app
from motif.interfaces.cli.outputs import OUTPUTS
from motif.interfaces.cli.pgn_writer import append

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

MATE = '[Event "a"]\n[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n'
READ = {
    "--against",
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
    "--cases",
    "--tables",
    "--rules",
    "--recipe",
    "--prolog",
    "--snapshots",
}
"""The options that name what is read, what is filled by its own rules (a folder of Prolog), or kept from run to run."""


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
        ("openings", "import", "my.pgn", "--out", "./my.pgn"),
        ("search", "review", "my.pgn", "--plot", "my.pgn"),
    ],
)
def test_the_games_that_are_read_are_never_written_over(motif: Motif, arguments: tuple[str, ...]) -> None:
    code, printed, complaints = motif(*arguments, "--force")
    assert (code, printed) == (2, "")
    assert "my.pgn is read here, and --" in complaints
    assert Path("my.pgn").read_text() == MATE


@pytest.mark.parametrize("out", ["my.pgn", "table.pgn"])
def test_games_are_replaced_by_a_table_only_by_force(motif: Motif, out: str) -> None:
    Path("table.pgn").write_text(MATE)
    code, _, complaints = motif("positions", "sample", "--out", out)
    assert (code, complaints) == (
        2,
        f"error: {out} holds games, and --out would replace it\nhint: name another file, or add --force\n",
    )
    assert motif("positions", "sample", "--out", out, "--force")[0] == 0
    assert Path(out).read_text().startswith("fen,uci")


def test_a_table_is_not_replaced_by_games(motif: Motif) -> None:
    table = Path("openings.csv")
    table.write_text("opening,score\nItalian,0.55\n")
    match = ("match", "random", "random", "--games", "2", "--moves", "4", "--pgn", str(table), "-q")
    code, printed, complaints = motif(*match)
    assert (code, printed, complaints) == (
        2,
        "",
        "error: openings.csv holds something else, and --pgn would replace it\n"
        "hint: name another file, or add --force\n",
    )
    assert table.read_text().startswith("opening,score")
    # Its twin holds nothing yet.
    table.write_text("")
    assert motif(*match)[0] == 0


def test_a_result_of_the_same_kind_is_replaced_without_a_word(motif: Motif) -> None:
    for _ in range(2):
        assert motif("show", "start", "--svg", "board.svg")[0] == 0
        assert motif("positions", "my.pgn", "--from-move", "1", "--out", "table.csv")[0] == 0


def test_two_results_do_not_go_to_one_file(motif: Motif) -> None:
    code, _, complaints = motif("match", "greedy", "random", "--pgn", "x", "--checkpoint", "./x")
    assert (code, complaints) == (2, "error: --pgn and --checkpoint both write x\nhint: name two files\n")
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
        for command in _commands(get_group(app))
        for option in command.params
        if option.metavar in ("FILE", "FOLDER") and option.opts[0].startswith("--")
    }
    assert named - READ <= set(OUTPUTS)


def test_every_command_is_checked() -> None:
    for command in _commands(get_group(app), deferred=False):
        assert isinstance(command, Deferred | Checked), command.name


def test_nothing_in_a_game_file_is_markup_or_a_command_to_the_terminal(motif: Motif) -> None:
    Path("evil.pgn").write_text(
        MATE.replace('[Black "Ben"]', '[Black "Ben"]\n[Opening "[/x] \x1b[31m \u202eGambit :smile:"]')
    )
    code, printed, _ = motif("games", "evil.pgn")
    assert code == 0
    assert "[/x] �[31m �Gambit :smile:" in printed


def _commands(group: Any, *, deferred: bool = True) -> list[Any]:
    """All verbs, those of groups too; those that are deferred as themselves, or as what stands for them."""
    found = []
    for command in group.commands.values():
        loaded = command.loaded() if isinstance(command, Deferred) else command
        if hasattr(loaded, "commands"):
            found += _commands(loaded, deferred=deferred)
        else:
            found.append(loaded if deferred else command)
    return found


class FullDisk(FileIO):
    """A file on a disk with room for so many bytes."""

    def __init__(self, path: Path, room: int) -> None:
        super().__init__(path, "wb")
        self._room = room

    def write(self, data: ReadableBuffer, /) -> int:
        taken = bytes(data)[: self._room]
        if not taken:
            raise OSError(errno.ENOSPC, "No space left on device")
        self._room -= len(taken)
        return super().write(taken)


def test_a_disk_that_fills_up_cuts_no_game_in_two(tmp_path: Path) -> None:
    with FullDisk(tmp_path / "games.pgn", room=30) as file:
        append(b"1. e4 e5 1/2-1/2\n", file)
        with pytest.raises(OSError, match="No space left"):
            append(b"1. d4 d5 1/2-1/2\n", file)
    assert (tmp_path / "games.pgn").read_bytes() == b"1. e4 e5 1/2-1/2\n"
