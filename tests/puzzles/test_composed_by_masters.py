"""The solver on composers' problems and suites of mates; skipped unless MOTIF_DATA names their folder."""

from __future__ import annotations

import csv
import os
import re
from collections import Counter
from pathlib import Path

import chess
import chess.pgn
import pytest

from motif._core.puzzles import mate_keys, mate_lengths

DATA = Path(os.environ.get("MOTIF_DATA", "/nowhere"))
COMPOSITIONS = DATA / "compositions" / "compositions_half.tsv"
SUITES = DATA / "suites"

pytestmark = pytest.mark.skipif(not SUITES.exists(), reason="MOTIF_DATA names no folder with the problems")


def problems(moves: int) -> list[dict[str, str]]:
    with COMPOSITIONS.open(encoding="utf-8") as file:
        return [row for row in csv.DictReader(file, delimiter="\t") if row["stipulation"] == f"#{moves}"]


def with_rights(fen: str) -> list[str]:
    # A problem allows castling until it is proved that king or rook has moved, and en passant once a double step is
    # proved; the FENs of the collection say neither, so every reading is tried.
    board = chess.Board(fen)
    board.castling_rights = board.rooks & (chess.BB_A1 | chess.BB_H1 | chess.BB_A8 | chess.BB_H8)
    board.castling_rights = board.clean_castling_rights()
    passed = [
        square
        for square in chess.SquareSet(chess.BB_RANK_6)
        if board.piece_at(square - 8) == chess.Piece(chess.PAWN, chess.BLACK)
    ]
    texts = list(dict.fromkeys([fen, board.fen()]))
    for square in passed:
        board.ep_square = square
        if board.has_legal_en_passant() and board.is_valid():
            texts.append(board.fen())
    return texts


def plain(text: str) -> str:
    return re.sub(r"[+#!?=\-x*:]", "", text.replace("S", "N"))


def states(board: chess.Board, key: chess.Move, text: str) -> bool:
    return plain(text) in (plain(board.san(key)), plain(board.lan(key)))


def examine(moves: int) -> tuple[Counter[str], list[str]]:
    counts: Counter[str] = Counter()
    disagreements = []
    for row in problems(moves):
        found = [(text, keys) for text in with_rights(row["fen"]) for keys in mate_keys([text], moves) if keys]
        stated = row["key_if_parsed"]
        if not found:
            verdict = "no mate"
        elif not stated:
            verdict = "solved, no key stated"
        elif any(states(chess.Board(text), key, stated) for text, keys in found for key in keys):
            alone = any(len(keys) == 1 for _, keys in found)
            verdict = "stated key alone" if alone else "stated key and a cook"
        else:
            verdict = "another key"
        counts[verdict] += 1
        if verdict in ("no mate", "another key"):
            disagreements.append(f"{verdict}: {row['fen']} {stated}")
    return counts, disagreements


@pytest.mark.parametrize(("moves", "allowed"), [(2, 0.02), (3, 0.02)])
def test_the_stated_keys_are_found(moves: int, allowed: float) -> None:
    counts, disagreements = examine(moves)
    assert len(disagreements) <= allowed * counts.total(), "\n".join(disagreements)


@pytest.mark.parametrize("moves", [1, 2, 3, 4])
def test_the_mates_of_the_suites_are_found(moves: int) -> None:
    fens = [line.strip() for line in (SUITES / f"mate{moves}.fen").read_text().splitlines() if line.strip()]
    lengths = mate_lengths(fens, moves)
    assert [fen for fen, length in zip(fens, lengths, strict=True) if length == 0] == []


@pytest.mark.parametrize("moves", [2, 3])
def test_the_mates_from_games_are_found(moves: int) -> None:
    starts, firsts = [], []
    with (SUITES / f"mate_in_{moves}.pgn").open(encoding="utf-8", errors="replace") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            if game.next() is not None:
                starts.append(game.board().fen())
                firsts.append(game.next())
    keys = mate_keys(starts, moves)
    missed = [fen for fen, first, found in zip(starts, firsts, keys, strict=True) if first and first.move not in found]
    assert len(starts) > 100
    assert len(missed) <= 0.02 * len(starts), "\n".join(missed)


def test_the_shortest_mates_of_the_long_suite() -> None:
    rows = [line.rsplit("bm", 1) for line in (SUITES / "mates2000.epd").read_text().splitlines()]
    for epd, best in rows:
        moves = int(best.strip().strip("#;"))
        if 0 < moves <= 4:
            assert mate_lengths([f"{epd.strip()} 0 1"], moves).tolist() == [moves], epd
