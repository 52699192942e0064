"""How people choose, fitted to their moves: the weights of all terms at six ratings.

python experiments/people/fit_people.py GAMES.pgn.zst FOLDER --maia maia-1100.pb.gz --maia maia-1600.pb.gz

`learn_patterns.py` and `count_openings.py` come first. Positions are drawn by the seed, a search looks at them piece by
piece (kept in the folder: a run that was stopped goes on), weights are fitted to the moves of some players and measured
on others (`player_parts.py`), beside the Maia network nearest to the mover. Writes people.tsv, and result.json here.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from drawn_choices import Choice, Sizes, drawn, seen
from numpy.typing import NDArray
from player_parts import Part

from motif.arena.glances import Floats, Glance
from motif.arena.habits import Outlook, terms
from motif.arena.opening_counts import OpeningCounts
from motif.arena.people import SHIPPED, Weights, nearness
from motif.board.maia import Maia
from motif.board.positions import encode_move
from motif.evidence.choices import Choices, Smoothness, fit_choices
from motif.evidence.intervals import wilson
from motif.patterns import Library
from motif.players.people import PATTERNS, sight

HERE = Path(__file__).parent
BANDS = ((1100, 1300), (1300, 1500), (1500, 1700), (1700, 1900), (1900, 2200))


@dataclass(frozen=True, slots=True)
class Sheet:
    """Choices of one part and what is true of their moves."""

    choices: list[Choice]
    sheet: Choices


def gathered(given: argparse.Namespace) -> tuple[list[str], dict[Part, Sheet]]:
    """The names of the terms, and the sheets of all parts."""
    libraries = [*map(Library.read, PATTERNS), Library.shipped()]
    counts = OpeningCounts.read()
    names: list[str] = []
    lists: dict[Part, tuple[list[Choice], list[Any], list[Any], list[int]]] = {
        part: ([], [], [], []) for part in (Part.TEST, Part.VALIDATION, Part.FIT)
    }
    for choices, values in seen(
        drawn(given.games, Sizes(fit=given.fit), given.seed)[: given.most], sight(), given.folder
    ):
        glance = Glance([choice.board for choice in choices])
        weaker, stronger, masters = (library.scores(glance.positions) for library in libraries)
        outlook = Outlook(glance, values, weaker, stronger, masters, counts.shares(glance))
        names, found = terms(outlook)
        for place, choice in enumerate(choices):
            begin, end = glance.offsets[place : place + 2]
            held, rows, lengths, played = lists[choice.part]
            held.append(choice)
            rows.append(found[begin:end].astype(np.float32))
            lengths.append(end - begin)
            played.append(int(np.searchsorted(glance.codes[begin:end], encode_move(choice.move))))
    return names, {part: _sheet(*columns) for part, columns in lists.items()}


def _sheet(held: list[Choice], rows: list[Any], lengths: list[int], played: list[int]) -> Sheet:
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    near = nearness(np.array([choice.rating for choice in held], np.float64)).astype(np.float32)
    return Sheet(held, Choices(np.concatenate(rows), offsets, offsets[:-1] + np.array(played), near))


def hits(logs: Floats, sheet: Choices) -> NDArray[np.bool_]:
    """For each position, whether the likeliest move was played."""
    best = np.repeat(np.maximum.reduceat(logs, sheet.offsets[:-1]), np.diff(sheet.offsets))
    matched: NDArray[np.bool_] = (logs == best)[sheet.played]
    return matched


def measured(sheet: Sheet, weights: Floats, maias: Sequence[str]) -> list[dict[str, Any]]:
    """For each band match and log-likelihood, and those of the nearest Maia."""
    logs = sheet.sheet.log_shares(weights)
    ours, matched = logs[sheet.sheet.played], hits(logs, sheet.sheet)
    ratings = np.array([choice.rating for choice in sheet.choices])
    known = {int(found[0]): path for path in maias if (found := re.findall(r"\d{4}", Path(path).name))}
    rows = []
    for low, high in BANDS:
        part = np.flatnonzero((ratings >= low) & (ratings < high))
        interval = wilson(int(matched[part].sum()), len(part))
        row = {
            "band": f"{low} to {high - 1}",
            "positions": len(part),
            "match": round(float(matched[part].mean()), 4),
            "interval": [round(edge, 4) for edge in interval],
            "log-likelihood": round(float(ours[part].mean()), 4),
        }
        if known:
            row["Maia"] = _maia([sheet.choices[place] for place in part], known)
        rows.append(row)
        print(json.dumps(row), flush=True)
    return rows


def crossed(sheet: Sheet, weights: Floats) -> list[dict[str, Any]]:
    """For each band the log-likelihood by the weights of every band's middle: the highest should be its own."""
    ratings = np.array([choice.rating for choice in sheet.choices])
    middles = [(low + high) / 2 for low, high in BANDS]
    logs = []
    for middle in middles:
        near = np.repeat(nearness(np.array([middle])).astype(np.float32), len(ratings), axis=0)
        logs.append(replace(sheet.sheet, near=near).log_shares(weights)[sheet.sheet.played])
    rows = []
    for low, high in BANDS:
        part = (ratings >= low) & (ratings < high)
        row = {f"by {middle:.0f}": round(float(log[part].mean()), 4) for middle, log in zip(middles, logs, strict=True)}
        rows.append({"band": f"{low} to {high - 1}", **row})
        print(json.dumps(rows[-1]), flush=True)
    return rows


def _maia(choices: Sequence[Choice], known: dict[int, str]) -> dict[str, Any]:
    shares, right = [], []
    for rating, path in known.items():
        own = [choice for choice in choices if min(known, key=lambda each: abs(each - choice.rating)) == rating]
        for choice, policy in zip(own, Maia(Path(path)).policies([choice.board for choice in own]), strict=True):
            shares.append(policy[choice.move])
            right.append(next(iter(policy)) == choice.move)
    return {
        "match": round(float(np.mean(right)), 4),
        "log-likelihood": round(float(np.log(np.maximum(shares, 1e-6)).mean()), 4),
    }


def main() -> None:
    """Draw, look, fit, measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--maia", action="append", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fit", type=int, default=Sizes().fit)
    parser.add_argument("--most", type=int, help="take only the first so many positions")
    parser.add_argument("--ridge", type=float, default=Smoothness().ridge)
    parser.add_argument("--smooth", type=float, default=Smoothness().smooth)
    parser.add_argument("--rounds", type=int, default=Smoothness().rounds)
    given = parser.parse_args()
    conclude(*gathered(given), given)


def conclude(names: Sequence[str], sheets: Mapping[Part, Sheet], given: argparse.Namespace) -> None:
    """Fit, write the weights, and measure them."""
    fitted = sheets[Part.FIT]
    print(f"{len(fitted.choices):,} positions, {len(fitted.sheet.terms):,} rows, {len(names)} terms", flush=True)
    weights = fit_choices(fitted.sheet, Smoothness(given.ridge, given.smooth, given.rounds))
    validated = measured(sheets[Part.VALIDATION], weights, ())
    notes = [
        "what a move must be for people to choose it: the weight of each term at the ratings 900, 1200 … 2400",
        f"fitted to {len(fitted.choices):,} moves of rated rapid games on Lichess by experiments/people/fit_people.py",
    ]
    Weights({name: tuple(map(float, row)) for name, row in zip(names, weights, strict=True)}).write(SHIPPED, notes)
    result = {
        "seed": given.seed,
        "moves learned from": len(fitted.choices),
        "terms": len(names),
        "validation players": validated,
        "test players": measured(sheets[Part.TEST], weights, given.maia),
        "test players by the weights of other bands": crossed(sheets[Part.TEST], weights),
    }
    (HERE / "result.json").write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
