"""Test whether the levels play like the people they were fitted to, and each stronger than the one below.

python experiments/people/levels.py losses GAMES.pgn.zst --count 150
python experiments/people/levels.py ladder --games 16
python experiments/people/levels.py rival maia:maia-1600.pb.gz --games 100

`losses`: in positions of players not used for learning, what the person's move and a move drawn by the level lose by a
deeper search. `ladder`: a match of each level against the next. `rival`: several ratings against one player. Writes a
file of that name in this folder.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import chess
import numpy as np
from drawn_choices import MEASURING, Choice, drawn
from player_parts import Part

from motif.arena.game import Adjudication, Conditions
from motif.arena.match import MatchSettings, play_match, rate
from motif.engines.evaluator import Evaluation, Evaluator, after, winning_chance
from motif.engines.game_review import Judgement
from motif.engines.limits import Limit
from motif.players.human import shipped_model
from motif.players.human_model import LEVELS, HumanPolicy, level_of
from motif.players.names import enter, find_evaluator
from motif.runtime.parallel import Workers
from motif.search.player import SearchEvaluator
from motif.search.settings import SearchSettings
from motif.statistics.intervals import wilson

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result

HERE = Path(__file__).parent
DEPTH = 6
RATINGS = (1100, 1400, 1700, 2000)
LARGEST = 1000


def losses(path: str, count: int, seed: int) -> list[dict[str, Any]]:
    """Return for each level what its people and its player lose per move."""
    engine = SearchEvaluator("search", SearchSettings(hash_megabytes=1))
    choices = [choice for choice in drawn(path, MEASURING, seed) if choice.part is Part.TEST]
    rows = []
    for level in LEVELS:
        own = [choice for choice in choices if level_of(choice.rating) == level][:count]
        policies = HumanPolicy(level.rating, shipped_model()).policies([choice.board for choice in own])
        rng = Random(seed)
        moves = [rng.choices(list(policy), list(policy.values()))[0] for policy in policies]
        at_random = [rng.choice(sorted(choice.board.legal_moves, key=chess.Move.uci)) for choice in own]
        best = engine.evaluate([choice.board for choice in own], Limit(depth=DEPTH))
        row = {
            "level": level.number,
            "people": str(level),
            "positions": len(own),
            "people lose": lost(engine, own, best, [choice.move for choice in own]),
            "the level loses": lost(engine, own, best, moves),
            "random moves lose": lost(engine, own, best, at_random),
        }
        rows.append(row)
        print(json.dumps(row), flush=True)
    return rows


def lost(
    engine: Evaluator, choices: Sequence[Choice], best: Sequence[Evaluation], moves: Sequence[chess.Move]
) -> dict[str, Any]:
    """Return the mean loss in centipawns with its standard error, and the share of blunders with its interval."""
    limit = Limit(depth=DEPTH)
    replies = engine.evaluate([after(choice.board, move) for choice, move in zip(choices, moves, strict=True)], limit)
    values = [reply.before(move).centipawns for reply, move in zip(replies, moves, strict=True)]
    pairs = [(max(found.centipawns, value), value) for found, value in zip(best, values, strict=True)]
    loss = np.array([min(LARGEST, one) - max(-LARGEST, min(LARGEST, two)) for one, two in pairs], np.float64)
    fallen = [winning_chance(one) - winning_chance(two) for one, two in pairs]
    blunders = sum(Judgement.of(max(0.0, fall)) is Judgement.BLUNDER for fall in fallen)
    low, high = wilson(blunders, len(pairs))
    return {
        "centipawns": round(float(np.maximum(loss, 0).mean()), 1),
        "standard error": round(float(np.maximum(loss, 0).std() / len(pairs) ** 0.5), 1),
        "blunders": round(blunders / len(pairs), 4),
        "interval": [round(low, 4), round(high, 4)],
    }


def ladder(games: int, seed: int, workers: int) -> dict[str, Any]:
    """Play each level against the next one, and rate all levels by the results together."""
    pairs, rows = [], []
    for level in LEVELS[:-1]:
        names = [f"human,level={number}" for number in (level.number + 1, level.number)]
        played = list(play_match(enter(names[0]), enter(names[1]), MatchSettings(games, seed), Workers(workers)))
        pairs += played
        points = sum(sum(pair.points) for pair in played)
        rows.append({"level": level.number + 1, "against": level.number, "points": points, "games": games})
        print(json.dumps(rows[-1]), flush=True)
    ratings = {rating.name: [round(rating.elo), round(rating.error)] for rating in rate(pairs)}
    return {"matches": rows, "ratings with their errors": dict(sorted(ratings.items()))}


def rival(name: str, ratings: Sequence[int], games: int, seed: int, workers: int) -> dict[str, Any]:
    """Play people of several ratings against one player; a game ends early when a side stays a queen ahead."""
    decided = Adjudication(partial(find_evaluator, "search"), Limit(depth=4, nodes=1_000), resign_plies=6)
    settings = MatchSettings(games, seed, conditions=Conditions(adjudication=decided))
    rows = []
    for rating in ratings:
        begun = process_time()
        played = list(play_match(enter(f"human,rating={rating}"), enter(name), settings, Workers(workers)))
        shares = np.array([sum(pair.points) / 2 for pair in played])
        # Both games of a pair have one start, so only pairs are independent.
        error = 1.96 * float(shares.std(ddof=1)) / len(shares) ** 0.5
        row = {
            "rating": rating,
            "points": float(2 * shares.sum()),
            "games": games,
            "score": round(float(shares.mean()), 3),
            "interval": [round(float(np.clip(shares.mean() + sign * error, 0, 1)), 3) for sign in (-1, 1)],
            "CPU seconds a game": round((process_time() - begun) / games, 2),
        }
        rows.append(row)
        print(json.dumps(row), flush=True)
    return {"against": Path(name).name, "matches": rows}


def main() -> None:
    """Run one of the three tests."""
    chosen = read_options(
        __doc__, {"what": {"choices": ["losses", "ladder", "rival"]}, "path": {"nargs": "?", "default": ""}},
        count=150, rating={"type": int, "action": "append", "help": "only these ratings meet the rival"}, games=16,
        seed=2, workers=1,
    )  # fmt: skip
    drawing = (chosen.games, chosen.seed, chosen.workers)
    if chosen.what == "losses":
        result: Any = {"depth": DEPTH, "seed": chosen.seed, "rows": losses(chosen.path, chosen.count, chosen.seed)}
    elif chosen.what == "rival":
        result = {"seed": chosen.seed, **rival(chosen.path, chosen.rating or RATINGS, *drawing)}
    else:
        result = {"seed": chosen.seed, **ladder(*drawing)}
    write_result(HERE / f"{chosen.what}.json", result)


if __name__ == "__main__":
    main()
