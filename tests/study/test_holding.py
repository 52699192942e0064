"""What is said of a class holds over the whole class."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motif.study.findings.claims import decided, to_work_on
from motif.study.games import Oversight
from motif.study.group import hold_together
from motif.study.profile import Certainty, Claim, Kind, Leak
from motif.study.study import Study
from study.lessons import LEAK, PROFILE

FORKS = Leak(Kind.ALLOWED, "fork", "You allow forks", "", Certainty.PROVEN, 5.0, None, None, 8, (), "fork")


def pupil(name: str, *claims: Claim, leaks: tuple[Leak, ...] = ()) -> Study:
    """A pupil of twenty games of whom so much was tested, as a study alone decides it."""
    said = tuple(decided(claims))
    return Study(replace(PROFILE, player=name, games=20, claims=said, work_on=to_work_on(said), leaks=leaks), ())


def claim(p: float, subject: str = "fork") -> Claim:
    return replace(LEAK, subject=subject, theme=subject, p=p, said=False)


@pytest.mark.parametrize(("p", "is_said"), [(0.04, False), (0.0001, True)])
def test_what_may_be_said_of_one_may_be_chance_among_twenty(p: float, is_said: bool) -> None:
    anna = pupil("Anna", claim(p), leaks=(FORKS,))
    assert anna.profile.work_on, "alone it would be said"
    others = [pupil(f"Pupil {number}", claim(0.5)) for number in range(19)]
    held = hold_together([anna, *others])[0].profile
    assert [each.said for each in held.claims] == [is_said]
    assert bool(held.work_on) is is_said
    assert held.leaks[0].standing is (Certainty.PROVEN if is_said else Certainty.LIKELY)


def test_what_is_no_longer_proven_may_be_likely_and_stands_behind_what_is() -> None:
    pins = replace(FORKS, subject="pin", theme="pin", title="You allow pins")
    anna = pupil("Anna", claim(0.01), claim(0.00001, "pin"), leaks=(FORKS, pins))
    others = [pupil(f"Pupil {number}", claim(0.6)) for number in range(18)]
    held = hold_together([anna, *others])[0].profile
    assert [(leak.title, leak.standing) for leak in held.leaks] == [
        ("You allow pins", Certainty.PROVEN),
        ("You allow forks", Certainty.LIKELY),
    ]


def test_no_page_says_more_than_it_would_alone() -> None:
    # Twenty strong leaks in the class would carry a weak one of somebody of whom much was tested.
    anna = pupil("Anna", claim(0.02), *(claim(0.9, f"motif {number}") for number in range(9)))
    assert not any(each.said for each in anna.profile.claims)
    held = hold_together([anna, *(pupil(f"Pupil {number}", claim(1e-9)) for number in range(20))])
    assert not any(each.said for each in held[0].profile.claims)
    assert all(study.profile.claims[0].said for study in held[1:])


def test_in_a_class_of_thirty_without_a_leak_hardly_anything_is_said() -> None:
    random = np.random.default_rng(1)
    alone = together = 0
    for _ in range(60):
        drawn = random.uniform(size=(30, 8)).tolist()
        studies = [
            pupil(f"Pupil {place}", *(claim(p, str(number)) for number, p in enumerate(row)))
            for place, row in enumerate(drawn)
        ]
        alone += any(each.said for study in studies for each in study.profile.claims)
        together += any(each.said for study in hold_together(studies) for each in study.profile.claims)
    assert alone > 30, "each alone, most classes have somebody accused for nothing"
    assert together <= 7, "3 of 60 are expected, and more than 7 would be a chance of one in a hundred"


def test_an_oversight_is_held_by_its_kind() -> None:
    leak = replace(FORKS, kind=Kind.OVERSIGHT, subject=Oversight.THREAT.value, theme=None)
    threat = replace(claim(0.0001), kind=Kind.OVERSIGHT, subject=Oversight.THREAT.value, theme=None)
    (held,) = hold_together([pupil("Anna", threat, leaks=(leak,))])
    assert held.profile.leaks[0].standing is Certainty.PROVEN
    (other,) = hold_together([pupil("Anna", claim(0.0001, "threat"), leaks=(leak,))])
    assert other.profile.leaks[0].standing is Certainty.LIKELY, "a motif of that name is another thing"
