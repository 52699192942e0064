"""Explain positions without their solution: is the winning move found, are the motifs right, is the cause a cause?

Each puzzle is given as the position in the game, with the game's last move and nothing of the solution. Motifs count if
the winning move was found. Every reason has passed its counterfactual with the search that found it; here it must pass
again with a deeper search. As a control, another piece of the same kind and colour that has no part in the line is
removed instead, and the gain should stay.

    python experiments/explanations/blind.py --half report --sample 2000
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from pathlib import Path

import chess
import numpy as np
from recording import record
from themed_puzzles import Half, ThemedPuzzle, default_file, forgetful, read_puzzles

from motif.engines.limits import Limit
from motif.explain.causes import ProvenWitness, fall_without
from motif.explain.found import FoundReason, explain_evaluation
from motif.explain.gains import Won
from motif.motifs.catalogue import MOTIFS
from motif.motifs.motif import Undone
from motif.statistics.intervals import wilson

DEPTH = 8
DEEPER = 10
COUNTS = frozenset({"mate", "mateIn1", "mateIn2", "mateIn3", "mateIn4", "mateIn5"})
"""Themes that only count moves: easy, so the result is also given without them."""
NO_LABELS = frozenset({"epauletteMate", "operaMate", "pillsburysMate", "cornerMate", "zugzwang"})
"""Themes that the file does not know, and the one that needs an engine."""


def main() -> None:
    """Measure one half and write the result to this folder."""
    options = _options()
    puzzles = read_puzzles(options.puzzles, Half[options.half.upper()])
    random.Random(options.seed).shuffle(puzzles)
    result = measure(puzzles[: options.sample])
    record("blind", options.half, result)
    print(json.dumps({name: value for name, value in result.items() if name != "themes"}, indent=1))


def measure(puzzles: list[ThemedPuzzle]) -> dict[str, object]:
    """Explain every puzzle and count."""
    evaluator, deeper = forgetful(f"search:{DEPTH}"), forgetful(f"search:{DEEPER}")
    limit, deeper_limit = Limit(depth=DEPTH), Limit(depth=DEEPER)
    found, given = 0, 0
    right, claimed, labelled = Counter[str](), Counter[str](), Counter[str]()
    passed, controls, changed = 0, 0, 0
    named, seconds = Counter[str](), []
    for puzzle in puzzles:
        board = chess.Board(puzzle.fen)
        board.push_uci(puzzle.moves[0])
        start = time.process_time()
        (answer,) = evaluator.evaluate([board], limit)
        explanation = explain_evaluation(board, answer, evaluator, limit)
        seconds.append(time.process_time() - start)
        if not _solves(board, explanation.move, puzzle):
            continue
        found += 1
        themes = _themes(explanation)
        right.update(themes & puzzle.themes)
        claimed.update(themes)
        labelled.update(puzzle.themes - NO_LABELS)
        if explanation.cause is None:
            continue
        given += 1
        named[explanation.cause.witness.motif] += 1
        won = Won(explanation.line, explanation.gain, explanation.line.moves, explanation.evaluation)
        (again,) = deeper.evaluate([explanation.line.boards[1]], deeper_limit)
        deep = Won(won.line, won.gain, won.whole, again.before(explanation.move))
        passed += fall_without(deep, explanation.cause.undone, deeper, deeper_limit) is not None
        control = _control(won, explanation.cause)
        if control is not None:
            controls += 1
            changed += fall_without(won, control, evaluator, limit) is not None
    return {
        "puzzles": len(puzzles),
        "winning move found": _share(found, len(puzzles)),
        "all motifs": _overall(right, claimed, labelled, frozenset()),
        "all motifs but mates counted in moves": _overall(right, claimed, labelled, COUNTS),
        "reason given": _share(given, found),
        "passes with a deeper search": _share(passed, given),
        "controls changed": _share(changed, controls),
        "causes": dict(named.most_common()),
        "milliseconds, median": round(1000 * float(np.median(seconds)), 1),
        "milliseconds, p99": round(1000 * float(np.quantile(seconds, 0.99)), 1),
        "themes": {
            theme: {
                "labels": labelled[theme],
                "precision": round(right[theme] / claimed[theme], 3) if claimed[theme] else None,
                "recall": round(right[theme] / labelled[theme], 3) if labelled[theme] else None,
            }
            for theme in sorted(set(claimed) | set(labelled))
        },
    }


def _solves(board: chess.Board, move: chess.Move, puzzle: ThemedPuzzle) -> bool:
    """Return whether a move is the solution's first move or mates at once."""
    after = board.copy(stack=False)
    after.push(move)
    return move.uci() == puzzle.moves[1] or after.is_checkmate()


def _themes(explanation: FoundReason) -> frozenset[str]:
    named = (MOTIFS[name] for name in explanation.motifs)
    return frozenset(motif.theme for motif in named if motif.theme and not motif.is_wider) - NO_LABELS


def _control(won: Won, cause: ProvenWitness) -> Undone | None:
    """Remove a piece of the same kind that takes no part in the line; None if there is no such piece."""
    undone, line = cause.undone, won.line
    board = line.boards[undone.ply]
    piece = board.piece_at(undone.square) or undone.board.piece_at(undone.square)
    assert piece is not None
    witness = cause.witness
    moved = {square for move in line.moves for square in (move.from_square, move.to_square)}
    involved = chess.SquareSet(moved) | chess.SquareSet([undone.square, witness.by, *witness.against, *witness.along])
    for square in board.pieces(piece.piece_type, piece.color) - involved:
        without = board.copy(stack=False)
        without.remove_piece_at(square)
        without.castling_rights = without.clean_castling_rights()
        if without.is_valid() and without.is_check() <= board.is_check():
            return Undone(witness, undone.ply, without, square)
    return None


def _overall(right: Counter[str], claimed: Counter[str], labelled: Counter[str], but: frozenset[str]) -> object:
    hits, claims, labels = (
        sum(number for theme, number in table.items() if theme not in but) for table in (right, claimed, labelled)
    )
    return {"precision": _share(hits, claims), "recall": _share(hits, labels)}


def _share(hits: int, count: int) -> dict[str, object]:
    low, high = wilson(hits, count)
    return {"share": round(hits / max(1, count), 4), "n": count, "between": [round(low, 4), round(high, 4)]}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=Path, default=default_file())
    parser.add_argument("--half", choices=[half.name.lower() for half in Half], default="tuning")
    parser.add_argument("--sample", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
