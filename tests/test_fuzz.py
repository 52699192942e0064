"""Test that every reader of foreign text reads or refuses mutated input, and every input that ever broke one."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from fuzzing import CRASHES, fuzz
from targets import REFUSED, all_targets

INPUTS = 400
TARGETS = all_targets()


@pytest.mark.parametrize("name", TARGETS)
def test_mutated_inputs_are_read_or_refused(name: str) -> None:
    found = fuzz(TARGETS[name], INPUTS, seed=17)
    assert found.crashes == {}
    assert found.inputs == INPUTS


@pytest.mark.parametrize("name", TARGETS)
def test_each_reader_reads_one_of_its_seeds(name: str) -> None:
    read = 0
    for seed in TARGETS[name].seeds:
        try:
            TARGETS[name].read(seed)
            read += 1
        except REFUSED:
            continue
    assert read, "mutations of refused inputs test little"


@pytest.mark.parametrize("crash", sorted(CRASHES.glob("*/*")), ids=lambda crash: f"{crash.parent.name}-{crash.name}")
def test_input_that_once_broke_a_reader_is_refused(crash: Path) -> None:
    with suppress(REFUSED):
        TARGETS[crash.parent.name].read(crash.read_bytes())
