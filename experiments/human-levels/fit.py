"""What people of each level see, miss and like: the weights of their habits, fitted to their moves.

python experiments/human-levels/fit.py GAMES.pgn.zst --train 2000 --test 600

Positions are drawn from rated games, one a game, from any move; those of one player in four are kept apart and tell how
good the fit is. Writes src/motif/data/people.tsv, and fit.json beside this script.
"""

from __future__ import annotations

import argparse
import json
import random
import zlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import chess
import numpy as np

from motif.arena.people import LEVELS, SHIPPED, Habits, Level, Outlook, habits, level_of, likelihoods, outlooks
from motif.board.games import Game, read_games
from motif.evidence.intervals import wilson
from motif.evidence.logit import Design, Fit, fit_weights
from motif.players.people import liking, sight

HERE = Path(__file__).parent
AT_ONCE = 250
PENALTY = 0.2
"""Small: what holds a weight back lets the level blunder more often than its people."""

NEIGHBOURS = (1.0, 0.4, 0.1)
"""What a choice counts for its own level, for the next ones and for those after them: people change by and by."""

APART = 4
"""The moves of one player in so many are not learned from."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A position with the move that was played, and who played it."""

    board: chess.Board
    move: chess.Move
    level: Level
    kept_apart: bool


def drawn(path: str, train: int, test: int, seed: int) -> list[Choice]:
    """So many choices of each level, learned from and kept apart."""
    left = {(level.number, apart): test if apart else train for level in LEVELS for apart in (False, True)}
    rng = random.Random(seed)
    found = []
    for game in read_games(path):
        if len(game) < 10 or None in game.ratings:
            continue
        ply = rng.randrange(2, len(game))
        mover = ply % 2
        rating = game.ratings[mover]
        assert rating is not None
        level = level_of(rating)
        apart = zlib.crc32(game.players[mover].encode()) % APART == 0
        if left[level.number, apart] and (choice := _choice(game, ply, level, apart)):
            left[level.number, apart] -= 1
            found.append(choice)
    return found


def _choice(game: Game, ply: int, level: Level, apart: bool) -> Choice | None:
    board = game.board(ply - 1)
    board.push(game.moves[ply - 1])
    if board.legal_moves.count() < 2:
        return None
    return Choice(board, game.moves[ply], level, apart)


def seen(choices: Sequence[Choice], threads: int) -> list[Outlook]:
    """What the players of these choices had before them."""
    see, like = sight(threads), liking()
    found: list[Outlook] = []
    for start in range(0, len(choices), AT_ONCE):
        found += outlooks([choice.board for choice in choices[start : start + AT_ONCE]], see, like)
        print(f"{len(found)} of {len(choices)} positions", flush=True)
    return found


def fitted(choices: Sequence[Choice], views: Sequence[Outlook]) -> Habits:
    """The weights of everybody's habits on every level."""
    rows: dict[str, list[int]] = defaultdict(list)
    offsets, played, levels = [0], list[bool](), list[int]()
    for choice, view in zip(choices, views, strict=True):
        for move, true in habits(view).items():
            for name in true:
                rows[name].append(len(played))
            played.append(move == choice.move)
            levels.append(choice.level.number)
        offsets.append(len(played))
    names = sorted(rows)
    design = Design([np.array(rows[name], np.int64) for name in names], np.array(offsets, np.int64))
    weight = np.array([*NEIGHBOURS, *[0.0] * len(LEVELS)])
    columns = []
    for level in LEVELS:
        counts = weight[np.abs(np.array(levels) - level.number)]
        columns.append(fit_weights(design, counts * np.array(played), Fit(PENALTY, 200)))
        print(f"level {level.number} is fitted", flush=True)
    return Habits({name: tuple(float(column[place]) for column in columns) for place, name in enumerate(names)})


def measured(level: Level, table: Habits, choices: Sequence[Choice], views: Sequence[Outlook]) -> dict[str, Any]:
    """How well the policy of a level foretells moves kept apart, beside a player that blunders at random."""
    shares = [likelihoods(table.scores(view, level)) for view in views]
    ours = np.array([share[choice.move] for share, choice in zip(shares, choices, strict=True)])
    hits = sum(next(iter(share)) == choice.move for share, choice in zip(shares, choices, strict=True))
    best = np.array([max(view.later.values()) == view.later[c.move] for view, c in zip(views, choices, strict=True)])
    # Of equals the random blunderer chooses by lot.
    equals = np.array([sum(v == max(view.later.values()) for v in view.later.values()) for view in views])
    moves = np.array([len(view.later) for view in views])
    rates = np.linspace(0.01, 0.99, 99)
    random_shares = [(1 - rate) * best / equals + rate / moves for rate in rates]
    # The rate that fits these very moves best: more than fair to the rival.
    rival = max(random_shares, key=lambda share: np.log(share).mean())
    low, high = wilson(hits, len(choices))
    return {
        "level": level.number,
        "people": str(level),
        "positions": len(choices),
        "likeliest move is the one played": round(hits / len(choices), 4),
        "interval": [round(low, 4), round(high, 4)],
        "mean likelihood of the move played": round(float(ours.mean()), 4),
        "log-likelihood": round(float(np.log(ours).mean()), 4),
        "best move or uniform blunders": {
            "blunder rate": round(float(rates[[s is rival for s in random_shares].index(True)]), 2),
            "mean likelihood of the move played": round(float(rival.mean()), 4),
            "log-likelihood": round(float(np.log(rival).mean()), 4),
        },
    }


def main() -> None:
    """Draw, look, fit, measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games")
    parser.add_argument("--train", type=int, default=2000)
    parser.add_argument("--test", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    chosen = parser.parse_args()
    choices = drawn(chosen.games, chosen.train, chosen.test, chosen.seed)
    views = seen(choices, chosen.threads)
    ours = [(choice, view) for choice, view in zip(choices, views, strict=True) if not choice.kept_apart]
    table = fitted([choice for choice, _ in ours], [view for _, view in ours])
    rows = []
    for level in LEVELS:
        mine = [(c, v) for c, v in zip(choices, views, strict=True) if c.level == level and c.kept_apart]
        rows.append(measured(level, table, [c for c, _ in mine], [v for _, v in mine]))
        print(json.dumps(rows[-1]), flush=True)
    learned = [sum(c.level == level and not c.kept_apart for c in choices) for level in LEVELS]
    notes = [
        f"what people of {len(LEVELS)} levels see, miss and like; a number for each level, the lowest first",
        f"fitted to {sum(learned):,} moves of rated rapid games on Lichess by experiments/human-levels/fit.py",
    ]
    table.write(SHIPPED, notes)
    result = {"seed": chosen.seed, "moves learned from": learned, "kept apart": rows}
    (HERE / "fit.json").write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
