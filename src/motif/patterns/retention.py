"""Which patterns are worth keeping: those that say often enough something else than what lies above them.

utility(habit) = seen * |weight - mean weight of the habits directly above|: in how many moves it changed the verdict,
and by how much. A habit without enough of it is dropped, and what lay below it hangs on what lay above. Patterns of
material and threats are kept: each was a surprise to everything known before it. Markovitch and Scott's selective
retention, which the paper leaves for later (its section 6, point 2).
"""

from __future__ import annotations

from collections.abc import Iterable

from motif.patterns.hierarchy import Hierarchy, Knowledge, Number
from motif.patterns.paper_library import PaperLibrary, Usage


def retained(library: PaperLibrary, least: float) -> PaperLibrary:
    """The library without the habits of less utility than this; bare moves, above which there is nothing, stay."""
    habits = library.knowledge.habits
    kept = [number for number in range(len(habits)) if _utility(habits, library.usage, number) >= least]
    thinned = without(habits, set(range(len(habits))) - set(kept))
    known = library.knowledge
    notes = {**library.notes, "retained": f"{len(kept):,} of {len(habits):,} habits, utility from {least:g}"}
    usage = tuple(library.usage[number] for number in kept)
    return PaperLibrary(Knowledge(known.moves, known.threats, thinned), usage, notes)


def without(hierarchy: Hierarchy, dropped: set[Number]) -> Hierarchy:
    """A hierarchy without some of its patterns; what lay below them hangs on what lay above."""
    kept = [number for number in range(len(hierarchy)) if number not in dropped]
    places = {number: place for place, number in enumerate(kept)}
    return Hierarchy.linked(
        [hierarchy.patterns[number] for number in kept],
        [{places[above] for above in _nearest_kept(hierarchy, number, places)} for number in kept],
    )


def _utility(habits: Hierarchy, usage: tuple[Usage, ...], number: Number) -> float:
    above = [habits.patterns[parent].weight for parent in habits.parents[number]]
    if not above:
        return float("inf")
    return usage[number].seen * abs(habits.patterns[number].weight - sum(above) / len(above))


def _nearest_kept(habits: Hierarchy, number: Number, kept: Iterable[Number]) -> set[Number]:
    """The kept habits above one, none of which lies above another."""
    staying = set(kept)
    nearest: set[Number] = set()
    waiting = list(habits.parents[number])
    while waiting:
        parent = waiting.pop()
        if parent in staying:
            nearest.add(parent)
        else:
            waiting += habits.parents[parent]
    return {one for one in nearest if not any(one in habits.ancestors(other) for other in nearest)}
