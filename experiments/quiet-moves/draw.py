"""Draw random moves to explain from games: blunders by the evaluations in the file, and quiet moves that are best.

A blunder lowers the winning chance by .20. A quiet move captures nothing and gives no check, is the engine's first
choice, and the game is open (within three pawns). A hash of the player's name decides whose moves may be looked at
while reasons are improved, and whose are kept for the report. Each move is stored with the engine's lines at depth 16.

    python experiments/quiet-moves/draw.py --half tuning --blunders 80 --quiet 50 --out drawn.jsonl
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import chess

from motif.board.games import GameFilter, read_games
from motif.board.material import Phase, phase_of
from motif.engines.evaluator import winning_chance

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options
from stored_lines import DEPTH, FIRST_LOOK, Reference

BLUNDER = 0.20
OPEN = 300
HALVES = ("tuning", "report")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A move of a game: the position before the opponent's last move, that move, and the move to explain."""

    game: str
    ply: int
    before: str
    lead: str
    played: str

    def board(self) -> chess.Board:
        """Return the board on which the move is made, with the opponent's last move on its stack."""
        board = chess.Board(self.before)
        board.push_uci(self.lead)
        return board


def half_of(player: str) -> str:
    """Return the half that a player's moves belong to."""
    return HALVES[hashlib.sha256(player.encode()).digest()[0] % 2]


@dataclass(frozen=True, slots=True)
class Source:
    """The games to draw from: a file, the half of its players, first game and number of games, ratings and a seed."""

    path: Path
    half: str
    seed: int
    first: int = 0
    games: int = 20_000
    ratings: tuple[int, int] | None = None

    def another(self) -> Source:
        """Return the games in another order."""
        return replace(self, seed=self.seed + 1)


def moves_of(source: Source) -> Iterator[tuple[Drawn, float | None]]:
    """Yield random moves of each game by players of the half, with their loss by the file's evaluations if known."""
    rng, half = random.Random(source.seed), source.half
    read = read_games(source.path, GameFilter(ratings=source.ratings))
    games = [game for game in islice(read, source.first, source.first + source.games) if len(game) > 20]
    rng.shuffle(games)
    for game in games:
        white, black = game.players
        plies = [ply for ply in range(8, len(game)) if half_of(white if ply % 2 == 0 else black) == half]
        rng.shuffle(plies)
        for ply in plies:
            earlier, later = game.evals[ply - 1], game.evals[ply]
            lost = None
            if earlier is not None and later is not None:
                here, there = (score.white().score(mate_score=10_000) for score in (earlier, later))
                sign = 1 if ply % 2 == 0 else -1
                lost = winning_chance(sign * here) - winning_chance(sign * there)
            before, lead, played = game.board(ply - 1).fen(), game.moves[ply - 1].uci(), game.moves[ply].uci()
            yield Drawn(game.tags.get("Site", ""), ply, before, lead, played), lost


def blunders(source: Source, least: float) -> Iterator[Drawn]:
    """Yield moves that lose at least this much by the file's evaluations, one per game."""
    seen: set[str] = set()
    for drawn, lost in moves_of(source):
        if lost is not None and lost >= least and drawn.game not in seen:
            seen.add(drawn.game)
            yield drawn


def quiet_moves(source: Source, reference: Reference, *, endings: bool = False) -> Iterator[Drawn]:
    """Yield the engine's quiet best moves, one per game."""
    seen: set[str] = set()
    for drawn, _ in moves_of(source):
        board = drawn.board()
        if drawn.game in seen or board.is_check() or board.is_game_over():
            continue
        if endings and phase_of(board) is not Phase.ENDGAME:
            continue
        seen.add(drawn.game)
        for depth in (FIRST_LOOK, reference.depth):
            (first, *_) = reference.lines(board, 1, depth)
            best = chess.Move.from_uci(str(first["best"]))
            if board.is_capture(best) or board.gives_check(best) or abs(int(str(first["score"]))) > OPEN:
                break
        else:
            yield Drawn(drawn.game, drawn.ply, drawn.before, drawn.lead, best.uci())


def main() -> None:
    """Draw moves, run the engine, and write one line of JSON for each move."""
    options = _options()
    reference = Reference(options.depth)
    ratings = tuple(options.ratings) if options.ratings else None
    games = Source(options.games, options.half, options.seed, options.first, options.count, ratings)
    with options.out.open("w", encoding="utf-8") as out:
        for kind, source, count in (
            ("blunder", blunders(games, options.least), options.blunders),
            ("quiet", quiet_moves(games.another(), reference), options.quiet),
            ("ending", quiet_moves(games.another().another(), reference, endings=True), options.endings),
        ):
            if not count:
                continue
            for drawn in islice(source, count):
                board = drawn.board()
                played = chess.Move.from_uci(drawn.played)
                row = reference.row(board, played, 1 if kind == "blunder" else 3)
                row |= {"kind": kind, "game": drawn.game, "ply": drawn.ply, "fen": board.fen(), "played": drawn.played}
                row["san"] = board.san(played)
                print(json.dumps(row), file=out, flush=True)
    reference.close()


def _options() -> argparse.Namespace:
    data = Path(os.environ.get("MOTIF_DATA", "data"))
    return read_options(
        __doc__, games=data / "games" / "lichess_rapid_main.pgn.zst", half={"choices": HALVES, "default": "tuning"},
        blunders=80, quiet=50, endings=(0, "quiet best moves of endings, in addition"),
        depth=(DEPTH, "of the engine"), least=(BLUNDER, "the winning chance that a blunder loses"),
        first=(0, "games to skip at the start of the file"), count=(20_000, "games to draw from"),
        ratings={"type": int, "nargs": 2, "help": "of both players"}, seed=28, out={"type": Path, "required": True},
    )  # fmt: skip


if __name__ == "__main__":
    main()
