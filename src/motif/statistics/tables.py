"""Write the scores of several policies as one table: Markdown for people, CSV for spreadsheets, JSON for programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from motif.board.wording import listed
from motif.errors import BadArgument
from motif.runtime.files import write_atomically
from motif.statistics.examples import Reference
from motif.statistics.intervals import Estimate
from motif.statistics.metrics import HitRate, Scores

Column = tuple[str, Callable[[Scores], Estimate | None]]


def columns(references: Sequence[Reference]) -> list[Column]:
    """Return the columns of the table, with the accuracies for each reference."""
    return [
        ("coverage", lambda scores: scores.coverage),
        *(
            (f"{accuracy}, {reference}", _accuracy_getter(reference, accuracy))
            for reference in references
            for accuracy in HitRate
        ),
        ("divergence", lambda scores: scores.divergence),
        ("regret", lambda scores: scores.regret),
    ]


def _accuracy_getter(reference: Reference, accuracy: HitRate) -> Callable[[Scores], Estimate | None]:
    return lambda scores: scores.accuracies[reference][accuracy]


def as_markdown(scores: Sequence[Scores]) -> str:
    """Return a Markdown table of the scores, each number with its 95 % interval."""
    wanted = columns(_references(scores))
    lines = ["| | " + " | ".join(name for name, _ in wanted) + " |", "|---" * (len(wanted) + 1) + "|"]
    for row in scores:
        cells = [str(estimate) if (estimate := get(row)) else "–" for _, get in wanted]
        lines.append(f"| {row.name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def as_csv(scores: Sequence[Scores]) -> str:
    """Return CSV with three columns for each number: its value and the two ends of its interval."""
    wanted = columns(_references(scores))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["name", "positions", *(f"{name}{end}" for name, _ in wanted for end in ("", " low", " high"))])
    for row in scores:
        cells: list[object] = [row.name, row.positions]
        for _, get in wanted:
            estimate = get(row)
            cells += [estimate.value, estimate.low, estimate.high] if estimate else ["", "", ""]
        writer.writerow(cells)
    return text.getvalue()


def as_json(scores: Sequence[Scores]) -> str:
    """Return JSON: a list of objects, each number as [value, low, high] or null."""
    return json.dumps([as_object(row) for row in scores], indent=2, ensure_ascii=False) + "\n"


def as_object(scores: Scores) -> dict[str, Any]:
    """Return one row of the table as a JSON value."""
    numbers: dict[str, Any] = {"name": scores.name, "positions": scores.positions}
    for name, get in columns(_references([scores])):
        estimate = get(scores)
        numbers[name] = [estimate.value, estimate.low, estimate.high] if estimate else None
    return numbers


_FORMATS: dict[str, Callable[[Sequence[Scores]], str]] = {".md": as_markdown, ".csv": as_csv, ".json": as_json}


def write_table(scores: Sequence[Scores], path: Path) -> None:
    """Write the table in the format that the file's suffix names."""
    check_format(path)
    write_atomically(path, _FORMATS[path.suffix](scores))


def check_format(path: Path) -> None:
    """Raise BadArgument if the file's suffix does not name a table format."""
    if path.suffix not in _FORMATS:
        hint = f"give a file name that ends in {listed(list(_FORMATS), 'or')}"
        raise BadArgument(f"cannot write a table as {path.name}", hint=hint)


def _references(scores: Sequence[Scores]) -> list[Reference]:
    return list(scores[0].accuracies) if scores else []
