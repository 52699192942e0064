"""Test whether a sound mate is a good puzzle: the theme is forced, duals are few, no piece was promoted.

A theme is forced if Black can defend so that White cannot mate in time without showing it. A dual is a defence after
which several moves mate in time; in composers' mates in two, 2 to 17 % of the defences are duals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

import chess

from motif._core.puzzles import solve
from motif.board.material import VALUES_BY_LETTER
from motif.motifs.catalogue import most_specific, motifs_of
from motif.motifs.motif import Line
from motif.puzzles.diagram import Diagram
from motif.puzzles.puzzle import Branch, Goal, Puzzle
from motif.puzzles.themes import THEMES, Test

LARGEST_DUAL_SHARE = 0.2
"""The maximum share of defences that may be duals with `Duals.FEW`."""

LARGEST_DUAL_SHARE_IN_RICH_PLAY = 0.1
"""The maximum share with `PlayAfterKey.RICH`, as in composers' problems."""

LARGEST_LEAD_IN_RICH_PLAY_PAWNS = 15
"""With a larger lead White mates by sheer force."""

LARGEST_GAME_LIKE_LEAD_PAWNS = 3

FARTHEST_GAME_LIKE_PAWN_RANK = 5
"""Counted from the pawn's own side; few pawns get farther in a game."""

START_COUNTS = {"K": 1, "Q": 1, "R": 2, "B": 2, "N": 2, "P": 8}
"""The pieces of a side at the start of a game; any beyond these must have been promoted."""

FEWEST_DIFFERENT_MATES = 2
"""160 of 166 mates in two by composers have at least two different mates."""


class Duals(StrEnum):
    """How many of Black's defences may allow more than one mate."""

    NONE = "none"
    FEW = "few"
    ANY = "any"

    def admits(self, puzzle: Puzzle) -> bool:
        """Whether a finished puzzle has few enough duals; FEW allows none in the main line."""
        if self is Duals.ANY:
            return True
        several, defences = duals(puzzle)
        if self is Duals.NONE:
            return several == 0
        return several <= LARGEST_DUAL_SHARE * defences and not _has_dual_in_main_line(puzzle.solution[0])


class PlayAfterKey(StrEnum):
    """How varied the play after the key of a mate in two must be."""

    RICH = "rich"
    VARIED = "varied"
    ANY = "any"

    def admits(self, puzzle: Puzzle) -> bool:
        """Whether the defences lead to different mates, and some first move fails to a single reply.

        RICH also requires few duals, no overwhelming material, mates in different directions, and a defence by another
        piece than the king that allows only one mate.
        """
        if self is PlayAfterKey.ANY:
            return True
        if len(mating_moves(puzzle)) < FEWEST_DIFFERENT_MATES or (self is PlayAfterKey.RICH and not _is_rich(puzzle)):
            return False
        return has_try(puzzle)


def mating_moves(puzzle: Puzzle) -> frozenset[str]:
    """Return the distinct mating moves after the defences of a mate in two, not counting duals.

    >>> from motif.puzzles.puzzle import Goal, Stipulation
    >>> tree = Branch.parse_all("h1h7[g8h7[f5h5] g8f8[h7h8 f5f7]]")
    >>> mating_moves(Puzzle("6k1/8/8/5Q2/8/8/8/K6R w - - 0 1", Stipulation(Goal.MATE, 2), tree))
    frozenset({'f5h5'})
    """
    defences = (defence for root in puzzle.solution for defence in root.answers)
    return frozenset(defence.answers[0].move for defence in defences if len(defence.answers) == 1)


def _is_rich(puzzle: Puzzle) -> bool:
    king = puzzle.board().king(not puzzle.board().turn)
    defences = [defence for root in puzzle.solution for defence in root.answers]
    single = [defence for defence in defences if len(defence.answers) == 1]
    not_by_king = any(chess.Move.from_uci(defence.move).from_square != king for defence in single)
    directions = {_direction(chess.Move.from_uci(move)) for move in mating_moves(puzzle)}
    return (
        not_by_king
        and len(directions) >= FEWEST_DIFFERENT_MATES
        and _lead_pawns(puzzle.diagram) <= LARGEST_LEAD_IN_RICH_PLAY_PAWNS
        and len(defences) - len(single) <= LARGEST_DUAL_SHARE_IN_RICH_PLAY * len(defences)
    )


def _lead_pawns(diagram: Diagram) -> int:
    """White's lead in material."""
    return sum(VALUES_BY_LETTER[sign.upper()] * (1 if sign.isupper() else -1) for _, sign in diagram.placed)


def _direction(mate: chess.Move) -> tuple[int, int, int]:
    """Return the origin and direction of a mating move; how far the piece goes makes no difference to the solver."""
    files = chess.square_file(mate.to_square) - chess.square_file(mate.from_square)
    ranks = chess.square_rank(mate.to_square) - chess.square_rank(mate.from_square)
    return mate.from_square, (files > 0) - (files < 0), (ranks > 0) - (ranks < 0)


def has_try(puzzle: Puzzle) -> bool:
    """Whether some other first move fails to a single reply."""
    solution = solve(puzzle.position, puzzle.stipulation.symbol)
    return solution is not None and any(len(attempt.refutations) == 1 for attempt in solution.tries)


def duals(puzzle: Puzzle) -> tuple[int, int]:
    """Return the number of duals and the number of defences.

    >>> from motif.puzzles.puzzle import Goal, Stipulation
    >>> tree = Branch.parse_all("h1h7[g8h7[f5h5] g8f8[h7h8 f5f7]]")
    >>> duals(Puzzle("6k1/8/8/5Q2/8/8/8/K6R w - - 0 1", Stipulation(Goal.MATE, 2), tree))
    (1, 2)
    """
    answers = [len(defence.answers) for root in puzzle.solution for defence in _defences(root)]
    return sum(number > 1 for number in answers), len(answers)


def forced_line(puzzle: Puzzle, shows: Callable[[tuple[str, ...]], bool]) -> tuple[str, ...] | None:
    """Return a full line whose defences force White to show a theme; None if there is none.

    `shows` tests a line for the theme. A line without duals is preferred.
    """
    length = 2 * puzzle.stipulation.moves - 1

    def after_white(branches: Sequence[Branch], so_far: tuple[str, ...]) -> tuple[str, ...] | None:
        lines = [after_black(each.answers, (*so_far, each.move)) for each in branches]
        return None if None in lines else lines[0]

    def after_black(defences: Sequence[Branch], so_far: tuple[str, ...]) -> tuple[str, ...] | None:
        if len(so_far) == length:
            return so_far if shows(so_far) else None
        for defence in sorted(defences, key=lambda each: len(each.answers)):
            if defence.answers and (line := after_white(defence.answers, (*so_far, defence.move))):
                return line
        return None

    return after_white(puzzle.solution, ())


def has_no_promoted_piece(diagram: Diagram) -> bool:
    """Whether no side has more pieces of a kind than at the start, or two bishops on squares of one colour."""
    counts = Counter(sign for _, sign in diagram.placed)
    bishops = Counter((sign, (square.file + square.rank) % 2) for square, sign in diagram.placed if sign in "Bb")
    few = all(count <= START_COUNTS[sign.upper()] for sign, count in counts.items())
    return few and max(bishops.values(), default=0) < 2


def is_game_like(diagram: Diagram) -> bool:
    """Whether White is not far ahead and no pawn has advanced far."""
    white = (square.rank + 1 for square, sign in diagram.placed if sign == "P")
    black = (diagram.ranks - square.rank for square, sign in diagram.placed if sign == "p")
    farthest = max((*white, *black), default=0)
    return _lead_pawns(diagram) <= LARGEST_GAME_LIKE_LEAD_PAWNS and farthest <= FARTHEST_GAME_LIKE_PAWN_RANK


def _defences(move: Branch) -> Iterator[Branch]:
    """Yield every reply of Black in the tree after a move of White."""
    for defence in move.answers:
        yield defence
        for answer in defence.answers:
            yield from _defences(answer)


def _has_dual_in_main_line(move: Branch) -> bool:
    while move.answers:
        defence = move.answers[0]
        if len(defence.answers) > 1:
            return True
        move = defence.answers[0]
    return False


IMPLIED_BY_MATE = frozenset({"mate", "winning capture", "threat", "mate threat"})
"""Motifs that every puzzle with the goal of mate may show, so they say nothing about it."""


def tags(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the forced themes and the motifs of the main line; empty on boards smaller than 8x8."""
    if not puzzle.diagram.is_full_size or puzzle.stipulation.goal not in (Goal.MATE, Goal.WIN):
        return ()
    return most_specific([*_themes(puzzle), *motif_tags(puzzle)])


def motif_tags(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the most specific motifs of the main line."""
    motifs = most_specific(motifs_of(Line.of(puzzle.board(), puzzle.main_line)))
    if puzzle.stipulation.goal is Goal.WIN:
        return motifs
    return tuple(name for name in motifs if name not in IMPLIED_BY_MATE and not name.startswith("mate in "))


def _themes(puzzle: Puzzle) -> list[str]:
    if puzzle.stipulation.goal is not Goal.MATE:
        return []
    board = puzzle.board()

    def is_forced(holds: Test) -> bool:
        return forced_line(puzzle, lambda line: holds(Line.of(board, line))) is not None

    return [theme.name for theme in THEMES.values() if theme.holds and is_forced(theme.holds)]
