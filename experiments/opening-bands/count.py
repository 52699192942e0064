"""Count what rated players of each 200-point band choose in positions that many of them reached, and how it scores.

    python experiments/opening-bands/count.py lichess_rapid_main.pgn.zst lichess_db_2025-05_first438.pgn

Writes a book for each band into src/motif/data/band_books, and result.json.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

import chess

from motif._core.board import decode_move
from motif.board.games import GameResult, read_games
from motif.openings.book import BAND_BOOKS, Book, BookEntry, band_of

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result

HALF_POINTS = {GameResult.WHITE_WINS: 2, GameResult.DRAW: 1, GameResult.BLACK_WINS: 0}
"""What White scores."""


def main() -> None:
    """Count and write."""
    given = read_options(
        __doc__, {"games": {"type": Path, "nargs": "+"}},
        least=(50, "games of a band that must have reached a position"),
        plies=(24, "half-moves of each game that are counted"), out=BAND_BOOKS,
        result=Path(__file__).with_name("result.json"),
    )  # fmt: skip
    bands: dict[int, dict[int, BookEntry]] = defaultdict(lambda: defaultdict(BookEntry))
    games = 0
    for game in read_games(given.games):
        result, event = GameResult(game.result), game.tags.get("Event", "")
        if result not in HALF_POINTS or game.start_fen != chess.STARTING_FEN or "rated" not in event.lower():
            continue
        games += 1
        plies = range(min(given.plies, len(game)))
        codes = game.move_codes[: len(plies)].tolist()
        for ply, key, code in zip(plies, game.positions(list(plies)).hashes().tolist(), codes, strict=True):
            if rating := game.ratings[ply % 2]:
                points = HALF_POINTS[result] if ply % 2 == 0 else 2 - HALF_POINTS[result]
                bands[band_of(rating)][key].count(decode_move(code), points)
    counted: dict[str, object] = {"games": games}
    for band, entries in sorted(bands.items()):
        kept = {key: entry for key, entry in entries.items() if _games(entry) >= given.least}
        if kept:
            path = given.out / f"{band}.bin"
            path.parent.mkdir(exist_ok=True)
            Book.of(kept).save(path)
            counted[str(band)] = {"positions": len(kept), "bytes": path.stat().st_size}
    write_result(given.result, counted)


def _games(entry: BookEntry) -> int:
    return sum(games for games, _ in entry.moves.values())


if __name__ == "__main__":
    main()
