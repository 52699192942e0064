"""What all commands share: results go to standard output, progress and complaints to standard error."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rich.console import Console
from rich.text import Text

from motif.board.closing import close
from motif.interfaces.cli.progress import logged
from motif.interfaces.reading import read_board as read_board
from motif.interfaces.reading import read_move as read_move
from motif.progress import Progress, Watch, unwatched
from motif.store import write_atomically

# The console is there before the first board: `motif --help` does not wait for python-chess.
if TYPE_CHECKING:
    from motif.board.drawing import Drawing

T = TypeVar("T")

BAD_INPUT = 2
"""The exit code of everything that a better call would cure."""

NO_GAIN = "–"

LONGEST = 500
"""Letters of a complaint: a FEN or a name of a hundred thousand is not echoed."""

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


class PlainConsole(Console):
    """A console to which nothing from a file is markup, an emoji or a command to the terminal."""

    def render_str(self, text: str, *arguments: Any, **settings: Any) -> Text:  # noqa: ANN401 - passed on as they are
        """Every string that Rich prints comes through here, a cell of a table as well."""
        return super().render_str(harmless(text), *arguments, **settings)


def harmless(text: str) -> str:
    """A text without what a terminal would obey: control bytes, and letters that turn the direction of writing.

    >>> harmless("\x1b[31mred\u202e")
    '�[31mred�'
    """
    return _OBEYED.sub("\N{REPLACEMENT CHARACTER}", text)


_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")

out = PlainConsole(highlight=False, markup=False, emoji=False)
err = PlainConsole(stderr=True, highlight=False, markup=False, emoji=False)


def say(text: str) -> None:
    """Print plain text as it is: brackets and numbers are not Rich's business."""
    out.print(text, soft_wrap=True)


def shortened(text: str) -> str:
    """A text as long as somebody reads: of what was typed or pasted, the beginning and the end.

    >>> shortened("x" * 100_000)[:3], len(shortened("x" * 100_000))
    ('xxx', 500)
    """
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 101]}…{text[-100:]}"


def say_json(value: Any) -> None:  # noqa: ANN401 - any JSON value
    """Print JSON that a program can read."""
    out.print(json.dumps(value, indent=2, ensure_ascii=False), soft_wrap=True)


def note(text: str) -> None:
    """Tell a person something that is no part of the result."""
    err.print(text, soft_wrap=True)


@contextmanager
def watching(title: str, quiet: bool) -> Iterator[Watch]:
    """Watch long work with a bar on standard error, gone when the work is done; else with a line now and then."""
    if quiet or not err.is_terminal:
        yield unwatched if quiet else logged(title, note)
        return
    # Only who sees a bar waits for it.
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    with Bars(*columns, TimeRemainingColumn(), console=err, transient=True) as bars:
        task = bars.add_task(title, total=None)

        def watch(news: Progress) -> None:
            bars.update(task, completed=news.done, total=news.total, description=news.words or title)

        yield watch


@contextmanager
def closing_all() -> Iterator[Callable[[T], T]]:
    """Collect what was opened; whatever has `close` is closed on leaving."""
    with ExitStack() as stack:

        def keep(opened: T) -> T:
            stack.callback(close, opened)
            return opened

        yield keep


def gain(weight: float | None) -> str:
    """What an advice is expected to gain, in pawns; a dash where nobody has measured it."""
    return NO_GAIN if weight is None else f"{weight / 100:+.2f}"


def check_word(name: str, *words: str) -> None:
    """Refuse a file that is not there and whose name is nearly a word that stands for what ships."""
    from difflib import get_close_matches

    from motif.errors import BadFile

    near = get_close_matches(name, words, 1, cutoff=0.7)
    if near and not Path(name).exists():
        raise BadFile(f"there is no file {name}", hint=f"did you mean {near[0]}?")


def show(drawing: Drawing, svg: Path | None) -> None:
    """Draw a board in the terminal, and as SVG to a file when one is named."""
    say(drawing.text())
    keep_picture(drawing, svg)


def keep_picture(drawing: Drawing, svg: Path | None) -> None:
    """Write a board as SVG to a file when one is named."""
    if svg:
        write_atomically(svg, drawing.svg())
        note(f"the picture is in {svg}")


def counted(number: int, singular: str, plural: str = "") -> str:
    """A number with its noun: "1 game", "2,000 games"."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"
