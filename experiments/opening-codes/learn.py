"""Make the opening book that ships: the moves of masters by position, and the name of each position.

    python experiments/opening-codes/learn.py GAMES.pgn.zst … --names TABLE.tsv … --apart Kasparov …

Names come from tables such as Lichess's chess-openings, in British spelling, and from the cases that ship, which take
precedence. `--apart` names players whose games are left out of a book made for measuring; the book that is written is
made from all games. Measured on games that the book has not seen: whether the name's code is the ECO tag, and whether
the first advised move is the most played one, in each position that enough of these games went through.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import chess

from motif._core.board import Game
from motif.board.games import read_games
from motif.openings.adviser import OpeningAdviser
from motif.openings.book import Book
from motif.openings.cases import CaseBase, read_lines, shipped_cases
from motif.openings.learning.book_making import BOOK_PLIES, each_once, make_book
from motif.openings.names import Openings

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, share, write_result

CODE_LETTERS = 3
LEAST_GAMES = {"of one player": 20, "random": 5}
"""A position counts if this many unseen games went through it."""
RANDOM_GAMES = 3000


def main() -> None:
    """Measure on games left out, then write the book of all games."""
    chosen = read_options(
        __doc__, {"games": {"nargs": "+"}}, names={"nargs": "+", "type": Path, "required": True},
        apart={"nargs": "*", "default": [], "help": "players to leave out, one after another"}, seed=1,
        out={"type": Path, "required": True}, result=Path(__file__).parent / "result.json",
    )  # fmt: skip
    lines = named_lines(chosen.names)
    games = list(each_once(read_games(chosen.games)))
    measured: dict[str, Any] = {}
    for player in chosen.apart:
        theirs = [game for game in games if any(player in name for name in game.players)]
        others = [game for game in games if not any(player in name for name in game.players)]
        measured[player] = measure(make_book(others, lines), theirs, LEAST_GAMES["of one player"])
        print(player, measured[player], flush=True)
    if chosen.apart:
        shuffled = Random(chosen.seed).sample(games, len(games))
        book = make_book(shuffled[RANDOM_GAMES:], lines)
        measured["random"] = measure(book, shuffled[:RANDOM_GAMES], LEAST_GAMES["random"])
        print("random", measured["random"], flush=True)
    book = make_book(games, lines)
    book.save(chosen.out)
    counts = {"games": len(games), "lines": len(lines), "positions": len(book)}
    print(counts)
    if chosen.apart:
        write_result(chosen.result, {**counts, "apart": measured})


def named_lines(tables: Sequence[Path]) -> CaseBase:
    """Return the lines of the tables in British spelling, and ours, which win where both name a position."""
    theirs = [
        replace(case, name=case.name.replace("Defense", "Defence").replace("Center", "Centre"))
        for case in read_lines(tables)
    ]
    return CaseBase.of([*theirs, *shipped_cases().cases])


def measure(book: Book, unseen: Sequence[Game], least: int) -> dict[str, Any]:
    """Return how often code and first move match unseen games, and how often the adviser is silent."""
    names = Openings(CaseBase.of([]), book)
    tagged = [game for game in unseen if len(game.tags.get("ECO", "")) >= CODE_LETTERS]
    codes = [(name.eco if (name := names.name_of_game(game)) else "") for game in tagged]
    right = sum(code == game.tags["ECO"][:CODE_LETTERS] for code, game in zip(codes, tagged, strict=True))
    adviser = OpeningAdviser(shipped_cases(), book=book)
    positions = often_reached(unseen, least)
    same = silent = 0
    for board, most in positions:
        advice = adviser.advise(board)
        silent += not advice
        same += bool(advice) and advice[0].move == most
    return {
        "code": row(right, len(tagged)),
        "first move": row(same, len(positions)),
        "silent": row(silent, len(positions)),
    }


def often_reached(games: Sequence[Game], least: int) -> list[tuple[chess.Board, chess.Move]]:
    """Return positions that at least `least` games went through, with the move most played there."""
    moves: defaultdict[int, Counter[chess.Move]] = defaultdict(Counter)
    places: dict[int, tuple[Game, int]] = {}
    for game in games:
        plies = range(min(len(game), BOOK_PLIES))
        for ply, key in zip(plies, game.positions(plies).hashes().tolist(), strict=True):
            moves[key][game.moves[ply]] += 1
            places.setdefault(key, (game, ply))
    return [
        (places[key][0].board(places[key][1]), min(counts, key=lambda move: (-counts[move], move.uci())))
        for key, counts in moves.items()
        if counts.total() >= least
    ]


def row(some: int, of: int) -> dict[str, float]:
    """Return a share with its interval."""
    return {**dict(zip(("share", "low", "high"), share(some, of), strict=True)), "of": of}


if __name__ == "__main__":
    main()
