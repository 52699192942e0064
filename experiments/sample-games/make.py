"""Make the games that ship: a club of nine who play as people of their ratings do, one of them with a weakness.

    python experiments/sample-games/make.py

Eight play ten games against each of the others. The ninth, the learner, plays sixty, allows forks in the first forty
and avoids them in the last twenty. Names are invented. Every move has an `[%eval]` by Stockfish, which must be
installed. The same seed gives the same games, on one core or many; two cores take about a quarter of an hour.
"""

from __future__ import annotations

import argparse
import gzip
from contextlib import closing
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations
from random import Random

import chess
import chess.engine
import chess.pgn
from learner import LOOK, Choice, Learner
from rich.progress import track

from motif.arena.game import ending_by_rules
from motif.engines.evaluator import Evaluator
from motif.engines.limits import Limit
from motif.engines.process import find_engine
from motif.engines.uci_engines import Engine
from motif.openings.names import shipped_openings
from motif.players.names import enter, find_evaluator
from motif.runtime.files import SHIPPED_GAMES, write_atomically
from motif.runtime.parallel import Workers, in_order

CLUB = {
    "Bo Brook": 1200, "Cem Dale": 1300, "Dora Field": 1400, "Eli Marsh": 1500,
    "Fay Moor": 1600, "Gil Heath": 1700, "Hana Ford": 1800, "Ivo Glen": 1900,
}  # fmt: skip
LEARNER, LEARNERS_RATING = "Ada Learner", 1500
EACH = 10
BEFORE, LATER = 40, 20
FIRST_DAY = date(2026, 5, 1)
NODES = 10_000

DECIDED, RESIGNS = 700, 2
"""Players who resign do so when they are this many centipawns worse for this many of their own moves."""
RESIGNING = 0.6
"""The share of games in which the loser resigns; in the others mate is played."""
MOST_PLIES = 240


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played: the players, the date, and the seed."""

    white: str
    black: str
    day: int
    seed: str
    is_cured: bool = False

    @property
    def is_of_the_learner(self) -> bool:
        """Return whether the learner plays."""
        return LEARNER in (self.white, self.black)


def schedule(seed: int) -> list[Task]:
    """Return all games by date: the club's in ten rounds, and one of the learner's each day."""
    days = BEFORE + LATER
    tasks = []
    for turn in range(EACH):
        pairs = list(combinations(CLUB, 2))
        Random(f"{seed} round {turn}").shuffle(pairs)
        for place, pair in enumerate(pairs):
            white, black = pair if turn % 2 == 0 else reversed(pair)
            day = (turn * len(pairs) + place) * days // (EACH * len(pairs))
            tasks.append(Task(white, black, day, f"{seed} {turn} {white} {black}"))
    # Opponents of about the learner's strength, in turn; as many games with each colour.
    near = [name for name, rating in CLUB.items() if abs(rating - LEARNERS_RATING) <= 100]
    for day in range(days):
        other = near[day // 2 % len(near)]
        white, black = (LEARNER, other) if day % 2 == 0 else (other, LEARNER)
        tasks.append(Task(white, black, day, f"{seed} {day} {LEARNER}", is_cured=day >= BEFORE))
    return sorted(tasks, key=lambda task: task.day)


def rating_of(name: str) -> int:
    """Return the rating of a player in the games."""
    return CLUB.get(name, LEARNERS_RATING)


def played(task: Task) -> str:
    """Return the game as PGN, with evaluations."""
    evaluator, draw = find_evaluator("search"), Random(task.seed)
    players: dict[chess.Color, Choice] = {}
    for color, name in zip(chess.COLORS, (task.white, task.black), strict=True):
        choice = person(name, draw.getrandbits(32))
        players[color] = Learner(choice, evaluator, task.is_cured) if name == LEARNER else choice
    board, result = play(players, evaluator, is_resigned=draw.random() < RESIGNING)
    with closing(Engine(find_engine("stockfish"), {"Hash": 1})) as stockfish:
        return with_evaluations(written(task, board, result), stockfish)


def person(name: str, seed: int) -> Choice:
    """Return a player who plays as people of this rating do."""
    entrant = enter(f"human,rating={rating_of(name)}")
    player = entrant.make()
    player.new_game(seed)
    return lambda board: player.choose(board, entrant.limit).move


def play(players: dict[chess.Color, Choice], engine: Evaluator, *, is_resigned: bool) -> tuple[chess.Board, str]:
    """Play a game until it ends, a player resigns, or it is too long."""
    board = chess.Board()
    hopeless = {chess.WHITE: 0, chess.BLACK: 0}
    while (ending := ending_by_rules(board)) is None:
        (value,) = engine.evaluate([board], LOOK)
        turn = board.turn
        hopeless[turn] = hopeless[turn] + 1 if value.centipawns <= -DECIDED else 0
        if board.ply() >= MOST_PLIES and abs(value.centipawns) < DECIDED:
            return board, "1/2-1/2"
        if (is_resigned or board.ply() >= MOST_PLIES) and hopeless[turn] >= RESIGNS:
            return board, "0-1" if turn else "1-0"
        board.push(players[turn](board))
    return board, str(ending.result)


def written(task: Task, board: chess.Board, result: str) -> chess.pgn.Game:
    """Return the game with its tags."""
    game = chess.pgn.Game.from_board(board)
    opening = shipped_openings().name_of(board)
    game.headers.clear()
    game.headers.update(
        {
            "Event": "Motif sample games", "Site": "?", "Date": f"{FIRST_DAY + timedelta(days=task.day):%Y.%m.%d}",
            "Round": "-", "White": task.white, "Black": task.black, "Result": result,
            "WhiteElo": str(rating_of(task.white)), "BlackElo": str(rating_of(task.black)),
        }
    )  # fmt: skip
    if opening is not None:
        game.headers.update({"ECO": opening.eco, "Opening": opening.name})
    return game


def with_evaluations(game: chess.pgn.Game, engine: Engine) -> str:
    """Return the game with `[%eval]` after every move, as Lichess writes it."""
    nodes = list(game.mainline())
    boards = [node.board() for node in nodes]
    for node, board, evaluation in zip(nodes, boards, engine.evaluate(boards, Limit(nodes=NODES)), strict=True):
        if not board.is_game_over():
            node.set_eval(chess.engine.PovScore(evaluation.score, board.turn))
    return str(game.accept(chess.pgn.StringExporter(columns=None))) + "\n\n"


def main() -> None:
    """Play and write the three files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    tasks = schedule(given.seed)
    with Workers(given.workers).executor() as executor:
        games = list(track(in_order(executor, played, tasks), "playing", total=len(tasks)))
    learners = [(task, game) for task, game in zip(tasks, games, strict=True) if task.is_of_the_learner]
    files = {
        "sample": games,
        "learner": [game for task, game in learners if not task.is_cured],
        "learner-later": [game for task, game in learners if task.is_cured],
    }
    for word, texts in files.items():
        # No time stamp in the file, so that the same games give the same bytes.
        write_atomically(SHIPPED_GAMES[word], gzip.compress("".join(texts).encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
