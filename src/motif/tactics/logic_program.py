"""What clingo complains about, as errors that say line and column."""

from __future__ import annotations

import re
from collections.abc import Sequence

from motif.errors import BadRule
from motif.tactics.clauses import Spot

_PROBLEM = re.compile(r"<(?:block|string)>:(\d+):(\d+)(?:-[\d:]+)?: (?:error|info|warning): (.*)", re.DOTALL)


def refuse_first(messages: Sequence[str], source: str) -> None:
    """Raise the first complaint, if there is any."""
    for message in messages:
        if found := _PROBLEM.match(message):
            line, column, problem = found.groups()
            Spot(int(line), int(column), source).refuse(" ".join(problem.split()))
    if messages:
        raise BadRule(f"{source}: {' '.join(messages[0].split())}")
