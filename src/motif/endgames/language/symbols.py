"""The words of the language: functions and terminals as the core defines them, and the paper's constants.

Types are Boolean and Float; a Query, the type of every terminal that counts something, fits both: not zero is true.
Beyond the paper's symbols there are a few extra ones for mating a bare king, which evolution uses only when told to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from motif._core.endgames import EXTRA_FUNCTIONS, EXTRA_TERMINALS, FUNCTIONS, TERMINALS
from motif.errors import BadProgram

LARGEST = 1000.0
"""MAX in the paper."""

_PARTS = [LARGEST / 2, LARGEST / 3, LARGEST / 4]
CONSTANTS: tuple[float, ...] = tuple(sign * value for part in _PARTS for value in (part, 1 / part) for sign in (1, -1))
"""The paper's random constants: plus and minus a half, a third and a quarter of MAX, and the inverses."""

THEN = 128.0
"""What Then divides its second argument by, as the core does: more than any count of a board."""

MOST_MATERIAL = 144.0
"""No terminal counts further: sixteen men, were they all queens."""


class Kind(StrEnum):
    """What an expression gives, or what a place takes."""

    FLOAT = "Float"
    BOOLEAN = "Boolean"
    QUERY = "Query"

    def fits(self, wanted: Kind) -> bool:
        """Whether an expression of this kind may stand where `wanted` is asked for."""
        return self is wanted or self is Kind.QUERY

    @property
    def described(self) -> str:
        """In words, with an article."""
        return {Kind.FLOAT: "a number", Kind.BOOLEAN: "a truth", Kind.QUERY: "a number or a truth"}[self]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A function or a terminal: what it gives, what it takes, and what it means."""

    name: str
    gives: Kind
    takes: tuple[Kind, ...]
    meaning: str
    is_extra: bool = False


def functions(extras: bool = False) -> Sequence[Symbol]:
    """The functions of the paper's Table 1, and those that the paper does not have."""
    return [symbol for symbol in _symbols().values() if symbol.takes and (extras or not symbol.is_extra)]


def terminals(extras: bool = False, endgames: Sequence[str] = ()) -> Sequence[Symbol]:
    """The terminals of the paper's Tables 2 and 3, and those that the paper does not have.

    Where endgames are named, those that ask about men which none of them has, nor a pawn can become, are left out.

    >>> "MyKingProxRook" in [terminal.name for terminal in terminals(endgames=["KQKQ"])]
    False
    """
    men = set("".join(endgames))
    men |= set("QRP") if not endgames else set("QR") if "P" in men else set()
    allowed = [symbol for symbol in _symbols().values() if not symbol.takes and (extras or not symbol.is_extra)]
    return [symbol for symbol in allowed if men & set(_MEN_ASKED_ABOUT.get(symbol.name, men))]


_MEN_ASKED_ABOUT = {
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
"""The men that a terminal speaks of, any of which will do; the others speak of all men."""


def known_symbols() -> list[str]:
    """Every name."""
    return list(_symbols())


def get_symbol(name: str) -> Symbol | None:
    """The symbol of this name, if there is one."""
    return _symbols().get(name)


def find_symbol(name: str) -> Symbol:
    """The symbol of this name."""
    symbol = get_symbol(name)
    if symbol is None:
        raise BadProgram(f"nothing is called {name}")
    return symbol


def range_of(terminal: str) -> tuple[float, float]:
    """Between which values a terminal lies on every board."""
    if find_symbol(terminal).gives is Kind.BOOLEAN:
        return 0.0, 1.0
    return (-MOST_MATERIAL if terminal == "EvaluateMaterial" else 0.0), MOST_MATERIAL


@cache
def _symbols() -> dict[str, Symbol]:
    symbols = []
    for rows, extra in ((FUNCTIONS, False), (EXTRA_FUNCTIONS, True)):
        symbols += [
            Symbol(name, Kind(gives), tuple(map(Kind, takes)), text, extra) for name, gives, takes, text in rows
        ]
    for terms, extra in ((TERMINALS, False), (EXTRA_TERMINALS, True)):
        symbols += [Symbol(name, Kind(gives), (), text, extra) for name, gives, text in terms]
    return {symbol.name: symbol for symbol in symbols}
