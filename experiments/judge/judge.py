"""Who sees the mistakes that Stockfish sees: the judge of a study, and the same search at each position alone.

    python experiments/judge/judge.py GAMES --games 25 --depth 14 --json result.json

GAMES is a PGN; evaluations in it are not looked at. Both sides' moves count. A mistake loses a tenth of the winning
chance or more, by Stockfish's values of the positions before and after it. Besides the shares, CPU seconds a game.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import chess

from motif._core.board import Game
from motif.board.games import boards_of, read_games
from motif.engines.evaluator import Evaluation, Evaluator
from motif.engines.limits import Limit
from motif.players.find import find_evaluator
from motif.statistics.intervals import wilson
from motif.study.judge import Judge
from motif.study.review import INACCURACY, MISTAKE, judge_moves

ALONE = (Limit(depth=8, nodes=4_000), Limit(depth=8, nodes=20_000))
"""How each position was looked at before games were looked at whole."""

Losses = Callable[[Game], list[float]]


def main() -> None:
    """Ask the engine once, then each judge."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", type=Path)
    parser.add_argument("--games", type=int, default=25, dest="most")
    parser.add_argument("--depth", type=int, default=14)
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    games = [game for game in islice(read_games(given.games), given.most) if len(game)]
    engine = find_evaluator(given.engine)
    truth = [list(losses_by(engine, [Limit(depth=given.depth)], game)) for game in games]
    built_in = find_evaluator("search")
    judges: dict[str, Losses] = {
        "each position alone": lambda game: list(losses_by(built_in, ALONE, game)),
        "the judge of a study": studied,
    }
    rows = {name: compared(judge, games, truth) for name, judge in judges.items()}
    for name, row in rows.items():
        print(json.dumps({"judge": name, **row}))
    if given.json:
        given.json.write_text(json.dumps({"engine": f"{engine.name}, depth {given.depth}", **rows}, indent=1) + "\n")


def compared(judge: Losses, games: Sequence[Game], truth: Sequence[Sequence[float]]) -> dict[str, object]:
    """What share of the engine's mistakes a judge calls mistakes, and what share of those that it calls so are."""
    begin = time.process_time()
    said = [judge(game) for game in games]
    seconds = (time.process_time() - begin) / len(games)
    pairs = [pair for each, true in zip(said, truth, strict=True) for pair in zip(each, true, strict=True)]
    called = [true for own, true in pairs if own >= MISTAKE]
    there = [own for own, true in pairs if true >= MISTAKE]
    right = sum(true >= MISTAKE for true in called)
    return {
        "moves": len(pairs),
        "mistakes": len(there),
        "recall": share(right, len(there)),
        "precision": share(right, len(called)),
        "called, but good": share(sum(true < INACCURACY for true in called), len(called)),
        "CPU seconds a game": round(seconds, 2),
    }


def share(hits: int, trials: int) -> list[float]:
    """A share with its interval."""
    low, high = wilson(hits, trials)
    return [round(value, 3) for value in (hits / max(1, trials), low, high)]


def studied(game: Game) -> list[float]:
    """What every move lost by the judge of a study, without reasons."""
    judge = Judge.find("search", fresh=True)
    return judge_moves(game, judge.evaluator(), judge).lost


def losses_by(evaluator: Evaluator, looks: Sequence[Limit], game: Game) -> Iterator[float]:
    """What every move lost, by the positions before and after it; where it seems to lose, they are looked at anew."""
    boards = [board.copy(stack=False) for board in boards_of(game)]
    values = evaluator.evaluate(boards, looks[0])
    for ply, move in enumerate(game.moves):
        here, there = values[ply], values[ply + 1]
        for look in looks[1:]:
            if lost(here, there, move) >= INACCURACY:
                here, there = evaluator.evaluate([boards[ply], boards[ply + 1]], look)
        yield lost(here, there, move)


def lost(here: Evaluation, there: Evaluation, move: chess.Move) -> float:
    """The winning chance that a move gave away; nothing if the judge would have played it."""
    return 0.0 if here.best == move else max(0.0, here.chance - (1 - there.chance))


if __name__ == "__main__":
    main()
