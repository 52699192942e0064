"""What rules are worth on positions: figures for each, and a library measured as a whole beside baselines.

The figures of a rule, with an engine's word also the divergence and regret of `motif.statistics.metrics`:

positions  how many positions it was measured on
suggestions  how many moves it suggests
precision  share of its suggestions that are the reference move, with the ends of Wilson's interval; where the
           engine's best move mates, every mate is as good
coverage   share of the positions in which it suggests anything
recall     share of the reference moves that it finds
f1         what Popper maximises: 2 * precision * recall / (precision + recall)
lift       precision over that of a move drawn by lot
at_1600    the precision against players rated from 1600 to the next of the bands, of_1600 the suggestions there

A library is measured as a list and by votes; the histograms are Figures 4 to 7 of
Krishnan & Martens 2022: divergence by the word of a network that predicts people, divergence by the word of an engine,
coverage, and accuracy per suggestion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from motif.statistics.examples import UNRATED, Evidence, Reference, Rows, Values, rows_of_moves
from motif.statistics.intervals import Estimate, Share, false_discovery_rates, fisher, wilson
from motif.statistics.metrics import Accuracy, Histogram, Mask, Meter, Policy, Scores
from motif.tactics.library import Library, Tactic, ordered_list, read_of, vote, votes_of
from motif.tactics.rule import Coverage, Rule
from motif.tactics.vocabulary import FULL, Vocabulary

TOGETHER, VOTING = "the list", "the votes"
"""What all tactics together are called in a table."""

PIECES = "tactics"

BANDS = (0, 1300, 1600, 1900)
"""Where the rating bands begin in which a rule is measured by itself."""

UNRATED_BAND = -1

_MATE = Rule.parse("mate(P, F, T) :- legal_move(F, T, P), gives_mate(F, T, P).", FULL)


@dataclass(frozen=True, slots=True)
class NetworkWord:
    """The values that a network which predicts people gives every row, and its name."""

    name: str
    values: Values


@dataclass(frozen=True, slots=True)
class Measured:
    """A library measured: its tactics in their order, all of them as one list and by their votes, and the baselines.

    `alike` counts tactics that suggest exactly what an earlier one does.
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
        """The baselines, then the list, then the votes if there are any."""
        return [*self.baselines, self.together, *([self.voting] if self.voting else [])]


def measure(
    library: Library,
    evidence: Evidence,
    baselines: Sequence[Policy],
    network: NetworkWord | None = None,
    seed: int = 0,
) -> Measured:
    """Measure tactics in their order on evidence, beside baselines on the same positions."""
    meter = Meter(evidence, seed)
    covered = Coverage.of(evidence, library.vocabulary).rows(library.rules)
    policies = [_policy(tactic.name, rows, meter, seed) for tactic, rows in zip(library.tactics, covered, strict=True)]
    votes = votes_of(library)
    scores = tuple(meter.measure(policy) for policy in policies)
    compared = tuple(meter.measure(policy) for policy in baselines)
    histograms = _histograms(scores, compared, evidence.judge if evidence.values is not None else "")
    if network:
        histograms.append(_by_network(network, meter, policies, baselines))
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
    """What each rule achieves on evidence."""
    meter = Meter(evidence, seed)
    bands = _bands(evidence, meter.offsets)
    is_reference = right_rows(evidence, reference)
    rows_of_figures = []
    for rule, rows in zip(rules, Coverage.of(evidence, vocabulary).rows(rules), strict=True):
        scores = meter.measure(_policy(rule.name, rows, meter, seed))
        row = _figures(scores, reference, is_reference[rows], hits_by_lot=len(evidence) / meter.rows)
        for band in BANDS:
            hits = is_reference[rows[bands[rows] == band]]
            if len(hits):
                row |= {f"at_{band}": float(hits.mean()), f"of_{band}": float(len(hits))}
        rows_of_figures.append(row)
    return rows_of_figures


def right_rows(evidence: Evidence, reference: Reference) -> Mask:
    """For each row whether it is right: the reference move, and any mate where the best move is one."""
    is_right = evidence.targets({reference: 1.0}) > 0
    if reference is Reference.BEST:
        coverage = Coverage.of(evidence, FULL)
        (mates,) = coverage.rows([_MATE])
        position = np.searchsorted(coverage.offsets, mates, side="right")
        is_right[mates[np.isin(position, position[is_right[mates]])]] = True
    return is_right


def _bands(evidence: Evidence, offsets: Rows) -> Rows:
    """For each row where the rating band of the player to move begins; UNRATED_BAND where nobody knows it."""
    ratings = evidence.ratings_of_movers()
    places = np.searchsorted(BANDS, ratings, side="right") - 1
    bands = np.where(ratings == UNRATED, UNRATED_BAND, np.array(BANDS)[places])
    return np.repeat(bands, np.diff(offsets))


def _figures(scores: Scores, reference: Reference, hits: Mask, hits_by_lot: float) -> dict[str, float]:
    row = {"positions": float(scores.positions), "suggestions": float(len(hits)), "coverage": scores.coverage.value}
    if len(hits):
        low, high = wilson(int(hits.sum()), len(hits))
        precision = float(hits.mean())
        any_hit = scores.accuracies[reference][Accuracy.ANY_HIT]
        recall = any_hit.value * scores.coverage.value if any_hit else 0.0
        row |= {"precision": precision, "low": low, "high": high, "recall": recall}
        row |= {"f1": 2 * precision * recall / max(precision + recall, 1e-12), "lift": precision / hits_by_lot}
    for name, estimate in (("divergence", scores.divergence), ("regret", scores.regret)):
        if estimate:
            row[name] = estimate.value
    return row


def _policy(name: str, rows: Rows, meter: Meter, seed: int) -> Policy:
    suggested = np.zeros(meter.rows, np.bool_)
    suggested[rows] = True
    return Policy.uniform(name, suggested, meter.offsets, seed)


def _histograms(tactics: Sequence[Scores], baselines: Sequence[Scores], judge: str) -> list[Histogram]:
    def accuracy(scores: Scores) -> Estimate | None:
        return scores.accuracies[Reference.PLAYED][Accuracy.PER_SUGGESTION]

    pictures: list[tuple[str, str, Callable[[Scores], Estimate | None]]] = [
        ("Coverage", "share of positions", lambda scores: scores.coverage),
        ("Accuracy", "share of suggestions that were played", accuracy),
    ]
    if judge:
        pictures.append((f"Divergence ({judge})", "centipawns", lambda scores: scores.divergence))
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


def _by_network(
    network: NetworkWord, meter: Meter, policies: Sequence[Policy], baselines: Sequence[Policy]
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


# Whose tactics? Which rules one player follows and another does not, each counted where it has something to say.

SURE = 0.05
"""The share of false findings that is put up with."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A tactic, how often each of two players follows it where it speaks, and how sure it is that they differ."""

    tactic: Tactic
    first: Share
    second: Share
    probability: float
    rate: float
    """The share of false findings among all that are at least as sure."""

    @property
    def more(self) -> float:
        """How much more often the first follows it; less than nought where the second does."""
        return self.first.value - self.second.value

    @property
    def is_sure(self) -> bool:
        """Whether the difference is more than chance, among so many."""
        return self.rate <= SURE


def compare(library: Library, first: Evidence, second: Evidence) -> list[Difference]:
    """How two players follow the tactics of a library, by the moves they played; the surest difference first."""
    followed = [_followed(library, evidence) for evidence in (first, second)]
    pairs = list(zip(*followed, strict=True))
    probabilities = [fisher(one.hits, one.count, two.hits, two.count) for one, two in pairs]
    rates = false_discovery_rates(probabilities)
    differences = [
        Difference(tactic, one, two, probability, rate)
        for tactic, (one, two), probability, rate in zip(library.tactics, pairs, probabilities, rates, strict=True)
        if one.count and two.count
    ]
    return sorted(differences, key=lambda difference: (difference.rate, difference.probability, -abs(difference.more)))


def _followed(library: Library, evidence: Evidence) -> Sequence[Share]:
    legal = evidence.positions.legal_moves()
    counts = np.diff(legal.offsets)
    position = np.repeat(np.arange(len(counts)), counts)
    is_played = np.zeros(len(legal.codes), np.bool_)
    is_played[rows_of_moves(legal, evidence.played)] = True
    shares = []
    for rows in Coverage.of(evidence, library.vocabulary).rows(library.rules):
        suggested = np.bincount(position[rows], minlength=len(counts))
        hit = np.bincount(position[rows], weights=is_played[rows], minlength=len(counts)) > 0
        speaks = (suggested > 0) & (suggested < counts)
        shares.append(Share.of(hit[speaks], evidence.games[speaks]))
    return shares
