"""Teach the paper's learner with recorded games of masters instead of games against an engine.

    python masters_taught.py FOLDER --learned Alekhine.pgn.zst … --tested Spassky.pgn.zst --tested Morphy.pgn.zst

Each file is named after the master whose moves teach. The learner gets as many random games as the paper's learner
played; other games augment the habits and check promised material, as in `motif lab learn pattern-weights --set
prove=400`. Then the patterns rank moves of masters from whom nothing was learned. `--minutes` ends the lessons early;
the same command continues from there.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Annotated

import chess
import numpy as np
import typer

from motif._core.board import Game
from motif.board.games import read_games
from motif.cli.lab.patterns import EVERY_PLY
from motif.patterns.adviser import Best
from motif.patterns.learning.habits import augment_habits, without_disproved
from motif.patterns.learning.measures import curve
from motif.patterns.learning.paper_library import PaperLibrary
from motif.patterns.learning.surprises import Lookaheads
from motif.patterns.learning.teacher_games import RecordedGame, TeachSettings
from motif.patterns.learning.teaching import teach
from motif.patterns.library import Library
from motif.search.material import MaterialLook
from motif.statistics.examples import Evidence

WANTED: list[Best] = [Best(1), Best(4), Best(share=1 / 3)]
PROOF = 400
"""Positions of the games for augmentation in which promised material is checked."""


def main(
    folder: Path,
    learned: Annotated[list[Path], typer.Option()],
    tested: Annotated[list[Path], typer.Option()],
    games: int = 100,
    augmentation: int = 50,
    most: int = 1_000,
    seed: int = 1,
    minutes: float = 60.0,
) -> None:
    """Teach, augment and check, then print how often the best moves include the master's move."""
    traces = [trace for path in learned for trace in taught_by(path)]
    drawn = Random(seed).sample(traces, min(games + augmentation, len(traces)))
    begin = time.monotonic()
    eyes = Lookaheads(MaterialLook(1), MaterialLook(3))
    for last in teach(drawn[:games], eyes, TeachSettings(seed=seed), checkpoint=folder / "own.json"):  # noqa: B007
        if time.monotonic() - begin > 60 * minutes:
            break
    examples = [example for trace in drawn[games:] for example in trace.teacher_moves()]
    boards = [board for board, _ in examples]
    asked = [boards[place] for place in sorted(Random(seed).sample(range(len(boards)), min(PROOF, len(boards))))]
    augmented = augment_habits(last.library, examples)
    better = without_disproved(augmented, asked, MaterialLook(1))
    evidence = moves_of((game for path in tested for game in read_games(path)), tested, most, seed)
    for words, library in (("as learned", last.library), ("augmented", augmented), ("and proved", better)):
        learned_from = f"{words} from {last.games} games, {len(library):,} patterns"
        typer.echo(f"{learned_from}, {len(evidence):,} moves: {kept(library, evidence)}")


def taught_by(path: Path) -> list[RecordedGame]:
    """Return the games of a file, with the master it is named after as the teacher."""
    master = path.name.partition(".")[0].lower()
    traces = []
    for game in read_games(path):
        sides = tuple(
            side for side, name in zip(chess.COLORS, game.players, strict=True) if name.lower().startswith(master)
        )
        if sides and game.moves:
            traces.append(RecordedGame(game.start_fen, tuple(move.uci() for move in game.moves), sides))
    return traces


def moves_of(games: Iterable[Game], tested: list[Path], most: int, seed: int) -> Evidence:
    """Return random moves of these games by the masters after whom files are named."""
    masters = [path.name.partition(".")[0].lower() for path in tested]
    evidence = Evidence.of_games(games, EVERY_PLY, 1, seed)
    theirs = [any(master in mover.lower() for master in masters) for mover in evidence.movers()]
    evidence = evidence.take(np.flatnonzero(theirs))
    return evidence.take(np.sort(np.random.default_rng(seed).permutation(len(evidence))[:most]))


def kept(library: Library | PaperLibrary, evidence: Evidence) -> str:
    """Return how often the best one, four and third include the move that was played."""
    shares = curve("patterns", library.scores(evidence.positions), evidence, WANTED).shares
    return "; ".join(f"{step} {share}" for step, share in shares.items())


if __name__ == "__main__":
    typer.run(main)
