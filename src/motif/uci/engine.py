"""Offer every player through the Universal Chess Interface, for chess programs and match runners.

The player thinks in a separate thread while the reader listens, so that `isready` and `stop` are answered at any time.
A player that is `Searching` reports its progress and can be stopped; any other player is waited for. Invalid
input is answered with an `info string`, never with silence or a traceback.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from threading import Event, Lock, Thread
from time import monotonic

import chess

from motif import __version__
from motif._core.search import Searcher, SearchInfo, SearchLine
from motif.advice import Advice, Advised, Adviser, Explaining, Player, Prepared, Searching
from motif.engines.limits import DEEPEST, UCI_MOVE_LIMIT, Limit
from motif.errors import BadArgument, MotifError, nearest
from motif.runtime.files import close
from motif.search.player import reason
from motif.uci.protocol import (
    LEAST,
    OVERHEAD_SECONDS,
    Go,
    Strength,
    options_for,
    read_go,
    read_option,
    read_position,
    wdl,
)

MOST_PIECES_IN_TABLES = 7


class UciSession:
    """A conversation with a GUI: commands come in, and `say` sends lines out."""

    def __init__(
        self,
        name: str,
        player: Player,
        say: Callable[[str], None],
        make: Callable[[str], Player] | None = None,
        tables: Callable[[str], Adviser] | None = None,
    ) -> None:
        self.name = name
        self._player = player
        self._make = make
        self._make_tables = tables
        self._strength = Strength.of(name)
        self._playing = name
        self._options = options_for(name)
        self._megabytes: int | None = None
        self._overhead_seconds = OVERHEAD_SECONDS
        self._threads: int | None = None
        self._tables: Adviser | None = None
        self.shows_wdl = False
        self._write = say
        self._writing = Lock()
        self._board = chess.Board()
        self._seed = 0
        self._lines = 1
        self._is_new = True
        self._thinking: _Thinking | None = None

    def run(self, commands: Iterable[str]) -> None:
        """Answer commands until `quit` or the end of the input."""
        for command in commands:
            word, _, rest = command.strip().partition(" ")
            if word == "quit":
                break
            try:
                self._answer(word, rest.strip())
            except MotifError as error:
                self.say(f"info string error: {error}")
        self._end_thinking()
        if self._playing != self.name:
            close(self._player)

    def say(self, line: str) -> None:
        """Send a line; may be called from the thinking thread, too."""
        with self._writing:
            self._write(line)

    def _answer(self, word: str, rest: str) -> None:
        if word == "uci":
            self._introduce()
        elif word == "isready":
            self.say("readyok")
        elif word == "ucinewgame":
            self._end_thinking()
            self._is_new = True
        elif word == "setoption":
            self._end_thinking()
            self._set_option(*read_option(rest))
        elif word == "position":
            self._end_thinking()
            self._set_position(read_position(rest))
        elif word == "go":
            self._end_thinking()
            self._go(read_go(rest, self._board, self._overhead_seconds))
        elif word == "stop" and self._thinking:
            self._thinking.stop()
        elif word == "ponderhit" and self._thinking:
            self._thinking.ponder_hit()
        elif word not in {"", "stop", "ponderhit", "debug", "register"}:
            self.say(f"info string error: unknown command {word!r}")

    def _introduce(self) -> None:
        self.say(f"id name Motif {__version__} {self.name}")
        self.say("id author the Motif authors")
        for name, option in self._options.items():
            self.say(f"option name {name} {option.announced}")
        self.say("uciok")

    def _set_option(self, typed: str, value: str) -> None:
        name = next((name for name in self._options if name.lower() == typed), None)
        if name is None:
            raise BadArgument(f"there is no option {typed!r}", hint=nearest(typed, self._options))
        read = self._options[name].read(name, value)
        searcher = _searcher(self._player)
        if name == "Hash":
            self._megabytes = int(value)
            if searcher:
                searcher.resize(self._megabytes)
        elif name == "Clear Hash" and searcher:
            searcher.new_game()
        elif name == "Threads":
            self._threads = int(value)
            if searcher:
                searcher.engage(self._threads)
        elif name == "Move Overhead":
            self._overhead_seconds = int(value) / 1000
        elif name == "MultiPV":
            self._lines = int(value)
        elif name == "Seed":
            self._seed = int(value)
            self._is_new = True
        elif name == "UCI_ShowWDL":
            self.shows_wdl = bool(read)
        elif name == "SyzygyPath":
            self._tables = self._make_tables(value) if read and self._make_tables else None
        else:
            self._strength = self._strength.with_option(name, read)

    def _change_player(self) -> None:
        """Change the player if the options ask for another one; report a player that cannot be made."""
        wanted = self._strength.name
        if wanted == self._playing or self._make is None:
            return
        player = self._make(wanted)
        if self._playing != self.name:
            close(self._player)
        self._player, self._playing, self._is_new = player, wanted, True
        if searcher := _searcher(player):
            if self._megabytes is not None:
                searcher.resize(self._megabytes)
            if self._threads is not None:
                searcher.engage(self._threads)

    def by_tables(self, board: chess.Board) -> Advice | None:
        """The best move by the endgame tables in SyzygyPath, if they know the position."""
        if self._tables is None or chess.popcount(board.occupied) > MOST_PIECES_IN_TABLES:
            return None
        return next(iter(self._tables.advise(board)), None)

    def _set_position(self, board: chess.Board) -> None:
        # A GUI that sends no `ucinewgame` still begins a new game when the old one does not lead here.
        before = self._board
        known = board.move_stack[: len(before.move_stack)] == before.move_stack and board.root() == before.root()
        self._is_new = self._is_new or not known
        self._board = board

    def _go(self, go: Go) -> None:
        if not any(self._board.legal_moves):
            self.say("info string error: there is no legal move in this position")
            self.say("bestmove 0000")
            return
        try:
            self._change_player()
        except MotifError as error:
            self.say(f"info string error: {error}; {self._playing} plays on")
            self._strength = replace(self._strength, has_book=False, is_limited=False)
        if self._is_new:
            self._player.new_game(self._seed)
            self._is_new = False
        self._thinking = _Thinking(self, self._player, self._board.copy(), go, self._lines)
        self._thinking.start()

    def _end_thinking(self) -> None:
        if self._thinking:
            self._thinking.stop()
            self._thinking.join()
            self._thinking = None


class _Thinking(Thread):
    """A player thinking about one position, which reports what it finds and, when allowed, the move."""

    def __init__(self, session: UciSession, player: Player, board: chess.Board, go: Go, lines: int) -> None:
        super().__init__(daemon=True)
        self._session = session
        self._player = player
        self._board = board
        self._go = go
        self._lines = lines
        self._begun = monotonic()
        self._released = Event()
        self._searching = False
        self._stopped = False
        self._clock_runs = not go.must_wait
        self._lock = Lock()
        if not go.must_wait:
            self._released.set()

    def stop(self) -> None:
        """End the search and send the move."""
        with self._lock:
            self._stopped = True
            searcher = _searcher(self._player)
            if searcher and self._searching:
                searcher.stop()
        self._released.set()

    def ponder_hit(self) -> None:
        """The opponent played the expected move, so from now on the player's own clock runs."""
        with self._lock:
            self._clock_runs, self._begun = True, monotonic()
            searcher = _searcher(self._player)
            if searcher and self._searching and self._go.time:
                searcher.limit_from_now(self._go.time.seconds, self._go.time.soft_seconds)
        if self._go.is_limited and not self._go.infinite:
            self._released.set()

    def run(self) -> None:
        """Think, wait until a move may be sent, and send the move with its reason."""
        ponder: chess.Move | None = None
        try:
            advice, ponder = self._think()
        except MotifError as error:
            self._session.say(f"info string error: {error}")
            # Any legal move is better than losing on time.
            advice = None
        self._released.wait()
        if advice is None:
            move = min(self._board.legal_moves, key=chess.Move.uci)
        else:
            move = advice.move
            self._session.say(f"info string {' '.join(str(advice.because).split())}")
        expected = f" ponder {ponder.uci()}" if ponder else ""
        self._session.say(f"bestmove {move.uci()}{expected}")

    def _think(self) -> tuple[Advice | None, chess.Move | None]:
        player = self._player
        if not self._go.moves and (advice := self._session.by_tables(self._board)):
            return advice, None
        if isinstance(player, Prepared) and not self._go.moves and (advice := player.prepared(self._board)):
            return advice, None
        searcher = _searcher(self._player)
        if searcher is None:
            return self._player.choose(self._board, self._limit()), None
        info = self._search(searcher)
        best = info.lines[0]
        ponder = best.moves[1] if len(best.moves) > 1 else None
        if isinstance(player, Explaining):
            return player.explained(self._board, info, self._kept()), ponder
        said = reason(self._session.name, self._board, info, best)
        return Advice(best.moves[0], None, said), ponder

    def _kept(self) -> float | None:
        """The seconds reserved for finding the reason; None if the GUI set no time."""
        if not isinstance(self._player, Explaining):
            return 0.0
        if self._stopped:
            return self._player.kept_for_the_reason(UCI_MOVE_LIMIT.seconds or 0.0)
        return self._player.kept_for_the_reason(self._go.time.soft_seconds) if self._go.time else None

    def _search(self, searcher: Searcher) -> SearchInfo:
        go, player = self._go, self._player
        advised = player.advised(self._board) if isinstance(player, Advised) else None
        seconds = soft_seconds = None
        with self._lock:
            self._searching = True
            if self._clock_runs and go.time:
                # Looking into tables, cases and tactics took time, too.
                used = (self._kept() or 0.0) + monotonic() - self._begun
                seconds, soft_seconds = max(LEAST, go.time.seconds - used), max(LEAST, go.time.soft_seconds - used)
            elif not go.is_limited and not go.must_wait:
                seconds = UCI_MOVE_LIMIT.seconds
        try:
            info = searcher.search(
                self._board,
                depth=1 if self._stopped else go.depth,
                nodes=go.nodes,
                seconds=seconds,
                soft_seconds=soft_seconds,
                multi_pv=min(self._lines, len(go.moves) or self._board.legal_moves.count()),
                moves=go.moves or None,
                advised=advised,
                on_iteration=self._report,
            )
        finally:
            with self._lock:
                self._searching = False
        return info

    def _report(self, info: SearchInfo) -> None:
        if self._stopped:
            # `stop` may come between the lock and the first node of the search, which would then not see it.
            searcher = _searcher(self._player)
            if searcher:
                searcher.stop()
        milliseconds = round(1000 * info.seconds)
        speed = round(info.nodes / info.seconds) if info.seconds > 0 else 0
        for number, line in enumerate(info.lines, start=1):
            variation = " ".join(move.uci() for move in line.moves)
            score = f"cp {line.centipawns}" if line.mate is None else f"mate {line.mate}"
            self._session.say(
                f"info depth {info.depth} seldepth {info.selective_depth} multipv {number} score {score}"
                f"{self._wdl(line)} nodes {info.nodes} nps {speed} time {milliseconds} pv {variation}"
            )

    def _wdl(self, line: SearchLine) -> str:
        if not self._session.shows_wdl:
            return ""
        if line.mate is not None:
            return " wdl 1000 0 0" if line.mate > 0 else " wdl 0 0 1000"
        return " wdl {} {} {}".format(*wdl(line.centipawns))

    def _limit(self) -> Limit:
        go = self._go
        if not go.is_limited:
            return UCI_MOVE_LIMIT
        return Limit(min(go.depth, DEEPEST) if go.depth else None, go.nodes, go.time.soft_seconds if go.time else None)


def serve(name: str, player: Player, make: Callable[[str], Player], tables: Callable[[str], Adviser]) -> None:
    """Speak UCI on standard input and output until `quit`; options may name other players, and endgame tables."""
    channel = sys.stdout

    def say(line: str) -> None:
        channel.write(f"{line}\n")
        channel.flush()

    UciSession(name, player, say, make, tables).run(sys.stdin or ())


def _searcher(player: Player) -> Searcher | None:
    return player.searcher if isinstance(player, Searching) else None
