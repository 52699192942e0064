"""The card to show to friends: the habit, the board as it was and without the cause, and later the verdict."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from motif.explain.kinds import PointSide
from motif.report.folder import write_report
from motif.report.moments import card_of, meant_point
from motif.study.games import Oversight
from motif.study.profile import Asked, Certainty, Counted, Example, Kind, Leak, Progress, Verdict
from motif.study.study import Study
from study.lessons import study

FORKS = Leak(
    Kind.MISSED, "attraction", "You miss attractions", "You missed 1 of 1 that were there. That costs much.",
    Certainty.WATCH, 1.0, None, None, 1, (Example(1, 8),),
)  # fmt: skip


def with_leak(leak: Leak, progress: Progress | None = None) -> Study:
    made = study()
    return replace(made, profile=replace(made.profile, leaks=(leak,), progress=progress or Progress()))


def test_the_card_shows_the_board_as_it_was_and_without_the_cause() -> None:
    card = card_of(with_leak(FORKS))
    assert card is not None
    assert (card.title, card.sentence) == ("You miss attractions", "You missed 1 of 1 that were there.")
    was, without = card.boards
    assert was.drawing.fen != without.drawing.fen
    assert without.heading == "Without the cause"
    assert card.verdict == ""
    assert card.picture("png").startswith(b"\x89PNG")
    assert b"<svg" in card.picture("svg")[:200]


def test_a_later_card_tells_whether_it_is_fixed() -> None:
    counted = Counted((1,), (10,))
    asked = Asked(
        Kind.MISSED, "attraction", "You miss attractions", "", counted, counted, None, Verdict.BETTER, 0.01, ""
    )
    card = card_of(with_leak(FORKS, Progress(asked=(asked,))))
    assert card is not None
    assert card.verdict == "You miss attractions: better."


def test_a_leak_without_an_explained_mistake_has_no_card() -> None:
    assert card_of(with_leak(replace(FORKS, examples=(Example(1, 0),)))) is None
    assert card_of(with_leak(replace(FORKS, theme="pin"))) is None, "the board must show what the card says"


def test_the_report_names_the_card_that_lies_beside_it(tmp_path: Path) -> None:
    write_report(with_leak(FORKS), tmp_path / "study")
    assert (tmp_path / "study" / "card.svg").exists()
    assert 'href="card.png"' in (tmp_path / "study" / "report.html").read_text()
    write_report(with_leak(replace(FORKS, theme="pin")), tmp_path / "study")
    assert not (tmp_path / "study" / "card.svg").exists()
    assert "card.png" not in (tmp_path / "study" / "report.html").read_text()


def test_what_is_overlooked_is_shown_by_what_was_allowed_and_not_by_what_was_missed() -> None:
    (fault,) = [fault for game in with_leak(FORKS).games for fault in game.faults if fault.missed][:1]
    assert fault.missed is not None
    reply = replace(fault.missed, side=PointSide.ALLOWED, text="the reply")
    both = replace(fault, also=reply, oversight=Oversight.REPLY)
    assert meant_point(both, Kind.OVERSIGHT) is both.allowed
    assert meant_point(replace(both, oversight=Oversight.CHANCE), Kind.OVERSIGHT) is both.missed
