"""Motifs: which the player misses or allows more often than peers, and which they see better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from motif.board.phases import Phase
from motif.board.wording import percent, plural
from motif.engines.game_review import Judgement
from motif.motifs.catalogue import MOTIFS
from motif.study.findings.claims import MOST_EXAMPLES, compared
from motif.study.games import Fault, Outcome, Oversight, Rate, StudiedGame
from motif.study.peers import Key, Peers, Side, Subject, Tally
from motif.study.profile import Claim, Counted, Example, Kind, MotifRecord, OversightRecord, PhaseRecord

Tallies = Mapping[Key, Tally]


def motif_records(tallies: Tallies, moves: int, peers: Peers | None, opponents: Peers) -> tuple[MotifRecord, ...]:
    """Every motif that was on the board, those first that cost most chances to learn from."""
    names = sorted({which for subject, which in tallies if subject in (Subject.MISSED, Subject.ALLOWED)})
    records = []
    for name in names:
        missed = _rate(tallies, Subject.MISSED, name, 0)
        theirs = peers.rate((Subject.MISSED, name)) if peers else None
        others = opponents.rate((Subject.MISSED, name))
        records.append(
            MotifRecord(
                name,
                found_of(missed),
                _rate(tallies, Subject.ALLOWED, name, moves),
                found_of(theirs) if theirs else None,
                peers.rate((Subject.ALLOWED, name)) if peers else None,
                found_of(others) if others else None,
                opponents.rate((Subject.ALLOWED, name)),
            )
        )
    return tuple(sorted(records, key=lambda record: -(record.found.count + record.allowed.hits)))


def motif_claims(tallies: Tallies, games: Sequence[StudiedGame], moves: int, peers: Peers | None) -> list[Claim]:
    """A claim for each motif and each side of it, as far as peers are known; its examples are such as show it."""
    if peers is None:
        return []
    claims = []
    keys = {key for key in (*tallies, *peers.rates) if key[0] in (Subject.MISSED, Subject.ALLOWED)}
    for subject, name in sorted(keys):
        others = peers.rate((subject, name))
        if others is None or name not in MOTIFS:
            continue
        # Spread evenly, because where nothing happened no game stands out.
        spread = _spread(moves if subject is Subject.ALLOWED else 0, len(games))
        nothing = Tally(Counted((0,) * len(games), spread), 0.0, ())
        own = tallies.get((subject, name), nothing)
        if own.counted.rate.count:
            claim = _claim(subject, name, own, others, moves)
            claims.append(replace(claim, examples=_examples(claim, subject, own, games)))
    return claims


def _examples(claim: Claim, subject: Subject, own: Tally, games: Sequence[StudiedGame]) -> tuple[Example, ...]:
    """Mistakes whose explained side shows the motif first; for a strength where it was found, and none of allowing."""
    by_number = {game.number: game for game in games}
    if claim.kind is Kind.STRENGTH:
        examples = [
            (game.moves[occasion.ply - 1].lost if occasion.ply else 0.0, Example(game.number, occasion.ply))
            for game in games
            for occasion in game.occasions
            if occasion.motif == claim.theme and occasion.outcome is Outcome.FOUND and subject is Subject.MISSED
        ]
        return tuple(example for _, example in sorted(examples, key=lambda each: -each[0])[:MOST_EXAMPLES])
    shown = sorted(own.examples, key=lambda each: not _shows(by_number[each.game].fault_at(each.ply), claim))
    return tuple(shown[:MOST_EXAMPLES])


def _shows(fault: Fault | None, claim: Claim) -> bool:
    side = None if fault is None else fault.missed if claim.kind is Kind.MISSED else fault.allowed
    return side is not None and side.motif == claim.theme


def _claim(subject: Subject, name: str, own: Tally, others: Rate, moves: int) -> Claim:
    rate = own.counted.rate
    is_leak = rate.value > others.value
    words = (_missed if subject is Subject.MISSED else _allowed)(name, rate, others)
    kind = (Kind.MISSED if subject is Subject.MISSED else Kind.ALLOWED) if is_leak else Kind.STRENGTH
    return replace(compared(kind, f"{name}, {subject}", words, own, others, moves), theme=name)


def _missed(name: str, rate: Rate, others: Rate) -> str:
    many = plural(name)
    if rate.value > others.value:
        return (
            f"You miss {many}: {rate.in_full} of those that were there for you to play. "
            f"Peers miss {percent(others.value, small_digits=1)} of theirs."
        )
    return (
        f"You see {many}: you missed only {rate.in_full} of those that were there for you to play. "
        f"Peers miss {percent(others.value, small_digits=1)} of theirs."
    )


def _allowed(name: str, rate: Rate, others: Rate) -> str:
    many = plural(name)
    yours, theirs = 1000 * rate.value, 1000 * others.value
    low, high = (1000 * end for end in rate.interval)
    counts = f"{rate.hits} in {rate.count:,} moves, {yours:.1f} in a thousand (between {low:.1f} and {high:.1f})"
    if rate.value > others.value:
        return f"You allow {many}: {counts}. Peers allow {theirs:.1f} in a thousand."
    return f"You rarely allow {many}: {counts}. Peers allow {theirs:.1f} in a thousand."


def _rate(tallies: Tallies, subject: Subject, name: str, count: int) -> Rate:
    own = tallies.get((subject, name))
    return own.counted.rate if own else Rate(0, count)


def found_of(missed: Rate) -> Rate:
    """What was found where the rest was missed."""
    return Rate(missed.count - missed.hits, missed.count)


def _spread(count: int, games: int) -> tuple[int, ...]:
    return tuple(count // games + (place < count % games) for place in range(games))


# Phases: where in the game the mistakes are, beside peers.

_WHERE = {
    Phase.OPENING: "in the opening",
    Phase.MIDDLEGAME: "in the middlegame",
    Phase.ENDGAME: "in the endgame",
}


def phase_records(sides: Sequence[Side], tallies: Mapping[Key, Tally], peers: Peers | None) -> tuple[PhaseRecord, ...]:
    """The phases that were reached, in their order."""
    records = []
    for phase in Phase:
        key = (Subject.MISTAKES, phase.value)
        lost = [move.lost for side in sides for _, move in side.moves if move.phase is phase]
        if lost:
            others = peers.rate(key) if peers else None
            records.append(PhaseRecord(phase, tallies[key].counted.rate, sum(lost) / len(lost), others))
    return tuple(records)


def phase_claims(tallies: Mapping[Key, Tally], moves: int, peers: Peers | None) -> list[Claim]:
    """Whether the player errs more or less often than peers in a phase."""
    claims = []
    for phase in Phase:
        key = (Subject.MISTAKES, phase.value)
        own, others = tallies.get(key), peers.rate(key) if peers else None
        if own is None or others is None:
            continue
        rate = own.counted.rate
        kind, how = (Kind.PHASE, "more") if rate.value > others.value else (Kind.STRENGTH, "less")
        words = (
            f"You err {how} often {_WHERE[phase]} than peers: {rate.in_full} of your moves there lost a tenth of the "
            f"winning chance or more, {percent(others.value, small_digits=1)} of theirs."
        )
        claim = compared(kind, phase.value, words, own, others, moves)
        # The hits are mistakes: they are no examples of a strength.
        claims.append(replace(claim, examples=()) if kind is Kind.STRENGTH else claim)
    return claims


# Oversights: what a player's mistakes did not see, beside the opponents in the same games, under the same judge.


@dataclass(frozen=True, slots=True)
class Words:
    """How a kind of oversight is told: as a heading, as what a mistake does, and in a table."""

    title: str
    does: str
    short: str


WORDS = {
    Oversight.THREAT: Words(
        "You overlook threats", "ignored a threat that was already there", "ignores a threat that was there"
    ),
    Oversight.CAPTURE: Words(
        "You put men where they are lost",
        "put a man where it could be taken, forked or pinned",
        "steps into a capture, a fork or a pin",
    ),
    Oversight.GUARD: Words(
        "You move guards away", "took the guard from a man or a square", "takes the guard from something"
    ),
    Oversight.LINE: Words("You open lines for your opponent", "opened a line for the opponent", "opens a line"),
    Oversight.REPLY: Words(
        "You do not see what your move allows",
        "allowed a reply that did not win before",
        "allows a reply that did not win before",
    ),
    Oversight.QUIET: Words(
        "You miss quiet answers", "were answered by a quiet move with a threat", "is punished by a quiet move"
    ),
    Oversight.CHANCE: Words(
        "You let chances go", "allowed nothing, but missed something", "allows nothing, only misses something"
    ),
}


def oversight_records(sides: Sequence[Side], others: Sequence[Side]) -> tuple[OversightRecord, ...]:
    """Of the blunders on both sides, how many overlooked what; those of which nobody could say it stand last."""
    yours, theirs = _blunders(sides), _blunders(others)
    if not yours.total():
        return ()
    kinds: list[Oversight | None] = [*sorted(Oversight, key=lambda kind: -yours[kind]), None]
    return tuple(
        OversightRecord(kind, Rate(yours[kind], yours.total()), Rate(theirs[kind], theirs.total())) for kind in kinds
    )


def _blunders(sides: Sequence[Side]) -> Counter[Oversight | None]:
    counted: Counter[Oversight | None] = Counter()
    for side in sides:
        kinds = {each.ply: each.oversight for each in side.overlooked}
        counted.update(kinds.get(ply) for ply, move in side.moves if move.judgement is Judgement.BLUNDER)
    return counted
