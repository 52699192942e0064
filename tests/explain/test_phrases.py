"""Test the phrases for gains and mistakes: every motif has one, names are filled in, and sentences read as English."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif.explain.clauses import CLAUSES
from motif.explain.deeds import deed_of
from motif.explain.gains import Gain
from motif.explain.phrases.gains import GAINS, MATES
from motif.explain.phrases.ideas import Phrase
from motif.explain.phrases.mistakes import MISTAKES, MOST_WORDS
from motif.explain.phrases.quiet import QUIET
from motif.motifs.catalogue import MOTIFS
from motif.motifs.motif import Line, Witness
from motif.runtime.files import DATA

REASONS = Path(__file__).parents[1] / "transcripts" / "reasons.txt"
SENTENCES = [story.split("\n")[2] for story in REASONS.read_text(encoding="utf-8").split("\n\n")]


def _shown() -> Iterator[tuple[str, Line, Witness]]:
    """The shipped example of every motif that can be a cause, up to the move that shows it."""
    with (DATA / "motifs.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            lead, *moves = row["moves"].split()
            line = Line.after_lead(chess.Board(row["fen"]), chess.Move.from_uci(lead), moves)
            witness = next(MOTIFS[row["motif"]].find(line), None)
            if witness is not None and row["motif"] in (*CLAUSES, *MATES):
                yield row["motif"], line, witness


def test_every_motif_that_can_be_a_cause_has_a_clause() -> None:
    assert {name for name, _, _ in _shown()} == set(CLAUSES) | set(MATES)


def test_each_motif_is_said_as_it_was(golden: Golden) -> None:
    said = []
    for name, line, witness in _shown():
        mate_in = (len(line.moves) + 1) // 2 if line.is_mate else None
        deed = deed_of(line, Gain(1, mate_in, 100), witness)
        said.append(f"{name}: {deed.sentence} / misses {deed.after_verb[0]}.")
    golden("\n".join(said))


@pytest.mark.parametrize(
    "phrase", [*GAINS.values(), *MISTAKES.values(), *QUIET.values()], ids=lambda phrase: phrase.words
)
def test_an_example_shows_its_phrase(phrase: Phrase) -> None:
    pattern = re.escape(phrase.words)
    for name in set(re.findall(r"\{\w+\}", phrase.words)):
        pattern = pattern.replace(re.escape(name), ".+")
    assert re.search(pattern, phrase.example), phrase.example
    assert phrase.example.endswith(".")
    assert len(phrase.example.split()) <= MOST_WORDS


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_is_short_and_names_its_move_once(sentence: str) -> None:
    assert len(sentence.split()) <= MOST_WORDS
    played = sentence.split()[0]
    assert sentence.split().count(played) == 1 or played in chess.SQUARE_NAMES
    assert not re.search(r"\d\.+ ?\w", sentence), "no line with move numbers"
