"""Make findings from counts, by comparing them with the opponents and with players of the same rating."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from motif.board.material import Phase
from motif.study.findings.compare import (
    CLOCK_SPREAD,
    OPENING_SPREAD,
    PLACE_SPREAD,
    SPREAD,
    Count,
    RateComparison,
    compare,
)
from motif.study.findings.counting import FLAG, PLACES, Pair
from motif.study.findings.results import findings_of_results
from motif.study.findings.wording import phrases, words_of_strength, words_of_weakness
from motif.study.games import Fault, Rate, StudiedGame
from motif.study.peers import ANY_MOTIF, Key, Peers, Subject
from motif.study.profile import Certainty, Example, Finding, Kind
from motif.study.review import MISTAKE

FEWEST_CASES, FEWEST_GAMES = 5, 3
"""A finding needs this many cases, in at least this many games."""

LONGEST_SENTENCE = 170
"""The longest explanation, in characters, of the example shown first."""

_TABLES = {
    Kind.MISSED: Subject.MISSED,
    Kind.ALLOWED: Subject.ALLOWED,
    Kind.PHASE: Subject.MISTAKES,
    Kind.STAGE: Subject.PLACES,
    Kind.ENDGAME: Subject.PLACES,
    Kind.CONVERSION: Subject.PLACES,
}


def key_of(kind: Kind, subject: str) -> Key | None:
    """The key of the same count in the table of players; None if there is none."""
    return (_TABLES[kind], subject) if kind in _TABLES else None


@dataclass(frozen=True, slots=True)
class ComparedWith:
    """What a finding is measured against: the number of all the player's mistakes, and players of the same rating.

    `is_comparable` says whether the player may be compared with the opponents.
    """

    mistakes: int
    peers: Peers | None
    is_comparable: bool


def findings_of(
    games: Sequence[StudiedGame], pairs: Sequence[Pair], peers: Peers | None, *, is_comparable: bool = True
) -> list[Finding]:
    """A finding for each count with enough cases on either side, the greatest excess over others first.

    If the sample is not comparable, no finding counts as a weakness or a strength.
    """
    found = ComparedWith(_mistakes(games), peers, is_comparable)
    made = [each for pair in pairs if (each := finding_of(games, pair, found)) is not None]
    if is_comparable:
        made += findings_of_results(games)
    return sorted(made, key=lambda each: (-each.excess, -each.cost, each.kind, each.subject))


def _mistakes(games: Sequence[StudiedGame]) -> int:
    return sum(move.lost >= MISTAKE for game in games for ply, move in enumerate(game.moves) if game.is_players(ply))


def is_enough(count: Count) -> bool:
    """Whether a count is large enough for a finding."""
    return count.total >= FEWEST_CASES and count.games >= FEWEST_GAMES


def finding_of(games: Sequence[StudiedGame], pair: Pair, against: ComparedWith) -> Finding | None:
    """The finding for a pair of counts; None if there are too few cases.

    A place, such as a phase, is compared with the rest of the game, so there must be enough mistakes in the rest too.
    """
    own, theirs = pair.own, pair.theirs
    if not (is_enough(own) or is_enough(theirs)) or not sum(own.chances):
        return None
    if pair.kind in PLACES and sum(own.others) + sum(theirs.others) < 2 * FEWEST_CASES:
        return None
    key = key_of(pair.kind, pair.subject)
    peers = against.peers
    others = peers.rate(key) if peers and key else None
    comparison = RateComparison(0.0, 0.5)
    if against.is_comparable:
        comparison = compared(pair, others if peers and peers.is_alike else None)
    said = phrases(pair.kind, pair.subject)
    finding = Finding(
        pair.kind,
        pair.subject,
        f"Your {pair.line.name or pair.line.moves} with {pair.line.colour} goes wrong early"
        if pair.line
        else said.weakness,
        words_of_weakness(
            pair, games, against.mistakes, Certainty.of(comparison.chance), is_compared=against.is_comparable
        ),
        said.advice,
        own.rate,
        own.games,
        own.cost,
        theirs.rate,
        theirs.cost,
        others,
        comparison.excess(own.cost, theirs.cost),
        comparison.chance,
        examples_to_show(games, own, pair),
        pair.subject if pair.kind in (Kind.MISSED, Kind.ALLOWED) and pair.subject != ANY_MOTIF else None,
    )
    if not finding.is_strength:
        return finding
    return replace(finding, title=said.strength, words=words_of_strength(pair, others))


def compared(pair: Pair, peers: Rate | None = None) -> RateComparison:
    """Compare a pair; a strength must be better than both opponents and peers, a weakness worse than the opponents."""
    own, theirs = pair.own, pair.theirs
    spread = PLACE_SPREAD if pair.kind in PLACES or pair.line else CLOCK_SPREAD if pair.kind is Kind.CLOCK else SPREAD
    if pair.kind is Kind.PHASE and pair.subject == Phase.OPENING:
        spread = OPENING_SPREAD
    comparison = compare(own, theirs, peers, spread=spread)
    is_above = own.rate.value > theirs.rate.value
    line = pair.line
    if line is not None and (line.pays or not own.is_worse_here):
        is_above = False
    # A rate that is not above the opponents' is no weakness, whatever other players do; one above is no strength.
    if comparison.value > 0 and not (is_above and is_enough(own)):
        return RateComparison(0.0, 0.5)
    is_above_peers = peers is not None and own.rate.value >= peers.value
    if comparison.value < 0 and (is_above or is_above_peers or line is not None):
        return RateComparison(0.0, 0.5)
    return comparison


def examples_to_show(games: Sequence[StudiedGame], own: Count, pair: Pair) -> tuple[Example, ...]:
    """The examples of a finding: the clearest first, then the others, the costliest first."""
    numbered = {game.number: game for game in games}
    cases = [example for _, example in own.all_cases]
    if not cases or (pair.kind is Kind.CLOCK and pair.subject == FLAG):
        return tuple(cases)
    best = max(cases, key=lambda each: (_clarity(numbered[each.game], each.ply, pair), -cases.index(each)))
    return (best, *(each for each in cases if each != best))


def _clarity(game: StudiedGame, ply: int, pair: Pair) -> float:
    """How clearly a mistake shows a finding: most if it costs much, is explained briefly, and the game was open."""
    fault = game.fault_at(ply)
    if fault is None:
        return 0.0
    if not fault.is_explained or fault.point is None:
        return 0.5 if fault.says_what_is_better else 0.0
    return 1.0 + sum(_signs(fault, pair))


def _signs(fault: Fault, pair: Pair) -> Iterator[float]:
    point, verdict = fault.point, fault.verdict
    assert point is not None
    yield 2.0 * (pair.kind not in (Kind.MISSED, Kind.ALLOWED) or point.motif == pair.subject)
    yield 1.0 * (len(fault.sentence) <= LONGEST_SENTENCE)
    yield 1.0 * (len(point.line) <= 4)
    yield 1.0 * (0.2 <= verdict.before <= 0.95)
    yield 1.0 * point.wins
    yield 1.0 * (point.gain.is_mate or point.gain.pawns >= 2)
    yield 2.0 * min(0.5, verdict.lost)
