"""Oracles, advisers and players that a worker keeps between two questions: the last few, by the names of the house."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from motif.board.closing import close

T = TypeVar("T")

MOST = 8

_KEPT: OrderedDict[tuple[Callable[[str], Any], str], Any] = OrderedDict()


def kept(find: Callable[[str], T], name: str) -> T:
    """Whoever answers to a name, found once; whoever was not asked for longest is let go."""
    key = (find, name)
    if key not in _KEPT:
        _KEPT[key] = find(name)
        if len(_KEPT) > MOST:
            close(_KEPT.popitem(last=False)[1])
    _KEPT.move_to_end(key)
    found: T = _KEPT[key]
    return found
