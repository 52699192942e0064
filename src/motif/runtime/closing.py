"""Whatever holds a process or files open is closed in one way: engines, tables, and players that lean on them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Protocol, Self, runtime_checkable


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


class ClosedAfterUse(ABC):
    """Makes what can be closed usable in a `with` statement, which closes it."""

    @abstractmethod
    def close(self) -> None:
        """End the process, or close the files."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
