"""Variations: a position of the player's own games that shows a motif, changed until it is a new one.

Colours and wings change places, files shift, men that take no part come off. What is left must be sound and show the
motif, as if it had been composed. This serves every motif, those too for which there are no rules.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import chess

from motif import __version__
from motif._core.board import canonical_positions
from motif.board.oracles import Oracle
from motif.progress import Progress, Watch, unwatched
from motif.puzzles.batches import Order
from motif.puzzles.puzzle import Origin, Provenance, Puzzle
from motif.study.study import Study
from motif.study.training.composing import composed_exercise, shown
from motif.study.training.exercise import Exercise
from motif.study.training.soundness import VARIED

TRIES = 4
"""Changes of one position that are tried before the next one is taken."""


@dataclass(frozen=True, slots=True)
class Model:
    """A position that shows a motif, the line that does, and where both come from."""

    board: chess.Board
    line: tuple[chess.Move, ...]
    game: int
    ply: int


def models_of(study: Study, motif: str) -> list[Model]:
    """Every position of the studied games whose checked reason is the motif."""
    return [
        Model(chess.Board(side.fen), side.moves, game.number, fault.ply)
        for game in study.games
        for fault in game.faults
        for side in (fault.missed, fault.allowed)
        if side is not None and side.motif == motif
    ]


def vary_for(
    motif: str, models: Sequence[Model], oracle: Oracle, order: Order, watch: Watch = unwatched
) -> Iterator[Exercise]:
    """New exercises that show a motif, each made from another position, until there are enough or the time is over."""
    draw, begin, done = random.Random(order.seed), time.monotonic(), 0
    seen = {canonical_positions([model.board.fen()])[0] for model in models}
    for model in draw.sample(models, len(models)):
        watch(Progress(done, order.count, f"varying for {motif}: {done}"))
        for _ in range(TRIES):
            if order.seconds is not None and time.monotonic() - begin > order.seconds:
                return
            board = Change.drawn(model, draw).board(model.board)
            canonical = canonical_positions([board.fen()])[0]
            made = shown(board, None, motif, oracle, VARIED) if canonical not in seen else "no change"
            if isinstance(made, Puzzle):
                seen.add(canonical)
                done += 1
                yield composed_exercise(signed(made, model, order), motif, oracle, "made from a position of yours")
                break
        if done == order.count:
            return


@dataclass(frozen=True, slots=True)
class Change:
    """What makes another position of one: men come off, files shift where there is room, wings and colours turn."""

    removed: tuple[chess.Square, ...]
    files: int
    turns_wings: bool
    turns_colours: bool

    @classmethod
    def drawn(cls, model: Model, draw: random.Random) -> Change:
        """A change by lot that leaves alone who takes part."""
        idle = _idle_men(model)
        removed = draw.sample(idle, draw.randint(min(1, len(idle)), len(idle) * 2 // 3))
        edge = {-1: chess.BB_FILE_A, 0: chess.BB_EMPTY, 1: chess.BB_FILE_H}
        files = draw.choice((-1, 0, 1))
        has_room = not (model.board.occupied & ~int(chess.SquareSet(removed)) & edge[files])
        return cls(tuple(removed), files if has_room else 0, draw.random() < 0.5, draw.random() < 0.5)

    def board(self, board: chess.Board) -> chess.Board:
        """The changed position, without castling and en passant."""
        men = {square: man for square, man in board.piece_map().items() if square not in self.removed}
        changed = chess.Board(None)
        changed.set_piece_map({square + self.files: man for square, man in men.items()})
        changed.turn = board.turn
        if self.turns_wings:
            changed = changed.transform(chess.flip_horizontal)
        return changed.mirror() if self.turns_colours else changed

    def move(self, move: chess.Move) -> chess.Move:
        """The same move there."""
        return chess.Move(self._square(move.from_square), self._square(move.to_square), move.promotion)

    def _square(self, square: chess.Square) -> chess.Square:
        square += self.files
        if self.turns_wings:
            square = chess.square(7 - chess.square_file(square), chess.square_rank(square))
        return chess.square_mirror(square) if self.turns_colours else square


def _idle_men(model: Model) -> list[chess.Square]:
    """The men that no move of the line touches; the kings stay."""
    touched = chess.SquareSet.from_square(model.line[0].from_square)
    for move in model.line:
        touched |= chess.SquareSet([move.from_square, move.to_square])
    return [square for square in chess.SquareSet(model.board.occupied & ~model.board.kings) if square not in touched]


def signed(puzzle: Puzzle, model: Model, order: Order) -> Puzzle:
    """A puzzle that says from which position it was made."""
    made_from = f"game {model.game}, ply {model.ply}"
    return replace(
        puzzle,
        provenance=Provenance.of(Origin.COMPOSED, by=f"motif {__version__}", seed=order.seed, varied=made_from),
    )
