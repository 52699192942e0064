"""Two short games as a study keeps them, made by hand: a trap for White, and an ending with unusual moves.

The first has castling in a line that was missed and mate in one that was allowed. The second starts from a set-up
position and has a capture in passing and promotions.
"""

from __future__ import annotations

from dataclasses import replace

import chess

from explained import fault, point
from motif.board.drawing import Arrow, move_arrow
from motif.board.material import Phase
from motif.engines.game_review import Judgement
from motif.explain.explanation import Check, Point
from motif.study.causes import Cause, CauseShare
from motif.study.games import Occasion, Outcome, Rate, StudiedGame, StudiedMove
from motif.study.profile import (
    ClockRecord,
    EndgameRecord,
    Example,
    Finding,
    Kind,
    MotifRecord,
    OpeningRecord,
    PhaseRecord,
    Profile,
)
from motif.study.study import Study

START = StudiedGame(
    1, "Anna", "Boris", "0-1", True, "2026.01.02", "Club", "?", "600+0", 1500, 1550, "C50", "Italian Game", 5,
    chess.STARTING_FEN, 20, (), (), (), "search, depth 8",
)  # fmt: skip


def game_of(empty: StudiedGame, moves: str, advantages: list[int], lost: dict[int, float]) -> StudiedGame:
    """The moves of a game in SAN with what they were worth and lost, and no reasons yet."""
    board = chess.Board(empty.start)
    made = []
    for ply, (san, advantage) in enumerate(zip(moves.split(), advantages, strict=True)):
        move = board.push_san(san)
        gone = lost.get(ply, 0.0)
        made.append(
            StudiedMove(move, san, move, (), advantage, gone, Judgement.of(gone), Phase.OPENING, 4.0, 600.0 - ply)
        )
    return replace(empty, moves=tuple(made))


def shown(game: StudiedGame, ply: int, line: str, sentence: str, motif: str, *arrows: str) -> Point:
    """The point of a line that begins before the move at a ply, checked without the pawn in its way."""
    start = game.boards()[ply]
    walk = start.copy()
    moves = [walk.push_san(san) for san in line.split()]
    without = start.copy()
    without.remove_piece_at(chess.F7)
    squares = ("f7",) if start.piece_at(chess.F7) else ()
    check = Check(without.fen(), 0, squares, "With nothing on f7, it would not work.")
    drawn = (move_arrow(moves[0]), *map(Arrow.parse, arrows))
    return point(start, moves, sentence, motif, drawn, check)


def trap(white: str = "Anna", black: str = "Boris") -> StudiedGame:
    """1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4: White takes the pawn, and then the second one."""
    game = game_of(
        replace(START, white=white, black=black),
        "e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5 Qg5 Nxf7 Qxg2 Rf1 Qxe4+ Be2 Nf3#",
        [30, 25, 30, 20, 25, 90, -10, 60, -250, -250, -300, -310, -9999, -10000],
        {6: 0.09, 8: 0.31, 12: 0.24},
    )
    better = shown(game, 8, "Bxf7+ Ke7 O-O", "Bxf7+ drives the king out and keeps the pawn.", "attraction", "Rf7e8")
    worse = shown(
        game, 9, "Qxg2 Rf1 Qxe4+", "Qxg2 forks the rook on h1 and the pawn on e4.", "fork", "Rg2h1", "Rg2e4", "Yf2"
    )
    mate = shown(game, 13, "Nf3#", "Nf3# is a smothered mate.", "smothered mate", "Rf3e1")
    return replace(
        game,
        faults=(
            fault(game, 8, "Nxf7 allows Qxg2: Qxg2 forks the rook on h1 and the pawn on e4.", better, worse),
            fault(game, 12, "Be2 allows Nf3#: Nf3# is a smothered mate.", None, mate),
        ),
        occasions=(Occasion(8, "fork", Outcome.ALLOWED, 0.31), Occasion(12, "smothered mate", Outcome.ALLOWED, 0.24)),
    )


def ending(white: str = "Clara", black: str = "Anna") -> StudiedGame:
    """Black takes in passing and makes a knight of the pawn where a queen wins."""
    empty = replace(
        START, number=2, white=white, black=black, result="1/2-1/2", is_white=False, date="????.??.??",
        eco="", opening="", time_control="", left_book=None, start="4k3/8/8/8/1p6/8/P7/4K3 w - - 0 30", advantage=0,
    )  # fmt: skip
    game = game_of(empty, "a4 bxa3 Kd1 a2 Kc2 a1=N+ Kb2", [0, -600, -600, -9990, -9980, 0, 0], {5: 0.5})
    queen = game_of(empty, "a4 bxa3 Kd1 a2 Kc2 a1=Q Kd2", [0] * 7, {}).moves[5:7]
    moves = list(game.moves)
    moves[5] = replace(moves[5], best=queen[0].move, line=tuple(each.move for each in queen))
    game = replace(game, moves=tuple(moves))
    return replace(game, faults=(fault(game, 5, "a1=N+ is worse than a1=Q, but no tactic says why.", None, None),))


FORKS = Finding(
    Kind.ALLOWED,
    "fork",
    "You allow forks",
    "You allowed 8 forks in 6 games; your opponents 4. That costs you 0.20 points a game.",
    "Before you play a move, look for squares from which a knight would attack two pieces.",
    Rate(8, 1000),
    6,
    0.20,
    Rate(4, 1000),
    0.10,
    Rate(4000, 1_000_000),
    0.04,
    0.95,
    (Example(1, 8), Example(2, 5)),
    "fork",
)
"""A finding that is likely a weakness."""

MISSED = replace(
    FORKS, kind=Kind.MISSED, subject="attraction", title="You miss attractions", motif="attraction", own=Rate(6, 8)
)
TACTICS = replace(
    FORKS, kind=Kind.CAUSE, subject="tactic", title="You miss your own tactics", motif=None, chance=0.5, excess=0.0,
    examples=(Example(2, 5),),
)  # fmt: skip
PINS = replace(FORKS, subject="pin", title="You rarely allow pins", motif="pin", excess=-0.05, chance=0.02, examples=())
PROFILE = Profile(
    player="Anna",
    games=2,
    moves=10,
    rating=1500,
    speed="rapid",
    peers="players rated 1400 to 1599",
    score=0.25,
    accuracy=61.5,
    blunders=Rate(3, 10),
    sample=(),
    verdict=("You play like your opponents.", "What sets you apart: you allow forks (likely)."),
    shares=(CauseShare(Cause.TACTIC, "missed a tactic", 3, 0.5, 0.25), CauseShare(Cause.OTHER, "other", 1, 0.1, 0.2)),
    work_on=(FORKS, MISSED, TACTICS),
    strengths=(PINS,),
    worst=(),
    findings=(FORKS, MISSED, TACTICS, PINS),
    motifs=(MotifRecord("fork", Rate(2, 6), Rate(8, 1000), Rate(70, 100), Rate(4000, 1_000_000)),),
    phases=tuple(PhaseRecord(phase, Rate(3, 10), 0.05, None) for phase in Phase),
    openings=(OpeningRecord("Italian Game", "C50", True, 1, 0.0, -10.0, Rate(1, 1), (Example(1, 4),)),),
    endgames=(EndgameRecord("KPK", 1, Rate(0, 1), True, (Example(2, 5),), "One win was thrown away."),),
    clocks=(ClockRecord("under 3 seconds", Rate(2, 5)),),
)


def study(white: str = "Anna", black: str = "Boris") -> Study:
    """Both games of Anna, or of the player who had White in the first."""
    return Study(replace(PROFILE, player=white), (trap(white, black), ending(black, white)))
