"""Static puzzles: only White moves. Black stands still, is not in check before White's last move, and is mated by it.

    solutions(p, n) = every n moves of White in a row of which the last mates and no other gives check

After the static planning of Ahmer & Huang 2022; problemists know it as a series mate. Clingo finds skeletons, chance
more; here every sequence of moves is tried, so a puzzle has one solution, no shorter one, and no idle man.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

import chess

from motif._core.puzzles import mate_keys
from motif.errors import BadArgument, ImpossibleRecipe
from motif.puzzles.diagram import Diagram, Square
from motif.puzzles.duplicates import geometry
from motif.puzzles.plain_rules import PlainBoard
from motif.puzzles.puzzle import Goal
from motif.puzzles.recipe import Recipe
from motif.puzzles.skeletons import Failure, Skeleton, Skeletons
from motif.puzzles.verify import Board, board_of, usual_referee

LONGEST_STATIC = 4
"""Longer sequences are too many to try."""

PLACEMENTS = 40
"""Men placed by lot after each skeleton: of 47 skeletons of a mate in three on 5x5 none had one solution only."""

MEN_BY_LOT = (3, 4)
"""The most men that White and Black are given by lot besides their kings, where the recipe does not ask for more."""

LINES_THAT_MATTER = 2
"""A second solution is one too many; nobody asks how many more there are."""


@dataclass(frozen=True, slots=True)
class StaticPuzzle:
    """A position and White's moves in a row.

    >>> puzzle = StaticPuzzle("4/3k/1R2/K3 w - - 0 1", ("a1b1", "b1c1"))
    >>> print(puzzle.told())
    1. Ka1-b1 2. Kb1-c1#
    """

    position: str
    line: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(
            [f"position: {self.position}", f"goal: static mate in {len(self.line)}", f"solution: {' '.join(self.line)}"]
        )

    @property
    def diagram(self) -> Diagram:
        """The position as men on squares."""
        return Diagram.parse(self.position)

    def told(self) -> str:
        """White's moves with their numbers."""
        words, diagram = [], self.diagram
        for number, move in enumerate(self.line, start=1):
            words.append(f"{number}. {diagram.say(move)}")
            diagram = replace(diagram.play(move), white_to_move=True)
        return " ".join(words) + "#"


def static_mates(position: str, moves: int) -> list[tuple[str, ...]]:
    """The first solutions of the least length up to so many moves, two at most: one is sound.

    >>> static_mates("1K2/1P2/kpp1/rqr1 w", 1)
    []
    """
    if not 1 <= moves <= LONGEST_STATIC:
        raise BadArgument(f"cannot look for a static mate in {moves}", hint=f"between 1 and {LONGEST_STATIC} moves")
    board = board_of(position, usual_referee(position))
    if board.is_check():
        return []
    # Every position that so many moves without a check lead to, with the ways there; two ways are as bad as more.
    reached: list[tuple[Board, list[tuple[str, ...]]]] = [(board, [()])]
    for to_go in range(moves, 0, -1):
        mates = mate_keys([place.text() for place, _ in reached], 1)
        lines = [
            (*way, mate.uci()) for (_, ways), keys in zip(reached, mates, strict=True) for way in ways for mate in keys
        ]
        if lines:
            return lines[:LINES_THAT_MATTER]
        reached = _one_move_later(reached) if to_go > 1 else []
    return []


def _one_move_later(reached: list[tuple[Board, list[tuple[str, ...]]]]) -> list[tuple[Board, list[tuple[str, ...]]]]:
    later: dict[Hashable, tuple[Board, list[tuple[str, ...]]]] = {}
    for board, ways in reached:
        for move in board.legal_moves():
            after = board.after(move)
            if not after.is_check():
                again = after.again()
                _, known = later.setdefault(again.identity(), (again, []))
                known += [(*way, move) for way in ways][: LINES_THAT_MATTER - len(known)]
    return list(later.values())


def compose_static(
    recipe: Recipe, seed: int = 0, is_over: Callable[[], bool] = lambda: False
) -> Iterator[StaticPuzzle | None]:
    """Static puzzles one after another, and None for each skeleton that came to nothing; ends when there are no more.

    Raises ImpossibleRecipe when it is proved that there is no skeleton at all.
    """
    if recipe.stipulation.goal is not Goal.MATE or recipe.stipulation.moves > LONGEST_STATIC:
        raise BadArgument(f"cannot compose a static {recipe.stipulation}", hint=f"mate in 1 to {LONGEST_STATIC}")
    if recipe.themes:
        raise BadArgument("the themes are those of lines in which Black moves too", hint="leave out the theme")
    rules, seen, skeletons = Skeletons(recipe, seed, mode="static"), set[Hashable](), 0
    draw = random.Random(seed)
    while not is_over():
        skeleton = rules.find(is_over=is_over)
        if skeleton is Failure.IMPOSSIBLE:
            if not skeletons:
                raise ImpossibleRecipe(f"no static puzzle fulfils the recipe, as was proved\n{recipe}")
            return
        placements: Iterable[Diagram | None] = (_placed(recipe, draw) for _ in range(PLACEMENTS))
        if isinstance(skeleton, Skeleton):
            skeletons += 1
            rules.forbid(skeleton)
            placements = chain([skeleton.diagram], placements)
        for diagram in placements:
            if is_over():
                return
            puzzle = _least(str(diagram), recipe) if diagram and _is_legal(diagram) else None
            mark = puzzle and geometry_of(puzzle)
            yield puzzle if mark not in seen else None
            seen.add(mark)


def _placed(recipe: Recipe, draw: random.Random) -> Diagram | None:
    """A few men by lot: the fewer they are, the sooner one sequence alone mates. None where a pawn cannot stand."""
    files, ranks = recipe.board
    squares = [Square(file, rank) for file in range(files) for rank in range(ranks)]
    draw.shuffle(squares)
    men = [(squares.pop(), "K"), (squares.pop(), "k")]
    for side, some, kinds in ((recipe.white, MEN_BY_LOT[0], "QRBNP"), (recipe.black, MEN_BY_LOT[1], "qrbnp")):
        known = [kind for kind in kinds if kind.upper() not in side.never]
        asked = [kind if kinds.isupper() else kind.lower() for kind in side.needed]
        most = min(side.most - 1, max(some, side.fewest - 1, len(asked)), len(squares) // 2)
        count = draw.randint(min(max(side.fewest - 1, len(asked)), most), most)
        asked += draw.choices(known, k=count - len(asked)) if known and count > len(asked) else []
        men += zip((squares.pop() for _ in asked), asked, strict=True)
    if any(sign in "Pp" and square.rank in (0, ranks - 1) for square, sign in men):
        return None
    return Diagram.of(files, ranks, men)


def geometry_of(puzzle: StaticPuzzle) -> Hashable:
    """White's moves, freed from where on the board they happen."""
    steps, diagram = [], puzzle.diagram
    for move in puzzle.line:
        steps.append(geometry(diagram, [move]))
        diagram = replace(diagram.play(move), white_to_move=True)
    return tuple(steps)


def _least(position: str, recipe: Recipe) -> StaticPuzzle | None:
    """The puzzle without its unneeded men, if the position has one solution of the wanted length."""
    moves = recipe.stipulation.moves
    line = _only(position, moves)
    if line is None:
        return None
    diagram = Diagram.parse(position)
    # A man that was needed may not be once another is gone, so this goes on until nobody is left to go.
    while (fewer := _without_one(diagram, moves, line)) is not None:
        diagram = fewer
    for white, men in ((True, recipe.white), (False, recipe.black)):
        if not men.admits([sign.upper() for _, sign in diagram.placed if sign.isupper() == white]):
            return None
    return StaticPuzzle(str(diagram), line)


def _without_one(diagram: Diagram, moves: int, line: tuple[str, ...]) -> Diagram | None:
    """The diagram without the first man that the line does not need; None when it needs them all."""
    for square, sign in diagram.placed:
        left = [(other, man) for other, man in diagram.placed if other != square]
        fewer = Diagram.of(diagram.files, diagram.ranks, left)
        if sign not in "Kk" and _is_legal(fewer) and _only(str(fewer), moves) == line:
            return fewer
    return None


def _only(position: str, moves: int) -> tuple[str, ...] | None:
    mates = static_mates(position, moves)
    return mates[0] if len(mates) == 1 and len(mates[0]) == moves else None


def _is_legal(diagram: Diagram) -> bool:
    if diagram.is_full_size:
        return chess.Board(str(diagram)).is_valid()
    board = PlainBoard.parse(str(diagram))
    return not board.is_attacked_king(white=False)
