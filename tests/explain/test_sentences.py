"""Compare the sentences about a hundred mistakes of real games letter by letter, and check their grammar.

tests/transcripts/reasons.txt holds for each the position, the move that was played, and what is said about it.
"""

from __future__ import annotations

import re
from pathlib import Path

import chess
import pytest

from motif.explain.mistakes import explain_mistake
from motif.players.names import find_evaluator

TRANSCRIPT = Path(__file__).parents[1] / "transcripts" / "reasons.txt"
STORIES = [tuple(story.split("\n")[:3]) for story in TRANSCRIPT.read_text(encoding="utf-8").split("\n\n")]
SEARCH = find_evaluator("search:8")


def test_there_are_a_hundred() -> None:
    assert len(STORIES) == 100


@pytest.mark.parametrize(("fen", "played", "sentence"), STORIES, ids=[f"{number}" for number in range(len(STORIES))])
def test_the_sentence_is_as_it_was(fen: str, played: str, sentence: str) -> None:
    mistake = explain_mistake(chess.Board(fen), chess.Move.from_uci(played), SEARCH)
    assert mistake.sentence == sentence


@pytest.mark.parametrize("sentence", [story[2] for story in STORIES])
def test_the_sentence_is_english(sentence: str) -> None:
    assert not re.search(r"\ba [aeiou]", sentence), "an before a vowel"
    words = re.split(r": \d+\.", sentence)[0]
    assert not re.search(r"\b(\w+) \1\b", words), "no word twice"
    assert sentence.endswith(".")
    assert "  " not in sentence
