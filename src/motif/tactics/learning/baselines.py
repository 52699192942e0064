"""Who knowledge is compared with: a random mover, the player, engines, a grabber of material, and Maia.

The first three are the baselines of Krishnan & Martens 2022; an engine that looks one ply ahead and a player who only
counts captures are what knowledge must beat to be worth its name.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from motif._core.board import encode_move
from motif.arena.engine_players import PolicyNetwork
from motif.engines.evaluator import Evaluator, Glancing
from motif.engines.limits import ONE_PLY, Limit
from motif.runtime.parallel import Workers
from motif.statistics.engine_answers import Questions, ask_engine
from motif.statistics.examples import Codes, Evidence, Reference, Values, rows_of_moves
from motif.statistics.metrics import Policy


def simple_baselines(evidence: Evidence, seed: int = 0) -> list[Policy]:
    """The baselines that need nobody's help: random, played, greedy, and the engine's best if it is known."""
    return [
        random_moves(evidence, seed),
        moves_of("played move", evidence, evidence.played),
        greedy_exchange(evidence, seed),
        *([moves_of(f"best move ({evidence.judge})", evidence, evidence.best)] if evidence.best is not None else []),
    ]


def random_moves(evidence: Evidence, seed: int = 0) -> Policy:
    """Every legal move is equally likely."""
    legal = evidence.positions.legal_moves()
    return Policy.uniform("random", np.ones(len(legal.codes), np.bool_), legal.offsets, seed)


def moves_of(name: str, evidence: Evidence, codes: Codes) -> Policy:
    """One move in each position."""
    legal = evidence.positions.legal_moves()
    return Policy.of_rows(name, rows_of_moves(legal, codes), len(legal.codes))


def greedy_exchange(evidence: Evidence, seed: int = 0) -> Policy:
    """The moves with the best static exchange; all that are equally good are equally likely."""
    legal = evidence.positions.legal_moves()
    values = evidence.positions.exchange_values()
    best = np.repeat(np.maximum.reduceat(values, legal.offsets[:-1]), np.diff(legal.offsets))
    return Policy.uniform("greedy exchange", values == best, legal.offsets, seed)


def engine(
    name: str, evidence: Evidence, evaluator: Callable[[], Evaluator], limit: Limit, workers: Workers | None = None
) -> Policy:
    """The best move of an engine under a limit."""
    return moves_of(name, evidence, ask_engine(evidence, evaluator, Questions(limit), workers).moves(Reference.BEST))


def human_network(evidence: Evidence, network: PolicyNetwork) -> Policy:
    """The move that a network such as Maia finds likeliest."""
    likeliest = [encode_move(next(iter(policy))) for policy in network.policies(list(evidence.positions))]
    return moves_of(network.name, evidence, np.array(likeliest, np.uint16))


def one_ply_values(evidence: Evidence, evaluator: Evaluator) -> Values:
    """The value of every row by an evaluator that looks at the position after the move, as the paper asks Maia.

    A network is asked for its values alone, which is quicker than to ask for moves too.
    """
    after = list(evidence.positions.successors())
    if isinstance(evaluator, Glancing):
        return -np.array(evaluator.glance(after), np.int32)
    return -np.array([answer.centipawns for answer in evaluator.evaluate(after, ONE_PLY)], np.int32)
