"""Time explanations of moves: mistakes from the games that ship, explained with every counterfactual.

The headline is explanations per second with the built-in search divided by the same with Stockfish at the same depth,
by the wall clock and without a cache. The other rows are CPU times within the limit that explanations use: mistakes
and other moves (goal: median at most 150 ms, 99th percentile at most 600 ms), and finding all motifs of a line.
"""

from __future__ import annotations

import random
import time
from itertools import islice
from typing import Any

import chess
import numpy as np
from harness import report, sized

from motif.board.games import read_games
from motif.engines.cache import CachedEvaluator
from motif.engines.evaluator import Evaluator
from motif.engines.game_review import Judgement, Review, ReviewedMove, review
from motif.engines.limits import EXPLAIN_LIMIT, Limit
from motif.engines.process import find_engine
from motif.engines.uci_engines import Engine
from motif.errors import UnknownName
from motif.explain.mistakes import explain_mistake
from motif.explain.moves import explain_move
from motif.motifs.catalogue import motifs_of
from motif.motifs.motif import Line
from motif.runtime.files import SAMPLE_GAMES
from motif.search.player import SearchEvaluator
from motif.search.settings import SearchSettings

DEPTH = Limit(depth=sized(8, 4))
GAMES = sized(40, 2)
MISTAKES = sized(150, 1)
COMPARED = sized(40, 1)
"""Mistakes that both engines explain."""

Question = tuple[chess.Board, chess.Move]


def moves() -> tuple[list[Question], list[Question]]:
    """Return mistakes and blunders of shipped games by the evaluations in the file, and as many other random moves."""
    evaluator = SearchEvaluator("search", SearchSettings(), Limit(depth=1))
    bad: list[Question] = []
    others: list[Question] = []
    for game in islice(read_games(SAMPLE_GAMES), GAMES):
        judged: Review = review(game, evaluator, Limit(depth=1), from_file=True)
        for move in judged.moves:
            (bad if _is_mistake(move) else others).append((judged.boards[move.ply], move.move))
    return bad[:MISTAKES], random.Random(1).sample(others, min(len(others), MISTAKES))


def _is_mistake(move: ReviewedMove) -> bool:
    return move.judgement in (Judgement.MISTAKE, Judgement.BLUNDER)


def explained(questions: list[Question], evaluator: Evaluator, limit: Limit) -> tuple[list[float], float, int]:
    """Return the CPU seconds of each explanation, the wall-clock seconds of all, and how many have a reason."""
    cpu, reasons = [], 0
    begin = time.perf_counter()
    for board, move in questions:
        start = time.process_time()
        reasons += bool(explain_mistake(board, move, evaluator, limit).reasons)
        cpu.append(time.process_time() - start)
    return cpu, time.perf_counter() - begin, reasons


def explained_moves(questions: list[Question], evaluator: Evaluator) -> list[float]:
    """Return the CPU seconds of each explanation of a move that need not be a mistake.

    As everywhere in the program, a cache lives as long as one explanation.
    """
    cpu = []
    for board, move in questions:
        start = time.process_time()
        explain_move(board, move, CachedEvaluator(evaluator))
        cpu.append(time.process_time() - start)
    return cpu


def rows_of(what: str, cpu: list[float]) -> list[dict[str, Any]]:
    """Return the median and the 99th percentile as rows."""
    percentile = {"median": 50, "99th percentile": 99}
    goals = {"median": 150, "99th percentile": 600}
    return [
        {
            "what": f"CPU ms {what}, {name} of {len(cpu)}, goal {goals[name]}",
            "figure": 1000 * float(np.percentile(cpu, percentile[name])),
        }
        for name in goals
    ]


def lines_a_second(questions: list[Question]) -> float:
    """Count lines per CPU second whose motifs are all found; a line is a mistake and the best play after it."""
    evaluator = SearchEvaluator("search", SearchSettings(), None)
    boards = [board for board, _ in questions]
    lines = [
        Line.of(board, answer.line) for board, answer in zip(boards, evaluator.evaluate(boards, DEPTH), strict=True)
    ]
    begin = time.process_time()
    for line in lines:
        motifs_of(line)
    return len(lines) / (time.process_time() - begin)


def main() -> None:
    """Measure, compare and write the report."""
    questions, others = moves()
    ours = SearchEvaluator("search", SearchSettings(), None)
    explained(questions[:3], ours, EXPLAIN_LIMIT)  # allocates the tables before the clock starts
    cpu, _, reasons = explained(questions, ours, EXPLAIN_LIMIT)
    rows: list[dict[str, Any]] = [
        *rows_of("a mistake", cpu),
        *rows_of("any other move", explained_moves(others, ours)),
        {"what": f"mistakes of {len(cpu)} with a checked reason", "figure": reasons},
        {"what": "lines a CPU second, all motifs found", "figure": lines_a_second(questions)},
    ]
    ratio = float("nan")
    compared = questions[:COMPARED]
    _, mine, _ = explained(compared, ours, DEPTH)
    try:
        with Engine(find_engine("stockfish")) as stockfish:
            explained(compared[:1], stockfish, DEPTH)
            _, peer, _ = explained(compared, stockfish, DEPTH)
        ratio = peer / mine
        rows.append({"what": f"seconds by the wall, {len(compared)} mistakes, {stockfish.name}", "figure": peer})
    except UnknownName:
        print("Stockfish is not installed: no comparison")
    rows.append({"what": f"seconds by the wall, {len(compared)} mistakes, the built-in search", "figure": mine})
    report("reasons", ratio, rows)


if __name__ == "__main__":
    main()
