"""The first screen: what costs most stands there with how sure that is, and it is never empty for who errs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from explained import fault as mistake
from goldens import Golden
from motif.report import make
from motif.report.moments import best_moment
from motif.report.page import page
from motif.report.pgn import annotated_game
from motif.study.findings.leaks import Candidate, apart, one_clock
from motif.study.findings.learned import rule_claims
from motif.study.findings.whole import Learned, make_profile
from motif.study.games import Fault, Occasion, Outcome, Overlooked, Oversight, Rate, StudiedGame
from motif.study.peers import Peers, Subject, Tally
from motif.study.profile import Certainty, Counted, Example, Kind, Leak
from motif.study.study import Study
from study.lessons import LEAK, MISSED, trap
from study.test_subjects import studied


def blunderer(number: int, ply: int, kind: Oversight) -> StudiedGame:
    """A game in which White, or Black at an odd ply, overlooks something."""
    game = studied(number, lost={ply: 0.4})
    if ply % 2:
        return replace(game, their_oversights=(Overlooked(ply, kind),))
    return replace(game, faults=(mistake(game, ply, "It was there before.", None, None, kind),))


def test_who_overlooks_threats_that_opponents_see_is_told_so_first() -> None:
    games = [blunderer(number, 4, Oversight.THREAT) for number in range(1, 31)]
    (leak, *_) = make_profile("Anna", games, None, Learned((), ())).leaks
    assert (leak.kind, leak.subject, leak.standing) == (Kind.OVERSIGHT, "threat", Certainty.PROVEN)
    assert leak.points == pytest.approx(40.0)
    assert (leak.opponents, leak.cases) == (0.0, 30)
    assert leak.words.startswith("30 of your 30 mistakes ignored a threat that was already there.")


def test_who_overlooks_as_much_as_the_opponents_should_only_watch_it() -> None:
    games = [blunderer(number, 4 + number % 2, Oversight.THREAT) for number in range(1, 31)]
    profile = make_profile("Anna", games, None, Learned((), ()))
    (leak,) = profile.leaks
    assert (leak.standing, leak.cases) == (Certainty.WATCH, 15)
    assert leak.points == pytest.approx(20.0)
    assert leak.opponents == pytest.approx(20.0)
    threat = profile.oversights[0]
    assert (threat.oversight, threat.yours, threat.opponents) == (Oversight.THREAT, Rate(15, 15), Rate(15, 15))


@pytest.mark.parametrize(
    ("opponents", "standing"),
    [(20, Certainty.WATCH), (19, Certainty.WATCH), (17, Certainty.WATCH), (0, Certainty.PROVEN)],
)
def test_where_both_sides_err_nearly_as_often_peers_prove_nothing(opponents: int, standing: Certainty) -> None:
    """The same games, the same clock, the same judge: whoever plays those has more mistakes than peers."""
    games = [blunderer(number, 4 + (number <= opponents), Oversight.THREAT) for number in range(1, 41)]
    peers = Peers("others", {(Subject.OVERSIGHTS, "threat"): Rate(300, 100_000)})
    (leak, *_) = make_profile("Anna", games, peers, Learned((), ())).leaks
    assert (leak.subject, leak.standing) == ("threat", standing)


@pytest.mark.parametrize(("erring", "is_proven"), [(1, False), (4, False), (8, True)])
def test_many_mistakes_of_a_few_games_prove_nothing(erring: int, *, is_proven: bool) -> None:
    """Three of a game are one story, however many peers do not make them."""
    games = [studied(number, lost={2: 0.4, 4: 0.4, 6: 0.4} if number <= erring else {}) for number in range(1, 41)]
    games = [
        replace(game, faults=tuple(mistake(game, ply, "", None, None, Oversight.THREAT) for ply in (2, 4, 6)))
        if game.number <= erring
        else game
        for game in games
    ]
    peers = Peers("others", {(Subject.OVERSIGHTS, "threat"): Rate(10, 100_000)})
    leaks = make_profile("Anna", games, peers, Learned((), ())).leaks
    assert any(leak.standing is Certainty.PROVEN for leak in leaks) is is_proven


def misser(number: int, motif: str) -> StudiedGame:
    """A game in which White lets a chance of a kind go."""
    game = blunderer(number, 4, Oversight.CHANCE)
    return replace(game, occasions=(Occasion(4, motif, Outcome.MISSED, 0.4),))


def test_whose_missed_chances_are_forks_is_told_of_forks_and_not_of_chances() -> None:
    games = [misser(number, "fork") for number in range(1, 31)]
    leaks = make_profile("Anna", games, None, Learned((), ())).leaks
    assert leaks[0].title == "You miss forks"
    assert "You let chances go" not in [leak.title for leak in leaks]


def test_whose_missed_chances_are_of_all_kinds_is_told_of_chances() -> None:
    kinds = ("fork", "pin", "skewer", "mate", "hanging piece")
    games = [misser(number, kinds[number % 5]) for number in range(1, 31)]
    leaks = make_profile("Anna", games, None, Learned((), ())).leaks
    assert leaks[0].title == "You let chances go"


def clock(subject: str, points: float, standing: Certainty = Certainty.PROVEN) -> Candidate:
    leak = Leak(Kind.CLOCK, subject, subject, "", standing, points, None, 1.0, 9, ())
    return Candidate(leak, 5.0, {})


def test_of_the_clock_what_costs_most_comes_first_and_nothing_else_moves() -> None:
    fork = Candidate(Leak(Kind.MISSED, "fork", "", "", Certainty.PROVEN, 2.0, None, 1.0, 9, ()), 4.0, {})
    ordered = one_clock(
        [clock("haste", 9.0), fork, clock("time trouble", 30.0), clock("lost on time", 99.0, Certainty.WATCH)]
    )
    assert [each.leak.subject for each in ordered] == ["time trouble", "fork", "haste", "lost on time"]


def test_one_habit_may_speak_of_what_hangs_and_general_rules_come_last() -> None:
    """What a player does stands beside what comes of it; "strong players look at …" is no beginning for a coach."""
    moves = {Example(1, 4): 0.3, Example(2, 6): 0.3}

    def named(kind: Kind, title: str, standing: Certainty, cases: dict[Example, float]) -> Candidate:
        leak = Leak(kind, title, title, "", standing, 5.0, None, None, len(cases), tuple(cases))
        return Candidate(leak, 2.0, cases)

    candidates = [
        named(Kind.PATTERN, "queen checks", Certainty.PROVEN, {Example(7, 2): 0.3}),
        named(Kind.HABIT, "knight forward", Certainty.PROVEN, moves),
        named(Kind.HABIT, "knight to the edge", Certainty.PROVEN, {Example(9, 2): 0.3}),
        named(Kind.ALLOWED, "hanging pieces", Certainty.PROVEN, moves),
        named(Kind.OVERSIGHT, "captures", Certainty.PROVEN, moves),
        named(Kind.OVERSIGHT, "chances", Certainty.WATCH, {Example(3, 8): 0.3}),
    ]
    first = apart(sorted(candidates, key=lambda each: each.order))
    assert [leak.title for leak in first] == ["hanging pieces", "knight forward", "chances"]


def test_one_game_has_a_first_screen_as_well_and_nothing_in_it_is_proven() -> None:
    game = blunderer(1, 4, Oversight.LINE)
    profile = make_profile("Anna", [game], None, Learned((), ()))
    assert [leak.standing for leak in profile.leaks] == [Certainty.WATCH]
    assert "What costs you most" in page(Study(profile, (game,)))


def test_a_study_comes_back_with_its_oversights_and_one_without_is_read() -> None:
    game = blunderer(1, 4, Oversight.GUARD)
    made = Study(make_profile("Anna", [game], None, Learned((), ())), (game,))
    text = made.to_json()
    assert Study.from_json(text) == made
    before = text.replace(',"oversight":"guard"', "", 1)
    assert before != text
    assert Study.from_json(text.replace('"ply":4,"oversight":"guard"', '"ply":4')).games[0].faults[0].oversight is None


def test_whom_an_engine_judged_is_compared_with_people_whom_stockfish_judged() -> None:
    words = {
        judge: make._shipped([replace(studied(1), judge=judge)], Learned((), ())).words
        for judge in ("stockfish, depth=10", "evaluations in the file; search", "search, depth=8,nodes=4000")
    }
    assert list(words.values()) == [
        "rapid players on Lichess rated 1400 to 1599, judged by Stockfish",
        "rapid players on Lichess rated 1400 to 1599, judged by Stockfish",
        "rapid players on Lichess rated 1400 to 1599, judged by the built-in search",
    ]


def test_a_claim_of_what_was_missed_never_shows_what_was_allowed(golden: Golden) -> None:
    games = {1: trap()}
    missed = best_moment(games, replace(MISSED, examples=(Example(1, 8),)))
    assert missed is not None
    golden(missed.sentence)
    nothing = best_moment(games, replace(MISSED, examples=(Example(1, 12),)))
    assert nothing is not None
    assert "Nf3#" not in nothing.sentence


def test_a_claim_of_what_was_allowed_speaks_of_that_though_more_was_missed() -> None:
    game = trap()
    fault = next(fault for fault in game.faults if fault.missed and fault.allowed)
    assert fault.missed is not None
    assert fault.allowed is not None
    said = f"{game.moves[fault.ply].san} misses {fault.missed.line[0].san}."
    missing = replace(fault, sentence=said, point=fault.missed, also=fault.allowed)
    games = {1: replace(game, faults=tuple(missing if each is fault else each for each in game.faults))}
    allowed = best_moment(games, replace(LEAK, examples=(Example(1, fault.ply),)))
    assert allowed is not None
    assert allowed.sentence == f"You played {game.moves[fault.ply].san}. {fault.allowed.text}"


def missing_first(fault: Fault) -> Fault:
    """The same mistake where what was missed is the point."""
    return replace(fault, sentence="Nxf7 misses Bxf7+.", point=fault.missed, also=fault.allowed)


@pytest.mark.parametrize(
    ("oversight", "sentence"),
    [
        (Oversight.REPLY, "You played Nxf7. Qxg2 forks the rook on h1 and the pawn on e4."),
        (Oversight.CHANCE, "Nxf7 misses Bxf7+."),
    ],
)
def test_a_claim_of_what_was_overlooked_speaks_of_the_side_on_its_board(oversight: Oversight, sentence: str) -> None:
    game = trap()
    overlooked = replace(missing_first(game.faults[0]), oversight=oversight)
    games = {1: replace(game, faults=(overlooked, *game.faults[1:]))}
    claim = replace(LEAK, kind=Kind.OVERSIGHT, subject=str(oversight), theme=None, examples=(Example(1, 8),))
    shown = best_moment(games, claim)
    assert shown is not None
    assert shown.sentence == sentence


def test_a_claim_of_what_was_allowed_is_silent_about_what_was_missed_where_nothing_is_known_to_be_allowed() -> None:
    game = trap()
    missed = replace(missing_first(game.faults[0]), also=None)
    games = {1: replace(game, faults=(missed, *game.faults[1:]))}
    shown = best_moment(games, replace(LEAK, examples=(Example(1, 8),)))
    assert shown is not None
    assert shown.sentence == f"Nxf7 gave away {100 * missed.verdict.lost:.0f} % of the winning chance."


def test_the_same_position_stands_under_no_two_claims() -> None:
    games, shown = {1: trap()}, set[Example]()
    claim = replace(LEAK, examples=(Example(1, 8),))
    assert best_moment(games, claim, shown) is not None
    assert best_moment(games, claim, shown) is None


def tallied(places: list[int], found: int) -> Tally:
    examples = tuple(Example(place, 0) for place in places)
    return Tally(Counted((len(places),), (len(places) + found,)), 0.3 * len(places), examples)


def test_of_rules_that_are_passed_by_at_the_same_moves_one_is_left() -> None:
    tallies = {
        (Subject.RULES, "Leave nothing hanging."): tallied([1, 2, 3, 4, 5, 6, 7], 3),
        (Subject.RULES, "Leave nothing hanging, allowing no fork."): tallied([1, 2, 3, 4, 5], 1),
        (Subject.RULES, "Give mate."): tallied([11, 12, 13, 14, 15], 1),
    }
    peers = Peers("peers", {key: Rate(10, 100) for key in tallies})
    assert [claim.subject for claim in rule_claims(tallies, 100, peers)] == ["Leave nothing hanging", "Give mate"]


def test_nobody_is_told_to_pass_by_what_is_mostly_followed() -> None:
    key = (Subject.RULES, "Give mate.")
    (claim,) = rule_claims({key: tallied(list(range(18)), 82)}, 100, Peers("peers", {key: Rate(5, 1000)}))
    assert claim.p == 1.0


def test_half_points_are_rounded_up_wherever_they_are_counted() -> None:
    assert Rate.of_points([0.5]) == Rate(1, 1)
    assert Rate.of_points([1.0, 1.0, 0.5]) == Rate(3, 3)


def test_what_the_file_said_of_a_move_stands_before_our_words() -> None:
    game = trap()
    moves = list(game.moves)
    moves[8] = replace(moves[8], comment="Greedy, but I liked it.")
    text = " ".join(annotated_game(replace(game, moves=tuple(moves), comment="A club evening.")).split())
    assert "A club evening." in text
    assert text.index("Greedy, but I liked it.") < text.index("Nxf7 allows Qxg2")
