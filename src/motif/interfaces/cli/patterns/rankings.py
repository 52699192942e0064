"""Whom `motif patterns evaluate` compares patterns with: each ranks the legal moves of a position in its own way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from motif.board.closing import close
from motif.board.maia import Maia
from motif.board.positions import Positions
from motif.board.valuation import value_moves
from motif.errors import BadArgument
from motif.patterns.inclusion import at_random, by_victim
from motif.patterns.selection import Floats
from motif.players import DEFAULT_LIMIT, Name, find_oracle
from motif.search.ranking import material_values
from motif.tactics.board.adviser import suggestions
from motif.tactics.library.library import Library as Tactics

Ranking = Callable[[Positions], Floats]

SHIPPED = "shipped"


def find_ranking(name: str) -> Ranking:
    """The ranking of this name; refused here and now when there is none."""
    head, _, argument = name.partition(":")
    if name == "random":
        return at_random
    if name == "victims":
        return by_victim
    if head == "material" and argument.isdecimal() and int(argument):
        return lambda positions: material_values(positions, int(argument))
    if head == "maia" and argument:
        network = Maia(Path(argument))
        return lambda positions: _likely(network, positions)
    if head == "tactics":
        library = Tactics.shipped() if argument in ("", SHIPPED) else Tactics.read(Path(argument))
        return lambda positions: _suggested(library, positions)
    if head == "engine" and argument:
        Name.parse(argument)
        return lambda positions: _valued(argument, positions)
    raise BadArgument(
        f"there is no ranking {name!r}",
        hint="write random, victims, material:4, tactics, maia:FILE or engine:gnuchess,depth=4",
    )


def _likely(network: Maia, positions: Positions) -> Floats:
    """How likely a network thinks each row is."""
    policies = network.policies(list(positions))
    legal = positions.legal_moves()
    return np.array([policy[move] for policy, moves in zip(policies, legal, strict=True) for move in moves])


def _suggested(library: Tactics, positions: Positions) -> Floats:
    """What tactics suggest first ranks highest; what none suggests is all alike."""
    scores = []
    for board, moves in zip(positions, positions.legal_moves(), strict=True):
        places = {suggestion.move: place for place, suggestion in enumerate(suggestions(library, board))}
        scores += [float(len(places) - places[move]) if move in places else 0.0 for move in moves]
    return np.array(scores)


def _valued(name: str, positions: Positions) -> Floats:
    """What an engine makes of each row, in centipawns."""
    oracle = find_oracle(str(Name.parse(name).with_limit(None)))
    try:
        limit = Name.parse(name).limit or DEFAULT_LIMIT
        legal = [list(moves) for moves in positions.legal_moves()]
        valued = value_moves(list(positions), oracle, limit, moves=legal, compared=True)
        return np.array([float(values[move].centipawns) for values in valued for move in values])
    finally:
        close(oracle)
