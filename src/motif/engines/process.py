"""A running engine: the program, an event loop on a thread of its own, and python-chess between them.

Whatever goes wrong ends here as EngineTrouble: silence longer than the patience, death, or nonsense.
python-chess's SimpleEngine is not used because it waits for ever on a search limited by depth, on an illegal
`bestmove`, and at exit on an engine that nobody closed.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import shlex
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar, cast

import chess
import chess.engine

from motif.engines.evaluator import LARGEST_ADVANTAGE_CP, Evaluation
from motif.engines.limits import Limit
from motif.errors import BadArgument, EngineFailed, UnknownName
from motif.runtime.systems import Guard, end_group

# Engines on this machine: how each program is started, and where it is found by name or path.

GAMES_FOLDERS = ("/usr/games", "/usr/local/games")

OptionValue = str | int | bool


class EngineProtocol(StrEnum):
    """The language an engine speaks."""

    UCI = "uci"
    XBOARD = "xboard"


@dataclass(frozen=True, slots=True)
class EngineProgram:
    """An engine as a program to start: where it is, what it is told at the start and what it speaks."""

    path: Path
    arguments: tuple[str, ...] = ()
    protocol: EngineProtocol = EngineProtocol.UCI
    options: tuple[tuple[str, OptionValue], ...] = ()
    counts_nodes: bool = True

    @property
    def name(self) -> str:
        """The file name of the program."""
        return self.path.name

    def __str__(self) -> str:
        return shlex.join([str(self.path), *self.arguments])


# GNU Chess 6.2.7 has an XBoard mode, but holds back its answers when it writes to a pipe, so only UCI works;
# it also searches on for ever after `go nodes`, and its book moves come without a score.
_KNOWN = {
    program.name: program
    for program in (
        EngineProgram(Path("stockfish")),
        EngineProgram(Path("fairy-stockfish")),
        EngineProgram(Path("lc0")),
        EngineProgram(Path("gnuchess"), ("--uci",), options=(("OwnBook", False),), counts_nodes=False),
        EngineProgram(Path("crafty"), protocol=EngineProtocol.XBOARD),
        EngineProgram(Path("hoichess"), protocol=EngineProtocol.XBOARD),
        EngineProgram(Path("sjeng"), protocol=EngineProtocol.XBOARD),
    )
}


def find_engine(command: str | Path, protocol: EngineProtocol | None = None) -> EngineProgram:
    """The engine of a name or path, with arguments if it needs any: `stockfish`, `~/engines/wasp`, `lc0 --threads=1`.

    A program known by its file name brings its usual arguments and protocol; any other is taken to speak UCI.
    """
    path, *arguments = _words(str(command))
    executable = _executable(Path(path).expanduser()) if os.sep in path else _on_search_path(path)
    program = replace(_KNOWN.get(executable.name, EngineProgram(executable)), path=executable)
    if protocol and protocol is not program.protocol:
        # What a known program is told at the start belongs to the protocol that it is known to speak.
        program = EngineProgram(executable, protocol=protocol)
    return replace(program, arguments=tuple(arguments)) if arguments else program


def get_engine(command: str | Path, protocol: EngineProtocol | None = None) -> EngineProgram | None:
    """The engine that `find_engine` would find, or None."""
    try:
        return find_engine(command, protocol)
    except (UnknownName, EngineFailed):
        return None


def found_engines() -> list[EngineProgram]:
    """The well-known engines that are installed here."""
    return [program for name in _KNOWN if (program := get_engine(name))]


def _words(command: str) -> list[str]:
    # A path may hold spaces; if the whole text names something that exists, it is not cut into words.
    if os.sep in command and Path(command).expanduser().exists():
        return [command]
    try:
        return shlex.split(command) or [""]
    except ValueError as error:
        raise BadArgument(f"cannot read the engine command {command!r}: {error}") from None


def _executable(path: Path) -> Path:
    if not path.exists():
        raise EngineFailed(f"there is no engine at {path}")
    if path.is_dir():
        raise EngineFailed(f"{path} is a folder, not an engine", hint="give the path of the program in it")
    if not os.access(path, os.X_OK):
        raise EngineFailed(f"{path} is not executable", hint=f"if it is an engine, run chmod +x {path}")
    return path.absolute()


def _on_search_path(name: str) -> Path:
    folders = os.pathsep.join([os.environ.get("PATH", os.defpath), *GAMES_FOLDERS])
    executable = shutil.which(name, path=folders)
    if executable is None:
        example = name if name in _KNOWN else "stockfish"
        raise UnknownName(
            f"no engine called {name!r} was found on the PATH or in {' or '.join(GAMES_FOLDERS)}",
            hint=f"install it, e.g. apt install {example}, or give its path",
        )
    return Path(executable).absolute()


T = TypeVar("T")

logger = logging.getLogger(__name__)

SILENCE = 10.0
"""After so many seconds without the answer that was due, whoever waits is told what for."""

_SECONDS_TO_QUIT = 1.0
_A_DAY = 86_400
_LONGEST_MATE = 1_000

# A library does not print: without a handler Python would show python-chess's warnings on the terminal.
logging.getLogger("chess.engine").addHandler(logging.NullHandler())


class EngineTrouble(Exception):
    """What befell an engine, in words that follow its name: "hung for 5 s"; `hint` says what to try."""

    def __init__(self, what: str, hint: str = "") -> None:
        super().__init__(what)
        self.hint = hint


class Hung(EngineTrouble):
    """No answer in time."""


class NeverGreeted(Hung):
    """A program that was started and did not greet in time; another start would take as long and end as it did."""


@dataclass(frozen=True, slots=True)
class Wait:
    """How many seconds an answer may take, how many if not a word comes before it, and when it is due at the latest."""

    seconds: float
    silent: float = math.inf
    due: float = 0.0


@dataclass(frozen=True, slots=True)
class EngineMove:
    """The move an engine plays, and what it thinks of the position when it says so."""

    move: chess.Move
    evaluation: Evaluation | None = None


class _Heard:
    """A protocol that notes when the engine says something besides that it is ready."""

    has_spoken = False

    def line_received(self, line: str) -> None:
        """Whatever the engine says, before the command that waits for it hears it."""
        if not line.startswith(("readyok", "pong")):
            self.has_spoken = True


class _Uci(_Heard, chess.engine.UciProtocol):
    """UCI."""


class _XBoard(_Heard, chess.engine.XBoardProtocol):
    """XBoard."""


_PROTOCOLS: dict[EngineProtocol, type[_Uci] | type[_XBoard]] = {
    EngineProtocol.UCI: _Uci,
    EngineProtocol.XBOARD: _XBoard,
}
_GREETINGS = {EngineProtocol.UCI: "uciok in answer to uci", EngineProtocol.XBOARD: "its features in answer to protover"}


class UnhurriedLoop:
    """A loop whose timers wait until an XBoard engine has told a first feature.

    python-chess gives an engine two seconds from its start to name its features; on a busy machine some have not even
    begun by then. How long a start may take in all is the patience of whoever starts it.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, features: Mapping[str, object]) -> None:
        self._loop = loop
        self._features = features
        self._timer: asyncio.TimerHandle | None = None

    def call_later(self, delay: float, callback: Callable[[], object]) -> UnhurriedLoop:
        """Call after the delay, or after as many of them as it takes until there is a feature."""

        def ring() -> None:
            if self._features:
                callback()
            else:
                self.call_later(delay, callback)

        self._timer = self._loop.call_later(delay, ring)
        return self

    def cancel(self) -> None:
        """Forget the call."""
        if self._timer is not None:
            self._timer.cancel()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever else a loop has
        return getattr(self._loop, name)


class EngineProcess:
    """One engine program, started and greeted. It belongs to the process that made it and must not be forked."""

    def __init__(self, program: EngineProgram, options: Mapping[str, OptionValue], patience: float) -> None:
        self._program = program
        self._owner = os.getpid()
        self._transport: asyncio.SubprocessTransport | None = None
        self._protocol: _Uci | _XBoard
        self._guard: Guard | None = None
        self._mishap: asyncio.Future[BaseException] | None = None
        self._stopping = threading.Lock()
        self._polite = False
        self._was_silent = False
        self._has_searched = False
        self._depth_is_limited = False
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(self._note_mishap)
        self._thread = threading.Thread(target=self._live, name=f"engine {program.name}", daemon=True)
        self._thread.start()
        try:
            self._wait_for(self._open())
            self._greet(patience)
            self._configure(options)
        except BaseException:
            self.kill()
            raise

    @property
    def belongs_here(self) -> bool:
        """Whether this process started the engine, and not one that it was forked from."""
        return self._owner == os.getpid()

    @property
    def name(self) -> str:
        """What the engine calls itself."""
        return self._protocol.id.get("name") or self._program.name

    @property
    def threads_option(self) -> str | None:
        """The option that sets the number of threads, if there is one."""
        name = "cores" if self._program.protocol is EngineProtocol.XBOARD else "Threads"
        return self._spelling(name) if name in self._protocol.options else None

    @property
    def gives_several_lines(self) -> bool:
        """Whether the engine can be asked for more than its best line."""
        return self._program.protocol is EngineProtocol.UCI and "MultiPV" in self._protocol.options

    @property
    def counts_nodes(self) -> bool:
        """Whether a limit on nodes binds the engine."""
        if isinstance(self._protocol, chess.engine.XBoardProtocol):
            return bool(self._protocol.features.get("nps"))
        return self._program.counts_nodes

    def is_fit_for(self, limit: Limit, afresh: bool) -> bool:
        """Whether the engine can search under this limit, and without memory of earlier searches if asked to.

        A UCI engine always can. XBoard knows no command that surely clears the hash or lifts a limit on depth:
        `new` should, but Sjeng 11.2 keeps both and HoiChess 0.22 the limit.
        """
        if self._program.protocol is EngineProtocol.UCI:
            return True
        return not (afresh and self._has_searched) and not (self._depth_is_limited and limit.depth is None)

    def analyse(
        self, board: chess.Board, limit: Limit, count: int, options: Mapping[str, OptionValue], wait: Wait
    ) -> tuple[Evaluation, ...]:
        """The best lines of a position, in a game of its own."""
        if self._program.protocol is EngineProtocol.UCI:
            return self._wait_for(self._within(wait, "a move", self._analyse(board, limit, count, options)))
        # Analysis under XBoard is stopped from outside when the depth is seen to be reached, some time after it was;
        # a move to play is searched to the depth and no further.
        choice = self._wait_for(self._within(wait, "a move", self._play(board, limit, object(), options)))
        if choice.evaluation is None:
            raise EngineTrouble("gave a move but no score")
        return (choice.evaluation,)

    def play(self, board: chess.Board, limit: Limit, game: object, wait: Wait) -> EngineMove:
        """The engine's move; it sees the moves that led here, and keeps its memory as long as the game is the same."""
        return self._wait_for(self._within(wait, "a move", self._play(board, limit, game, {})))

    def close(self) -> None:
        """End the engine and everything that belongs to it; it may say goodbye if it is quick."""
        self._polite = True
        self._stop()
        self._thread.join()

    def kill(self) -> None:
        """End an engine that cannot be trusted to end itself."""
        self.release()
        self._thread.join()

    def release(self) -> None:
        """Kill the engine without waiting; safe from any thread, when memory is freed and at exit."""
        if self.belongs_here:
            self._kill()
            self._stop()

    def _stop(self) -> None:
        # Never released: the loop is stopped once, since a second time would cut its departure short.
        if self._stopping.acquire(blocking=False):
            self._loop.call_soon_threadsafe(self._loop.stop)

    def _live(self) -> None:
        self._loop.run_forever()
        self._loop.run_until_complete(self._depart())
        self._loop.close()

    async def _depart(self) -> None:
        if self._transport is not None:
            returncode = self._protocol.returncode
            if self._polite and not returncode.done():
                self._protocol.send_line("quit")
                await asyncio.wait({returncode}, timeout=_SECONDS_TO_QUIT)
            self._kill()
            # The loop collects the exit code before the transport closes, or both would ask for it at once.
            await asyncio.wait({returncode}, timeout=_SECONDS_TO_QUIT)
            self._transport.close()
        if self._guard is not None:
            self._guard.dismiss()
        unfinished = asyncio.all_tasks() - {asyncio.current_task()}
        for task in unfinished:
            task.cancel()
        await asyncio.gather(*unfinished, asyncio.sleep(0), return_exceptions=True)

    def _kill(self) -> None:
        # The whole group, because an engine may be a shell script around the real one.
        if self._transport is not None and self._transport.get_returncode() is None:
            with suppress(ProcessLookupError, PermissionError):
                end_group(self._transport.get_pid())

    def _wait_for(self, action: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(action, self._loop).result()

    async def _open(self) -> None:
        speaks = _PROTOCOLS[self._program.protocol]
        command = [str(self._program.path), *self._program.arguments]
        try:
            # In a group of its own, an engine is not interrupted when the user presses Ctrl-C.
            self._transport, self._protocol = await speaks.popen(command, setpgrp=True, stderr=subprocess.DEVNULL)
        except OSError as error:
            raise EngineFailed(f"cannot start {self._program}: {error.strerror}") from error
        # An engine that hangs does not see the end of its input, and would outlive us if we are killed.
        self._guard = Guard(self._transport.get_pid())
        # The number of an engine that has ended may become another's.
        self._protocol.returncode.add_done_callback(lambda _: self._guard.dismiss() if self._guard else None)

    def _greet(self, patience: float) -> None:
        greeting = self._program.protocol
        other = next(protocol for protocol in EngineProtocol if protocol is not greeting)
        loop = self._protocol.loop
        if isinstance(self._protocol, chess.engine.XBoardProtocol):
            self._protocol.loop = cast(asyncio.AbstractEventLoop, UnhurriedLoop(loop, self._protocol.features))
        try:
            self._wait_for(self._within(Wait(patience), _GREETINGS[greeting], self._protocol.initialize()))
        except EngineTrouble as trouble:
            hint = f"is it an engine, and does it speak {greeting}, not {other}?"
            if isinstance(trouble, Hung):
                raise NeverGreeted(f"{trouble} at the start, waiting for {_GREETINGS[greeting]}", hint) from None
            raise EngineTrouble(f"{trouble} at the start", hint) from None
        finally:
            self._protocol.loop = loop

    def _configure(self, options: Mapping[str, OptionValue]) -> None:
        try:
            self._wait_for(self._protocol.configure({self._spelling(name): value for name, value in options.items()}))
        except chess.engine.EngineTerminatedError:
            raise EngineTrouble(self._death()) from None
        except chess.engine.EngineError as error:
            raise BadArgument(f"{self.name} refuses its options: {error}", self._nearest(options)) from None

    def _nearest(self, options: Mapping[str, OptionValue]) -> str:
        """What may have been meant by options that the engine does not have."""
        known = {own.lower(): own for own in self._protocol.options}
        unknown = [name for name in options if name.lower() not in known]
        near = [known[match] for name in unknown for match in get_close_matches(name.lower(), known, n=1)]
        return f"did you mean {', '.join(near)}?" if near else ""

    def _spelling(self, option: str) -> str:
        # UCI options do not depend on upper and lower case, but python-chess restores only what is spelt alike.
        return next((own for own in self._protocol.options if own.lower() == option.lower()), option)

    async def _within(self, wait: Wait, what: str, action: Coroutine[Any, Any, T]) -> T:
        """The outcome of the action, or the trouble that kept it away; whoever waits is told what for."""
        work = asyncio.ensure_future(action)
        self._mishap = self._loop.create_future()
        self._protocol.has_spoken = False
        # The death of the engine is watched here as well, since python-chess does not report every one: a search
        # that has not begun when its engine dies is forgotten.
        events: set[asyncio.Future[Any]] = {work, self._mishap, self._protocol.returncode}
        passed = 0.0
        for moment in sorted({min(SILENCE + wait.due, wait.seconds), min(wait.silent, wait.seconds), wait.seconds}):
            await asyncio.wait(events, timeout=moment - passed, return_when=asyncio.FIRST_COMPLETED)
            passed = moment
            if any(event.done() for event in events):
                break
            end = wait.seconds if self._protocol.has_spoken else min(wait.silent, wait.seconds)
            if passed >= end:
                break
            self._tell_silence(what, passed, end)
        if not work.done():
            work.cancel()
            await asyncio.wait({work})
            if self._protocol.returncode.done():
                raise EngineTrouble(self._death())
            if self._mishap.done():
                raise EngineTrouble(f"could not go on ({self._mishap.result()})")
            raise Hung(f"hung for {passed:g} s", "if it is only slow, set a smaller limit or more patience")
        try:
            return work.result()
        except chess.engine.EngineTerminatedError:
            raise EngineTrouble(self._death()) from None
        except chess.engine.EngineError as error:
            raise EngineTrouble(f"could not go on ({error})") from None

    def _tell_silence(self, what: str, passed: float, end: float) -> None:
        """Say once that an answer is waited for; a log reaches standard error unless somebody wants it elsewhere."""
        if not self._was_silent:
            self._was_silent = True
            logger.warning(
                "waiting for %s from %s, not there after %g s; it is given up after %g s",
                what,
                self._program.name,
                passed,
                end,
            )

    def _note_mishap(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        # When python-chess cannot use an answer, an illegal move for instance, it tells the loop but not the search
        # that waits for it.
        error = context.get("exception")
        if "protocol" in context and error is not None and self._mishap is not None and not self._mishap.done():
            self._mishap.set_result(error)

    def _death(self) -> str:
        code = self._transport.get_returncode() if self._transport is not None else None
        if code is None:
            return "died"
        return f"died with exit code {code}" if code >= 0 else f"was killed by {signal.Signals(-code).name}"

    async def _analyse(
        self, board: chess.Board, limit: Limit, count: int, options: Mapping[str, OptionValue]
    ) -> tuple[Evaluation, ...]:
        lines = _Lines()
        with await self._protocol.analysis(
            board, self._translate(limit), multipv=count if count > 1 else None, game=object(), options=options
        ) as analysis:
            async for info in analysis:
                lines.add(info)
            best = await analysis.wait()
        if best.move is None:
            raise EngineTrouble("gave no move")
        evaluations = lines.evaluations(best.move)
        if not evaluations:
            raise EngineTrouble("gave a move but no score")
        return evaluations[:count]

    async def _play(
        self, board: chess.Board, limit: Limit, game: object, options: Mapping[str, OptionValue]
    ) -> EngineMove:
        self._has_searched = True
        self._depth_is_limited = limit.depth is not None
        answer = await self._protocol.play(
            board, self._translate(limit), game=game, info=chess.engine.INFO_ALL, options=options
        )
        if answer.move is None:
            raise EngineTrouble("resigned" if answer.resigned else "gave no move")
        evaluation = _evaluation(answer.info, answer.move) if "score" in answer.info else None
        return EngineMove(answer.move, evaluation)

    def _translate(self, limit: Limit) -> chess.engine.Limit:
        seconds = limit.seconds
        if self._program.protocol is EngineProtocol.XBOARD:
            if seconds is not None:
                # XBoard counts in whole seconds; HoiChess 0.22 ends itself on any other number.
                seconds = math.ceil(seconds)
            elif limit.nodes is None:
                # An XBoard engine always has a clock as well; this one does not run out before the depth is reached.
                seconds = _A_DAY
        return chess.engine.Limit(time=seconds, depth=limit.depth, nodes=limit.nodes)


class _Lines:
    """What an engine says during one search: by rank and first move the last exact score, and the last of any kind.

    A search that runs out of nodes ends on a mere bound, which is worth less than the exact score before it.
    """

    def __init__(self) -> None:
        self._exact: dict[tuple[int, chess.Move | None], chess.engine.InfoDict] = {}
        self._last: dict[int, chess.engine.InfoDict] = {}

    def add(self, info: chess.engine.InfoDict) -> None:
        """Take note of one line of output."""
        if "score" in info:
            rank = info.get("multipv", 1)
            self._last[rank] = info
            if "lowerbound" not in info and "upperbound" not in info:
                self._exact[rank, _first(info)] = info

    def evaluations(self, best: chess.Move) -> tuple[Evaluation, ...]:
        """One evaluation for each first move, best first; the first of all is the move the engine chose."""
        by_move: dict[chess.Move, Evaluation] = {}
        for rank, last in sorted(self._last.items()):
            move = best if rank == 1 else _first(last)
            if move is not None and move not in by_move:
                by_move[move] = _evaluation(self._exact.get((rank, move), last), move)
        return tuple(by_move.values())


def _first(info: chess.engine.InfoDict) -> chess.Move | None:
    line = info.get("pv")
    return line[0] if line else None


def _evaluation(info: chess.engine.InfoDict, move: chess.Move) -> Evaluation:
    line = tuple(info.get("pv", ()))
    # An engine may change its mind after its last line of output; what it plays is what it means.
    return Evaluation(_score(info), line if line[:1] == (move,) else (move,), info.get("depth"))


def _score(info: chess.engine.InfoDict) -> chess.engine.Score:
    score = info["score"].relative
    moves = score.mate()
    if moves is not None and abs(moves) > _LONGEST_MATE:
        # Sjeng 11.2 has a number of its own for mates, which python-chess reads as a mate in 899,998.
        return chess.engine.Cp(LARGEST_ADVANTAGE_CP if moves > 0 else -LARGEST_ADVANTAGE_CP)
    return score
