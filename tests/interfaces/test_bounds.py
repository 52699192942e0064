"""Files made to break a reader: what they cost is bounded, and what is wrong is said."""

from __future__ import annotations

import gzip
import os
import sys
from pathlib import Path

import pytest

MEGABYTE = 1 << 20
ENOUGH = 300 * MEGABYTE
"""The interpreter, its packages and the reader's buffers take sixty."""

TAGS = '[White "Anna"]\n[Black "Ben"]\n\n'


def memory_of(*arguments: str | Path) -> tuple[int, int]:
    """The exit code of a command, and the most memory that it took."""
    command = [sys.executable, "-m", "motif", *map(str, arguments)]
    quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
    child = os.posix_spawn(sys.executable, command, os.environ, file_actions=quiet)
    _, status, usage = os.wait4(child, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_maxrss * 1024


def bomb(path: Path) -> None:
    """Half a gigabyte in one line, in half a megabyte."""
    with gzip.open(path, "wb", compresslevel=9) as file:
        for _ in range(512):
            file.write(b"x" * MEGABYTE)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in kilobytes on Linux alone")
def test_a_bomb_of_one_line_is_refused_in_little_memory(tmp_path: Path) -> None:
    bomb(tmp_path / "bomb.pgn.gz")
    code, memory = memory_of("games", tmp_path / "bomb.pgn.gz")
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
    found, memory = memory_of("games", tmp_path / "wild.pgn")
    assert found == code
    assert memory < ENOUGH


@pytest.mark.parametrize("conditions", [12, 1000])
def test_a_rule_of_a_thousand_conditions_is_read_and_not_run(tmp_path: Path, conditions: int) -> None:
    body = "".join(f",\n    attacks(A{place}, A{place + 1}, Position)" for place in range(conditions))
    rule = f"big(Position, From, To) :-\n    legal_move(From, To, Position){body}.\n"
    head = "% motif tactics 1\n% vocabulary: full\n% decide: list\n%\n"
    lines = (head + rule).count("\n") - 1
    (tmp_path / "big.pl").write_text(f"{head}{rule}% end of {lines} lines\n")
    assert memory_of("tactics", "show", tmp_path / "big.pl")[0] == 0
    assert memory_of("advise", "start", "--by", f"tactics:{tmp_path / 'big.pl'}")[0] == 2
