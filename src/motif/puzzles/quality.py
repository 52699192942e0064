"""What makes a sound mate a good one: the theme is forced, a defence allows one mate, the men come from a game.

Forced is a theme that Black can bring about and White cannot avoid: after some defences every move that still mates in
time shows it. A dual is a defence after which several moves do. Composers' mates in two have them after 2 to 17 of a
hundred defences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

import chess

from motif._core.puzzles import solve
from motif.board.material import VALUES_BY_SIGN
from motif.motifs.catalogue import most_specific, motifs_of
from motif.motifs.motif import Line
from motif.puzzles.diagram import Diagram
from motif.puzzles.puzzle import Branch, Goal, Puzzle
from motif.puzzles.themes import THEMES, Test

MOST_DUALS = 0.2
"""The share of the defences that may allow several mates where few may."""

MOST_DUALS_IN_RICH_PLAY = 0.1
"""The same where the play is to be rich: what composers have."""

MOST_FORCE = 15
"""How many points White may be ahead in rich play: with more the king is mated by force alone."""

MOST_AHEAD = 3
"""How many points White may be ahead where a position is to be as in a game."""

FARTHEST_PAWN = 5
"""The rank, seen from the pawn's own side, beyond which few pawns of a game come."""

START_COUNTS = {"K": 1, "Q": 1, "R": 2, "B": 2, "N": 2, "P": 8}
"""How many men of a kind a side has at the start of a game; more would have to be promoted."""


FEWEST_MATES = 2
"""Of 166 two-movers of composers 160 have at least so many different mates; of 210 that shipped once, 38 had."""


class Duals(StrEnum):
    """How many of Black's defences may allow more than one mate."""

    NONE = "none"
    FEW = "few"
    ANY = "any"

    def admits(self, puzzle: Puzzle) -> bool:
        """Whether a finished puzzle is good enough; where few are allowed, the main line has none."""
        if self is Duals.ANY:
            return True
        several, defences = duals(puzzle)
        if self is Duals.NONE:
            return several == 0
        return several <= MOST_DUALS * defences and not _dual_on_the_main_line(puzzle.solution[0])


class PlayAfterKey(StrEnum):
    """Whether a mate in two must have something to find after the key, too."""

    RICH = "rich"
    VARIED = "varied"
    ANY = "any"

    def admits(self, puzzle: Puzzle) -> bool:
        """Whether defences make White mate in different ways, and some first move fails to one reply alone.

        Rich is play in which a man other than the king defends, too, with a mate of its own, and next to no dual is.
        """
        if self is PlayAfterKey.ANY:
            return True
        if len(mating_moves(puzzle)) < FEWEST_MATES or (self is PlayAfterKey.RICH and not _men_defend(puzzle)):
            return False
        return has_try(puzzle)


def mating_moves(puzzle: Puzzle) -> frozenset[str]:
    """The different moves that mate after the defences to a mate in two; a defence that allows several forces none.

    >>> from motif.puzzles.puzzle import Goal, Stipulation
    >>> tree = Branch.parse_all("h1h7[g8h7[f5h5] g8f8[h7h8 f5f7]]")
    >>> mating_moves(Puzzle("6k1/8/8/5Q2/8/8/8/K6R w - - 0 1", Stipulation(Goal.MATE, 2), tree))
    frozenset({'f5h5'})
    """
    defences = (defence for root in puzzle.solution for defence in root.answers)
    return frozenset(defence.answers[0].move for defence in defences if len(defence.answers) == 1)


def _men_defend(puzzle: Puzzle) -> bool:
    """Whether some defence by a man other than the king forces a mate of its own, and few defences leave a choice.

    A king that is hunted alone is soon mated by force; what a reader remembers is what its men try.
    """
    king = puzzle.board().king(not puzzle.board().turn)
    defences = [defence for root in puzzle.solution for defence in root.answers]
    single = [defence for defence in defences if len(defence.answers) == 1]
    by_men = {each.answers[0].move for each in single if chess.Move.from_uci(each.move).from_square != king}
    ways = {_way(chess.Move.from_uci(move)) for move in mating_moves(puzzle)}
    signs = [sign for _, sign in puzzle.diagram.placed]
    ahead = sum(VALUES_BY_SIGN[sign.upper()] * (1 if sign.isupper() else -1) for sign in signs)
    return (
        bool(by_men)
        and len(ways) >= FEWEST_MATES
        and ahead <= MOST_FORCE
        and len(defences) - len(single) <= MOST_DUALS_IN_RICH_PLAY * len(defences)
    )


def _way(mate: chess.Move) -> tuple[int, int, int]:
    """Where a mate comes from and which way it goes: nearer or farther on one line it is the same to a reader."""
    files = chess.square_file(mate.to_square) - chess.square_file(mate.from_square)
    ranks = chess.square_rank(mate.to_square) - chess.square_rank(mate.from_square)
    return mate.from_square, (files > 0) - (files < 0), (ranks > 0) - (ranks < 0)


def has_try(puzzle: Puzzle) -> bool:
    """Whether some other first move would mate in time but for one reply."""
    solution = solve(puzzle.position, puzzle.stipulation.symbol)
    return solution is not None and any(len(attempt.refutations) == 1 for attempt in solution.tries)


def duals(puzzle: Puzzle) -> tuple[int, int]:
    """How many defences leave White a choice of how to go on, and how many there are.

    >>> from motif.puzzles.puzzle import Goal, Stipulation
    >>> tree = Branch.parse_all("h1h7[g8h7[f5h5] g8f8[h7h8 f5f7]]")
    >>> duals(Puzzle("6k1/8/8/5Q2/8/8/8/K6R w - - 0 1", Stipulation(Goal.MATE, 2), tree))
    (1, 2)
    """
    answers = [len(defence.answers) for root in puzzle.solution for defence in _defences(root)]
    return sum(number > 1 for number in answers), len(answers)


def forced_line(puzzle: Puzzle, shows: Callable[[tuple[str, ...]], bool]) -> tuple[str, ...] | None:
    """A full line that shows something and that White cannot leave without showing it; one without duals if there is.

    None where Black cannot force it.
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
    """Whether no man must have been promoted: no more of a kind than a game begins with, bishops on both colours."""
    men = Counter(sign for _, sign in diagram.placed)
    colours = Counter((sign, (square.file + square.rank) % 2) for square, sign in diagram.placed if sign in "Bb")
    few = all(number <= START_COUNTS[sign.upper()] for sign, number in men.items())
    return few and max(colours.values(), default=0) < 2


def is_game_like(diagram: Diagram) -> bool:
    """Whether White is not far ahead and pawns stand where pawns of a game do."""
    ahead = sum(VALUES_BY_SIGN[sign.upper()] * (1 if sign.isupper() else -1) for _, sign in diagram.placed)
    white = (square.rank + 1 for square, sign in diagram.placed if sign == "P")
    black = (diagram.ranks - square.rank for square, sign in diagram.placed if sign == "p")
    return ahead <= MOST_AHEAD and max((*white, *black), default=0) <= FARTHEST_PAWN


def _defences(move: Branch) -> Iterator[Branch]:
    """Every reply of Black's in the tree after a move of White's."""
    for defence in move.answers:
        yield defence
        for answer in defence.answers:
            yield from _defences(answer)


def _dual_on_the_main_line(move: Branch) -> bool:
    while move.answers:
        defence = move.answers[0]
        if len(defence.answers) > 1:
            return True
        move = defence.answers[0]
    return False


# What a puzzle shows, in words: the themes of composers, and the motifs of its main line.

BESIDE_A_MATE = frozenset({"mate", "winning capture", "threat", "mate threat"})
"""What says nothing about a puzzle whose goal is mate."""


def tags(puzzle: Puzzle) -> tuple[str, ...]:
    """The themes that Black can force on White, and the motifs of the main line; only on the full board."""
    if not puzzle.diagram.is_full_size or puzzle.stipulation.goal not in (Goal.MATE, Goal.WIN):
        return ()
    return most_specific([*_themes(puzzle), *motif_tags(puzzle)])


def motif_tags(puzzle: Puzzle) -> tuple[str, ...]:
    """The motifs of the main line that say most."""
    motifs = most_specific(motifs_of(Line.of(puzzle.board(), puzzle.main_line)))
    if puzzle.stipulation.goal is Goal.WIN:
        return motifs
    return tuple(name for name in motifs if name not in BESIDE_A_MATE and not name.startswith("mate in "))


def _themes(puzzle: Puzzle) -> list[str]:
    if puzzle.stipulation.goal is not Goal.MATE:
        return []
    board = puzzle.board()

    def is_forced(holds: Test) -> bool:
        return forced_line(puzzle, lambda line: holds(Line.of(board, line))) is not None

    return [theme.name for theme in THEMES.values() if theme.holds and is_forced(theme.holds)]
