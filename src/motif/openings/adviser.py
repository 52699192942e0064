"""What masters played here; and where their games end, what the nearest cases advise, with what such advice is worth.

A move of the book is worth WORTH_PLAYED + WORTH_OF_SHARE * s centipawns over the average legal move, s being its share
of the games here. The weight of a case's move follows from the
distance d of the nearest case that plays it, and the agreement a, the share of retrieved cases with a legal next move
that go on with it: WORTH_AT_HAND - WORTH_LOST_PER_SQUARE * d + WORTH_OF_AGREEMENT * a.
The numbers were fitted by experiments/opening-advice; docs/openings.md gives their error on held-out games.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess

from motif.advice import Advice, Reason
from motif.board.drawing import Arrow, Colour
from motif.board.english import listed
from motif.openings.book import Book, PlayedMove, shipped_book
from motif.openings.case_files import shipped_cases
from motif.openings.cases import CaseBase
from motif.openings.names import with_the
from motif.openings.retrieval import CaseOrder, Match, Retrieval, distance_to, retrieve
from motif.openings.theory import clause

WORTH_PLAYED = 39.3
WORTH_OF_SHARE = 58.5

WORTH_AT_HAND = 69.5
WORTH_LOST_PER_SQUARE = 2.6
WORTH_OF_AGREEMENT = 69.5

LEAST_SHARE = 0.01
"""Of the games through a position: what fewer masters chose is known to `theory_of`, but not advised."""

FURTHEST = 6
"""The adviser is silent when the nearest case differs on more squares than this."""

PLAN_PLIES = 4
"""How much of a case is told as its plan."""

SOURCE = "openings"


class OpeningAdviser:
    """Advises what masters played, the most played first; elsewhere the next moves of the nearest cases, if near.

    The book is by default the one that ships, for the cases that ship; other cases advise alone.

    >>> board = chess.Board("rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6")
    >>> print(OpeningAdviser(shipped_cases()).advise(board)[0].because.english.partition(";")[0])
    Be3 is played in 36 % of 701 master games here and scores 59 %
    """

    def __init__(self, base: CaseBase, furthest: int = FURTHEST, book: Book | None = None) -> None:
        self._base = base
        self._furthest = furthest
        self._given = book

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Each move that was played here; or each different next move of the retrieved cases that is legal here."""
        book = self._book
        moves = book.moves(board) if book else []
        if not moves and (distance_to(self._base, board) or 0) > self._furthest:
            # Most positions are far from every case; nobody then asks for the names of cases.
            return []
        retrieval = retrieve(self._base, board, CaseOrder.LONGEST_FIRST)
        if book and moves:
            advised = [advice_by_book(retrieval, played, book) for played in moves if played.share >= LEAST_SHARE]
        else:
            advised = [advice_from(retrieval, move) for move in dict.fromkeys(move for move, _ in retrieval.legal())]
        return sorted(advised, key=lambda advice: advice.rank)

    @property
    def _book(self) -> Book | None:
        # Read only when somebody asks.
        return self._given or (shipped_book() if self._base is shipped_cases() else None)


def advice_by_book(retrieval: Retrieval, played: PlayedMove, book: Book) -> Advice:
    """The advice to play what masters played, with the plan of the longest case that does."""
    english = clause(retrieval.board, played, book)
    for move, match in retrieval.legal():
        plan = match.case.moves[match.ply + 1 : match.ply + 1 + PLAN_PLIES]
        if move == played.move and match.distance == 0 and plan:
            name, follow = with_the(match.case.name), f"{listed(plan)} {'follow' if len(plan) > 1 else 'follows'}"
            english += f", where {follow}" if english.endswith(f"to {name}") else f". In {name} {follow}"
            break
    return Advice(played.move, worth_played(played), Reason(SOURCE, english))


def worth_played(played: PlayedMove) -> float:
    """The expected gain of a move of the book over the average legal move in centipawns."""
    return WORTH_PLAYED + WORTH_OF_SHARE * played.share


def advice_from(retrieval: Retrieval, move: chess.Move, match: Match | None = None) -> Advice:
    """The advice to play this move, on the word of this case, or of the first and nearest one that plays it."""
    legal = list(retrieval.legal())
    votes = [vote for advised, vote in legal if advised == move]
    match = match or min(votes, key=lambda vote: vote.distance, default=None)
    agreement = len(votes) / len(legal) if legal else 0.0
    distance = match.distance if match else 0
    return Advice(move, worth(distance, agreement), _reason(retrieval.board, move, match))


def worth(distance: int, agreement: float) -> float:
    """The expected gain over the average legal move in centipawns."""
    return WORTH_AT_HAND - WORTH_LOST_PER_SQUARE * distance + WORTH_OF_AGREEMENT * agreement


def _reason(board: chess.Board, move: chess.Move, match: Match | None) -> Reason:
    if match is None:
        return Reason(SOURCE, f"{board.san(move)} is how this player always begins")
    squares = match.differing(board)
    marks = tuple(Arrow(square, colour=Colour.YELLOW) for square in squares)
    return Reason(SOURCE, f"{board.san(move)} {match.sentence()}", squares, marks)
