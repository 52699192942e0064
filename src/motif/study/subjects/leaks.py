"""The first screen: the three things that cost a player most, each with how sure that is.

What a thing costs is the winning chance that its moves gave away, summed over games: a whole one is a point. Beside it
stands what the opponents lose in this way in the same games. With d the difference between both sides in a game, and
either side as good as the other, every d could as well have the other sign: z = sum d / sqrt(sum d * d)
is about normal.

*Proven* is what a claim is: significant among all that was tested. *Likely* is the same with one in five instead of one
in twenty that may be chance, by that test or by the one against the opponents. *Watch* is the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import erfc, sqrt
from statistics import fmean, stdev

from motif.study.comparing import significant
from motif.study.counting import Side
from motif.study.games import Outcome, Oversight, StudiedGame
from motif.study.profile import Certainty, Claim, Example, Kind, Leak
from motif.study.review import MISTAKE
from motif.study.subjects.claims import FEWEST, FEWEST_GAMES, MOST_EXAMPLES, MOST_TO_WORK_ON, rank
from motif.study.subjects.conversion import examples_of, winning_games
from motif.study.subjects.motifs import plural
from motif.study.subjects.oversights import WORDS

MAY_BE_CHANCE = 0.20
"""Of what is called likely."""

MOST_SHARED = 0.5
"""Of what a thing costs, so much may stand under another on the first screen."""

PLACES = frozenset({Kind.PHASE, Kind.CONVERSION})
Name = tuple[Kind, str]


@dataclass(slots=True)
class Spent:
    """What one thing cost, game by game: each move of the player, and the opponents' sum."""

    own: dict[int, list[tuple[float, Example]]] = field(default_factory=lambda: defaultdict(list))
    theirs: dict[int, float] = field(default_factory=lambda: defaultdict(float))

    @property
    def cases(self) -> list[tuple[float, Example]]:
        """Every move of the player, the costliest first."""
        return sorted((case for some in self.own.values() for case in some), key=lambda case: -case[0])

    def per_game(self, games: Sequence[int]) -> list[float]:
        """What the player lost in each game."""
        return [sum(lost for lost, _ in self.own.get(game, ())) for game in games]

    def p(self, games: Sequence[int]) -> float:
        """How likely the player loses so much more than the opponents by chance."""
        apart = [own - self.theirs.get(game, 0.0) for own, game in zip(self.per_game(games), games, strict=True)]
        if sum(each != 0 for each in apart) < FEWEST:
            return 1.0
        return 0.5 * erfc(sum(apart) / sqrt(2 * sum(each * each for each in apart)))


def spent_by(sides: Sequence[Side], others: Sequence[Side], games: Sequence[StudiedGame]) -> dict[Name, Spent]:
    """What each thing cost both sides; only what the player did at all."""
    spent: dict[Name, Spent] = defaultdict(Spent)
    for side in sides:
        for name, ply, lost in _losses(side):
            spent[name].own[side.game].append((lost, Example(side.game, ply)))
    for side in others:
        for name, _, lost in _losses(side):
            if name in spent:
                spent[name].theirs[side.game] += lost
    conversion = Spent()
    for win in winning_games(games):
        if win.dropped:
            conversion.own[win.game].append((win.dropped, Example(win.game, win.worst)))
    for win in winning_games(games, players=False):
        conversion.theirs[win.game] += win.dropped
    return {**spent, (Kind.CONVERSION, "winning positions"): conversion} if conversion.own else dict(spent)


def leaks(
    games: Sequence[StudiedGame], claims: Sequence[Claim], sides: Sequence[Side], others: Sequence[Side]
) -> tuple[Leak, ...]:
    """What costs the player most: what is proven first, then what is likely, then the costliest of the rest."""
    spent = spent_by(sides, others, games)
    numbers = [game.number for game in games]
    standings = _standings(spent, claims, numbers)
    found = [
        _leak(name, each, standings[name], games, sides)
        for name, each in spent.items()
        if len(each.cases) >= FEWEST or standings[name] is not Certainty.WATCH or len(games) < FEWEST_GAMES
    ]
    candidates = [
        (leak, {example: lost for lost, example in spent[leak.kind, leak.subject].cases})
        for leak in found
        # A phase says where, and nearly everything is somewhere.
        if leak.kind is not Kind.PHASE or leak.standing is not Certainty.WATCH
    ]
    moves = sum(len(side.moves) for side in sides)
    for claim in claims:
        standing = standings.get((claim.kind, _subject(claim)))
        if (claim.kind, _subject(claim)) not in spent and standing and claim.cost > 0:
            candidates.append((_of_claim(claim, standing, moves, len(games)), dict.fromkeys(claim.examples, 1.0)))
    order = list(Certainty)
    # What the opponents lose more by is the player's last concern.
    candidates.sort(
        key=lambda each: (
            order.index(each[0].standing),
            each[0].opponents is not None and each[0].points < each[0].opponents,
            _tier(each[0]),
            -each[0].points,
        )
    )
    return tuple(_apart(candidates))


def _losses(side: Side) -> Iterable[tuple[Name, int, float]]:
    lost = {ply: move.lost for ply, move in side.moves}
    for each in side.overlooked:
        yield (Kind.OVERSIGHT, each.oversight.value), each.ply, lost[each.ply]
    for occasion in side.occasions:
        if occasion.outcome is not Outcome.FOUND:
            kind = Kind.MISSED if occasion.outcome is Outcome.MISSED else Kind.ALLOWED
            yield (kind, occasion.motif), occasion.ply, occasion.lost
    for ply, move in side.moves:
        if move.lost >= MISTAKE:
            yield (Kind.PHASE, move.phase.value), ply, move.lost


def _standings(spent: dict[Name, Spent], claims: Sequence[Claim], games: Sequence[int]) -> dict[Name, Certainty]:
    """How sure each thing is; with too few games nothing is."""
    standings = dict.fromkeys(spent, Certainty.WATCH)
    if len(games) < FEWEST_GAMES:
        return standings
    names = [name for name, each in spent.items() if len(each.cases) >= FEWEST and name[0] not in PLACES]
    tested = [claim for claim in claims if claim.p < 1]
    likely = significant([spent[name].p(games) for name in names], MAY_BE_CHANCE) if names else []
    standings |= {name: Certainty.LIKELY for name, holds in zip(names, likely, strict=True) if holds}
    held = significant([claim.p for claim in tested], MAY_BE_CHANCE) if tested else []
    for claim, holds in zip(tested, held, strict=True):
        if claim.kind is not Kind.STRENGTH and (holds or claim.said):
            standings[claim.kind, _subject(claim)] = Certainty.PROVEN if claim.said else Certainty.LIKELY
    return standings


def _subject(claim: Claim) -> str:
    return claim.theme if claim.theme and claim.kind in (Kind.MISSED, Kind.ALLOWED) else claim.subject


def _tier(leak: Leak) -> int:
    """Where all may be chance, only the cost counts."""
    return 0 if leak.standing is Certainty.WATCH else rank(leak.kind)


def _apart(candidates: Sequence[tuple[Leak, dict[Example, float]]]) -> Iterable[Leak]:
    """The first few that do not speak of the same moves."""
    chosen: list[dict[Example, float]] = []
    for leak, cases in candidates:
        whole = sum(cases.values())
        shared = (sum(lost for example, lost in cases.items() if example in other) for other in chosen)
        if all(each <= MOST_SHARED * whole for each in shared):
            chosen.append(cases)
            yield leak
        if len(chosen) == MOST_TO_WORK_ON:
            return


def _leak(name: Name, spent: Spent, standing: Certainty, games: Sequence[StudiedGame], sides: Sequence[Side]) -> Leak:
    kind, subject = name
    numbers = [game.number for game in games]
    mean, low, high = _mean(spent.per_game(numbers))
    opponents = 100 * sum(spent.theirs.values()) / len(games)
    title, what = _told(name, spent, games, sides)
    words = (
        f"{what} That costs you {points(mean)} in a hundred games"
        f"{f' (between {low:.1f} and {high:.1f})' if len(games) >= FEWEST_GAMES else ''}; "
        f"your opponents lost {points(opponents)} that way in the same games."
    )
    cases = spent.cases
    examples = tuple(example for _, example in cases[:MOST_EXAMPLES])
    if kind is Kind.CONVERSION:
        examples = examples_of(winning_games(games))
    theme = subject if kind in (Kind.MISSED, Kind.ALLOWED) else None
    return Leak(kind, subject, title, words, standing, mean, (low, high), opponents, len(cases), examples, theme)


def _told(name: Name, spent: Spent, games: Sequence[StudiedGame], sides: Sequence[Side]) -> tuple[str, str]:
    """A heading, and what was counted."""
    kind, subject = name
    cases = len(spent.cases)
    times = "once" if cases == 1 else "twice" if cases == 2 else f"{cases} times"
    match kind:
        case Kind.OVERSIGHT:
            words = WORDS[Oversight(subject)]
            mistakes = sum(move.lost >= MISTAKE for side in sides for _, move in side.moves)
            return words.title, f"{cases} of your {mistakes} mistakes {words.does}."
        case Kind.MISSED:
            there = sum(occasion.motif == subject and occasion.outcome is not Outcome.ALLOWED
                        for side in sides for occasion in side.occasions)  # fmt: skip
            return f"You miss {plural(subject)}", f"You missed {cases} of {there} that were there for you to play."
        case Kind.ALLOWED:
            return f"You allow {plural(subject)}", f"You allowed {plural(subject)} {times} in {len(games)} games."
        case Kind.CONVERSION:
            won = winning_games(games)
            return "You let won games go", (
                f"You stood three pawns better in {len(won)} of your {len(games)} games "
                f"and did not win {cases} of them."
            )
        case _:
            where = {"opening": "the opening", "middlegame": "the middlegame", "endgame": "the endgame"}[subject]
            return f"You err in {where}", f"{cases} of your mistakes are in {where}."


def _of_claim(claim: Claim, standing: Certainty, moves: int, games: int) -> Leak:
    """A claim that is not compared with the opponents: what it costs beyond whom it is compared with."""
    beyond = claim.cost * moves / games
    words = f"{claim.words} Beyond {claim.beside}, that costs you {points(beyond)} in a hundred games."
    return Leak(
        *(claim.kind, claim.subject, claim.subject, words, standing, beyond, None, None),
        *(claim.yours.hits, claim.examples, claim.theme, claim.rule),
    )


def _mean(lost: Sequence[float]) -> tuple[float, float, float]:
    """What is lost in a hundred games, and where that lies with a confidence of 95 %, games being independent."""
    mean = 100 * fmean(lost)
    reach = 196 * stdev(lost) / sqrt(len(lost)) if len(lost) > 1 else mean
    return mean, max(0.0, mean - reach), mean + reach


def points(number: float) -> str:
    """Points of games in words.

    >>> points(12.34), points(1.0)
    ('12.3 points', '1.0 points')
    """
    return f"{number:.1f} points"
