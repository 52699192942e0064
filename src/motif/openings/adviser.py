"""Advise opening moves, and play them: a master's moves in the book or, outside it, those of the nearest cases.

In centipawns above the average legal move, a book move is worth PLAYED_CP + SHARE_CP * s, where s is the share of the
games in which it was played. A case's move is worth NEAREST_CP - DISTANCE_CP_PER_SQUARE * d + AGREEMENT_CP * a, where d
is the distance of the nearest case with that move, and a the share of the retrieved cases that continue with it, among
those with a legal next move. experiments/opening-advice fitted the numbers; docs/openings.md gives their error.

`OpeningPlayer` plays the moves of the nearest cases and leaves the rest of the game to another player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import chess

from motif._core.search import Searcher
from motif.advice import Advice, Player, Reason, Searching
from motif.board.drawing import Arrow, Colour
from motif.board.wording import listed
from motif.engines.limits import Limit
from motif.openings.book import MoveBook, PlayedMove, shipped_book
from motif.openings.cases import CaseBase, shipped_cases
from motif.openings.counted_book import CountedBook
from motif.openings.names import clause, with_the
from motif.openings.open_book import AnyBook
from motif.openings.polyglot import PolyglotBook
from motif.openings.retrieval import (
    BookMatch,
    Breadth,
    CaseOrder,
    Match,
    Retrieval,
    distance_to,
    retrieve,
    retrieve_from_book,
)
from motif.runtime.files import close

PLAYED_CP = 39.3
SHARE_CP = 58.5
NEAREST_CP = 69.5
DISTANCE_CP_PER_SQUARE = 2.6
AGREEMENT_CP = 69.5
"""The fitted numbers of the formulas above."""

LEAST_SHARE = 0.01
"""A move played in a smaller share of the games is described by `theory_of`, but not advised."""

FURTHEST_SQUARES = 6
"""The adviser is silent if the nearest case differs on more squares than this."""

PLAN_PLIES = 4
"""The number of moves of a case that are shown as its plan."""

SOURCE = "openings"

_FIRST_MOVES = {
    chess.Board().board_fen(): chess.Move.from_uci("e2e4"),
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR": chess.Move.from_uci("c7c5"),
}


class OpeningAdviser:
    """Advises the moves that masters played most or, outside the book, what was played in similar positions.

    Only the shipped cases come with a book; give one to use with your own.

    >>> board = chess.Board("rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6")
    >>> print(OpeningAdviser(shipped_cases()).advise(board)[0].because.english.partition(";")[0])
    Be3 is played in 36 % of 701 master games here and scores 59 %
    """

    def __init__(self, base: AnyBook, furthest: int = FURTHEST_SQUARES, book: MoveBook | None = None) -> None:
        self._base = base
        self._furthest = furthest
        self._given = book

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return the book moves of the position or, without any, the distinct legal next moves of the nearest cases."""
        book = self._book
        moves = book.moves(board) if book else []
        retrieval = self._retrieve(board, in_book=bool(moves))
        if book and moves:
            advised = [advice_by_book(retrieval, played, book) for played in moves if played.share >= LEAST_SHARE]
        else:
            advised = [advice_from(retrieval, move) for move in dict.fromkeys(move for move, _ in retrieval.legal())]
        return sorted(advised, key=lambda advice: advice.rank)

    def _retrieve(self, board: chess.Board, *, in_book: bool) -> Retrieval[Match | BookMatch]:
        nothing: Retrieval[Match] = Retrieval(board, ())
        if isinstance(self._base, CaseBase):
            # Most positions are far from every case: return before the names of openings are loaded.
            is_far = not in_book and (distance_to(self._base, board) or 0) > self._furthest
            return nothing if is_far else retrieve(self._base, board)
        if in_book or not isinstance(self._base, CountedBook):
            return nothing
        retrieval = retrieve_from_book(self._base, board)
        return nothing if (retrieval.distance or 0) > self._furthest else retrieval

    @property
    def _book(self) -> MoveBook | None:
        if self._given:
            return self._given
        if not isinstance(self._base, CaseBase):
            return self._base
        # The shipped book is loaded when it is first needed.
        return shipped_book() if self._base is shipped_cases() else None


def advice_by_book(retrieval: Retrieval[Match | BookMatch], played: PlayedMove, book: MoveBook) -> Advice:
    """Return advice to play a book move, with the plan of the longest case that continues with it."""
    english = clause(retrieval.board, played, book)
    for move, match in retrieval.legal():
        if isinstance(match, BookMatch):
            break
        plan = match.case.moves[match.ply + 1 : match.ply + 1 + PLAN_PLIES]
        if move == played.move and match.distance == 0 and plan:
            name, follow = with_the(match.case.name), f"{listed(plan)} {'follow' if len(plan) > 1 else 'follows'}"
            english += f", where {follow}" if english.endswith(f"to {name}") else f". In {name} {follow}"
            break
    return Advice(played.move, PLAYED_CP + SHARE_CP * played.share, Reason(SOURCE, english))


def advice_from(
    retrieval: Retrieval[Match | BookMatch], move: chess.Move, match: Match | BookMatch | None = None
) -> Advice:
    """Return advice to play a move, based on a given case or, by default, on the nearest case that plays it."""
    legal = list(retrieval.legal())
    votes = [vote for advised, vote in legal if advised == move]
    match = match or min(votes, key=lambda vote: vote.distance, default=None)
    agreement = len(votes) / len(legal) if legal else 0.0
    weight = case_worth_cp(match.distance if match else 0, agreement)
    return Advice(move, weight, _reason(retrieval.board, move, match))


def case_worth_cp(distance: int, agreement: float) -> float:
    """Return how much better a case's move should be than the average legal move, in centipawns."""
    return NEAREST_CP - DISTANCE_CP_PER_SQUARE * distance + AGREEMENT_CP * agreement


def _reason(board: chess.Board, move: chess.Move, match: Match | BookMatch | None) -> Reason:
    if match is None:
        return Reason(SOURCE, f"{board.san(move)} is how this player always begins")
    squares = match.differing(board)
    marks = tuple(Arrow(square, colour=Colour.YELLOW) for square in squares)
    return Reason(SOURCE, f"{board.san(move)} {match.sentence()}", squares, marks)


@dataclass(frozen=True, slots=True)
class OpeningStyle:
    """How a player follows cases: their order, their maximum distance, and whether the side to move must be the same.

    By default a case is followed only if no square differs; a transposition may lead there.
    """

    order: CaseOrder = CaseOrder.LONGEST_FIRST
    furthest: int = 0
    turn_counts: bool = True
    breadth: Breadth = Breadth.FUZZY


PAPER_STYLE = OpeningStyle(furthest=64, turn_counts=False)
"""Follow the nearest case at any distance, with either side to move."""

STYLES = {
    "paper": PAPER_STYLE,
    "paper-one": replace(PAPER_STYLE, breadth=Breadth.ONE),
    "paper-equal": replace(PAPER_STYLE, breadth=Breadth.EQUAL),
}
"""The paper's final retrieval and the two that it tried before: one nearest case, and all equally near ones."""


class OpeningPlayer:
    """Plays the moves of opening cases; once no case fits the position, `other` plays the rest of the game."""

    def __init__(self, base: AnyBook, other: Player, style: OpeningStyle | None = None) -> None:
        self._base = base
        self._style = style or OpeningStyle()
        self.other = other
        self.moves_by_case = 0
        """The number of moves of this game that came from cases."""
        self._in_book = True

    def new_game(self, seed: int) -> None:
        """Begin with the cases again; the seed is for the other player."""
        self.moves_by_case = 0
        self._in_book = True
        self.other.new_game(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """Return the move of the nearest case, or the other player's."""
        return self.prepared(board) or self.other.choose(board, limit)

    def prepared(self, board: chess.Board) -> Advice | None:
        """Return the move of the nearest case; None if there is none now or was none earlier in the game."""
        if not self._in_book:
            return None
        advice = (
            self._by_cases(self._base, board) if isinstance(self._base, CaseBase) else self._by_book(self._base, board)
        )
        if advice is None:
            self._in_book = False
        else:
            self.moves_by_case += 1
        return advice

    def _by_cases(self, base: CaseBase, board: chess.Board) -> Advice | None:
        retrieval = retrieve(base, board, self._style.order, self._style.breadth)
        retrieval = replace(retrieval, turn_counts=self._style.turn_counts)
        first = _FIRST_MOVES.get(board.board_fen())
        if first is not None and board.is_legal(first):
            return advice_from(retrieval, first)
        nearest = retrieval.first()
        return advice_from(retrieval, *nearest) if nearest and nearest[1].distance <= self._style.furthest else None

    def _by_book(self, book: CountedBook | PolyglotBook, board: chess.Board) -> Advice | None:
        """Return the most frequent move of a book or, if the style allows it, of its nearest position."""
        if played := book.moves(board):
            return advice_by_book(Retrieval(board, ()), played[0], book)
        if not self._style.furthest or not isinstance(book, CountedBook):
            return None
        retrieval = retrieve_from_book(book, board, turn_counts=self._style.turn_counts)
        nearest = retrieval.first()
        return advice_from(retrieval, *nearest) if nearest and nearest[1].distance <= self._style.furthest else None

    @property
    def searcher(self) -> Searcher | None:
        """The other player's search, for callers that watch or stop it."""
        return self.other.searcher if isinstance(self.other, Searching) else None

    def close(self) -> None:
        close(self.other)
