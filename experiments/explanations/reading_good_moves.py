"""Draw good moves at random and print what we say about each next to Stockfish, for reading as a coach would.

Four groups from ordinary games: quiet best moves, endgame moves, opening moves, and the first row of `motif advise`.
Each is stored with Stockfish's three best lines, and the line after the move, at depth 16.

    python experiments/explanations/reading_good_moves.py --seed 1 --drawn drawn-1.jsonl > sentences.txt

The file is drawn if it does not exist. `--engine` names another engine for our sentences.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import chess
import chess.engine

from motif.board.games import read_games
from motif.engines.evaluator import winning_chance
from motif.players.coaches import find_coach
from motif.players.engines import choose_engine

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options

GROUPS = {"quiet": 30, "ending": 21, "opening": 15, "advice": 15}
DEPTH = 16
FIRST_LOOK = 9
"""A first search rejects positions whose best move is not quiet."""
LARGEST_EVALUATION_CP = 300
"""Quiet moves come from games that are not decided."""
LARGEST_OPENING_LOSS = 0.05
"""An opening move that loses more winning chance is a mistake, which another reading covers."""
MOST_PIECES_IN_ENDING = 9
OPENING_PLIES = range(3, 18)

Row = dict[str, Any]


class Reference:
    """The engine whose lines are printed next to our sentence."""

    def __init__(self) -> None:
        self._engine = chess.engine.SimpleEngine.popen_uci("/usr/games/stockfish")
        self._engine.configure({"Threads": 1, "Hash": 64})

    def lines(self, board: chess.Board, lines: int, depth: int = DEPTH) -> list[Row]:
        """Return the best lines with their scores for the side to move."""
        if board.is_game_over():
            return []
        found = self._engine.analyse(board, chess.engine.Limit(depth=depth), multipv=lines, game=object())
        return [
            {
                "score": info["score"].relative.score(mate_score=10_000),
                "line": board.copy(stack=False).variation_san(info["pv"][:8]),
                "best": info["pv"][0].uci(),
            }
            for info in found
        ]

    def close(self) -> None:
        """Stop the engine."""
        self._engine.quit()


def positions(path: Path, seed: int) -> Iterator[tuple[chess.Board, chess.Move]]:
    """Yield one random position of each game, with the move that was played in it."""
    rng = random.Random(seed)
    games = [game for game in islice(read_games(path), 58_000) if len(game) > 20]
    rng.shuffle(games)
    for game in games:
        ply = rng.randrange(2, len(game))
        board = game.board(ply - 1)
        before = chess.Board(board.fen())
        before.push(game.moves[ply - 1])
        yield before, game.moves[ply]


def move_of(group: str, board: chess.Board, played: chess.Move, reference: Reference) -> chess.Move | None:
    """Return the move that a group explains in this position, or None if it does not belong to the group."""
    pieces, is_over = chess.popcount(board.occupied), board.is_game_over()
    if is_over:
        return None
    if group == "ending":
        return played if pieces <= MOST_PIECES_IN_ENDING else None
    if group == "opening":
        if board.ply() not in OPENING_PLIES:
            return None
        best, after = reference.lines(board, 1), board.copy(stack=False)
        after.push(played)
        answer = reference.lines(after, 1)
        lost = winning_chance(best[0]["score"]) - winning_chance(-answer[0]["score"]) if answer else 1.0
        return played if lost <= LARGEST_OPENING_LOSS else None
    if group == "advice":
        return chess.Move.null()
    if board.is_check() or pieces <= MOST_PIECES_IN_ENDING or board.ply() < OPENING_PLIES.stop:
        return None
    for depth in (FIRST_LOOK, DEPTH):
        (first,) = reference.lines(board, 1, depth)
        best_move = chess.Move.from_uci(first["best"])
        is_quiet = not board.is_capture(best_move) and not board.gives_check(best_move)
        if not is_quiet or abs(first["score"]) > LARGEST_EVALUATION_CP:
            return None
    return best_move


def draw(path: Path, seed: int) -> Iterator[Row]:
    """Yield the moves of all groups with the reference's lines."""
    reference = Reference()
    for number, (group, count) in enumerate(GROUPS.items()):
        found = 0
        for board, played in positions(path, 10 * seed + number):
            move = move_of(group, board, played, reference)
            if move is None:
                continue
            lead = board.copy()
            last = lead.pop()
            row: Row = {"group": group, "before": lead.fen(), "lead": last.uci(), "move": move.uci() if move else None}
            row["best"] = reference.lines(board, 3)
            if move:
                after = board.copy(stack=False)
                after.push(move)
                row["after"] = reference.lines(after, 1)
            yield row
            found += 1
            if found == count:
                break
    reference.close()


def main() -> None:
    """Draw the moves unless that is done, explain them, and print both."""
    data = Path(os.environ.get("MOTIF_DATA", "data"))
    options = read_options(
        __doc__,
        games=data / "games" / "lichess_rapid_main.pgn.zst",
        drawn={"type": Path, "required": True},
        engine="search",
        group={"choices": [*GROUPS, "all"], "default": "all"},
        seed=1,
    )
    if not options.drawn.exists():
        with options.drawn.open("w", encoding="utf-8") as file:
            for drawn in draw(options.games, options.seed):
                print(json.dumps(drawn), file=file, flush=True)
    chosen = choose_engine(options.engine)
    limit = chosen.limits.explain
    spent: dict[str, list[float]] = {}
    for number, line in enumerate(options.drawn.read_text(encoding="utf-8").splitlines(), 1):
        row = json.loads(line)
        if options.group not in ("all", row["group"]):
            continue
        board = chess.Board(row["before"])
        board.push_uci(row["lead"])
        with find_coach(chosen, advisers=()) as coach:
            start = time.process_time()
            if row["move"]:
                move = chess.Move.from_uci(row["move"])
                sentence = coach.explain(board, move, limit).sentence
            else:
                first = coach.advise(board, limit=limit)[0]
                move, sentence = first.move, first.explanation.sentence
            spent.setdefault(row["group"], []).append(time.process_time() - start)
        print(f"\n{number} {row['group']} {board.fen()} {row['lead']} -> {board.san(move)}\n   {sentence}")
        for best in row["best"]:
            print(f"   best  {best['score']:+} {best['line']}")
        for after in row.get("after", []):
            print(f"   after {-after['score']:+} {after['line']}")
        sys.stdout.flush()
    for group, seconds in spent.items():
        print(f"{group}: {len(seconds)}, median {sorted(seconds)[len(seconds) // 2]:.2f} CPU s", file=sys.stderr)


if __name__ == "__main__":
    main()
