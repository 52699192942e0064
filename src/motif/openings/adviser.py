"""What masters played here; and where their games end, what the nearest cases advise, with what such advice is worth.

A move of the book is worth WORTH_PLAYED + WORTH_OF_SHARE * s centipawns over the average legal move, s being its share
of the games here. The weight of a case's move follows from the
distance d of the nearest case that plays it, and the agreement a, the share of retrieved cases with a legal next move
that go on with it: WORTH_AT_HAND - WORTH_LOST_PER_SQUARE * d + WORTH_OF_AGREEMENT * a.
The numbers were fitted by experiments/opening-advice; docs/openings.md gives their error on held-out games.
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

# The nearest cases to a position: the paper's retrieval, and the difference it makes on the board.


class CaseOrder(StrEnum):
    """Which of the retrieved cases is asked first for its next move."""

    LONGEST_FIRST = "longest first"
    AS_GIVEN = "as given"


class Breadth(StrEnum):
    """How many cases are retrieved, m being the least distance: the paper's last way, and two that it tried before."""

    ONE = "one"
    """A single case at m, the first of the file."""
    EQUAL = "equal"
    """Every case at m."""
    FUZZY = "fuzzy"
    """Every case nearer than m + 2."""


@dataclass(frozen=True, slots=True)
class Match:
    """A case that was retrieved, after how many of its moves, how many squares differ there, and its name there."""

    case: Case
    ply: int
    distance: int
    name: str

    @property
    def next_move(self) -> str | None:
        """What the case goes on with; None after its last move."""
        return self.case.moves[self.ply] if self.ply < len(self.case) else None

    @property
    def turn(self) -> chess.Color:
        """Who is to move in the case."""
        return chess.WHITE if self.ply % 2 == 0 else chess.BLACK

    def board(self) -> chess.Board:
        """The position of the case."""
        board = chess.Board()
        for move in self.case.moves[: self.ply]:
            board.push_san(move)
        return board

    def differing(self, board: chess.Board) -> tuple[chess.Square, ...]:
        """The squares on which a position differs from the case's."""
        mine = self.board()
        return tuple(square for square in chess.SQUARES if board.piece_at(square) != mine.piece_at(square))

    def sentence(self) -> str:
        """How near the case is, in English."""
        like = f"as in {with_the(self.name)}"
        if self.distance == 0:
            return like
        squares = "1 square differs" if self.distance == 1 else f"{self.distance} squares differ"
        return f"{like}, {squares}"


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The cases that were retrieved for a position, in the order in which they are asked.

    The paper compares boards only, so that White may be told what Black played in the same position. With `turn_counts`
    a case is passed over unless the same side is to move in it.
    """

    board: chess.Board
    matches: tuple[Match, ...]
    turn_counts: bool = True

    @property
    def distance(self) -> int | None:
        """The distance of the nearest case; None when the base is empty."""
        return min((match.distance for match in self.matches), default=None)

    def legal(self) -> Iterator[tuple[chess.Move, Match]]:
        """Each retrieved case whose next move is legal here, with that move."""
        for match in self.matches:
            text = match.next_move
            if text is None or (self.turn_counts and match.turn != self.board.turn):
                continue
            try:
                yield self.board.parse_san(text), match
            except ValueError:
                continue

    def first(self) -> tuple[chess.Move, Match] | None:
        """The move to play and the case it comes from; None when no retrieved case goes on with a legal move."""
        return next(self.legal(), None)


def distance_to(base: CaseBase, board: chess.Board) -> int | None:
    """How many squares the nearest case differs on; None when the base is empty."""
    if board.board_fen() == chess.STARTING_BOARD_FEN and len(base):
        return 0
    return min((distance for _, _, distance in base.core.retrieve(board, True).tolist()), default=None)


def retrieve(
    base: CaseBase,
    board: chess.Board,
    order: CaseOrder = CaseOrder.LONGEST_FIRST,
    breadth: Breadth = Breadth.FUZZY,
) -> Retrieval:
    """The cases nearest to a position.

    >>> from motif.openings.cases import shipped_cases
    >>> board = chess.Board("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    >>> retrieve(shipped_cases(), board).first()[0].uci()
    'g1f3'
    """
    longest_first = order is CaseOrder.LONGEST_FIRST and breadth is not Breadth.ONE
    rows = base.core.retrieve(board, longest_first).tolist()
    if board.board_fen() == chess.STARTING_BOARD_FEN:
        # The paper counts the boards after a move; but every case begins here, and nothing is nearer.
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


# A player that opens by the book of cases and leaves the rest of the game to another player.

FURTHEST_FOLLOWED = 0
"""By default a case is followed on its own boards only, however they came about."""

_FIRST_MOVES = {
    chess.Board().board_fen(): chess.Move.from_uci("e2e4"),
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR": chess.Move.from_uci("c7c5"),
}


@dataclass(frozen=True, slots=True)
class OpeningStyle:
    """How cases are followed: in which order, how far away, whether the side to move counts, how many are asked."""

    order: CaseOrder = CaseOrder.LONGEST_FIRST
    furthest: int = FURTHEST_FOLLOWED
    turn_counts: bool = True
    breadth: Breadth = Breadth.FUZZY


PAPER_STYLE = OpeningStyle(furthest=64, turn_counts=False)
"""Follow the nearest case however far away it is, whoever is to move in it."""

STYLES = {
    "paper": PAPER_STYLE,
    "paper-one": replace(PAPER_STYLE, breadth=Breadth.ONE),
    "paper-equal": replace(PAPER_STYLE, breadth=Breadth.EQUAL),
}
"""The paper's retrieval, and the two that it tried before: one nearest case, and all that are equally near."""


class OpeningPlayer:
    """Plays from the cases while they last; `other` plays on from there, whatever comes later."""

    def __init__(self, base: CaseBase, other: Player, style: OpeningStyle | None = None) -> None:
        self._base = base
        self._style = style or OpeningStyle()
        self.other = other
        self.moves_by_case = 0
        """How many moves of this game came from the cases."""
        self._in_book = True

    def new_game(self, seed: int) -> None:
        """Open the book again; the seed is the other player's."""
        self.moves_by_case = 0
        self._in_book = True
        self.other.new_game(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """The move of the nearest case, or the other player's."""
        return self.prepared(board) or self.other.choose(board, limit)

    def prepared(self, board: chess.Board) -> Advice | None:
        """The move of the nearest case; None from the first time on that there is none."""
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
        """The other player's search, for doors that watch and stop one."""
        return self.other.searcher if isinstance(self.other, Searching) else None

    def close(self) -> None:
        """Close the other player, if it can be."""
        close(self.other)
