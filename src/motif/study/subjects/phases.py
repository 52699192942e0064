"""Phases: where in the game the mistakes are, beside peers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from motif.board.phases import Phase
from motif.study.counting import Key, Side, Subject, Tally
from motif.study.peers import Peers
from motif.study.profile import Claim, Kind, PhaseRecord
from motif.study.subjects.claims import compared, percent, share

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
            f"You err {how} often {_WHERE[phase]} than peers: {share(rate)} of your moves there lost a tenth of the "
            f"winning chance or more, {percent(others.value)} of theirs."
        )
        claim = compared(kind, phase.value, words, own, others, moves)
        # The hits are mistakes: they are no examples of a strength.
        claims.append(replace(claim, examples=()) if kind is Kind.STRENGTH else claim)
    return claims
