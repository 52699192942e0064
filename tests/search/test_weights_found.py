"""Test evolution and regression of weights: the same on one or two threads, resumable, and right in plain cases."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from random import Random

import chess
import numpy as np

from goldens import Golden
from motif._core.board import Positions
from motif.arena.start_positions import StartPosition
from motif.board.games import read_games
from motif.board.tags import GameResult
from motif.errors import BadArgument, BadFile
from motif.runtime.files import SAMPLE_GAMES
from motif.runtime.parallel import Progress
from motif.search.evaluation import NAMED, TaperedWeights, Weights
from motif.search.learning.evolution import (
    Breeding,
    Contestant,
    Pairing,
    WeightEvolutionSettings,
    WeightGeneration,
    evolve,
    final_round_robin,
    play_contests,
)
from motif.search.learning.regression import QuietPositions, fit_tapered, gather
from motif.search.settings import Mode, SearchSettings

SMALL = WeightEvolutionSettings(generations=3, depth=1, most_moves=30)


def test_evolution_is_the_same_on_one_thread_and_on_two() -> None:
    one = list(evolve(SMALL, seed=4, threads=1))
    assert one == list(evolve(SMALL, seed=4, threads=2))
    assert one != list(evolve(SMALL, seed=5, threads=2))
    assert [generation.number for generation in one] == [1, 2, 3]
    assert all(len(generation.agents) == 5 for generation in one)


def test_the_fittest_stay_and_children_mix_their_weights() -> None:
    first, second = islice(evolve(SMALL, seed=4), 2)
    parents = [agent.weights for agent in first.agents[:3]]
    carried = [agent.weights for agent in second.agents if agent.weights in parents]
    assert len(carried) >= 3
    wins = [agent.wins for agent in first.agents]
    assert wins == sorted(wins, reverse=True)


def test_only_agents_that_won_a_game_have_children() -> None:
    settings = replace(SMALL, breeding=Breeding.WINNERS, generations=8, mutation=0.0)
    genes_of_others = 0
    for before, after in pairwise(evolve(settings, seed=4)):
        winners = [agent.weights for agent in before.agents if agent.wins]
        best = [agent.weights for agent in before.agents[:3]]
        allowed = {gene for weights in [*winners, *best] for gene in weights.values}
        genes = {gene for agent in after.agents for gene in agent.weights.values}
        assert genes <= allowed
        genes_of_others += len(genes - {gene for weights in best for gene in weights.values})
    assert genes_of_others, "at least one winner outside the best three has children"


def test_sets_of_weights_meet_in_a_round_robin_of_64_games() -> None:
    rng = Random(1)
    agents = [Weights(*(rng.uniform(0, 10) for _ in range(3))) for _ in range(8)]
    final = final_round_robin(SMALL, agents, seed=1)
    assert {agent.weights for agent in final.agents} == set(agents)
    # 56 games among the eight, a point each; and eight against the weights made by hand.
    assert 56 <= sum(agent.points for agent in final.agents) <= 64


def test_an_interrupted_evolution_goes_on_from_its_checkpoint(golden: Golden, tmp_path: Path) -> None:
    file = tmp_path / "evolution.json"
    whole = list(evolve(SMALL, seed=4))
    for _ in islice(evolve(SMALL, seed=4, checkpoint=file), 2):
        pass
    assert list(evolve(SMALL, seed=4, checkpoint=file)) == whole
    with golden.raises(BadFile):
        list(evolve(SMALL, seed=5, checkpoint=file))


def test_generations_read_back_from_their_json() -> None:
    generation = next(iter(evolve(SMALL, seed=1)))
    assert WeightGeneration.from_json(generation.to_json()) == generation


def test_settings_that_cannot_evolve_are_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        WeightEvolutionSettings(generations=0)
    with golden.raises(BadArgument):
        WeightEvolutionSettings(parents=9)


def test_the_papers_evolution_plays_250_games() -> None:
    assert WeightEvolutionSettings().games == 250


def test_contests_follow_the_rules_to_their_end(golden: Golden) -> None:
    # A queen up, White mates; bare kings draw.
    player = Contestant("one", SearchSettings(NAMED["handmade"], Mode.PAPER), depth=3)
    queen = Pairing(0, 0, StartPosition("queen", (), "7k/8/5K2/8/8/8/8/1Q6 w - - 0 1"))
    rook_taken = Pairing(0, 0, StartPosition("a rook to take", (), "7k/8/8/8/8/8/1r6/K7 w - - 0 1"))
    won, drawn = play_contests([player], [queen, rook_taken])
    assert won.result is GameResult.WHITE_WINS
    assert won.game().board().is_checkmate()
    assert drawn.result is GameResult.DRAW
    assert drawn.record.moves == ("a1b2",)
    with golden.raises(BadArgument):
        Contestant("two", SearchSettings(), depth=0)


def test_the_tapered_fit_predicts_better_than_material_alone(golden: Golden) -> None:
    evidence = gather(islice(read_games([str(SAMPLE_GAMES)]), 60), per_game=6)
    assert (evidence.positions.checkers() == 0).all()
    heard: list[Progress] = []
    fit = fit_tapered(evidence, 30, heard.append)
    assert heard == [Progress(done, 30) for done in range(1, 31)]
    assert fit.losses[-1] < fit.losses[0]
    assert isinstance(fit.weights, TaperedWeights)
    with golden.raises(BadArgument):
        fit_tapered(QuietPositions(Positions(), np.empty(0)))


def test_results_that_contradict_material_are_refused(golden: Golden) -> None:
    fens = ["4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/7P/4K3 w - - 0 1"]
    evidence = QuietPositions(Positions(fens * 20), np.zeros(60))
    with golden.raises(BadArgument):
        fit_tapered(evidence)


def test_a_start_without_moves_is_the_initial_position() -> None:
    board = StartPosition("initial position").board()
    assert board == chess.Board()
