"""Test the first screen: verdict, costs, what to work on and what goes well, alike in every format."""

from __future__ import annotations

from dataclasses import replace

import pytest

from explained import fault as mistake
from explained import point
from goldens import Golden
from motif.explain.explanation import Better
from motif.explain.kinds import PointKind
from motif.report import make
from motif.report.moments import moment_of, sentence_of
from motif.report.page import page
from motif.report.pgn import annotated_game
from motif.report.study_text import WIDTH, study_text
from motif.study.causes import Cause, cause_of
from motif.study.findings.screen import sample_of
from motif.study.findings.whole import make_profile
from motif.study.games import Caused, Fault, Occasion, Outcome, Rate, StudiedGame
from motif.study.peers import Peers, Subject
from motif.study.profile import Certainty, Example, Kind, Profile
from motif.study.study import Study
from study.lessons import FORKS, MISSED, trap
from study.test_subjects import studied

THREAT, CAPTURE = PointKind.IGNORED_THREAT, PointKind.MISSED_CAPTURE


def blunderer(number: int, ply: int, kind: PointKind = THREAT) -> StudiedGame:
    """A game in which White, or Black at an odd ply, makes a mistake of a kind."""
    game = studied(number, lost={ply: 0.4})
    if ply % 2:
        return replace(game, their_mistakes=(Caused(ply, kind),))
    shown = replace(point(game.boards()[ply + 1], [game.moves[ply + 1].move], "It was there.", None), kind=kind)
    made = mistake(game, ply, "Ba4 does not meet the threat.", None, shown)
    return replace(game, faults=(made,))


def profile_of(games: list[StudiedGame]) -> Profile:
    return make_profile("Anna", games, None, ())


def test_overlooking_threats_that_opponents_see_comes_first() -> None:
    profile = profile_of([blunderer(number, 4) for number in range(1, 31)])
    (finding,) = profile.work_on
    assert (finding.kind, finding.subject, finding.certainty) == (Kind.CAUSE, Cause.THREAT, Certainty.CLEAR)
    assert finding.cost == pytest.approx(0.4)
    assert (finding.opponents_cost, finding.own.hits) == (0.0, 30)
    assert finding.words == (
        "30 of your 30 mistakes cost you 0.40 points a game, clearly more than your opponents (0.00)."
    )
    assert finding.advice
    assert "you overlook your opponent's threats (clear)" in profile.verdict[1]


def test_overlooking_as_much_as_the_opponents_is_no_weakness_but_advice() -> None:
    profile = profile_of([blunderer(number, 4 + number % 2) for number in range(1, 31)])
    (finding,) = profile.work_on
    assert not finding.is_weakness
    assert finding.words == "15 of your 15 mistakes cost you 0.20 points a game (your opponents 0.20)."
    assert profile.verdict[1] == "No single weakness sets you apart from them."
    (share,) = profile.shares
    assert (share.cause, share.cases) == (Cause.THREAT, 15)
    assert share.cost == pytest.approx(share.opponents) == pytest.approx(0.2)


def test_what_costs_less_than_it_costs_the_opponents_is_a_strength_and_nothing_to_work_on() -> None:
    games = [blunderer(number, 5) for number in range(1, 41)]
    games += [blunderer(number, 4, CAPTURE) for number in range(41, 81)]
    games += [blunderer(number, 5, CAPTURE) for number in range(81, 121)]
    profile = profile_of(games)
    assert [each.subject for each in profile.work_on] == [Cause.CAPTURE]
    assert [each.title for each in profile.strengths] == ["You overlook fewer threats than your opponents"]
    assert profile.strengths[0].excess < 0


def occasion_games(own: int, theirs: int) -> list[StudiedGame]:
    """Forty games with a fork for either side in each, and how many of them each side found."""
    games = []
    for number in range(1, 41):
        outcomes = [Outcome.FOUND if number <= found else Outcome.MISSED for found in (own, theirs)]
        there, other = (Occasion(4 + i, "fork", each, 0.3) for i, each in enumerate(outcomes))
        games.append(replace(studied(number), occasions=(there,), theirs=(other,)))
    return games


def test_finding_more_forks_than_opponents_and_players_of_the_rating_is_a_strength() -> None:
    peers = Peers("", {(Subject.MISSED, "fork"): Rate(600, 1000)})
    (strength,) = make_profile("Anna", occasion_games(28, 14), peers, ()).strengths
    assert strength.title == "You find forks"
    assert strength.words == ("28 of 40 that were there (70 %); your opponents 35 %, players of your rating 40 %.")


def test_finding_more_than_opponents_but_not_more_than_players_of_the_rating_is_no_strength() -> None:
    peers = Peers("", {(Subject.MISSED, "fork"): Rate(300, 1000)})
    assert make_profile("Anna", occasion_games(28, 14), peers, ()).strengths == ()
    assert make_profile("Anna", occasion_games(20, 18), None, ()).strengths == ()


def test_many_mistakes_of_two_games_are_no_finding() -> None:
    games = [studied(number) for number in range(3, 41)]
    for number in (1, 2):
        game = studied(number, lost={0: 0.4, 4: 0.4, 6: 0.4})
        faults = [blunderer(number, 4).faults[0]]
        games.append(replace(game, faults=tuple(replace(faults[0], ply=ply) for ply in (0, 4, 6))))
    assert profile_of(games).work_on == ()


def test_a_motif_is_named_in_place_of_the_wider_cause_that_it_explains() -> None:
    games = []
    for number in range(1, 41):
        game = blunderer(number, 4, PointKind.MISSED_WIN)
        motif = "fork" if number % 8 else "pin"
        theirs = (Occasion(3, "fork", Outcome.FOUND, 0.0), Occasion(5, "pin", Outcome.FOUND, 0.0))
        games.append(replace(game, occasions=(Occasion(4, motif, Outcome.MISSED, 0.4),), theirs=theirs))
    assert [each.title for each in profile_of(games).work_on] == ["You miss forks"]


def test_the_costs_of_the_chart_add_up_in_the_terminal_and_on_the_page() -> None:
    games = [blunderer(number, 4, (THREAT, CAPTURE)[number % 2]) for number in range(1, 31)]
    made = Study(profile_of(games), tuple(games))
    text = study_text(made)
    assert "Where your 0.40 points a game go (a point is a win)" in text
    assert made.profile.cost == pytest.approx(0.4)
    assert made.profile.shares[0].label in text
    report = page(made)
    assert made.profile.shares[0].label in report
    assert made.profile.verdict[0] in text.replace("\n", " ")


def test_the_screen_fits_a_terminal() -> None:
    games = [blunderer(number, 4, list(PointKind)[number % 20]) for number in range(1, 121)]
    games += [blunderer(number, 5, list(PointKind)[number % 5]) for number in range(121, 161)]
    lines = study_text(Study(profile_of(games), tuple(games))).splitlines()
    assert len(lines) <= 38
    assert max(map(len, lines)) <= WIDTH


def test_a_few_games_have_their_mistakes_and_no_profile(golden: Golden) -> None:
    games = [blunderer(number, 4) for number in range(1, 8)]
    made = Study(profile_of(games), tuple(games))
    golden(study_text(made))
    assert made.profile.findings == ()
    assert made.profile.worst[0] in [Example(number, 4) for number in range(1, 8)]


def test_one_game_points_to_the_review() -> None:
    game = blunderer(1, 4)
    text = study_text(Study(profile_of([game]), (game,)))
    assert "motif review" in text
    assert "Where your" not in text


def test_samples_that_carry_no_comparison_are_noticed(golden: Golden) -> None:
    usual = [studied(number, result=("1-0", "0-1")[number % 2]) for number in range(30)]
    usual = [replace(game, black=f"Bert {game.number}") for game in usual]
    odd = {
        "usual": usual,
        "lost": [replace(game, result="0-1") for game in usual],
        "won": [replace(game, result="1-0") for game in usual],
        "one opponent": [replace(game, black="Bert") for game in usual],
        "stronger": [replace(game, opponent_rating=1800) for game in usual],
        "bullet": [replace(game, time_control="60+0") for game in usual],
        "casual": [replace(game, event="Casual rapid game") for game in usual],
    }
    for name, games in odd.items():
        sample = sample_of(games)
        golden(f"{name}: {sample.is_comparable} {' '.join(sample.notes)}")


def test_a_player_who_scores_less_than_the_ratings_expect_does_not_play_like_the_opponents() -> None:
    games = [blunderer(number, 4 + number % 2) for number in range(1, 31)]
    lost = [replace(game, result="1-0" if game.number % 3 == 0 else "0-1") for game in games]
    assert profile_of(games).verdict[0].startswith("You play like your opponents")
    assert profile_of(lost).verdict[0].startswith("You score less than the ratings expect: 33 %, not 55 %.")


def test_letting_won_games_go_is_work_where_others_win_theirs() -> None:
    def ahead(number: int, ply: int, result: str) -> StudiedGame:
        game = studied(number, result=result)
        moves = list(game.moves)
        moves[ply] = replace(moves[ply], advantage=-500 if ply % 2 else 500)
        return replace(game, moves=tuple(moves))

    theirs = [ahead(number, 1, "1-0" if number % 5 < 2 else "0-1") for number in range(21, 41)]
    games = [ahead(number, 0, "1-0" if number % 2 else "0-1") for number in range(1, 21)]
    (let_go,) = profile_of([*games, *theirs]).work_on
    assert (let_go.kind, let_go.is_weakness) == (Kind.CONVERSION, False)
    often = "You had a winning position in 20 games and won 50 % of them; your opponents won 60 %."
    assert let_go.words.startswith(often)
    won = [replace(game, result="1-0") for game in games]
    assert profile_of([*won, *theirs]).work_on == ()


def test_a_mistake_that_its_sentence_does_not_explain_is_no_weaker_plan() -> None:
    fault = blunderer(1, 4).faults[0]
    quiet = replace(fault, point=None, better=Better(PointKind.IMPROVES, "Ba4 is calmer.", (fault.played,)))
    assert cause_of(quiet.cause) is Cause.PLAN
    assert cause_of(replace(quiet, is_explained=False).cause) is Cause.OTHER


def test_a_study_comes_back_with_its_causes() -> None:
    game = blunderer(1, 4)
    made = Study(profile_of([game]), (game,))
    again = Study.from_json(made.to_json())
    assert again == made
    assert again.games[0].faults[0].cause is THREAT


def test_evaluations_by_an_engine_are_compared_with_those_by_stockfish() -> None:
    words = []
    for engine in ("stockfish, depth=10", "evaluations in the file; search", "search, depth=8,nodes=4000"):
        peers = make._peers([replace(studied(1), engine=engine)], None)
        assert peers is not None
        words.append(peers.words)
    assert words == [
        "rapid players on Lichess rated 1400 to 1599, evaluated by Stockfish",
        "rapid players on Lichess rated 1400 to 1599, evaluated by Stockfish",
        "rapid players on Lichess rated 1400 to 1599, evaluated by the built-in search",
    ]


def test_a_finding_of_what_was_missed_shows_what_was_missed(golden: Golden) -> None:
    games = {1: trap()}
    missed = moment_of(games, replace(MISSED, examples=(Example(1, 8),)))
    assert missed is not None
    golden(missed.sentence)


def missing_first(fault: Fault) -> Fault:
    """The mistake with the missed chance as its main point."""
    return replace(fault, sentence="Nxf7 misses Bxf7+.", point=fault.missed, also=fault.allowed)


def test_a_finding_of_what_was_allowed_speaks_of_that_though_more_was_missed() -> None:
    game = trap()
    fault = missing_first(game.faults[0])
    game = replace(game, faults=(fault, *game.faults[1:]))
    shown = moment_of({1: game}, replace(FORKS, examples=(Example(1, 8),)))
    assert shown is not None
    assert fault.allowed is not None
    assert shown.sentence == f"You played Nxf7. {fault.allowed.text}"
    assert sentence_of(game, 8) == "Nxf7 misses Bxf7+."
    assert sentence_of(game, 0) == ""


def test_half_points_are_rounded_up_wherever_they_are_counted() -> None:
    assert Rate.of_points([0.5]) == Rate(1, 1)
    assert Rate.of_points([1.0, 1.0, 0.5]) == Rate(3, 3)


def test_the_comment_in_the_file_comes_before_our_sentence() -> None:
    game = trap()
    moves = list(game.moves)
    moves[8] = replace(moves[8], comment="Greedy, but I liked it.")
    text = " ".join(annotated_game(replace(game, moves=tuple(moves), comment="A club evening.")).split())
    assert "A club evening." in text
    assert text.index("Greedy, but I liked it.") < text.index("Nxf7 allows Qxg2")
