"""What a quiet move improves: an idea that it shows and a rival does not, weighed by a search without that idea.

preference = the value of the move - that of the rival. An idea is why a move is preferred when the preference falls by
half, or turns, as soon as the terms of the evaluation that carry the idea count nothing. Rivals are natural moves, so
that "better than what?" has an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import chess

from motif.board.ideas import IDEAS, Scene, Sighting, sightings
from motif.board.limits import Limit
from motif.board.oracles import Ablating, Oracle
from motif.board.valuation import after

LEAST_PREFERRED = 10
"""By so many centipawns a search must prefer the move for anything to be its reason."""

WEIGHED_AT = Limit(depth=6)
"""How far a search looks with a term left out: what carries a preference is seen at once or not at all."""

MOST_WEIGHED = 3
"""So many ideas are weighed, those first that tell most: each costs two short searches."""


def shown(board: chess.Board, move: chess.Move, line: Sequence[chess.Move]) -> list[Sighting]:
    """What a move does for its side, what tells most first; what it spoils is left out."""
    return [seen for seen in sightings(Scene(board, move, tuple(line))) if not IDEAS[seen.idea].spoils]


def weighed(
    board: chess.Board, move: chess.Move, seen: Sequence[Sighting], rivals: Sequence[chess.Move], oracle: Oracle
) -> Sighting | None:
    """The first idea for which a search prefers the move to a rival that does not show it; None if there is none."""
    known = _known(oracle) if seen else ()
    for sighting in list(seen)[:MOST_WEIGHED]:
        terms = [term for term in IDEAS[sighting.idea].terms if term in known]
        rival = next(_without(board, sighting.idea, rivals), None)
        if rival is None or (not terms and IDEAS[sighting.idea].terms):
            continue
        if not terms or _carries(board, (move, rival), terms, oracle):
            return sighting
    return None


def _known(oracle: Oracle) -> tuple[str, ...]:
    return oracle.term_names if isinstance(oracle, Ablating) else ()


def _without(board: chess.Board, idea: str, rivals: Sequence[chess.Move]) -> Iterator[chess.Move]:
    """The rivals that do not show an idea."""
    for rival in rivals:
        if next(IDEAS[idea].find(Scene(board, rival)), None) is None:
            yield rival


def _carries(board: chess.Board, pair: tuple[chess.Move, chess.Move], terms: list[str], oracle: Oracle) -> bool:
    """Whether the first move is preferred to the second, and hardly or not at all when the terms count nothing."""
    assert isinstance(oracle, Ablating)
    preferred = _preference(board, pair, oracle)
    return preferred >= LEAST_PREFERRED and 2 * _preference(board, pair, oracle.without(terms)) <= preferred


def _preference(board: chess.Board, pair: tuple[chess.Move, chess.Move], oracle: Oracle) -> int:
    first, second = oracle.evaluate([after(board, move) for move in pair], WEIGHED_AT)
    return second.centipawns - first.centipawns
