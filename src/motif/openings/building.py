"""Build a book of the moves of any number of games, on one core or many machines.

Each worker counts shares of the games and writes the counts, sorted by position, to a folder next to the book. Merging
them makes the book, so memory stays the same whatever the number of games. The core counts, sorts and merges
(core/src/books.rs); `CountedBook` reads the result.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from motif._core.openings import BookBuilder
from motif.board.games import BadGame, GameFilter, Report, read_share, work_on_shares
from motif.board.shares import Share
from motif.errors import BadArgument, BadGameFile
from motif.openings.counted_book import MOST_HALF_MOVES, Heading
from motif.runtime.files import cannot_write, sync_and_replace, write_atomically
from motif.runtime.parallel import Progress, Watch, Workers, seed_of, unwatched

USUAL_HALF_MOVES = 30
USUAL_AT_LEAST = 2
"""A move that was played once is as often an accident as an idea."""

MOST_NAMED = 5
"""The heading names at most this many files of games."""


@dataclass(frozen=True, slots=True)
class _Counting:
    """How to count shares of games: where the counts go, how deep, and of which games."""

    folder: Path
    half_moves: int
    where: GameFilter | None

    def __call__(self, share: Share, report: Report, watch: Watch) -> _Counts:
        """Count a share, or read the counts that an interrupted run has left."""
        key = seed_of(str(share), _time_of(share.file), self.half_moves, str(self.where))
        kept = self.folder / f"{key}.json"
        if share.size and kept.is_file():
            counts = _Counts.parse(kept.read_bytes())
            report.add(counts.report)
            return counts
        place = Path(tempfile.mkdtemp(dir=self.folder, prefix=f"{key}-"))
        builder = BookBuilder(place, self.half_moves)
        for _ in read_share(share, self.where, report, builder.add):
            watch(Progress(report.bytes_read, report.bytes_total))
        counts = _Counts(builder.games, tuple(map(str, builder.finish())), report)
        write_atomically(kept, str(counts))
        return counts


@dataclass(frozen=True, slots=True)
class _Counts:
    """The games of a share, the files of its sorted counts, and what was read."""

    games: int
    runs: tuple[str, ...]
    report: Report

    def __str__(self) -> str:
        report = self.report
        bad = [astuple(each) for each in report.bad_games]
        return json.dumps(
            [self.games, self.runs, report.games, report.filtered_out, report.variants, bad, report.bytes_read]
        )

    @classmethod
    def parse(cls, text: bytes) -> _Counts:
        """Read back what `str` wrote."""
        counted, runs, games, filtered_out, variants, bad, bytes_read = json.loads(text)
        report = Report(games, filtered_out, Counter(variants), [BadGame(*each) for each in bad], bytes_read)
        return cls(counted, tuple(runs), report)


def build_book(
    files: Sequence[str | Path],
    to: Path,
    *,
    half_moves: int = USUAL_HALF_MOVES,
    at_least: int = USUAL_AT_LEAST,
    where: GameFilter | None = None,
    workers: Workers | None = None,
    report: Report | None = None,
    watch: Watch = unwatched,
) -> Heading:
    """Count the first moves of games and write them as a book, in memory that does not grow with the games.

    Only games with a result count, from the usual start position. Raises BadGameFile if a file cannot be read to its
    end or is given twice; then nothing is written. After Ctrl-C the counts of finished shares stay in `parts_of(to)`,
    and the next call with the same files and settings goes on from there. All workers must see that folder.
    """
    if not 1 <= half_moves <= MOST_HALF_MOVES:
        raise BadArgument(f"a book cannot be {half_moves} half-moves deep", hint=f"write 1 to {MOST_HALF_MOVES}")
    if at_least < 1:
        raise BadArgument(f"at least {at_least} games of a move is no limit", hint="write 1 or more")
    _refuse_twice(files)
    report = Report() if report is None else report
    folder = parts_of(to)
    try:
        folder.mkdir(exist_ok=True)
        counts = list(work_on_shares(files, _Counting(folder, half_moves, where), workers, report, watch))
        games = sum(count.games for count in counts)
        _refuse_broken(files, report, games)
        new = folder / "book"
        watch(Progress(0, None, "merging the counts"))
        moves, positions = BookBuilder.merge([run for count in counts for run in count.runs], folder, new, at_least)
        if not moves:
            raise BadGameFile(f"no move was played in {at_least} games", hint="give more games, or write --at-least 1")
        heading = Heading(_named(files), games, half_moves, at_least, moves, positions)
        with new.open("r+b") as file:
            file.write(heading.text())
        sync_and_replace(new, to)
    except OSError as error:
        raise cannot_write(to, error) from error
    finally:
        is_interrupted = isinstance(sys.exception(), KeyboardInterrupt)
        if not is_interrupted or not any(folder.glob("*.json")):
            shutil.rmtree(folder, ignore_errors=True)
    return heading


def parts_of(book: Path) -> Path:
    """Return the folder for the counts of shares while a book is made."""
    return book.with_name(f".{book.name}.parts")


def _time_of(file: str) -> int:
    return Path(file).stat().st_mtime_ns if Path(file).is_file() else 0


def _named(files: Sequence[str | Path]) -> tuple[str, ...]:
    names = [Path(file).name[:60] for file in files[:MOST_NAMED]]
    more = len(files) - len(names)
    return (*names, f"{more} more") if more else tuple(names)


def _refuse_twice(files: Sequence[str | Path]) -> None:
    seen: dict[Path, str | Path] = {}
    for file in files:
        whole = Path(file).resolve()
        if whole in seen:
            raise BadGameFile(f"{file} is given twice, and each game would count twice", hint="name it once")
        seen[whole] = file


def _refuse_broken(files: Sequence[str | Path], report: Report, games: int) -> None:
    if report.broke_off:
        bad = next(bad for bad in report.bad_games if bad.problem.startswith("the file breaks off"))
        raise BadGameFile(
            str(bad), hint=f"no book was written; download {bad.file} again, or leave it out and repeat the command"
        )
    for bad in report.bad_games:
        if bad.number == 0:
            raise BadGameFile(str(bad), hint=f"no book was written; leave {bad.file} out and repeat the command")
    if not games:
        filtered = f"{report.filtered_out:,} did not pass the filter; " if report.filtered_out else ""
        raise BadGameFile(
            f"no game in {', '.join(map(str, files[:MOST_NAMED]))} can go into a book",
            hint=f"{filtered}a book counts games that have a result and begin from the start position",
        )
