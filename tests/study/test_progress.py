"""Test that a study's findings are counted again in the games after it, and only there."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from motif.report.make import still_open
from motif.report.page import page
from motif.study.findings.progress import CALLED_BETTER, could_be_seen, improvement, progress_of
from motif.study.findings.whole import make_profile
from motif.study.games import Occasion, Outcome, Rate, StudiedGame
from motif.study.gathering import in_order, later_games, until
from motif.study.profile import Change, Counted, FindingProgress, Kind, PlayerProgress
from motif.study.study import Study
from study.test_first_screen import blunderer
from study.test_subjects import games_of, studied, with_opponents

FORKS_MISSED = {"fork": 0.8}


def dated(games: Sequence[StudiedGame], month: int, start: int = 0) -> list[StudiedGame]:
    """The games with numbers of their own, one a day of a month, and opponents of their own."""
    return [
        replace(game, number=start + place, date=f"2026.{month:02}.{1 + place % 28:02}", black=f"Bert {start + place}")
        for place, game in enumerate(games, start=1)
    ]


def study_of(games: Sequence[StudiedGame], earlier: Study | None = None) -> Study:
    profile = make_profile("Anna", games, None, ())
    return Study(replace(profile, progress=progress_of(profile, games, earlier)), tuple(games))


def forks(progress: PlayerProgress) -> FindingProgress:
    return next(each for each in progress.findings if each.subject == "fork")


def played(misses: dict[str, float], count: int, seed: int = 1) -> list[StudiedGame]:
    """Games whose opponents miss what most people miss."""
    return with_opponents(games_of(misses, count, seed), games_of({}, count, seed=seed + 50))


FIRST = study_of(dated(played(FORKS_MISSED, 60), 1))


def test_forks_that_are_seen_now_are_called_fixed() -> None:
    now = dated(played({"fork": 0.2}, 60, seed=7), 2, 60)
    found = forks(study_of([*FIRST.games, *now], FIRST).profile.progress)
    assert found.change is Change.FIXED
    assert found.since == "2026.01.28"
    assert found.after.rate.count == 60
    assert f"{found.after.rate.hits} in 60 games" in found.words
    assert "before (until 2026-01-28)" in found.words


def test_missing_fewer_but_more_than_others_is_better_and_not_fixed() -> None:
    first = study_of(dated(played({"fork": 0.95}, 60), 1))
    now = dated(played({"fork": 0.45}, 60, seed=7), 2, 60)
    assert forks(study_of([*first.games, *now], first).profile.progress).change is Change.BETTER


def test_forks_missed_as_before_are_called_not_yet_fixed() -> None:
    now = dated(played(FORKS_MISSED, 60, seed=7), 2, 60)
    assert forks(study_of([*FIRST.games, *now], FIRST).profile.progress).change is Change.NOT_YET


def test_six_games_are_too_few_to_say_even_without_a_miss() -> None:
    now = dated(played({"fork": 0.0}, 6, seed=7), 2, 60)
    assert forks(study_of([*FIRST.games, *now], FIRST).profile.progress).change is Change.TOO_FEW


def test_the_new_games_alone_are_held_against_the_old_study() -> None:
    now = dated(played({"fork": 0.2}, 60, seed=7), 2, 60)
    alone, together = (study_of(games, FIRST).profile.progress for games in (now, [*FIRST.games, *now]))
    assert forks(alone).before == forks(together).before
    assert forks(alone).change is Change.FIXED
    assert len(alone.seen) == 60
    assert not together.seen


def test_the_same_games_again_ask_nothing_new() -> None:
    progress = study_of(FIRST.games, FIRST).profile.progress
    assert (progress.findings, progress.new_games) == ((), 0)


def test_a_third_study_goes_on_counting_and_asks_for_more_each_time() -> None:
    second = study_of(dated(played({"fork": 0.2}, 40, seed=7), 2, 60), FIRST)
    third = study_of(dated(played({"fork": 0.2}, 40, seed=8), 3, 100), second)
    found = forks(third.profile.progress)
    assert (found.times, found.after.rate.count) == (2, 80)
    assert found.before == forks(second.profile.progress).before
    # The games of the first study, given again, are neither new nor counted twice.
    again = study_of([*FIRST.games, *second.games, *third.games], third).profile.progress
    assert forks(again).after.rate.count == 80


def test_older_games_that_were_not_in_the_study_are_not_after_it() -> None:
    older = [replace(game, date="2025.12.24") for game in dated(played({}, 5), 1, 500)]
    undated = [replace(game, date="????.??.??") for game in dated(played({}, 5), 1, 600)]
    assert later_games([*older, *FIRST.games], FIRST.games) == []
    assert later_games([*undated, *FIRST.games], FIRST.games) == undated


def test_games_evaluated_by_another_engine_are_not_compared() -> None:
    others = [replace(game, engine="stockfish, depth=10") for game in FIRST.games]
    assert until(FIRST.games, others) == list(FIRST.games)
    assert until(dated(played({}, 5), 2, 60), others) == []


def test_games_are_ordered_by_date_in_whatever_order_the_file_has_them() -> None:
    games = dated(played({}, 12), 1)
    assert in_order(games[::-1]) == games
    without = [*games, replace(games[0], date="????.??.??")]
    assert in_order(without) == without


def test_fewer_blunders_in_the_later_half_are_a_trend() -> None:
    early = [blunderer(number, 4) for number in range(1, 31)]
    late = [studied(number) for number in range(31, 61)]
    blunders, threats = study_of([*early, *late]).profile.progress.trends[:2]
    assert blunders.said
    assert threats.said
    assert (blunders.earlier, blunders.later) == (Rate(30, 150), Rate(0, 150))
    assert sum(period.games for period in blunders.periods) == 60
    assert str(blunders).endswith("less often, and more than chance.")


def test_as_many_blunders_in_both_halves_are_no_trend() -> None:
    games = [blunderer(number, 4) if number % 2 else studied(number) for number in range(1, 61)]
    blunders = study_of(games).profile.progress.trends[0]
    assert not blunders.said
    assert str(blunders).endswith("the difference may be chance.")


def test_nineteen_games_are_too_few_for_a_trend() -> None:
    assert study_of([blunderer(number, 4) for number in range(1, 20)]).profile.progress.trends == ()


def test_won_games_are_counted_again_too() -> None:
    def thrown(number: int, result: str) -> StudiedGame:
        game = studied(number, lost={8: 0.4}, result=result)
        ahead = (*game.moves[:6], replace(game.moves[6], advantage=500), *game.moves[7:])
        return replace(game, moves=ahead)

    first = study_of(dated([thrown(number, "1/2-1/2") for number in range(30)], 1))
    let_go = next(each for each in first.profile.findings if each.kind is Kind.CONVERSION)
    named = Study(replace(first.profile, work_on=(let_go,)), first.games)
    second = study_of(dated([thrown(number, "1-0") for number in range(30)], 2, 30), named)
    (won,) = second.profile.progress.findings
    assert (won.change, won.after.rate) == (Change.FIXED, Rate(0, 30))
    assert "0 in 30 games" in won.words


def test_a_bad_run_that_fades_by_itself_is_not_called_progress() -> None:
    """Of three rates that are all alike the highest is named."""
    draw, better = random.Random(3), {0.01: 0, 5.0: 0}
    for _ in range(300):
        rates = [tuple(int(draw.random() < 0.2) for _ in range(100)) for _ in range(3)]
        before = Counted(max(rates, key=sum), (10,) * 100)
        after = Counted(tuple(int(draw.random() < 0.2) for _ in range(100)), (10,) * 100)
        for prior in better:
            better[prior] += improvement(before, after, Rate(2_000, 100_000), prior) <= 0.05
    assert better[5.0] <= 0.05 * 300 < better[0.01]


def test_a_weakness_that_others_hardly_have_can_be_fixed() -> None:
    """Forty forks in forty games, four in twenty since; others allow one in a thousand moves."""
    before, after, others = Counted((1,) * 40, (30,) * 40), Counted((1, 0, 0, 0, 0) * 4, (30,) * 20), Rate(50, 50_000)
    assert improvement(before, after, others) <= CALLED_BETTER
    as_ever = Counted((1,) * 20, (30,) * 20)
    assert improvement(before, as_ever, others) > 0.5


def test_what_is_better_leaves_the_first_screen_and_what_is_not_stays() -> None:
    for share, stays in ((0.2, False), (0.8, True)):
        now = dated(played({"fork": share}, 60, seed=7), 2, 60)
        profile = study_of([*FIRST.games, *now], FIRST).profile
        assert "fork" in [each.subject for each in profile.work_on]
        assert ("fork" in [each.subject for each in still_open(profile).work_on]) is stays


def test_half_as_often_is_seen_in_many_games_and_not_in_few() -> None:
    before, others = Counted((1, 0) * 60, (30,) * 120), Rate(30, 3_600)
    assert could_be_seen(before, Counted((1, 0) * 60, (30,) * 120), others)
    assert not could_be_seen(before, Counted((1, 0) * 8, (30,) * 16), others)


def test_a_study_that_knows_of_no_progress_is_read_and_one_that_does_comes_back() -> None:
    made = study_of(dated(played({"fork": 0.2}, 40, seed=7), 2, 60), FIRST)
    assert Study.from_json(made.to_json()) == made
    text = study_of([studied(1)]).to_json()
    start = text.index(',"progress":')
    without = text[:start] + text[text.index("}", start) + 1 :]
    assert Study.from_json(without).profile.progress == PlayerProgress()


@pytest.mark.parametrize(
    ("counted", "complaint"),
    [
        (Counted((1,), (1, 1)), "as many hits as counts"),
        (Counted((-1,), (1,)), "none below 0"),
        (Counted((2,), (1,)), "2 of 1 in 1 games"),
        (Counted((0,), (10**9,)), "0 of 1000000000 in 1 games"),
    ],
)
def test_counts_that_no_games_have_are_refused(counted: Counted, complaint: str) -> None:
    made = study_of(dated(played({"fork": 0.2}, 40, seed=7), 2, 60), FIRST)
    good = forks(made.profile.progress)
    with pytest.raises(ValueError, match=complaint):
        replace(good, after=counted)


@pytest.mark.parametrize(("rate", "change"), [(0.2, "fixed"), (0.8, "not yet")])
def test_the_report_says_it_before_what_there_is_to_work_on(rate: float, change: str) -> None:
    now = dated(played({"fork": rate}, 60, seed=7), 2, 60)
    text = page(study_of([*FIRST.games, *now], FIRST))
    assert text.index("Since the last study") < text.index('id="work"')
    assert f"<b>You miss forks: {change}.</b>" in text
    assert "<summary>Progress</summary>" in text
    assert "Since the last study" not in page(FIRST)


def test_a_motif_that_was_never_on_again_leaves_nothing_to_say() -> None:
    quiet = [studied(number, (Occasion(2, "pin", Outcome.FOUND, 0.0),)) for number in range(1, 31)]
    assert forks(study_of(dated(quiet, 2, 60), FIRST).profile.progress).change is Change.TOO_FEW
