"""The first screen: the three things that stand out most or cost a player most, each with how sure that is.

What a thing costs is the winning chance that its moves gave away, summed over games: a whole one is a point. Beside it
stands what the opponents lose in this way in the same games.

*Proven* is what a claim is: significant among all that was tested. *Likely* is what is there with nine to one, given
how far people of a rating differ (`comparing.chance_of_more`). *Watch* is the rest, the costliest first. What is proven
or likely is told in the order of how clearly it shows: a place has all that a cause costs in its own sum, and a cause
all that it costs in every place, but neither shows as clearly as what is really wrong (experiments/leaks). Where the
cases of something narrower (a motif, an ending, a line, the clock) are what makes something wider stand out, so that
without them hardly anything is left of it, the narrower is told in its place; where that is not sure itself, next. One
habit may speak of moves that something else speaks of: it says what the player does, the other what comes of it. What
general rules and patterns say of a player comes after all else: hardly a coach would begin with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev

from motif.board.wording import percent, plural
from motif.study.findings import results
from motif.study.findings.claims import (
    FEWEST,
    FEWEST_GAMES,
    LEARNED,
    MOST_EXAMPLES,
    MOST_TO_WORK_ON,
    OPPONENTS,
)
from motif.study.findings.clocks import HASTE, IN_TROUBLE, LONG_THINKS
from motif.study.findings.questions import EARLY, FLAG, LATE, OPEN, PLACES, Question
from motif.study.findings.results import examples_of, scored, winning_games
from motif.study.findings.verdicts import Verdict, oversight_words, title
from motif.study.games import StudiedGame
from motif.study.peers import Side
from motif.study.profile import Certainty, Claim, Example, Excess, Kind, Leak, chance_of_more, significant
from motif.study.review import MISTAKE

LIKELY = 0.9
"""Nine to one: with four to one, three of four players without a leak had something likely."""

MAY_BE_CHANCE = 0.20
"""Of what a program learned and is called likely."""

MOST_SHARED = 0.5
"""Of what a thing costs, so much may stand under another on the first screen."""


MOST_LEFT = 0.6
"""Of how clearly a wider thing shows, so much or less is left without the cases of what explains it."""

NARROW = frozenset({Kind.MISSED, Kind.ALLOWED, Kind.ENDGAME, Kind.OPENING, Kind.CLOCK})
"""What names a motif, an ending, a line or the clock; all else is wider."""

SCORED = frozenset({Kind.RESULTS, Kind.OPENING})
"""What is counted in results."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A leak with how clearly it shows and the moves that it is about."""

    leak: Leak
    clarity: float
    cases: Mapping[Example, float]
    question: Question | None = None
    whole: Leak | None = None
    """The wider thing that it explains and stands behind."""

    def part_of(self, wider: Candidate) -> Candidate:
        """The same, behind what it explains."""
        return replace(self, whole=wider.leak)

    def explains(self, wider: Candidate) -> bool:
        """Whether hardly anything of something wider stands out without the cases of this, on both sides."""
        if self.question is None or wider.question is None or wider.leak.kind in NARROW:
            return False
        whole = wider.question.excess().z
        return whole > 0 and wider.question.without(self.question).excess().z <= MOST_LEFT * whole

    @property
    def is_place(self) -> bool:
        """Whether it says where rather than what."""
        return self.leak.kind in PLACES or self.leak.kind is Kind.OPENING

    @property
    def order(self) -> tuple[bool, int, bool, bool, float]:
        """What is sure first; what the opponents lose more by last; then by clarity, or where all is open by cost."""
        leak = self.leak
        is_general = leak.kind in LEARNED and leak.kind is not Kind.HABIT
        is_watch = leak.standing is Certainty.WATCH
        more = leak.opponents is not None and leak.points < leak.opponents
        rank = -(leak.points - (leak.opponents or 0.0)) if is_watch else -self.clarity
        return is_general, list(Certainty).index(leak.standing), is_watch and more, leak.kind in LEARNED, rank


@dataclass(frozen=True, slots=True)
class Screen:
    """What the first screen is made of."""

    games: Sequence[StudiedGame]
    sides: Sequence[Side]
    verdicts: Sequence[Verdict]
    by_results: Mapping[str, Excess]
    """How far each kind of game scores below what is expected."""
    claims: Sequence[Claim]

    def leaks(self) -> tuple[Leak, ...]:
        """At most three, no two of them about the same moves; never none where anything was lost."""
        if not self.games:
            return ()
        candidates = sorted([*self._of_questions(), *self._of_claims()], key=lambda each: each.order)
        # A place says where, and nearly everything is somewhere: that is told where nothing else is.
        telling = [each for each in candidates if each.leak.standing is not Certainty.WATCH or not each.is_place]
        return tuple(apart(one_clock(_explained(telling)) or candidates))

    def _of_questions(self) -> Iterable[Candidate]:
        said = {(claim.kind, claim.theme or claim.subject) for claim in self.claims if claim.said}
        few = len(self.games) < FEWEST_GAMES
        for verdict in self.verdicts:
            question = verdict.question
            if not question.own.cases:
                continue
            standing = Certainty.WATCH
            if not few and verdict.is_leak:
                if (question.kind, question.subject) in said:
                    standing = Certainty.PROVEN
                elif verdict.chance >= LIKELY:
                    standing = Certainty.LIKELY
            if standing is not Certainty.WATCH or few or len(question.own.cases) >= FEWEST:
                leak = self._leak(verdict, standing)
                cases = {example: lost for lost, example in question.own.cases}
                yield Candidate(leak, verdict.carrying.z, cases, question)

    def _of_claims(self) -> Iterable[Candidate]:
        """What is not asked of the opponents: results, and what a program learned."""
        if len(self.games) < FEWEST_GAMES:
            return
        learned = [claim for claim in self.claims if claim.kind in LEARNED and claim.p < 1]
        held = significant([claim.p for claim in learned], MAY_BE_CHANCE) if learned else []
        likely = {id(claim) for claim, holds in zip(learned, held, strict=True) if holds}
        moves = sum(len(side.moves) for side in self.sides)
        for claim in self.claims:
            excess = self.by_results.get(claim.subject)
            is_likely = excess is not None and chance_of_more(excess, results.SPREAD) >= LIKELY
            if claim.cost > 0 and (claim.said or is_likely or id(claim) in likely) and not self._is_asked(claim):
                standing = Certainty.PROVEN if claim.said else Certainty.LIKELY
                leak = _of_claim(claim, standing, moves, len(self.games))
                yield Candidate(leak, excess.z if excess else 0.0, dict.fromkeys(claim.examples, 1.0))

    def _is_asked(self, claim: Claim) -> bool:
        return claim.kind is Kind.STRENGTH or any(
            each.question.kind is claim.kind and each.question.subject == (claim.theme or claim.subject)
            for each in self.verdicts
        )

    def _leak(self, verdict: Verdict, standing: Certainty) -> Leak:
        question = verdict.question
        mean, low, high = _mean(question.own.lost)
        opponents = 100 * fmean(question.theirs.lost)
        # Of few games, or of games that are all alike, an interval says nothing.
        is_known = len(self.games) >= FEWEST_GAMES and round(low, 1) < round(high, 1)
        between = f" (between {low:.1f} and {high:.1f})" if is_known else ""
        sentences = [
            self._counted(verdict),
            f"That costs you {points(mean)} in a hundred games{between}, and your opponents {points(opponents)}.",
        ]
        if standing is not Certainty.WATCH:
            sentences.append(_carried(verdict))
        examples = tuple(example for _, example in question.own.cases[:MOST_EXAMPLES])
        if question.kind is Kind.CONVERSION:
            examples = examples_of(winning_games(self.games))
        theme = question.subject if question.kind in (Kind.MISSED, Kind.ALLOWED) else None
        beside = "peers" if verdict.is_carried_by_peers else OPPONENTS
        return Leak(
            question.kind,
            question.subject,
            _title(question),
            " ".join(filter(None, sentences)),
            standing,
            points=mean,
            interval=(low, high),
            opponents=opponents,
            cases=len(question.own.cases),
            examples=examples,
            theme=theme,
            beside="" if standing is Certainty.WATCH else beside,
        )

    def _counted(self, verdict: Verdict) -> str:
        """What was counted, in a sentence."""
        question = verdict.question
        kind, subject = question.kind, question.subject
        rate, theirs = question.own.counted.rate, question.theirs.counted.rate
        cases = len(question.own.cases)
        mistakes = sum(move.lost >= MISTAKE for side in self.sides for _, move in side.moves)
        match kind:
            case Kind.OVERSIGHT:
                return f"{cases} of your {mistakes} mistakes {oversight_words(subject).does}."
            case Kind.MISSED:
                missed = f"You missed {cases} of {rate.count} that were there for you to play"
                return f"{missed}{_mostly_by(question, self.games)}."
            case Kind.ALLOWED:
                return f"You allowed {plural(subject)} {_times(cases)} in {len(self.games)} games."
            case Kind.CONVERSION:
                return (
                    f"You stood three pawns better in {rate.count} of your {len(self.games)} games "
                    f"and did not win {cases} of them."
                )
            case Kind.STAGE:
                return (
                    f"After move {LATE}, while neither side was {OPEN // 100} pawns ahead, {cases} of your "
                    f"{rate.count:,} moves {_mistakes(cases)} "
                    f"({percent(rate.value, small_digits=1)}); "
                    f"of your opponents' {percent(theirs.value, small_digits=1)}."
                )
            case Kind.CLOCK:
                return f"{cases} {CLOCK_WORDS[subject]}; {len(question.theirs.cases)} of your opponents'."
            case Kind.OPENING:
                return _line_words(question, self.games)
            case _:
                where = f"the {subject}" if kind is Kind.PHASE else subject
                return (
                    f"In {where} {cases} of your {rate.count:,} moves {_mistakes(cases)} "
                    f"({percent(rate.value, small_digits=1)}); "
                    f"of your opponents' {percent(theirs.value, small_digits=1)}."
                )


MEN = {"N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king", "O": "king"}

CLOCK_WORDS = {
    HASTE: "of your mistakes were played in a tenth of your usual time, with enough left on the clock",
    IN_TROUBLE: "of your mistakes came with less than a tenth of your time left",
    LONG_THINKS: "of your mistakes came after a think of four times your usual length",
    FLAG: "of your games were lost on time",
}


def _title(question: Question) -> str:
    line = question.line
    return f"Your {line.name or line.moves} with {line.colour} loses ground" if line else title(*_name(question))


def _name(question: Question) -> tuple[Kind, str]:
    return question.kind, question.subject


def _carried(verdict: Verdict) -> str:
    """Which comparison makes the case, where the points do not say it already."""
    question, rate = verdict.question, verdict.question.own.counted.rate
    if verdict.is_carried_by_peers:
        if question.kind in (Kind.ALLOWED, Kind.OVERSIGHT):
            return (
                f"That is {1000 * rate.value:.1f} in a thousand of your moves; players of your rating: "
                f"{1000 * verdict.others.value:.1f}."
            )
        peers, yours = (percent(each.value, small_digits=1) for each in (verdict.others, rate))
        return f"Players of your rating: {peers}; you: {yours}."
    own, theirs = question.own, question.theirs
    whole, their_whole = (sum(part.rest) + len(part.cases) for part in (own, theirs))
    if question.kind in (Kind.OVERSIGHT, Kind.MISSED, Kind.ALLOWED, Kind.CLOCK) and whole < their_whole:
        return (
            f"You make fewer mistakes than your opponents, but of yours "
            f"{percent(len(own.cases) / max(1, whole), small_digits=1)} are "
            f"of this kind, of theirs {percent(len(theirs.cases) / max(1, their_whole), small_digits=1)}."
        )
    if question.line is not None:
        ground, their_ground = (100 * sum(part.rest) / max(1, part.rest_count) for part in (own, theirs))
        here, their_here = (100 * sum(part.lost) / max(1, sum(part.counts)) for part in (own, theirs))
        return (
            f"A move of yours in this line loses {here:.1f} % of the winning chance, and as early in your other games "
            f"with {question.line.colour} {ground:.1f} %; theirs {their_here:.1f} and {their_ground:.1f} %."
        )
    if question.kind in PLACES:
        you, they = (percent(sum(part.rest) / max(1, part.rest_count), small_digits=1) for part in (own, theirs))
        when = f"Between moves {EARLY + 1} and {LATE}" if question.kind is Kind.STAGE else "Elsewhere"
        return f"{when} you err in {you} of your moves, they in {they}."
    return ""


def _mostly_by(question: Question, games: Sequence[StudiedGame]) -> str:
    """Which man should have played what was missed, where it is mostly the same one."""
    numbered = {game.number: game for game in games}
    faults = [numbered[example.game].fault_at(example.ply) for _, example in question.own.cases]
    sides = [fault.missed for fault in faults if fault and fault.missed and fault.missed.motif == question.subject]
    if not sides:
        return ""
    (man, times), *_ = Counter(MEN.get(side.line[0].san[0], "pawn") for side in sides).most_common(1)
    return f", {times} of them by a {man}" if times >= FEWEST and 2 * times > len(question.own.cases) else ""


def _line_words(question: Question, games: Sequence[StudiedGame]) -> str:
    """How a line went: its score beside what was expected, and the move in it that costs most."""
    line = question.line
    assert line is not None
    played = [game for game in games if game.number in line.games]
    rated = scored(played)
    words = f"{len(played)} of your games went {line.moves}."
    if rated.games:
        words += f" You scored {rated}."
    by_move: dict[str, list[float]] = {}
    numbered = {game.number: game for game in played}
    for lost, example in question.own.cases:
        by_move.setdefault(numbered[example.game].move_name(example.ply), []).append(lost)
    name, worst = max(by_move.items(), key=lambda each: sum(each[1]), default=("", []))
    if len(worst) > 1:
        words += f" The move that costs most is {name}, played {_times(len(worst))}."
    return words


def _mistakes(cases: int) -> str:
    return "was a mistake" if cases == 1 else "were mistakes"


def _times(cases: int) -> str:
    return "once" if cases == 1 else "twice" if cases == 2 else f"{cases} times"


def _explained(candidates: Sequence[Candidate]) -> list[Candidate]:
    """What is wider gives way to what is narrower, sure as well and explains it; else what explains it comes next."""
    narrow = [each for each in candidates if each.leak.kind in NARROW and each.clarity > 0]
    left: list[Candidate] = []
    for each in candidates:
        by = None
        if each.leak.standing is not Certainty.WATCH:
            by = next((other for other in narrow if other.explains(each)), None)
        kept = [each] if by is None else [by] if by.leak.standing is not Certainty.WATCH else [each, by.part_of(each)]
        left += [one for one in kept if all(one.leak is not other.leak for other in left)]
    return left


def one_clock(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The same with what is sure about the clock in the order of its cost: haste and long thinks go with trouble."""
    is_clock = [each.leak.kind is Kind.CLOCK and each.leak.standing is not Certainty.WATCH for each in candidates]
    clocks = [each for each, holds in zip(candidates, is_clock, strict=True) if holds]
    by_cost = iter(sorted(clocks, key=lambda each: (each.leak.opponents or 0.0) - each.leak.points))
    return [next(by_cost) if holds else each for each, holds in zip(candidates, is_clock, strict=True)]


def apart(candidates: Sequence[Candidate]) -> Iterable[Leak]:
    """The first few that do not speak of the same moves; what explains another may, and so may one habit."""
    chosen: list[Candidate] = []
    for each in candidates:
        is_habit = each.leak.kind is Kind.HABIT
        if is_habit and any(other.leak.kind is Kind.HABIT for other in chosen):
            continue
        whole = sum(each.cases.values())
        others = (other.cases for other in chosen if other.leak is not each.whole and not is_habit)
        shared = (sum(lost for example, lost in each.cases.items() if example in other) for other in others)
        if all(part <= MOST_SHARED * whole for part in shared):
            chosen.append(each)
            yield each.leak
        if len(chosen) == MOST_TO_WORK_ON:
            return


def _of_claim(claim: Claim, standing: Certainty, moves: int, games: int) -> Leak:
    """A claim that is not compared with the opponents: what it costs beyond whom it is compared with."""
    beyond = claim.cost * moves / games
    opens_with_title = claim.kind in SCORED or claim.kind in LEARNED
    title, _, sentence = claim.words.partition(". ") if opens_with_title else (claim.subject, "", claim.words)
    than = "what the ratings expect" if claim.kind in SCORED else claim.beside
    words = f"{sentence} Beyond {than}, that costs you {points(beyond)} in a hundred games."
    return Leak(
        *(claim.kind, claim.subject, title, words, standing, beyond, None, None),
        *(claim.yours.hits, claim.examples, claim.theme, claim.rule, claim.beside),
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
