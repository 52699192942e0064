"""Test that limits are read, written and refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldens import Golden
from motif.engines.limits import Limit
from motif.errors import BadArgument

counts = st.none() | st.integers(1, 10**9)


@given(st.none() | st.integers(1, 255), counts, st.none() | st.integers(1, 5000).map(lambda tenths: tenths / 10))
def test_limits_round_trip(depth: int | None, nodes: int | None, seconds: float | None) -> None:
    limit = Limit(depth, nodes, seconds)
    assert Limit.parse(str(limit)) == limit
    assert limit.is_timed == (seconds is not None)


@pytest.mark.parametrize("text", ["depth", "depth=deep", "plies=3", "nodes=1.5"])
def test_a_malformed_limit_is_refused(golden: Golden, text: str) -> None:
    with pytest.raises(BadArgument, match=f"cannot read the limit '{text}'") as caught:
        Limit.parse(text)
    golden(caught.value.hint)


@pytest.mark.parametrize("text", ["depth=256", f"nodes={10**16}", "seconds=1e10"])
def test_a_limit_beyond_all_machines_is_refused(text: str) -> None:
    with pytest.raises(BadArgument, match="is too large"):
        Limit.parse(text)


@pytest.mark.parametrize("text", ["depth=0", "nodes=-1", "seconds=0"])
def test_a_limit_of_zero_is_refused(golden: Golden, text: str) -> None:
    with golden.raises(BadArgument):
        Limit.parse(text)


def test_a_bound_given_twice_is_refused(golden: Golden) -> None:
    with golden.raises(BadArgument) as caught:
        Limit.parse("depth=1,depth=2")
    assert caught.value.hint == "remove one of them, for example depth=2"
