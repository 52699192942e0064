"""Use any UCI or XBoard engine as an evaluator and as a player; restart it when it hangs or crashes.

An evaluation without a time limit uses one thread and a new game, so it depends only on the engine, its options, the
position and the limit, and not on earlier questions. Only such evaluations can be cached; `cache_key` returns the key.
"""

from __future__ import annotations

import json
import logging
import shlex
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import chess

from motif.engines.evaluator import CacheKey, Evaluation, evaluation_if_over, position_text
from motif.engines.limits import Limit
from motif.engines.process import (
    EngineHung,
    EngineMove,
    EngineProcess,
    EngineProgram,
    EngineTrouble,
    NoGreeting,
    OptionValue,
    Timeout,
    find_engine,
)
from motif.errors import BadArgument, BadPosition, EngineFailed
from motif.runtime.files import ClosedAfterUse

T = TypeVar("T")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Patience:
    """After how many seconds an engine counts as hung, when it starts and in one search.

    A search limited in time may exceed its limit by `margin_seconds`, or by `search_seconds` if that is less. Any other
    search may take `search_seconds`, but only `silent_seconds` until it prints a first line.
    """

    start_seconds: float = 10.0
    search_seconds: float = 120.0
    margin_seconds: float = 10.0
    silent_seconds: float = 20.0

    def for_search(self, limit: Limit) -> Timeout:
        """Return the timeout of a search under a limit."""
        if limit.seconds is None:
            return Timeout(self.search_seconds, self.silent_seconds)
        return Timeout(limit.seconds + min(self.margin_seconds, self.search_seconds), due=limit.seconds)


class Engine(ClosedAfterUse):
    """An engine program as an evaluator and as a player, started when it is first needed.

    If it hangs or crashes during an evaluation, it is restarted and gets the position once more; EngineFailed is raised
    if that fails too, or at once if it hung before its first answer. If it fails during `play`, EngineFailed is raised
    and the game is lost. In either case it can be used again afterwards. A pickled engine is started again in the other
    process. Close it, or use it in a `with` statement.
    """

    def __init__(
        self,
        program: EngineProgram | Path | str,
        options: Mapping[str, OptionValue] | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.program = program if isinstance(program, EngineProgram) else find_engine(program)
        self.options = {**dict(self.program.options), **(options or {})}
        self.patience = patience or Patience()
        self._lock = threading.RLock()
        self._name: str | None = None
        self._process: EngineProcess | None = None
        self._game = object()  # compared by identity: a new object means a new game
        self._has_answered = False
        self._has_warned = False

    @property
    def name(self) -> str:
        """The name that the engine gives itself, such as "Stockfish 15.1"; this starts the engine."""
        if self._name is None:
            self.start()
        return self._name or self.program.name

    def start(self, limit: Limit | None = None) -> None:
        """Start the engine now instead of at first use; refuse unknown options, and a limit that it cannot obey."""

        def check(process: EngineProcess) -> None:
            if limit is not None:
                _check_nodes(limit, process)

        self._with_one_restart(check)

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """Return one evaluation for each board, in the same order.

        Only the position counts, not the moves that led to it. The option Threads takes effect only under a time limit.
        """
        for board in boards:
            _check_position(board)
        positions = [position_text(board) for board in boards]
        answers: dict[str, Evaluation] = {}
        for position, board in zip(positions, boards, strict=True):
            if position not in answers:
                (answers[position],) = self.candidates(board, limit, 1)
        return [answers[position] for position in positions]

    def candidates(self, board: chess.Board, limit: Limit, count: int) -> list[Evaluation]:
        """Return the best moves, each with its line, best first; only one if the engine cannot list several."""
        if count < 1:
            raise BadArgument(f"cannot look for {count} candidate moves; at least 1 is needed")
        _check_limit(limit)
        _check_position(board)
        # The engine sees exactly what the cache key contains: no history, no move number.
        bare = chess.Board(f"{position_text(board)} 1", chess960=board.chess960)
        if final := evaluation_if_over(bare):
            return [final]

        def analyse(process: EngineProcess) -> tuple[Evaluation, ...]:
            # This begins a new game, which also clears the hash table: `ucinewgame` makes Stockfish do the same as its
            # button Clear Hash, and GNU Chess also empties its table.
            options = _single_thread(process, limit)
            return process.analyse(bare, limit, lines, options, self.patience.for_search(limit))

        # If the engine does not even start, the error should not mention the position.
        lines = self._with_one_restart(lambda process: _lines(process, bare, limit, count))
        with self._lock:
            self._restart_if_needed(limit, fresh=not limit.is_timed)
            answer = self._with_one_restart(analyse, board)
            self._has_answered = True
            return list(answer)

    def cache_key(self, board: chess.Board, limit: Limit, lines: int) -> CacheKey | None:
        """Return the key for an answer; None under a time limit, because then answers may differ."""
        if limit.is_timed:
            return None
        _check_limit(limit)
        _check_position(board)

        def key(process: EngineProcess) -> CacheKey:
            return CacheKey(
                # Arguments may name a network, so with other arguments it is another engine.
                engine=shlex.join([process.name, *self.program.arguments]),
                options=json.dumps(self.options | _single_thread(process, limit), sort_keys=True),
                position=position_text(board),
                limit=str(limit),
                lines=_lines(process, board, limit, lines),
            )

        return self._with_one_restart(key)

    def play(self, board: chess.Board, limit: Limit) -> EngineMove:
        """Return the engine's move in its current game; the engine gets all moves on the board's stack."""
        _check_position(board)
        if not any(board.legal_moves):
            raise BadArgument(f"the game is over in {board.fen()}, so there is no move to play")
        _check_limit(limit)

        def play(process: EngineProcess) -> EngineMove:
            _check_nodes(limit, process)
            return process.play(board, limit, self._game, self.patience.for_search(limit))

        with self._lock:
            self._restart_if_needed(limit, fresh=False)
            try:
                return self._attempt(play)
            except EngineTrouble as trouble:
                raise self._failed(trouble, board) from trouble

    def new_game(self) -> None:
        """Let the next `play` begin a new game, so that the engine forgets the last one."""
        self._game = object()

    def close(self) -> None:
        """End the engine's process; the next use starts a new one."""
        with self._lock:
            if self._process is not None and self._process.belongs_here:
                self._detach().close()

    def __reduce__(self) -> tuple[type[Engine], tuple[object, ...]]:
        return type(self), (self.program, self.options, self.patience)

    def __repr__(self) -> str:
        return f"Engine({self.program!r}, {self.options!r})"

    def _restart_if_needed(self, limit: Limit, fresh: bool) -> None:
        if self._process is not None and not self._process.can_search(limit, fresh):
            self.close()

    def _with_one_restart(self, action: Callable[[EngineProcess], T], board: chess.Board | None = None) -> T:
        """Run an action on the engine; if that fails, run it once more in a new process."""
        with self._lock:
            try:
                return self._attempt(action)
            except EngineHung as trouble:
                if isinstance(trouble, NoGreeting) or not self._has_answered:
                    raise self._failed(trouble, None if isinstance(trouble, NoGreeting) else board) from trouble
                if not self._has_warned:
                    self._has_warned = True
                    logger.warning("%s %s; Motif restarts it and tries once more", self._name, trouble)
            except EngineTrouble:
                pass
            try:
                return self._attempt(action)
            except EngineTrouble as trouble:
                raise self._failed(trouble, board, ", also after a restart") from trouble

    def _failed(self, trouble: EngineTrouble, board: chess.Board | None, more: str = "") -> EngineFailed:
        where = f" in {board.fen()}" if board is not None else ""
        return EngineFailed(f"{self._name or self.program} {trouble}{where}{more}", trouble.hint)

    def _attempt(self, action: Callable[[EngineProcess], T]) -> T:
        process = self._running()
        try:
            return action(process)
        except BadArgument:
            raise
        except BaseException:
            # It failed, or Ctrl-C interrupted its search: either way its state is unknown.
            self._detach().kill()
            raise

    def _running(self) -> EngineProcess:
        if self._process is None:
            self._process = EngineProcess(self.program, self.options, self.patience.start_seconds)
            self._name = self._process.name
            self._safeguard = weakref.finalize(self, self._process.release)
        elif not self._process.belongs_here:
            raise EngineFailed(
                f"{self._name} was started before this process was forked and cannot be used in it",
                hint="start worker processes with spawn, or give each its own engine",
            )
        return self._process

    def _detach(self) -> EngineProcess:
        process, self._process = self._process, None
        assert process is not None
        self._safeguard.detach()
        return process


def _single_thread(process: EngineProcess, limit: Limit) -> dict[str, OptionValue]:
    # With several threads two searches of the same position may differ.
    return {process.threads_option: 1} if process.threads_option and not limit.is_timed else {}


def _lines(process: EngineProcess, board: chess.Board, limit: Limit, count: int) -> int:
    _check_nodes(limit, process)
    return min(count, board.legal_moves.count()) if process.gives_several_lines else 1


def _check_limit(limit: Limit) -> None:
    if limit == Limit():
        raise BadArgument("a search without a limit never ends", hint="limit it by depth, nodes or seconds")


def _check_nodes(limit: Limit, process: EngineProcess) -> None:
    if limit.nodes is not None and not process.counts_nodes:
        raise BadArgument(f"{process.name} cannot be limited by nodes", hint="limit it by depth or seconds")


def _check_position(board: chess.Board) -> None:
    # Engines do not check positions: given an illegal one, many crash and some loop forever.
    if not board.is_valid():
        raise BadPosition(f"not a legal position: {board.fen()} ({board.status()!s})")
