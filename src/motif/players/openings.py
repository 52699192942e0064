"""The opening cases: as an adviser, and before a plus as a player."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from motif.advice import Player
from motif.errors import BadArgument
from motif.openings import (
    STYLES,
    CaseOrder,
    OpeningAdviser,
    OpeningPlayer,
    OpeningStyle,
    load_cases,
    shipped_cases,
)
from motif.players.makers import Makers
from motif.players.names import OPENINGS, Name


def _before(name: Name, other: Player) -> OpeningPlayer:
    style, options = OpeningStyle(), dict(name.options)
    if "style" in options:
        word = options.pop("style")
        if word not in STYLES:
            raise BadArgument(f"style={word} cannot be set", hint=f"there are {', '.join(STYLES)}")
        style = STYLES[word]
    if "furthest" in options:
        furthest = options.pop("furthest")
        if not re.fullmatch("[0-9]{1,4}", furthest):
            raise BadArgument(f"furthest={furthest} cannot be set", hint="write a number of squares, 64 for any")
        style = replace(style, furthest=int(furthest))
    if "order" in options:
        order = options.pop("order").replace("_", " ")
        if order not in set(CaseOrder):
            raise BadArgument(f"order={order} cannot be set", hint="write order=longest_first or order=as_given")
        style = replace(style, order=CaseOrder(order))
    if options or name.limit:
        raise BadArgument(
            f"{OPENINGS} has no such setting", hint="there are style, furthest and order; limits come after the +"
        )
    base = load_cases(Path(name.argument)) if name.argument else shipped_cases()
    return OpeningPlayer(base, other, style)


MAKERS = Makers(
    advisers={OPENINGS: lambda _: OpeningAdviser(shipped_cases())},
    before_a_plus={OPENINGS: _before},
)
