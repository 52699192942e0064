"""Repeat the paper's run: learn tactics from 90 positions, validate on 10, and measure them on new games.

The script counts the space of the bias, then searches it exhaustively, and checks a sample of the learned rules with
SWI-Prolog. Training and test games have different players. The paper tests on 10 positions, which shows little, so a
second test has more. The three rules printed in the paper (Figures 8 to 10) are measured on the same positions and
listed next to our best rules with their sentences. Games, engine and network are arguments:

    python experiments/tactics-paper/tactics_paper.py GAMES.pgn.zst --engine stockfish --maia maia-1600.pb.gz
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from motif._core.board import Game
from motif.board.games import GameFilter, read_games
from motif.engines.limits import Limit
from motif.engines.maia import Maia
from motif.players.names import find_evaluator
from motif.statistics.examples import Evidence, Questions, Reference, ask_engine
from motif.statistics.intervals import Estimate
from motif.statistics.metrics import HitRate, Scores, as_object, draw_histograms
from motif.tactics.coverage import Coverage
from motif.tactics.learning.bias import Bias, find_bias
from motif.tactics.learning.measures import (
    Measured,
    NetworkValues,
    figures,
    human_network,
    measure,
    one_ply_values,
    simple_baselines,
)
from motif.tactics.learning.paper import Hypotheses, PaperRun, exhaust
from motif.tactics.library import Tactic, TacticsLibrary
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import PAPER

sys.path.append(str(Path(__file__).parents[1]))
sys.path.append(str(Path(__file__).parent))
from common import read_options, write_result
from prolog_agreement import compare

HERE = Path(__file__).parent
FROM_MOVE = 12
SHORTEST_GAME = 2 * FROM_MOVE
ENDED_BADLY = ("abandoned", "rules infraction", "unterminated", "aborted", "cheat")
"""The paper keeps games that ended normally or on time; other terminations are ignored."""
MANY = 100
OFTEN = 0.05
"""The best rules are chosen among those that apply to at least this many positions."""
SHOWN = 3
PRINTED = {
    "figure_8": "figure_8(P, F, T) :- legal_move(F, T, P), attacks(F, A, P), behind(T, A, B, P), different_pos(A, B).",
    "figure_9": "figure_9(P, F, T) :- legal_move(F, T, P), attacks(F, A, P), different_pos(F, T), different_pos(F, A).",
    "figure_10": "figure_10(P, F, T) :- legal_move(F, T, P), behind(F, T, A, P), behind(F, B, C, P), "
    "behind(F, C, B, P), behind(F, B, T, P).",
}
AUTHORS = {"models": 112_665, "clauses": 60_178, "satisfiable": 591, "behaviours": 12}
"""The authors' release: its background knowledge has no line test and leaves the captured piece on the board."""


def main() -> None:
    """Run everything and write result.json and the histograms."""
    arguments = _arguments()
    bias = find_bias("paper").with_limits(arguments.literals, arguments.variables)
    # Fail now and not after the search if there is no such engine.
    find_evaluator(arguments.engine)
    result: dict[str, Any] = {"seed": arguments.seed, "games": Path(arguments.games).name}
    training, validation, tests = draw(arguments)
    result["space"] = {"authors": AUTHORS, "here": count_space(bias)}
    print(json.dumps(result["space"]), flush=True)
    learned, seconds = timed_learning(bias, training)
    result["learned"] = describe(learned, seconds, len(training))
    print(json.dumps(result["learned"]), flush=True)
    result["prolog"] = agreement(learned, tests[0])
    print(json.dumps(result["prolog"]), flush=True)
    result["validation"] = validated(learned, validation)
    print(json.dumps(result["validation"]), flush=True)
    result["tests"] = []
    for evidence in tests:
        library = tested(learned, evidence)
        measured = evaluate(library, evidence, arguments)
        draw_histograms(measured.histograms, arguments.out / f"histograms-{len(evidence)}.png")
        result["tests"].append(summary(measured, evidence, arguments.engine))
        if evidence is tests[-1]:
            result["printed by the paper"] = [
                row(each) for each in paired(library, measured) if each[0].name in PRINTED
            ]
            result["best"] = best(library, measured)
    write_result(arguments.out / "result.json", result)


def _arguments() -> argparse.Namespace:
    return read_options(
        __doc__, {"games": str}, engine=("stockfish", "the engine that evaluates the moves, one ply deep"),
        maia=(Path, "a Maia network that evaluates them too"), read=(5_000, "draw from this many games"), training=90,
        validation=(10, "positions to validate on, besides the training"),
        variables=(int, "variables in a rule, instead of five"),
        literals=(int, "conditions in a rule, instead of five"),
        out=(HERE, "the folder of result.json and the pictures"),
        tests={"type": int, "nargs": "+", "default": [10, 1_000]}, seed=0,
    )  # fmt: skip


def count_space(bias: Bias) -> dict[str, Any]:
    """Count the answer sets, and the clauses that differ by more than the names of variables."""
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


def draw(arguments: argparse.Namespace) -> tuple[Evidence, Evidence, list[Evidence]]:
    """Return positions to learn from and to validate on, and positions of other players to test on."""
    every = read_games(arguments.games, GameFilter(minimum_plies=SHORTEST_GAME))
    games = list(
        islice((game for game in every if game.tags.get("Termination", "").lower() not in ENDED_BADLY), arguments.read)
    )
    drawn = arguments.training + arguments.validation
    if len(games) < drawn + max(arguments.tests):
        raise SystemExit(f"{arguments.games} has only {len(games)} games of {SHORTEST_GAME} plies or more")
    Random(arguments.seed).shuffle(games)
    known = {name for game in games[:drawn] for name in game.players}
    strangers = [game for game in games[drawn:] if not known.intersection(game.players)]

    def evidence(chosen: Sequence[Game]) -> Evidence:
        return Evidence.of_games(chosen, 1, FROM_MOVE, arguments.seed)

    training, validation = games[: arguments.training], games[arguments.training : drawn]
    return evidence(training), evidence(validation), [evidence(strangers[:count]) for count in arguments.tests]


def timed_learning(bias: Bias, training: Evidence) -> tuple[PaperRun, float]:
    """Return everything that paper mode learns, and its processor time in seconds."""
    started = time.process_time()
    coverage = Coverage(training.positions, PAPER)
    learned = exhaust(
        bias, coverage, watch=lambda state: print(f"{state.done + 1} literals: {state.words}", flush=True)
    )
    return learned, time.process_time() - started


def describe(learned: PaperRun, seconds: float, positions: int) -> dict[str, Any]:
    """Return the numbers of a run."""
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
    """Compare the suggestions of every learned rule with SWI-Prolog; any difference is an error."""
    library = TacticsLibrary(PAPER, tuple(map(Tactic, learned.rules)))
    counts = {"rules": len(library), "positions": len(evidence)}
    return counts | {"suggestions": compare(library, evidence), "differences": 0}


def validated(learned: PaperRun, validation: Evidence) -> dict[str, Any]:
    """Return the rule that Popper would choose, the learned one with the highest F1, and the results of all rules."""
    found = figures(learned.distinct, PAPER, validation, Reference.PLAYED)
    f1 = [each.get("f1", 0.0) for each in found]
    first = int(np.argmax(f1))
    rule = learned.distinct[first]
    return {
        "positions": len(validation),
        "f1": quartiles(f1),
        "chosen": {"rule": str(rule), "sentence": rule.sentence(), "f1": round(f1[first], 4)},
    }


def tested(learned: PaperRun, evidence: Evidence) -> TacticsLibrary:
    """Return all rules for few positions, one rule per behaviour for many, with those that the paper prints."""
    rules: Sequence[Rule] = learned.rules if len(evidence) < MANY else learned.distinct
    printed = [Rule.parse(text, PAPER) for text in PRINTED.values()] if len(evidence) >= MANY else []
    return TacticsLibrary(PAPER, tuple(map(Tactic, [*rules, *printed])))


def evaluate(library: TacticsLibrary, evidence: Evidence, arguments: argparse.Namespace) -> Measured:
    """Measure the learned rules on new positions."""
    maker = partial(find_evaluator, arguments.engine)
    evidence = ask_engine(evidence, maker, Questions(Limit(depth=1), every_move=True))
    baselines = simple_baselines(evidence, arguments.seed)
    word = None
    if arguments.maia:
        network = Maia(arguments.maia)
        baselines.append(human_network(evidence, network))
        word = NetworkValues(network.name, one_ply_values(evidence, network))
    return measure(library, evidence, baselines, word, arguments.seed)


def paired(library: TacticsLibrary, measured: Measured) -> list[tuple[Rule, Scores]]:
    """Return the rules with their results."""
    return list(zip(library.rules, measured.tactics, strict=True))


def best(library: TacticsLibrary, measured: Measured) -> dict[str, list[dict[str, Any]]]:
    """Return the best learned rules by each measure, among those that apply often enough."""
    ours = [pair for pair in paired(library, measured) if pair[0].name not in PRINTED]
    often = [row(pair) for pair in ours if pair[1].coverage.value >= OFTEN and pair[1].divergence]
    return {
        "lowest divergence": sorted(often, key=lambda each: each["divergence"])[:SHOWN],
        "highest accuracy": sorted(often, key=lambda each: -each["accuracy"])[:SHOWN],
        "highest F1": sorted(often, key=lambda each: -each["F1"])[:SHOWN],
    }


def row(pair: tuple[Rule, Scores]) -> dict[str, Any]:
    """Return a rule, its sentence and its results."""
    rule, scores = pair
    played = scores.accuracies[Reference.PLAYED]
    precision, hit = played[HitRate.PER_SUGGESTION], played[HitRate.ANY_HIT]
    recall = hit.value * scores.coverage.value if hit else 0.0
    right = precision.value if precision else 0.0
    return {
        "rule": str(rule),
        "sentence": rule.sentence(),
        "coverage": round(scores.coverage.value, 3),
        "accuracy": round(right, 3),
        "F1": round(2 * right * recall / max(right + recall, 1e-12), 3),
        "divergence": round(scores.divergence.value) if scores.divergence else None,
    }


def summary(measured: Measured, evidence: Evidence, engine: str) -> dict[str, Any]:
    """Return baselines, quartiles over all tactics, and the best of them."""

    def played(accuracy: HitRate, scores: Scores) -> Estimate | None:
        return scores.accuracies[Reference.PLAYED][accuracy]

    spread: dict[str, list[Estimate | None]] = {
        "coverage": [scores.coverage for scores in measured.tactics],
        "accuracy, any hit": [played(HitRate.ANY_HIT, scores) for scores in measured.tactics],
        "accuracy, per suggestion": [played(HitRate.PER_SUGGESTION, scores) for scores in measured.tactics],
        "divergence": [scores.divergence for scores in measured.tactics],
    }
    networks = [picture for picture in measured.histograms if picture.title.startswith("Divergence (maia")]
    return {
        "positions": len(evidence),
        "tactics": len(measured.tactics),
        "by network": {
            picture.title: {
                "quartiles": quartiles(picture.values),
                "below random": round(float(np.mean(np.array(picture.values) < picture.baselines["random"])), 3),
                "baselines": {name: round(value, 1) for name, value in picture.baselines.items()},
            }
            for picture in networks
        },
        "engine": f"{engine}, 1 ply",
        "baselines": [as_object(scores) for scores in measured.baselines],
        "quartiles": {word: quartiles([found.value for found in values if found]) for word, values in spread.items()},
    }


def quartiles(values: Sequence[float]) -> list[float]:
    """Return the minimum, first quartile, median, third quartile and maximum."""
    return [round(float(value), 4) for value in np.quantile(values, [0, 0.25, 0.5, 0.75, 1])] if values else []


if __name__ == "__main__":
    main()
