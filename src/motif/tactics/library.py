"""A library of tactics as text: every rule with its sentence and its measured figures beside it, best rule first.

    % motif tactics 1
    % vocabulary: full
    %
    % Capture a hanging enemy piece.
    % motif: hanging piece
    % figures: coverage=0.21 precision=0.62
    hanging_piece(Position, From, To) :-
        legal_move(From, To, Position),
        hanging(To, Position).
    % end of 8 lines

A line `% word: value` before the first rule is a note about the whole library. `% skipped with: NAME` says of a rule
that the list leaves it out where the rule of that name is read, which says as much. Sentences are written for the
reader and made anew, never read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif.errors import UnknownName
from motif.runtime.files import DATA, Format
from motif.statistics.examples import Rows
from motif.statistics.fitting import Design
from motif.statistics.intervals import Floats
from motif.statistics.metrics import Policy
from motif.tactics.rule import Rule, parse_rules
from motif.tactics.vocabulary import VOCABULARIES, Vocabulary

FORMAT = Format("tactics", 1, "%")
SHIPPED = DATA / "tactics.pl"

_NOTE = re.compile(r"% ([a-z][a-z _]*): (.*)")


@dataclass(frozen=True, slots=True)
class Tactic:
    """A rule, what was measured of it, the known motif that it plays, and the rule that says as much, if any."""

    rule: Rule
    figures: Mapping[str, float] = field(default_factory=dict)
    motif: str = ""
    skipped_with: str = ""

    @property
    def name(self) -> str:
        """The name of the rule."""
        return self.rule.name

    def sentence(self) -> str:
        """The rule in English."""
        return self.rule.sentence()


@dataclass(frozen=True, slots=True)
class Library:
    """Tactics of one vocabulary, the best first, and notes on where they come from."""

    vocabulary: Vocabulary
    tactics: tuple[Tactic, ...]
    notes: Mapping[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.tactics)

    @property
    def rules(self) -> list[Rule]:
        """The rules alone, in order."""
        return [tactic.rule for tactic in self.tactics]

    @property
    def is_read(self) -> list[bool]:
        """For each tactic whether the list reads it: not where another that says as much is read."""
        names = {tactic.name for tactic in self.tactics}
        return [tactic.skipped_with not in names for tactic in self.tactics]

    def find(self, name: str) -> Tactic:
        """The tactic of this name."""
        for tactic in self.tactics:
            if tactic.name == name:
                return tactic
        near = get_close_matches(name, [tactic.name for tactic in self.tactics], n=1)
        raise UnknownName(f"no tactic is called {name!r}", hint=f"did you mean {near[0]}?" if near else "")

    @classmethod
    def read(cls, path: Path) -> Library:
        """The library of a file; a foreign, outdated or broken one is refused with its line."""
        return _Reader(path).library()

    @classmethod
    def shipped(cls) -> Library:
        """The library that comes with Motif, learned from games."""
        return cls.read(SHIPPED)

    def write(self, path: Path) -> None:
        """Write the library whole or not at all."""
        FORMAT.write(path, self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"% vocabulary: {self.vocabulary.name}"
        yield from (f"% {word}: {value}" for word, value in self.notes.items())
        for tactic in self.tactics:
            yield "%"
            yield f"% {tactic.sentence()}"
            if tactic.motif:
                yield f"% motif: {tactic.motif}"
            if tactic.skipped_with:
                yield f"% skipped with: {tactic.skipped_with}"
            if tactic.figures:
                yield "% figures: " + " ".join(f"{name}={value:.6g}" for name, value in tactic.figures.items())
            yield tactic.rule.text()


OLD_NAMES = {
    "checkmate": "mate",
    "absolute pin": "pin",
    "removal of the defender": "capture of the defender",
}
"""What some motifs were called in older files."""


def motif_name(word: str) -> str:
    """A motif by the name that it has today, whatever an older file calls it.

    >>> motif_name("hanging_piece"), motif_name("checkmate")
    ('hanging piece', 'mate')
    """
    spaced = word.replace("_", " ")
    return OLD_NAMES.get(spaced, spaced)


class _Reader:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._notes: dict[str, str] = {}
        self._tactics: list[Tactic] = []
        self._motif = ""
        self._skipped_with = ""
        self._figures: dict[str, float] = {}

    def library(self) -> Library:
        clause: list[str] = []
        start = 0
        for number, line in FORMAT.read(self._path):
            if line.startswith("%") and not clause:
                self._comment(number, line)
                continue
            # Blank lines were left out; they count for line and column all the same.
            start = start if clause else number
            clause += [""] * (number - start - len(clause)) + [line]
            if line.split("%")[0].rstrip().endswith("."):
                self._add("\n".join(clause), start)
                clause = []
        if clause:
            self._add("\n".join(clause), start)
        vocabulary = self._vocabulary(1)
        del self._notes["vocabulary"]
        return Library(vocabulary, tuple(self._tactics), self._notes)

    def _comment(self, number: int, line: str) -> None:
        note = _NOTE.fullmatch(line.rstrip())
        if not note:
            return
        word, value = note.groups()
        if word == "figures":
            self._figures = dict(self._figure(number, part) for part in value.split())
        elif word == "motif":
            self._motif = motif_name(value)
        elif word == "skipped with":
            self._skipped_with = value
        elif not self._tactics and not self._figures and not self._motif:
            self._notes[word] = value

    def _figure(self, number: int, part: str) -> tuple[str, float]:
        name, _, value = part.partition("=")
        try:
            return name, float(value)
        except ValueError:
            FORMAT.refuse(self._path, number, f"expected a figure such as precision=0.5, found {part!r}")

    def _vocabulary(self, number: int) -> Vocabulary:
        name = self._notes.get("vocabulary", "")
        if name not in VOCABULARIES:
            known = " or ".join(VOCABULARIES)
            FORMAT.refuse(self._path, number, f"expected '% vocabulary: {known}', found {name or 'none'!r}")
        return VOCABULARIES[name]

    def _add(self, text: str, start: int) -> None:
        vocabulary = self._vocabulary(start)
        for rule in parse_rules(text, vocabulary, str(self._path), start):
            if any(tactic.name == rule.name for tactic in self._tactics):
                FORMAT.refuse(self._path, start, f"there are two tactics called {rule.name}")
            self._tactics.append(Tactic(rule, self._figures, self._motif, self._skipped_with))
        self._figures, self._motif, self._skipped_with = {}, "", ""


# Many tactics as one policy: which moves they choose together, in the order of the library or by vote.

DECIDE_NOTE = "decide"
"""The note of a library on how its tactics decide together."""

EQUAL = 1e-9
"""Sums that differ by less are equal."""

VOTE = "vote"
"""The figure of a tactic that holds its weight."""


class Decide(StrEnum):
    """How the tactics of a library decide together."""

    LIST = "list"
    VOTES = "votes"


def decided_by(library: Library) -> Decide:
    """How a library decides: as it says itself, and otherwise by votes where it has any."""
    by_figures = Decide.LIST if votes_of(library) is None else Decide.VOTES
    said = library.notes.get(DECIDE_NOTE)
    return Decide(said) if said in set(Decide) else by_figures


def together(library: Library, covered: Sequence[Rows], offsets: Rows) -> NDArray[np.bool_]:
    """The rows that all tactics of a library choose, in their order or by their votes, as the library decides.

    `covered` are the rows that each tactic suggests.
    """
    weights = votes_of(library)
    if weights is None or decided_by(library) is Decide.LIST:
        return narrowed(read_of(library, covered), offsets)
    return elected(covered, weights, offsets)


def read_of(library: Library, covered: Sequence[Rows]) -> list[Rows]:
    """Of what each tactic of a library suggests, that of those which a list reads."""
    return [rows for rows, is_read in zip(covered, library.is_read, strict=True) if is_read]


def deciders(bits: Sequence[bool], others: Sequence[Sequence[bool]]) -> list[int]:
    """The places of the rules of a list that decide for one move against others that are no better by the list.

    A move goes by its bits, for each rule whether it suggests the move.

    >>> deciders([True, True, False], [[True, False, True], [False, True, True]])
    [0, 1]
    """
    left = list(others)
    places = []
    for place, suggested in enumerate(bits):
        kept = [other for other in left if other[place]] if suggested else left
        if len(kept) < len(left):
            places.append(place)
        left = kept
    return places


def votes_of(library: Library) -> Floats | None:
    """The vote of each tactic of a library, nought where it has none; None for a library without votes."""
    votes = [tactic.figures.get(VOTE) for tactic in library.tactics]
    return None if all(vote is None for vote in votes) else np.array([vote or 0.0 for vote in votes])


def ordered_list(name: str, covered: Sequence[Rows], offsets: Rows, seed: int = 0) -> Policy:
    """The policy of a list of rules, the best first, from the rows that each of them covers."""
    return Policy.uniform(name, narrowed(covered, offsets), offsets, seed)


def narrowed(covered: Sequence[Rows], offsets: Rows) -> NDArray[np.bool_]:
    """The rows that are left at the end."""
    counts = np.diff(offsets)
    position = np.repeat(np.arange(len(counts)), counts)
    left = np.ones(len(position), np.bool_)
    answered = np.zeros(len(counts), np.bool_)
    for rows in covered:
        bound = rows[left[rows]]
        spoken_to = np.zeros(len(counts), np.bool_)
        spoken_to[position[bound]] = True
        answered |= spoken_to
        kept = np.zeros(len(position), np.bool_)
        kept[bound] = True
        left &= kept | ~spoken_to[position]
    return left & answered[position]


def vote(name: str, covered: Sequence[Rows], weights: Floats, offsets: Rows, seed: int = 0) -> Policy:
    """The policy of the moves with the most votes, where at least one rule speaks."""
    return Policy.uniform(name, elected(covered, weights, offsets), offsets, seed)


def elected(covered: Sequence[Rows], weights: Floats, offsets: Rows) -> NDArray[np.bool_]:
    """The rows with the most votes among those that some rule suggests."""
    suggested = np.zeros(int(offsets[-1]), np.bool_)
    for rows in covered:
        suggested[rows] = True
    # A move that nobody suggests is not elected, even where all others are voted against.
    sums = np.where(suggested, Design(covered, offsets).scores(weights), -np.inf)
    counts = np.diff(offsets)
    return suggested & (sums >= np.repeat(np.maximum.reduceat(sums, offsets[:-1]), counts) - EQUAL)
