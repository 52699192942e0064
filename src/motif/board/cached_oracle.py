"""An oracle that remembers: whatever it was asked once under the same conditions, it answers at once.

The last answers stay in memory, all of them in an `EvaluationCache` if there is one. An answer is remembered under who
gave it, with which settings, about which position and under which limit. Only what depends on nothing else is: an
answer that was limited in time depends on the machine, and is asked for anew.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

import chess

from motif.board.closing import ClosedAfterUse, close
from motif.board.evaluation_cache import EvaluationCache
from motif.board.limits import Limit
from motif.board.oracles import (
    Ablating,
    Accountable,
    Comparing,
    Evaluation,
    Following,
    Itemising,
    Oracle,
    Question,
    position_text,
    settled,
)
from motif.errors import BadArgument, CacheUnusable

MOST_IN_MEMORY = 20_000
"""Answers of some kilobyte each: about what a few hundred games ask."""

ASKED_AT_ONCE = 256
"""How many answers may be lost when work is interrupted: enough to keep every core busy."""

Answer = tuple[Evaluation, ...]


class Asking(NamedTuple):
    """What this one oracle is asked; a `Question` says as well who it is."""

    position: str
    limit: Limit
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Remembering:
    """How much stays in memory, and after how many answers they are written down."""

    most_in_memory: int = MOST_IN_MEMORY
    asked_at_once: int = ASKED_AT_ONCE


class CachedOracle(ClosedAfterUse):
    """Answers as the oracle would, and asks it only what is new. Close it, or use it in a `with` statement.

    A cache that cannot be written, on a full or read-only disk, is done without; `tell` hears of it once. It may be
    pickled if the oracle may, and takes the cache's file along, but not what is in memory.
    """

    def __init__(
        self,
        oracle: Oracle,
        cache: EvaluationCache | None = None,
        how: Remembering | None = None,
        tell: Callable[[str], object] = lambda _: None,
    ) -> None:
        self.oracle = oracle
        self._cache = cache
        self._how = how or Remembering()
        self._tell = tell
        self._recent = _Recent(self._how.most_in_memory)
        self._without: dict[frozenset[str], CachedOracle] = {}

    @property
    def name(self) -> str:
        """What the oracle calls itself."""
        return self.oracle.name

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """One evaluation for each board, in their order; a position that occurs twice is asked about once."""
        askings = [Asking(position_text(board), limit) for board in boards]
        answers: dict[Asking, Evaluation] = {}
        new: dict[Asking, chess.Board] = {}
        for asking, board in zip(askings, boards, strict=True):
            if asking in answers or asking in new:
                continue
            if remembered := self._remembered(asking, board):
                answers[asking] = remembered[0]
            else:
                new[asking] = board.copy(stack=False)
        for start in range(0, len(new), self._how.asked_at_once):
            batch = dict(islice(new.items(), start, start + self._how.asked_at_once))
            fresh = dict(zip(batch, self.oracle.evaluate(list(batch.values()), limit), strict=True))
            self._remember({asking: (answer,) for asking, answer in fresh.items()}, batch)
            answers |= fresh
        return [answers[asking] for asking in askings]

    def follow(self, boards: Sequence[chess.Board], limit: Limit, *, again: bool = False) -> list[Evaluation]:
        """What the oracle makes of a game; it depends on the other positions, so that nothing of it is remembered."""
        if not isinstance(self.oracle, Following):
            return self.evaluate(boards, limit)
        return self.oracle.follow(boards, limit, again=again)

    def candidates(self, board: chess.Board, limit: Limit, count: int) -> list[Evaluation]:
        """The best moves, each with its line, best first; none if the oracle does not compare moves."""
        if not isinstance(self.oracle, Comparing):
            return []
        asking = Asking(position_text(board), limit, count)
        answer = self._remembered(asking, board)
        if answer is None:
            bare = board.copy(stack=False)
            answer = tuple(self.oracle.candidates(bare, limit, count))
            self._remember({asking: answer}, {asking: bare})
        return list(answer)

    def terms(self, board: chess.Board, side: chess.Color) -> dict[str, float]:
        """Of what the oracle's judgement is made up; nothing if it cannot say."""
        return self.oracle.terms(board, side) if isinstance(self.oracle, Itemising) else {}

    @property
    def term_names(self) -> tuple[str, ...]:
        """What the oracle can do without; nothing if it has no terms."""
        return self.oracle.term_names if isinstance(self.oracle, Ablating) else ()

    def without(self, terms: Sequence[str]) -> CachedOracle:
        """The oracle with these terms counted as nought, which remembers its own answers."""
        if not isinstance(self.oracle, Ablating):
            raise BadArgument(f"{self.name} has no terms that could be left out")
        key = frozenset(terms)
        if key not in self._without:
            self._without[key] = CachedOracle(self.oracle.without(terms), self._cache, self._how, self._tell)
        return self._without[key]

    def close(self) -> None:
        """Close the oracle and let go of the cache's file; both open again at the next question."""
        close(self.oracle)
        if self._cache is not None:
            self._cache.close()

    def __reduce__(self) -> tuple[type[CachedOracle], tuple[object, ...]]:
        return type(self), (self.oracle, self._cache, self._how)

    def __repr__(self) -> str:
        return f"CachedOracle({self.oracle!r}, {self._cache!r})"

    def _question(self, asking: Asking, board: chess.Board) -> Question | None:
        if asking.limit.is_timed or settled(board.copy(stack=False)):
            # The oracle knows at once how a game ended that is over.
            return None
        if isinstance(self.oracle, Accountable):
            return self.oracle.question(board, asking.limit, asking.lines)
        return Question(self.oracle.name, "", asking.position, str(asking.limit), asking.lines)

    def _remembered(self, asking: Asking, board: chess.Board) -> Answer | None:
        answer = self._recent.get(asking)
        if answer is not None or self._cache is None:
            return answer
        question = self._question(asking, board)
        if question is None:
            return None
        try:
            answer = self._cache.get(question)
        except CacheUnusable as error:
            self._do_without(error)
        if answer is not None:
            self._recent.put(asking, answer)
        return answer

    def _remember(self, answers: Mapping[Asking, Answer], boards: Mapping[Asking, chess.Board]) -> None:
        asked = [(self._question(asking, boards[asking]), asking) for asking in answers]
        lasting = [(question, asking) for question, asking in asked if question is not None]
        for _, asking in lasting:
            self._recent.put(asking, answers[asking])
        if self._cache is not None and lasting:
            try:
                self._cache.put_all((question, answers[asking]) for question, asking in lasting)
            except CacheUnusable as error:
                self._do_without(error)

    def _do_without(self, error: CacheUnusable) -> None:
        self._cache = None
        self._tell(f"{error}; answers are remembered in memory alone")


@dataclass(slots=True)
class _Recent:
    """The answers that were wanted last, at most so many."""

    most: int
    _answers: OrderedDict[Asking, Answer] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, asking: Asking) -> Answer | None:
        with self._lock:
            answer = self._answers.get(asking)
            if answer is not None:
                self._answers.move_to_end(asking)
            return answer

    def put(self, asking: Asking, answer: Answer) -> None:
        with self._lock:
            self._answers[asking] = answer
            self._answers.move_to_end(asking)
            if len(self._answers) > self.most:
                self._answers.popitem(last=False)
