"""How long work tells whoever watches it how far it has come: one shape for learning, searching, playing and composing.

A function that takes longer than a moment has a parameter `watch`, calls it now and then with a `Progress`, and knows
nothing of bars, terminals or web pages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """Steps done, out of how many where that is known, and a few words on how things stand.

    >>> Progress(3, 10, "best so far 0.61")
    Progress(done=3, total=10, words='best so far 0.61')
    """

    done: int
    total: int | None = None
    words: str = ""


Watch = Callable[[Progress], None]


def unwatched(progress: Progress) -> None:
    """Nobody watches."""
