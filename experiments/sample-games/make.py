"""Makes the games that ship: engines of many strengths play each other, and one weaker player has sixty games.

Run `python experiments/sample-games/make.py` with Stockfish and GNU Chess installed; it takes about half an hour on
two cores, most of it for the evaluations. Engines of reduced strength draw lots of their own, so another run gives
other games of the same kind.
"""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import chain, combinations
from pathlib import Path

import chess
import chess.engine
import chess.pgn
from rich.progress import track

from motif.arena.game import Conditions, Entrant
from motif.arena.match import MatchSettings, play_match
from motif.arena.ratings import Anchor, rate
from motif.arena.records import PairRecord
from motif.board.engines import Engine, find_engine
from motif.board.limits import Limit
from motif.parallel import Workers
from motif.players import enter
from motif.store import write_atomically

HERE = Path(__file__).parent
SHIPPED = HERE.parents[1] / "src" / "motif" / "data"
SEED = 2026
JUDGE_NODES = 10_000

# Called in the games by what they are; "skill" is Stockfish's own option, from 0 to 20.
POOL = {
    "Stockfish 15.1, skill 0, depth 1": "stockfish,depth=1,Skill_Level=0",
    "Stockfish 15.1, skill 1, depth 4": "stockfish,depth=4,Skill_Level=1",
    "Stockfish 15.1, skill 4, depth 5": "stockfish,depth=5,Skill_Level=4",
    "Stockfish 15.1, skill 7, depth 6": "stockfish,depth=6,Skill_Level=7",
    "Stockfish 15.1, skill 10, depth 8": "stockfish,depth=8,Skill_Level=10",
    "Stockfish 15.1, 2000 nodes": "stockfish,nodes=2000",
    "GNU Chess 6.2.7, depth 1": "gnuchess,depth=1",
    "GNU Chess 6.2.7, depth 4": "gnuchess,depth=4",
}
STUDENT = "Stockfish 15.1, skill 2, depth 3"
STUDENT_CALLED = "stockfish,depth=3,Skill_Level=2"
STUDENT_OPPONENTS = list(POOL)[:4] + list(POOL)[6:]
ANCHOR = Anchor("GNU Chess 6.2.7, depth 1", 1500)


def entrant(name: str, called: str) -> Entrant:
    """Somebody of the pool, under the name that the games will show."""
    found = enter(called)
    return Entrant(name, found.make, found.limit)


def play() -> Iterator[PairRecord]:
    """Ten games for each pairing of the pool, and ten of the student against each of six opponents."""
    players = {name: entrant(name, called) for name, called in POOL.items()}
    student = entrant(STUDENT, STUDENT_CALLED)
    pairings = chain(combinations(players.values(), 2), ((student, players[name]) for name in STUDENT_OPPONENTS))
    for number, (first, second) in enumerate(pairings):
        # Another seed for each pairing, so that not all of them share their openings.
        settings = MatchSettings(games=10, seed=SEED + number, conditions=Conditions(maximum_moves=300))
        yield from play_match(first, second, settings, Workers(2))


def with_evaluations(text: str, judge: Engine) -> str:
    """The game with `[%eval]` after every move, as Lichess writes it."""
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    nodes = list(game.mainline())
    boards = [node.board() for node in nodes]
    for node, board, evaluation in zip(nodes, boards, judge.evaluate(boards, Limit(nodes=JUDGE_NODES)), strict=True):
        if not board.is_game_over():
            node.set_eval(chess.engine.PovScore(evaluation.score, board.turn))
    return str(game.accept(chess.pgn.StringExporter(columns=None))) + "\n\n"


def main() -> None:
    """Play, rate, annotate and write."""
    pairs = list(track(play(), "playing", total=5 * (28 + 6)))
    ratings = rate(pairs, ANCHOR)
    elo = {rating.name: rating.elo for rating in ratings}
    with closing(Engine(find_engine("stockfish"), {"Hash": 1})) as judge:
        games = [
            with_evaluations(replace(game, round=f"{number}.{place}").to_pgn("Motif sample games", elo), judge)
            for number, pair in enumerate(track(pairs, "evaluating"), start=1)
            for place, game in enumerate(pair.games, start=1)
        ]
    write_atomically(SHIPPED / "sample_games.pgn.gz", _compressed("".join(games).encode()))
    record = {
        "games": len(games),
        "anchor": f"{ANCHOR.name} = {ANCHOR.elo:g}",
        "seed": SEED,
        "evaluated_by": f"Stockfish 15.1, {JUDGE_NODES} nodes",
        "ratings": [
            {"name": r.name, "elo": round(r.elo), "error": round(r.error), "points": r.points, "games": r.games}
            for r in ratings
        ],
    }
    write_atomically(HERE / "result.json", json.dumps(record, indent=2) + "\n")


def _compressed(data: bytes) -> bytes:
    # No time of making in the file, so that the same games are the same bytes.
    return gzip.compress(data, 9, mtime=0)


if __name__ == "__main__":
    main()
