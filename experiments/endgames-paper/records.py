"""Store the runs behind the figures in one file, a JSON record per line; of two lines about a run the later counts.

So a finished run or an added measure is one more line, and existing lines are never changed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

MIXED = "mixed"
Run = dict[str, Any]


def read_records(path: Path) -> dict[str, Run]:
    """Return all records by name, in the order of their names; none if there is no file yet."""
    records = map(json.loads, path.read_text().splitlines()) if path.exists() else ()
    return dict(sorted((name_of(record), record) for record in records))


def add_record(path: Path, record: Run) -> str:
    """Append a record to the file; return its name."""
    with path.open("a") as file:
        file.write(json.dumps(record) + "\n")
    return name_of(record)


def name_of(record: Run) -> str:
    """Return the name: `cases-KRKR-1` for a run, `engine-cases-KRKR` for a curve against the engine."""
    kind, endgame = record["kind"], endgame_of(record)
    return f"engine-{kind}-{endgame}" if "engine" in record else f"{kind}-{endgame}-{record['seed']}"


def endgame_of(record: Run) -> str:
    """Return the endgame, or `mixed` if there were several."""
    return MIXED if len(record["endgames"]) > 1 else record["endgames"][0]
