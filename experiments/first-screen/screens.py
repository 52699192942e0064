"""Test first screens on studies: players without a weakness, and halves of one player's games.

    python experiments/first-screen/screens.py out/*/study.json --times 40

A player without a weakness or a strength is made of a study: in every game a coin decides which side is the player's,
and only what is counted on both sides is compared again. Halves: every finding of the even games that is likely or
clear is looked up in the odd games, and has the same sign there or not.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

from motif.study.findings.compare import Count
from motif.study.findings.counting import Pair, count_both
from motif.study.findings.endgames import SmallTables, endings
from motif.study.findings.making import ComparedWith, finding_of
from motif.study.findings.screen import chosen_strengths, is_shown
from motif.study.games import StudiedGame
from motif.study.peers import shipped_peers
from motif.study.profile import Certainty, Finding
from motif.study.study import Study

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, share, write_result


def main() -> None:
    """Run both tests over all studies, and write the result."""
    given = read_options(
        __doc__,
        {"studies": {"type": Path, "nargs": "+"}},
        times=40,
        seed=1,
        out=Path(__file__).with_name("result.json"),
    )
    draw = random.Random(given.seed)
    swapped: Counter[str] = Counter()
    same = differing = 0
    for path in given.studies:
        games = Study.load(path).games
        pairs = pairs_of(games)
        for _ in range(given.times):
            mixed_up = swap(pairs, [draw.random() < 0.5 for _ in games])
            made = findings(games, mixed_up)
            swapped["players"] += 1
            swapped["something clear"] += any(each.is_weakness and each.certainty is Certainty.CLEAR for each in made)
            swapped["something likely or clear"] += any(each.is_weakness for each in made)
            swapped["a strength"] += bool(chosen_strengths(compared(games, mixed_up)))
        even, odd = (findings(half, pairs_of(half)) for half in (games[::2], games[1::2]))
        others = {each.name: each for each in odd}
        for each in even:
            if (each.is_weakness or each.is_strength) and each.name in others and others[each.name].excess:
                is_same = (each.excess > 0) == (others[each.name].excess > 0)
                same, differing = same + is_same, differing + (not is_same)
        print(path, dict(swapped), f"halves: {same} same, {differing} not", flush=True)
    write_result(
        given.out,
        {
            "studies": len(given.studies),
            "without a weakness": dict(swapped),
            "clear": share(swapped["something clear"], swapped["players"], 3),
            "halves": {"same sign": same, "other sign": differing},
        },
    )


def pairs_of(games: Sequence[StudiedGame]) -> list[Pair]:
    """Count everything on both sides."""
    tables = SmallTables()
    return count_both(games, [ending for game in games for ending in endings(game, tables)])


def swap(pairs: Sequence[Pair], heads: Sequence[bool]) -> list[Pair]:
    """Exchange the sides of some games; lines of an opening belong to one side, and are left out."""
    return [
        replace(pair, own=mixed(pair.own, pair.theirs, heads), theirs=mixed(pair.theirs, pair.own, heads))
        for pair in pairs
        if pair.line is None
    ]


def mixed(one: Count, other: Count, heads: Sequence[bool]) -> Count:
    """Take each game from one count or the other."""
    fields = ("cases", "chances", "others", "rest_chances")
    taken = {}
    for name in fields:
        both = zip(getattr(one, name), getattr(other, name), strict=True)
        taken[name] = tuple(b if head else a for (a, b), head in zip(both, heads, strict=False))
    return Count(**taken)


def compared(games: Sequence[StudiedGame], pairs: Sequence[Pair]) -> list[Finding]:
    """Return the findings of all pairs, compared with the opponents and with players of the rating."""
    ratings = [game.rating for game in games if game.rating is not None]
    peers = shipped_peers(round(median(ratings)) if ratings else None, from_file=True)
    against = ComparedWith(sum(len(game.faults) for game in games), peers, is_comparable=True)
    made = (finding_of(games, pair, against) for pair in pairs)
    return [each for each in made if each is not None]


def findings(games: Sequence[StudiedGame], pairs: Sequence[Pair]) -> list[Finding]:
    """Return the findings that might be on a first screen."""
    return [each for each in compared(games, pairs) if is_shown(each, 1.0) or each.is_strength]


if __name__ == "__main__":
    main()
