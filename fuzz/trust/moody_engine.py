"""Play an unreliable engine: it answers most searches well, ignores some, answers some with nonsense, and dies in some.

    python moody_engine.py [SHARE]

SHARE of its searches go wrong, by default three in a hundred. Motif starts it like any other program:
`uci:/path,patience=1`.
"""

from __future__ import annotations

import os
import random
import signal
import sys

import chess

SHARE = float(sys.argv[1]) if len(sys.argv) > 1 else 0.03
WRONG = ("hang", "die", "kill", "illegal", "nonsense", "flood", "none")


def main() -> None:
    """Speak UCI, in changing moods."""
    moods = random.Random(os.getpid())
    board = chess.Board()
    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case ["uci"]:
                say("id name Moody", "uciok")
            case ["isready"]:
                say("readyok")
            case ["position"]:
                board = position(line.strip())
            case ["go"]:
                answer(board, moods.choice(WRONG) if moods.random() < SHARE else "well", moods)
            case ["quit"]:
                return


def position(line: str) -> chess.Board:
    """Return the board that a `position` command describes."""
    start, _, played = line.removeprefix("position ").partition(" moves ")
    board = chess.Board() if start == "startpos" else chess.Board(start.removeprefix("fen "))
    for move in played.split():
        board.push_uci(move)
    return board


def answer(board: chess.Board, mood: str, moods: random.Random) -> None:
    """Answer a search, or misbehave."""
    move = moods.choice(sorted(each.uci() for each in board.legal_moves))
    match mood:
        case "well":
            say(f"info depth 1 score cp {moods.randrange(-200, 200)} pv {move}", f"bestmove {move}")
        case "die":
            sys.exit(3)
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case "illegal":
            say("info depth 1 score cp 900 pv e2e5", "bestmove e2e5")
        case "nonsense":
            say("info depth x score cp \0 pv \N{WHITE CHESS KING}", "bestmove \x1b[31m", "bestmove")
        case "flood":
            say(*(f"info depth {depth} score cp 7 pv {move}" for depth in range(2000)), f"bestmove {move}")
            sys.stderr.write("x" * 100_000)
        case "none":
            say("info depth 1 score cp 1", "bestmove (none)")
        case _:
            signal.pause()


def say(*lines: str) -> None:
    """Answer at once."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
