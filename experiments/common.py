"""Read options, write results and compute shares with their interval, as the scripts of the experiments do.

A script in a folder of `experiments` imports this after `sys.path.append(str(Path(__file__).parents[1]))`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from motif.runtime.files import write_atomically
from motif.statistics.intervals import wilson


def read_options(
    doc: str | None,
    positional: Mapping[str, Any] | None = None,
    /,
    **options: Any,  # noqa: ANN401 - defaults of any type
) -> argparse.Namespace:
    """Read a script's command line; `doc`, its docstring, is the help.

    `positional` names the arguments with their types. An option is given by its default, by a type if it has none, by
    either and a help text, or by the keywords of `add_argument`; `aliases` are other names for it.
    """
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, kind in (positional or {}).items():
        parser.add_argument(name, **_keywords(kind))
    for name, value in options.items():
        keywords = _keywords(value)
        parser.add_argument(f"--{name.replace('_', '-')}", *keywords.pop("aliases", ()), **keywords)
    return parser.parse_args()


def _keywords(value: Any) -> dict[str, Any]:  # noqa: ANN401 - a default of any type
    if isinstance(value, dict):
        return dict(value)
    if isinstance(value, tuple):
        return {**_keywords(value[0]), "help": value[1]}
    if value is False:
        return {"action": "store_true"}
    if isinstance(value, type):
        return {"type": value}
    return {"type": Path if isinstance(value, Path) else type(value), "default": value}


def write_result(path: Path, result: Any, *, show: bool = False) -> None:  # noqa: ANN401 - any JSON value
    """Write a result as JSON, and print it with `show`."""
    text = json.dumps(result, indent=1)
    write_atomically(path, text + "\n")
    if show:
        print(text, flush=True)


def share(hits: float, count: int, digits: int = 4) -> tuple[float, float, float]:
    """Return the share of hits and the ends of its 95 % interval (Wilson), rounded."""
    low, high = wilson(hits, count)
    return round(hits / max(1, count), digits), round(low, digits), round(high, digits)


def share_text(hits: int, count: int) -> str:
    """Return a share as `23 of 25 (0.920, 0.750 to 0.978)`."""
    value, low, high = share(hits, count, 3)
    return f"{hits} of {count} ({value:.3f}, {low:.3f} to {high:.3f})"
