"""Advise opening moves: those that masters played in the position or, outside the book, those of the nearest cases.

In centipawns above the average legal move, a book move is worth PLAYED_CP + SHARE_CP * s, where s is the share of the
games in which it was played. A case's move is worth NEAREST_CP - DISTANCE_CP_PER_SQUARE * d + AGREEMENT_CP * a, where d
is the distance of the nearest case with that move, and a the share of the retrieved cases that continue with it, among
those with a legal next move. experiments/opening-advice fitted the numbers; docs/openings.md gives their error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import chess

from motif._core.search import Searcher
from motif.advice import Advice, Player, Reason, Searching
from motif.board.drawing import Arrow, Colour
from motif.board.wording import listed
from motif.engines.limits import Limit
from motif.openings.book import Book, PlayedMove, clause, openings_of, shipped_book, with_the
from motif.openings.cases import Case, CaseBase, shipped_cases
from motif.runtime.closing import close

# Retrieve the nearest cases to a position, as in the paper.


class CaseOrder(StrEnum):
    """The order in which the next moves of the retrieved cases are tried."""

    LONGEST_FIRST = "longest first"
    AS_GIVEN = "as given"


class Breadth(StrEnum):
    """Which cases are retrieved: the paper's final choice (fuzzy) and the two that it tried before."""

    ONE = "one"
    """The first case of the file at the smallest distance."""
    EQUAL = "equal"
    """Every case at the smallest distance."""
    FUZZY = "fuzzy"
    """Every case less than two squares beyond the smallest distance."""


@dataclass(frozen=True, slots=True)
class Match:
    """A retrieved case after `ply` of its moves: the number of squares that differ there, and the opening's name."""

    case: Case
    ply: int
    distance: int
    name: str

    @property
    def next_move(self) -> str | None:
        """The next move of the case; None after its last one."""
        return self.case.moves[self.ply] if self.ply < len(self.case) else None

    @property
    def turn(self) -> chess.Color:
        """The side to move in the case."""
        return chess.WHITE if self.ply % 2 == 0 else chess.BLACK

    def board(self) -> chess.Board:
        """Return the position of the case."""
        board = chess.Board()
        for move in self.case.moves[: self.ply]:
            board.push_san(move)
        return board

    def differing(self, board: chess.Board) -> tuple[chess.Square, ...]:
        """Return the squares on which a position differs from the case."""
        own = self.board()
        return tuple(square for square in chess.SQUARES if board.piece_at(square) != own.piece_at(square))

    def sentence(self) -> str:
        """Describe how near the case is."""
        like = f"as in {with_the(self.name)}"
        if self.distance == 0:
            return like
        squares = "1 square differs" if self.distance == 1 else f"{self.distance} squares differ"
        return f"{like}, {squares}"


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The cases retrieved for a position, in the order in which their next moves are tried.

    The paper compares boards only, so White may be advised what Black played in the same position. With `turn_counts`
    only cases with the same side to move count.
    """

    board: chess.Board
    matches: tuple[Match, ...]
    turn_counts: bool = True

    @property
    def distance(self) -> int | None:
        """The distance of the nearest case; None if the base is empty."""
        return min((match.distance for match in self.matches), default=None)

    def legal(self) -> Iterator[tuple[chess.Move, Match]]:
        """Yield each retrieved case whose next move is legal here, with that move."""
        for match in self.matches:
            text = match.next_move
            if text is None or (self.turn_counts and match.turn != self.board.turn):
                continue
            try:
                yield self.board.parse_san(text), match
            except ValueError:
                continue

    def first(self) -> tuple[chess.Move, Match] | None:
        """Return the move to play and its case; None if no retrieved case continues with a legal move."""
        return next(self.legal(), None)


def distance_to(base: CaseBase, board: chess.Board) -> int | None:
    """Return the number of squares on which the nearest case differs; None if the base is empty."""
    if board.board_fen() == chess.STARTING_BOARD_FEN and len(base):
        return 0
    return min((distance for _, _, distance in base.core.retrieve(board, True).tolist()), default=None)


def retrieve(
    base: CaseBase,
    board: chess.Board,
    order: CaseOrder = CaseOrder.LONGEST_FIRST,
    breadth: Breadth = Breadth.FUZZY,
) -> Retrieval:
    """Return the cases nearest to a position.

    >>> board = chess.Board("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    >>> retrieve(shipped_cases(), board).first()[0].uci()
    'g1f3'
    """
    longest_first = order is CaseOrder.LONGEST_FIRST and breadth is not Breadth.ONE
    rows = base.core.retrieve(board, longest_first).tolist()
    if board.board_fen() == chess.STARTING_BOARD_FEN:
        # The paper compares the boards after each move, but every case begins here, at distance 0.
        lengths = [len(case) if longest_first else 0 for case in base.cases]
        rows = [(line, 0, 0) for line in sorted(range(len(base)), key=lambda line: -lengths[line])]
    if breadth is not Breadth.FUZZY:
        least = min((distance for _, _, distance in rows), default=0)
        rows = [row for row in rows if row[2] == least]
        rows = rows[:1] if breadth is Breadth.ONE else rows
    names = openings_of(base)
    matches = (
        Match(base.cases[line], ply, distance, names.name_at(line, ply) or base.cases[line].name)
        for line, ply, distance in rows
    )
    return Retrieval(board, tuple(matches))


PLAYED_CP = 39.3
SHARE_CP = 58.5

NEAREST_CP = 69.5
DISTANCE_CP_PER_SQUARE = 2.6
AGREEMENT_CP = 69.5

LEAST_SHARE = 0.01
"""A move played in a smaller share of the games is described by `theory_of`, but not advised."""

FURTHEST = 6
"""The adviser is silent if the nearest case differs on more squares than this."""

PLAN_PLIES = 4
"""The number of moves of a case that are shown as its plan."""

SOURCE = "openings"


class OpeningAdviser:
    """Advises moves that masters played, the most frequent first; outside the book, the next moves of near cases.

    The shipped cases come with the shipped book; other cases have no book unless one is given.

    >>> board = chess.Board("rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6")
    >>> print(OpeningAdviser(shipped_cases()).advise(board)[0].because.english.partition(";")[0])
    Be3 is played in 36 % of 701 master games here and scores 59 %
    """

    def __init__(self, base: CaseBase, furthest: int = FURTHEST, book: Book | None = None) -> None:
        self._base = base
        self._furthest = furthest
        self._given = book

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return the book moves of the position or, without any, the distinct legal next moves of the nearest cases."""
        book = self._book
        moves = book.moves(board) if book else []
        if not moves and (distance_to(self._base, board) or 0) > self._furthest:
            # Most positions are far from every case: return before the names of openings are loaded.
            return []
        retrieval = retrieve(self._base, board)
        if book and moves:
            advised = [advice_by_book(retrieval, played, book) for played in moves if played.share >= LEAST_SHARE]
        else:
            advised = [advice_from(retrieval, move) for move in dict.fromkeys(move for move, _ in retrieval.legal())]
        return sorted(advised, key=lambda advice: advice.rank)

    @property
    def _book(self) -> Book | None:
        # The shipped book is loaded when it is first needed.
        return self._given or (shipped_book() if self._base is shipped_cases() else None)


def advice_by_book(retrieval: Retrieval, played: PlayedMove, book: Book) -> Advice:
    """Return advice to play a book move, with the plan of the longest case that continues with it."""
    english = clause(retrieval.board, played, book)
    for move, match in retrieval.legal():
        plan = match.case.moves[match.ply + 1 : match.ply + 1 + PLAN_PLIES]
        if move == played.move and match.distance == 0 and plan:
            name, follow = with_the(match.case.name), f"{listed(plan)} {'follow' if len(plan) > 1 else 'follows'}"
            english += f", where {follow}" if english.endswith(f"to {name}") else f". In {name} {follow}"
            break
    return Advice(played.move, PLAYED_CP + SHARE_CP * played.share, Reason(SOURCE, english))


def advice_from(retrieval: Retrieval, move: chess.Move, match: Match | None = None) -> Advice:
    """Return advice to play a move because of a given case or, by default, of the nearest case that plays it."""
    legal = list(retrieval.legal())
    votes = [vote for advised, vote in legal if advised == move]
    match = match or min(votes, key=lambda vote: vote.distance, default=None)
    agreement = len(votes) / len(legal) if legal else 0.0
    weight = case_worth_cp(match.distance if match else 0, agreement)
    return Advice(move, weight, _reason(retrieval.board, move, match))


def case_worth_cp(distance: int, agreement: float) -> float:
    """Return the expected gain of a case's move over the average legal move in centipawns."""
    return NEAREST_CP - DISTANCE_CP_PER_SQUARE * distance + AGREEMENT_CP * agreement


def _reason(board: chess.Board, move: chess.Move, match: Match | None) -> Reason:
    if match is None:
        return Reason(SOURCE, f"{board.san(move)} is how this player always begins")
    squares = match.differing(board)
    marks = tuple(Arrow(square, colour=Colour.YELLOW) for square in squares)
    return Reason(SOURCE, f"{board.san(move)} {match.sentence()}", squares, marks)


# A player that opens with the cases and leaves the rest of the game to another player.

_FIRST_MOVES = {
    chess.Board().board_fen(): chess.Move.from_uci("e2e4"),
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR": chess.Move.from_uci("c7c5"),
}


@dataclass(frozen=True, slots=True)
class OpeningStyle:
    """How a player follows cases: in which order, up to which distance, and whether the side to move must agree.

    By default a case is followed only if no square differs; a transposition counts.
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
    """Plays the moves of cases as long as it finds one; from then on `other` plays."""

    def __init__(self, base: CaseBase, other: Player, style: OpeningStyle | None = None) -> None:
        self._base = base
        self._style = style or OpeningStyle()
        self.other = other
        self.moves_by_case = 0
        """The number of moves of this game that came from cases."""
        self._in_book = True

    def new_game(self, seed: int) -> None:
        """Start with the cases again; the seed goes to the other player."""
        self.moves_by_case = 0
        self._in_book = True
        self.other.new_game(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """Return the move of the nearest case, or the other player's."""
        return self.prepared(board) or self.other.choose(board, limit)

    def prepared(self, board: chess.Board) -> Advice | None:
        """Return the move of the nearest case; None from the first position without one to the end of the game."""
        if not self._in_book:
            return None
        retrieval = retrieve(self._base, board, self._style.order, self._style.breadth)
        retrieval = replace(retrieval, turn_counts=self._style.turn_counts)
        first = _FIRST_MOVES.get(board.board_fen())
        advice: Advice | None = None
        if first is not None and board.is_legal(first):
            advice = advice_from(retrieval, first)
        elif (nearest := retrieval.first()) and nearest[1].distance <= self._style.furthest:
            advice = advice_from(retrieval, *nearest)
        if advice is None:
            self._in_book = False
        else:
            self.moves_by_case += 1
        return advice

    @property
    def searcher(self) -> Searcher | None:
        """The other player's search, for callers that watch or stop it."""
        return self.other.searcher if isinstance(self.other, Searching) else None

    def close(self) -> None:
        """Close the other player, if it can be closed."""
        close(self.other)
