"""Choose moves without rules, as baselines: at random, as played, by an engine, by captures, or by Maia.

The first three are the baselines of Krishnan & Martens 2022. Rules are worth something only if they beat an engine that
looks one ply ahead and a player who only counts captures.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from motif._core.board import encode_move
from motif.arena.engine_players import PolicyNetwork
from motif.engines.evaluator import Evaluator, SupportsStaticValues
from motif.engines.limits import ONE_PLY, Limit
from motif.runtime.parallel import Workers
from motif.statistics.engine_answers import Questions, ask_engine
from motif.statistics.examples import Codes, Evidence, Reference, Values, rows_of_moves
from motif.statistics.metrics import Policy


def simple_baselines(evidence: Evidence, seed: int = 0) -> list[Policy]:
    """Return the baselines that run no engine: random, played, greedy, and the best move if it is already known."""
    return [
        random_moves(evidence, seed),
        moves_of("played move", evidence, evidence.played),
        greedy_exchange(evidence, seed),
        *([moves_of(f"best move ({evidence.engine})", evidence, evidence.best)] if evidence.best is not None else []),
    ]


def random_moves(evidence: Evidence, seed: int = 0) -> Policy:
    """Choose every legal move with the same probability."""
    legal = evidence.positions.legal_moves()
    return Policy.uniform("random", np.ones(len(legal.codes), np.bool_), legal.offsets, seed)


def moves_of(name: str, evidence: Evidence, codes: Codes) -> Policy:
    """Choose the given move in each position."""
    legal = evidence.positions.legal_moves()
    return Policy.of_rows(name, rows_of_moves(legal, codes), len(legal.codes))


def greedy_exchange(evidence: Evidence, seed: int = 0) -> Policy:
    """Choose a move with the best static exchange, at random on ties."""
    legal = evidence.positions.legal_moves()
    values = evidence.positions.exchange_values()
    best = np.repeat(np.maximum.reduceat(values, legal.offsets[:-1]), np.diff(legal.offsets))
    return Policy.uniform("greedy exchange", values == best, legal.offsets, seed)


def engine(
    name: str, evidence: Evidence, evaluator: Callable[[], Evaluator], limit: Limit, workers: Workers | None = None
) -> Policy:
    """Choose the best move of an engine under a limit."""
    return moves_of(name, evidence, ask_engine(evidence, evaluator, Questions(limit), workers).moves(Reference.BEST))


def human_network(evidence: Evidence, network: PolicyNetwork) -> Policy:
    """Choose the most likely move of a network such as Maia."""
    likeliest = [encode_move(next(iter(policy))) for policy in network.policies(list(evidence.positions))]
    return moves_of(network.name, evidence, np.array(likeliest, np.uint16))


def one_ply_values(evidence: Evidence, evaluator: Evaluator) -> Values:
    """Return the value of every row by evaluating the position after the move, as the paper does with Maia.

    A network computes only values here, since computing moves too would be slower.
    """
    after = list(evidence.positions.successors())
    if isinstance(evaluator, SupportsStaticValues):
        return -np.array(evaluator.static_values(after), np.int32)
    return -np.array([answer.centipawns for answer in evaluator.evaluate(after, ONE_PLY)], np.int32)
