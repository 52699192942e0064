"""Tables for screens of any width: what does not fit side by side stands below each other, and no name is cut.

A column of long texts may break them at words, but keeps at least LEAST_TEXT letters a line. Where the columns need
more than there is, every row becomes a few lines: its first cell, and below it each other cell after its heading.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

LEAST_TEXT = 20
INDENT = 2


class Grid(Table):
    """A table that becomes a list where it does not fit."""

    def with_numbers(self) -> Self:
        """The table with every column but the first to the right, as numbers stand."""
        for column in self.columns[1:]:
            column.justify = "right"
        return self

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """What Rich asks of everything that it prints."""
        if self._needed(console, options) <= options.max_width:
            yield from super().__rich_console__(console, options)
        else:
            yield from self._lines()

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """How wide it may be, and must."""
        if self._needed(console, options) <= options.max_width:
            return super().__rich_measure__(console, options)
        return Measurement(1, options.max_width)

    def _needed(self, console: Console, options: ConsoleOptions) -> int:
        unbounded = options.update(width=10_000)
        frame = self._extra_width
        widths = [self._measure_column(console, unbounded, column) for column in self.columns]
        # What Rich calls the width of a column has its padding in it.
        least = [LEAST_TEXT + self._get_padding_width(place) for place in range(len(widths))]
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
                    yield Padding(Text(f"{heading}: {cell}" if heading else cell), (0, 0, 0, INDENT), expand=False)
