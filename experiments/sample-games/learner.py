"""Makes the games of the learner: somebody who allows forks, and later does not.

    python experiments/sample-games/learner.py

Everybody plays as people of a rating do (`human`, arena/people.py), both sides alike. Until the weakness is healed the
learner, up to twice in a game, makes a move that allows a fork: of those after which the best reply forks and wins two
pawns or more, and a fork is the checked cause of that, the one that loses least. Later the learner looks for forks, and
makes another move where one would be allowed. Names are invented, the days are one a game, and every move carries
`[%eval]` by Stockfish.
"""

from __future__ import annotations

import argparse
import gzip
import json
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from random import Random

import chess
import chess.engine
import chess.pgn
from make import with_evaluations
from rich.progress import track

from motif.advice import Player
from motif.arena.game import ending_by_rules
from motif.board.engines import Engine, find_engine
from motif.board.limits import Limit
from motif.board.motifs import MOTIFS, Line
from motif.board.oracles import Evaluation, Oracle
from motif.board.shipped import SHIPPED_GAMES
from motif.board.valuation import after
from motif.players import enter, find_oracle
from motif.reasons import explain_mistake
from motif.store import write_atomically

NAME = "Ada Learner"
OPPONENTS = ("Bo Brook", "Cem Dale", "Dora Field", "Eli Marsh", "Fay Moor", "Gil Heath", "Hana Ford", "Ivo Glen")
FIRST_DAY = date(2026, 5, 1)
LOOK = Limit(depth=8, nodes=4_000)
LEAST_LOST, MOST_LOST = 200, 600
"""What the move that allows a fork gives away, in centipawns."""

MOST_OF_A_GAME = 2
FROM_PLY = 12
MOST_PLIES = 160
DECIDED = 900
"""Who is worse by so much for RESIGNS of the own moves resigns."""
RESIGNS = 3


@dataclass(slots=True)
class Learner:
    """A player as the others are, who now and then makes a natural move that allows a fork."""

    inner: Player
    oracle: Oracle
    is_healed: bool = False
    _erred: int = field(default=0, init=False)

    def choose(self, board: chess.Board, limit: Limit) -> chess.Move:
        """What such people would play; until it is healed, the weakness shows at the first occasions of a game."""
        move = self.inner.choose(board, limit).move
        if self._erred == MOST_OF_A_GAME or board.ply() < FROM_PLY:
            return move
        (now,) = self.oracle.evaluate([board], LOOK)
        if abs(now.centipawns) > DECIDED // 2:
            return move
        if self.is_healed:
            return now.line[0] if self._forks(board, [move], now.centipawns) else move
        forks = self._forks(board, list(board.legal_moves), now.centipawns)
        self._erred += bool(forks)
        return forks[0] if forks else move

    def _forks(self, board: chess.Board, moves: list[chess.Move], now: int) -> list[chess.Move]:
        """The first of the moves, by what it loses, that allows a fork."""
        going_on = [move for move in moves if not after(board, move).is_game_over()]
        replies = self.oracle.evaluate([after(board, move) for move in going_on], LOOK)
        ranked = sorted(zip(going_on, replies, strict=True), key=lambda pair: (pair[1].centipawns, pair[0].uci()))
        losing = ((move, reply) for move, reply in ranked if LEAST_LOST <= reply.centipawns + now <= MOST_LOST)
        return list(islice((move for move, reply in losing if self._is_fork(board, move, reply)), 1))

    def _is_fork(self, board: chess.Board, move: chess.Move, reply: Evaluation) -> bool:
        """Whether the reply forks, and an explanation of the move says so."""
        line = Line.of(after(board, move), reply.line)
        if not reply.line or not any(witness.ply == 0 for witness in MOTIFS["fork"].find(line)):
            return False
        allowed = explain_mistake(board, move, self.oracle).allowed
        return allowed is not None and allowed.cause is not None and allowed.cause.witness.motif == "fork"


def play(learner: Learner, other: Player, *, is_white: bool, judge: Oracle, limit: Limit) -> chess.Board:
    """A game from the first move until it ends, somebody resigns, or it goes on too long."""
    board = chess.Board()
    hopeless = {chess.WHITE: 0, chess.BLACK: 0}
    while ending_by_rules(board) is None and board.ply() < MOST_PLIES:
        (value,) = judge.evaluate([board], LOOK)
        turn = board.turn
        hopeless[turn] = hopeless[turn] + 1 if value.centipawns <= -DECIDED else 0
        if hopeless[turn] >= RESIGNS:
            break
        board.push(learner.choose(board, limit) if turn is is_white else other.choose(board, limit).move)
    return board


def game_of(
    board: chess.Board, number: int, called: str, rating: int, opponent: tuple[str, int], *, is_white: bool
) -> str:
    """The game as PGN; one that stopped is a resignation by whoever is to move."""
    ending = ending_by_rules(board)
    result = str(ending.result) if ending else ("0-1" if board.turn else "1-0")
    if ending is None and board.ply() >= MOST_PLIES:
        result = "1/2-1/2"
    game = chess.pgn.Game.from_board(board)
    day = FIRST_DAY + timedelta(days=number)
    players = [(called, rating), opponent] if is_white else [opponent, (called, rating)]
    game.headers.clear()
    game.headers.update(
        {
            "Event": "Motif: games of a learner", "Site": "?", "Date": day.strftime("%Y.%m.%d"), "Round": str(number),
            "White": players[0][0], "Black": players[1][0], "Result": result,
            "WhiteElo": str(players[0][1]), "BlackElo": str(players[1][1]),
        }
    )  # fmt: skip
    return str(game)


def main() -> None:
    """Play, evaluate and write both files."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--player", default="human,rating=1800,sharp=1.3", help="how everybody plays")
    parser.add_argument("--rating", type=int, default=1500)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--later", type=int, default=20)
    parser.add_argument("--seed", type=int, default=2026)
    given = parser.parse_args()
    entrant, oracle = enter(given.player), find_oracle("search")
    draw = Random(given.seed)
    files: dict[str, list[str]] = {"learner": [], "learner-later": []}
    with closing(Engine(find_engine("stockfish"), {"Hash": 1})) as judge:
        for number in track(range(given.games + given.later), "playing"):
            is_white, is_healed = number % 2 == 0, number >= given.games
            own, other = entrant.make(), entrant.make()
            own.new_game(draw.getrandbits(32))
            other.new_game(draw.getrandbits(32))
            learner = Learner(own, oracle, is_healed)
            board = play(learner, other, is_white=is_white, judge=oracle, limit=entrant.limit)
            opponent = (OPPONENTS[draw.randrange(len(OPPONENTS))], given.rating + draw.randint(-60, 60))
            text = game_of(board, number + 1, NAME, given.rating, opponent, is_white=is_white)
            files["learner-later" if is_healed else "learner"].append(with_evaluations(text, judge))
    for word, games in files.items():
        write_atomically(SHIPPED_GAMES[word], gzip.compress("".join(games).encode(), 9, mtime=0))
    record = {"player": given.player, "games": given.games, "later": given.later, "seed": given.seed}
    write_atomically(Path(__file__).with_name("learner.json"), json.dumps(record, indent=2) + "\n")


if __name__ == "__main__":
    main()
