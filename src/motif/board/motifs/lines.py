"""A line of play, taken apart: the boards, the moves, and the winner's moves as steps that know what came before them.

The side that moves first is the *winner*, whoever wins in the end. A single move is a line of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import chess

from motif.errors import IllegalMove

Judge = Callable[[Sequence[chess.Board]], Sequence[float]]
"""Says of each board with what chance, from 0 to 1, the side to move will win."""


Lead = tuple[chess.Board, chess.Move]
"""A move and the board before it."""


@dataclass(frozen=True, eq=False)
class Step:
    """One move of the winner: the boards around it, what it takes, and the two moves before it."""

    ply: int
    before: chess.Board
    move: chess.Move
    after: chess.Board
    earlier: Step | None
    answer: chess.Move | None
    """The opponent's move just before, None when nobody knows it."""
    answered_on: chess.Board | None
    """The board on which that was played."""

    @property
    def origin(self) -> chess.Square:
        """Where the man comes from."""
        return self.move.from_square

    @property
    def target(self) -> chess.Square:
        """Where it goes."""
        return self.move.to_square

    @cached_property
    def man(self) -> chess.PieceType:
        """The kind of man that moves, as it stands after the move: a pawn that promotes is what it becomes."""
        kind = self.after.piece_type_at(self.target)
        assert kind is not None
        return kind

    @property
    def is_by_pawn(self) -> bool:
        """Whether a pawn moves, promoting or not."""
        return self.man == chess.PAWN or self.move.promotion is not None

    @cached_property
    def taken(self) -> chess.PieceType | None:
        """The kind of man on the square that it goes to; None for an empty square, and when it takes in passing."""
        return None if self.before.is_castling(self.move) else self.before.piece_type_at(self.target)

    @cached_property
    def is_capture(self) -> bool:
        """Whether it takes, in passing or otherwise."""
        return self.before.is_capture(self.move)

    @property
    def takes_back(self) -> bool:
        """Whether it takes where the opponent has just taken."""
        if self.answer is None or self.answered_on is None or self.answer.to_square != self.target:
            return False
        return self.is_capture and self.answered_on.is_capture(self.answer)

    @cached_property
    def is_check(self) -> bool:
        """Whether it gives check."""
        return self.after.is_check()

    @cached_property
    def escapes_check(self) -> bool:
        """Whether the winner was in check."""
        return self.before.is_check()

    @cached_property
    def victims(self) -> tuple[chess.Square, ...]:
        """The enemies that the man attacks from where it now stands."""
        return tuple(self.after.attacks(self.target) & self.after.occupied_co[self.after.turn])

    def answer_by(self) -> chess.PieceType | None:
        """The kind of man that made the opponent's move just before."""
        if self.answer is None or self.earlier is None:
            return None
        return self.earlier.after.piece_type_at(self.answer.from_square)


@dataclass(frozen=True, eq=False)
class Line:
    """Boards and moves: `boards[i]` is before `moves[i]`, and the last board is the end.

    `lead` is the move by which the opponent came to the first board, with the board before it, where that is known.
    A `judge` is asked what no rule can tell: whether it would be better not to move.
    """

    boards: tuple[chess.Board, ...]
    moves: tuple[chess.Move, ...]
    lead: Lead | None = None
    judge: Judge | None = None

    @classmethod
    def of(
        cls,
        board: chess.Board,
        moves: Iterable[chess.Move | str],
        lead: Lead | None = None,
        judge: Judge | None = None,
    ) -> Line:
        """Play moves, given as moves or in coordinates, from a board on.

        >>> Line.of(chess.Board(), ["e2e5"])
        Traceback (most recent call last):
        ...
        motif.errors.IllegalMove: illegal move e2e5 in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        """
        board = board.copy(stack=False)
        boards, played = [board], []
        for given in moves:
            move = chess.Move.from_uci(given) if isinstance(given, str) else given
            if not board.is_legal(move):
                raise IllegalMove(f"illegal move {move.uci()} in {board.fen()}")
            board = board.copy(stack=False)
            board.push(move)
            board.clear_stack()
            boards.append(board)
            played.append(move)
        return cls(tuple(boards), tuple(played), lead, judge)

    @classmethod
    def after_lead(
        cls, board: chess.Board, lead: chess.Move, moves: Iterable[chess.Move | str], judge: Judge | None = None
    ) -> Line:
        """A line that starts after the opponent's move, as Lichess writes its puzzles."""
        start = board.copy(stack=False)
        start.push(lead)
        return cls.of(start, moves, (board.copy(stack=False), lead), judge)

    @property
    def start(self) -> chess.Board:
        """The first board."""
        return self.boards[0]

    @property
    def end(self) -> chess.Board:
        """The last board."""
        return self.boards[-1]

    @property
    def winner(self) -> chess.Color:
        """The side that moves first."""
        return self.start.turn

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The winner's moves."""
        steps: list[Step] = []
        for ply in range(0, len(self.moves), 2):
            answered_on, answer = (self.boards[ply - 1], self.moves[ply - 1]) if ply else self.lead or (None, None)
            earlier = steps[-1] if steps else None
            before, move, after = self.boards[ply], self.moves[ply], self.boards[ply + 1]
            steps.append(Step(ply, before, move, after, earlier, answer, answered_on))
        return tuple(steps)

    @property
    def threats(self) -> tuple[Step, ...]:
        """The winner's moves that are followed up: all but the last, or the only one of a line of one."""
        return self.steps[:-1] or self.steps

    @cached_property
    def is_mate(self) -> bool:
        """Whether the winner mates."""
        return bool(self.moves) and self.end.turn != self.winner and self.end.is_checkmate()

    @property
    def answers(self) -> tuple[chess.Move, ...]:
        """The loser's moves."""
        return self.moves[1::2]

    def replayed(self, ply: int, board: chess.Board) -> Line:
        """The rest of this line from another board, as far as its moves are legal there."""
        played: list[chess.Move] = []
        walk = board.copy(stack=False)
        for move in self.moves[ply:]:
            if not walk.is_legal(move):
                break
            walk.push(move)
            played.append(move)
        lead = (self.boards[ply - 1], self.moves[ply - 1]) if ply else self.lead
        return Line.of(board, played, lead, self.judge)

    def standing(self, square: chess.Square, ply: int) -> int:
        """The first ply, even, from which the man on a square of `boards[ply]` has stood there untouched."""
        for earlier in range(ply, 0, -1):
            if self.boards[earlier - 1].piece_at(square) != self.boards[ply].piece_at(square):
                return earlier + earlier % 2
        return 0

    def touched(self) -> chess.SquareSet:
        """The squares that some move of the line leaves or reaches."""
        return chess.SquareSet(chain.from_iterable((move.from_square, move.to_square) for move in self.moves))
