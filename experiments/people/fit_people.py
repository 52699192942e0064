"""Fit how people choose their moves: the weights of all terms at six ratings.

python experiments/people/fit_people.py GAMES.pgn.zst FOLDER --maia maia-1100.pb.gz --maia maia-1600.pb.gz

Run `learn_patterns.py`, `count_openings.py`, `count_answers.py` and `choose_pairs.py` first. Positions are drawn by the
seed and searched in batches (stored in the folder, so an interrupted run continues). Weights are fitted to the moves of
some players and measured on others (`player_parts.py`), compared with the Maia network nearest to the player's rating.
Writes people.tsv, and result.json in this folder.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from choices import Choices, Smoothness, fit_choices
from drawn_choices import Choice
from numpy.typing import NDArray
from player_parts import Part
from sheets import PAIRS, Sheet, gathered

from motif.engines.maia import Maia
from motif.players.human_boards import Floats
from motif.players.human_model import KNOTS, SHIPPED_MODEL, TermWeights, knot_shares
from motif.players.human_terms import BOTH, terms
from motif.statistics.intervals import wilson

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result

HERE = Path(__file__).parent
GROUPS: Mapping[str, Callable[[str], bool]] = {
    "pairs": lambda name: BOTH in name,
    "answers": lambda name: name.startswith(("players answer", "players go on")),
    "begun": lambda name: (
        "begun to hang" in name or "piece that hung before" in name or name.endswith("again and takes")
    ),
}
"""Terms that were added later, by what they are about."""
SMOOTH = 1_500.0
"""With less, the weights at the six ratings swing, and means of two neighbours predict people better."""
BANDS = ((1100, 1300), (1300, 1500), (1500, 1700), (1700, 1900), (1900, 2200))


def hits(logs: Floats, sheet: Choices) -> NDArray[np.bool_]:
    """Return for each position whether the likeliest move was played."""
    best = np.repeat(np.maximum.reduceat(logs, sheet.offsets[:-1]), np.diff(sheet.offsets))
    matched: NDArray[np.bool_] = (logs == best)[sheet.played]
    return matched


def measured(sheet: Sheet, weights: Floats, maias: Sequence[str]) -> list[dict[str, Any]]:
    """Return for each band match and log-likelihood, and those of the nearest Maia."""
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
            shares, right = _maia([sheet.choices[place] for place in part], known)
            logs_there = np.log(np.maximum(shares, 1e-6))
            row["Maia"] = {
                "match": round(float(right.mean()), 4),
                "log-likelihood": round(float(logs_there.mean()), 4),
                "match ahead": _difference(right.astype(np.float64) - matched[part]),
                "log-likelihood ahead": _difference(logs_there - ours[part]),
            }
        rows.append(row)
        print(json.dumps(row), flush=True)
    return rows


def crossed(sheet: Sheet, weights: Floats) -> list[dict[str, Any]]:
    """Return for each band the log-likelihood by the weights of every band's middle: its own should be the highest."""
    ratings = np.array([choice.rating for choice in sheet.choices])
    middles = [(low + high) / 2 for low, high in BANDS]
    logs = []
    for middle in middles:
        near = np.repeat(knot_shares(np.array([middle])).astype(np.float32), len(ratings), axis=0)
        logs.append(replace(sheet.sheet, near=near).log_shares(weights)[sheet.sheet.played])
    rows = []
    for low, high in BANDS:
        part = (ratings >= low) & (ratings < high)
        row = {f"by {middle:.0f}": round(float(log[part].mean()), 4) for middle, log in zip(middles, logs, strict=True)}
        rows.append({"band": f"{low} to {high - 1}", **row})
        print(json.dumps(rows[-1]), flush=True)
    return rows


def _maia(choices: Sequence[Choice], known: dict[int, str]) -> tuple[Floats, NDArray[np.bool_]]:
    """Return for each choice the nearest network's value of the move played, and whether it is the likeliest."""
    shares, right = np.zeros(len(choices)), np.zeros(len(choices), np.bool_)
    for rating, path in known.items():
        own = [
            place
            for place, choice in enumerate(choices)
            if min(known, key=lambda each: abs(each - choice.rating)) == rating
        ]
        policies = Maia(Path(path)).policies([choices[place].board for place in own])
        for place, policy in zip(own, policies, strict=True):
            move = choices[place].move
            shares[place], right[place] = policy[move], next(iter(policy)) == move
    return shares, right


def _difference(values: Floats) -> list[float]:
    """Return the mean of differences between pairs, and its 95 % interval."""
    mean, error = float(values.mean()), 1.96 * float(values.std()) / len(values) ** 0.5
    return [round(each, 4) for each in (mean, mean - error, mean + error)]


def main() -> None:
    """Draw, search, fit, measure and write."""
    given = read_options(
        __doc__, {"games": str, "folder": Path}, maia={"action": "append", "default": []}, seed=1,
        most=(int, "fit to the first positions only, this many"),
        before={"type": Path, "help": "earlier weights, measured on the same positions", "aliases": ["--beside"]},
        start=(Path, "weights to start from; the minimum is the same, but reached sooner"),
        without={"choices": GROUPS, "action": "append", "default": [], "help": "leave these out, as a trial"},
        ridge=Smoothness().ridge, smooth=SMOOTH, rounds=Smoothness().rounds,
    )  # fmt: skip
    columns = partial(terms, both=PAIRS.read_text().splitlines())
    names, sheets = gathered(given.games, given.folder, given.seed, given.most, columns)
    if given.without:
        attempt(names, sheets, given)
    else:
        conclude(names, sheets, given)


def attempt(names: Sequence[str], sheets: Mapping[Part, Sheet], given: argparse.Namespace) -> None:
    """Fit without some terms, and print how well the players reserved for choosing are predicted; write nothing."""
    keep = [place for place, name in enumerate(names) if not any(GROUPS[group](name) for group in given.without)]
    fitted, chosen = (
        replace(sheets[part].sheet, terms=np.ascontiguousarray(sheets[part].sheet.terms[:, keep]))
        for part in (Part.FIT, Part.VALIDATION)
    )
    weights = fit_choices(fitted, Smoothness(given.ridge, given.smooth, given.rounds))
    logs = chosen.log_shares(weights)
    ratings = np.array([choice.rating for choice in sheets[Part.VALIDATION].choices])
    inside = (ratings >= BANDS[0][0]) & (ratings < BANDS[-1][1])
    row = {
        "terms": len(keep),
        "positions": int(inside.sum()),
        "match": round(float(hits(logs, chosen)[inside].mean()), 4),
        "log-likelihood": round(float(logs[chosen.played][inside].mean()), 4),
    }
    print(json.dumps(row), flush=True)


def conclude(names: Sequence[str], sheets: Mapping[Part, Sheet], given: argparse.Namespace) -> None:
    """Fit, write the weights, and measure them."""
    # Read this first: the same file may be written below.
    others = _table(names, given.before) if given.before else None
    start = _table(names, given.start) if given.start else None
    fitted = sheets[Part.FIT]
    print(f"{len(fitted.choices):,} positions, {len(fitted.sheet.terms):,} rows, {len(names)} terms", flush=True)
    weights = fit_choices(fitted.sheet, Smoothness(given.ridge, given.smooth, given.rounds), start)
    validated = measured(sheets[Part.VALIDATION], weights, ())
    notes = [
        "what a move must be for people to choose it: the weight of each term at the ratings 900, 1200 … 2400",
        f"fitted to {len(fitted.choices):,} moves of rated rapid games on Lichess by experiments/people/fit_people.py",
    ]
    TermWeights({name: tuple(map(float, row)) for name, row in zip(names, weights, strict=True)}).write(
        SHIPPED_MODEL, notes
    )
    before = {}
    if others is not None:
        before = {"test players by the weights before": measured(sheets[Part.TEST], others, ())}
    result = {
        "seed": given.seed,
        "moves learned from": len(fitted.choices),
        "terms": len(names),
        "validation players": validated,
        "test players": measured(sheets[Part.TEST], weights, given.maia),
        "test players by the weights of other bands": crossed(sheets[Part.TEST], weights),
        **before,
    }
    write_result(HERE / "result.json", result)


def _table(names: Sequence[str], path: Path) -> Floats:
    """Return the weights of a file for these terms, 0 for terms that it does not have."""
    table = TermWeights.read(path).table
    return np.array([table.get(name, (0.0,) * len(KNOTS)) for name in names])


if __name__ == "__main__":
    main()
