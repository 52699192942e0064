"""Draw moves at random and print what Motif says about each next to Stockfish, for reading as a coach would.

Good moves are in four groups: quiet best moves, endgame moves, opening moves, and the first row of `motif advise`.
A mistake loses .10 of the winning chance or more by Stockfish. Each is stored with Stockfish's three best lines, and
the line after the move, at depth 16.

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
from stored_lines import DEPTH, FIRST_LOOK, Reference, Row, board_of, print_lines

GROUPS = {"good": {"quiet": 30, "ending": 21, "opening": 15, "advice": 15}, "mistakes": {"mistake": 40}}
LARGEST_EVALUATION_CP = 300
"""Quiet moves come from games that are not decided."""
LARGEST_OPENING_LOSS, LEAST_MISTAKE = 0.05, 0.10
"""Winning chance: an opening move that loses more is no good move, and one that loses less is no mistake."""
MOST_PIECES_IN_ENDING = 9
OPENING_PLIES = range(3, 18)


def positions(path: Path, seed: int) -> Iterator[tuple[chess.Board, chess.Move]]:
    """Yield one random position of each game, with the move that was played in it."""
    rng = random.Random(seed)
    games = [game for game in islice(read_games(path), 58_000) if len(game) > 20]
    rng.shuffle(games)
    for game in games:
        ply = rng.randrange(2, len(game))
        before = chess.Board(game.board(ply - 1).fen())
        before.push(game.moves[ply - 1])
        yield before, game.moves[ply]


def lost(reference: Reference, board: chess.Board, move: chess.Move, depth: int = DEPTH) -> float:
    """Return the winning chance that a move lost; 1 if it ends the game."""
    after = board.copy(stack=False)
    after.push(move)
    best, answer = reference.lines(board, 1, depth), reference.lines(after, 1, depth)
    return winning_chance(best[0]["score"]) - winning_chance(-answer[0]["score"]) if answer else 1.0


def move_of(group: str, board: chess.Board, played: chess.Move, reference: Reference) -> chess.Move | None:
    """Return the move that a group explains in this position, or None if it does not belong to the group."""
    pieces = chess.popcount(board.occupied)
    if board.is_game_over():
        return None
    if group == "ending":
        return played if pieces <= MOST_PIECES_IN_ENDING else None
    if group == "opening":
        is_there = board.ply() in OPENING_PLIES
        return played if is_there and lost(reference, board, played) <= LARGEST_OPENING_LOSS else None
    if group == "advice":
        return chess.Move.null()
    if group == "mistake":
        losses = (lost(reference, board, played, depth) for depth in (FIRST_LOOK, DEPTH))
        return played if all(LEAST_MISTAKE <= loss < 1 for loss in losses) else None
    if board.is_check() or pieces <= MOST_PIECES_IN_ENDING or board.ply() < OPENING_PLIES.stop:
        return None
    for depth in (FIRST_LOOK, DEPTH):
        (first,) = reference.lines(board, 1, depth)
        best_move = chess.Move.from_uci(first["best"])
        is_quiet = not board.is_capture(best_move) and not board.gives_check(best_move)
        if not is_quiet or abs(first["score"]) > LARGEST_EVALUATION_CP:
            return None
    return best_move


def draw(path: Path, kind: str, seed: int) -> Iterator[Row]:
    """Yield the moves of all groups with the reference's lines."""
    reference = Reference()
    for number, (group, count) in enumerate(GROUPS[kind].items()):
        found = 0
        for board, played in positions(path, 10 * seed + number if kind == "good" else seed):
            move = move_of(group, board, played, reference)
            if move is None:
                continue
            yield {"group": group} | reference.row(board, move or None)
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
