"""Test whether a sound mate is a good puzzle, and whether a game can lead to it.

A theme is forced if Black can defend so that White cannot mate in time without showing it. A dual is a defence after
which several moves mate in time; in composers' mates in two, 2 to 17 % of the defences are duals.

Reasons why no game can lead to a position: pawns on their second rank have never moved, so they shut in bishops. A pawn
changes its file only by capturing, and each capture costs the opponent a piece. Pieces beyond those of the initial
position are promoted pawns. Passing these tests does not prove that a game can lead to a position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import product

import chess

from motif._core.puzzles import has_last_move, solve
from motif.board.material import VALUES_BY_LETTER
from motif.errors import BadPosition
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
        solution = solve(puzzle.position, puzzle.stipulation.symbol)
        return solution is not None and any(len(attempt.refutations) == 1 for attempt in solution.tries)


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


PIECES_AT_START = 16
BISHOP_HOMES = (chess.C1, chess.F1)

_IMPOSSIBLE = chess.STATUS_IMPOSSIBLE_CHECK | chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_OPPOSITE_CHECK


def unreachable_reasons(position: str, promoted: bool = False) -> list[str]:
    """Return the reasons why no game can lead to a position; unless `promoted`, a promoted piece is one of them.

    >>> unreachable_reasons("br6/kp6/p7/1P6/8/8/K6Q/8 w - - 0 1")
    ['the bishop on a8 cannot have passed the unmoved pawns']
    >>> unreachable_reasons("1r6/kp6/p7/1P6/8/8/K6Q/8 w - - 0 1")
    []
    """
    diagram = Diagram.parse(position)
    if not diagram.is_full_size:
        return [] if promoted or has_no_promoted_piece(diagram) else ["a piece must have been promoted"]
    board = chess.Board(position)
    impossible = []
    if board.status() & _IMPOSSIBLE:
        impossible.append("a king is in a check that no last move can have given")
    elif not has_last_move([position])[0]:
        impossible.append("no last move can lead to the position")
    for colour in chess.COLORS:
        # Every rule is written for White; for Black the board is mirrored.
        side = board if colour else board.mirror()
        name = chess.COLOR_NAMES[colour].capitalize()

        def square_name(square: chess.Square, white: bool = colour) -> str:
            return chess.square_name(square if white else chess.square_mirror(square))

        impossible += [
            f"the bishop on {square_name(square)} cannot have passed the unmoved pawns"
            for square in shut_out_bishops(side)
        ]
        pawns = len(side.pieces(chess.PAWN, chess.WHITE))
        if pawns + (number := fewest_promotions(side)) > chess.popcount(chess.BB_RANK_2):
            impossible.append(f"{name} has {pawns} pawns and {number} pieces that must have been promoted")
        elif number and not promoted:
            impossible.append(f"{number} of {name}'s pieces must have been promoted")
        missing = PIECES_AT_START - chess.popcount(side.occupied_co[chess.BLACK])
        captures = fewest_captures(side)
        if captures is None:
            impossible.append(f"{name}'s pawns cannot all have started on different files")
        elif captures > missing:
            impossible.append(
                f"{name}'s pawns need at least {captures} captures, but the opponent has lost only {missing}"
            )
    return impossible


def shut_out_bishops(board: chess.Board) -> list[chess.Square]:
    """Return the white bishops that White's unmoved pawns shut in on the first rank, away from their home squares."""
    return [
        square
        for square in board.pieces(chess.BISHOP, chess.WHITE)
        if square not in BISHOP_HOMES and _is_shut(board, square)
    ]


def fewest_promotions(board: chess.Board) -> int:
    """Return the minimum number of White's pieces that must have been promoted.

    White must have promoted for every piece beyond the number at the start of a game, for a bishop elsewhere if the
    original one never left its shut-in home, and for a bishop behind Black's unmoved pawns, which no bishop can enter.
    """
    extra = [
        max(0, len(board.pieces(kind, chess.WHITE)) - first_set)
        for kind, first_set in ((chess.KNIGHT, 2), (chess.ROOK, 2), (chess.QUEEN, 1))
    ]
    bishops = 0
    mirrored = board.mirror()
    for home in BISHOP_HOMES:
        colour = chess.BB_LIGHT_SQUARES if home == chess.F1 else chess.BB_DARK_SQUARES
        same_colour = list(board.pieces(chess.BISHOP, chess.WHITE) & colour)
        promoted_there = sum(_is_shut(mirrored, chess.square_mirror(square)) for square in same_colour)
        if _is_shut(board, home):
            bishops += sum(square != home for square in same_colour)
        else:
            bishops += max(promoted_there, len(same_colour) - 1)
    return sum(extra) + bishops


def fewest_captures(board: chess.Board) -> int | None:
    """Return the minimum number of captures with which White's pawns can have reached their files; None if impossible.

    captures = min over assignments of pawns to home files of sum |file - home file|, each at most the ranks advanced.
    """
    pawns = [(chess.square_file(square), chess.square_rank(square) - 1) for square in board.pieces(1, chess.WHITE)]

    @cache
    def least(number: int, taken: int) -> int | None:
        if number == len(pawns):
            return 0
        file, steps = pawns[number]
        ways = [
            abs(file - first) + rest
            for first in range(8)
            if not taken >> first & 1
            and abs(file - first) <= steps
            and (rest := least(number + 1, taken | 1 << first)) is not None
        ]
        return min(ways, default=None)

    return least(0, 0)


def _is_shut(board: chess.Board, square: chess.Square) -> bool:
    """Whether unmoved white pawns block both diagonals of a first-rank square."""
    if chess.square_rank(square) != 0:
        return False
    exits = chess.BB_DIAG_ATTACKS[square][0] & chess.BB_RANK_2
    return not exits & ~int(board.pieces(chess.PAWN, chess.WHITE))


def last_move(position: chess.Board) -> tuple[chess.Board, chess.Move]:
    """Return a board and a legal move from it to this position; a row of Lichess's CSV begins with such a pair.

    Quiet moves are tried before captures; castling and en passant are not tried.
    """
    mover, target = not position.turn, position.board_fen()
    # Captures come after quiet moves, since taking one back adds a piece to the diagram; kings move last.
    movers = chess.SquareSet(position.occupied_co[mover])
    squares = sorted(movers, key=lambda square: position.piece_type_at(square) == chess.KING)
    empty = chess.SquareSet(~position.occupied)
    for captured in (None, chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN):
        for square, origin in product(squares, empty):
            before, move = position.copy(stack=False), chess.Move(origin, square)
            before.set_piece_at(origin, before.remove_piece_at(square))
            before.set_piece_at(square, chess.Piece(captured, position.turn) if captured else None)
            before.turn, before.ep_square, before.halfmove_clock = mover, None, 0
            if before.is_pseudo_legal(move) and before.is_valid() and before.is_legal(move):
                after = before.copy(stack=False)
                after.push(move)
                if after.board_fen() == target and after.ep_square is None:
                    return before, move
    raise BadPosition(f"no last move leads to {position.fen()}")
