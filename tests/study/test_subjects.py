"""Test findings over many games: a weakness is named, chance is not, and too few games are called too few."""

from __future__ import annotations

import random
from dataclasses import replace

import chess

from motif.board.material import Phase
from motif.engines.game_review import Judgement
from motif.study.findings.counting import count_both
from motif.study.findings.progress import significant
from motif.study.findings.whole import make_profile
from motif.study.findings.wording import words_of_weakness
from motif.study.games import Occasion, Outcome, Rate, StudiedGame, StudiedMove
from motif.study.peers import Peers, Subject, side_of, tally
from motif.study.profile import Certainty, Counted, Kind, Profile, difference

MOVES = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7") * 1
MOTIFS = ("fork", "pin", "skewer", "hanging piece", "back rank mate")


def studied(
    number: int,
    occasions: tuple[Occasion, ...] = (),
    *,
    lost: dict[int, float] | None = None,
    result: str = "1/2-1/2",
    opening: str = "Ruy Lopez",
    left: dict[int, float] | None = None,
) -> StudiedGame:
    """A short game of White, who lost something here and there."""
    board = chess.Board()
    moves = []
    for ply, text in enumerate(MOVES):
        move = chess.Move.from_uci(text)
        gone = (lost or {}).get(ply, 0.0)
        clock = (left or {}).get(ply)
        moves.append(
            StudiedMove(move, board.san(move), None, (), 20, gone, Judgement.of(gone), Phase.OPENING, None, clock)
        )
        board.push(move)
    return StudiedGame(
        number,
        "Anna",
        "Bert",
        result,
        True,
        "",
        "",
        "",
        "",
        1500,
        1500,
        "C60",
        opening,
        8,
        chess.STARTING_FEN,
        20,
        tuple(moves),
        (),
        occasions,
        "search",
    )


def games_of(misses: dict[str, float], count: int, seed: int = 1) -> list[StudiedGame]:
    """Games with one occasion for each motif, missed with this chance."""
    rng = random.Random(seed)
    games = []
    for number in range(1, count + 1):
        occasions = []
        for place, motif in enumerate(MOTIFS):
            missed = rng.random() < misses.get(motif, 0.3)
            outcome = Outcome.MISSED if missed else Outcome.FOUND
            occasions.append(Occasion(2 * (place % 5), motif, outcome, 0.3 if missed else 0.0))
        games.append(studied(number, tuple(occasions)))
    return games


PEERS = Peers.of("players of another club", map(side_of, games_of({}, 400, seed=2)))


def profile_of(games: list[StudiedGame], peers: Peers | None = PEERS) -> Profile:
    return make_profile("Anna", games, peers, ())


def with_opponents(games: list[StudiedGame], theirs: list[StudiedGame]) -> list[StudiedGame]:
    """The games, in which the opponents had what Anna had in others."""
    return [
        replace(game, theirs=tuple(replace(each, ply=each.ply + 1) for each in other.occasions))
        for game, other in zip(games, theirs, strict=True)
    ]


def test_missing_forks_that_the_opponents_find_comes_first() -> None:
    profile = profile_of(with_opponents(games_of({"fork": 0.8}, 40), games_of({}, 40, seed=3)))
    first = profile.work_on[0]
    assert (first.kind, first.motif, first.title) == (Kind.MISSED, "fork", "You miss forks")
    assert first.is_weakness
    assert first.own.count == 40
    assert first.peers == PEERS.rate((Subject.MISSED, "fork"))
    assert first.cost > first.opponents_cost
    assert first.excess > 0
    assert "you miss forks" in " ".join(profile.verdict)
    assert first.examples


def test_missing_as_much_as_the_opponents_is_no_weakness() -> None:
    alarms = 0
    for seed in range(20):
        games = with_opponents(games_of({}, 40, seed=100 + seed), games_of({}, 40, seed=500 + seed))
        alarms += any(each.is_weakness and each.certainty is Certainty.CLEAR for each in profile_of(games).findings)
    assert alarms <= 2


def test_seeing_more_than_others_is_a_strength_and_no_weakness() -> None:
    profile = profile_of(with_opponents(games_of({"pin": 0.0}, 40), games_of({"pin": 0.8}, 40, seed=3)))
    assert [each.title for each in profile.strengths] == ["You find pins"]
    assert "pin" not in [each.motif for each in profile.work_on]
    assert "No single weakness sets you apart" in " ".join(profile.verdict)


def test_one_game_is_too_few_for_a_profile_and_that_is_said() -> None:
    profile = profile_of(games_of({"fork": 1.0}, 1))
    assert not profile.work_on
    assert not profile.findings
    assert profile.verdict == ("1 game is too few for a profile: here are your mistakes, the worst first.",)


def test_nothing_is_compared_where_all_games_were_lost() -> None:
    games = with_opponents(games_of({"fork": 0.9}, 40), games_of({"fork": 0.1}, 40, seed=3))
    profile = profile_of([replace(game, result="0-1") for game in games])
    assert profile.sample[0].startswith("You lost 40 of these 40 games.")
    assert not any(each.is_weakness or each.is_strength for each in profile.findings)


def test_time_trouble_is_seen_where_there_are_clocks() -> None:
    # The clock is read from ply 16 on, so these games are a little longer by their numbers.
    long_games = [_with_clock(number, is_short=number % 2 == 0) for number in range(1, 61)]
    profile = profile_of(long_games)
    finding = next(each for each in profile.findings if each.subject == "time trouble")
    assert finding.is_weakness
    assert finding.kind is Kind.CLOCK
    assert {record.name for record in profile.clocks} == {"with under 30 seconds left", "with over 5 minutes left"}


def test_without_clocks_there_is_nothing_about_them() -> None:
    assert profile_of(games_of({}, 12)).clocks == ()


def test_an_opening_that_loses_is_distinguished_from_one_that_does_not() -> None:
    lost = [studied(number, result="0-1", opening="Scotch Game: Gambit") for number in range(1, 16)]
    won = [studied(number, result="1-0") for number in range(16, 46)]
    profile = profile_of([*lost, *won])
    finding = next(each for each in profile.findings if each.subject == "Scotch Game with White")
    assert finding.is_weakness
    assert finding.own == Rate(15, 15)
    assert {(record.name, record.games, record.score) for record in profile.openings} == {
        ("Scotch Game", 15, 0.0),
        ("Ruy Lopez", 30, 1.0),
    }
    assert profile.openings[0].left_first == Rate(30, 30)


def test_an_opening_line_is_compared_with_what_players_of_the_rating_choose() -> None:
    spanish = [studied(number) for number in range(1, 10)]
    (e4, d4) = (spanish[0].moves[0], replace(spanish[0].moves[0], move=chess.Move.from_uci("d2d4"), san="d4"))
    assert e4.san == "e4"
    queens_pawn = [replace(studied(number), moves=(d4,), opening="Queen's Pawn Game") for number in range(10, 19)]
    pairs = count_both([*spanish, *queens_pawn], [])
    (line,) = (pair for pair in pairs if pair.line and pair.line.games == frozenset(range(10, 19)))
    words = words_of_weakness(line, queens_pawn, 1, Certainty.WATCH, is_compared=False)
    assert words == (
        "9 games went 1. d4 and scored 50 %. At the start, players rated 1400 to 1599 play e4 in 64 % and score 51 %. "
        "That costs you 0.00 points a game."
    )


def test_counts_of_one_game_are_not_independent() -> None:
    assert Counted((5, 0, 0, 0), (5, 5, 5, 5)).effective.count < 20
    assert Counted((1, 1, 1, 1), (2, 2, 2, 2)).effective == Rate(4, 8)
    assert Counted((), ()).effective == Rate(0, 0)


def test_the_exact_test_knows_nothing_of_nothing() -> None:
    assert difference(Rate(0, 0), Rate(5, 10)) == 1.0
    assert difference(Rate(5, 10), Rate(50, 100)) == 1.0
    assert difference(Rate(0, 50), Rate(500, 1000)) < 1e-9
    assert significant([], 0.05) == []


def test_both_sides_of_a_game_can_be_counted() -> None:
    game = studied(1, (Occasion(0, "fork", Outcome.FOUND, 0.0),), lost={1: 0.5})
    own, theirs = (tally([side_of(game, players=players)]) for players in (True, False))
    assert own[Subject.MISSED, "fork"].rate == Rate(0, 1)
    assert own[Subject.BLUNDERS, "all"].rate == Rate(0, 5)
    assert theirs[Subject.BLUNDERS, "all"].rate == Rate(1, 5)


def _with_clock(number: int, *, is_short: bool) -> StudiedGame:
    game = studied(number)
    shuffle = ("g1h1", "g8h8", "h1g1", "h8g8")
    moves = list(game.moves)
    for ply, text in enumerate((*("b1c3", "e8g8"), *shuffle * 3), start=len(moves)):
        wrong = is_short and ply % 4 == 2 and ply > 16
        lost = 0.3 if wrong else 0.0
        moves.append(
            StudiedMove(
                chess.Move.from_uci(text),
                text,
                None,
                (),
                20,
                lost,
                Judgement.of(lost),
                Phase.MIDDLEGAME,
                None,
                20.0 if is_short else 400.0,
            )
        )
    return StudiedGame(
        number, "Anna", "Bert", ("1-0", "0-1")[number % 2], True, "", "", "", "", None, None, "C60", "Ruy Lopez", 8,
        chess.STARTING_FEN, 20, tuple(moves), (), (), "search",
    )  # fmt: skip


def test_blitz_and_rapid_are_listed_separately_and_a_single_speed_not_at_all() -> None:
    blitz = [replace(studied(number, lost={0: 0.3}), time_control="180+2") for number in (1, 2)]
    rapid = [replace(studied(number), time_control="900+10") for number in (3, 4)]
    records = {record.name: record.mistakes for record in profile_of([*blitz, *rapid]).clocks}
    assert (records["in blitz games"].hits, records["in rapid games"].hits) == (2, 0)
    assert not profile_of(rapid).clocks


def test_an_ending_begun_in_time_trouble_is_counted_separately() -> None:
    def ending(number: int, left: float) -> StudiedGame:
        game = replace(studied(number, lost={4: 0.3}, left={4: left}), time_control="300+0")
        moves = (replace(move, phase=Phase.ENDGAME) if ply >= 4 else move for ply, move in enumerate(game.moves))
        return replace(game, moves=tuple(moves))

    records = {record.name: record.mistakes for record in profile_of([ending(1, 12.0), ending(2, 200.0)]).clocks}
    assert records["in endings begun with under a tenth of the time"].hits == 1
    assert records["in endings begun with over a third of the time"].hits == 1
    assert "in endings begun with a tenth to a third of the time" not in records
