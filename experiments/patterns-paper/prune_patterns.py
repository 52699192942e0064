"""Prune a learned library: merge patterns that say the same, and drop those that decide nothing.

    python prune_patterns.py wide.txt {Alekhine,Anderssen,Fischer,Karpov,Kasparov,Shirov,Steinitz}.pgn.zst \\
      --player Alekhine --player Anderssen --player Fischer --player Karpov --player Kasparov --player Shirov \\
      --player Steinitz --keep 9000 --out patterns.txt

Dropping a pattern of weight w costs about w² · curvature / 2 of log likelihood; the patterns with the lowest cost go.
Of patterns that fit exactly the same moves, or have exactly the same sentence, one stays and gets the weight of all.
Patterns with long sentences go, too; forks stay. Then all weights are fitted again with the same bounds as in learning
(`motif.patterns.learning.logit`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from motif._core.patterns import PatternIndex, PatternRows
from motif.cli.lab.patterns import gather
from motif.patterns.learning.logit import Chosen, Floats, LearnSettings, bounds_of, fit_weights, hits_two, is_fork
from motif.patterns.learning.logit import _Examples as Examples
from motif.patterns.library import Effects, Library
from motif.patterns.move_pattern import CorePattern, MovePattern, to_core
from motif.patterns.sentences import sentence

WORDS = 15
"""Words in a sentence at most; a longer one is no use to a pupil."""
LEAST = 0.02
"""Patterns that change the score of a move by less are dropped."""


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves that are learned from, each with the alternatives that are likely enough to matter."""

    examples: Examples
    wanted: NDArray[np.bool_]

    @classmethod
    def of(cls, examples: Examples, library: Library, likely: float) -> Moves:
        """Return the moves whose probability in a library is higher than `likely`, and the moves played."""
        wanted = examples.probabilities(library.scores(examples.positions)) > likely
        wanted[examples.chosen] = True
        return cls(examples, wanted)

    def rows(self, forms: Sequence[CorePattern]) -> PatternRows:
        """Return which patterns fit which moves."""
        return PatternIndex(forms).design(self.examples.positions, self.wanted)

    @property
    def chosen(self) -> Chosen:
        """Return the index of the played move among the moves of its position."""
        before = np.concatenate([[0], np.cumsum(self.wanted)])
        places: Chosen = (before[self.examples.chosen] - before[self.examples.offsets[:-1]]).astype(np.uint32)
        return places


def merged(patterns: Sequence[MovePattern], keys: Iterable[Hashable]) -> list[MovePattern]:
    """Return for each key the shortest of its patterns, with the weight of all."""
    groups: dict[Hashable, list[MovePattern]] = defaultdict(list)
    for pattern, key in zip(patterns, keys, strict=True):
        groups[key].append(pattern)
    return [_together(group) for group in groups.values()]


def _together(group: list[MovePattern]) -> MovePattern:
    shortest = min(group, key=lambda pattern: (len(pattern.context.edges), str(pattern)))
    return replace(shortest, weight=sum(pattern.weight for pattern in group))


def without_clones(patterns: Sequence[MovePattern], rows: PatternRows, chosen: Chosen) -> list[MovePattern]:
    """Merge patterns that fit the same moves: they have the same slope at any weights, so two points suffice."""
    weights = np.array([pattern.weight for pattern in patterns])
    at_random = np.random.default_rng(0).normal(size=len(weights))
    slopes = [rows.slope(point, chosen)[1:] for point in (weights, at_random)]
    table = np.stack([rows.support(), *(part for slope in slopes for part in slope)], axis=1)
    return merged(patterns, map(bytes, table))


def most_needed(patterns: Sequence[MovePattern], rows: PatternRows, chosen: Chosen, keep: int) -> list[MovePattern]:
    """Return the `keep` patterns that would cost most to drop."""
    weights = np.array([pattern.weight for pattern in patterns])
    cost = weights**2 * rows.slope(weights, chosen)[2] / 2
    return [patterns[place] for place in np.sort(np.argsort(-cost)[:keep])]


def fitted(patterns: Sequence[MovePattern], moves: Moves, penalties: Floats, rounds: int) -> list[MovePattern]:
    """Return the patterns with new weights, without those that weigh nothing."""
    forms = [to_core(pattern) for pattern in patterns]
    start = np.array([pattern.weight for pattern in patterns])
    weights = fit_weights(moves.rows(forms), moves.chosen, penalties, rounds, start, **bounds_of(forms, start))
    return [
        replace(pattern, weight=float(f"{weight:.4g}"))
        for pattern, weight in zip(patterns, weights.tolist(), strict=True)
        if weight
    ]


def without_idle_attacks(patterns: Sequence[MovePattern]) -> list[MovePattern]:
    """Drop patterns of two attacked pieces whose total with their generalisations is negative: they add little."""
    forms = [to_core(pattern) for pattern in patterns]
    effects = Effects(forms, [pattern.weight for pattern in patterns])
    return [
        pattern
        for pattern, form in zip(patterns, forms, strict=True)
        if not hits_two(form) or effects.of(form, pattern.weight) > 0
    ]


def main(
    library: Path,
    files: list[str],
    out: Annotated[Path, typer.Option()],
    player: Annotated[list[str] | None, typer.Option()] = None,
    keep: int = 9_000,
    most: int = 200_000,
    looked_at: int = 50_000,
    rounds: int = 12,
    relax: float = 0.5,
    seed: int = 1,
) -> None:
    """Prune a library and fit the remaining weights again."""
    known = Library.read(library)
    settings = LearnSettings(penalty=3, pair_penalty=8)
    examples = Examples.of(gather(files, player, 1, most, seed, quiet=True))
    few = Moves.of(examples.take(examples.places(looked_at)), known, settings.likely)
    typer.echo(f"{len(known):,} patterns, {len(examples.chosen):,} moves")

    # Forks that occur in no position fit the same moves, namely none, but their sentences name different pieces.
    forking = [pattern for pattern in known.patterns if is_fork(to_core(pattern))]
    others = [pattern for pattern in known.patterns if not is_fork(to_core(pattern))]
    single = without_clones(others, few.rows([to_core(pattern) for pattern in others]), few.chosen)
    typer.echo(f"{len(single):,} fit different moves")
    single = merged(single, map(sentence, single))
    typer.echo(f"{len(single):,} have different sentences")
    single = [pattern for pattern in single if len(sentence(pattern).split()) <= WORDS]
    typer.echo(f"{len(single):,} of them in {WORDS} words or fewer")
    left = most_needed(single, few.rows([to_core(pattern) for pattern in single]), few.chosen, keep)

    def penalties(patterns: Sequence[MovePattern]) -> Floats:
        forms = [to_core(pattern) for pattern in patterns]
        return settings.penalties(forms) * np.where([is_fork(form) for form in forms], 1.0, relax)

    tried = without_idle_attacks(fitted([*left, *forking], few, penalties([*left, *forking]), rounds))
    typer.echo(f"{len(tried):,} patterns are weighed on all moves")
    final = fitted(tried, Moves.of(examples, known, settings.likely), penalties(tried), rounds)
    final = [pattern for pattern in merged(final, map(sentence, final)) if abs(pattern.weight) >= LEAST]
    final = without_idle_attacks(final)
    kept = sum(is_fork(to_core(pattern)) for pattern in final)
    typer.echo(f"{len(final):,} patterns are left, {kept} of {len(forking)} forks among them")
    Library.of(final, {**known.notes, "pruned": f"from {len(known):,}, and weighed again"}).write(out)


if __name__ == "__main__":
    typer.run(main)
