"""Close what holds a process or files open: engines, tables, and players that use them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Protocol, Self, runtime_checkable


@runtime_checkable
class Closeable(Protocol):
    """Should be closed after use."""

    def close(self) -> None:
        """End the process, or close the files."""
        ...


def close(thing: object) -> None:
    """Close a thing if it has a `close` method.

    >>> close("a word")
    """
    if isinstance(thing, Closeable):
        thing.close()


class ClosedAfterUse(ABC):
    """A base class for use in a `with` statement, which closes the object."""

    @abstractmethod
    def close(self) -> None:
        """End the process, or close the files."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
