"""What is asked of both sides: late moves, clocks, openings and results, each true case beside its false twin."""

from __future__ import annotations

from dataclasses import replace

import chess
import numpy as np
import pytest

from motif.board.phases import Phase
from motif.engines.game_review import Judgement
from motif.study.findings.clocks import ClockUse
from motif.study.findings.questions import FLAG, LATE_MOVES, Part, ask
from motif.study.findings.results import in_a_row, lines, results_claims, scored
from motif.study.findings.verdicts import games_needed, verdicts
from motif.study.findings.whole import Learned, make_profile
from motif.study.games import Rate, StudiedGame, StudiedMove
from motif.study.peers import Peers, Subject, side_of, sides_of
from motif.study.profile import Both, Certainty, Example, Excess, Kind, Leak, chance_of_more, swapped
from study.test_subjects import studied

SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


def long_game(number: int, lost: dict[int, float], *, advantage: int = 0, moves: int = 80) -> StudiedGame:
    """Knights go out and home; White, or Black at an odd ply, loses something here and there."""
    made = []
    for ply in range(moves):
        move, gone = chess.Move.from_uci(SHUFFLE[ply % 4]), lost.get(ply, 0.0)
        made.append(StudiedMove(move, "", None, (), advantage, gone, Judgement.of(gone), Phase.MIDDLEGAME))
    return replace(studied(number), moves=tuple(made), opening="")


def first_leak(games: list[StudiedGame]) -> Leak:
    return make_profile("Anna", games, None, Learned((), ())).leaks[0]


def test_who_errs_only_after_move_thirty_is_told_so() -> None:
    games = [long_game(number, {64: 0.15, 70: 0.15, 31: 0.15}) for number in range(1, 41)]
    leak = first_leak(games)
    assert (leak.kind, leak.subject, leak.standing) == (Kind.STAGE, LATE_MOVES, Certainty.PROVEN)
    assert "80 of your 400 moves were mistakes (20 %); of your opponents' 0.0 %" in leak.words


def test_who_errs_more_than_the_opponent_all_the_time_is_not() -> None:
    often = dict.fromkeys((30, 32, 31, 64, 66, 65), 0.15)
    games = [long_game(number, often) for number in range(1, 41)]
    profile = make_profile("Anna", games, None, Learned((), ()))
    assert all(leak.kind is not Kind.STAGE for leak in profile.leaks)


def test_late_moves_of_a_lost_game_do_not_count() -> None:
    games = [long_game(number, {64: 0.1, 70: 0.1}, advantage=-600) for number in range(1, 41)]
    asked = ask(games, sides_of(games), sides_of(games, players=False), [])
    assert all(question.kind is not Kind.STAGE for question in asked)


def timed(game: StudiedGame, spent: float, left: float, ply: int) -> StudiedGame:
    """Every move takes ten seconds with two hundred left, one of them something else."""
    moves = [replace(move, spent=10.0, left=200.0) for move in game.moves]
    moves[ply] = replace(moves[ply], spent=spent, left=left)
    return replace(game, moves=tuple(moves), time_control="600+0")


@pytest.mark.parametrize(
    ("spent", "left", "subject"),
    [(1.0, 200.0, "haste"), (10.0, 20.0, "time trouble"), (45.0, 200.0, "long thinks"), (10.0, 200.0, None)],
)
def test_a_mistake_is_sorted_by_the_clock(spent: float, left: float, subject: str | None) -> None:
    game = timed(long_game(1, {40: 0.3}), spent, left, 40)
    plies = {name: each for (_, name), each in ClockUse(game, side_of(game), players=True).plies()}
    assert plies == ({subject: [40]} if subject else {})


def test_who_loses_in_time_trouble_is_told_so_and_the_opponents_are_the_measure() -> None:
    games = [timed(long_game(number, {40: 0.3}), 10.0, 20.0, 40) for number in range(1, 31)]
    asked = {
        (each.kind, each.subject): each for each in ask(games, sides_of(games), sides_of(games, players=False), [])
    }
    trouble = asked[Kind.CLOCK, "time trouble"]
    assert (len(trouble.own.cases), len(trouble.theirs.cases)) == (30, 0)
    assert trouble.excess().p < 0.001


def test_a_game_lost_on_time_costs_what_was_there_to_be_had() -> None:
    lost = [replace(long_game(n, {}), result="0-1", termination="Time forfeit") for n in range(1, 13)]
    resigned = [replace(game, termination="Normal") for game in lost]
    for games, cases in ((lost, 12), (resigned, 0)):
        asked = ask(games, sides_of(games), sides_of(games, players=False), [])
        flags = [each for each in asked if each.subject == "lost on time"]
        assert sum(len(each.own.cases) for each in flags) == cases
        assert sum(sum(each.own.lost) for each in flags) == pytest.approx(cases / 2)


def test_games_lost_on_time_are_counted_in_games() -> None:
    games = [replace(long_game(n, {}), result="0-1", termination="Time forfeit") for n in range(1, 13)]
    asked = [each for each in ask(games, sides_of(games), sides_of(games, players=False), []) if each.subject == FLAG]
    (verdict,) = verdicts(asked, [], None)
    assert verdict.words(360).startswith("You lose games on time: 12 of 12 (100 %")
    assert verdict.words(360).endswith("of your games. Your opponents: 0.0 % of theirs.")


def test_a_line_is_found_whatever_the_order_of_its_moves() -> None:
    one = studied(1)
    other = replace(one, moves=(one.moves[2], *one.moves[1:2], one.moves[0], *one.moves[3:]))
    games = [replace(one if number % 2 else other, number=number) for number in range(1, 17)]
    # With another line in the file, so that the first is not all there is.
    queens = [replace(long_game(number, {}), opening="Shuffle") for number in range(17, 27)]
    found = lines([*games, *queens])
    assert {("Ruy Lopez", 16), ("Shuffle", 10)} <= {(line.name, len(line.games)) for line in found}


@pytest.mark.parametrize(("theirs", "is_leak"), [(0.0, True), (0.17, False)])
def test_one_move_that_loses_each_time_is_seen_through_what_happens_later(theirs: float, *, is_leak: bool) -> None:
    # After the line both go wrong in turn, here the one and there the other: that says nothing about the line.
    lost = {1: theirs, 2: 0.17}
    later = [{10: 0.4}, {11: 0.4}]
    shuffles = [long_game(number, {**lost, **later[number % 2]}) for number in range(1, 15)]
    others = [replace(studied(number), number=number) for number in range(15, 30)]
    games = [*shuffles, *others]
    asked = ask(games, sides_of(games), sides_of(games, players=False), [])
    (line,) = (each for each in asked if each.line and each.line.moves == "1. Nf3 Nf6 2. Ng1")
    assert (line.excess().p < 0.001) is is_leak


def test_a_line_that_costs_less_than_the_other_games_is_no_leak() -> None:
    here = Part(((),) * 10, (12,) * 10, (0.0,) * 10, 100)
    case = (0.1, Example(1, 4))
    dear, cheap = replace(here, hits=((case, case),) * 10), replace(here, hits=((case,),) * 10, rest=(2.0,) * 10)
    assert dear.is_worse_here
    assert not cheap.is_worse_here


@pytest.mark.parametrize(("result", "is_leak"), [("1-0", False), ("0-1", True)])
def test_a_gambit_that_wins_more_games_than_all_else_may_cost_something(result: str, *, is_leak: bool) -> None:
    gambits = [replace(long_game(number, {2: 0.17}), result=result) for number in range(1, 15)]
    others = [
        replace(studied(number, result="1-0" if number % 2 else "0-1"), number=number) for number in range(15, 31)
    ]
    games = [*gambits, *others]
    sides = sides_of(games)
    held = verdicts(ask(games, sides, sides_of(games, players=False), []), sides, None)
    (line,) = (each for each in held if each.question.line and each.question.line.moves == "1. Nf3 Nf6 2. Ng1")
    assert line.question.line is not None
    assert (line.question.line.pays, line.is_leak) == (not is_leak, is_leak)


def test_without_ratings_a_line_is_told_by_its_score_alone() -> None:
    unrated = [replace(game, rating=None) for game in (long_game(number, {2: 0.17}) for number in range(1, 15))]
    others = [replace(studied(number, result="1-0"), number=number) for number in range(15, 31)]
    leak = first_leak([*unrated, *others])
    assert "14 of your games went 1. Nf3 Nf6 2. Ng1. You scored 7 of 14. The move" in leak.words


def rated(number: int, *, is_white: bool, score: float, opponent: int = 1500) -> StudiedGame:
    points = score if is_white else 1 - score
    result = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[points]
    return replace(studied(number, result=result), is_white=is_white, opponent_rating=opponent)


def test_who_scores_too_little_with_black_is_told_what_the_ratings_expect() -> None:
    games = [rated(n, is_white=n % 2 == 0, score=1.0 if n % 2 == 0 else 0.0) for n in range(1, 61)]
    (black,) = (claim for claim, _ in results_claims(games, 300) if claim.subject == "with Black")
    assert black.p < 0.001
    assert "With Black you scored 0 of 30 where the ratings expect 13.5" in black.words


def test_who_loses_to_much_stronger_players_scores_as_expected() -> None:
    games = [rated(n, is_white=n % 2 == 0, score=0.5) for n in range(1, 31)]
    games += [rated(n, is_white=n % 2 == 0, score=0.0, opponent=2100) for n in range(31, 51)]
    claims = {claim.subject: claim for claim, _ in results_claims(games, 300)}
    assert claims["against stronger players"].p > 0.2
    assert scored(games[30:]).expected == pytest.approx(0.6, abs=0.1)


def test_games_in_a_row_are_those_begun_within_an_hour() -> None:
    times = ("20:00:00", "20:20:00", "20:50:00", "23:00:00", "")
    games = [replace(studied(n), date="2026.01.02", time=time) for n, time in enumerate(times, start=1)]
    assert in_a_row(games) == {1: 1, 2: 2, 3: 3, 4: 1}


def both(own: list[int], theirs: list[int], own_rest: int = 1, their_rest: int = 1) -> Both:
    sides = [np.array(each, float) for each in (own, theirs)]
    moves, rests = np.full(len(own), 30.0), [np.full(len(own), float(each)) for each in (own_rest, their_rest)]
    return Both(sides[0], moves, rests[0], sides[1], moves, rests[1])


def test_swapping_sides_tells_a_difference_from_none() -> None:
    assert swapped(both([1] * 20, [0] * 20), is_place=False).p < 0.001
    same = swapped(both([1, 0] * 10, [0, 1] * 10), is_place=False)
    assert same.value == pytest.approx(0.0)
    assert same.p > 0.4


def test_who_is_weaker_everywhere_has_no_weak_place() -> None:
    weaker = both([3] * 20, [1] * 20, own_rest=3, their_rest=1)
    assert swapped(weaker, is_place=True).p > 0.4
    assert swapped(weaker, is_place=False).p < 0.001


def test_among_few_mistakes_one_kind_may_still_stand_out() -> None:
    better = both([1] * 20, [1] * 20, own_rest=1, their_rest=4)
    assert swapped(better, is_place=False).value > 1


@pytest.mark.parametrize(("mistakes", "is_leak"), [(100, True), (8, False)])
def test_who_errs_less_than_peers_in_everything_is_not_cleared_of_what_is_left(mistakes: int, *, is_leak: bool) -> None:
    # Late moves: 20 of a hundred are mistakes, of peers' 30. All moves: 5 of a hundred, of peers' 10 or fewer than 1.
    games = [long_game(number, {64: 0.15, 70: 0.15, 31: 0.15}) for number in range(1, 41)]
    sides = sides_of(games)
    asked = ask(games, sides, sides_of(games, players=False), [])
    peers = Peers(
        "peers",
        {(Subject.PLACES, LATE_MOVES): Rate(3000, 10_000), (Subject.MISTAKES, "middlegame"): Rate(mistakes, 1000)},
    )
    (late,) = (each for each in verdicts(asked, sides, peers) if each.question.kind is Kind.STAGE)
    assert late.is_leak is is_leak


def test_a_difference_is_believed_the_more_people_differ() -> None:
    seen = Excess(0.3, 0.25, 0.1)
    assert chance_of_more(seen, 0.1) < 0.8 < chance_of_more(seen, 0.4)


def test_a_rarer_thing_needs_more_games() -> None:
    assert [games_needed(rate) for rate in (0.5, 0.1, 0.0)] == [87, 433, None]
