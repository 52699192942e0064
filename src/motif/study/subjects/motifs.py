"""Motifs: which the player misses or allows more often than peers, and which they see better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from motif.board.motifs import MOTIFS
from motif.study.comparing import Counted
from motif.study.counting import Key, Subject, Tally
from motif.study.games import Fault, Outcome, StudiedGame
from motif.study.peers import Peers
from motif.study.profile import Claim, Example, Kind, MotifRecord
from motif.study.subjects.claims import MOST_EXAMPLES, compared, percent, share
from motif.study.values import Rate

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


def plural(motif: str) -> str:
    """A motif as something of which there are many.

    >>> plural("fork"), plural("capture of the defender"), plural("mate in 2"), plural("exposed king")
    ('forks', 'captures of the defender', 'mates in 2', 'exposed kings')
    """
    for joint in (" of ", " in ", " on "):
        head, middle, rest = motif.partition(joint)
        if middle:
            return f"{plural(head)}{middle}{rest}"
    if motif.endswith(("s", "x", "ch")):
        return f"{motif}es"
    return f"{motif[:-1]}ies" if motif.endswith("y") and motif[-2:-1] not in "aeiou" else f"{motif}s"


def _missed(name: str, rate: Rate, others: Rate) -> str:
    many = plural(name)
    if rate.value > others.value:
        return (
            f"You miss {many}: {share(rate)} of those that were there for you to play. "
            f"Peers miss {percent(others.value)} of theirs."
        )
    return (
        f"You see {many}: you missed only {share(rate)} of those that were there for you to play. "
        f"Peers miss {percent(others.value)} of theirs."
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
