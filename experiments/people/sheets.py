"""Turn positions of rated games into sheets to fit weights to: the terms of every legal move, and the move played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from choices import Choices
from drawn_choices import FITTING, MEASURING, Choice, drawn, seen
from player_parts import Part

from motif._core.board import encode_move
from motif.patterns.library import Library
from motif.players.human import PATTERNS
from motif.players.human_boards import BoardFeatures, Floats
from motif.players.human_model import OpeningCounts, ReplyLifts, knot_shares
from motif.players.human_terms import MoveInputs
from motif.runtime.parallel import Workers

DRAWS = {"fitting": FITTING, "measuring": MEASURING}
PAIRS = Path(__file__).with_name("pairs.txt")
"""Pairs that are weighed together, one per line (`choose_pairs.py`)."""

Columns = Callable[[MoveInputs], tuple[list[str], Floats]]
"""The names of columns, and their values for every row."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Choices of one part and the terms of their moves."""

    choices: list[Choice]
    sheet: Choices


def gathered(
    games: str, folder: Path, seed: int, most: int | None, columns: Columns
) -> tuple[list[str], dict[Part, Sheet]]:
    """Return the names of the columns and the sheets of all parts; `most` limits the positions for fitting."""
    libraries = [*map(Library.read, PATTERNS)]
    counts, answers = OpeningCounts.read(), ReplyLifts.read()
    names: list[str] = []
    lists: dict[Part, tuple[list[Choice], list[Any], list[Any], list[int]]] = {
        part: ([], [], [], []) for part in (Part.TEST, Part.VALIDATION, Part.FIT)
    }
    for name, draw in DRAWS.items():
        wanted = drawn(games, draw, seed)[: most if draw is FITTING else None]
        for choices, values in seen(wanted, folder / name, Workers()):
            glance = BoardFeatures([choice.board for choice in choices])
            weaker, stronger, masters = (library.scores(glance.positions) for library in libraries)
            shares, lifts = counts.shares(glance), answers.lifts(glance)
            names, true = columns(MoveInputs(glance, values, weaker, stronger, masters, shares, *lifts))
            for place, choice in enumerate(choices):
                begin, end = glance.offsets[place : place + 2]
                held, rows, lengths, played = lists[choice.part]
                held.append(choice)
                rows.append(true[begin:end].astype(np.float32))
                lengths.append(end - begin)
                played.append(int(np.searchsorted(glance.codes[begin:end], encode_move(choice.move))))
    return names, {part: sheet_of(*each) for part, each in lists.items()}


def sheet_of(held: list[Choice], rows: list[Any], lengths: list[int], played: list[int]) -> Sheet:
    """Return the sheet of these choices, whose rows come in batches."""
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    near = knot_shares(np.array([choice.rating for choice in held], np.float64)).astype(np.float32)
    return Sheet(held, Choices(np.concatenate(rows), offsets, offsets[:-1] + np.array(played), near))
