"""Test `motif openings build`, `show` and `export`: what they print, and what they refuse."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import Motif, caller
from goldens import Golden
from motif.openings.building import build_book
from motif.runtime.files import SAMPLE_GAMES

ZSTD_CUT = bytes.fromhex("28b52ffd")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("books") / "club.book"
    build_book([SAMPLE_GAMES], path)
    return path.read_bytes()


@pytest.fixture
def motif(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path, book: bytes
) -> Motif:
    Path("club.book").write_bytes(book)
    return caller(monkeypatch, capsys, "openings")


def test_a_book_is_built_from_games(motif: Motif, book: bytes) -> None:
    assert motif("build", "sample", "--out", "new.book")[:2] == (
        0,
        "340 games, 277 moves in 179 positions in new.book\n",
    )
    assert Path("new.book").read_bytes()[1024:] == book[1024:]
    assert json.loads(motif("build", "sample", "--out", "x.book", "--at-least", "1", "--json")[1])["games"] == 340


def test_the_moves_of_a_position_are_shown(motif: Motif, golden: Golden) -> None:
    shown = [motif("show", "club.book", "--moves", moves)[1] for moves in ("start", "1. e4 c5")]
    golden("\n".join(shown))
    rows = json.loads(motif("show", "club.book", "--json")[1])
    assert sum(row["share"] for row in rows) == pytest.approx(1)
    assert motif("show", "club.book", "--moves", "h4 h5 Rh3 a5 Ra3")[2] == "club.book does not have this position\n"


def test_one_option_names_every_kind_of_book(motif: Motif) -> None:
    assert motif("export", "club.book", "--out", "club.bin")[0] == 0
    assert motif("export", "club.book", "--out", "club.tsv", "--lines", "20")[1] == "20 lines in club.tsv\n"
    for book in ("club.book", "club.bin", "club.tsv"):
        (first, *_) = json.loads(motif("--next", "1. e4 e5", "--book", book, "--json")[1])
        assert first["move"] == "g1f3", book


REFUSED = (
    (("show", "cut.book"), "the book is cut short", "make it again: motif openings build GAMES --out cut.book"),
    (("show", "newer.book"), "a book of version 9, and this Motif reads version 1", "make it again"),
    (("show", "random.book"), "it is not a book that motif openings build wrote", "make it again"),
    (("show", "heading.book"), "the heading of the book is damaged", "make it again"),
    (("show", "missing.book"), "cannot read missing.book: there is no such file", "in that folder are"),
    (("show", "lines.tsv"), "lines.tsv has lines or games, and no counts", "motif openings --book lines.tsv"),
    (("show", "odd.bin"), "17 bytes are no Polyglot book", "copy it again"),
    (("show", "random.bin"), "its entries are not sorted", "copy it again"),
    (("--nearest", "e4", "--book", "empty.bin"), "0 bytes are no Polyglot book", "copy it again"),
    (("najdorf", "--book", "club.book"), "club.book has moves by position", "motif openings show club.book"),
    (("build", "cut.pgn.zst", "--out", "x.book"), "the compressed data ends too early", ""),
    (("build", "one.pgn", "./one.pgn", "--out", "x.book"), "./one.pgn is given twice", "name it once"),
    (("build", "one.pgn", "random.pgn", "--out", "x.book"), "random.pgn: no game in it could be read", "leave random"),
    (("build", "one.pgn", "missing.pgn", "--out", "x.book"), "cannot read missing.pgn", ""),
    (("build", "lines.tsv", "--out", "x.book"), "lines.tsv is a table of lines", "motif openings --book lines.tsv"),
    (("build", "none.pgn", "--out", "x.book"), "no game in none.pgn can go into a book", "that have a result"),
    (("build", "one.pgn", "--out", "x.book", "--at-least", "9"), "no move was played in 9 games", "--at-least 1"),
    (("build", "one.pgn", "--out", "no/x.book"), "there is no folder no", "make it first"),
    (("build", "cut.parquet", "--out", "x.book"), "cut.parquet: it is no Parquet file, or it is cut short", "download"),
    (("build", "one.pgn", "away://x.pgn", "--out", "x.book"), "cannot read away://x.pgn: Protocol not known", ""),
    (("export", "empty.bin", "--out", "x.tsv"), "0 bytes are no Polyglot book", "copy it again"),
)


@pytest.mark.parametrize(
    ("call", "problem", "hint"), REFUSED, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_bad_input_gets_one_line_and_what_to_type_next(
    motif: Motif, call: tuple[str, ...], problem: str, hint: str
) -> None:
    whole = Path("club.book").read_bytes()
    noise = bytes(number * 89 % 251 for number in range(3200))
    Path("cut.book").write_bytes(whole[:-50])
    Path("newer.book").write_bytes(whole.replace(b"book 1", b"book 9", 1))
    Path("heading.book").write_bytes(whole.replace(b'"games"', b'"gamez"', 1))
    for name in ("random.book", "random.bin", "random.pgn"):
        Path(name).write_bytes(noise)
    Path("odd.bin").write_bytes(bytes(17))
    Path("empty.bin").write_bytes(b"")
    Path("lines.tsv").write_text("eco\tname\tpgn\nC20\tKing's Pawn Game\t1. e4 e5\n")
    Path("one.pgn").write_text('[Result "1-0"]\n\n1. e4 e5 1-0\n')
    Path("none.pgn").write_text("1. e4 e5 *\n")
    Path("cut.pgn.zst").write_bytes(ZSTD_CUT)
    Path("cut.parquet").write_bytes(b"PAR1" + noise)
    code, printed, said = motif(*call)
    complaint, advice = said.splitlines()[-2:]
    assert (code, printed) == (2, "")
    assert complaint.startswith("error: ")
    assert problem in complaint
    assert advice.startswith("hint: ")
    assert hint in advice
    assert not [path for path in Path().iterdir() if path.name.startswith(("x.", ".x"))]


def building(*arguments: str, before: Callable[[], object] | None = None) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "motif", "openings", "build", *arguments, "--out", "old.book", "--force"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, preexec_fn=before)


def test_a_full_disk_leaves_the_old_book_and_nothing_else(empty_folder: Path) -> None:
    Path("old.book").write_bytes(b"old")

    def leave_little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    with building("sample", before=leave_little_room) as process:
        printed, said = process.communicate()
    assert (process.returncode, printed) == (2, "")
    assert "error: cannot write old.book: File too large\nhint: free some space, or write elsewhere\n" in said
    assert [path.read_bytes() for path in Path().glob("*old.book*")] == [b"old"]


def test_ctrl_c_leaves_the_old_book_and_says_so(empty_folder: Path) -> None:
    Path("old.book").write_bytes(b"old")
    with building("-") as process:
        assert process.stdin is not None
        # A pipe holds less than this, so what is written was read.
        process.stdin.write("1. e4 e5 1-0\n\n" * 40_000)
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        printed, said = process.communicate()
    assert (process.returncode, printed, said) == (130, "", "interrupted: old.book was not written\n")
    assert [path.read_bytes() for path in Path().glob("*old.book*")] == [b"old"]
