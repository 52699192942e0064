"""Is it fixed? What an earlier study named, asked again of the games after it; and every rate over time.

With b of n cases before, a of m since and the others' share q: what is named is named for standing out, and what stood
out by luck comes down by itself. So the share before is drawn towards the others', as if so many more cases w at their
share had been seen that PRIOR of them were hits, and at most half as many as the player has: its distribution is
Beta(b + w q, n - b + w (1 - q)). Were nothing changed, the hits since would be beta-binomial; p is the chance of a or
fewer. Moves of one game are not independent: all counts are first cut
by how much more both together vary over games than independent moves would. p is multiplied by how often the same was
asked before, and all that is asked is decided together (Benjamini and Hochberg).

Whether a rate changed within the games is asked of their halves, by Fisher's test as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, exp, lgamma

from motif.board.wording import percent, plural
from motif.study.findings.claims import FEWEST_GAMES
from motif.study.findings.habits import habit_counts
from motif.study.findings.motifs import found_of
from motif.study.findings.questions import UNSEEN
from motif.study.findings.results import winning_games
from motif.study.findings.verdicts import oversight_words
from motif.study.findings.whole import Learned, make_profile
from motif.study.following import Followed, follow
from motif.study.games import Oversight, Rate, StudiedGame
from motif.study.gathering import date_of, fingerprint, in_order, is_by_search, last_date, later_games, until
from motif.study.peers import BY_MOVES, EVERYBODY, Key, Peers, Side, Subject, Tally, sides_of, tally
from motif.study.profile import (
    Asked,
    Claim,
    Counted,
    Kind,
    Leak,
    Period,
    Profile,
    Progress,
    Trend,
    Verdict,
    difference,
    significant,
)
from motif.study.study import Study
from motif.tactics.rule import Rule

PRIOR = 5.0
"""Hits at the others' share that are added to the player's (experiments/leaks, "Is it fixed?")."""

WEIGHT = 0.5
"""The others count at most so much of what the player does: where they hardly have a leak, PRIOR hits of theirs are
thousands of cases, and would hide that it is gone."""

CALLED_BETTER = 0.03
"""Of what is called better, so much may be chance (experiments/leaks, "Is it fixed?")."""

MOST_TO_WAIT_FOR = 300
MOST_PERIODS = 8
FEWEST_IN_A_PERIOD = 10

_SUBJECTS = {
    Kind.MISSED: Subject.MISSED,
    Kind.ALLOWED: Subject.ALLOWED,
    Kind.OVERSIGHT: Subject.OVERSIGHTS,
    Kind.PHASE: Subject.MISTAKES,
    Kind.RULE: Subject.RULES,
}
_UNITS = {
    Kind.MISSED: "chances",
    Kind.CONVERSION: "winning positions",
    Kind.ENDGAME: "endings",
    Kind.OPENING: "games",
    Kind.RULE: "cases",
}


@dataclass(frozen=True, slots=True)
class Habit:
    """Something that a study named: what it counts, and what it is called."""

    kind: Kind
    subject: str
    title: str
    rule: str | None = None

    @classmethod
    def of(cls, named: Leak | Claim | Asked) -> Habit:
        """What is named on the first screen, among the claims, or was asked before."""
        if not isinstance(named, Claim):
            return cls(named.kind, named.subject, named.title, named.rule)
        by_theme = named.theme is not None and named.kind in (Kind.MISSED, Kind.ALLOWED)
        subject = str(named.theme) if by_theme else named.subject
        title = f"You {'miss' if named.kind is Kind.MISSED else 'allow'} {plural(subject)}" if by_theme else subject
        if named.kind is Kind.OVERSIGHT:
            title = oversight_words(subject).title
        return cls(named.kind, subject, title[:1].upper() + title[1:], named.rule)

    @property
    def name(self) -> tuple[Kind, str]:
        """What two habits share that are the same."""
        return self.kind, self.subject


def named_habits(profile: Profile) -> tuple[Habit, ...]:
    """What a study told the player to look at: the first screen; of studies without one the claims to work on."""
    return tuple(map(Habit.of, profile.leaks)) or tuple(map(Habit.of, profile.work_on))


@dataclass(slots=True)
class Games:
    """Games of the player, in which anything that a study names can be counted."""

    games: tuple[StudiedGame, ...]
    peers: Peers | None
    _sides: dict[bool, list[Side]] = field(default_factory=dict)
    _tallies: dict[bool, dict[Key, Tally]] = field(default_factory=dict)

    def count(self, habit: Habit) -> tuple[Counted, Rate | None]:
        """How often a habit shows, game by game where it can, and how often in whom it is compared with."""
        if habit.kind is Kind.RULE and not any(side.followed for some in self._sides.values() for side in some):
            self._look(follow(self.games))
        if habit.kind in _SUBJECTS:
            return self._tallied(habit)
        if habit.kind is Kind.CONVERSION:
            return self._converted()
        if habit.kind is Kind.HABIT and habit.rule is not None:
            return habit_counts(Rule.parse(habit.rule), self.games)
        return self._claimed(habit)

    def blunders(self) -> Counted:
        """The player's blunders, game by game."""
        self._look()
        return self._tallies[True][Subject.BLUNDERS, EVERYBODY].counted

    def _look(self, followed: Followed = ()) -> None:
        """Count everything once; again only with occasions to follow a rule, which take longest to find."""
        if followed or not self._sides:
            self._sides = {players: sides_of(self.games, followed, players=players) for players in (True, False)}
            self._tallies = {players: tally(sides) for players, sides in self._sides.items()}

    def _tallied(self, habit: Habit) -> tuple[Counted, Rate]:
        self._look()
        subject, which = _SUBJECTS[habit.kind], habit.subject
        own, theirs = self._tallies[True], self._tallies[False]
        if subject is Subject.RULES:
            # A claim says a rule without its full stop.
            which = next((name for _, name in (*own, *theirs) if name.rstrip(".") == which), which)
        # What the opponent can do is all that was overlooked but chances of one's own; a mistake overlooks one thing.
        names = [each.value for each in Oversight if each is not Oversight.CHANCE] if which == UNSEEN else [which]
        keys: list[Key] = [(subject, name) for name in names]
        moves = {players: [len(side.moves) for side in sides] for players, sides in self._sides.items()}
        nothing = moves[True] if subject in BY_MOVES else [0] * len(self.games)
        none = Counted((0,) * len(self.games), tuple(nothing))
        counted = [own[key].counted for key in keys if key in own] or [none]
        others = [theirs[key].counted.rate for key in keys if key in theirs]
        hits = tuple(map(sum, zip(*(each.hits for each in counted), strict=True)))
        count = sum(moves[False]) if subject in BY_MOVES else 0
        return Counted(hits, counted[0].counts), Rate(
            sum(each.hits for each in others), others[0].count if others else count
        )

    def _converted(self) -> tuple[Counted, Rate]:
        own = {each.game: int(each.dropped > 0) for each in winning_games(self.games)}
        theirs = [int(each.dropped > 0) for each in winning_games(self.games, players=False)]
        numbers = [game.number for game in self.games]
        hits, counts = ([own.get(number, 0) for number in numbers], [int(number in own) for number in numbers])
        return Counted(tuple(hits), tuple(counts)), Rate(sum(theirs), len(theirs))

    def _claimed(self, habit: Habit) -> tuple[Counted, Rate | None]:
        """What is counted nowhere else, as the claims about these games have it."""
        claims = make_profile("", self.games, self.peers, Learned((), ())).claims
        same = [each for each in claims if each.subject == habit.subject and each.kind in (habit.kind, Kind.STRENGTH)]
        if not same:
            return Counted((), ()), None
        yours, others = same[0].yours, same[0].peers
        if habit.kind is Kind.OPENING:
            # Its share is of points made, and what counts here is what went wrong.
            yours, others = found_of(yours), found_of(others) if others else None
        return Counted((1,) * yours.hits + (0,) * (yours.count - yours.hits), (1,) * yours.count), others


def progress_of(
    profile: Profile, games: Sequence[StudiedGame], peers: Peers | None, earlier: Study | None = None
) -> Progress:
    """The trends in all games that are known, and what became of all that earlier studies named."""
    here = set(map(fingerprint, games))
    then = until(games, earlier.games) if earlier else []
    known = [*games, *(game for game in then if fingerprint(game) not in here)]
    trends = tuple(_trends(profile, in_order(known), peers))
    if earlier is None:
        return Progress(trends)
    before = earlier.profile.progress
    seen = tuple(sorted({*before.seen, *map(fingerprint, earlier.games)} - here))
    later = later_games(games, earlier.games, before.seen)
    if not later:
        return Progress(trends, before.asked, before.new_games, seen)
    asked = ask_again(earlier, Games(tuple(then), peers), Games(tuple(later), peers))
    return Progress(trends, asked, len(later), seen)


def ask_again(earlier: Study, then: Games, later: Games, prior: float = PRIOR) -> tuple[Asked, ...]:
    """All habits that were ever named, with what is known of them now."""
    carried = earlier.profile.progress.asked if is_by_search(later.games) == is_by_search(earlier.games) else ()
    asked: list[Asked] = []
    for old in carried:
        fresh, _ = later.count(Habit.of(old))
        after = Counted(old.after.hits + fresh.hits, old.after.counts + fresh.counts)
        asked.append(replace(old, after=after, times=old.times + 1))
    names = {Habit.of(old).name for old in carried}
    since = last_date(earlier.games)
    for habit in named_habits(earlier.profile):
        if habit.name in names:
            continue
        before, others = then.count(habit)
        after, _ = later.count(habit)
        if before.rate.hits:
            asked.append(
                Asked(
                    *(habit.kind, habit.subject, habit.title, since, before, after, others),
                    *(Verdict.TOO_FEW, 1.0, ""),
                    rule=habit.rule,
                )
            )
    return _decided(asked, prior)


def _decided(asked: Sequence[Asked], prior: float) -> tuple[Asked, ...]:
    """Each with its verdict: better only where that holds among all that were asked."""
    enough = [len(each.after.counts) >= FEWEST_GAMES for each in asked]
    tests = [
        min(1.0, each.times * improvement(each.before, each.after, each.others, prior)) if has_games else 1.0
        for each, has_games in zip(asked, enough, strict=True)
    ]
    holds = significant(tests, CALLED_BETTER) if tests else []
    decided = []
    for each, has_games, p, is_better in zip(asked, enough, tests, holds, strict=True):
        would_show = has_games and could_be_seen(each.before, each.after, each.others, prior)
        verdict = Verdict.BETTER if is_better else Verdict.NOT_YET if would_show else Verdict.TOO_FEW
        decided.append(replace(each, p=p, verdict=verdict, words=_words(each, verdict)))
    order = list(Verdict)
    return tuple(sorted(decided, key=lambda each: order.index(each.verdict)))


def improvement(before: Counted, after: Counted, others: Rate | None, prior: float = PRIOR) -> float:
    """How likely so few hits since are by chance, if nothing has changed.

    >>> before, others = Counted((1, 0) * 30, (10,) * 60), Rate(20, 1000)
    >>> rarely, as_ever = Counted((1, 0, 0, 0, 0, 0) * 6, (10,) * 36), Counted((1, 0) * 18, (10,) * 36)
    >>> round(improvement(before, rarely, others), 3), round(improvement(before, as_ever, others), 2)
    (0.019, 0.8)
    """
    cut = _cut(before, after)
    return _at_most(after.rate.hits / cut, after.rate.count / cut, *_shares(before, others, cut, prior))


def could_be_seen(before: Counted, after: Counted, others: Rate | None, prior: float = PRIOR) -> bool:
    """Whether half of the hits that are to be expected would be told from chance."""
    cut = _cut(before, after)
    hits, misses = _shares(before, others, cut, prior)
    count = after.rate.count / cut
    return _at_most(count * hits / (hits + misses) / 2, count, hits, misses) <= CALLED_BETTER


def games_needed(before: Counted, others: Rate | None) -> int | None:
    """How many games it takes, to ten, until half as often would be told from chance; None where too many."""
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
    """For how many moves one independent move counts, in all games together."""
    both = Counted(before.hits + after.hits, before.counts + after.counts)
    rate, effective = both.rate, both.effective
    return max(1.0, rate.count / effective.count) if 0 < rate.hits < rate.count else 1.0


def _shares(before: Counted, others: Rate | None, cut: float, prior: float) -> tuple[float, float]:
    """The hits and misses of the Beta distribution of the share before."""
    hits, count = before.rate.hits / cut, before.rate.count / cut
    # Where the others have none, or are no better, there is nothing to be drawn to.
    share = others.value if others and others.count and 0 < others.value < before.rate.value else None
    weight = min(prior / share, WEIGHT * count) if share else 1.0
    added = weight * share if share else 0.5
    return hits + added, count - hits + weight - added


def _at_most(hits: float, count: float, alpha: float, beta: float) -> float:
    """The chance of so many hits or fewer of a count under the beta-binomial distribution; both are rounded up."""
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


def _words(asked: Asked, verdict: Verdict) -> str:
    unit = _UNITS.get(asked.kind, "moves")
    when = f" (until {asked.since.replace('.', '-')})" if asked.since else ""
    before, after = asked.before.rate, asked.after.rate
    words = f"{_counted(after, unit)} since, {_counted(before, unit)} before{when}."
    if verdict is Verdict.TOO_FEW:
        return f"{words} Even half as often could not be told from chance yet."
    return words


def _counted(rate: Rate, unit: str) -> str:
    return (
        f"{rate.hits} of {rate.count:,} {unit} ({percent(rate.value, small_digits=1)})" if rate.count else f"no {unit}"
    )


def _trends(profile: Profile, games: Sequence[StudiedGame], peers: Peers | None) -> Iterator[Trend]:
    """Blunders first, then what the first screen names; none where halves would have too few games."""
    if len(games) < 2 * FEWEST_GAMES:
        return
    all_games = Games(tuple(games), peers)
    counts = {"Blunders": all_games.blunders()}
    # What is counted game by game; openings and endings have too few games for halves.
    habits = [habit for habit in map(Habit.of, profile.leaks) if habit.kind in (*_SUBJECTS, Kind.CONVERSION)]
    counts |= {habit.title: all_games.count(habit)[0] for habit in habits}
    trends = [_trend(title, games, counted) for title, counted in counts.items() if counted.rate.count]
    holds = significant([trend.p for trend in trends])
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
