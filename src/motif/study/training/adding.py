"""A study into the deck: all its exercises as they are found, and once only."""

from __future__ import annotations

import hashlib

from motif.board.oracles import Oracle
from motif.progress import Watch, unwatched
from motif.study.study import Study
from motif.study.training.deck import Deck, fill
from motif.study.training.plan import Plan, exercises_of


def add_study(deck: Deck, study: Study, oracle: Oracle, plan: Plan, watch: Watch = unwatched) -> int | None:
    """Put everything of a study into the deck, and say how many exercises were new; None where it is in already."""
    digest = hashlib.sha256(f"{study.to_json()} {plan}".encode()).hexdigest()
    if deck.has_study(digest):
        return None
    new = fill(deck, exercises_of(study, oracle, plan, watch))
    deck.finish_study(digest)
    return new
