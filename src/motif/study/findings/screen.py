"""Choose the first screen: notes on the games, a verdict, where points are lost, what to work on, what goes well.

First the sample is checked: a player who lost nearly all games, or met one opponent, cannot be compared with opponents.
Then there are at most three findings to work on: first what distinguishes the player from others (likely or clear), by
the cost expected beyond others, no two about the same moves; then the causes that cost most, unless they are strengths.
If nothing distinguishes the player, the verdict says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from motif.board.games import Speed
from motif.board.wording import counted, listed, percent
from motif.study.causes import WORDS, Cause, CauseShare
from motif.study.findings.compare import Case, Count, compare
from motif.study.findings.counting import Pair
from motif.study.findings.making import FEWEST_CASES, FEWEST_GAMES, compared
from motif.study.findings.results import Scored
from motif.study.findings.wording import PLAIN
from motif.study.games import StudiedGame, usual_speed
from motif.study.peers import ANY_MOTIF, Side, sides_of
from motif.study.profile import LIKELY, Certainty, Example, Finding, Kind
from motif.study.review import MISTAKE

FEWEST_FOR_A_PROFILE = 20
"""With fewer games the screen lists mistakes, but makes no profile."""

MOST_TO_WORK_ON = 3
MOST_STRENGTHS = 3
MOST_WORST = 5


MOST_SHARED = 0.5
"""The share of a finding's cost that may come from moves of another finding on the screen."""

LARGEST_EXCESS_LEFT = 0.5
"""A narrower finding explains a wider one that keeps at most this share of its excess without the narrower cases."""

LEAST_COST_RATIO = 0.75
"""A cause is worth working on if it costs the player at least this share of its cost to the opponents."""

GENERAL = frozenset({Cause.PLAN, Cause.OPENING})
"""Causes that say less about a mistake than the others."""

GENERAL_DISCOUNT = 2.5
"""A general cause comes before a concrete one only if it costs this many times as much."""

NARROW = frozenset({Kind.MISSED, Kind.ALLOWED, Kind.ENDGAME, Kind.OPENING, Kind.CLOCK})
WHERE = frozenset({Kind.PHASE, Kind.STAGE})
WIDE = WHERE | {Kind.CAUSE}
"""Kinds of findings that a motif, ending, line or clock finding replaces if it has most of their cost."""

ONE_SIDED_SCORE = 0.2
"""A score this close to 0 or 1 is one-sided."""

ONE_OPPONENT = 0.5
MUCH_STRONGER_ELO = 200
"""An opponent rated this many points higher is much stronger."""

ALIKE_FACTOR = 1.3
"""Two costs that differ by less than this factor may be equal."""

BEYOND_CHANCE = 1.64
"""How many standard errors a score may differ from the expected one: chance alone exceeds this in one case of
twenty."""

LEAST_COST, MUCH_COST = 0.02, 0.03
"""The least cost, in points per game, of a finding on the screen, and of a cause that does not distinguish the
player."""

LEAST_SHARE = 0.1
"""A cause with at least this share of the cost of all mistakes is shown even if it costs less, as for a master."""


@dataclass(frozen=True, slots=True)
class SampleNotes:
    """Notes on unusual games, and whether the player can be compared with the opponents."""

    notes: tuple[str, ...]
    is_comparable: bool


def sample_of(games: Sequence[StudiedGame]) -> SampleNotes:
    """Note what is unusual about the games, and whether the player can be compared with the opponents."""
    scores = [game.score for game in games if game.score is not None]
    notes = []
    share = sum(scores) / len(scores) if scores else 0.5
    one_sided = min(share, 1 - share) <= ONE_SIDED_SCORE
    if one_sided:
        word, number = ("lost", scores.count(0.0)) if share < 0.5 else ("won", scores.count(1.0))
        side = "The loser of a game makes more" if share < 0.5 else "The winner of a game makes fewer"
        notes.append(
            f"You {word} {number} of these {counted(len(scores), 'game')}. {side} mistakes than the opponent, "
            "so you are not compared with yours."
        )
    opponent, times = Counter(game.opponent for game in games).most_common(1)[0] if games else ("", 0)
    is_one = times > ONE_OPPONENT * len(games) and opponent not in ("", "?")
    if is_one:
        notes.append(f"{times} of these games are against {opponent}: you are compared with one player.")
    gaps = [game.opponent_rating - game.rating for game in games if game.rating and game.opponent_rating]
    if gaps and abs(gap := round(median(gaps))) >= MUCH_STRONGER_ELO:
        notes.append(f"Your opponents are rated {abs(gap)} points {'above' if gap > 0 else 'below'} you.")
    if usual_speed(games) in (Speed.ULTRABULLET, Speed.BULLET):
        notes.append("These are bullet games: many mistakes come from the clock, on both sides.")
    casual = sum("casual" in game.event.casefold() for game in games)
    if 2 * casual > len(games):
        notes.append(f"{casual} of these games are casual.")
    return SampleNotes(tuple(notes), not one_sided)


def verdict_of(
    games: Sequence[StudiedGame], shares: Sequence[CauseShare], sample: SampleNotes, work_on: Sequence[Finding]
) -> tuple[str, ...]:
    """Three sentences: how the player compares with opponents, what differs most, where most points are lost."""
    if len(games) < FEWEST_FOR_A_PROFILE:
        few = f"{counted(len(games), 'game')} {'is' if len(games) == 1 else 'are'} too few for a profile"
        return (f"{few}: here are your mistakes, the worst first.", *_observation(shares))
    cost, theirs = (sum(costs) for costs in ([each.cost for each in shares], [each.opponents for each in shares]))
    where = list(_where(shares)) if work_on else [TOO_FEW_MISTAKES] if shares else []
    if not sample.is_comparable:
        return (
            f"Your mistakes cost you {cost:.2f} points a game; a point is a win, and opponents give some back.",
            *where,
        )
    weak = [finding for finding in work_on if finding.is_weakness]
    return (level_words(games, cost, theirs), apart_words(weak), *where)


TOO_FEW_MISTAKES = "No cause has enough mistakes to work on; the costliest are below."


def level_words(games: Sequence[StudiedGame], cost: float, theirs: float) -> str:
    """Say how the player compares with the opponents, by the cost of both sides' mistakes."""
    chance = compare(_mistakes(games, players=True), _mistakes(games, players=False)).chance
    ratings = [game.opponent_rating for game in games if game.opponent_rating]
    rated = f", rated about {10 * round(median(ratings) / 10)}" if ratings else ""
    if chance >= LIKELY and cost > theirs:
        return f"You lose more by mistakes than your opponents{rated}: {cost:.2f} points a game against {theirs:.2f}."
    if chance <= 1 - LIKELY and cost < theirs:
        return f"You lose less by mistakes than your opponents{rated}: {cost:.2f} points a game against {theirs:.2f}."
    results = Scored.of(games)
    if ratings and results.games and abs(results.below().z) >= BEYOND_CHANCE:
        less = "less" if results.below().z > 0 else "more"
        made, due = (percent(points / len(results.games)) for points in (results.made, results.expected))
        return (
            f"You score {less} than the ratings expect: {made}, not {due}. Mistakes cost you {cost:.2f} points a game "
            f"and your opponents{rated}, {theirs:.2f}."
        )
    is_alike = max(cost, theirs) <= ALIKE_FACTOR * min(cost, theirs)
    doubt = "" if is_alike else " The difference may be chance."
    return f"You play like your opponents{rated}: mistakes cost you {cost:.2f} points a game, them {theirs:.2f}.{doubt}"


def _mistakes(games: Sequence[StudiedGame], *, players: bool) -> Count:
    def cases(side: Side) -> tuple[Case, ...]:
        return tuple((move.lost, Example(side.game, ply)) for ply, move in side.moves if move.lost >= MISTAKE)

    sides = sides_of(games, players=players)
    nothing = (0,) * len(sides)
    return Count(tuple(map(cases, sides)), tuple(len(side.moves) for side in sides), nothing, nothing)


def apart_words(weak: Sequence[Finding]) -> str:
    """Say in which findings the player differs from the opponents."""
    if not weak:
        return "No single weakness sets you apart from them."
    named = [f"{each.title[:1].lower()}{each.title[1:]} ({each.certainty})" for each in weak]
    return f"What sets you apart: {listed(named)}."


def _where(shares: Sequence[CauseShare]) -> Iterator[str]:
    known = sorted((share for share in shares if share.cause is not Cause.OTHER), key=lambda share: -share.cost)
    most = [share for share in known if share.cost >= LEAST_COST][:2]
    other = next((share.cost for share in shares if share.cause is Cause.OTHER), 0.0)
    if most:
        things = "Most points go" if 2 * sum(each.cost for each in most) >= _whole(shares) else "The largest parts go"
        if other > most[0].cost:
            things = "Where the reason is clear, the largest parts go"
        yield f"{things} to {listed(list(map(_named, most)))}."


def _named(share: CauseShare) -> str:
    # A cause that costs the opponents much more is nothing to work on; their cost shows why.
    theirs = f", your opponents {share.opponents:.2f}" if share.cost < LEAST_COST_RATIO * share.opponents else ""
    return f"{WORDS[share.cause].verdict} ({share.cost:.2f}{theirs})"


def _whole(shares: Sequence[CauseShare]) -> float:
    return sum(share.cost for share in shares)


def _observation(shares: Sequence[CauseShare]) -> Iterator[str]:
    """Say what most mistakes have in common, for a player with few games."""
    cases = sum(share.cases for share in shares)
    most = max((share for share in shares if share.cause is not Cause.OTHER), key=lambda each: each.cases, default=None)
    if most is not None and most.cases >= FEWEST_CASES:
        yield f"In {most.cases} of your {cases} mistakes you {WORDS[most.cause].chart}."


# What to work on, and what goes well.


def chosen_to_work_on(findings: Sequence[Finding], pairs: Sequence[Pair]) -> tuple[Finding, ...]:
    """Choose at most three findings: what distinguishes the player, then the costliest causes, no two about the same
    moves."""
    by_name = {(pair.kind, pair.subject): pair for pair in pairs}
    whole = sum(each.cost for each in findings if each.kind is Kind.CAUSE)
    apart = [each for each in findings if each.is_weakness and is_shown(each, whole) and each.kind is not Kind.HABIT]
    apart = [each for each in apart if each.subject != Cause.OTHER]
    apart.sort(key=lambda each: each.certainty is not Certainty.CLEAR)
    usual = [each for each in findings if is_shown(each, whole) and _costs_enough(each, whole)]
    usual.sort(key=lambda each: -each.cost / (GENERAL_DISCOUNT if each.subject in GENERAL else 1) - each.excess)
    chosen: list[Finding] = []
    for each in (*_explained(apart, by_name), *usual):
        if len(chosen) < MOST_TO_WORK_ON and _is_new(each, chosen, by_name):
            chosen.append(_with_other_example(each, chosen))
    return tuple(chosen)


def _costs_enough(finding: Finding, whole: float) -> bool:
    """Whether a finding costs enough to work on, even if the player does not clearly differ from others.

    Only causes of mistakes, and won games that were not won, can be.
    """
    if finding.kind is Kind.CONVERSION:
        others = [rate.value for rate in (finding.opponents, finding.peers) if rate is not None and rate.count]
        is_meant = finding.own.value > max(others, default=1.0)
    else:
        is_meant = finding.kind is Kind.CAUSE and finding.subject != Cause.OTHER
    least = max(min(MUCH_COST, LEAST_SHARE * whole), LEAST_COST_RATIO * finding.opponents_cost)
    return is_meant and finding.cost >= least and not finding.is_strength


def is_shown(finding: Finding, whole: float) -> bool:
    """Whether a finding belongs on the first screen: frequent and costly enough, and about more than plain captures."""
    is_enough = finding.own.hits >= FEWEST_CASES and finding.games >= FEWEST_GAMES
    is_enough = is_enough and finding.subject != ANY_MOTIF
    return is_enough and finding.cost >= min(LEAST_COST, LEAST_SHARE * whole) and finding.motif not in PLAIN


def _with_other_example(finding: Finding, chosen: Iterable[Finding]) -> Finding:
    """A copy whose first example is from another game than the first examples of the findings before it."""
    shown = {other.examples[0].game for other in chosen if other.examples}
    first = next((each for each in finding.examples if each.game not in shown), None)
    if first is None:
        return finding
    return replace(finding, examples=(first, *(each for each in finding.examples if each != first)))


def _is_new(finding: Finding, chosen: Iterable[Finding], pairs: Mapping[tuple[Kind, str], Pair]) -> bool:
    """Whether most of a finding's cost comes from moves that the findings chosen before do not cover."""
    cases = _cases(finding, pairs)
    whole = sum(cases.values())
    for other in chosen:
        if other.name == finding.name:
            return False
        # Where mistakes were made does not explain their kind.
        if _is_place(other) != _is_place(finding):
            continue
        seen = _cases(other, pairs)
        if sum(lost for example, lost in cases.items() if example in seen) > MOST_SHARED * whole:
            return False
    return True


def _is_place(finding: Finding) -> bool:
    """Whether a finding says only in which part of the game, or in which games, mistakes were made."""
    return finding.kind in WHERE | {Kind.CONVERSION} or finding.subject in (Cause.OPENING, Cause.ENDING)


def _cases(finding: Finding, pairs: Mapping[tuple[Kind, str], Pair]) -> dict[Example, float]:
    pair = pairs.get(finding.name)
    if pair is None:
        return dict.fromkeys(finding.examples, 1.0)
    return {example: lost for lost, example in pair.own.all_cases}


def _explained(findings: Sequence[Finding], pairs: Mapping[tuple[Kind, str], Pair]) -> Iterator[Finding]:
    """Replace a general finding by a more specific one that explains most of its cost beyond that of others."""
    narrow = [each for each in findings if each.kind in NARROW and each.motif not in PLAIN]
    for each in findings:
        yield next((one for one in narrow if _has_most_of(each, one, pairs)), each)


def _has_most_of(wider: Finding, narrow: Finding, pairs: Mapping[tuple[Kind, str], Pair]) -> bool:
    """Whether a general finding costs little more than the others' when the cases of a specific one are left out."""
    if wider.kind not in WIDE or narrow.name not in pairs:
        return False
    whole, part = pairs[wider.name], pairs[narrow.name]
    left = replace(whole, own=_without(whole.own, part.own), theirs=_without(whole.theirs, part.theirs))
    return compared(left).excess(left.own.cost, left.theirs.cost) <= LARGEST_EXCESS_LEFT * wider.excess


def _without(count: Count, other: Count) -> Count:
    gone = {example for some in other.cases for _, example in some}
    return replace(count, cases=tuple(tuple(case for case in some if case[1] not in gone) for some in count.cases))


def chosen_strengths(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """At most three strengths, the greatest first; one about a phase, one about motifs found, one for each motif."""
    chosen: list[Finding] = []
    about: set[str] = set()
    # A motif says more than all motifs together.
    for each in sorted(findings, key=lambda each: (each.subject == ANY_MOTIF, each.excess)):
        about_places = each.kind in (Kind.PHASE, Kind.STAGE)
        topic = "place" if about_places else each.kind if each.kind is Kind.MISSED else each.motif or each.subject
        is_vague = each.kind is Kind.CAUSE and each.subject in {*GENERAL, Cause.ENDING, Cause.OTHER}
        is_plain = each.motif in PLAIN or is_vague
        if each.is_strength and not is_plain and -each.excess >= LEAST_COST and topic not in about:
            chosen.append(each)
            about.add(topic)
    return tuple(chosen[:MOST_STRENGTHS])


def worst_of(games: Sequence[StudiedGame]) -> tuple[Example, ...]:
    """The costliest mistakes, explained ones first."""
    faults = [(game, fault) for game in games for fault in game.faults]
    faults.sort(key=lambda each: (not each[1].is_explained, -each[0].moves[each[1].ply].lost))
    return tuple(Example(game.number, fault.ply) for game, fault in faults[:MOST_WORST])
