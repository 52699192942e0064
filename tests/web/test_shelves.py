"""Test that the page can show every piece of knowledge, not only those on the first page of a shelf."""

from __future__ import annotations

from motif.web.shapes import Shelf
from motif.web.shelves import CONTENTS


def test_every_rule_that_ships_has_a_sentence_for_its_board() -> None:
    rules = CONTENTS[Shelf.RULES]
    shown = [rules.piece(number, True) for number in range(rules.total())]
    assert len(shown) == rules.total() > 20
    sentences = [piece.example.words for piece in shown if piece.example is not None]
    assert len(sentences) > 20
    recaptures = [sentence for sentence in sentences if "recapture" in sentence]
    assert recaptures, "a board alone does not say what was taken on it, and its rule has a sentence all the same"
