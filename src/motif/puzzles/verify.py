"""A second opinion on mates: exhaustive search in Python that shares no line with the core.

On the full board python-chess makes the moves; on a smaller one `plain_rules` does, or Fairy-Stockfish through
`pyffish` where that is installed. mate(p, n) = some move after which the defender is mated, or, n > 1, can move and
loses to mate(·, n - 1) whatever he plays. Plain on purpose: nothing is left out, only what refuted the last attack is
tried first against the next, and what was answered once is remembered.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol, Self

import chess

from motif.errors import BadArgument, MissingExtra
from motif.puzzles.diagram import Diagram, PlainBoard
from motif.puzzles.puzzle import Branch, Goal, Puzzle


class Referee(StrEnum):
    """Who knows the rules of chess."""

    PYTHON_CHESS = "python-chess"
    PLAIN = "plain Python"
    PYFFISH = "pyffish"


class Board(Protocol):
    """What the search asks of a board."""

    def legal_moves(self) -> list[str]:
        """The legal moves as UCI writes them."""
        ...

    def after(self, move: str) -> Self:
        """The board after a move."""
        ...

    def again(self) -> Self:
        """The same men with the other side to move."""
        ...

    def checking_moves(self) -> Iterator[str]:
        """The legal moves that give check, and perhaps others where that is not cheap to tell."""
        ...

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        ...

    def is_mated(self) -> bool:
        """Whether the side to move is mated."""
        ...

    def text(self) -> str:
        """The position as FEN writes it."""
        ...

    def identity(self) -> Hashable:
        """What two boards share exactly when all that can happen on them is the same."""
        ...


@dataclass(frozen=True, slots=True)
class FoundMates:
    """What the second solver found: every first move that forces mate in time, and the shortest mate."""

    keys: tuple[str, ...]
    length: int | None
    referee: Referee

    def is_sound(self, moves: int) -> bool:
        """Whether exactly one key mates in exactly so many moves."""
        return len(self.keys) == 1 and self.length == moves


def find_mates(position: str, moves: int, referee: Referee | None = None) -> FoundMates:
    """Every key of a mate within so many moves, by exhaustive search.

    >>> find_mates("1K2/1P2/kpp1/rqr1 w", 2)
    FoundMates(keys=('b4a4',), length=2, referee=<Referee.PLAIN: 'plain Python'>)
    """
    if moves < 1:
        raise BadArgument(f"cannot look for a mate in {moves}; at least 1 move is needed")
    referee = referee or usual_referee(position)
    board, search = board_of(position, referee), _Search()
    keys = tuple(sorted(move for move in board.legal_moves() if search.is_lost(board.after(move), moves - 1)))
    length = next((length for length in range(1, moves + 1) if search.mates(board, length)), None) if keys else None
    return FoundMates(keys, length, referee)


def objections(puzzle: Puzzle, referee: Referee | None = None) -> list[str]:
    """What the second solver has against a puzzle's solution, in words; empty when it agrees.

    A win of material has no proof to check but the legality of its moves, which reading the puzzle has checked.
    """
    if puzzle.stipulation.goal is not Goal.MATE:
        return []
    moves = puzzle.stipulation.moves
    finding = find_mates(puzzle.position, moves, referee)
    against = []
    if finding.length is None:
        return [f"there is no mate in {moves}"]
    if finding.length < moves:
        against.append(f"there is a mate in {finding.length}")
    claimed = {branch.move for branch in puzzle.solution}
    against += [f"{key} mates as well" for key in finding.keys if key not in claimed]
    against += [f"{key} does not force mate" for key in sorted(claimed - set(finding.keys))]
    start = board_of(puzzle.position, finding.referee)
    search = _Search()
    return against + [problem for key in puzzle.solution for problem in _unproved(search, start, key, moves, "")]


def _unproved(search: _Search, board: Board, attack: Branch, moves: int, line: str) -> Iterator[str]:
    """What a branch of the solution leaves unproved: a defence without an answer, an answer that does not mate."""
    if attack.move not in board.legal_moves():
        yield f"{line}{attack.move} is not legal"
        return
    after, line = board.after(attack.move), f"{line}{attack.move} "
    answered = {defence.move for defence in attack.answers if defence.answers}
    for defence in after.legal_moves():
        if defence not in answered:
            yield f"{line}{defence} has no answer"
    for branch in attack.answers:
        if branch.move in after.legal_moves():
            next_board = after.after(branch.move)
            for answer in branch.answers:
                legal = answer.move in next_board.legal_moves()
                if legal and not search.is_lost(next_board.after(answer.move), moves - 2):
                    yield f"{line}{branch.move} {answer.move} does not mate in time"
                else:
                    yield from _unproved(search, next_board, answer, moves - 1, f"{line}{branch.move} ")


class _Search:
    """Exhaustive search with a memory: answers by position and moves to go, and the last refutation by moves to go."""

    def __init__(self) -> None:
        self._answers: dict[tuple[Hashable, int], bool] = {}
        self._refuters: dict[int, str] = {}

    def mates(self, board: Board, moves: int) -> bool:
        """Whether the side to move mates within so many moves."""
        if moves == 1:
            return any(board.after(move).is_mated() for move in board.checking_moves())
        place = board.identity(), moves
        if place not in self._answers:
            self._answers[place] = any(self.is_lost(board.after(move), moves - 1) for move in board.legal_moves())
        return self._answers[place]

    def is_lost(self, board: Board, moves: int) -> bool:
        """Whether the side to move is mated, or within so many moves of the other side whatever it plays."""
        if moves == 0:
            return board.is_mated()
        defences = board.legal_moves()
        if not defences:
            return board.is_check()
        defences.sort(key=lambda defence: defence != self._refuters.get(moves))
        for defence in defences:
            if not self.mates(board.after(defence), moves):
                self._refuters[moves] = defence
                return False
        return True


def usual_referee(position: str) -> Referee:
    """Who knows the rules on a board of this size without anything to install."""
    return Referee.PYTHON_CHESS if Diagram.parse(position).is_full_size else Referee.PLAIN


def board_of(position: str, referee: Referee) -> Board:
    """A position as the referee sees it."""
    match referee:
        case Referee.PYTHON_CHESS:
            return _FullBoard(chess.Board(position))
        case Referee.PLAIN:
            return PlainBoard.parse(position)
        case Referee.PYFFISH:
            return _FairyBoard.parse(position)


@dataclass(frozen=True, slots=True)
class _FullBoard:
    board: chess.Board

    def legal_moves(self) -> list[str]:
        return [move.uci() for move in self.board.legal_moves]

    def after(self, move: str) -> _FullBoard:
        board = self.board.copy(stack=False)
        board.push(chess.Move.from_uci(move))
        return _FullBoard(board)

    def again(self) -> _FullBoard:
        board = self.board.copy(stack=False)
        board.turn, board.ep_square = not board.turn, None
        return _FullBoard(board)

    def text(self) -> str:
        return self.board.fen()

    def is_check(self) -> bool:
        return self.board.is_check()

    def identity(self) -> Hashable:
        board = self.board
        men = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
        return (men, board.occupied_co[chess.WHITE], board.turn, board.clean_castling_rights(), board.ep_square)

    def is_mated(self) -> bool:
        return self.board.is_checkmate()

    def checking_moves(self) -> Iterator[str]:
        """Moves to where such a man checks, moves out of a line to the king, and those that are not so easily told."""
        board = self.board
        us, king = board.occupied_co[board.turn], board.king(not board.turn)
        if king is None:
            return
        straight, diagonal = _lines(king, board.occupied)
        squares_to_check_from = (
            (board.pawns, chess.BB_PAWN_ATTACKS[not board.turn][king] | chess.BB_BACKRANKS | _in_passing(board)),
            (board.knights, chess.BB_KNIGHT_ATTACKS[king]),
            (board.bishops, diagonal),
            (board.rooks, straight),
            (board.queens, straight | diagonal),
            # The king itself never checks, but its rook may when it castles.
            (board.kings, chess.BB_ALL if board.castling_rights else chess.BB_EMPTY),
        )
        # A man that stands on a line to the king, seen from there, may have another behind it.
        on_lines = us & (straight | diagonal)
        for men, targets in squares_to_check_from:
            for move in board.generate_legal_moves(men & us & ~on_lines, targets):
                yield move.uci()
        for move in board.generate_legal_moves(on_lines):
            yield move.uci()


def _lines(square: chess.Square, occupied: chess.Bitboard) -> tuple[chess.Bitboard, chess.Bitboard]:
    """The squares that a rook and a bishop would reach from a square."""
    straight = (
        chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
        | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
    )
    return straight, chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]


def _in_passing(board: chess.Board) -> chess.Bitboard:
    return chess.BB_EMPTY if board.ep_square is None else chess.BB_SQUARES[board.ep_square]


@dataclass(frozen=True, slots=True)
class _FairyBoard:
    """A board whose rules Fairy-Stockfish knows, under a variant made for its size."""

    variant: str
    fen: str

    @classmethod
    def parse(cls, position: str) -> _FairyBoard:
        fairy = _pyffish()
        diagram = Diagram.parse(position)
        name = f"motif{diagram.files}x{diagram.ranks}"
        double = "true" if diagram.ranks == 8 else "false"
        fairy.load_variant_config(
            f"[{name}:chess]\nmaxFile = {diagram.files}\nmaxRank = {diagram.ranks}\ncastling = false\n"
            f"doubleStep = {double}\npromotionRegionWhite = *{diagram.ranks}\npromotionRegionBlack = *1\n"
            f"startFen = {diagram.placement} w - - 0 1\n"
        )
        return cls(name, str(diagram))

    def legal_moves(self) -> list[str]:
        return [str(move) for move in _pyffish().legal_moves(self.variant, self.fen, [])]

    def checking_moves(self) -> Iterator[str]:
        return iter(self.legal_moves())

    def after(self, move: str) -> _FairyBoard:
        return _FairyBoard(self.variant, str(_pyffish().get_fen(self.variant, self.fen, [move])))

    def again(self) -> _FairyBoard:
        diagram = Diagram.parse(self.fen)
        return _FairyBoard(self.variant, str(replace(diagram, white_to_move=not diagram.white_to_move)))

    def text(self) -> str:
        return self.fen

    def identity(self) -> Hashable:
        return self.fen

    def is_mated(self) -> bool:
        return self.is_check() and not self.legal_moves()

    def is_check(self) -> bool:
        return bool(_pyffish().gives_check(self.variant, self.fen, []))


def _pyffish() -> Any:  # noqa: ANN401 - pyffish has no types
    try:
        import pyffish
    except ImportError:
        raise MissingExtra("the referee pyffish is not installed", hint="pip install pyffish") from None
    return pyffish


# A second opinion on selfmates and helpmates, as plain as the one on mates, and as far from the core.

MOST_SELFMATE_HELPMATE_MOVES = 2
"""The most moves that are searched here."""


def find_selfmates(position: str, moves: int, referee: Referee | None = None) -> FoundMates:
    """Every first move that forces the other side to mate within so many moves, and the fewest that suffice.

    >>> find_selfmates("k7/8/8/8/8/5p2/6qP/7K w - - 0 1", 1).keys
    ()
    """
    _check(moves)
    referee = referee or usual_referee(position)
    board, search = board_of(position, referee), _Selfmates()
    keys = tuple(sorted(move for move in board.legal_moves() if search.is_compelled(board.after(move), moves)))
    length = next((length for length in range(1, moves + 1) if search.succeeds(board, length)), None) if keys else None
    return FoundMates(keys, length, referee)


def find_helpmates(position: str, moves: int, referee: Referee | None = None) -> tuple[tuple[str, ...], ...]:
    """Every line of exactly so many moves by both sides that ends in mate of the side to move."""
    _check(moves)
    board = board_of(position, referee or usual_referee(position))
    return tuple(sorted(_Helpmates().lines(board, 2 * moves)))


def selfmate_helpmate_objections(puzzle: Puzzle, referee: Referee | None = None) -> list[str]:
    """What the second solver has against the solution of a selfmate or helpmate; empty when it agrees."""
    goal, moves = puzzle.stipulation.goal, puzzle.stipulation.moves
    if goal is Goal.HELPMATE:
        return _objections_to_helpmate(puzzle, referee)
    finding = find_selfmates(puzzle.position, moves, referee)
    if finding.length is None:
        return [f"there is no {puzzle.stipulation}"]
    objections = [f"there is a selfmate in {finding.length}"] if finding.length < moves else []
    claimed = {branch.move for branch in puzzle.solution}
    objections += [f"{key} compels as well" for key in finding.keys if key not in claimed]
    objections += [f"{key} does not compel" for key in sorted(claimed - set(finding.keys))]
    start, search = board_of(puzzle.position, finding.referee), _Selfmates()
    return objections + [
        problem for key in puzzle.solution for problem in _unproved_stipulation(search, start, key, moves, "")
    ]


def _objections_to_helpmate(puzzle: Puzzle, referee: Referee | None) -> list[str]:
    moves = puzzle.stipulation.moves
    lines = set(find_helpmates(puzzle.position, moves, referee))
    claimed = {line for branch in puzzle.solution for line in branch.lines()}
    objections = [
        f"there is a helpmate in {shorter}"
        for shorter in range(1, moves)
        if find_helpmates(puzzle.position, shorter, referee)
    ]
    objections += [f"{' '.join(line)} is a solution as well" for line in sorted(lines - claimed)]
    return objections + [f"{' '.join(line)} does not mate" for line in sorted(claimed - lines)]


def _unproved_stipulation(search: _Selfmates, board: Board, attack: Branch, moves: int, line: str) -> Iterator[str]:
    """What a branch leaves unproved: a reply that is missing, or one that neither mates nor is answered rightly."""
    if attack.move not in board.legal_moves():
        yield f"{line}{attack.move} is not legal"
        return
    after, line = board.after(attack.move), f"{line}{attack.move} "
    answers = {branch.move: branch.answers for branch in attack.answers}
    for reply in after.legal_moves():
        next_board = after.after(reply)
        if reply not in answers:
            yield f"{line}{reply} is not in the solution"
        elif not answers[reply] and not next_board.is_mated():
            yield f"{line}{reply} does not mate and has no answer"
        for answer in answers.get(reply, ()):
            legal = answer.move in next_board.legal_moves()
            if legal and not search.is_compelled(next_board.after(answer.move), moves - 1):
                yield f"{line}{reply} {answer.move} does not compel in time"
            else:
                yield from _unproved_stipulation(search, next_board, answer, moves - 1, f"{line}{reply} ")


def _check(moves: int) -> None:
    if not 1 <= moves <= MOST_SELFMATE_HELPMATE_MOVES:
        raise BadArgument(
            f"the second solver looks for selfmates and helpmates in 1 to {MOST_SELFMATE_HELPMATE_MOVES} moves, not in {moves}",
            hint="ask the core alone",
        )


class _Selfmates:
    """Exhaustive search that tries first what refuted the last move."""

    def __init__(self) -> None:
        self._answers: dict[tuple[Hashable, int], bool] = {}
        self._refuters: dict[int, str] = {}

    def succeeds(self, board: Board, moves: int) -> bool:
        """Whether the side to move can force the other one to mate within so many moves."""
        place = board.identity(), moves
        if place not in self._answers:
            self._answers[place] = any(self.is_compelled(board.after(move), moves) for move in board.legal_moves())
        return self._answers[place]

    def is_compelled(self, board: Board, moves: int) -> bool:
        """Whether the side to move can move, and mates the other one now or in time whatever it plays."""
        replies = board.legal_moves()
        replies.sort(key=lambda reply: reply != self._refuters.get(moves))
        for reply in replies:
            after = board.after(reply)
            if not after.is_mated() and (moves <= 1 or not self.succeeds(after, moves - 1)):
                self._refuters[moves] = reply
                return False
        return bool(replies)


class _Helpmates:
    """Every line, with a memory for boards that more than one order of moves reaches."""

    def __init__(self) -> None:
        self._found: dict[tuple[Hashable, int], list[tuple[str, ...]]] = {}

    def lines(self, board: Board, plies: int) -> list[tuple[str, ...]]:
        """Every way to mate with the last of so many single moves."""
        if plies == 1:
            return [(move,) for move in board.checking_moves() if board.after(move).is_mated()]
        place = board.identity(), plies
        if place not in self._found:
            self._found[place] = [
                (move, *rest) for move in board.legal_moves() for rest in self.lines(board.after(move), plies - 1)
            ]
        return self._found[place]
