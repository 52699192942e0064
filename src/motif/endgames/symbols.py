"""List the functions, terminals and constants that endgame programs are made of.

A function combines values, and a terminal asks a question about the board after a move. The core defines both: those of
the paper's Tables 1 to 3, and a few additions ("extras").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from motif._core.endgames import EXTRA_FUNCTIONS, EXTRA_TERMINALS, FUNCTIONS, TERMINALS
from motif.errors import BadProgram

LARGEST_CONSTANT = 1000.0
"""The paper's MAX."""

_PARTS = [LARGEST_CONSTANT / 2, LARGEST_CONSTANT / 3, LARGEST_CONSTANT / 4]
CONSTANTS: tuple[float, ...] = tuple(sign * value for part in _PARTS for value in (part, 1 / part) for sign in (1, -1))
"""The paper's random constants: plus and minus a half, a third and a quarter of MAX, and their inverses."""

THEN_DIVISOR = 128.0
"""The function Then divides its second argument by this, as in the core; no count on a board is larger."""

LARGEST_TERMINAL_VALUE = 144.0
"""The material of sixteen queens."""


class ValueKind(StrEnum):
    """The type of an expression or an argument; a Query can be used as a number and as a truth value."""

    FLOAT = "Float"
    BOOLEAN = "Boolean"
    QUERY = "Query"

    def fits(self, wanted: ValueKind) -> bool:
        """Say whether an expression of this kind can be used where `wanted` is expected."""
        return self in (wanted, ValueKind.QUERY)

    @property
    def described(self) -> str:
        """The kind in English, with an article."""
        return {"Float": "a number", "Boolean": "a truth value", "Query": "a number or a truth value"}[self]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A function or a terminal: the kind of its value, the kinds of its arguments, and its meaning."""

    name: str
    gives: ValueKind
    takes: tuple[ValueKind, ...]
    meaning: str
    is_extra: bool = False


def functions(extras: bool = False) -> Sequence[Symbol]:
    """Return the functions of the paper's Table 1 and, with `extras`, our additions."""
    return [symbol for symbol in _symbols().values() if symbol.takes and (extras or not symbol.is_extra)]


def terminals(extras: bool = False, endgames: Sequence[str] = ()) -> Sequence[Symbol]:
    """Return the terminals of the paper's Tables 2 and 3 and, with `extras`, our additions.

    If endgames are given, terminals about pieces that cannot occur in them, even by promotion, are left out.

    >>> "MyKingProxRook" in [terminal.name for terminal in terminals(endgames=["KQKQ"])]
    False
    """
    pieces = set("".join(endgames))
    pieces |= set("QRP") if not endgames else set("QR") if "P" in pieces else set()
    allowed = [symbol for symbol in _symbols().values() if not symbol.takes and (extras or not symbol.is_extra)]
    return [symbol for symbol in allowed if pieces & set(_PIECES_OF_TERMINAL.get(symbol.name, pieces))]


_PIECES_OF_TERMINAL = {
    "IsMyQueenNotAttacked": "Q",
    "IsOppQueenAttacked": "Q",
    "MyKingProxRook": "R",
    "OppKingDistRook": "R",
    "IsOppKingCutOff": "QR",
    "OppKingConfinement": "QR",
    "IsPawnRunning": "P",
    "MyKingNearerPawn": "P",
    "MyKingProxPawn": "P",
    "MyKingProxPawnFile": "P",
    "MyKeySquareLead": "P",
}
"""Terminals that need at least one of certain pieces on the board; all others fit any pieces."""


def known_symbols() -> list[str]:
    """Return the names of all symbols."""
    return list(_symbols())


def get_symbol(name: str) -> Symbol | None:
    """Return the symbol of this name, or None."""
    return _symbols().get(name)


def find_symbol(name: str) -> Symbol:
    """Return the symbol of this name; raise BadProgram if there is none."""
    symbol = get_symbol(name)
    if symbol is None:
        raise BadProgram(f"no function or terminal is called {name}")
    return symbol


def range_of(terminal: str) -> tuple[float, float]:
    """Return the smallest and the largest value of a terminal over all boards."""
    if find_symbol(terminal).gives is ValueKind.BOOLEAN:
        return 0.0, 1.0
    return (-LARGEST_TERMINAL_VALUE if terminal == "EvaluateMaterial" else 0.0), LARGEST_TERMINAL_VALUE


@cache
def _symbols() -> dict[str, Symbol]:
    symbols = []
    for rows, extra in ((FUNCTIONS, False), (EXTRA_FUNCTIONS, True)):
        symbols += [
            Symbol(name, ValueKind(gives), tuple(map(ValueKind, takes)), text, extra)
            for name, gives, takes, text in rows
        ]
    for terms, extra in ((TERMINALS, False), (EXTRA_TERMINALS, True)):
        symbols += [Symbol(name, ValueKind(gives), (), text, extra) for name, gives, text in terms]
    return {symbol.name: symbol for symbol in symbols}
