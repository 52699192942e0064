"""Test that every number of a profile opens exactly the positions that it counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from goldens import Golden
from motif.errors import NothingFound
from motif.study.causes import Cause
from motif.study.findings.cases import number_of
from motif.study.findings.whole import make_profile
from motif.study.games import Occasion, Outcome, StudiedGame
from motif.study.profile import Example, Kind, Profile
from motif.study.study import Study
from study.lessons import ending, trap
from trained import LEAKING


def games() -> Iterator[StudiedGame]:
    """A trap walked into, a fork found and one missed; an ending, and that in a quick game."""
    for number, game in enumerate((trap(), trap(), replace(ending(), is_white=False)), start=1):
        own = [ply for ply in range(len(game.moves)) if game.is_players(ply)]
        outcome = Outcome.FOUND if number == 1 else Outcome.MISSED
        timed = [replace(move, spent=2.0 + 20 * (ply % 4), left=400.0 - ply) for ply, move in enumerate(game.moves)]
        occasions = (*game.occasions, Occasion(own[1], "fork", outcome, 0.0))
        made = replace(game, number=number, moves=tuple(timed), occasions=occasions, left_book=3)
        yield replace(made, time_control="600+0" if number < 3 else "60+0")


@pytest.fixture(scope="module")
def study() -> Study:
    own = tuple(games())
    return Study(make_profile("Anna", own, None, ()), own)


def shares(profile: Profile) -> Iterator[tuple[str, list[int]]]:
    """Each number by its name, and how many positions each of its parts must have."""
    yield "blunders", [profile.blunders.hits]
    for motif in profile.motifs:
        yield f"missed:{motif.motif}", [motif.found.count - motif.found.hits, motif.found.hits]
        yield f"allowed:{motif.motif}", [motif.allowed.hits]
    for phase in profile.phases:
        yield f"phase:{phase.phase}", [phase.mistakes.hits]
    for share in profile.shares:
        yield f"cause:{share.cause}", [share.cases]
    for clock in profile.clocks:
        yield f"clock:{clock.name}", [clock.mistakes.hits]
    for opening in profile.openings:
        side = "white" if opening.is_white else "black"
        count = opening.left_first.count - opening.left_first.hits
        yield f"left:{side}:{opening.name}", [opening.left_first.hits, count]


def test_a_number_has_as_many_positions_as_it_counts(study: Study) -> None:
    numbers = dict(shares(study.profile))
    assert {name.partition(":")[0] for name in numbers} >= {"blunders", "missed", "allowed", "phase", "clock", "left"}
    for about, counts in numbers.items():
        assert [len(part.examples) for part in number_of(study, about).parts] == counts, about


def test_a_fork_that_was_found_is_not_among_those_missed(study: Study) -> None:
    missed, found = number_of(study, "missed:fork").parts
    assert (missed.name, found.name) == ("missed", "found")
    assert {each.game for each in found.examples} == {1}
    assert {each.game for each in missed.examples} == {2, 3}
    assert (missed.kind, missed.is_found, found.is_found) == (Kind.MISSED, False, True)


def test_an_opening_is_its_family_and_the_other_side_has_none_of_it(study: Study) -> None:
    (opening, *_) = study.profile.openings
    side, other = ("white", "black") if opening.is_white else ("black", "white")
    parts = number_of(study, f"opening:{side}:{opening.name}").parts
    assert sum(len(part.examples) for part in parts) == opening.games
    assert opening.is_white is not study.games[2].is_white
    elsewhere = number_of(study, f"opening:{other}:{opening.name}").parts
    assert {each for part in parts for each in part.examples}.isdisjoint(
        each for part in elsewhere for each in part.examples
    )


def test_a_finding_opens_its_cases_from_every_list_that_has_it() -> None:
    for about in ("work:0", "finding:0"):
        (part,) = number_of(LEAKING, about).parts
        assert (part.name, part.examples, part.kind) == ("", (Example(1, 0),), Kind.MISSED)


def test_every_cause_has_its_mistakes(study: Study) -> None:
    counts = [len(number_of(study, f"cause:{cause}").parts[0].examples) for cause in Cause]
    assert sum(counts) == sum(len(game.faults) for game in study.games)


@pytest.mark.parametrize("about", ["", "strength:0", "work:7", "finding:one", "cause:luck", "moves"])
def test_what_is_not_counted_is_refused(golden: Golden, about: str) -> None:
    with golden.raises(NothingFound):
        number_of(LEAKING, about)
