"""Print for all commands: results to standard output, progress and errors to standard error."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Self, TypeVar

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from motif.runtime.files import close
from motif.runtime.tables import harmless

if TYPE_CHECKING:
    import chess

    from motif.board.drawing import Drawing
    from motif.runtime.parallel import Progress, Watch

# Progress without a terminal: occasional lines, so that a log shows that the work goes on and how long it will take.

FIRST_SILENCE, LONGEST_SILENCE = 10.0, 60.0
"""How many seconds work continues before it is reported: each silence is twice as long as the one before."""


def logged(title: str, tell: Callable[[str], object], clock: Callable[[], float] = monotonic) -> Watch:
    """Return a watch that reports the progress of work, and the remaining time if known."""
    silence = FIRST_SILENCE
    begun = spoke = clock()
    done_before: int | None = None

    def watch(news: Progress) -> None:
        nonlocal silence, spoke, done_before
        now = clock()
        if done_before is None:
            # Results kept from an earlier run took no time.
            done_before = news.done
        if now - spoke < silence:
            return
        spoke, silence = now, min(2 * silence, LONGEST_SILENCE)
        so_far = f", {news.done:,} of {news.total:,}" if news.total else ""
        tell(f"{news.words or title}{so_far}{_time_left(news, done_before, now - begun)}")

    return watch


def duration(seconds: float) -> str:
    """A duration as text.

    >>> duration(40), duration(200), duration(9000)
    ('40 seconds', '3 minutes', '2.5 hours')
    """
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"


def _time_left(news: Progress, done_before: int, seconds: float) -> str:
    done = news.done - done_before
    if not news.total or done <= 0 or news.done >= news.total:
        return ""
    return f", about {duration(seconds / done * (news.total - news.done))} left"


# The console does not import python-chess, so that `motif --help` need not wait for it.


T = TypeVar("T")

BAD_INPUT = 2
"""The exit code for everything that the user can fix by a different command."""

NO_GAIN = "–"

LONGEST = 500
"""The longest error message, in characters, so that a huge FEN or name is not printed in full."""

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


class PlainConsole(Console):
    """A console that prints text from files as it is, without markup, emojis or terminal commands."""

    def render_str(self, text: str, *arguments: Any, **settings: Any) -> Text:  # noqa: ANN401 - passed on as they are
        """Make harmless every string that Rich prints, including table cells."""
        return super().render_str(harmless(text), *arguments, **settings)


out = PlainConsole(highlight=False, markup=False, emoji=False)
err = PlainConsole(stderr=True, highlight=False, markup=False, emoji=False)


def say(text: str) -> None:
    """Print plain text without Rich's markup and highlighting."""
    out.print(text, soft_wrap=True)


def shortened(text: str) -> str:
    """Shorten a long text to its beginning and end.

    >>> shortened("x" * 100_000)[:3], len(shortened("x" * 100_000))
    ('xxx', 500)
    """
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 101]}…{text[-100:]}"


def say_json(value: Any) -> None:  # noqa: ANN401 - any JSON value
    """Print a value as JSON."""
    out.print(json.dumps(value, indent=2, ensure_ascii=False), soft_wrap=True)


def fields_of(value: object, *names: str) -> dict[str, Any]:
    """Some fields of a value by name, for JSON."""
    return {name: getattr(value, name) for name in names}


def move_names(board: chess.Board, move: chess.Move) -> dict[str, str]:
    """A move as UCI and SAN, for JSON."""
    return {"move": move.uci(), "san": board.san(move)}


def note(text: str) -> None:
    """Print a remark for the user to standard error."""
    err.print(text, soft_wrap=True)


@contextmanager
def watching(title: str, quiet: bool) -> Iterator[Watch]:
    """Show the progress of long work: a bar that disappears at the end or, outside a terminal, occasional lines."""
    if quiet or not err.is_terminal:
        from motif.runtime.parallel import unwatched

        yield unwatched if quiet else logged(title, note)
        return
    # Import this only to show a bar: it takes time.
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    with Bars(*columns, TimeRemainingColumn(), console=err, transient=True) as bars:
        task = bars.add_task(title, total=None)

        def watch(news: Progress) -> None:
            bars.update(task, completed=news.done, total=news.total, description=news.words or title)

        yield watch


@contextmanager
def redrawing(quiet: bool) -> Iterator[Callable[[RenderableType], None] | None]:
    """Yield a function that shows tables of unfinished work, each in place of the last; None outside a terminal."""
    if quiet or not err.is_terminal:
        yield None
        return
    from rich.live import Live

    with Live(console=err, transient=True, auto_refresh=False) as live:
        yield lambda shown: live.update(shown, refresh=True)


class Stoppable:
    """A block of long work that Ctrl-C ends early, so that the command goes on with what is done."""

    is_stopped = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        self.is_stopped = self.is_stopped or kind is KeyboardInterrupt
        return kind is KeyboardInterrupt

    def leave(self, words: str) -> None:
        """End the command with this remark if Ctrl-C ended a block."""
        if self.is_stopped:
            note(words)
            raise typer.Exit(INTERRUPTED)


@contextmanager
def closing_all() -> Iterator[Callable[[T], T]]:
    """Yield a function that registers opened things; those with a `close` method are closed at the end."""
    with ExitStack() as stack:

        def keep(opened: T) -> T:
            stack.callback(close, opened)
            return opened

        yield keep


def gain(weight: float | None) -> str:
    """An expected gain in pawns; a dash if it was not measured."""
    return NO_GAIN if weight is None else f"{weight / 100:+.2f}"


def show(drawing: Drawing, svg: Path | None) -> None:
    """Draw a board in the terminal, and as SVG to a file if one is named."""
    say(drawing.text())
    keep_picture(drawing, svg)


def keep_picture(drawing: Drawing, svg: Path | None) -> None:
    """Write a board as SVG to a file if one is named."""
    if svg:
        from motif.runtime.files import write_atomically

        write_atomically(svg, drawing.svg())
        note(f"the picture is in {svg}")


# Tables fit screens of any width (80 columns in a pipe): long cells are wrapped, and no name is cut.

LEAST_TEXT_COLUMNS = 10
"""The narrowest text column; if that does not fit, a table becomes a list."""

INDENT_COLUMNS = 2


class Grid(Table):
    """A plain table with a line under its headings, printed as a list if it is too wide."""

    def __init__(self, *headings: str, **settings: Any) -> None:  # noqa: ANN401 - passed on to Rich
        plain: dict[str, Any] = {"box": SIMPLE_HEAD, "pad_edge": False, "show_edge": False}
        super().__init__(*headings, **plain | settings)

    def with_numbers(self, first: int = 1) -> Self:
        """Align this column and all after it to the right, and return the table."""
        for column in self.columns[first:]:
            column.justify = "right"
        return self

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self._needed(console, options) <= options.max_width:
            yield from super().__rich_console__(console, options)
        else:
            yield from self._lines()

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        if self._needed(console, options) <= options.max_width:
            return super().__rich_measure__(console, options)
        return Measurement(1, options.max_width)

    def _needed(self, console: Console, options: ConsoleOptions) -> int:
        unbounded = options.update(width=10_000)
        frame = self._extra_width
        widths = [self._measure_column(console, unbounded, column) for column in self.columns]
        # Rich's width of a column includes its padding.
        least = [LEAST_TEXT_COLUMNS + self._get_padding_width(place) for place in range(len(widths))]
        return frame + sum(
            width.maximum if column.no_wrap else min(width.maximum, max(width.minimum, text))
            for column, width, text in zip(self.columns, widths, least, strict=True)
        )

    def _lines(self) -> Iterator[Text | Padding]:
        headings = [str(column.header) for column in self.columns]
        for title in (str(self.title or ""), headings[0]):
            if title:
                yield Text(title, style="italic")
        columns = [list(column.cells) for column in self.columns]
        for row in zip(*columns, strict=True):
            first, *others = map(str, row)
            yield Text(first, style="bold")
            for heading, cell in zip(headings[1:], others, strict=True):
                if cell:
                    yield Padding(
                        Text(f"{heading}: {cell}" if heading else cell), (0, 0, 0, INDENT_COLUMNS), expand=False
                    )
