"""Repeat the paper's Figure 2: base against pruning with each of its weights, one game each way at depth 4.

python experiments/search-paper/figure2.py

As in the paper, the pruning player opens by cases; moves by cases need no search and do not count in its time. Also as
in the paper, the time of a state is the time of a search divided by the states it visited minus the hits of its table:
mean and standard deviation over the moves of a game. After 150 moves the side with more material has the advantage.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from statistics import mean, pstdev
from typing import Any

import chess

from motif.arena.game import ending_by_rules
from motif.openings.adviser import PAPER_STYLE, OpeningPlayer
from motif.openings.cases import shipped_cases
from motif.players.sparring import RandomPlayer
from motif.search.evaluation import PAPERS, Weights, explain
from motif.search.settings import Mode, Pruning, SearchSettings

HERE = Path(__file__).parent
DEPTH = 4
MOST_PLIES = 300
MATERIAL = Weights(1, 0, 0)


def play(weights: Weights, white_prunes: bool) -> dict[str, Any]:
    """Play one game from the initial position; return the row for Figure 2."""
    searchers = {
        colour: SearchSettings(weights, Mode.PAPER, Pruning() if prunes else None).searcher()
        for colour, prunes in ((chess.WHITE, white_prunes), (chess.BLACK, not white_prunes))
    }
    times: dict[chess.Color, list[float]] = {chess.WHITE: [], chess.BLACK: []}
    cases = OpeningPlayer(shipped_cases(), RandomPlayer(), PAPER_STYLE)
    cases.new_game(0)
    board = chess.Board()
    ending = None
    while ending is None and len(board.move_stack) < MOST_PLIES:
        if board.turn == white_prunes and (advice := cases.prepared(board)):
            board.push(advice.move)
            ending = ending_by_rules(board)
            continue
        info = searchers[board.turn].search(board, depth=DEPTH, clock=time.process_time)
        times[board.turn].append(info.seconds / max(1, info.nodes - info.hits))
        board.push(info.lines[0].moves[0])
        ending = ending_by_rules(board)
    return {
        "White": "pruning" if white_prunes else "base",
        "Black": "base" if white_prunes else "pruning",
        "result": str(ending) if ending else f"unfinished, White {_advantage(board)}",
        "moves": len(board.move_stack) // 2,
        "moves by cases": cases.moves_by_case,
        "seconds a state": {
            name: f"{mean(times[colour]):.2e} ± {pstdev(times[colour]):.1e}" if times[colour] else "no search"
            for name, colour in (("White", chess.WHITE), ("Black", chess.BLACK))
        },
    }


def _advantage(board: chess.Board) -> str:
    balance = explain(board, MATERIAL)[0].centipawns * (1 if board.turn == chess.WHITE else -1)
    return "(+)" if balance > 0 else "(-)" if balance < 0 else "(=)"


def main() -> None:
    """Play all ten games and store the table."""
    rows = [
        {"weights": name} | play(weights, white_prunes)
        for name, weights in PAPERS.items()
        for white_prunes in (False, True)
    ]
    text = json.dumps(rows, indent=2, ensure_ascii=False)
    (HERE / "figure2.json").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
