"""What the answers to a question come to: held against the opponents and against peers, and which of them carries it.

Both comparisons are made and the better one counts, so its p-value counts twice. Who does clearly better than peers has
no leak, however strong the opponents are, and who does no worse than the opponents has none, whatever peers do. Who
makes half of their mistakes, a master or a player of slow games, does better than they in nearly everything: that
clears nobody of what is left over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, log

from motif.board.wording import percent, plural
from motif.study.findings.claims import ASKED_IN_VAIN, FEWEST, MOST_EXAMPLES, OPPONENTS
from motif.study.findings.clocks import HASTE, IN_TROUBLE, LONG_THINKS
from motif.study.findings.motifs import WORDS, Words
from motif.study.findings.questions import FLAG, LATE, UNSEEN, Question
from motif.study.games import Oversight, Rate
from motif.study.peers import Key, Peers, Side, Subject
from motif.study.profile import Claim, Excess, Kind, PowerRecord, beside_peers, chance_of_more
from motif.study.review import MISTAKE

CLEARLY = 0.2
"""Who is worse than others with no more than this chance is clearly better."""

BORNE_OUT = 0.5
"""Of how much more a player does than peers, so much must be more than the opponents do."""

ALL_UNSEEN = Words(
    "You do not ask what your opponent can do",
    "allowed something that the opponent could use at once",
    "allows something",
)
_TABLES = {
    Kind.MISSED: Subject.MISSED,
    Kind.ALLOWED: Subject.ALLOWED,
    Kind.OVERSIGHT: Subject.OVERSIGHTS,
    Kind.PHASE: Subject.MISTAKES,
    Kind.STAGE: Subject.PLACES,
    Kind.ENDGAME: Subject.PLACES,
    Kind.CONVERSION: Subject.PLACES,
}
_WHERE = {"opening": "the opening", "middlegame": "the middlegame", "endgame": "the endgame"}


def key_of(kind: Kind, subject: str) -> Key | None:
    """Where the table of peers has what a question asks, if it does."""
    return (_TABLES[kind], subject) if kind in _TABLES else None


@dataclass(frozen=True)
class Verdict:
    """A question with both comparisons."""

    question: Question
    by_opponents: Excess
    peers: Rate | None = None
    by_peers: Excess | None = None
    fewer: float = 0.0
    """By how much the player makes fewer mistakes of any kind than peers, as the logarithm of the rates: 0 or less."""

    @classmethod
    def of(cls, question: Question, peers: Peers | None, fewer: float = 0.0) -> Verdict:
        """Held against the opponents, and against peers where they are known for it."""
        key = key_of(question.kind, question.subject)
        others = peers.rate(key) if peers and key else None
        if others is None or not others.count or not question.own.counted.rate.count:
            return cls(question, question.excess())
        # A won game that is let go is no mistake among others: it is a game.
        level = 0.0 if question.kind is Kind.CONVERSION else fewer
        return cls(question, question.excess(), others, beside_peers(question.own.counted, others), level)

    @cached_property
    def is_carried_by_peers(self) -> bool:
        """Whether peers make the stronger case, and the opponents bear it out.

        They play the same games, by the same clock and under the same judge: where they do nearly what the player does,
        it is the games that differ from peers', or the judge.
        """
        if self.by_peers is None or self.peers is None or self.by_peers.p >= self.by_opponents.p:
            return False
        rates = self.question.own.counted.rate, self.question.theirs.counted.rate, self.peers
        own, theirs, usual = map(_share, rates)
        # Few chances of the opponents say little: they are drawn towards peers, as if they had had a few more.
        count, more = rates[1].count + 1, min(FEWEST / usual, rates[0].count / 2)
        theirs = (theirs * count + usual * more) / (count + more)
        return log(own / theirs) >= BORNE_OUT * log(own / usual)

    @property
    def carrying(self) -> Excess:
        """The comparison that makes the stronger case."""
        return self.by_peers if self.by_peers is not None and self.is_carried_by_peers else self.by_opponents

    @cached_property
    def is_leak(self) -> bool:
        """Whether the player does worse than those who carry it, and not clearly better than the others."""
        # Nine moves of one ending are one story, however many peers there are: what proves anything is several games.
        games = {example.game for _, example in self.question.own.cases}
        if not self.question.is_asked or len(games) < FEWEST or self.carrying.value <= 0:
            return False
        line = self.question.line
        if line is not None and (line.pays or not self.question.own.is_worse_here):
            return False
        if self.by_peers is None:
            return True
        return chance_of_more(replace(self.by_peers, value=self.by_peers.value - self.fewer)) > CLEARLY

    @property
    def p(self) -> float:
        """How likely chance alone makes the stronger case as strong; what was asked in vain counts among the tests."""
        if not self.question.is_asked:
            return 1.0
        p = self.carrying.p if self.by_peers is None else 2 * self.carrying.p
        return min(ASKED_IN_VAIN, p) if self.is_leak else ASKED_IN_VAIN

    @property
    def chance(self) -> float:
        """How likely the player is really worse."""
        return chance_of_more(self.carrying, self.question.spread) if self.is_leak else 0.0

    @property
    def others(self) -> Rate:
        """Of those who carry it."""
        if self.is_carried_by_peers and self.peers is not None:
            return self.peers
        return self.question.theirs.counted.rate

    def claim(self, moves: int) -> Claim:
        """What is tested together with everything else."""
        question, own = self.question, self.question.own
        rate = own.counted.rate
        cases = own.cases
        lost = sum(each for each, _ in cases)
        beyond = lost * (1 - min(1.0, self.others.value / rate.value)) if rate.hits else 0.0
        theme = question.subject if question.kind in (Kind.MISSED, Kind.ALLOWED) else None
        return Claim(
            question.kind,
            f"{question.subject}, {question.kind}" if theme else question.subject,
            self.words(moves),
            rate,
            self.others,
            self.p,
            said=False,
            cost=100 * beyond / max(1, moves),
            examples=tuple(example for _, example in cases[:MOST_EXAMPLES]),
            theme=theme,
            beside="peers" if self.is_carried_by_peers else OPPONENTS,
        )

    def words(self, moves: int) -> str:
        """The rates of the player and of those who carry it."""
        kind, subject = self.question.kind, self.question.subject
        rate, others = self.question.own.counted.rate, self.others
        whose = "Peers" if self.is_carried_by_peers else "Your opponents"
        by_thousand = f"{rate.hits} in {rate.count:,} moves, {_thousand(rate)} in a thousand{_between(rate)}"
        match kind:
            case Kind.MISSED:
                return (
                    f"You miss {plural(subject)}: {rate.in_full} of those that were there for you to play. "
                    f"{whose} miss {percent(others.value, small_digits=1)} of theirs."
                )
            case Kind.ALLOWED:
                return f"You allow {plural(subject)}: {by_thousand}. {whose} allow {_thousand(others)} in a thousand."
            case Kind.OVERSIGHT:
                return f"{title(kind, subject)}: {by_thousand}. {whose}: {_thousand(others)} in a thousand."
            case Kind.OPENING:
                return f"{title(kind, subject)}."
            case Kind.CONVERSION:
                return (
                    f"You stood three pawns better in {rate.count} games and did not win {rate.in_full}; "
                    f"{whose.lower()} did not win {percent(others.value, small_digits=1)} of theirs."
                )
            case Kind.CLOCK if subject == FLAG:
                games = f"{rate.in_full} of your games. {whose}: {percent(others.value, small_digits=1)} of theirs."
                return f"{title(kind, subject)}: {games}"
            case Kind.CLOCK:
                return f"{title(kind, subject)}: {by_thousand}. {whose}: {_thousand(others)} in a thousand."
            case _:
                return (
                    f"{title(kind, subject)}: {rate.in_full} of your moves there lost a tenth of the winning chance "
                    f"or more. {whose}: {percent(others.value, small_digits=1)} of theirs."
                )


def verdicts(questions: Sequence[Question], sides: Sequence[Side], peers: Peers | None) -> list[Verdict]:
    """Every question about the player's sides, held against both."""
    fewer = _fewer(sides, peers.mistakes) if peers else 0.0
    return [Verdict.of(question, peers, fewer) for question in questions]


def _share(rate: Rate) -> float:
    """Never nought: a rate of nothing has no logarithm."""
    return (rate.hits + 0.5) / (rate.count + 1)


def _fewer(sides: Sequence[Side], theirs: Rate) -> float:
    lost = [move.lost for side in sides for _, move in side.moves]
    own = Rate(sum(each >= MISTAKE for each in lost), len(lost))
    if not own.hits or not theirs.hits:
        return 0.0
    return min(0.0, log(own.value / theirs.value))


def title(kind: Kind, subject: str) -> str:
    """What is wrong, as a heading."""
    match kind:
        case Kind.OVERSIGHT:
            return oversight_words(subject).title
        case Kind.MISSED:
            return f"You miss {plural(subject)}"
        case Kind.ALLOWED:
            return f"You allow {plural(subject)}"
        case Kind.CONVERSION:
            return "You let won games go"
        case Kind.PHASE:
            return f"You err in {_WHERE[subject]}"
        case Kind.STAGE:
            return f"You play worse after move {LATE}"
        case Kind.ENDGAME:
            return f"You go wrong in {subject}"
        case Kind.CLOCK:
            return {
                HASTE: "You move too fast",
                IN_TROUBLE: "You get into time trouble",
                LONG_THINKS: "Your long thinks do not pay",
                FLAG: "You lose games on time",
            }[subject]
        case _:
            return subject


def oversight_words(subject: str) -> Words:
    """How a kind of oversight is told, or all of them together."""
    return ALL_UNSEEN if subject == UNSEEN else WORDS[Oversight(subject)]


def _thousand(rate: Rate) -> str:
    return f"{1000 * rate.value:.1f}"


def _between(rate: Rate) -> str:
    low, high = (1000 * end for end in rate.interval)
    return f" (between {low:.1f} and {high:.1f})"


# How many games are needed to see a doubled rate: the power of each question, written down.

AT_ONE_IN_500 = 2.88
IN_FOUR_OF_FIVE = 0.84


def games_needed(rate: float) -> int | None:
    """The games in which a doubled rate would be proven, with so many cases a game; None where there are none.

    >>> games_needed(1.0), games_needed(0.1)
    (44, 433)
    """
    if rate <= 0:
        return None
    return ceil(1.5 * ((AT_ONE_IN_500 + IN_FOUR_OF_FIVE) / log(2)) ** 2 / rate)


def power_records(questions: Sequence[Question]) -> tuple[PowerRecord, ...]:
    """For each question how often it comes up with the opponents, and how many games a doubled rate needs."""
    records = []
    for question in questions:
        rate = len(question.theirs.cases) / max(1, len(question.theirs.hits))
        needed = games_needed(rate)
        if needed is not None and question.line is None:
            records.append(PowerRecord(question.kind, title(question.kind, question.subject), rate, needed))
    return tuple(sorted(records, key=lambda record: record.games))
