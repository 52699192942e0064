"""List the learned tactics: every rule with its sentence, its figures, and a position of the sample games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import chess

from motif.board.drawing import move_arrow
from motif.board.games import read_games
from motif.runtime.files import SAMPLE_GAMES
from motif.statistics.examples import Evidence, Reference
from motif.tactics.library import Tactic, TacticsLibrary
from motif.tactics.on_board import arrows, describe, find_examples
from motif.tactics.witnesses import MoveFacts
from motif.web.shelves.shelf import ExampleShape, FigureShape, PieceShape, noted

PER_GAME = 12
"""Positions of each sample game among which a rule looks for its example."""


def total() -> int:
    """How many rules there are."""
    return len(_library())


def about() -> str:
    """Where they come from."""
    return noted(_library().notes)


def words(number: int) -> str:
    """What a rule is searched by."""
    tactic = _library().tactics[number]
    return f"{_title(tactic)} {tactic.sentence()}"


def pieces(numbers: Sequence[int], *, with_examples: bool = True) -> list[PieceShape]:
    """Some rules, the best first."""
    tactics = _library().tactics
    return [_piece(tactics[number], _examples()[number] if with_examples else None) for number in numbers]


def _title(tactic: Tactic) -> str:
    """The motif of a rule, or else its sentence: its name is meant for code only."""
    return tactic.motif or tactic.sentence().rstrip(".")


def _piece(tactic: Tactic, example: tuple[chess.Board, chess.Move] | None) -> PieceShape:
    return PieceShape(
        id=tactic.name,
        title=_title(tactic),
        sentence=tactic.sentence(),
        text=tactic.rule.text(),
        figures=_figures(tactic),
        example=None if example is None else _example(tactic, *example),
    )


def _figures(tactic: Tactic) -> list[FigureShape]:
    known = tactic.figures
    figures = []
    if "precision" in known:
        interval = [known["low"], known["high"]] if "low" in known else None
        n = int(known["suggestions"]) if "suggestions" in known else None
        figures.append(FigureShape(name="suggests the best move", value=known["precision"], n=n, interval=interval))
    if "coverage" in known:
        figures.append(FigureShape(name="share of positions in which it speaks", value=known["coverage"]))
    return figures


def _example(tactic: Tactic, board: chess.Board, move: chess.Move) -> ExampleShape:
    facts = MoveFacts(board, move)
    # A board by itself does not know what was taken before: of a recapture the move itself is all there is.
    _, origin, target = tactic.rule.head
    own = {origin: move.from_square, target: move.to_square}
    squares = facts.witness(tactic.rule, _library().vocabulary) or own
    shown = [move_arrow(move), *arrows(tactic.rule, _library().vocabulary, board, move)]
    return ExampleShape.of(board, move, shown, f"{board.san(move)}: {describe(tactic.rule, facts, squares).english}.")


@cache
def _library() -> TacticsLibrary:
    return TacticsLibrary.shipped()


@cache
def _examples() -> list[tuple[chess.Board, chess.Move] | None]:
    evidence = Evidence.of_games(read_games(SAMPLE_GAMES), PER_GAME, from_move=8)
    return find_examples(_library(), _library().tactics, evidence, Reference.PLAYED)
