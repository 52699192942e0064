"""Compare games between endgame programs in the core with DEAP's compiled trees on python-chess boards, on one core.

Half of the programs are random and half evolved for some generations. Both sides play from the same starts with the
same seeds, and every game must be the same, move by move. Other rows give the time of a whole evolution on all cores of
the machine: 80 programs, 150 generations.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from typing import Any

import numpy as np
import numpy.typing as npt
from harness import best_of, report, sized
from plain_programs import compiled, play

from motif._core.board import Positions, decode_move
from motif._core.endgames import ENDINGS, play_programs
from motif.endgames.games import starts
from motif.endgames.learning.evolution import EvolutionSettings, evolve
from motif.endgames.program import Program

SEED = 5
PROGRAMS = sized(40, 8)
GENERATIONS = sized(15, 2)  # of the evolved half of the programs
GAMES = sized({"KRKR": 60, "KQKQ": 40, "KQRKQR": 30, "KRRKRR": 30}, {"KRKR": 2})
REPEATS = sized(20, 2)  # for the core
ROUNDS = sized(10, 1)
MOVES = 50
GOALS = sized({"KRKR": 120, "KQKQ": 120, "KQRKQR": 120, "KRRKRR": 300}, {})  # seconds on two cores


def bred(endgame: str) -> list[Program]:
    """Return programs as they occur in a run: a first generation and an evolved one."""
    settings = EvolutionSettings(endgames=(endgame,), population=PROGRAMS, generations=GENERATIONS)
    runs = list(evolve(settings, SEED))
    return [*runs[0].populations[0].programs[: PROGRAMS // 2], *runs[-1].populations[0].best(PROGRAMS // 2)]


def encounters(games: int) -> npt.NDArray[np.int64]:
    """Return White, Black, start and seed of every game."""
    draw = np.random.default_rng(SEED)
    columns = [draw.integers(PROGRAMS, size=games), draw.integers(PROGRAMS, size=games), np.arange(games)]
    return np.stack([*columns, np.arange(games)], axis=1).astype(np.int64)


def plain_games(programs: list[Program], rows: npt.NDArray[np.int64], positions: Positions) -> list[Any]:
    """Play all games in plain Python."""
    trees = [compiled(program) for program in programs]
    return [play(trees[row[0]], trees[row[1]], positions[row[2]], row[3], MOVES) for row in rows.tolist()]


def contest(endgame: str, games: int) -> dict[str, Any]:
    """Play the same games with both programs and compare the time."""
    programs = bred(endgame)
    players = [program.compiled for program in programs]
    rows, positions = encounters(games), starts([endgame], games, SEED)
    many = np.concatenate([rows] * REPEATS)
    seconds = plain_seconds = float("inf")
    for _ in range(ROUNDS):  # in turns, so that a slow moment of the machine affects both
        seconds = min(seconds, best_of(5, lambda: play_programs(players, many, positions, threads=1))[1])
        theirs, elapsed = best_of(1, lambda: plain_games(programs, rows, positions))
        plain_seconds = min(plain_seconds, elapsed)
    ours = play_programs(players, rows, positions, record=True)
    lengths = ours.lengths.tolist()
    codes = np.split(ours.codes, np.cumsum(lengths)[:-1])
    for row, (ending, balance, moves) in enumerate(theirs):
        assert [decode_move(code) for code in codes[row].tolist()] == moves, (endgame, row)
        assert (ENDINGS[ours.endings[row]], ours.balances[row]) == (ending, balance)
    per_second = games * REPEATS / seconds
    return {
        "task": f"{endgame}, {games} games of {sum(lengths) / games:.0f} plies",
        "ours, a second": per_second,
        "plain Python, a second": games / plain_seconds,
        "ratio": per_second * plain_seconds / games,
        "million boards judged a second": ours.evaluations * REPEATS / seconds / 1e6,
    }


def evolution(endgame: str) -> dict[str, Any]:
    """Time a whole evolution with the paper's numbers: wall-clock time, and CPU time for the boards per second."""
    wall, cpu = time.perf_counter(), time.process_time()
    last = deque(evolve(EvolutionSettings(endgames=(endgame,)), SEED), maxlen=1).pop()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    games = sum(generation.games for generation in last.history)
    goal = GOALS[endgame]
    return {
        "task": f"{endgame}, 80 programs, {last.number} generations",
        "ours, a second": games / cpu,
        "plain Python, a second": "",
        "ratio": f"{wall:.1f} s, goal {goal} s",
        "million boards judged a second": f"{cpu:.1f} s of CPU time",
    }


def main() -> None:
    """Measure, compare and write the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games-only", action="store_true", help="leave the evolutions out")
    options = parser.parse_args()
    contests = [contest(endgame, games) for endgame, games in GAMES.items()]
    evolutions = [] if options.games_only else [evolution(endgame) for endgame in GOALS]
    # The headline is the lowest ratio of all endgames.
    report("programs", min(row["ratio"] for row in contests), [*contests, *evolutions])


if __name__ == "__main__":
    main()
