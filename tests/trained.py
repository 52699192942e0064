"""A player with three short games to train from: a missed fork, an allowed mate, and nothing to win."""

from __future__ import annotations

from dataclasses import replace

import chess

from explained import fault, point
from motif.board.material import Phase
from motif.engines.game_review import Judgement
from motif.explain.explanation import Point
from motif.study.games import Rate, StudiedGame, StudiedMove
from motif.study.profile import Example, Finding, Kind, Profile
from motif.study.study import Study

FORK = "r3k3/5p2/8/3N4/8/8/PP3P2/4K3 w - - 0 1"
"""Nc7+ wins the rook, and nothing else wins anything."""

TWO_WAYS = "r3k3/5p2/8/3N4/8/8/1P3P2/R3K3 w - - 0 1"
"""Nc7+ forks here as well, but the rook can simply be taken."""

FOOLS_MATE = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"

PAWNS = "8/5pkp/6p1/8/8/6P1/5PKP/8 w - - 0 1"
"""Three pawns each: any sensible move keeps the draw."""


def moves(text: str) -> tuple[chess.Move, ...]:
    return tuple(map(chess.Move.from_uci, text.split()))


def shown(fen: str, line: str, motif: str, sentence: str) -> Point:
    return point(chess.Board(fen), list(moves(line)), sentence, motif)


def game(
    number: int,
    start: str,
    played: str,
    *faults: tuple[int, str, Point | None, Point | None],
    lost: dict[int, float] | None = None,
    opponent: str = "Scholar",
) -> StudiedGame:
    board, studied = chess.Board(start), []
    for ply, move in enumerate(moves(played)):
        drop = (lost or {}).get(ply, 0.0)
        san = board.san_and_push(move)
        studied.append(StudiedMove(move, san, None, (), 0, drop, Judgement.of(drop), Phase.ENDGAME))
    names = ("Fool", opponent, "*", True, "2026.01.01", "Club", "?", "600+0", 900, 950, "A00", "?", None)
    made = StudiedGame(number, *names, start, 0, tuple(studied), (), (), "search, depth 8")
    return replace(made, faults=tuple(fault(made, *each) for each in faults))


FORK_POINT = shown(FORK, "d5c7 e8d7 c7a8", "fork", "Nc7+ forks the king on e8 and the rook on a8.")
MATE_POINT = shown(FOOLS_MATE, "d8h4", "mate in 1", "Qh4# mates: nothing stands between the queen and the king on e1.")
TWO_WAYS_POINT = shown(TWO_WAYS, "d5c7 e8d7 c7a8", "fork", "Nc7+ forks the king on e8 and the rook on a8.")

MISSED_FORK = game(1, FORK, "e1d2 e8d7", (0, "Kd2 misses Nc7+.", FORK_POINT, None), lost={0: 0.4})
FOOLS_GAME = game(2, chess.STARTING_FEN, "f2f3 e7e5 g2g4 d8h4", (2, "g4 allows Qh4#.", None, MATE_POINT), lost={2: 0.5})
UNSOUND = game(3, TWO_WAYS, "e1d2 e8d7", (0, "Kd2 misses Nc7+.", TWO_WAYS_POINT, None), lost={0: 0.4})
DRAWN = game(4, PAWNS, "g2f3 g7f6 f3e4 f6e6 f2f4 f7f5", opponent="Quiet <b>Q</b>; DROP")

FORKS = Finding(
    Kind.MISSED, "fork", "You miss forks", "You missed 1 of 10 that were there.", "Look for forks.", Rate(1, 10), 1,
    0.1, Rate(1, 20), 0.05, None, 0.03, 0.95, (Example(1, 0),), "fork",
)  # fmt: skip


def profile(*work_on: Finding) -> Profile:
    return Profile(
        "Fool", 4, 9, 900, "rapid", "", 0.0, 50.0, Rate(2, 9), (), ("A verdict.",), (), work_on, (), (), work_on,
        (), (), (), (), (),
    )  # fmt: skip


STUDY = Study(profile(), (MISSED_FORK, FOOLS_GAME, UNSOUND, DRAWN))
LEAKING = Study(profile(FORKS), STUDY.games)
