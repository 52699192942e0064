"""Measure each rule on positions, and compare a whole library with baselines, or two players by the rules they follow.

Each rule gets these figures, and the divergence and regret of `motif.statistics.metrics` if an engine evaluated the
moves:

positions    how many positions it was measured on
suggestions  how many moves it suggests
precision    share of its suggestions that are the reference move, and `low` and `high`, the ends of Wilson's interval;
             where the engine's best move is mate, every mate counts as the reference move
coverage     share of the positions in which it suggests a move
recall       share of the reference moves that it finds
f1           the measure that Popper maximises: 2 * precision * recall / (precision + recall)
lift         precision divided by the precision of a random move
at_1600      precision for players rated from 1600 up to the next band; `of_1600` is the number of suggestions

A library is measured as a list and by votes. The histograms are Figures 4 to 7 of Krishnan & Martens 2022: divergence
according to a network that predicts human moves, divergence according to an engine, coverage, and accuracy per
suggestion. The baselines choose moves without rules: at random, as played, by an engine (these three are the
paper's), by captures, or by Maia. Rules are worth something only if they beat an engine that looks one ply ahead and
a player who only counts captures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from motif._core.board import encode_move
from motif.arena.engine_players import PolicyNetwork
from motif.engines.evaluator import Evaluator, SupportsStaticValues
from motif.engines.limits import ONE_PLY, Limit
from motif.runtime.parallel import Workers
from motif.statistics.examples import (
    UNRATED,
    Codes,
    Evidence,
    Questions,
    Reference,
    Rows,
    Values,
    ask_engine,
    rows_of_moves,
)
from motif.statistics.intervals import Estimate, Share, false_discovery_rates, fisher_exact, wilson
from motif.statistics.metrics import Histogram, HitRate, Mask, Policy, PolicyMeter, Scores
from motif.tactics.coverage import Coverage
from motif.tactics.library import Tactic, TacticsLibrary, ordered_list, read_of, vote, votes_of
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL, Vocabulary

TOGETHER, VOTING = "the list", "the votes"
"""The names in a table for a whole library, as a list and by votes."""

PIECES = "tactics"

BANDS = (0, 1300, 1600, 1900)
"""The lower ends of the rating bands in which a rule is measured separately."""

UNRATED_BAND = -1

_MATE = Rule.parse("mate(P, F, T) :- legal_move(F, T, P), gives_mate(F, T, P).", FULL)

SURE = 0.05
"""The accepted share of false discoveries."""


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
    """Return a policy with this name that chooses the move with the given code in each position."""
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


@dataclass(frozen=True, slots=True)
class NetworkValues:
    """The name of a network that predicts human moves, and its value for every row."""

    name: str
    values: Values


@dataclass(frozen=True, slots=True)
class Measured:
    """The scores of a library: of each tactic, of the whole list, of the votes, and of the baselines.

    `alike` counts tactics that suggest exactly the same moves as an earlier one.
    """

    tactics: tuple[Scores, ...]
    together: Scores
    voting: Scores | None
    """None for a library without votes."""
    baselines: tuple[Scores, ...]
    alike: int
    histograms: tuple[Histogram, ...]

    @property
    def summary(self) -> list[Scores]:
        """The scores of the baselines, of the rules as a list, and of their votes if there are any."""
        return [*self.baselines, self.together, *([self.voting] if self.voting else [])]


def measure(
    library: TacticsLibrary,
    evidence: Evidence,
    baselines: Sequence[Policy],
    network: NetworkValues | None = None,
    seed: int = 0,
) -> Measured:
    """Measure a library on evidence, and baselines on the same positions."""
    meter = PolicyMeter(evidence, seed)
    covered = Coverage.of(evidence, library.vocabulary).rows(library.rules)
    policies = [_policy(tactic.name, rows, meter, seed) for tactic, rows in zip(library.tactics, covered, strict=True)]
    votes = votes_of(library)
    scores = tuple(meter.measure(policy) for policy in policies)
    compared = tuple(meter.measure(policy) for policy in baselines)
    histograms = _histograms(scores, compared, evidence.engine if evidence.values is not None else "")
    if network:
        histograms.append(_network_histogram(network, meter, policies, baselines))
    return Measured(
        scores,
        meter.measure(ordered_list(TOGETHER, read_of(library, covered), meter.offsets, seed)),
        None if votes is None else meter.measure(vote(VOTING, covered, votes, meter.offsets, seed)),
        compared,
        len(covered) - len({rows.tobytes() for rows in covered}),
        tuple(histograms),
    )


def figures(
    rules: Sequence[Rule], vocabulary: Vocabulary, evidence: Evidence, reference: Reference, seed: int = 0
) -> list[dict[str, float]]:
    """Return the figures of each rule on evidence."""
    meter = PolicyMeter(evidence, seed)
    bands = _bands(evidence, meter.offsets)
    is_reference = right_rows(evidence, reference)
    rows_of_figures = []
    for rule, rows in zip(rules, Coverage.of(evidence, vocabulary).rows(rules), strict=True):
        scores = meter.measure(_policy(rule.name, rows, meter, seed))
        row = _figures(scores, reference, is_reference[rows], random_precision=len(evidence) / meter.rows)
        for band in BANDS:
            hits = is_reference[rows[bands[rows] == band]]
            if len(hits):
                row |= {f"at_{band}": float(hits.mean()), f"of_{band}": float(len(hits))}
        rows_of_figures.append(row)
    return rows_of_figures


def right_rows(evidence: Evidence, reference: Reference) -> Mask:
    """Return for each row whether it is right: the reference move, or any mate if the best move is mate."""
    is_right = evidence.targets({reference: 1.0}) > 0
    if reference is Reference.BEST:
        coverage = Coverage.of(evidence, FULL)
        (mates,) = coverage.rows([_MATE])
        position = np.searchsorted(coverage.offsets, mates, side="right")
        is_right[mates[np.isin(position, position[is_right[mates]])]] = True
    return is_right


def _bands(evidence: Evidence, offsets: Rows) -> Rows:
    """Return for each row the lower end of the mover's rating band; UNRATED_BAND for unrated players."""
    ratings = evidence.ratings_of_movers()
    places = np.searchsorted(BANDS, ratings, side="right") - 1
    bands = np.where(ratings == UNRATED, UNRATED_BAND, np.array(BANDS)[places])
    return np.repeat(bands, np.diff(offsets))


def _figures(scores: Scores, reference: Reference, hits: Mask, random_precision: float) -> dict[str, float]:
    row = {"positions": float(scores.positions), "suggestions": float(len(hits)), "coverage": scores.coverage.value}
    if len(hits):
        low, high = wilson(int(hits.sum()), len(hits))
        precision = float(hits.mean())
        any_hit = scores.accuracies[reference][HitRate.ANY_HIT]
        recall = any_hit.value * scores.coverage.value if any_hit else 0.0
        row |= {"precision": precision, "low": low, "high": high, "recall": recall}
        row |= {"f1": 2 * precision * recall / max(precision + recall, 1e-12), "lift": precision / random_precision}
    for name, estimate in (("divergence", scores.divergence), ("regret", scores.regret)):
        if estimate:
            row[name] = estimate.value
    return row


def _policy(name: str, rows: Rows, meter: PolicyMeter, seed: int) -> Policy:
    suggested = np.zeros(meter.rows, np.bool_)
    suggested[rows] = True
    return Policy.uniform(name, suggested, meter.offsets, seed)


def _histograms(tactics: Sequence[Scores], baselines: Sequence[Scores], engine: str) -> list[Histogram]:
    def accuracy(scores: Scores) -> Estimate | None:
        return scores.accuracies[Reference.PLAYED][HitRate.PER_SUGGESTION]

    pictures: list[tuple[str, str, Callable[[Scores], Estimate | None]]] = [
        ("Coverage", "share of positions", lambda scores: scores.coverage),
        ("Accuracy", "share of suggestions that were played", accuracy),
    ]
    if engine:
        pictures.append((f"Divergence ({engine})", "centipawns", lambda scores: scores.divergence))
    return [
        Histogram(
            title,
            unit,
            [estimate.value for _, estimate in _known(tactics, get)],
            _values(_known(baselines, get)),
            PIECES,
        )
        for title, unit, get in pictures
    ]


def _network_histogram(
    network: NetworkValues, meter: PolicyMeter, policies: Sequence[Policy], baselines: Sequence[Policy]
) -> Histogram:
    def divergences(group: Sequence[Policy]) -> list[tuple[str, Estimate]]:
        estimates = ((policy.name, meter.divergence(policy, network.values)) for policy in group)
        return [(name, estimate) for name, estimate in estimates if estimate]

    tactics = [estimate.value for _, estimate in divergences(policies)]
    return Histogram(f"Divergence ({network.name})", "centipawns", tactics, _values(divergences(baselines)), PIECES)


def _known(scores: Sequence[Scores], get: Callable[[Scores], Estimate | None]) -> list[tuple[str, Estimate]]:
    return [(score.name, estimate) for score in scores if (estimate := get(score))]


def _values(named: Sequence[tuple[str, Estimate]]) -> dict[str, float]:
    return {name: estimate.value for name, estimate in named}


@dataclass(frozen=True, slots=True)
class Difference:
    """A tactic, how often each of two players follows it where it applies, and the p-value of the difference."""

    tactic: Tactic
    first: Share
    second: Share
    probability: float
    rate: float
    """The false discovery rate among all differences with a p-value at most this one."""

    @property
    def more(self) -> float:
        """How much more often the first player follows it; negative if the second does so more often."""
        return self.first.value - self.second.value

    @property
    def is_sure(self) -> bool:
        """Whether the difference is unlikely to be chance, given the number of tactics."""
        return self.rate <= SURE


def compare(library: TacticsLibrary, first: Evidence, second: Evidence) -> list[Difference]:
    """Compare how often two players follow the tactics of a library; the most certain difference comes first."""
    followed = [_followed(library, evidence) for evidence in (first, second)]
    pairs = list(zip(*followed, strict=True))
    probabilities = [fisher_exact(one.hits, one.count, two.hits, two.count) for one, two in pairs]
    rates = false_discovery_rates(probabilities)
    differences = [
        Difference(tactic, one, two, probability, rate)
        for tactic, (one, two), probability, rate in zip(library.tactics, pairs, probabilities, rates, strict=True)
        if one.count and two.count
    ]
    return sorted(differences, key=lambda difference: (difference.rate, difference.probability, -abs(difference.more)))


def _followed(library: TacticsLibrary, evidence: Evidence) -> Sequence[Share]:
    legal = evidence.positions.legal_moves()
    counts = np.diff(legal.offsets)
    position = np.repeat(np.arange(len(counts)), counts)
    is_played = np.zeros(len(legal.codes), np.bool_)
    is_played[rows_of_moves(legal, evidence.played)] = True
    shares = []
    for rows in Coverage.of(evidence, library.vocabulary).rows(library.rules):
        suggested = np.bincount(position[rows], minlength=len(counts))
        hit = np.bincount(position[rows], weights=is_played[rows], minlength=len(counts)) > 0
        applies = (suggested > 0) & (suggested < counts)
        shares.append(Share.of(hit[applies], evidence.games[applies]))
    return shares
