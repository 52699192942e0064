"""Find engine programs on this computer, start one, and request evaluations and moves from it.

`EngineProcess` runs python-chess's protocol on an event loop in a separate thread. Every failure is raised as
EngineTrouble: no answer in time, a crash, or an answer that makes no sense. python-chess's SimpleEngine is not used,
because it can wait forever: for a search limited by depth, after an illegal `bestmove`, and at exit for an engine that
was not closed.
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
from motif.runtime.systems import ProcessGuard, end_group

T = TypeVar("T")
OptionValue = str | int | bool

logger = logging.getLogger(__name__)

GAMES_FOLDERS = ("/usr/games", "/usr/local/games")

LATE_ANSWER_SECONDS = 10.0
"""When an answer is this late, a warning names the engine that Motif is waiting for."""

_QUIT_TIMEOUT_SECONDS = 1.0
_ONE_DAY_SECONDS = 86_400
_LONGEST_MATE_MOVES = 1_000

# A library should not print: without a handler, python-chess's warnings would appear on the terminal.
logging.getLogger("chess.engine").addHandler(logging.NullHandler())


class EngineProtocol(StrEnum):
    """The protocol of an engine."""

    UCI = "uci"
    XBOARD = "xboard"


@dataclass(frozen=True, slots=True)
class EngineProgram:
    """An engine that can be started: its path, arguments, protocol and options."""

    path: Path
    arguments: tuple[str, ...] = ()
    protocol: EngineProtocol = EngineProtocol.UCI
    options: tuple[tuple[str, OptionValue], ...] = ()
    counts_nodes: bool = True

    @property
    def name(self) -> str:
        return self.path.name

    def __str__(self) -> str:
        return shlex.join([str(self.path), *self.arguments])


# GNU Chess 6.2.7 has an XBoard mode, but delays its answers when it writes to a pipe, so only UCI works;
# it also searches on forever after `go nodes`, and its book moves come without a score.
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
    """Find an engine by name or path, perhaps with arguments: `stockfish`, `~/engines/wasp`, `lc0 --threads=1`.

    A well-known program gets its usual arguments and protocol; any other is started as a UCI engine.
    """
    path, *arguments = _words(str(command))
    executable = _executable(Path(path).expanduser()) if os.sep in path else _on_search_path(path)
    program = replace(_KNOWN.get(executable.name, EngineProgram(executable)), path=executable)
    if protocol and protocol is not program.protocol:
        # The usual arguments of a well-known program belong to its usual protocol.
        program = EngineProgram(executable, protocol=protocol)
    return replace(program, arguments=tuple(arguments)) if arguments else program


def get_engine(command: str | Path, protocol: EngineProtocol | None = None) -> EngineProgram | None:
    """Return the engine that `find_engine` finds, or None."""
    try:
        return find_engine(command, protocol)
    except (UnknownName, EngineFailed):
        return None


def found_engines() -> list[EngineProgram]:
    """Return the well-known engines that are installed."""
    return [program for name in _KNOWN if (program := get_engine(name))]


def _words(command: str) -> list[str]:
    # A path may contain spaces: if the whole text names an existing file, do not split it.
    if os.sep in command and Path(command).expanduser().exists():
        return [command]
    try:
        return shlex.split(command) or [""]
    except ValueError as error:
        raise BadArgument(f"cannot read the engine command {command!r}: {error}") from None


def _executable(path: Path) -> Path:
    if not path.exists():
        raise EngineFailed(f"there is no engine at {path}", hint="motif engines lists the engines found here")
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


class EngineTrouble(Exception):
    """Raised if an engine fails; the text follows its name, such as "hung for 5 s", and `hint` says what to try."""

    def __init__(self, problem: str, hint: str = "") -> None:
        super().__init__(problem)
        self.hint = hint


class EngineHung(EngineTrouble):
    """Raised if the engine does not answer in time."""


class NoGreeting(EngineHung):
    """Raised if the program starts, but does not answer the protocol's greeting; a restart would not help."""


@dataclass(frozen=True, slots=True)
class Timeout:
    """How long to wait for an answer, in seconds.

    `seconds` is the maximum, `silent` the maximum while the engine prints nothing; the answer is expected after `due`.
    """

    seconds: float
    silent: float = math.inf
    due: float = 0.0


@dataclass(frozen=True, slots=True)
class EngineMove:
    """The move an engine plays, and its evaluation if it printed one."""

    move: chess.Move
    evaluation: Evaluation | None = None


MOST_OUTPUT_BYTES = 32 << 20
"""The most output for one answer; a deep search with all lines prints about 2 MB."""


class _NotesOutput:
    """A mixin for protocols that records how much the engine has printed, and whether more than a ping's answer."""

    has_output = False
    output_bytes = 0
    flooded: asyncio.Future[None] | None = None

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        """Count what the engine prints, and drop output beyond the maximum."""
        self.output_bytes += len(data)
        if self.output_bytes <= MOST_OUTPUT_BYTES:
            super().pipe_data_received(fd, data)  # type: ignore[misc]  # the protocol that this class is mixed into
        elif self.flooded is not None and not self.flooded.done():
            self.flooded.set_result(None)

    def line_received(self, line: str) -> None:
        """Note a line of output before the waiting command gets it."""
        if not line.startswith(("readyok", "pong")):
            self.has_output = True


class _Uci(_NotesOutput, chess.engine.UciProtocol):
    pass


class _XBoard(_NotesOutput, chess.engine.XBoardProtocol):
    pass


_PROTOCOLS: dict[EngineProtocol, type[_Uci] | type[_XBoard]] = {
    EngineProtocol.UCI: _Uci,
    EngineProtocol.XBOARD: _XBoard,
}
_GREETINGS = {EngineProtocol.UCI: "uciok in answer to uci", EngineProtocol.XBOARD: "its features in answer to protover"}


class PatientLoop:
    """An event loop whose timers do not expire until an XBoard engine has named its first feature.

    python-chess gives an engine two seconds from its start to name its features; on a busy machine some have not even
    begun by then. Instead, the `patience` of EngineProcess limits the whole start.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, features: Mapping[str, object]) -> None:
        self._loop = loop
        self._features = features
        self._timer: asyncio.TimerHandle | None = None

    def call_later(self, delay: float, callback: Callable[[], object]) -> PatientLoop:
        """Call back after the delay; wait again as long as the engine has not named a feature."""

        def expire() -> None:
            if self._features:
                callback()
            else:
                self.call_later(delay, callback)

        self._timer = self._loop.call_later(delay, expire)
        return self

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any other attribute of a loop
        return getattr(self._loop, name)


class EngineProcess:
    """A running engine. Only the process that started it may use it, not a fork of that process."""

    def __init__(self, program: EngineProgram, options: Mapping[str, OptionValue], patience: float) -> None:
        self._program = program
        self._owner = os.getpid()
        self._transport: asyncio.SubprocessTransport | None = None
        self._protocol: _Uci | _XBoard
        self._guard: ProcessGuard | None = None
        self._protocol_error: asyncio.Future[BaseException] | None = None
        self._stopping = threading.Lock()
        self._may_quit = False
        self._has_warned = False
        self._has_searched = False
        self._depth_is_limited = False
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(self._note_protocol_error)
        self._thread = threading.Thread(target=self._run_loop, name=f"engine {program.name}", daemon=True)
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
        """Whether this very process started the engine, not a process that it was forked from."""
        return self._owner == os.getpid()

    @property
    def name(self) -> str:
        """The name that the engine gives itself."""
        return self._protocol.id.get("name") or self._program.name

    @property
    def threads_option(self) -> str | None:
        """The option that sets the number of threads, if there is one."""
        name = "cores" if self._program.protocol is EngineProtocol.XBOARD else "Threads"
        return self._spelling(name) if name in self._protocol.options else None

    @property
    def gives_several_lines(self) -> bool:
        """Whether the engine can list more than its best line."""
        return self._program.protocol is EngineProtocol.UCI and "MultiPV" in self._protocol.options

    @property
    def counts_nodes(self) -> bool:
        """Whether the engine obeys a limit on nodes."""
        if isinstance(self._protocol, chess.engine.XBoardProtocol):
            return bool(self._protocol.features.get("nps"))
        return self._program.counts_nodes

    def can_search(self, limit: Limit, fresh: bool) -> bool:
        """Whether the engine can obey this limit and, if `fresh`, search without memory of earlier searches.

        A UCI engine always can. XBoard has no command that reliably clears the hash table or lifts a limit on depth:
        `new` should, but Sjeng 11.2 keeps both and HoiChess 0.22 keeps the limit.
        """
        if self._program.protocol is EngineProtocol.UCI:
            return True
        return not (fresh and self._has_searched) and not (self._depth_is_limited and limit.depth is None)

    def analyse(
        self, board: chess.Board, limit: Limit, count: int, options: Mapping[str, OptionValue], timeout: Timeout
    ) -> tuple[Evaluation, ...]:
        """Return the best lines of a position, searched as a new game."""
        if self._program.protocol is EngineProtocol.UCI:
            return self._wait_for(self._within(timeout, "a move", self._analyse(board, limit, count, options)))
        # python-chess stops an XBoard analysis only some time after the depth is reached. If we ask for a move to play
        # instead, the engine itself stops at the depth.
        choice = self._wait_for(self._within(timeout, "a move", self._play(board, limit, object(), options)))
        if choice.evaluation is None:
            raise EngineTrouble("gave a move but no score")
        return (choice.evaluation,)

    def play(self, board: chess.Board, limit: Limit, game: object, timeout: Timeout) -> EngineMove:
        """Return the engine's move; the engine gets the game so far, and keeps its memory while `game` is the same."""
        return self._wait_for(self._within(timeout, "a move", self._play(board, limit, game, {})))

    def close(self) -> None:
        """End the engine and its child processes, after a moment in which it can quit by itself."""
        self._may_quit = True
        self._stop()
        self._thread.join()

    def kill(self) -> None:
        """End an engine that may not react to `quit`."""
        self.release()
        self._thread.join()

    def release(self) -> None:
        """Kill the engine without waiting; safe in any thread, in a finalizer and at exit."""
        if self.belongs_here:
            self._kill()
            self._stop()

    def _stop(self) -> None:
        # The lock is never released: stopping the loop a second time would interrupt `_end_engine`.
        if self._stopping.acquire(blocking=False):
            self._loop.call_soon_threadsafe(self._loop.stop)

    def _run_loop(self) -> None:
        self._loop.run_forever()
        self._loop.run_until_complete(self._end_engine())
        self._loop.close()

    async def _end_engine(self) -> None:
        if self._transport is not None:
            returncode = self._protocol.returncode
            if self._may_quit and not returncode.done():
                self._protocol.send_line("quit")
                await asyncio.wait({returncode}, timeout=_QUIT_TIMEOUT_SECONDS)
            self._kill()
            # Let the loop collect the exit code before the transport closes; both would ask for it otherwise.
            await asyncio.wait({returncode}, timeout=_QUIT_TIMEOUT_SECONDS)
            self._transport.close()
        if self._guard is not None:
            self._guard.dismiss()
        unfinished = asyncio.all_tasks() - {asyncio.current_task()}
        for task in unfinished:
            task.cancel()
        await asyncio.gather(*unfinished, asyncio.sleep(0), return_exceptions=True)

    def _kill(self) -> None:
        # Kill the whole group, because an engine may be a shell script that starts the real one.
        if self._transport is not None and self._transport.get_returncode() is None:
            with suppress(ProcessLookupError, PermissionError):
                end_group(self._transport.get_pid())

    def _wait_for(self, action: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(action, self._loop).result()

    async def _open(self) -> None:
        protocol = _PROTOCOLS[self._program.protocol]
        command = [str(self._program.path), *self._program.arguments]
        try:
            # In a separate process group the engine is not interrupted when the user presses Ctrl-C.
            self._transport, self._protocol = await protocol.popen(command, setpgrp=True, stderr=subprocess.DEVNULL)
        except OSError as error:
            raise EngineFailed(f"cannot start {self._program}: {error.strerror}") from error
        # An engine that hangs does not notice the end of its input, and would go on if this process were killed.
        self._guard = ProcessGuard(self._transport.get_pid())
        # When the engine has ended, another process may get its process id: the guard must not kill that one.
        self._protocol.returncode.add_done_callback(lambda _: self._guard.dismiss() if self._guard else None)

    def _greet(self, patience: float) -> None:
        greeting = self._program.protocol
        other = next(protocol for protocol in EngineProtocol if protocol is not greeting)
        loop = self._protocol.loop
        if isinstance(self._protocol, chess.engine.XBoardProtocol):
            self._protocol.loop = cast(asyncio.AbstractEventLoop, PatientLoop(loop, self._protocol.features))
        try:
            self._wait_for(self._within(Timeout(patience), _GREETINGS[greeting], self._protocol.initialize()))
        except EngineTrouble as trouble:
            hint = f"is it an engine, and does it speak {greeting}, not {other}?"
            if isinstance(trouble, EngineHung):
                raise NoGreeting(f"{trouble} at the start, waiting for {_GREETINGS[greeting]}", hint) from None
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
        """Return a hint with the options that the user may have meant."""
        known = {own.lower(): own for own in self._protocol.options}
        unknown = [name for name in options if name.lower() not in known]
        near = [known[match] for name in unknown for match in get_close_matches(name.lower(), known, n=1)]
        return f"did you mean {', '.join(near)}?" if near else f"leave out {', '.join(unknown or options)}"

    def _spelling(self, option: str) -> str:
        # In UCI, the case of option names does not matter, but python-chess restores only exact spellings.
        return next((own for own in self._protocol.options if own.lower() == option.lower()), option)

    async def _within(self, timeout: Timeout, answer: str, action: Coroutine[Any, Any, T]) -> T:
        """Return the result of the action or raise EngineTrouble; log a warning when the answer is late."""
        work = asyncio.ensure_future(action)
        self._protocol_error = self._loop.create_future()
        flooded = self._loop.create_future()
        self._protocol.has_output, self._protocol.output_bytes, self._protocol.flooded = False, 0, flooded
        # Watch for the end of the process as well: python-chess does not report it to a search that has not begun.
        events: set[asyncio.Future[Any]] = {work, flooded, self._protocol_error, self._protocol.returncode}
        passed = 0.0
        most, silent = timeout.seconds, min(timeout.silent, timeout.seconds)
        for moment in sorted({min(LATE_ANSWER_SECONDS + timeout.due, most), silent, most}):
            await asyncio.wait(events, timeout=moment - passed, return_when=asyncio.FIRST_COMPLETED)
            passed = moment
            if any(event.done() for event in events):
                break
            end = most if self._protocol.has_output else silent
            if passed >= end:
                break
            self._warn_once(answer, passed, end)
        if not work.done():
            work.cancel()
            await asyncio.wait({work})
            if self._protocol.returncode.done():
                raise EngineTrouble(self._death())
            if flooded.done():
                raise EngineTrouble(f"printed more than {MOST_OUTPUT_BYTES >> 20} MB without {answer}")
            if self._protocol_error.done():
                raise EngineTrouble(f"stopped working ({self._protocol_error.result()})")
            raise EngineHung(f"hung for {passed:g} s", "if it is only slow, lower its limit or raise its patience")
        try:
            return work.result()
        except chess.engine.EngineTerminatedError:
            raise EngineTrouble(self._death()) from None
        except chess.engine.EngineError as error:
            raise EngineTrouble(f"stopped working ({error})") from None

    def _warn_once(self, answer: str, passed: float, end: float) -> None:
        if not self._has_warned:
            self._has_warned = True
            logger.warning(
                "%s has not sent %s for %g s; Motif gives up after %g s", self._program.name, answer, passed, end
            )

    def _note_protocol_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        # When python-chess cannot use an answer, an illegal move for instance, it reports that to the loop, but not to
        # the search that is waiting.
        error = context.get("exception")
        if (
            "protocol" in context
            and error is not None
            and self._protocol_error is not None
            and not self._protocol_error.done()
        ):
            self._protocol_error.set_result(error)

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
                # XBoard counts in whole seconds; HoiChess 0.22 exits on any other number.
                seconds = math.ceil(seconds)
            elif limit.nodes is None:
                # An XBoard engine needs a clock as well; this one does not run out before the depth is reached.
                seconds = _ONE_DAY_SECONDS
        return chess.engine.Limit(time=seconds, depth=limit.depth, nodes=limit.nodes)


class _Lines:
    """The output of one search: for each rank, the last exact score of each first move, and the last score of any kind.

    A search that runs out of nodes ends with a bound, which says less than the exact score before it.
    """

    def __init__(self) -> None:
        self._exact: dict[tuple[int, chess.Move | None], chess.engine.InfoDict] = {}
        self._last: dict[int, chess.engine.InfoDict] = {}

    def add(self, info: chess.engine.InfoDict) -> None:
        """Read one line of output."""
        if "score" in info:
            rank = info.get("multipv", 1)
            self._last[rank] = info
            if "lowerbound" not in info and "upperbound" not in info:
                self._exact[rank, _first(info)] = info

    def evaluations(self, best: chess.Move) -> tuple[Evaluation, ...]:
        """Return one evaluation for each first move, best first; the engine's choice comes first."""
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
    # An engine may choose another move after its last line of output; the chosen move counts.
    return Evaluation(_score(info), line if line[:1] == (move,) else (move,), info.get("depth"))


def _score(info: chess.engine.InfoDict) -> chess.engine.Score:
    score = info["score"].relative
    moves = score.mate()
    if moves is not None and abs(moves) > _LONGEST_MATE_MOVES:
        # Sjeng 11.2 writes mates in its own way, which python-chess reads as a mate in 899,998.
        return chess.engine.Cp(LARGEST_ADVANTAGE_CP if moves > 0 else -LARGEST_ADVANTAGE_CP)
    return score
