"""Check mates, selfmates and helpmates with a second solver: exhaustive search in Python, independent of the core.

python-chess makes the moves on the full board; `PlainBoard`, or Fairy-Stockfish through `pyffish`, on smaller ones.
The search is simple on purpose and prunes nothing. It caches its answers, and after each attacking move it first tries
the defence that refuted the previous one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol, Self

import chess

from motif.errors import BadArgument
from motif.puzzles.diagram import Diagram
from motif.puzzles.plain_rules import PlainBoard
from motif.puzzles.puzzle import Branch, Goal, Puzzle
from motif.runtime.systems import needed


class Referee(StrEnum):
    """The library that supplies the rules of chess."""

    PYTHON_CHESS = "python-chess"
    PLAIN = "plain Python"
    PYFFISH = "pyffish"


class Board(Protocol):
    """The board methods that the search uses."""

    def legal_moves(self) -> list[str]:
        """Return the legal moves in UCI notation."""
        ...

    def after(self, move: str) -> Self:
        """Return the board after a move."""
        ...

    def passed(self) -> Self:
        """Return the board with the other side to move."""
        ...

    def moves_that_may_check(self) -> Iterator[str]:
        """Yield legal moves, among them all that give check."""
        ...

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        ...

    def is_mated(self) -> bool:
        """Whether the side to move is mated."""
        ...

    def text(self) -> str:
        """Return the FEN."""
        ...

    def identity(self) -> Hashable:
        """Return a key that is equal for positions with the same continuations."""
        ...


@dataclass(frozen=True, slots=True)
class FoundMates:
    """The second solver's result: every key that reaches the goal in time, and the length of the shortest solution."""

    keys: tuple[str, ...]
    length: int | None
    referee: Referee

    def is_sound(self, moves: int) -> bool:
        """Whether there is exactly one key, and no solution in fewer than `moves`."""
        return len(self.keys) == 1 and self.length == moves


def find_mates(position: str, moves: int, referee: Referee | None = None) -> FoundMates:
    """Find every key that forces mate within `moves`, by exhaustive search.

    >>> find_mates("1K2/1P2/kpp1/rqr1 w", 2)
    FoundMates(keys=('b4a4',), length=2, referee=<Referee.PLAIN: 'plain Python'>)
    """
    if moves < 1:
        raise BadArgument(f"cannot look for a mate in {moves}; at least 1 move is needed")
    referee = referee or usual_referee(position)
    board, search = board_of(position, referee), _MateSearch()
    keys = tuple(sorted(move for move in board.legal_moves() if search.is_lost(board.after(move), moves - 1)))
    length = next((length for length in range(1, moves + 1) if search.mates(board, length)), None) if keys else None
    return FoundMates(keys, length, referee)


def objections(puzzle: Puzzle, referee: Referee | None = None) -> list[str]:
    """Return the second solver's objections to the solution of a mate; empty if it agrees.

    Puzzles with other goals are not checked, and the list is empty.
    """
    if puzzle.stipulation.goal is not Goal.MATE:
        return []
    moves = puzzle.stipulation.moves
    found = find_mates(puzzle.position, moves, referee)
    if found.length is None:
        return [f"there is no mate in {moves}"]
    problems = [f"there is a mate in {found.length}"] if found.length < moves else []
    claimed = {branch.move for branch in puzzle.solution}
    problems += [f"{key} also forces mate" for key in found.keys if key not in claimed]
    problems += [f"{key} does not force mate" for key in sorted(claimed - set(found.keys))]
    start, search = board_of(puzzle.position, found.referee), _MateSearch()
    return problems + [problem for key in puzzle.solution for problem in _unproved(search, start, key, moves, "")]


def _unproved(search: _MateSearch, board: Board, attack: Branch, moves: int, line: str) -> Iterator[str]:
    """Yield the gaps in a branch: defences without an answer, and answers that do not mate in time."""
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


class _MateSearch:
    """Exhaustive search for mates; caches its answers and, for each number of moves to go, the last refutation."""

    def __init__(self) -> None:
        self._answers: dict[tuple[Hashable, int], bool] = {}
        self._refuters: dict[int, str] = {}

    def mates(self, board: Board, moves: int) -> bool:
        """Whether the side to move can force mate within `moves`."""
        if moves == 1:
            return any(board.after(move).is_mated() for move in board.moves_that_may_check())
        key = board.identity(), moves
        if key not in self._answers:
            self._answers[key] = any(self.is_lost(board.after(move), moves - 1) for move in board.legal_moves())
        return self._answers[key]

    def is_lost(self, board: Board, moves: int) -> bool:
        """Whether the side to move is mated, or the opponent mates it within `moves` against any defence."""
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
    """Return the referee for a position's board size that needs no extra installation."""
    return Referee.PYTHON_CHESS if Diagram.parse(position).is_full_size else Referee.PLAIN


def board_of(position: str, referee: Referee) -> Board:
    """Return a position as a board on which this referee makes the moves."""
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

    def passed(self) -> _FullBoard:
        board = self.board.copy(stack=False)
        board.turn, board.ep_square = not board.turn, None
        return _FullBoard(board)

    def text(self) -> str:
        return self.board.fen()

    def is_check(self) -> bool:
        return self.board.is_check()

    def identity(self) -> Hashable:
        board = self.board
        pieces = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
        return (pieces, board.occupied_co[chess.WHITE], board.turn, board.clean_castling_rights(), board.ep_square)

    def is_mated(self) -> bool:
        return self.board.is_checkmate()

    def moves_that_may_check(self) -> Iterator[str]:
        """Yield moves to squares that give check, and all moves of pieces that may discover a check."""
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
            # A king never checks, but castling may check with the rook.
            (board.kings, chess.BB_ALL if board.castling_rights else chess.BB_EMPTY),
        )
        # A piece on an open line to the king may uncover a check from a piece behind it.
        on_lines = us & (straight | diagonal)
        for pieces, targets in squares_to_check_from:
            for move in board.generate_legal_moves(pieces & us & ~on_lines, targets):
                yield move.uci()
        for move in board.generate_legal_moves(on_lines):
            yield move.uci()


def _lines(square: chess.Square, occupied: chess.Bitboard) -> tuple[chess.Bitboard, chess.Bitboard]:
    """Return the squares that a rook and a bishop would attack from a square."""
    straight = (
        chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
        | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
    )
    return straight, chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]


def _in_passing(board: chess.Board) -> chess.Bitboard:
    return chess.BB_EMPTY if board.ep_square is None else chess.BB_SQUARES[board.ep_square]


@dataclass(frozen=True, slots=True)
class _FairyBoard:
    """A Fairy-Stockfish board, as a variant defined for its size."""

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

    def moves_that_may_check(self) -> Iterator[str]:
        return iter(self.legal_moves())

    def after(self, move: str) -> _FairyBoard:
        return _FairyBoard(self.variant, str(_pyffish().get_fen(self.variant, self.fen, [move])))

    def passed(self) -> _FairyBoard:
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
    with needed("fairy", "The referee pyffish"):
        import pyffish
    return pyffish


MOST_SELFMATE_HELPMATE_MOVES = 2


def find_selfmates(position: str, moves: int, referee: Referee | None = None) -> FoundMates:
    """Find every first move that forces the opponent to mate within `moves`.

    >>> find_selfmates("k7/8/8/8/8/5p2/6qP/7K w - - 0 1", 1).keys
    ()
    """
    _check_length(moves)
    referee = referee or usual_referee(position)
    board, search = board_of(position, referee), _SelfmateSearch()
    keys = tuple(sorted(move for move in board.legal_moves() if search.is_compelled(board.after(move), moves)))
    length = next((length for length in range(1, moves + 1) if search.succeeds(board, length)), None) if keys else None
    return FoundMates(keys, length, referee)


def find_helpmates(position: str, moves: int, referee: Referee | None = None) -> tuple[tuple[str, ...], ...]:
    """Find every line of `moves` moves by each side that ends with mate of the side that moves first."""
    _check_length(moves)
    board = board_of(position, referee or usual_referee(position))
    return tuple(sorted(_HelpmateSearch().lines(board, 2 * moves)))


def selfmate_helpmate_objections(puzzle: Puzzle, referee: Referee | None = None) -> list[str]:
    """Return the second solver's objections to a selfmate or helpmate; empty if it agrees."""
    goal, moves = puzzle.stipulation.goal, puzzle.stipulation.moves
    if goal is Goal.HELPMATE:
        return _helpmate_objections(puzzle, referee)
    found = find_selfmates(puzzle.position, moves, referee)
    if found.length is None:
        return [f"there is no {puzzle.stipulation}"]
    problems = [f"there is a selfmate in {found.length}"] if found.length < moves else []
    claimed = {branch.move for branch in puzzle.solution}
    problems += [f"{key} also forces the selfmate" for key in found.keys if key not in claimed]
    problems += [f"{key} does not force the selfmate" for key in sorted(claimed - set(found.keys))]
    start, search = board_of(puzzle.position, found.referee), _SelfmateSearch()
    return problems + [
        problem for key in puzzle.solution for problem in _unproved_selfmate(search, start, key, moves, "")
    ]


def _helpmate_objections(puzzle: Puzzle, referee: Referee | None) -> list[str]:
    moves = puzzle.stipulation.moves
    lines = set(find_helpmates(puzzle.position, moves, referee))
    claimed = {line for branch in puzzle.solution for line in branch.lines()}
    problems = [
        f"there is a helpmate in {shorter}"
        for shorter in range(1, moves)
        if find_helpmates(puzzle.position, shorter, referee)
    ]
    problems += [f"{' '.join(line)} is also a solution" for line in sorted(lines - claimed)]
    return problems + [f"{' '.join(line)} does not mate" for line in sorted(claimed - lines)]


def _unproved_selfmate(search: _SelfmateSearch, board: Board, attack: Branch, moves: int, line: str) -> Iterator[str]:
    """Yield the gaps in a branch: missing replies, and replies that neither mate nor have a correct answer."""
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
                yield f"{line}{reply} {answer.move} does not force the selfmate in time"
            else:
                yield from _unproved_selfmate(search, next_board, answer, moves - 1, f"{line}{reply} ")


def _check_length(moves: int) -> None:
    if not 1 <= moves <= MOST_SELFMATE_HELPMATE_MOVES:
        raise BadArgument(
            f"cannot check a selfmate or helpmate in {moves}",
            hint=f"the second solver checks them in 1 to {MOST_SELFMATE_HELPMATE_MOVES} moves",
        )


class _SelfmateSearch:
    """Exhaustive search for selfmates, with the same caches as `_MateSearch`."""

    def __init__(self) -> None:
        self._answers: dict[tuple[Hashable, int], bool] = {}
        self._refuters: dict[int, str] = {}

    def succeeds(self, board: Board, moves: int) -> bool:
        """Whether the side to move can force the opponent to mate within `moves`."""
        key = board.identity(), moves
        if key not in self._answers:
            self._answers[key] = any(self.is_compelled(board.after(move), moves) for move in board.legal_moves())
        return self._answers[key]

    def is_compelled(self, board: Board, moves: int) -> bool:
        """Whether the side to move has legal moves and each of them mates, at once or by force within `moves`."""
        replies = board.legal_moves()
        replies.sort(key=lambda reply: reply != self._refuters.get(moves))
        for reply in replies:
            after = board.after(reply)
            if not after.is_mated() and (moves <= 1 or not self.succeeds(after, moves - 1)):
                self._refuters[moves] = reply
                return False
        return bool(replies)


class _HelpmateSearch:
    """Exhaustive search for helpmates; caches positions, since several move orders reach them."""

    def __init__(self) -> None:
        self._found: dict[tuple[Hashable, int], list[tuple[str, ...]]] = {}

    def lines(self, board: Board, plies: int) -> list[tuple[str, ...]]:
        """Return every line of this length whose last move mates."""
        if plies == 1:
            return [(move,) for move in board.moves_that_may_check() if board.after(move).is_mated()]
        key = board.identity(), plies
        if key not in self._found:
            self._found[key] = [
                (move, *rest) for move in board.legal_moves() for rest in self.lines(board.after(move), plies - 1)
            ]
        return self._found[key]
