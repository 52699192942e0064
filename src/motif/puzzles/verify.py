"""Check mates, selfmates and helpmates with a second solver: exhaustive search in Python, independent of the core.

python-chess makes the moves on the full board, `PlainBoard` on smaller ones. The search is simple on purpose and prunes
nothing. It caches its answers, and after each attacking move it first tries the reply that refuted the previous one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Protocol, Self

import chess

from motif.errors import BadArgument
from motif.puzzles.diagram import Diagram
from motif.puzzles.plain_rules import PlainBoard
from motif.puzzles.puzzle import Branch, Goal, Puzzle, Stipulation


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

    def is_sound(self, moves: int) -> bool:
        """Whether there is exactly one key, and no solution in fewer than `moves`."""
        return len(self.keys) == 1 and self.length == moves


MOST_SELFMATE_HELPMATE_MOVES = 2


def find_mates(position: str, moves: int, goal: Goal = Goal.MATE) -> FoundMates:
    """Find every key that forces mate, or a selfmate, within `moves`, by exhaustive search.

    >>> find_mates("1K2/1P2/kpp1/rqr1 w", 2)
    FoundMates(keys=('b4a4',), length=2)
    >>> find_mates("k7/8/8/8/8/5p2/6qP/7K w - - 0 1", 1, Goal.SELFMATE).keys
    ()
    """
    _check_length(moves, goal)
    board, search = board_of(position), _MateSearch(goal)
    keys = tuple(sorted(move for move in board.legal_moves() if search.holds(board.after(move), moves - 1)))
    length = next((length for length in range(1, moves + 1) if search.forces(board, length)), None) if keys else None
    return FoundMates(keys, length)


def find_helpmates(position: str, moves: int) -> tuple[tuple[str, ...], ...]:
    """Find every line of `moves` moves by each side that ends with mate of the side that moves first."""
    _check_length(moves, Goal.HELPMATE)
    return tuple(sorted(_HelpmateSearch().lines(board_of(position), 2 * moves)))


def _check_length(moves: int, goal: Goal) -> None:
    if moves < 1:
        raise BadArgument(f"cannot look for a {goal} in {moves}; at least 1 move is needed")
    if goal is not Goal.MATE and moves > MOST_SELFMATE_HELPMATE_MOVES:
        raise BadArgument(
            f"cannot check a {goal} in {moves}",
            hint=f"the second solver checks them in 1 to {MOST_SELFMATE_HELPMATE_MOVES} moves",
        )


def objections(puzzle: Puzzle) -> list[str]:
    """Return the second solver's objections to a solution; empty if it agrees, and for wins of material."""
    goal, moves = puzzle.stipulation.goal, puzzle.stipulation.moves
    if goal is Goal.WIN:
        return []
    if goal is Goal.HELPMATE:
        return _helpmate_objections(puzzle)
    found = find_mates(puzzle.position, moves, goal)
    if found.length is None:
        return [f"there is no {puzzle.stipulation}"]
    problems = [f"there is a {Stipulation(goal, found.length)}"] if found.length < moves else []
    claimed = {branch.move for branch in puzzle.solution}
    problems += [f"{key} also forces {_AIM[goal]}" for key in found.keys if key not in claimed]
    problems += [f"{key} does not force {_AIM[goal]}" for key in sorted(claimed - set(found.keys))]
    start, search = board_of(puzzle.position), _MateSearch(goal)
    return problems + [problem for key in puzzle.solution for problem in _unproved(search, start, key, moves, "")]


_AIM = {Goal.MATE: "mate", Goal.SELFMATE: "the selfmate"}


def _unproved(search: _MateSearch, board: Board, attack: Branch, moves: int, line: str) -> Iterator[str]:
    """Yield the gaps in a branch: replies without an answer, and answers that do not reach the goal in time."""
    if attack.move not in board.legal_moves():
        yield f"{line}{attack.move} is not legal"
        return
    after, line = board.after(attack.move), f"{line}{attack.move} "
    answers = {branch.move: branch.answers for branch in attack.answers}
    for reply in after.legal_moves():
        next_board = after.after(reply)
        if search.is_over(next_board):
            if reply not in answers:
                yield f"{line}{reply} is not in the solution"
        elif not answers.get(reply):
            yield f"{line}{reply} has no answer"
        for answer in answers.get(reply, ()):
            legal = answer.move in next_board.legal_moves()
            if legal and not search.holds(next_board.after(answer.move), moves - 2):
                yield f"{line}{reply} {answer.move} does not force {_AIM[search.goal]} in time"
            else:
                yield from _unproved(search, next_board, answer, moves - 1, f"{line}{reply} ")


def _helpmate_objections(puzzle: Puzzle) -> list[str]:
    moves = puzzle.stipulation.moves
    lines = set(find_helpmates(puzzle.position, moves))
    claimed = {line for branch in puzzle.solution for line in branch.lines()}
    shorter = (length for length in range(1, moves) if find_helpmates(puzzle.position, length))
    problems = [f"there is a helpmate in {length}" for length in shorter]
    problems += [f"{' '.join(line)} is also a solution" for line in sorted(lines - claimed)]
    return problems + [f"{' '.join(line)} does not mate" for line in sorted(claimed - lines)]


class _MateSearch:
    """Exhaustive search for mates or selfmates; caches its answers and, for each number of moves, the last refutation.

    The goal of a mate is reached if the defender is mated, the goal of a selfmate if every reply mates.
    """

    def __init__(self, goal: Goal) -> None:
        self.goal = goal
        self._answers: dict[tuple[Hashable, int], bool] = {}
        self._refuters: dict[int, str] = {}

    def is_over(self, board: Board) -> bool:
        """Whether the attacker, who is to move, has reached the goal: in a selfmate it is mated."""
        return self.goal is Goal.SELFMATE and board.is_mated()

    def forces(self, board: Board, moves: int) -> bool:
        """Whether the side to move can force the goal within `moves`."""
        if moves == 1 and self.goal is Goal.MATE:
            return any(board.after(move).is_mated() for move in board.moves_that_may_check())
        key = board.identity(), moves
        if key not in self._answers:
            self._answers[key] = any(self.holds(board.after(move), moves - 1) for move in board.legal_moves())
        return self._answers[key]

    def holds(self, board: Board, moves: int) -> bool:
        """Whether the attacker, who has just moved, reaches the goal against any reply, within `moves` more."""
        replies = board.legal_moves()
        if not replies:
            return self.goal is Goal.MATE and board.is_check()
        replies.sort(key=lambda reply: reply != self._refuters.get(moves))
        for reply in replies:
            after = board.after(reply)
            if not (self.is_over(after) or (moves > 0 and self.forces(after, moves))):
                self._refuters[moves] = reply
                return False
        return True


def board_of(position: str) -> Board:
    """Return a position as a board: python-chess's if it has 8x8 squares, else one with plain rules."""
    return _FullBoard(chess.Board(position)) if Diagram.parse(position).is_full_size else PlainBoard.parse(position)


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
