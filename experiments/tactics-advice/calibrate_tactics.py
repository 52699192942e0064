"""What the word of a tactic, and of a network that predicts people, is worth in centipawns.

Positions of real games have every legal move valued by an engine; the gain of a move is its value less the mean of all
legal moves, each kept within ±1000 centipawns. Tactics: gain = a + b * precision of the first tactic that suggests the
move. Votes: gain = c * (sum of votes - mean of that sum). Network: gain = d * (ln p - mean of ln p). Training positions
fit the numbers, positions of other players measure their error. `motif positions` and an engine make such files, or
experiments/tactics-goals does:

    python experiments/tactics-advice/calibrate_tactics.py training.csv test.csv --maia maia-1600.pb.gz
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import asdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif.arena.policy_players import LEAST_LIKELIHOOD
from motif.board.maia import Maia
from motif.board.positions import encode_move
from motif.tactics.calibration import calibrate, calibrate_votes, error, error_of_votes, gains, mean_gain
from motif.tactics.evidence import Evidence
from motif.tactics.evidence_files import read_evidence
from motif.tactics.library import Library
from motif.tactics.ordered import Rows
from motif.tactics.suggestions import Examiner
from motif.tactics.votes import Ballots, votes_of

RESULT = Path(__file__).with_name("result.json")
Floats = NDArray[np.float64]


def tactics_result(library: Library, training: Evidence, test: Evidence) -> dict[str, object]:
    """The map from precision to gain, and its error on the test."""
    precisions = [tactic.figures.get("precision", 0.0) for tactic in library.tactics]
    learned, held_out = (_covered(library, evidence) for evidence in (training, test))
    found = calibrate(training, learned, precisions)
    constant = mean_gain(training, learned, precisions)
    return {
        "at nought": round(found.at_nought, 1),
        "of precision": round(found.of_precision, 1),
        "held out": {
            name: round(value, 1) for name, value in asdict(error(found, constant, test, held_out, precisions)).items()
        },
        "by precision": by_precision(library, test, held_out, precisions),
    }


def by_precision(
    library: Library, test: Evidence, covered: list[Rows], precisions: list[float]
) -> list[dict[str, object]]:
    """What suggestions of tactics of each precision were worth on the test."""
    offsets = test.positions.legal_moves().offsets
    gain = gains(test.row_values(), offsets)
    best = np.full(len(gain), -1.0)
    for rows, precision in zip(reversed(covered), reversed(precisions), strict=True):
        best[rows] = precision
    bands = []
    fifth = np.minimum(4, np.floor(5 * best + 1e-9))
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


def votes_result(library: Library, training: Evidence, test: Evidence) -> dict[str, object] | None:
    """The worth of a vote, and its error on all legal moves of the test; None for a library without votes."""
    votes = votes_of(library)
    if votes is None:
        return None
    learned, held_out = (
        Ballots(_covered(library, evidence), evidence.positions.legal_moves().offsets).sums(votes)
        for evidence in (training, test)
    )
    worth = calibrate_votes(training, learned)
    found = asdict(error_of_votes(worth, test, held_out))
    return {"of a vote": round(worth, 1), "held out": {name: round(value, 1) for name, value in found.items()}}


def network_result(network: Maia, training: Evidence, test: Evidence) -> dict[str, object]:
    """The worth of likelihood, and its error on the likeliest moves of the test."""
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
    """For each row the logarithm of its likelihood less the position's mean, and its gain."""
    legal = evidence.positions.legal_moves()
    found = []
    for policy in network.policies(list(evidence.positions)):
        by_code = sorted(policy.items(), key=lambda item: encode_move(item[0]))
        logarithms = np.array([math.log(max(likelihood, LEAST_LIKELIHOOD)) for _, likelihood in by_code])
        found.append(logarithms - logarithms.mean())
    return np.concatenate(found), gains(evidence.row_values(), legal.offsets)


def _covered(library: Library, evidence: Evidence) -> list[Rows]:
    return Examiner.of(evidence, library.vocabulary).covered(library.rules)


def main() -> None:
    """Fit on one file, measure on the other, write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("training", type=Path)
    parser.add_argument("test", type=Path)
    parser.add_argument("--library", default="shipped")
    parser.add_argument("--maia", type=Path)
    arguments = parser.parse_args()
    library = Library.shipped() if arguments.library == "shipped" else Library.read(Path(arguments.library))
    training, test = read_evidence(arguments.training), read_evidence(arguments.test)
    result: dict[str, object] = {
        "training positions": len(training),
        "test positions": len(test),
        "judge": test.judge,
        "tactics": tactics_result(library, training, test),
        "votes": votes_result(library, training, test),
    }
    if arguments.maia:
        network = Maia(arguments.maia)
        result[network.name] = network_result(network, training, test)
    RESULT.write_text(json.dumps(result, indent=2) + "\n")
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
