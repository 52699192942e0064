"""Measure the Master before any evolution: against itself, against an engine, and by the tables.

    python experiments/endgames-paper/master.py [GAMES AGAINST THE ENGINE]

Scores are points per game with 95 % intervals. `kept` is the share of starts in which the move keeps the result of the
table (win, draw or loss), for the Master and for a random mover.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from motif._core.board import Positions, Tables, decode_move
from motif._core.endgames import endgame_starts
from motif.endgames.games import PAPER_ENDGAMES, EndgameMatch, GameRules, match, play_endgames
from motif.endgames.program import Program, find_program
from motif.engines.small_tables import Tablebase
from motif.players.names import enter
from motif.runtime.files import write_atomically

RESULT = Path(__file__).with_name("master.json")
SELF_PLAY_GAMES = 4000
STARTS = 10_000
ENGINE = "stockfish,depth=6"
RANDOM = Program.parse("(Advantage 0) (Even 0) (Disadvantage 0)")


def main() -> None:
    """Measure and write the result."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    master, rules = find_program("master"), GameRules()
    result: dict[str, object] = {"program": str(master), "engine": ENGINE}
    compiled = rules.compile(master)
    result["self-play"] = {
        endgame: match(compiled, compiled, [endgame], SELF_PLAY_GAMES, seed=1).to_json() for endgame in PAPER_ENDGAMES
    }
    result["kept"] = {
        endgame: {"master": kept(endgame, master), "random": kept(endgame, RANDOM), "starts": STARTS}
        for endgame in ("KRKR", "KQKQ")
    }
    result["against the engine"] = {endgame: against(endgame, games) for endgame in PAPER_ENDGAMES}
    write_atomically(RESULT, json.dumps(result, indent=2) + "\n")
    print(json.dumps(result, indent=2))


def kept(endgame: str, program: Program) -> float:
    """Return the share of starts whose result the program's move keeps."""
    starts = endgame_starts(endgame, STARTS, seed=3)
    moves = GameRules().compile(program).choose(starts, np.arange(STARTS, dtype=np.int64))
    boards = list(starts)
    for board, move in zip(boards, moves, strict=True):
        board.push(decode_move(int(move)))
    tables = solved(endgame)
    before, after = tables.probe(starts)[:, 0], tables.probe(Positions.from_boards(boards))[:, 0]
    return float((before == -after).mean())


def solved(endgame: str) -> Tables:
    """Return the table of an endgame and of all that it leads to."""
    tablebase, tables = Tablebase(), Tables()
    for name in [*Tables.needs(endgame), endgame]:
        tables.load(Tables.canonical(name), tablebase.values(name))
    return tables


def against(endgame: str, games: int) -> dict[str, object]:
    """Return the score against the engine."""
    pairs = play_endgames(enter("master"), enter(ENGINE), EndgameMatch((endgame,), games, seed=2))
    *_, (_, score) = pairs
    return score.to_json()


if __name__ == "__main__":
    main()
