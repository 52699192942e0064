"""An explanation comes whole: the page asks for the board and for the reason, and for nothing else."""

from __future__ import annotations

import re

from web_page.visits import Guest

FORK = "r3k3/5p2/8/P2N4/8/8/5P2/4K3+w+q+-+0+1"


def asked(guest: Guest) -> list[str]:
    """What the page asked the server for, beside its own files and, once, the name of the judge."""
    return [url.removeprefix(guest.base) for url in guest.requests if "/api/" in url and "/api/judge" not in url]


def test_a_move_is_explained_by_two_requests(reader: Guest) -> None:
    reader.open(f"#/explain?fen={FORK}")
    # Whoever misses the fork leaves the pawn on a5 to the rook as well: two checks, two pairs of boards.
    stories = (("d5c7", "Nc7.* forks the king on e8 and the rook on a8", 2), ("d5e3", "Ne3 misses Nc7", 4))
    for move, words, boards in stories:
        reader.page.wait_for_selector(".status:text-is('White to move.')")
        reader.requests.clear()
        reader.hand.move(move)
        reader.sees(re.compile(words))
        # The line and the check are there as well.
        reader.shows(".line .moves button")
        reader.counts(".pair .board", boards)
        assert len(asked(reader)) == 2, asked(reader)
        reader.press("Take back")


def test_a_bookmarked_line_costs_two_requests_however_long_it_is(reader: Guest) -> None:
    reader.open("#/explain?moves=e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5c6,d7c6")
    reader.page.wait_for_selector(".status:has-text('4… dxc6')")
    reader.page.locator(".sentence").wait_for()
    assert len(asked(reader)) == 2, asked(reader)


def test_a_bookmarked_line_with_a_move_that_is_none_ends_before_it(reader: Guest) -> None:
    reader.open("#/explain?moves=e2e4,e7e5,e4e5,g1f3")
    reader.page.wait_for_selector(".status:has-text('1… e5')")
    reader.stands("white knight g1")
