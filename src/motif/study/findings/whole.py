"""The profile as a whole: every subject's claims tested together, and the few things to work on.

Accuracy is Lichess's: the mean over moves of 103.17 · exp(-0.04354 · lost) - 3.17, lost in hundredths of a winning
chance (lichess.org/page/accuracy), between 0 and 100.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp
from statistics import fmean, median

from motif.study.causes import shares_of
from motif.study.findings.claims import FEWEST_GAMES, decided, in_order, strengths, to_work_on
from motif.study.findings.clocks import clock_records
from motif.study.findings.endgames import SmallTables, endgame_claims, endgame_records, endings
from motif.study.findings.habits import habit_claims
from motif.study.findings.leaks import Screen
from motif.study.findings.learned import pattern_claims, rule_claims, rule_records
from motif.study.findings.motifs import motif_claims, motif_records, oversight_records, phase_claims, phase_records
from motif.study.findings.openings import opening_records
from motif.study.findings.questions import ask
from motif.study.findings.results import results_claims
from motif.study.findings.verdicts import power_records, verdicts
from motif.study.following import Followed, follow
from motif.study.games import Rate, StudiedGame
from motif.study.peers import EVERYBODY, Peers, Subject, sides_of, tally
from motif.study.profile import Claim, Profile

MAIN_SHARE, LEARNED_SHARE = 0.04, 0.01
"""Of what is said, this much may be chance: one in twenty together."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What the games themselves teach: claims that are not decided yet, and what could not be said for want of games.

    It takes seconds, depends on nothing else, and is cached.
    """

    claims: tuple[Claim, ...]
    too_few: tuple[str, ...]
    followed: Followed = ()
    """Game by game the occasions to follow a rule of the coach's list."""


def learn(games: Sequence[StudiedGame]) -> Learned:
    """The habits of the player, what strong players would look at and this one passes by, and where rules were on."""
    habits, too_few = habit_claims(games)
    return Learned((*habits, *pattern_claims(games)), tuple(too_few), follow(games))


def make_profile(
    player: str, games: Sequence[StudiedGame], peers: Peers | None, learned: Learned | None = None
) -> Profile:
    """All that is said about a player; what takes long to learn from the games may be known already."""
    learned = learn(games) if learned is None else learned
    sides = sides_of(games, learned.followed)
    tallies = tally(sides)
    moves = sum(len(side.moves) for side in sides)
    ratings = [game.rating for game in games if game.rating is not None]
    scores = [game.score for game in games if game.score is not None]
    others = sides_of(games, learned.followed, players=False)
    opponents = Peers.of("opponents", others)
    tables = SmallTables()
    ends = [ending for game in games for ending in endings(game, tables)]
    for_leaks, for_strengths = (peers.for_leaks, peers.for_strengths) if peers else (None, None)
    held = verdicts(ask(games, sides, others, ends), sides, for_leaks)
    by_results = results_claims(games, moves)
    enough = len(games) >= FEWEST_GAMES
    # What a program learned is many questions: they share a small part of what may be chance.
    claims = in_order(
        [
            *decided(
                [
                    *(verdict.claim(moves) for verdict in held),
                    *strengths(motif_claims(tallies, games, moves, for_strengths)),
                    *strengths(phase_claims(tallies, moves, for_strengths)),
                    *(claim for claim, _ in by_results),
                    *endgame_claims(ends, moves),
                ],
                MAIN_SHARE,
                enough=enough,
            ),
            *decided([*rule_claims(tallies, moves, for_leaks), *learned.claims], LEARNED_SHARE, enough=enough),
        ]
    )
    blunders = tallies.get((Subject.BLUNDERS, EVERYBODY))
    return Profile(
        player=player,
        games=len(games),
        moves=moves,
        rating=round(median(ratings)) if ratings else None,
        peers=peers.words if peers else "",
        score=fmean(scores) if scores else 0.0,
        accuracy=fmean(_accuracy(move.lost) for side in sides for _, move in side.moves) if moves else 0.0,
        blunders=blunders.counted.rate if blunders else Rate(0, 0),
        work_on=to_work_on(claims),
        claims=claims,
        motifs=motif_records(tallies, moves, peers, opponents),
        phases=phase_records(sides, tallies, peers),
        openings=opening_records(games),
        endgames=endgame_records(ends, tables),
        clocks=clock_records(sides, games),
        too_few=(*_too_few(games, peers), *learned.too_few),
        rules=rule_records(tallies, peers, opponents),
        leaks=Screen(games, sides, held, {claim.subject: excess for claim, excess in by_results}, claims).leaks(),
        oversights=oversight_records(sides, others),
        power=power_records([verdict.question for verdict in held]),
        shares=shares_of(games),
    )


def _accuracy(lost: float) -> float:
    return max(0.0, min(100.0, 103.1668 * exp(-4.354415 * lost) - 3.1669))


def _too_few(games: Sequence[StudiedGame], peers: Peers | None) -> Iterator[str]:
    if len(games) < FEWEST_GAMES:
        few = "1 game is" if len(games) == 1 else f"{len(games)} games are"
        yield f"{few} too few to tell a habit from chance; 50 or more say something."
    if peers is None:
        yield "There is nobody to compare with: give a file of other games with --against."
