"""Find the nearest opening boards with our index, with NumPy on packed planes and with plain texts, on one core.

3,800 lines are grown from a seed until they have about as many distinct boards as Lichess's 3,807 (7,848), so no other
file is needed. The 10,000 queries are those of an opening player in games that begin with one of the lines and then
leave it: every position up to the first that differs on more squares than the player follows. All three must find the
same distances and the same boards. The headline is our speed divided by NumPy's, both in CPU time of one core.
"""

from __future__ import annotations

import os
from functools import partial
from random import Random
from typing import Any

os.environ["RAYON_NUM_THREADS"] = "1"  # before the core starts its threads

import chess
import numpy as np
from harness import best_of, report, sized
from numpy.typing import NDArray

from motif._core.board import Positions
from motif._core.openings import Cases
from motif.openings.adviser import FURTHEST_SQUARES

LINES = sized(3_800, 100)
QUESTIONS = sized(10_000, 200)
NUMPY_QUESTIONS = sized(1_000, 20)

Planes = NDArray[np.uint64]


def grown_lines(count: int, rng: Random) -> list[list[str]]:
    """Grow lines that branch as openings do: most new ones add two plies to an older one."""
    lines: list[list[str]] = [[]]
    while len(lines) <= count:
        parent = rng.choice(lines)
        board = chess.Board()
        for move in parent:
            board.push_san(move)
        line = list(parent)
        for _ in range(rng.choice((1, 2, 2, 2, 2, 3, 3))):
            moves = sorted(board.legal_moves, key=chess.Move.uci)
            if moves:
                line.append(board.san_and_push(rng.choice(moves)))
        lines.append(line)
    return lines[1:]


def asked_positions(cases: Cases, lines: list[list[str]], count: int, rng: Random) -> Positions:
    """Return positions of games that begin with a line and go on at random, until they are too far from all cases."""
    boards: list[chess.Board] = []
    while len(boards) < count:
        line = rng.choice(lines)
        board = chess.Board()
        game = []
        for ply in range(60):
            moves = sorted(board.legal_moves, key=chess.Move.uci)
            if not moves:
                break
            board.push(board.parse_san(line[ply]) if ply < len(line) else rng.choice(moves))
            game.append(board.copy(stack=False))
        least, _, _ = cases.nearest(Positions.from_boards(game))
        too_far = np.flatnonzero(least > FURTHEST_SQUARES)
        boards += game[: int(too_far[0]) + 1 if len(too_far) else None]
    return Positions.from_boards(boards[:count])


def planes_of(positions: Positions) -> Planes:
    """Return (positions, 4): the planes of the pieces, without the word for turn, castling and counters."""
    return np.frombuffer(positions.to_bytes(), dtype="<u8").reshape(-1, 5)[:, :4].astype(np.uint64)


class NumpyBoards:
    """Search with plain NumPy, as fast as possible: four contiguous planes, no temporaries, one popcount."""

    def __init__(self, planes: Planes) -> None:
        self._planes = [np.ascontiguousarray(planes[:, plane]) for plane in range(4)]
        self._differing = np.empty(len(planes), np.uint64)
        self._plane = np.empty(len(planes), np.uint64)
        self._counts = np.empty(len(planes), np.uint8)

    def nearest(self, query: Planes) -> tuple[int, NDArray[np.int64]]:
        """Return the least distance, and the boards less than 2 farther."""
        np.bitwise_xor(self._planes[0], query[0], out=self._differing)
        for plane in (1, 2, 3):
            np.bitwise_xor(self._planes[plane], query[plane], out=self._plane)
            np.bitwise_or(self._differing, self._plane, out=self._differing)
        np.bitwise_count(self._differing, out=self._counts)
        least = int(self._counts.min())
        return least, np.flatnonzero(self._counts < least + 2)

    def all_nearest(self, queries: Planes) -> list[tuple[int, NDArray[np.int64]]]:
        """Answer one query after another."""
        return [self.nearest(query) for query in queries]


def texts_of(positions: Positions) -> NDArray[np.uint8]:
    """Return (positions, 64): the boards as 64 characters each."""
    texts = [
        "".join(piece.symbol() if (piece := board.piece_at(square)) else "." for square in chess.SQUARES)
        for board in positions
    ]
    return np.frombuffer("".join(texts).encode(), np.uint8).reshape(-1, 64)


def check_against_texts(cases: Cases, boards: Positions, questions: Positions) -> None:
    """Compare every answer with the one found by counting different characters."""
    known, asked = texts_of(boards), texts_of(questions)
    least, offsets, found = cases.nearest(questions)
    for row, text in enumerate(asked):
        distances = np.count_nonzero(known != text, axis=1)
        assert least[row] == distances.min()
        assert np.array_equal(found[offsets[row] : offsets[row + 1]], np.flatnonzero(distances < distances.min() + 2))


def main() -> None:
    """Grow the lines, query, compare and write the report."""
    rng = Random(2020)
    lines = grown_lines(LINES, rng)
    cases = Cases(lines)
    boards = Positions()
    for line in range(len(lines)):
        boards += cases.positions(line)
    planes = planes_of(boards)
    _, first = np.unique(planes, axis=0, return_index=True)
    boards = boards.take(np.sort(first))
    assert len(boards) == cases.distinct_boards
    questions = asked_positions(cases, lines, QUESTIONS, rng)
    check_against_texts(cases, boards, questions)

    rows: list[dict[str, Any]] = []
    peer = NumpyBoards(planes_of(boards))
    least, _, _ = cases.nearest(questions)
    groups = {"all": least >= 0, "on a line": least == 0, "near a line": (least > 0) & (least <= FURTHEST_SQUARES)}
    for name, members in groups.items():
        asked = questions.take(np.flatnonzero(members).astype(np.int64))
        queries = planes_of(asked)[:NUMPY_QUESTIONS]
        answers, seconds = best_of(5, partial(cases.nearest, asked))
        _, peer_seconds = best_of(5, partial(peer.all_nearest, queries))
        for row, query in enumerate(queries):
            nearest, found = peer.nearest(query)
            assert answers[0][row] == nearest
            assert np.array_equal(answers[2][answers[1][row] : answers[1][row + 1]], found)
        ours, theirs = 1e6 * seconds / len(asked), 1e6 * peer_seconds / len(queries)
        rows.append(
            {
                "questions": name,
                "count": len(asked),
                "boards": len(boards),
                "ours, µs": ours,
                "NumPy, µs": theirs,
                "over NumPy": theirs / ours,
            }
        )
    one, one_seconds = questions[len(questions) // 2], []
    for _ in range(5):
        _, seconds = best_of(3, lambda: [cases.retrieve(one, True) for _ in range(100)])
        one_seconds.append(seconds / 100)
    rows.append(
        {
            "questions": "one at a time, from Python, with its cases",
            "count": 1,
            "boards": len(boards),
            "ours, µs": 1e6 * min(one_seconds),
            "NumPy, µs": "",
            "over NumPy": "",
        }
    )
    report("retrieval", rows[0]["over NumPy"], rows)


if __name__ == "__main__":
    main()
