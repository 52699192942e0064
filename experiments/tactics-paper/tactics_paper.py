"""The paper's run: 90 training positions, every tactic that matches one of them, and what they are worth on new games.

The space of the bias is counted first, then searched to exhaustion; a sample of what was learned is asked of
SWI-Prolog as well. Training and test games are of different players. The paper tests on 10 positions, which says
little, so a larger number is tested beside it. Games, engine and network are arguments:

    python experiments/tactics-paper/tactics_paper.py GAMES.pgn.zst --engine stockfish --maia maia-1600.pb.gz
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from motif.board.games import Game, GameFilter, read_games
from motif.board.limits import Limit
from motif.board.maia import Maia
from motif.evidence.baselines import human_network, one_ply_values, simple_baselines
from motif.evidence.engine_answers import Questions, ask_engine
from motif.evidence.examples import Evidence, Reference
from motif.evidence.histograms import draw_histograms
from motif.evidence.intervals import Estimate
from motif.evidence.metrics import Accuracy, Scores
from motif.evidence.tables import as_object
from motif.players import find_oracle
from motif.store import write_atomically
from motif.tactics.language import prolog
from motif.tactics.language.coverage import Coverage, suggested_moves
from motif.tactics.language.rule import Rule
from motif.tactics.language.vocabulary import PAPER
from motif.tactics.learning.bias import Bias, find_bias
from motif.tactics.learning.paper import Hypotheses, PaperRun, exhaust
from motif.tactics.library.library import Library, Tactic
from motif.tactics.library.measures import Measured, NetworkWord, measure

HERE = Path(__file__).parent
FROM_MOVE = 12
SHORTEST_GAME = 2 * FROM_MOVE
ENDED_BADLY = ("abandoned", "rules infraction", "unterminated", "aborted", "cheat")
"""The paper keeps games that ended normally or on time; what else a file calls its endings is its own affair."""
AUTHORS = {"models": 112_665, "clauses": 60_178, "satisfiable": 591, "behaviours": 12}
"""What their release gives: its background knowledge has no line test, and leaves the captured man on the board."""


def main() -> None:
    """Run everything and write result.json and the histograms."""
    arguments = _arguments()
    bias = find_bias("paper")
    # Refused now and not after the search when nobody answers to the name.
    find_oracle(arguments.engine)
    result: dict[str, Any] = {"seed": arguments.seed, "games": Path(arguments.games).name}
    training, tests = draw(arguments)
    result["space"] = {"authors": AUTHORS, "here": count_space(bias)}
    print(json.dumps(result["space"]), flush=True)
    learned, seconds = timed_learning(bias, training)
    result["learned"] = describe(learned, seconds, len(training))
    print(json.dumps(result["learned"]), flush=True)
    result["prolog"] = agreement(learned, tests[0])
    print(json.dumps(result["prolog"]), flush=True)
    result["tests"] = []
    for evidence in tests:
        measured = evaluate(learned, evidence, arguments)
        draw_histograms(measured.histograms, HERE / f"histograms-{len(evidence)}.png")
        result["tests"].append(summary(measured, evidence, arguments.engine))
    write_atomically(HERE / "result.json", json.dumps(result, indent=1) + "\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games")
    parser.add_argument("--engine", default="stockfish", help="who values the moves, one ply deep")
    parser.add_argument("--maia", type=Path, help="a Maia network, which values them too")
    parser.add_argument("--read", type=int, default=5_000, help="draw from so many games")
    parser.add_argument("--training", type=int, default=90)
    parser.add_argument("--tests", type=int, nargs="+", default=[10, 1_000])
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def count_space(bias: Bias) -> dict[str, Any]:
    """How many answer sets there are, and how many clauses they are up to renaming."""
    started = time.process_time()
    hypotheses = Hypotheses(bias)
    sizes: list[dict[str, int]] = []
    for size in range(1, bias.limits.literals + 1):
        models, clauses, symmetric = 0, set(), set()
        for rule in hypotheses.of_size(size):
            models += 1
            clauses.add(rule.canonical().body)
            symmetric.add(rule.canonical(bias.vocabulary).body)
        sizes.append({"literals": size, "models": models, "clauses": len(clauses), "up_to_symmetry": len(symmetric)})
    totals = {word: sum(found[word] for found in sizes) for word in ("models", "clauses", "up_to_symmetry")}
    return {**totals, "sizes": sizes, "cpu_seconds": round(time.process_time() - started, 1)}


def draw(arguments: argparse.Namespace) -> tuple[Evidence, list[Evidence]]:
    """Positions to learn from, and positions of other players to test on."""
    every = read_games(arguments.games, GameFilter(minimum_plies=SHORTEST_GAME))
    games = list(
        islice((game for game in every if game.tags.get("Termination", "").lower() not in ENDED_BADLY), arguments.read)
    )
    if len(games) < arguments.training + max(arguments.tests):
        raise SystemExit(f"{arguments.games} has only {len(games)} games of {SHORTEST_GAME} plies or more")
    Random(arguments.seed).shuffle(games)
    training = games[: arguments.training]
    known = {name for game in training for name in game.players}
    strangers = [game for game in games[arguments.training :] if not known.intersection(game.players)]

    def evidence(chosen: Sequence[Game]) -> Evidence:
        return Evidence.of_games(chosen, 1, FROM_MOVE, arguments.seed)

    return evidence(training), [evidence(strangers[:count]) for count in arguments.tests]


def timed_learning(bias: Bias, training: Evidence) -> tuple[PaperRun, float]:
    """Everything that paper mode learns, and the processor's seconds for it."""
    started = time.process_time()
    coverage = Coverage(training.positions, PAPER)
    learned = exhaust(
        bias, coverage, watch=lambda state: print(f"{state.done + 1} literals: {state.words}", flush=True)
    )
    return learned, time.process_time() - started


def describe(learned: PaperRun, seconds: float, positions: int) -> dict[str, Any]:
    """The numbers of a run."""
    return {
        "positions": positions,
        "models_generated": learned.models,
        "clauses_tested": learned.clauses,
        "satisfiable": len(learned.rules),
        "behaviours": len(learned.distinct),
        "steps": [
            {"literals": s.size, "models": s.models, "clauses": s.clauses, "matching": s.matching, "nogoods": s.nogoods}
            for s in learned.steps
        ],
        "cpu_seconds": round(seconds, 1),
    }


def agreement(learned: PaperRun, evidence: Evidence) -> dict[str, int]:
    """Ask SWI-Prolog for the suggestions of every rule that was learned; any difference is an error."""
    boards = list(evidence.positions)
    rules = learned.rules
    with tempfile.TemporaryDirectory() as folder:
        told = prolog.run(prolog.export(rules, boards, PAPER), Path(folder), timeout=7_200)
    moves = 0
    for number, board in enumerate(boards):
        for which, found in enumerate(suggested_moves(rules, PAPER, board)):
            names = {(move.uci()[:2], move.uci()[2:4]) for move in found}
            if told.get((which, number), frozenset()) != names:
                raise SystemExit(f"SWI-Prolog differs on {rules[which]} in {board.fen()}")
            moves += len(names)
    return {"rules": len(rules), "positions": len(boards), "suggestions": moves, "differences": 0}


def evaluate(learned: PaperRun, evidence: Evidence, arguments: argparse.Namespace) -> Measured:
    """Measure what was learned on new positions, all of it on few and one rule a behaviour on many."""
    maker = partial(find_oracle, arguments.engine)
    evidence = ask_engine(evidence, maker, Questions(Limit(depth=1), every_move=True))
    baselines = simple_baselines(evidence, arguments.seed)
    word = None
    if arguments.maia:
        network = Maia(arguments.maia)
        baselines.append(human_network(evidence, network))
        word = NetworkWord(network.name, one_ply_values(evidence, network))
    rules: Sequence[Rule] = learned.rules if len(evidence) < 100 else learned.distinct
    library = Library(PAPER, tuple(map(Tactic, rules)))
    return measure(library, evidence, baselines, word, arguments.seed)


def summary(measured: Measured, evidence: Evidence, judge: str) -> dict[str, Any]:
    """Baselines, the spread over all tactics, and the best of them."""

    def played(accuracy: Accuracy, scores: Scores) -> Estimate | None:
        return scores.accuracies[Reference.PLAYED][accuracy]

    spread: dict[str, list[Estimate | None]] = {
        "coverage": [scores.coverage for scores in measured.tactics],
        "accuracy, any hit": [played(Accuracy.ANY_HIT, scores) for scores in measured.tactics],
        "accuracy, per suggestion": [played(Accuracy.PER_SUGGESTION, scores) for scores in measured.tactics],
        "divergence": [scores.divergence for scores in measured.tactics],
    }
    return {
        "positions": len(evidence),
        "tactics": len(measured.tactics),
        "judge": f"{judge}, 1 ply",
        "baselines": [as_object(scores) for scores in measured.baselines],
        "quartiles": {word: quartiles([found.value for found in values if found]) for word, values in spread.items()},
    }


def quartiles(values: Sequence[float]) -> list[float]:
    """Least, first quarter, middle, third quarter and greatest."""
    return [round(float(value), 4) for value in np.quantile(values, [0, 0.25, 0.5, 0.75, 1])] if values else []


if __name__ == "__main__":
    main()
