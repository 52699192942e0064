"""Any UCI or XBoard engine as an evaluator and as a player, survived when it hangs or dies.

An evaluation without a time limit uses one thread and a fresh game, so it depends on nothing but the engine, its
options, the position and the limit: neither on the order of questions nor on who asks. Only such evaluations
can be remembered; `question` says under what.
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
    EngineMove,
    EngineProcess,
    EngineProgram,
    EngineProtocol,
    EngineTrouble,
    Hung,
    NeverGreeted,
    OptionValue,
    Wait,
    find_engine,
    found_engines,
    get_engine,
)
from motif.errors import BadArgument, BadPosition, EngineFailed
from motif.runtime.closing import ClosedAfterUse

__all__ = [
    "Engine",
    "EngineMove",
    "EngineProgram",
    "EngineProtocol",
    "Patience",
    "find_engine",
    "found_engines",
    "get_engine",
]

T = TypeVar("T")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds an engine may take before it counts as hung: to start, and for one search.

    A search limited in time has the margin on top of it; a deep one without may rightly need more than the default,
    but whoever searches says something before long.
    """

    start: float = 10.0
    search: float = 120.0
    margin: float = 10.0
    silent: float = 20.0

    def for_search(self, limit: Limit) -> Wait:
        """How long a search under a limit may take."""
        if limit.seconds is None:
            return Wait(self.search, self.silent)
        return Wait(limit.seconds + min(self.margin, self.search), due=limit.seconds)


class Engine(ClosedAfterUse):
    """An engine program as an evaluator and as a player, started when it is first needed.

    An evaluator that hangs or dies is killed, restarted and asked once more; EngineFailed is raised if that fails too,
    and at once for one that has hung without ever answering.
    A player is not: it has lost its game. Either can still be used afterwards.
    It may be pickled, and starts anew in the process it arrives in.
    Close it, or use it in a `with` statement.
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
        self._game = object()
        self._has_answered = False
        self._is_told = False

    @property
    def name(self) -> str:
        """What the engine calls itself, such as "Stockfish 15.1"; starts it."""
        if self._name is None:
            self.start()
        return self._name or self.program.name

    def start(self, limit: Limit | None = None) -> None:
        """Start the engine now and not with the first question.

        Refuses options that it does not have, and a limit that it cannot keep.
        """

        def check(process: EngineProcess) -> None:
            if limit is not None:
                _check_nodes(limit, process)

        self._persist(check)

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """One evaluation for each board, in their order.

        Only the position counts, not the moves that led to it. The option Threads has effect only when the limit
        is one of time.
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
        """The best moves, each with its line, best first; only one if the engine cannot give several."""
        if count < 1:
            raise BadArgument(f"cannot look for {count} candidate moves; at least 1 is needed")
        _check_limit(limit)
        _check_position(board)
        # What the engine sees is what the answer is remembered under: no history, no move number.
        bare = chess.Board(f"{position_text(board)} 1", chess960=board.chess960)
        if final := evaluation_if_over(bare):
            return [final]

        def analyse(process: EngineProcess) -> tuple[Evaluation, ...]:
            # The new game that this begins also clears the memory of earlier positions: on `ucinewgame` Stockfish
            # does all that its button Clear Hash does, and GNU Chess empties its hash table as well.
            options = _single_thread(process, limit)
            return process.analyse(bare, limit, lines, options, self.patience.for_search(limit))

        # An engine that does not even start is not at odds with the position.
        lines = self._persist(lambda process: _lines(process, bare, limit, count))
        with self._lock:
            self._restart_unless_fit(limit, afresh=not limit.is_timed)
            answer = self._persist(analyse, board)
            self._has_answered = True
            return list(answer)

    def cache_key(self, board: chess.Board, limit: Limit, lines: int) -> CacheKey | None:
        """What an answer is remembered under; None for a limit of time, when no two answers need be the same."""
        if limit.is_timed:
            return None
        _check_limit(limit)
        _check_position(board)

        def question(process: EngineProcess) -> CacheKey:
            return CacheKey(
                # Arguments may name a network, so the same engine with others is not the same judge.
                engine=shlex.join([process.name, *self.program.arguments]),
                options=json.dumps(self.options | _single_thread(process, limit), sort_keys=True),
                position=position_text(board),
                limit=str(limit),
                lines=_lines(process, board, limit, lines),
            )

        return self._persist(question)

    def play(self, board: chess.Board, limit: Limit) -> EngineMove:
        """The move the engine plays in its current game; it is told of all moves on the board's stack."""
        _check_position(board)
        if not any(board.legal_moves):
            raise BadArgument(f"the game is over, there is nothing to play in {board.fen()}")
        _check_limit(limit)

        def play(process: EngineProcess) -> EngineMove:
            _check_nodes(limit, process)
            return process.play(board, limit, self._game, self.patience.for_search(limit))

        with self._lock:
            self._restart_unless_fit(limit, afresh=False)
            try:
                return self._attempt(play)
            except EngineTrouble as trouble:
                raise self._failed(trouble, board) from trouble

    def new_game(self) -> None:
        """Let the next move that is played begin a new game, for which the engine forgets the last one."""
        self._game = object()

    def close(self) -> None:
        """End the engine's process; the next question would start another."""
        with self._lock:
            if self._process is not None and self._process.belongs_here:
                self._give_up().close()

    def __reduce__(self) -> tuple[type[Engine], tuple[object, ...]]:
        return type(self), (self.program, self.options, self.patience)

    def __repr__(self) -> str:
        return f"Engine({self.program!r}, {self.options!r})"

    def _restart_unless_fit(self, limit: Limit, afresh: bool) -> None:
        if self._process is not None and not self._process.is_fit_for(limit, afresh):
            self.close()

    def _persist(self, action: Callable[[EngineProcess], T], board: chess.Board | None = None) -> T:
        """Do something with the running engine; after trouble, once more with a new one."""
        with self._lock:
            try:
                return self._attempt(action)
            except Hung as trouble:
                if isinstance(trouble, NeverGreeted) or not self._has_answered:
                    raise self._failed(trouble, None if isinstance(trouble, NeverGreeted) else board) from trouble
                if not self._is_told:
                    self._is_told = True
                    logger.warning("%s %s; it is started anew and asked once more", self._name, trouble)
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
            # Trouble, or Ctrl-C in the middle of a search: what the engine does now, nobody can say.
            self._give_up().kill()
            raise

    def _running(self) -> EngineProcess:
        if self._process is None:
            self._process = EngineProcess(self.program, self.options, self.patience.start)
            self._name = self._process.name
            self._safeguard = weakref.finalize(self, self._process.release)
        elif not self._process.belongs_here:
            raise EngineFailed(
                f"{self._name} was started before this process was forked and cannot be used in it",
                hint="start worker processes with spawn, or give each an engine of its own",
            )
        return self._process

    def _give_up(self) -> EngineProcess:
        process, self._process = self._process, None
        assert process is not None
        self._safeguard.detach()
        return process


def _single_thread(process: EngineProcess, limit: Limit) -> dict[str, OptionValue]:
    # Several threads race each other, so that no two searches are alike.
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
    # Engines do not check what they are given; many crash, some loop for ever.
    if not board.is_valid():
        raise BadPosition(f"not a legal position: {board.fen()} ({board.status()!s})")
