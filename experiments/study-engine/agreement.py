"""Compare the mistakes that a study finds with those of Stockfish, and with a search of each position alone.

    python experiments/study-engine/agreement.py GAMES --games 25 --depth 14 --json result.json

GAMES is a PGN; evaluations in it are ignored. Both sides' moves count. A mistake loses a tenth of the winning chance or
more, by Stockfish's values of the positions before and after it. The script also measures CPU seconds per game.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import chess

from motif._core.board import Game
from motif.board.games import boards_of, read_games
from motif.engines.evaluator import Evaluation, Evaluator
from motif.engines.limits import Limit
from motif.players.names import find_evaluator
from motif.study.engine import StudyEngine
from motif.study.review import INACCURACY, MISTAKE, evaluate_moves

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, share, write_result

ALONE = (Limit(depth=8, nodes=4_000), Limit(depth=8, nodes=20_000))
"""The limits of the searches before games were evaluated as a whole."""

Losses = Callable[[Game], list[float]]


def main() -> None:
    """Evaluate the games with the engine once, then with each of our ways."""
    given = read_options(
        __doc__, {"games": Path}, games={"type": int, "default": 25, "dest": "most"}, depth=14, engine="stockfish",
        json=Path,
    )  # fmt: skip
    games = [game for game in islice(read_games(given.games), given.most) if len(game)]
    engine = find_evaluator(given.engine)
    truth = [list(losses_by(engine, [Limit(depth=given.depth)], game)) for game in games]
    built_in = find_evaluator("search")
    ways: dict[str, Losses] = {
        "each position alone": lambda game: list(losses_by(built_in, ALONE, game)),
        "a study": studied,
    }
    rows = {name: compared(losses, games, truth) for name, losses in ways.items()}
    for name, row in rows.items():
        print(json.dumps({"way": name, **row}))
    if given.json:
        write_result(given.json, {"engine": f"{engine.name}, depth {given.depth}", **rows})


def compared(losses: Losses, games: Sequence[Game], truth: Sequence[Sequence[float]]) -> dict[str, object]:
    """Return recall and precision of the mistakes found by `losses`, compared with the engine's."""
    begin = time.process_time()
    said = [losses(game) for game in games]
    seconds = (time.process_time() - begin) / len(games)
    pairs = [pair for each, true in zip(said, truth, strict=True) for pair in zip(each, true, strict=True)]
    called = [true for own, true in pairs if own >= MISTAKE]
    there = [own for own, true in pairs if true >= MISTAKE]
    right = sum(true >= MISTAKE for true in called)
    return {
        "moves": len(pairs),
        "mistakes": len(there),
        "recall": share(right, len(there), 3),
        "precision": share(right, len(called), 3),
        "called, but good": share(sum(true < INACCURACY for true in called), len(called), 3),
        "CPU seconds a game": round(seconds, 2),
    }


def studied(game: Game) -> list[float]:
    """Return what every move lost in a study with the built-in search, without explanations."""
    engine = StudyEngine.find("search", fresh=True)
    return evaluate_moves(game, engine.evaluator(), engine).lost


def losses_by(evaluator: Evaluator, looks: Sequence[Limit], game: Game) -> Iterator[float]:
    """Yield what every move lost, by the positions before and after it; apparent losses are searched again."""
    boards = [board.copy(stack=False) for board in boards_of(game)]
    values = evaluator.evaluate(boards, looks[0])
    for ply, move in enumerate(game.moves):
        here, there = values[ply], values[ply + 1]
        for look in looks[1:]:
            if lost(here, there, move) >= INACCURACY:
                here, there = evaluator.evaluate([boards[ply], boards[ply + 1]], look)
        yield lost(here, there, move)


def lost(here: Evaluation, there: Evaluation, move: chess.Move) -> float:
    """Return the winning chance that a move lost, or 0 if our search would have played it."""
    return 0.0 if here.best == move else max(0.0, here.chance - (1 - there.chance))


if __name__ == "__main__":
    main()
