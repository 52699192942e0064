"""Where the coach's rules were right: followed or passed by, counted for whoever was to move."""

from __future__ import annotations

from dataclasses import replace

import chess

from goldens import Golden
from motif.study.findings.whole import Learned, make_profile
from motif.study.following import follow, followed_rules
from motif.study.games import Occasion, Outcome, Rate, StudiedGame
from motif.study.peers import EVERYBODY, FRESH, FROM_FILE, Peers, Subject, shipped_table, sides_of, tally
from motif.study.profile import Kind
from motif.tactics.library import TacticsLibrary
from study.lessons import START, game_of

MATE = "Give checkmate."
SCHOLAR = "e4 e5 Bc4 Nc6 Qh5 Nf6"


def scholar(last: str, lost: float = 0.0) -> StudiedGame:
    """1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6, and a move of White's; the mate on f7 is best."""
    game = game_of(START, f"{SCHOLAR} {last}", [0] * 7, {6: lost})
    best = replace(game.moves[6], best=chess.Move.from_uci("h5f7"))
    return replace(game, moves=(*game.moves[:6], best))


def mates(game: StudiedGame) -> list[Occasion]:
    return [occasion for occasion in follow([game])[0] if occasion.motif == MATE]


def test_a_mate_that_is_given_was_found() -> None:
    assert mates(scholar("Qxf7#")) == [Occasion(6, MATE, Outcome.FOUND, 0.0)]


def test_a_mate_that_is_passed_by_was_missed_and_costs() -> None:
    assert mates(scholar("Qxe5+", 0.6)) == [Occasion(6, MATE, Outcome.MISSED, 0.6)]


def test_a_rule_that_was_not_right_is_not_on() -> None:
    # Between .05 and .10 nobody can say that the rule was the better one.
    assert mates(scholar("Qxe5+", 0.07)) == []


def test_each_side_has_its_own_occasions() -> None:
    game = scholar("Qxe5+", 0.6)
    followed = follow([game])
    own, theirs = (tally(sides_of([game], followed, players=players)) for players in (True, False))
    assert own[Subject.RULES, MATE].counted.rate == Rate(1, 1)
    assert (Subject.RULES, MATE) not in theirs


def test_who_passes_mates_by_is_told_so(golden: Golden) -> None:
    games = [replace(scholar("Qxe5+", 0.6) if number % 2 else scholar("Qxf7#"), number=number) for number in range(40)]
    peers = Peers("people", {(Subject.RULES, MATE): Rate(10, 200)})
    profile = make_profile("Anna", games, peers, Learned((), (), follow(games)))
    (claim,) = (claim for claim in profile.claims if claim.kind is Kind.RULE and claim.said)
    golden(claim.words)
    record = next(record for record in profile.rules if record.rule == MATE)
    assert (record.found, record.peers_found, record.opponents_found) == (Rate(20, 40), Rate(190, 200), None)


def test_peers_of_the_table_had_occasion_to_follow_every_rule() -> None:
    table = shipped_table()
    # With fewer than five cases nothing is said; the games that were judged anew are too few for the rarest rules.
    for judge, least in ((FROM_FILE, 5), (FRESH, 1)):
        for rule in followed_rules(TacticsLibrary.shipped()):
            if rule.sentence() == MATE:
                continue  # who can mate at once has won already
            assert table[judge, EVERYBODY][Subject.RULES, rule.sentence()].count >= least, rule.sentence()
