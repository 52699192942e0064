"""Whatever holds a process or files open is closed in one way: engines, tables, and players that lean on them."""

from __future__ import annotations

from typing import Protocol, runtime_checkable


@runtime_checkable
class Closeable(Protocol):
    """What should be closed after use."""

    def close(self) -> None:
        """End the process, or close the files."""
        ...


def close(thing: object) -> None:
    """Close what can be closed; anything else is left as it is.

    >>> close("a word")
    """
    if isinstance(thing, Closeable):
        thing.close()
