"""Count an earlier study's findings again in the games since, and test whether each has improved.

A finding had b hits in n cases before and has a hits since; q is the others' share. Part of any bad run is luck and
fades by itself (regression to the mean), so the share before is first shrunk towards q: w cases at the share q are
added (PRIOR_HITS, but at most half as many cases as the player has). Its distribution is then Beta(b + w q, n - b + w
(1 - q)). If nothing has changed, the hits since are beta-binomial, and p is the probability of a or fewer. As moves of
one game are not independent, all counts are first divided by their overdispersion over games. p is multiplied by the
number of times the finding was tested before; all findings are decided together (Benjamini and Hochberg).

Whether a rate changed within the games is tested between their halves, by Fisher's test.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, exp, lgamma

from motif.statistics.intervals import false_discovery_rates
from motif.study.findings.counting import count_both
from motif.study.findings.endgames import Ending, SmallTables, endings
from motif.study.findings.results import kinds_of_games
from motif.study.games import Rate, StudiedGame
from motif.study.gathering import date_of, fingerprint, in_order, is_by_search, last_date, later_games, until
from motif.study.peers import EVERYBODY, Subject, sides_of, tally
from motif.study.profile import (
    Change,
    Counted,
    Finding,
    FindingProgress,
    Kind,
    Period,
    PlayerProgress,
    Profile,
    Trend,
    difference,
)
from motif.study.study import Study

FEWEST_GAMES = 10
"""With fewer new games no change is reported."""

FALSE_DISCOVERIES = 0.05

PRIOR_HITS = 5.0
"""How many hits at the others' share are added to the player's (experiments/leaks, "Is it fixed?")."""

LARGEST_PRIOR_SHARE = 0.5
"""The added cases are at most this share of the player's: if others hardly ever do it, PRIOR_HITS would be thousands of
cases and hide that the finding is gone."""

CALLED_BETTER = 0.03
"""The share of findings called better that may be so by chance (experiments/leaks, "Is it fixed?")."""

MOST_TO_WAIT_FOR = 300
MOST_PERIODS = 8
FEWEST_IN_A_PERIOD = 10


@dataclass(slots=True)
class Games:
    """The player's games, in which findings of a study can be counted again."""

    games: tuple[StudiedGame, ...]
    _endings: list[Ending] | None = None

    def count(self, finding: Finding | FindingProgress) -> tuple[Counted, Rate | None]:
        """How often a finding occurs in each game, and its rate for the opponents."""
        for some in kinds_of_games(self.games):
            if some.name == finding.name:
                # A loss or a draw counts as a point lost; a half is rounded up.
                lost = [int((game.score or 0.0) < 1.0) for game in some.own.games]
                return Counted(tuple(lost), (1,) * len(lost)), None
        if self._endings is None:
            tables = SmallTables()
            self._endings = [ending for game in self.games for ending in endings(game, tables)]
        pairs = count_both(self.games, self._endings, [finding.name])
        return (pairs[0].own.counted, pairs[0].theirs.rate) if pairs else (Counted((), ()), None)

    def blunders(self) -> Counted:
        return tally(sides_of(self.games))[Subject.BLUNDERS, EVERYBODY]


def progress_of(profile: Profile, games: Sequence[StudiedGame], earlier: Study | None = None) -> PlayerProgress:
    """The trends in all known games, and what became of the findings of earlier studies."""
    here = set(map(fingerprint, games))
    then = until(games, earlier.games) if earlier else []
    known = [*games, *(game for game in then if fingerprint(game) not in here)]
    trends = tuple(_trends(profile, in_order(known)))
    if earlier is None:
        return PlayerProgress(trends)
    before = earlier.profile.progress
    seen = tuple(sorted({*before.seen, *map(fingerprint, earlier.games)} - here))
    later = later_games(games, earlier.games, before.seen)
    if not later:
        return PlayerProgress(trends, before.findings, before.new_games, seen)
    followed = count_again(earlier, Games(tuple(then)), Games(tuple(later)))
    return PlayerProgress(trends, followed, len(later), seen)


def count_again(earlier: Study, then: Games, later: Games, prior: float = PRIOR_HITS) -> tuple[FindingProgress, ...]:
    """Count the findings that an earlier study recommended to work on again in the games since."""
    carried = earlier.profile.progress.findings if is_by_search(later.games) == is_by_search(earlier.games) else ()
    followed: list[FindingProgress] = []
    for old in carried:
        fresh, _ = later.count(old)
        after = Counted(old.after.hits + fresh.hits, old.after.counts + fresh.counts)
        followed.append(replace(old, after=after, times=old.times + 1))
    names = {old.name for old in carried}
    since = last_date(earlier.games)
    for finding in earlier.profile.work_on:
        if finding.name in names:
            continue
        before, others = then.count(finding)
        after, _ = later.count(finding)
        if before.rate.hits:
            followed.append(
                FindingProgress(
                    *(finding.kind, finding.subject, finding.title, since, before, after, others),
                    *(Change.TOO_FEW, 1.0, ""),
                    rule=finding.rule,
                )
            )
    return _decided(followed, prior)


def _decided(followed: Sequence[FindingProgress], prior: float) -> tuple[FindingProgress, ...]:
    """Decide the change of each finding: better only if significant among all findings followed."""
    enough = [len(each.after.counts) >= FEWEST_GAMES for each in followed]
    tests = [
        min(1.0, each.times * improvement(each.before, each.after, each.others, prior)) if has_games else 1.0
        for each, has_games in zip(followed, enough, strict=True)
    ]
    holds = significant(tests, CALLED_BETTER) if tests else []
    decided = []
    for each, has_games, p, is_better in zip(followed, enough, tests, holds, strict=True):
        would_show = has_games and could_be_seen(each.before, each.after, each.others, prior)
        is_fixed = is_better and each.others is not None and each.after.rate.value <= each.others.value
        change = (
            Change.FIXED
            if is_fixed
            else Change.BETTER
            if is_better
            else Change.NOT_YET
            if would_show
            else Change.TOO_FEW
        )
        decided.append(replace(each, p=p, change=change, words=_words(each)))
    order = list(Change)
    return tuple(sorted(decided, key=lambda each: order.index(each.change)))


def significant(p_values: Sequence[float], share: float) -> list[bool]:
    """Return which of many tests are significant together (Benjamini and Hochberg).

    >>> significant([0.001, 0.2, 0.02, 0.04], 0.05)
    [True, False, True, False]
    """
    return [rate <= share for rate in false_discovery_rates(p_values)]


def improvement(before: Counted, after: Counted, others: Rate | None, prior: float = PRIOR_HITS) -> float:
    """The probability of this few hits or fewer since then, if nothing has changed.

    >>> before, others = Counted((1, 0) * 30, (10,) * 60), Rate(20, 1000)
    >>> rarely, as_ever = Counted((1, 0, 0, 0, 0, 0) * 6, (10,) * 36), Counted((1, 0) * 18, (10,) * 36)
    >>> round(improvement(before, rarely, others), 3), round(improvement(before, as_ever, others), 2)
    (0.019, 0.8)
    """
    cut = _cut(before, after)
    return _probability_of_at_most(after.rate.hits / cut, after.rate.count / cut, *_shares(before, others, cut, prior))


def could_be_seen(before: Counted, after: Counted, others: Rate | None, prior: float = PRIOR_HITS) -> bool:
    """Whether there are enough games for a drop to half of the expected hits to be significant."""
    cut = _cut(before, after)
    hits, misses = _shares(before, others, cut, prior)
    count = after.rate.count / cut
    return _probability_of_at_most(count * hits / (hits + misses) / 2, count, hits, misses) <= CALLED_BETTER


def games_needed(before: Counted, others: Rate | None) -> int | None:
    """How many games (in tens) it takes for a drop to half to be significant; None if too many."""
    games = len(before.counts)
    if not before.rate.hits:
        return None
    for count in range(FEWEST_GAMES, MOST_TO_WAIT_FOR + 1, 10):
        places = [place % games for place in range(count)]
        after = Counted(tuple(before.hits[at] for at in places), tuple(before.counts[at] for at in places))
        if could_be_seen(before, after, others):
            return count
    return None


def _cut(before: Counted, after: Counted) -> float:
    """How many moves count as one independent move, by the dispersion over games."""
    both = Counted(before.hits + after.hits, before.counts + after.counts)
    rate, effective = both.rate, both.effective
    return max(1.0, rate.count / effective.count) if 0 < rate.hits < rate.count else 1.0


def _shares(before: Counted, others: Rate | None, cut: float, prior: float) -> tuple[float, float]:
    """The parameters (hits and misses) of the Beta distribution of the earlier share."""
    hits, count = before.rate.hits / cut, before.rate.count / cut
    # If the others have none, or are no better, there is no rate to shrink towards.
    share = others.value if others and others.count and 0 < others.value < before.rate.value else None
    weight = min(prior / share, LARGEST_PRIOR_SHARE * count) if share else 1.0
    added = weight * share if share else 0.5
    return hits + added, count - hits + weight - added


def _probability_of_at_most(hits: float, count: float, alpha: float, beta: float) -> float:
    """The probability of at most this many hits under the beta-binomial distribution; hits and count are rounded up."""
    most, of = ceil(hits - 1e-9), max(ceil(count - 1e-9), ceil(hits - 1e-9))
    if not of:
        return 1.0
    whole = lgamma(alpha) + lgamma(beta) - lgamma(alpha + beta)
    ways = lgamma(of + 1) - lgamma(of + alpha + beta)
    chances = (
        exp(ways - lgamma(k + 1) - lgamma(of - k + 1) + lgamma(k + alpha) + lgamma(of - k + beta) - whole)
        for k in range(most + 1)
    )
    return min(1.0, sum(chances))


def _words(followed: FindingProgress) -> str:
    when = f" (until {followed.since.replace('.', '-')})" if followed.since else ""
    return f"{_a_game(followed.after)} since, {_a_game(followed.before)} before{when}."


def _a_game(counted: Counted) -> str:
    rate, games = counted.rate, len(counted.counts)
    if not games:
        return "no case"
    return f"{rate.hits} in {games} games ({rate.hits / games:.2f} a game)"


def _trends(profile: Profile, games: Sequence[StudiedGame]) -> Iterator[Trend]:
    """The trends of blunders and of the findings to work on; none if each half would have too few games."""
    if len(games) < 2 * FEWEST_GAMES:
        return
    all_games = Games(tuple(games))
    counts = {"Blunders": all_games.blunders()}
    # Only findings with counts per game; openings and results have too few games for halves.
    kinds = {Kind.OPENING, Kind.RESULTS}
    counts |= {each.title: all_games.count(each)[0] for each in profile.work_on if each.kind not in kinds}
    trends = [_trend(title, games, counted) for title, counted in counts.items() if counted.rate.count]
    holds = significant([trend.p for trend in trends], FALSE_DISCOVERIES)
    yield from (replace(trend, said=said) for trend, said in zip(trends, holds, strict=True))


def _trend(title: str, games: Sequence[StudiedGame], counted: Counted) -> Trend:
    def part(first: int, end: int) -> Counted:
        return Counted(counted.hits[first:end], counted.counts[first:end])

    size = max(FEWEST_IN_A_PERIOD, ceil(len(games) / MOST_PERIODS))
    periods = [
        Period(len(some), date_of(some[0]), date_of(some[-1]), part(first, first + size).rate)
        for first in range(0, len(games), size)
        if (some := games[first : first + size])
    ]
    middle = len(games) // 2
    earlier, later = part(0, middle), part(middle, len(games))
    cut = _cut(earlier, later)
    p = difference(*(Rate(round(half.rate.hits / cut), round(half.rate.count / cut)) for half in (earlier, later)))
    return Trend(title, tuple(periods), earlier.rate, later.rate, p, said=False)
