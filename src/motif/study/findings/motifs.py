"""Make the tables of motifs and phases: how often each was found, missed or allowed, by the player and by others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from motif.board.material import Phase
from motif.study.games import Rate
from motif.study.peers import Key, Peers, Side, Subject, Tally
from motif.study.profile import MotifRecord, PhaseRecord

Tallies = Mapping[Key, Tally]


def motif_records(tallies: Tallies, moves: int, peers: Peers | None, opponents: Peers) -> tuple[MotifRecord, ...]:
    """Every motif that was on the board, the most frequent first."""
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


def _rate(tallies: Tallies, subject: Subject, name: str, count: int) -> Rate:
    own = tallies.get((subject, name))
    return own.counted.rate if own else Rate(0, count)


def found_of(missed: Rate) -> Rate:
    """The share of chances found, from the share missed."""
    return Rate(missed.count - missed.hits, missed.count)


# Phases: where in the game the mistakes are.


def phase_records(sides: Sequence[Side], tallies: Mapping[Key, Tally], peers: Peers | None) -> tuple[PhaseRecord, ...]:
    """A record for each phase that was reached, in order."""
    records = []
    for phase in Phase:
        key = (Subject.MISTAKES, phase.value)
        lost = [move.lost for side in sides for _, move in side.moves if move.phase is phase]
        if lost:
            others = peers.rate(key) if peers else None
            records.append(PhaseRecord(phase, tallies[key].counted.rate, sum(lost) / len(lost), others))
    return tuple(records)
