"""Draw moves at random and print what Motif says about each next to Stockfish, for reading as a coach would.

Good moves are in four groups: quiet best moves, endgame moves, opening moves, and the first row of `motif advise`.
A mistake loses .10 of the winning chance or more by the evaluations in the file (Lichess) and by Stockfish. Each
is stored with Stockfish's best line, and the line after the move, at depth 16.

    python experiments/explanations/reading.py good --seed 474 --drawn drawn.jsonl > sentences.txt
    python experiments/explanations/reading.py mistakes --seed 1 --drawn mistakes.jsonl --engine stockfish

The file is drawn if it does not exist. `--engine` names the engine for our sentences.
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

import chess

from motif.board.games import read_games
from motif.engines.evaluator import winning_chance
from motif.explain.explanation import Explanation
from motif.players.coaches import find_coach
from motif.players.engines import choose_engine

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options
from stored_lines import Reference, Row, board_of, print_lines

GROUPS = {"good": {"ending": 21, "quiet": 30, "opening": 15, "advice": 15}, "mistakes": {"mistake": 40}}
LARGEST_EVALUATION_CP = 300
"""Quiet moves come from games that are not decided."""
LARGEST_OPENING_LOSS, LEAST_MISTAKE = 0.05, 0.10
"""Winning chance: an opening move that loses more is no good move, and one that loses less is no mistake."""
MOST_PIECES_IN_ENDING = 9
OPENING_PLIES = range(3, 18)


def positions(path: Path, seed: int) -> Iterator[tuple[chess.Board, chess.Move, int, float]]:
    """Yield one random position of each game, the move played, and by the file's evaluations their value and loss."""
    rng = random.Random(seed)
    games = [game for game in islice(read_games(path), 58_000) if len(game) > 20]
    rng.shuffle(games)
    for game in games:
        ply = rng.randrange(2, len(game))
        earlier, later = game.evals[ply - 1], game.evals[ply]
        if earlier is None or later is None:
            continue
        board = chess.Board(game.board(ply - 1).fen())
        board.push(game.moves[ply - 1])
        here, there = (score.pov(board.turn).score(mate_score=10_000) for score in (earlier, later))
        yield board, game.moves[ply], here, winning_chance(here) - winning_chance(there)


def belongs(group: str, board: chess.Board, value: int, loss: float) -> bool:
    """Return whether a position, with its value in centipawns and the winning chance lost there, is of a group."""
    pieces = chess.popcount(board.occupied)
    if board.is_game_over():
        return False
    if group == "ending":
        return pieces <= MOST_PIECES_IN_ENDING
    if group == "opening":
        return board.ply() in OPENING_PLIES and loss <= LARGEST_OPENING_LOSS
    if group == "mistake":
        return loss >= LEAST_MISTAKE
    is_later = pieces > MOST_PIECES_IN_ENDING and board.ply() >= OPENING_PLIES.stop
    return group == "advice" or (is_later and not board.is_check() and abs(value) <= LARGEST_EVALUATION_CP)


def is_mistake(row: Row) -> bool:
    """Return whether the move of a row loses enough winning chance by the reference's lines as well."""
    scores = [line["score"] for line in (*row["best"], *row["after"])]
    return len(scores) > 1 and winning_chance(scores[0]) - winning_chance(-scores[1]) >= LEAST_MISTAKE


def draw(path: Path, kind: str, seed: int) -> Iterator[Row]:
    """Yield the moves of all groups with the reference's lines."""
    reference = Reference()
    for number, (group, count) in enumerate(GROUPS[kind].items()):
        found = 0
        for board, played, value, loss in positions(path, 10 * seed + number):
            if not belongs(group, board, value, loss):
                continue
            move = None if group == "advice" else played
            if group == "quiet":
                move = chess.Move.from_uci(reference.lines(board)[0]["best"])
                if board.is_capture(move) or board.gives_check(move):
                    continue
            row = {"group": group} | reference.row(board, move, 1)
            if group == "mistake" and not is_mistake(row):
                continue
            yield row
            found += 1
            if found == count:
                break
    reference.close()


def described(value: Explanation) -> Iterator[str]:
    """Yield the lines that a user may see about a mistake."""
    verdict = value.verdict
    yield f"{verdict.judgement} {verdict.before:.2f} -> {verdict.after:.2f}  {value.sentence}"
    for point in value.points:
        line = " ".join(step.san for step in point.line)
        yield f"   {point.side} {point.kind} {point.motif}: {line}  | {point.check.result if point.check else '-'}"
    if value.better is not None:
        better = " ".join(step.san for step in value.better.line)
        yield f"   better {value.better.kind}: {value.better.reason}  | {better}"


def main() -> None:
    """Draw the moves unless that is done, explain them, and print both."""
    data = Path(os.environ.get("MOTIF_DATA", "data"))
    options = read_options(
        __doc__, {"kind": {"choices": [*GROUPS]}}, games=data / "games" / "lichess_rapid_main.pgn.zst",
        drawn={"type": Path, "required": True}, engine="search", seed=1,
    )  # fmt: skip
    if not options.drawn.exists():
        with options.drawn.open("w", encoding="utf-8") as file:
            for drawn in draw(options.games, options.kind, options.seed):
                print(json.dumps(drawn), file=file, flush=True)
    chosen = choose_engine(options.engine)
    spent: dict[str, list[float]] = {}
    for number, line in enumerate(options.drawn.read_text(encoding="utf-8").splitlines(), 1):
        row = json.loads(line)
        board = board_of(row)
        with find_coach(chosen, advisers=()) as coach:
            start = time.process_time()
            if row["move"]:
                move = chess.Move.from_uci(row["move"])
                value = coach.explain(board, move, chosen.limits.explain)
            else:
                first = coach.advise(board, limit=chosen.limits.explain)[0]
                move, value = first.move, first.explanation
            spent.setdefault(row["group"], []).append(time.process_time() - start)
        print(f"\n{number} {row['group']} {board.fen()} {row['lead']} -> {board.san(move)}")
        for said in described(value) if options.kind == "mistakes" else [value.sentence]:
            print(f"   {said}")
        print_lines(row)
    for group, seconds in spent.items():
        print(f"{group}: {len(seconds)}, median {sorted(seconds)[len(seconds) // 2]:.2f} CPU s", file=sys.stderr)


if __name__ == "__main__":
    main()
