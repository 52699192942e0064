"""Run good and bad engines as programs: `fake_engine.py CHARACTER FOLDER [ARGUMENT]`.

Each character is a function below. In the folder a fake writes its process id and every command it receives, so
that a test can see which commands an engine received and how often it was started.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import chess

FOLDER = Path(sys.argv[2])
ARGUMENT = " ".join(sys.argv[3:])


def good() -> None:
    """Answers at once; likes moves in the order of the alphabet, and positions with many moves."""
    options = ("Threads type spin default 4 min 1 max 8", "MultiPV type spin default 1 min 1 max 9")
    for board in searches("Good Fake 1.0", *options):
        legal = moves(board)
        for rank, move in enumerate(legal[:9], start=1):
            say(f"info depth 3 multipv {rank} score cp {len(legal) - rank + 1} pv {move}")
        say(f"bestmove {legal[0]}")


def runs_out_of_nodes() -> None:
    """Has no options at all; its search ends on a bound, and not on the move that it plays."""
    for board in searches("Single Line"):
        first, second, *_ = moves(board)
        say(
            "info string thinking",
            f"info depth 7 score cp 20 pv {first}",
            f"info depth 8 score cp -300 upperbound pv {first}",
            f"info depth 8 score cp 4 pv {second}",
            f"bestmove {first}",
        )


def changes_its_mind() -> None:
    """Plays a move that it never mentioned."""
    for board in searches("Fickle"):
        first, second, *_ = moves(board)
        say(f"info depth 2 score mate 3 pv {first}", f"bestmove {second}")


def never_answers_go() -> None:
    """Greets, and then thinks forever, whatever the limit."""
    for _ in searches("Thinker"):
        pass


def tires() -> None:
    """Answers its first search ever, and then none."""
    for board in searches("Sleepy"):
        if not read("answered.txt"):
            write("answered.txt", board.fen())
            say("info depth 1 score cp 1", f"bestmove {moves(board)[0]}")


def never_greets() -> None:
    """Listens for ever and says nothing, as a program of the other protocol would."""
    for _ in commands():
        pass


def deaf() -> None:
    """Hangs in its first search, so that it does not see the end of its input either."""
    for _ in searches("Deaf"):
        signal.pause()


def never_ends() -> None:
    """Works, but hears neither `quit` nor the end of its input."""
    for board in searches("Clinger"):
        say("info depth 1 score cp 1", f"bestmove {moves(board)[0]}")
    signal.pause()


def dies_on_go() -> None:
    """Dies on every search after the first few, as many as its argument says."""
    for board in searches("Mortal"):
        if len(read("survived.txt")) >= int(ARGUMENT):
            sys.exit(3)
        write("survived.txt", board.fen())
        say("info depth 1 score cp 1", f"bestmove {moves(board)[0]}")


def dies_once() -> None:
    """Dies on its very first search, and lives after that."""
    for board in searches("Phoenix"):
        if not read("died.txt"):
            write("died.txt", board.fen())
            os.kill(os.getpid(), signal.SIGKILL)
        say("info depth 1 score cp 1", f"bestmove {moves(board)[0]}")


def plays_illegally() -> None:
    """Plays a move that no pawn can make."""
    for _ in searches("Cheat"):
        say("info depth 1 score cp 500 pv e2e5", "bestmove e2e5")


def says_no_score() -> None:
    """Gives its move and not a word more, as if from a book."""
    for board in searches("Silent"):
        say(f"bestmove {moves(board)[0]}")


def gives_no_move() -> None:
    """Has a score, but nothing to play."""
    for _ in searches("Idle"):
        say("info depth 1 score cp 1", "bestmove (none)")


def floods() -> None:
    """Talks without end, sensibly and not, on both of its outputs; answers only if its argument is `answers`."""
    nonsense = [f"info depth {depth} score cp {depth} pv a1a9 \0 \N{WHITE CHESS KING}" for depth in range(200)]
    for board in searches("Babbler"):
        move = moves(board)[0]
        while True:
            say(*nonsense, "what?", *(f"info depth {depth} score cp 7 pv {move}" for depth in range(200)))
            sys.stderr.write("x" * 100_000)
            if ARGUMENT == "answers":
                say(f"bestmove {move}")
                break


def xboard() -> None:
    """Speaks XBoard; its score is its depth. Once limited, its depth stays so, even when a new game begins."""
    board = chess.Board()
    depth = 60
    for command in commands():
        word, _, rest = command.partition(" ")
        if word == "protover":
            say(f'feature ping=1 setboard=1 usermove=1 smp=1 {ARGUMENT} myname="Old Fake 2" done=1')
        elif word == "ping":
            say(f"pong {rest}")
        elif word == "new":
            board = chess.Board()
        elif word == "setboard":
            board = chess.Board(rest)
        elif word == "usermove":
            board.push_uci(rest)
        elif word == "sd":
            depth = int(rest)
        elif word == "go":
            move = moves(board)[0]
            board.push_uci(move)
            say(f"{depth} {depth} 0 100 {move}", f"move {move}")


def mates_its_own_way() -> None:
    """Speaks XBoard, with an unusual number for a mate."""
    _xboard_answers("1 999998 0 1 a2a3", "move a2a3")


def plays_blindly() -> None:
    """Speaks XBoard, and plays without a score."""
    _xboard_answers("move a2a3")


def resigns() -> None:
    """Speaks XBoard, and gives up in every position."""
    _xboard_answers("resign")


def _xboard_answers(*answer: str) -> None:
    for command in commands():
        word, _, rest = command.partition(" ")
        if word == "protover":
            say('feature ping=1 setboard=1 myname="Oddity" done=1')
        elif word == "ping":
            say(f"pong {rest}")
        elif word == "go":
            say(*answer)


def commands() -> Iterator[str]:
    """The commands as they come in, until `quit` or the end of the input."""
    write("processes.txt", str(os.getpid()))
    for line in sys.stdin:
        command = line.strip()
        write("commands.txt", command)
        if command == "quit":
            return
        yield command


def searches(name: str, *options: str) -> Iterator[chess.Board]:
    """Everything of a UCI engine but the search: gives the position on every `go`."""
    board = chess.Board()
    for command in commands():
        if command == "uci":
            say(f"id name {name}", *(f"option name {option}" for option in options), "uciok")
        elif command == "isready":
            say("readyok")
        elif command.startswith("position "):
            start, _, played = command.removeprefix("position ").partition(" moves ")
            board = chess.Board() if start == "startpos" else chess.Board(start.removeprefix("fen "))
            for move in played.split():
                board.push_uci(move)
        elif command.startswith("go"):
            yield board


def moves(board: chess.Board) -> list[str]:
    """The legal moves in the order of the alphabet."""
    return sorted(move.uci() for move in board.legal_moves)


def say(*lines: str) -> None:
    """Answer at once."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def read(file: str) -> list[str]:
    """The lines of a file in the folder."""
    path = FOLDER / file
    return path.read_text().splitlines() if path.exists() else []


def write(file: str, line: str) -> None:
    """Add a line to a file in the folder."""
    with (FOLDER / file).open("a") as log:
        log.write(f"{line}\n")


if __name__ == "__main__":
    globals()[sys.argv[1]]()
