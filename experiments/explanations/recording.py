"""Store all measurements in one file, result.json, by experiment and half."""

from __future__ import annotations

import json
from pathlib import Path

FILE = Path(__file__).with_name("result.json")


def record(experiment: str, half: str, result: dict[str, object]) -> None:
    """Add a result to those of the other experiments."""
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    known.setdefault(experiment, {})[half] = result
    FILE.write_text(json.dumps(known, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
