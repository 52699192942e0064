"""Make the whole profile: the sample, the findings, the first screen and the tables behind it.

Accuracy is defined as on Lichess: the mean over moves of 103.17 · exp(-0.04354 · lost) - 3.17, with the winning chance
lost in per cent (lichess.org/page/accuracy), between 0 and 100.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from statistics import fmean, median

from motif.study.causes import shares_of
from motif.study.findings.clocks import clock_records
from motif.study.findings.counting import count_both
from motif.study.findings.endgames import SmallTables, endgame_records, endings
from motif.study.findings.habits import habit_findings
from motif.study.findings.making import findings_of
from motif.study.findings.masters import with_masters
from motif.study.findings.openings import opening_records
from motif.study.findings.screen import (
    FEWEST_FOR_A_PROFILE,
    chosen_strengths,
    chosen_to_work_on,
    sample_of,
    verdict_of,
    worst_of,
)
from motif.study.games import Rate, StudiedGame, usual_speed
from motif.study.peers import EVERYBODY, Peers, Subject, motif_records, phase_records, sides_of
from motif.study.profile import Finding, Profile

Habits = tuple[Finding, ...]


def learn(games: Sequence[StudiedGame]) -> Habits:
    """Learn the player's habits from the games, which takes seconds; the result depends on the games alone."""
    return tuple(habit_findings(games)) if len(games) >= FEWEST_FOR_A_PROFILE and sample_of(games).is_comparable else ()


def make_profile(
    player: str, games: Sequence[StudiedGame], peers: Peers | None, habits: Habits | None = None
) -> Profile:
    """Make the profile of a player; pass `habits`, which take longest to learn, if they are cached."""
    sides = sides_of(games)
    ratings = [game.rating for game in games if game.rating is not None]
    scores = [game.score for game in games if game.score is not None]
    own, opponents = Peers.of(player, sides), Peers.of("opponents", sides_of(games, players=False))
    tables = SmallTables()
    ends = [ending for game in games for ending in endings(game, tables)]
    sample, shares = sample_of(games), shares_of(games)
    enough = len(games) >= FEWEST_FOR_A_PROFILE
    pairs = count_both(games, ends) if enough else []
    found = findings_of(games, pairs, peers, is_comparable=sample.is_comparable)
    if enough and sample.is_comparable:
        found += learn(games) if habits is None else habits
        found.sort(key=lambda each: -each.excess)
    work_on = with_masters(chosen_to_work_on(found, pairs), games)
    return Profile(
        player=player,
        games=len(games),
        moves=own.moves,
        rating=round(median(ratings)) if ratings else None,
        speed=str(usual_speed(games) or ""),
        peers=peers.words if peers else "",
        score=fmean(scores) if scores else 0.0,
        accuracy=fmean(_accuracy(move.lost) for side in sides for _, move in side.moves) if own.moves else 0.0,
        blunders=own.rate((Subject.BLUNDERS, EVERYBODY)) or Rate(0, 0),
        sample=sample.notes if enough else (),
        verdict=verdict_of(games, shares, sample, work_on),
        shares=shares,
        work_on=work_on,
        strengths=chosen_strengths(found),
        worst=() if work_on else worst_of(games),
        findings=tuple(found),
        motifs=motif_records(own, peers, opponents),
        phases=phase_records(sides, own, peers),
        openings=opening_records(games),
        endgames=endgame_records(ends, tables),
        clocks=clock_records(sides, games),
    )


def _accuracy(lost: float) -> float:
    return max(0.0, min(100.0, 103.1668 * exp(-4.354415 * lost) - 3.1669))
