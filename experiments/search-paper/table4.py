"""Repeat Table 4: for how many moves the opening cases last, with the cases sorted by length and unsorted.

Pruning plays against pruning, random and base, as in the paper: depth 4, the paper's search and weights, cases at any
distance. The two deterministic pairings are one game each; those against random are averaged over seeded games. The
script counts the moves that the first player makes from the cases before the search takes over.

    python experiments/search-paper/table4.py
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import mean

import chess

from motif.advice import Player
from motif.engines.limits import Limit
from motif.openings.adviser import OpeningPlayer
from motif.players.names import find_player

RESULT = Path(__file__).with_name("table4.json")
LIMIT = Limit(depth=4)
GAMES_AGAINST_RANDOM = 40
LONGEST = 60
PRUNING, BASE = "pruning,mode=paper,weights=winning", "base,mode=paper,weights=winning"
PAPER = {"pruning": (13.0, 2.0), "random": (5.8, 5.2), "base": (12.0, 8.0)}


def opening_player(order: str) -> OpeningPlayer:
    """Return the paper's opening player: any distance, in this order."""
    player = find_player(f"openings,style=paper,order={order}+{PRUNING}")
    assert isinstance(player, OpeningPlayer)
    return player


def moves_by_case(player: OpeningPlayer, opponent: Player, plays_white: bool, seed: int) -> int:
    """Play one game until the player leaves the cases; return the number of moves from them."""
    board = chess.Board()
    player.new_game(seed)
    opponent.new_game(seed)
    for _ in range(LONGEST):
        if board.is_game_over():
            break
        if (board.turn == chess.WHITE) == plays_white:
            advice = player.prepared(board)
            if advice is None:
                break
        else:
            advice = opponent.choose(board, LIMIT)
        board.push(advice.move)
    return player.moves_by_case


def average(order: str, opponent: str) -> dict[str, float]:
    """Return the mean number of moves by cases as White, as Black, and both."""
    player = opening_player(order)
    other: Player = (
        opening_player(order) if opponent == "pruning" else find_player(BASE if opponent == "base" else "random")
    )
    games = GAMES_AGAINST_RANDOM if opponent == "random" else 1
    white = mean(moves_by_case(player, other, True, seed) for seed in range(games))
    black = mean(moves_by_case(player, other, False, seed) for seed in range(games))
    return {"as White": round(white, 1), "as Black": round(black, 1), "both": round((white + black) / 2, 1)}


def main() -> None:
    """Play the six pairings and write them next to the paper's figures."""
    result = {
        f"pruning v. {opponent}": {
            "sorted": average("longest_first", opponent),
            "not sorted": average("as_given", opponent),
            "paper, sorted and not": PAPER[opponent],
        }
        for opponent in PAPER
    }
    RESULT.write_text(json.dumps(result, indent=2) + "\n")
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
