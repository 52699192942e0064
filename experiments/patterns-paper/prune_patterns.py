"""The library that ships without padding: what says the same is merged, what decides nothing goes.

    python prune_patterns.py wide.txt {Alekhine,Anderssen,Fischer,Karpov,Kasparov,Shirov,Steinitz}.pgn.zst \\
      --player Alekhine --player Anderssen --player Fischer --player Karpov --player Kasparov --player Shirov \\
      --player Steinitz --keep 9000 --out patterns.txt

Dropping a pattern of weight w costs about w² · curvature / 2 of log likelihood, so those that would cost least go. Of
patterns that fit the very same moves, and of those that are told in the very same words, one stays, and the others'
weight goes to it. What cannot be told briefly goes, too; forks stay. Then all weights are fitted anew, with the bounds
that learning has (`motif.patterns.learning.logit`).
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
from motif.cli.patterns.show import gather
from motif.patterns.learning.logit import Chosen, Floats, LearnSettings, bounds_of, fit_weights, hits_two, is_fork
from motif.patterns.learning.logit import _Examples as Examples
from motif.patterns.library import Library
from motif.patterns.move_pattern import CorePattern, Effects, MovePattern, to_core
from motif.patterns.sentences import sentence

WORDS = 15
"""What takes more words to tell is not kept: nobody could say it to a pupil."""
LEAST = 0.02
"""What adds less to the score of a move, or takes less from it, is not kept."""


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves that are learned from, each with those of the others that are likely enough to matter."""

    examples: Examples
    wanted: NDArray[np.bool_]

    @classmethod
    def of(cls, examples: Examples, library: Library, likely: float) -> Moves:
        """Those that a library thinks likelier than this, and those that were played."""
        wanted = examples.probabilities(library.scores(examples.positions)) > likely
        wanted[examples.chosen] = True
        return cls(examples, wanted)

    def rows(self, forms: Sequence[CorePattern]) -> PatternRows:
        """Which patterns fit which of them."""
        return PatternIndex(forms).design(self.examples.positions, self.wanted)

    @property
    def chosen(self) -> Chosen:
        """The place of the move that was played among those of its position."""
        before = np.concatenate([[0], np.cumsum(self.wanted)])
        places: Chosen = (before[self.examples.chosen] - before[self.examples.offsets[:-1]]).astype(np.uint32)
        return places


def merged(patterns: Sequence[MovePattern], keys: Iterable[Hashable]) -> list[MovePattern]:
    """Of the patterns with one key the shortest, with the weight of all."""
    groups: dict[Hashable, list[MovePattern]] = defaultdict(list)
    for pattern, key in zip(patterns, keys, strict=True):
        groups[key].append(pattern)
    return [_together(group) for group in groups.values()]


def _together(group: list[MovePattern]) -> MovePattern:
    shortest = min(group, key=lambda pattern: (len(pattern.context.edges), str(pattern)))
    return replace(shortest, weight=sum(pattern.weight for pattern in group))


def without_clones(patterns: Sequence[MovePattern], rows: PatternRows, chosen: Chosen) -> list[MovePattern]:
    """Patterns that fit the same moves have the same slope, whatever the weights; two points tell that for sure."""
    weights = np.array([pattern.weight for pattern in patterns])
    by_lot = np.random.default_rng(0).normal(size=len(weights))
    slopes = [rows.slope(point, chosen)[1:] for point in (weights, by_lot)]
    table = np.stack([rows.support(), *(part for slope in slopes for part in slope)], axis=1)
    return merged(patterns, map(bytes, table))


def most_needed(patterns: Sequence[MovePattern], rows: PatternRows, chosen: Chosen, keep: int) -> list[MovePattern]:
    """Those that it would cost most to drop."""
    weights = np.array([pattern.weight for pattern in patterns])
    cost = weights**2 * rows.slope(weights, chosen)[2] / 2
    return [patterns[place] for place in np.sort(np.argsort(-cost)[:keep])]


def fitted(patterns: Sequence[MovePattern], moves: Moves, penalties: Floats, rounds: int) -> list[MovePattern]:
    """The patterns with new weights, without those that weigh nothing."""
    forms = [to_core(pattern) for pattern in patterns]
    start = np.array([pattern.weight for pattern in patterns])
    weights = fit_weights(moves.rows(forms), moves.chosen, penalties, rounds, start, **bounds_of(forms, start))
    return [
        replace(pattern, weight=float(f"{weight:.4g}"))
        for pattern, weight in zip(patterns, weights.tolist(), strict=True)
        if weight
    ]


def without_idle_attacks(patterns: Sequence[MovePattern]) -> list[MovePattern]:
    """Without those of two men hit that together with what is more general count against a move, and so mend little."""
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
    """Prune a library and weigh what is left anew."""
    known = Library.read(library)
    settings = LearnSettings(penalty=3, pair_penalty=8)
    examples = Examples.of(gather(files, player, 1, most, seed, quiet=True))
    few = Moves.of(examples.take(examples.places(looked_at)), known, settings.likely)
    typer.echo(f"{len(known):,} patterns, {len(examples.chosen):,} moves")

    # Forks that nobody met fit the same moves, none, and are told of different men.
    forking = [pattern for pattern in known.patterns if is_fork(to_core(pattern))]
    others = [pattern for pattern in known.patterns if not is_fork(to_core(pattern))]
    single = without_clones(others, few.rows([to_core(pattern) for pattern in others]), few.chosen)
    typer.echo(f"{len(single):,} fit different moves")
    single = merged(single, map(sentence, single))
    typer.echo(f"{len(single):,} are told in different words")
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
    Library.of(final, {**known.notes, "pruned": f"from {len(known):,}, and weighed anew"}).write(out)


if __name__ == "__main__":
    typer.run(main)
