"""Choose the programs that ship among the champions of all runs, and measure them on fresh games and by the tables.

    python experiments/endgames-paper/ship.py FOLDER NAME [GAMES AGAINST THE ENGINE]

NAME is an endgame of the paper, or general; NAME-ahead is for looking two plies more. The choice is by games against
the Master that no run has seen; what is reported comes from others. Program and record go to src/motif/data/endgames.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from motif._core import CompiledProgram, endgame_starts, play_programs
from motif.board.tablebases import Tablebase
from motif.endgames import Program, Rules, find_program
from motif.endgames.contest import PAPER_ENDGAMES, match
from motif.endgames.matches import EndgameMatch, play_endgames
from motif.endgames.measures import Played, judge, program_mover, random_mover
from motif.endgames.program import ENDING, SHIPPED
from motif.endgames.simplification import simplify
from motif.players import enter
from motif.store import write_atomically

CHOICE_GAMES = 600
FRESH_GAMES = 2000
AHEAD = Rules(plies=3, material=100.0)
STARTS = 10_000
GAMES_LOOKED_AT = 400
ENGINE = "stockfish,depth=6"
GENERAL = "general"
AHEAD_KIND = "ahead"


def main() -> None:
    """Choose and measure one program."""
    folder, name = Path(sys.argv[1]), sys.argv[2]
    engine_games = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    ahead = name.endswith(f"-{AHEAD_KIND}")
    shipped, name = name, name.removesuffix(f"-{AHEAD_KIND}")
    endgames = PAPER_ENDGAMES if name == GENERAL else (name,)
    pattern = "*-mixed-*.json" if name == GENERAL else f"*-{name}-*.json"
    runs = [json.loads(path.read_text()) for path in sorted(folder.glob(pattern))]
    # What evolved to look ahead is chosen and ships apart, under a name that says so.
    runs = [run for run in runs if (run["kind"] == AHEAD_KIND) is ahead]
    rules = AHEAD if ahead else Rules()
    chosen = max(
        runs, key=lambda run: against_master(Program.parse(run["champion"]), endgames, CHOICE_GAMES, 101, rules)
    )
    program = simplify(Program.parse(chosen["champion"]))
    path = SHIPPED / f"{shipped}{ENDING}"
    program.save(
        path, f"Evolved for {' '.join(endgames)}; {shipped}.json beside this file tells how, and how good it is."
    )
    record = {key: chosen[key] for key in ("kind", "endgames", "seed", "population", "generations", "games", "curve")}
    record |= {"chosen among": len(runs), "symbols": program.size} | measures(path, program, endgames, engine_games)
    write_atomically(SHIPPED / f"{shipped}.json", json.dumps(record, indent=1) + "\n")
    print(json.dumps(record, indent=1))


def measures(path: Path, program: Program, endgames: tuple[str, ...], engine_games: int) -> dict[str, Any]:
    """Scores against the Master and an engine, one ply and three plies ahead; results kept by the tables."""
    near, far, master = Rules().compile(program), AHEAD.compile(program), Rules().compile(find_program("master"))
    found: dict[str, Any] = {
        "against the Master": match(near, master, endgames, FRESH_GAMES, 102).to_json(),
        "against the Master, two plies more": match(far, master, endgames, FRESH_GAMES, 103).to_json(),
        "the Master against himself": match(master, master, endgames, FRESH_GAMES, 102).to_json(),
    }
    for title, options in (("", ""), (", two plies more", f",plies={AHEAD.plies},material={AHEAD.material:g}")):
        settings = EndgameMatch(endgames, engine_games, seed=104)
        *_, (_, score) = play_endgames(enter(f"endgame:{path}{options}"), enter(ENGINE), settings)
        found[f"against {ENGINE}{title}"] = score.to_json()
    for endgame in {"KRKR", "KQKQ"} & set(endgames):
        found[f"result kept in {endgame}"] = kept(near, endgame)
        found[f"result kept in {endgame}, two plies more"] = kept(far, endgame)
        found[f"result kept in {endgame} by a random mover"] = kept(None, endgame)
        for title, player in (("", near), (", two plies more", far)):
            found[f"result kept in its games of {endgame}{title}"] = kept_in_games(player, master, endgame)
    return found


def kept_in_games(player: CompiledProgram, master: CompiledProgram, endgame: str) -> dict[str, Any]:
    """The share of the positions of its own games against the Master whose result the move keeps."""
    starts = endgame_starts(endgame, GAMES_LOOKED_AT, 107)
    numbers = np.arange(GAMES_LOOKED_AT, dtype=np.int64)
    encounters = np.stack([numbers % 2, 1 - numbers % 2, numbers, numbers], axis=1)
    games = play_programs([player, master], encounters, starts, record=True)
    return judge(Tablebase(), Played.in_program_games(games, encounters, starts, 0)).kept.to_json()


def kept(player: CompiledProgram | None, endgame: str) -> dict[str, Any]:
    """The share of starts whose result the move keeps."""
    mover = program_mover(player, 105) if player else random_mover(105)
    starts = endgame_starts(endgame, STARTS, 106, turn="random")
    return judge(Tablebase(), Played.by(mover, starts)).kept.to_json()


def against_master(program: Program, endgames: tuple[str, ...], games: int, seed: int, rules: Rules) -> float:
    """The score that chooses."""
    return match(rules.compile(program), Rules().compile(find_program("master")), endgames, games, seed).mean


if __name__ == "__main__":
    main()
