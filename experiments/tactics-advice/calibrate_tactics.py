"""Measure in centipawns what it is worth that a tactic, or a network that predicts people, suggests a move.

An engine evaluates every legal move in positions of real games. The gain of a move is its value minus the mean of all
legal moves, each clipped to ±1000 centipawns. Tactics: gain = a + b * precision of the reason for the move in a list,
or of the first tactic that suggests it in other libraries; fitted once to all suggested moves and once to the first
three, which an adviser names. Votes: gain = c * (sum of votes - mean of that sum). Network: gain = d * (ln p - mean of
ln p). Training positions fit the numbers; positions of other players measure their error.
experiments/tactics-coach/coach_evidence.py makes both files:

    python experiments/tactics-advice/calibrate_tactics.py training.csv test.csv --maia maia-1600.pb.gz
"""

from __future__ import annotations

import json
import math
import sys
from dataclasses import asdict
from itertools import accumulate
from pathlib import Path

import chess
import numpy as np
from calibration import (
    Deviation,
    above_mean,
    calibrate,
    calibrate_above_mean,
    deviation,
    gains,
    mean_gain,
    score_of_first,
)
from numpy.typing import NDArray

from motif._core.board import Positions, encode_move
from motif.arena.engine_players import LEAST_LIKELIHOOD
from motif.engines.maia import Maia
from motif.statistics.examples import Evidence, Rows, read_evidence
from motif.statistics.fitting import Design
from motif.statistics.intervals import Mean
from motif.tactics.adviser import WORTH, WORTH_OF_VOTES, suggestions
from motif.tactics.coverage import Coverage
from motif.tactics.library import Decide, TacticsLibrary, decided_by, votes_of

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result

RESULT = Path(__file__).with_name("result.json")
Floats = NDArray[np.float64]


ADVISED = 3
"""Moves of a position that an adviser names by default."""


def tactics_result(
    library: TacticsLibrary, training: Evidence, test: Evidence, count: int | None = None
) -> dict[str, object]:
    """Fit gain to the precision of the reason; return the fit, its error on the test and that of the one in use."""
    learned, held_out = (_precisions(library, evidence, count) for evidence in (training, test))
    fit = calibrate(training, learned)
    constant = mean_gain(training, learned)
    return {
        "at zero": round(fit.at_zero, 1),
        "of precision": round(fit.slope, 1),
        "held out": _rounded(deviation(test, fit.weights(held_out), constant)),
        "held out, the numbers in use": _rounded(deviation(test, WORTH.weights(held_out), constant)),
        "error less than theirs": error_less(test, fit.weights(held_out), WORTH.weights(held_out)),
        "by precision": by_precision(test, held_out),
    }


def error_less(test: Evidence, expected: Floats, in_use: Floats) -> str:
    """Return how much smaller the errors of the expected gains are than those in use, with the interval by position."""
    known, gain = ~np.isnan(expected), gains(test)
    positions = np.repeat(np.arange(len(test)), np.diff(test.positions.legal_moves().offsets))
    less = np.abs(gain - in_use) - np.abs(gain - expected)
    return str(Mean.of(less[known], positions[known]))


def _rounded(off: Deviation) -> dict[str, float]:
    return {name: round(value, 1) for name, value in asdict(off).items()}


def by_precision(test: Evidence, precisions: Floats) -> list[dict[str, object]]:
    """Return the mean gain on the test of suggestions by precision."""
    gain, bands = gains(test), []
    fifth = np.minimum(4, np.floor(5 * precisions + 1e-9))
    for number in range(5):
        low, inside = number / 5, fifth == number
        if inside.any():
            bands.append(
                {
                    "precision": f"{low:.1f} to {low + 0.2:.1f}",
                    "suggestions": int(inside.sum()),
                    "gain": round(float(gain[inside].mean()), 1),
                }
            )
    return bands


def votes_result(library: TacticsLibrary, training: Evidence, test: Evidence) -> dict[str, object] | None:
    """Return the worth of a vote and its error on all legal moves of the test; None for a library without votes."""
    votes = votes_of(library)
    if votes is None:
        return None
    designs = (Design(_covered(library, each), each.positions.legal_moves().offsets) for each in (training, test))
    learned, held_out = (design.scores(votes) for design in designs)
    found = calibrate_above_mean(training, learned)
    above = above_mean(held_out, test.positions.legal_moves().offsets)
    off = deviation(test, found.weights(above))
    return {
        "of a vote": round(found.slope, 1),
        "error less than the number in use": error_less(test, found.weights(above), WORTH_OF_VOTES * above),
        "held out": {name: round(value, 1) for name, value in asdict(off).items()},
    }


def network_result(network: Maia, training: Evidence, test: Evidence) -> dict[str, object]:
    """Return the worth of likelihood and its error on the likeliest moves of the test."""
    likely, gain = _likelihoods(network, training)
    worth = float(likely @ gain / (likely @ likely))
    other, other_gain = _likelihoods(network, test)
    return {
        "of likelihood": round(worth, 1),
        "held out": {
            "moves": len(other),
            "mean_error": round(float(np.abs(other_gain - worth * other).mean()), 1),
            "mean_error_of_constant": round(float(np.abs(other_gain).mean()), 1),
        },
    }


def _likelihoods(network: Maia, evidence: Evidence) -> tuple[Floats, Floats]:
    """Return for each row the logarithm of its likelihood minus the position's mean, and its gain."""
    found = []
    for policy in network.policies(list(evidence.positions)):
        by_code = sorted(policy.items(), key=lambda item: encode_move(item[0]))
        logarithms = np.array([math.log(max(likelihood, LEAST_LIKELIHOOD)) for _, likelihood in by_code])
        found.append(logarithms - logarithms.mean())
    return np.concatenate(found), gains(evidence)


def _precisions(library: TacticsLibrary, evidence: Evidence, count: int | None = None) -> Floats:
    """Return for each row the precision of its reason, at most that of the move which the list puts before it.

    With a count, only the first `count` moves of a list.
    """
    if decided_by(library) is Decide.LIST:
        return np.concatenate([_in_a_list(library, board, count) for board in evidence.positions])
    precisions = [tactic.figures.get("precision", 0.0) for tactic in library.tactics]
    return score_of_first(_covered(library, evidence), precisions, int(evidence.positions.legal_moves().offsets[-1]))


def _in_a_list(library: TacticsLibrary, board: chess.Board, count: int | None) -> Floats:
    suggested = suggestions(library, board)[:count]
    words = accumulate((each.tactics[0].figures.get("precision", 0.0) for each in suggested), min)
    word_of = {encode_move(each.move): word for each, word in zip(suggested, words, strict=True)}
    return np.array([word_of.get(code, np.nan) for code in sorted(map(encode_move, _rows(board)))])


def _rows(board: chess.Board) -> list[chess.Move]:
    return Positions.from_boards([board]).legal_moves()[0]


def _covered(library: TacticsLibrary, evidence: Evidence) -> list[Rows]:
    return Coverage.of(evidence, library.vocabulary).rows(library.rules)


def main() -> None:
    """Fit on one file, measure on the other, write the result."""
    arguments = read_options(__doc__, {"training": Path, "test": Path}, library="shipped", maia=Path)
    library = (
        TacticsLibrary.shipped() if arguments.library == "shipped" else TacticsLibrary.read(Path(arguments.library))
    )
    training, test = read_evidence(arguments.training), read_evidence(arguments.test)
    result: dict[str, object] = {
        "training positions": len(training),
        "test positions": len(test),
        "engine": test.engine,
        "tactics": tactics_result(library, training, test),
        "tactics, advised moves": tactics_result(library, training, test, ADVISED),
        "votes": votes_result(library, training, test),
    }
    if arguments.maia:
        network = Maia(arguments.maia)
        result[network.name] = network_result(network, training, test)
    # Keep the earlier result of a network that is not measured this time.
    before = json.loads(RESULT.read_text()) if RESULT.exists() else {}
    write_result(RESULT, before | result)
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
