"""Test numbers, lists and shares in English."""

import pytest

from motif.board.wording import ordinal


@pytest.mark.parametrize(
    ("place", "english"),
    [
        (1, "first"), (8, "eighth"), (9, "9th"), (11, "11th"), (12, "12th"), (13, "13th"), (20, "20th"), (21, "21st"),
        (22, "22nd"), (23, "23rd"), (101, "101st"), (111, "111th"), (112, "112th"), (122, "122nd"),
    ],
)  # fmt: skip
def test_places_end_as_they_are_spoken(place: int, english: str) -> None:
    assert ordinal(place) == english
