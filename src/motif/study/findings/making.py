"""Make findings from counts, by comparing them with the opponents and with players of the same rating."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from motif.board.material import Phase
from motif.board.wording import counted
from motif.study.findings import results
from motif.study.findings.compare import (
    CLOCK_SPREAD,
    OPENING_SPREAD,
    PLACE_SPREAD,
    SPREAD,
    RateComparison,
    compare,
)
from motif.study.findings.counting import FLAG, PLACES, Count, Pair
from motif.study.findings.results import Scored
from motif.study.findings.wording import costs, how_often, how_well, phrases
from motif.study.games import Fault, Rate, StudiedGame
from motif.study.peers import ANY_MOTIF, Key, Peers, Subject
from motif.study.profile import Certainty, Example, Finding, Kind
from motif.study.review import MISTAKE

FEWEST_CASES, FEWEST_GAMES = 5, 3
"""A finding needs this many cases, in at least this many games."""

LONGEST_SENTENCE = 170
"""The longest explanation, in characters, of the example shown first."""

SURELY = {Certainty.CLEAR: "clearly", Certainty.LIKELY: "likely", Certainty.WATCH: ""}

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
    """The other side of each comparison: all mistakes of the player, players of the rating, perhaps opponents."""

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
        made += _of_results(games)
    return sorted(made, key=lambda each: (-each.excess, -each.cost, each.kind, each.subject))


def _mistakes(games: Sequence[StudiedGame]) -> int:
    return sum(move.lost >= MISTAKE for game in games for ply, move in enumerate(game.moves) if game.is_players(ply))


def is_enough(count: Count) -> bool:
    """Whether a finding can rest on a count."""
    return count.total >= FEWEST_CASES and count.games >= FEWEST_GAMES


def finding_of(games: Sequence[StudiedGame], pair: Pair, against: ComparedWith) -> Finding | None:
    """The finding for a pair of counts; None with too few cases, or if nearly all moves are in this place."""
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
    excess = comparison.excess(own.cost, theirs.cost)
    said = phrases(pair.kind, pair.subject)
    certainty = Certainty.of(comparison.chance)
    more = SURELY[certainty] if own.cost > theirs.cost else ""
    cost = costs(own.cost, theirs.cost if against.is_comparable else None, more=more)
    often = how_often(pair, list(games), against.mistakes, is_compared=against.is_comparable)
    finding = Finding(
        pair.kind,
        pair.subject,
        f"Your {_line_name(pair)} goes wrong early" if pair.line else said.weakness,
        f"{often} {cost}",
        said.advice,
        own.rate,
        own.games,
        own.cost,
        theirs.rate,
        theirs.cost,
        others,
        excess,
        comparison.chance,
        examples_to_show(games, own, pair),
        pair.subject if pair.kind in (Kind.MISSED, Kind.ALLOWED) and pair.subject != ANY_MOTIF else None,
    )
    return (
        replace(finding, title=said.strength, words=how_well(pair, others, often)) if finding.is_strength else finding
    )


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


def _line_name(pair: Pair) -> str:
    line = pair.line
    assert line is not None
    return f"{line.name or line.moves} with {line.colour}"


def examples_to_show(games: Sequence[StudiedGame], own: Count, pair: Pair) -> tuple[Example, ...]:
    """The examples of a finding: the clearest first, then the others, the costliest first."""
    numbered = {game.number: game for game in games}
    cases = [example for _, example in own.all_cases]
    if not cases or (pair.kind is Kind.CLOCK and pair.subject == FLAG):
        return tuple(cases)
    best = max(cases, key=lambda each: (_clarity(numbered[each.game], each.ply, pair), -cases.index(each)))
    return (best, *(each for each in cases if each != best))


def _clarity(game: StudiedGame, ply: int, pair: Pair) -> float:
    """How clearly a mistake shows a finding: explained, briefly, in a game not yet decided."""
    fault = game.fault_at(ply)
    if fault is None or not fault.is_explained or fault.point is None:
        return 0.0
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


def _of_results(games: Sequence[StudiedGame]) -> Iterator[Finding]:
    """Findings about kinds of games that score less than the ratings expect and less than the player's other games."""
    for question in results.questions(games):
        own, others = question.own, question.others
        if min(len(own.games), len(others.games)) < results.FEWEST:
            continue
        weaker = min(own.below(), own.below(others), key=lambda each: each.z)
        stronger = max(own.below(), own.below(others), key=lambda each: each.z)
        drawn = weaker if weaker.z > 0 else stronger if stronger.z < 0 else None
        comparison = RateComparison.of(drawn.value, drawn.error, results.SPREAD) if drawn else RateComparison(0.0, 0.5)
        lost = own.expected - own.made
        is_strength = comparison.value < 0
        yield Finding(
            question.kind,
            question.subject,
            question.strength if is_strength else question.title,
            f"{question.begins} you scored {_score(own)}, in your other games {_score(others)}.",
            question.advice,
            Rate.of_points(1 - (game.score or 0.0) for game in own.games),
            sum(game.score == 0.0 for game in own.games),
            max(0.0, lost) / len(games),
            None,
            0.0,
            None,
            comparison.value * len(own.games) / len(games),
            comparison.chance,
            results.lost_games(own.games),
        )


def _score(scored: Scored) -> str:
    made = f"{100 * scored.made / len(scored.games):.0f} % in {counted(len(scored.games), 'game')}"
    if any(game.expected is None for game in scored.games):
        return made
    return f"{made} (the ratings expect {100 * scored.expected / len(scored.games):.0f} %)"
