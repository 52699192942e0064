"""Find what a move wins: play the evaluator's line until the position is quiet and compare material.

gain = the balance of material later on the line - the balance before the move, in pawns, or mate. The line is cut
where most of the gain is won for good. Only what the line shows and the engine's score confirms is claimed. If the
last move is unknown, a gain may be only a recapture: a FEN whose halfmove clock is zero does not show it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import chess

from motif._core.board import Positions
from motif.board.material import balance
from motif.board.wording import counted, listed
from motif.engines.evaluator import Evaluation, Evaluator, after
from motif.engines.limits import Limit
from motif.motifs.motif import Line, exchange, worth

MOST_EXTENSIONS = 4
"""How often a line that ends in the middle of an exchange is searched further."""

SETTLING_DEPTH = 4
"""The depth in plies of that search, enough to finish an exchange; mates and draws get the full depth."""

LEAST_SHARE_OF_GAIN = 0.5
"""The line is cut as soon as this share of the gain is won for good."""

PLIES_A_GAIN_HOLDS = 5
"""A gain must last for this many plies, through the captures and recaptures that follow."""

CP_PER_PAWN_CLAIMED = 60
"""The evaluator's score must rise by this many centipawns for each pawn claimed."""

SAVED_DRAW_CP = 150
"""A line saves a draw if the alternative was worse by this many centipawns."""

LONGEST_LINE_PLIES = 7
"""The longest line shown, in plies, unless it mates."""

LONGEST_FORCED_LINE_PLIES = 11
"""The longest line shown, in plies, if every move of the winner gives check or captures."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What a line wins for the side that moves first: pawns' worth of material, or mate in a number of moves."""

    pawns: int
    mate_in: int | None
    centipawns: int
    """How much the evaluator's score exceeds the balance before the move, or the value of the alternative."""
    saves_draw: bool = False
    """Whether the line reaches a draw by rule from a worse position."""
    may_take_back: bool = False
    """Whether the first move captures and, as the move before is unknown, may only recapture."""

    @property
    def is_mate(self) -> bool:
        return self.mate_in is not None

    @property
    def is_something(self) -> bool:
        return self.is_mate or self.pawns >= 1


@dataclass(frozen=True, slots=True)
class Won:
    """A line that ends where its gain is complete, and the gain."""

    line: Line
    gain: Gain
    whole: tuple[chess.Move, ...]
    """The whole line of the evaluator."""
    evaluation: Evaluation
    """The evaluation of the line, for the side that moves first."""

    @property
    def end(self) -> chess.Board:
        """The board at the end of the whole line."""
        board = self.line.start.copy(stack=False)
        for move in self.whole:
            board.push(move)
        return board


def play_out(board: chess.Board, move: chess.Move, evaluator: Evaluator, limit: Limit) -> Won:
    """Play a move and the evaluator's line after it until the position is quiet."""
    (answer,) = evaluator.evaluate([after(board, move)], limit)
    return play_on(board, answer.before(move), evaluator, limit)


def play_on(
    board: chess.Board, evaluation: Evaluation, evaluator: Evaluator, limit: Limit, instead: int | None = None
) -> Won:
    """Play the line of an evaluation until the position is quiet.

    `instead` is the value of the alternative in centipawns, if known. With it a piece won counts even if the position
    stays bad.
    """
    line = Line.of(board, evaluation.line, lead_of(board))
    mates = _mates(evaluation)
    if limit.depth is not None and evaluation.centipawns and not mates:
        limit = replace(limit, depth=min(limit.depth, SETTLING_DEPTH))
    for _ in range(MOST_EXTENSIONS):
        if line.end.is_game_over() or not (
            mates or (len(line.moves) < LONGEST_FORCED_LINE_PLIES + PLIES_A_GAIN_HOLDS and is_unsettled(line))
        ):
            break
        (further,) = evaluator.evaluate([line.end], limit)
        line = Line.of(board, (*line.moves, *further.line), line.lead)
    return _cut(line, evaluation, instead)


def _mates(evaluation: Evaluation) -> bool:
    return evaluation.score.is_mate() and evaluation.centipawns > 0


def lead_of(board: chess.Board) -> tuple[chess.Board, chess.Move] | None:
    """The last move of the game and the board before it; None if no move was played."""
    if not board.move_stack:
        return None
    before = board.copy(stack=1)
    move = before.pop()
    return (before, move) if move else None


def at_stake(line: Line) -> chess.Board:
    """The board from which a gain is counted: the first one, or, if the line recaptures, the one before that capture.

    Checks may come between a capture of equal value and its recapture.
    """
    if line.lead is None or not line.steps:
        return line.start
    board, lead = line.lead
    if line.steps[0].takes_back:
        return board
    is_even = worth(board, lead.from_square) <= worth(board, lead.to_square)
    for step in line.steps if is_even else ():
        if step.target == lead.to_square:
            return board if step.is_capture else line.start
        if not step.is_check:
            break
    return line.start


def _cut(line: Line, evaluation: Evaluation, instead: int | None) -> Won:
    balances = [balance(board, line.winner) for board in line.boards]
    before = balance(at_stake(line), line.winner)
    without = 100 * before if instead is None else min(instead, 100 * before)
    centipawns = evaluation.centipawns - without
    # A line that was played on may end in a mate that could be avoided.
    if line.is_mate and _mates(evaluation):
        gain = Gain(balances[-1] - before, (len(line.moves) + 1) // 2, centipawns)
        return Won(line, gain, line.moves, evaluation)
    # A late gain of a chain of checks and captures counts only if nothing is won earlier.
    shown = _shown(balances, before, centipawns, LONGEST_LINE_PLIES) or _shown(
        balances, before, centipawns, _longest(line)
    )
    taken = balances[min(1, len(line.moves))] - before
    if max(shown.values(), default=0) < taken <= centipawns / CP_PER_PAWN_CLAIMED and _is_given_back_by_choice(
        line, balances
    ):
        shown = {1: taken}
    keep = 1
    if shown:
        enough = LEAST_SHARE_OF_GAIN * max(shown.values())
        keep = next(ply for ply, pawns in shown.items() if pawns >= enough)
    pawns = shown.get(keep, 0)
    gain = Gain(pawns, None, centipawns, is_draw(line) and centipawns >= SAVED_DRAW_CP, _may_take_back(line, pawns))
    if gain.saves_draw and not gain.is_something:
        return Won(_up_to_repetition(line), gain, line.moves, evaluation)
    if gain.is_something:
        # Continue the line until the gain is what is claimed: a queen is not won if a rook is recaptured for it.
        keep = next(ply for ply in range(keep, len(balances)) if balances[ply] - before == gain.pawns)
    if keep == 1 and gain.is_something and _is_not_taken_back(line):
        keep = 2
    cut = Line(line.boards[: keep + 1], line.moves[:keep], line.lead, line.chances)
    return Won(cut, gain, line.moves, evaluation)


def _shown(balances: list[int], before: int, centipawns: int, longest: int) -> dict[int, int]:
    """The lasting gain in pawns after each move of the winner, where the score confirms it."""
    shown = {}
    for ply in range(1, min(longest + 1, len(balances)), 2):
        lasting = min(balances[later] for later in _plies_of_gain(ply, balances)) - before
        if 1 <= lasting <= centipawns / CP_PER_PAWN_CLAIMED:
            shown[ply] = lasting
    return shown


def _is_given_back_by_choice(line: Line, balances: list[int]) -> bool:
    """Whether the first move's gain shrinks later only because the winner, not in check, begins an exchange."""
    ply = next((ply for ply, pawns in enumerate(balances) if ply and pawns < balances[1]), 1)
    if ply < 4 or ply % 2:
        return False
    board, (given, taking_back) = line.boards[ply - 2], line.moves[ply - 2 : ply]
    return board.is_capture(given) and given.to_square == taking_back.to_square and not board.is_check()


def _longest(line: Line) -> int:
    """Return how many plies of a line are followed."""
    forced = next((step.ply for step in line.steps if not (step.is_check or step.is_capture)), len(line.moves))
    return max(LONGEST_LINE_PLIES, min(LONGEST_FORCED_LINE_PLIES, forced))


def _plies_of_gain(ply: int, balances: list[int]) -> list[int]:
    """The plies at which a gain must still hold: after the reply and after each later move of the winner."""
    return [later for later in (ply, ply + 1, *range(ply + 2, ply + PLIES_A_GAIN_HOLDS, 2)) if later < len(balances)]


def _may_take_back(line: Line, pawns: int) -> bool:
    """Whether a capture by the first move may be a recapture: the last move is unknown, and the winner is behind."""
    if line.lead is not None or line.start.halfmove_clock or not line.steps[0].is_capture:
        return False
    return line.steps[0].taken != chess.PAWN and -2 * balance(line.start, line.winner) >= pawns >= 1


def is_draw(line: Line) -> bool:
    """Whether a line ends in stalemate, without mating material, or in a repetition.

    A repetition counts only if checks, or few legal moves, force it; otherwise a player may have returned by choice.
    """
    end = line.end
    if end.is_stalemate() or end.is_insufficient_material():
        return True
    last = _placement(end)
    again = any(_placement(board) == last for board in line.boards[:-1])
    return again and (len(line.moves) <= LONGEST_LINE_PLIES or all(step.is_check for step in line.steps))


def _up_to_repetition(line: Line) -> Line:
    """The line up to its first repetition."""
    seen = set()
    for ply, board in enumerate(line.boards):
        if (pieces := _placement(board)) in seen:
            return Line(line.boards[: ply + 1], line.moves[:ply], line.lead, line.chances)
        seen.add(pieces)
    return line


def _placement(board: chess.Board) -> tuple[int, ...]:
    """The side to move and the place of every piece, as a comparable value."""
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    return board.turn, board.occupied_co[chess.WHITE], *kinds, board.occupied


def _is_not_taken_back(line: Line) -> bool:
    """Whether the first move captures a protected piece and the reply does not recapture."""
    if len(line.moves) < 2 or not line.start.is_capture(line.moves[0]):
        return False
    return line.moves[1].to_square != line.moves[0].to_square and exchange(line.start, line.moves[0]) < 1


def is_unsettled(line: Line) -> bool:
    """Whether a line ends in the middle of something: a check, capture or promotion, or a piece left to capture."""
    if line.end.is_check() or not line.moves:
        return True
    last = line.moves[-1]
    if line.boards[-2].is_capture(last) or last.promotion is not None:
        return True
    values = Positions.from_boards([line.end]).exchange_values()
    return bool(len(values)) and int(values.max()) >= 100


# What a line wins and gives, as it is said: "a rook", "the queen for a rook", "two pawns".

KINDS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)


def material_won(line: Line) -> str:
    """Name the material that a line wins, equal trades left out; empty if nothing.

    >>> material_won(Line.of(chess.Board("r3k3/8/8/3N4/8/8/8/4K3 w q - 0 1"), ["d5c7", "e8d7", "c7a8"]))
    'a rook'
    """
    won, price = _won_and_given(line)
    if not won:
        return ""
    return won + (f" for {price}" if price else "")


def price(line: Line) -> str:
    """Name the material that a line gives up, equal trades left out; empty if nothing.

    >>> price(Line.of(chess.Board("2rk4/1P6/8/8/8/8/8/4K3 w - - 0 1"), ["b7c8q", "d8c8"]))
    'a pawn'
    """
    return _won_and_given(line)[1]


def _won_and_given(line: Line) -> tuple[str, str]:
    lost = _missing(line, not line.winner)
    given = _missing(line, line.winner)
    for kind in KINDS:
        same = min(lost[kind], given[kind])
        lost[kind] -= same
        given[kind] -= same
    _name_as_captured(line, lost)
    minor = min(lost[chess.KNIGHT] + lost[chess.BISHOP], given[chess.KNIGHT] + given[chess.BISHOP])
    for side in (lost, given):
        for kind, number in zip(
            (chess.KNIGHT, chess.BISHOP), _less(side[chess.KNIGHT], side[chess.BISHOP], minor), strict=True
        ):
            side[kind] = number
    return _all_counted(lost), _all_counted(given)


def _name_as_captured(line: Line, lost: Counter[chess.PieceType]) -> None:
    """If a knight was traded for a bishop, name as won the piece that the first move captures for nothing."""
    is_free = line.moves[0].to_square not in [move.to_square for move in line.moves[1:2]]
    captured = line.steps[0].taken if is_free else None
    for kind, other in ((chess.KNIGHT, chess.BISHOP), (chess.BISHOP, chess.KNIGHT)):
        if captured == kind and lost[kind] == 0 and lost[other] == 1:
            lost[kind], lost[other] = 1, 0


def _all_counted(pieces_lost: Counter[chess.PieceType]) -> str:
    return listed([named(kind, number) for kind in KINDS if (number := pieces_lost[kind])])


def named(kind: chess.PieceType, number: int = 1) -> str:
    """Name the pieces won or given up; a single queen gets "the", as a side has one."""
    return "the queen" if (kind, number) == (chess.QUEEN, 1) else counted(number, chess.piece_name(kind), spelled=True)


def _less(first: int, second: int, off: int) -> tuple[int, int]:
    taken = min(first, off)
    return first - taken, second - (off - taken)


def promoted(line: Line) -> chess.PieceType | None:
    """The piece that the winner's promoted pawn became, if it is still on the board at the end of the line."""
    squares = _new_placement(line)
    return line.end.piece_type_at(squares[-1]) if squares else None


def _new_placement(line: Line) -> list[chess.Square]:
    """The squares at the end of the line of the pieces that the winner promoted to."""
    squares: list[chess.Square] = []
    for ply, move in enumerate(line.moves):
        if move.promotion and not ply % 2:
            squares.append(move.to_square)
        else:
            squares = [
                move.to_square if square == move.from_square else square
                for square in squares
                if (square != move.to_square)
            ]
    return squares


def _missing(line: Line, side: chess.Color) -> Counter[chess.PieceType]:
    """The pieces that a side loses along the line, promoted pieces not counted."""
    before = at_stake(line)
    start, end = before.occupied_co[side], line.end.occupied_co[side]
    new = sum(chess.BB_SQUARES[square] for square in _new_placement(line)) if side == line.winner else 0
    lost: Counter[chess.PieceType] = Counter()
    for kind in KINDS:
        at_start = (before.pieces_mask(kind, side) & start).bit_count()
        at_end = (line.end.pieces_mask(kind, side) & end & ~new).bit_count()
        lost[kind] = at_start - at_end
    lost[chess.PAWN] -= new.bit_count()
    return lost
