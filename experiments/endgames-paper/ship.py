"""Choose the programs that ship among the champions of all runs, and measure them on fresh games and by the tables.

    python experiments/endgames-paper/ship.py FILE NAME [GAMES AGAINST THE ENGINE] [engine]

NAME is an endgame of the paper, or general; NAME-ahead is for looking two plies further. Programs are chosen by games
against the Master that no run has seen, or with `engine` by games against the engine among the six that score best two
plies further. Other games decide what can be pruned, and the reported figures come from a third set of games. Program
and record go to src/motif/data/endgames.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from prune import pruned
from records import MIXED, endgame_of, read_records
from runs import LOOKING_AHEAD

from motif._core.endgames import CompiledProgram, endgame_starts, play_programs
from motif.endgames.games import PAPER_ENDGAMES, EndgameMatch, GameRules, match, play_endgames
from motif.endgames.learning.measuring import (
    PlayedMoves,
    Quality,
    choose_at_random,
    choose_by_program,
    measure_quality,
)
from motif.endgames.program import PROGRAM_SUFFIX, SHIPPED, Program, find_program
from motif.engines.small_tables import Tablebase
from motif.players.names import enter
from motif.runtime.files import write_atomically

CHOICE_GAMES = 600
PRUNING_GAMES = 1000
PRUNING_GAMES_AHEAD = 400
SHORT_LIST = 6
TRIAL_GAMES = 60
FRESH_GAMES = 2000
AHEAD = GameRules(plies=3, material=100.0)
OPTIONS = f",plies={AHEAD.plies},material={AHEAD.material:g}"
STARTS = 10_000
GAMES_LOOKED_AT = 400
ENGINE = "stockfish,depth=6"
GENERAL = "general"
SUFFIX = "-ahead"


def main() -> None:
    """Choose and measure one program."""
    name = sys.argv[2]
    engine_games = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    ahead = name.endswith(SUFFIX)
    shipped, name = name, name.removesuffix(SUFFIX)
    endgames = PAPER_ENDGAMES if name == GENERAL else (name,)
    records = [run for run in read_records(Path(sys.argv[1])).values() if "engine" not in run]
    runs = [run for run in records if endgame_of(run) == (MIXED if name == GENERAL else name)]
    rules = AHEAD if ahead else GameRules()
    if "engine" in sys.argv[4:]:
        runs = sorted(runs, key=lambda run: -float(run["two plies more"]["score"]))[:SHORT_LIST]
        chosen = max(runs, key=lambda run: against_engine(Program.parse(run["champion"]), endgames))
    else:
        # Programs evolved to look ahead are chosen separately and ship under another name.
        runs = [run for run in runs if (run["kind"] in LOOKING_AHEAD) is ahead]
        chosen = max(
            runs, key=lambda run: against_master(Program.parse(run["champion"]), endgames, CHOICE_GAMES, 101, rules)
        )
    evolved = Program.parse(chosen["champion"])
    program = pruned(
        evolved,
        lambda program, games: against_master(program, endgames, games, 108, rules),
        PRUNING_GAMES_AHEAD if ahead else PRUNING_GAMES,
    )
    path = SHIPPED / f"{shipped}{PROGRAM_SUFFIX}"
    program.save(path, f"Evolved for {' '.join(endgames)}; {shipped}.json in this folder has its origin and quality.")
    record = {key: chosen[key] for key in ("kind", "endgames", "seed", "population", "generations", "games", "curve")}
    record |= {"chosen among": len(runs), "symbols before pruning": evolved.size, "symbols": program.size}
    record |= measures(path, program, endgames, engine_games)
    write_atomically(SHIPPED / f"{shipped}.json", json.dumps(record, indent=1) + "\n")
    print(json.dumps(record, indent=1))


def measures(path: Path, program: Program, endgames: tuple[str, ...], engine_games: int) -> dict[str, Any]:
    """Return scores against the Master and an engine, one ply and three plies ahead, and results kept by the tables."""
    near, far = GameRules().compile(program), AHEAD.compile(program)
    master = GameRules().compile(find_program("master"))
    found: dict[str, Any] = {
        "against the Master": match(near, master, endgames, FRESH_GAMES, 102).to_json(),
        "against the Master, two plies more": match(far, master, endgames, FRESH_GAMES, 103).to_json(),
        "the Master against himself": match(master, master, endgames, FRESH_GAMES, 102).to_json(),
    }
    for title, options in (("", ""), (", two plies more", OPTIONS)):
        settings = EndgameMatch(endgames, engine_games, seed=104)
        *_, (_, score) = play_endgames(enter(f"endgame:{path}{options}"), enter(ENGINE), settings)
        found[f"against {ENGINE}{title}"] = score.to_json()
    for endgame in {"KRKR", "KQKQ"} & set(endgames):
        for title, player in (("", near), (", two plies more", far), (" by a random mover", None)):
            quality = quality_of(player, endgame)
            found[f"result kept in {endgame}{title}"] = quality.kept.to_json()
            found[f"wins kept in {endgame}{title}"] = quality.wins_kept.to_json()
        for title, player in (("", near), (", two plies more", far)):
            found[f"result kept in its games of {endgame}{title}"] = kept_in_games(player, master, endgame)
    return found


def kept_in_games(player: CompiledProgram, master: CompiledProgram, endgame: str) -> dict[str, Any]:
    """Return the share of the positions in its games against the Master whose result the move keeps."""
    starts = endgame_starts(endgame, GAMES_LOOKED_AT, 107)
    numbers = np.arange(GAMES_LOOKED_AT, dtype=np.int64)
    encounters = np.stack([numbers % 2, 1 - numbers % 2, numbers, numbers], axis=1)
    games = play_programs([player, master], encounters, starts, record=True)
    return measure_quality(Tablebase(), PlayedMoves.in_program_games(games, encounters, starts, 0)).kept.to_json()


def quality_of(player: CompiledProgram | None, endgame: str) -> Quality:
    """Return the quality of its moves in random starts; without a player, that of random moves."""
    mover = choose_by_program(player, 105) if player else choose_at_random(105)
    starts = endgame_starts(endgame, STARTS, 106, turn="random")
    return measure_quality(Tablebase(), PlayedMoves.by(mover, starts))


def against_master(program: Program, endgames: tuple[str, ...], games: int, seed: int, rules: GameRules) -> float:
    """Return the score that decides the choice."""
    return match(rules.compile(program), GameRules().compile(find_program("master")), endgames, games, seed).mean


def against_engine(program: Program, endgames: tuple[str, ...]) -> float:
    """Return the score two plies further against the engine, which decides the choice with `engine`."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"trial{PROGRAM_SUFFIX}"
        program.save(path)
        settings = EndgameMatch(endgames, TRIAL_GAMES, seed=109)
        *_, (_, score) = play_endgames(enter(f"endgame:{path}{OPTIONS}"), enter(ENGINE), settings)
    print(program.size, score, flush=True)
    return score.mean


if __name__ == "__main__":
    main()
