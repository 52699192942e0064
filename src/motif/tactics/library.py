"""Read and write libraries of tactics, and choose moves by all rules of a library together.

A library is a text with the best rule first. Each rule has its sentence and its measured figures above it:

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

A line `% word: value` before the first rule is a note about the whole library. `% skipped with: NAME` marks a rule that
adds nothing to the rule NAME, so a list that contains NAME skips it. Sentences are comments for people: they are
generated from the rules and never read back.

A library decides in one of two ways. In a list, each rule in turn reduces the remaining moves to those that it
suggests, unless it suggests none of them. By votes, the move with the largest sum of votes is chosen.
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
    """A rule, its measured figures, the motif that it plays, and the rule that makes it redundant, if there is one."""

    rule: Rule
    figures: Mapping[str, float] = field(default_factory=dict)
    motif: str = ""
    skipped_with: str = ""

    @property
    def name(self) -> str:
        return self.rule.name

    def sentence(self) -> str:
        return self.rule.sentence()


@dataclass(frozen=True, slots=True)
class TacticsLibrary:
    """Tactics of one vocabulary, the best first, and notes on their origin."""

    vocabulary: Vocabulary
    tactics: tuple[Tactic, ...]
    notes: Mapping[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.tactics)

    @property
    def rules(self) -> list[Rule]:
        return [tactic.rule for tactic in self.tactics]

    @property
    def is_read(self) -> list[bool]:
        """Whether each tactic is used in a list; a tactic that another one of the library makes redundant is not."""
        names = {tactic.name for tactic in self.tactics}
        return [tactic.skipped_with not in names for tactic in self.tactics]

    def find(self, name: str) -> Tactic:
        """Return the tactic with this name."""
        for tactic in self.tactics:
            if tactic.name == name:
                return tactic
        near = get_close_matches(name, [tactic.name for tactic in self.tactics], n=1)
        raise UnknownName(f"no tactic is called {name!r}", hint=f"did you mean {near[0]}?" if near else "")

    @classmethod
    def read(cls, path: Path) -> TacticsLibrary:
        """Read a library; errors name the file and the line."""
        return _LibraryReader(path).library()

    @classmethod
    def shipped(cls) -> TacticsLibrary:
        return cls.read(SHIPPED)

    def write(self, path: Path) -> None:
        """Write the library, completely or not at all."""
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
"""Names of motifs in older files, with today's names."""


def motif_name(word: str) -> str:
    """Return today's name for a motif as written in a file.

    >>> motif_name("hanging_piece"), motif_name("checkmate")
    ('hanging piece', 'mate')
    """
    spaced = word.replace("_", " ")
    return OLD_NAMES.get(spaced, spaced)


class _LibraryReader:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._notes: dict[str, str] = {}
        self._tactics: list[Tactic] = []
        self._motif = ""
        self._skipped_with = ""
        self._figures: dict[str, float] = {}

    def library(self) -> TacticsLibrary:
        clause: list[str] = []
        start = 0
        for number, line in FORMAT.read(self._path):
            if line.startswith("%") and not clause:
                self._comment(number, line)
                continue
            # `read` skips blank lines, but the line numbers of errors must count them.
            start = start if clause else number
            clause += [""] * (number - start - len(clause)) + [line]
            if line.split("%")[0].rstrip().endswith("."):
                self._add("\n".join(clause), start)
                clause = []
        if clause:
            self._add("\n".join(clause), start)
        vocabulary = self._vocabulary(1)
        del self._notes["vocabulary"]
        return TacticsLibrary(vocabulary, tuple(self._tactics), self._notes)

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
                FORMAT.refuse(self._path, start, f"two tactics are called {rule.name}")
            self._tactics.append(Tactic(rule, self._figures, self._motif, self._skipped_with))
        self._figures, self._motif, self._skipped_with = {}, "", ""


DECIDE_NOTE = "decide"
"""The key of the note that says whether a library decides as a list or by votes."""

EQUAL = 1e-9
"""Sums of votes that differ by less are equal."""

VOTE = "vote"
"""The name of the figure that is the weight of a tactic's vote."""


class Decide(StrEnum):
    """How the tactics of a library decide together."""

    LIST = "list"
    VOTES = "votes"


def decided_by(library: TacticsLibrary) -> Decide:
    """Return how a library decides: as its note says; without a note by votes if it has any, else as a list."""
    by_figures = Decide.LIST if votes_of(library) is None else Decide.VOTES
    note = library.notes.get(DECIDE_NOTE)
    return Decide(note) if note in set(Decide) else by_figures


def together(library: TacticsLibrary, covered: Sequence[Rows], offsets: Rows) -> NDArray[np.bool_]:
    """Return the rows (moves) that a library chooses, given the rows that each of its tactics suggests."""
    weights = votes_of(library)
    if weights is None or decided_by(library) is Decide.LIST:
        return narrowed(read_of(library, covered), offsets)
    return elected(covered, weights, offsets)


def read_of(library: TacticsLibrary, covered: Sequence[Rows]) -> list[Rows]:
    """Return the rows suggested by each tactic that is used in a list (`is_read`)."""
    return [rows for rows, is_read in zip(covered, library.is_read, strict=True) if is_read]


def deciders(bits: Sequence[bool], others: Sequence[Sequence[bool]]) -> list[int]:
    """Return the places of the rules in a list that choose one move over others that the list ranks no higher.

    Each move is given as bits: for each rule, whether the rule suggests the move.

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


def votes_of(library: TacticsLibrary) -> Floats | None:
    """Return the vote of each tactic of a library, 0 for a tactic without one; None for a library without votes."""
    votes = [tactic.figures.get(VOTE) for tactic in library.tactics]
    return None if all(vote is None for vote in votes) else np.array([vote or 0.0 for vote in votes])


def ordered_list(name: str, covered: Sequence[Rows], offsets: Rows, seed: int = 0) -> Policy:
    """Return the policy of a list of rules, given the rows that each of them covers."""
    return Policy.uniform(name, narrowed(covered, offsets), offsets, seed)


def narrowed(covered: Sequence[Rows], offsets: Rows) -> NDArray[np.bool_]:
    """Return the rows that a list of rules leaves, given the rows that each of them covers."""
    counts = np.diff(offsets)
    position = np.repeat(np.arange(len(counts)), counts)
    left = np.ones(len(position), np.bool_)
    answered = np.zeros(len(counts), np.bool_)
    for rows in covered:
        suggested = rows[left[rows]]
        applies = np.zeros(len(counts), np.bool_)
        applies[position[suggested]] = True
        answered |= applies
        kept = np.zeros(len(position), np.bool_)
        kept[suggested] = True
        left &= kept | ~applies[position]
    return left & answered[position]


def vote(name: str, covered: Sequence[Rows], weights: Floats, offsets: Rows, seed: int = 0) -> Policy:
    """Return the policy that chooses the moves with the most votes in positions where some rule suggests a move."""
    return Policy.uniform(name, elected(covered, weights, offsets), offsets, seed)


def elected(covered: Sequence[Rows], weights: Floats, offsets: Rows) -> NDArray[np.bool_]:
    """Return the rows with the most votes among those that some rule suggests."""
    suggested = np.zeros(int(offsets[-1]), np.bool_)
    for rows in covered:
        suggested[rows] = True
    # A move that no rule suggests is not elected, even if all others have negative votes.
    sums = np.where(suggested, Design(covered, offsets).scores(weights), -np.inf)
    counts = np.diff(offsets)
    return suggested & (sums >= np.repeat(np.maximum.reduceat(sums, offsets[:-1]), counts) - EQUAL)
