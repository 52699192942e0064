"""Write annotated games as Lichess reads them: comments, glyphs, evaluations, clocks, arrows and variations."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import chess

from motif._core.board import Game
from motif.board.drawing import Arrow
from motif.errors import BadArgument

if TYPE_CHECKING:
    import chess.engine
    import chess.pgn

BEFORE_THE_FIRST_MOVE = -1
"""The ply of an annotation before the first move."""


@dataclass(frozen=True, slots=True)
class Variation:
    """An alternative line; the comment and the arrows belong to its first move."""

    line: tuple[chess.Move, ...]
    comment: str = ""
    arrows: tuple[Arrow, ...] = ()


@dataclass(frozen=True, slots=True)
class Annotation:
    """Notes on a move: text, numeric glyphs such as `chess.pgn.NAG_BLUNDER`, an evaluation, arrows.

    `clock` is the time left after the move, in seconds; `instead` has lines that could have been played instead.
    """

    comment: str = ""
    nags: frozenset[int] = frozenset()
    evaluation: chess.engine.PovScore | None = None
    arrows: tuple[Arrow, ...] = ()
    clock: float | None = None
    instead: tuple[Variation, ...] = ()


def annotate(game: Game | chess.Board | chess.pgn.Game, annotations: Mapping[int, Annotation]) -> str:
    """Return the PGN of a game, with the annotations for each ply added to any comments that it has already.

    Ply 0 is the first move. For a board, the game is the moves on its stack; a python-chess game is changed in place.

    >>> import chess.pgn
    >>> board = chess.Board()
    >>> _ = board.push_san("f3")
    >>> print(annotate(board, {0: Annotation("The king's worst friend.", frozenset({chess.pgn.NAG_MISTAKE}))}))
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "?"]
    [Black "?"]
    [Result "*"]
    <BLANKLINE>
    1. f3 $2 { The king's worst friend. } *
    """
    written = _as_tree(game)
    nodes: list[chess.pgn.GameNode] = [written, *written.mainline()]
    for ply, annotation in annotations.items():
        if not BEFORE_THE_FIRST_MOVE <= ply < len(nodes) - 1:
            raise BadArgument(f"there is no ply {ply} to annotate in a game of {len(nodes) - 1} plies")
        _add(nodes[ply + 1], annotation)
    return str(written)


def _as_tree(game: Game | chess.Board | chess.pgn.Game) -> chess.pgn.Game:
    import chess.pgn

    if isinstance(game, chess.pgn.Game):
        return game
    if isinstance(game, chess.Board):
        return chess.pgn.Game.from_board(game)
    tree = chess.pgn.read_game(io.StringIO(str(game)))
    assert tree is not None, "the text of a game contains a game"
    return tree


def _add(node: chess.pgn.GameNode, annotation: Annotation) -> None:
    if annotation.evaluation is not None:
        node.set_eval(annotation.evaluation)
    if annotation.arrows:
        import chess.svg

        drawn = [chess.svg.Arrow.from_pgn(str(arrow)) for arrow in annotation.arrows]
        node.set_arrows([*node.arrows(), *drawn])
    if annotation.clock is not None:
        node.set_clock(annotation.clock)
    if node.parent is not None:
        for variation in annotation.instead:
            first = node.parent.add_variation(variation.line[0])
            first.add_line(variation.line[1:])
            _add(first, Annotation(variation.comment, arrows=variation.arrows))
    node.nags.update(annotation.nags)
    node.comment = " ".join(filter(None, [node.comment, " ".join(annotation.comment.split())]))
