"""Test that names read back to themselves, and that a plus separates players in one place only."""

from __future__ import annotations

from hypothesis import example, given, reject
from hypothesis import strategies as st

from motif.engines.limits import Limit
from motif.errors import BadArgument
from motif.players.names import Name

WORDS = ["openings", "tactics", "base", "search", "uci", "8", "/opt/c++/wasp", "mine.pl"]
SETTINGS = [
    "depth=3",
    "nodes=50",
    "seconds=0.1234567",
    "seconds=1e-07",
    "Skill_Level=2",
    "rules=capture+activity",
    "x=",
]
CALLS = st.tuples(st.sampled_from(WORDS), st.sampled_from(["", *(f":{word}" for word in WORDS)])).map("".join)
TEXTS = st.lists(st.tuples(CALLS, st.lists(st.sampled_from(SETTINGS), max_size=3)), min_size=1, max_size=3).map(
    lambda parts: "+".join(",".join([call, *settings]) for call, settings in parts)
)


@given(TEXTS | st.text(alphabet="openigs+,:=_ 8.depth", max_size=40))
@example("openings,style=paper,order=as_given+pruning,depth=4")
@example("tactics:mine.pl+openings+base,rules=capture+activity")
def test_a_name_reads_back_to_itself(text: str) -> None:
    try:
        name = Name.parse(text)
    except BadArgument:
        reject()
    assert Name.parse(str(name)) == name


def test_a_name_is_parted_at_the_first_plus_and_the_rest_is_read_again() -> None:
    name = Name.parse("tactics:mine.pl+openings,furthest=3+base,depth=4,rules=capture+activity")
    assert (name.head, name.argument) == ("tactics", "mine.pl")
    assert name.other == Name.parse("openings,furthest=3+base,depth=4,rules=capture+activity")
    assert name.last == Name("base", limit=Limit(depth=4), options={"rules": "capture+activity"})


def test_a_plus_in_a_path_or_a_setting_separates_no_names() -> None:
    assert Name.parse("uci:/opt/c++/wasp,depth=3") == Name("uci", "/opt/c++/wasp", Limit(depth=3))
    assert Name.parse("base,rules=capture+activity").other is None


def test_the_limit_of_a_composite_name_is_that_of_who_thinks() -> None:
    name = Name.parse("openings+base,depth=4,hash=8")
    assert str(name.with_limit(Limit(seconds=0.5))) == "openings+base,seconds=0.5,hash=8"
    assert str(name.with_limit(None)) == "openings+base,hash=8"
    assert name.limit is None


def test_the_depth_of_a_search_may_stand_after_the_colon() -> None:
    assert str(Name.parse("search:8")) == "search,depth=8"
    assert str(Name.parse("search:8,nodes=9")) == "search,depth=8,nodes=9"
    assert Name.parse("base:8").limit is None
