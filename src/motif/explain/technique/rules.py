"""Define endgame rules and their results (who wins with best play), with the rules too simple for a textbook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

import chess

from motif.board.material import material
from motif.board.moves import MoveOnBoard, rank_for
from motif.board.wording import listed
from motif.engines.evaluator import Evaluation, Evaluator, position_text
from motif.engines.exact import TABLE_WIN_CP, ExactResults
from motif.engines.limits import ENDING_QUICK_LOOK, PAWN_ENDING_LIMIT, PIECE_ENDING_LIMIT
from motif.engines.small_tables import Result
from motif.explain.phrases.technique import said
from motif.motifs.idea import is_passed, promotion_square


class TheoreticalResult(Enum):
    """Who wins with best play."""

    WHITE = "White wins"
    BLACK = "Black wins"
    DRAW = "a draw"
    UNKNOWN = "unknown"


def won_by(side: chess.Color) -> TheoreticalResult:
    """Return the result that a side wins.

    >>> won_by(chess.BLACK)
    <TheoreticalResult.BLACK: 'Black wins'>
    """
    return TheoreticalResult.WHITE if side == chess.WHITE else TheoreticalResult.BLACK


@dataclass(frozen=True, slots=True)
class AppliedRule:
    """A rule that applies: its result, a clause about this board, and the squares in the clause."""

    rule: str
    outcome: TheoreticalResult
    clause: str
    squares: tuple[chess.Square, ...] = ()
    is_proven: bool = False
    """Whether theory alone proves the result, so that beyond the tables no engine is needed."""
    is_the_way: bool = False
    """Whether the move is exactly the one that the rule teaches."""


def king(board: chess.Board, side: chess.Color) -> chess.Square:
    """Return the square of a king."""
    square = board.king(side)
    assert square is not None
    return square


def pieces_of(board: chess.Board, side: chess.Color) -> str:
    """Return a side's pieces and pawns without the king, the most valuable first: "RP".

    >>> pieces_of(chess.Board("4k3/R7/8/3KP3/8/8/8/1r6 b - - 0 1"), chess.WHITE)
    'RP'
    """
    kinds = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
    return "".join(chess.piece_symbol(kind).upper() * chess.popcount(board.pieces_mask(kind, side)) for kind in kinds)


def stronger(board: chess.Board) -> chess.Color:
    """Return the side with more material; White if both have the same."""
    return chess.WHITE if material(board, chess.WHITE) >= material(board, chess.BLACK) else chess.BLACK


def square_for(side: chess.Color, file: int, rank: int) -> chess.Square:
    """Return the square on a file and a rank, counted from a side's own first rank."""
    return chess.square(file, rank - 1 if side == chess.WHITE else 8 - rank)


def steps(side: chess.Color, pawn: chess.Square) -> int:
    """Return how many moves a pawn needs to queen if nothing stops it."""
    rank = rank_for(pawn, side)
    return 5 if rank == 2 else 8 - rank


def colour(side: chess.Color) -> str:
    """Return the name of a side."""
    return "White" if side == chess.WHITE else "Black"


def names(squares: chess.IntoSquareSet | list[chess.Square], last: str = "and") -> str:
    """List squares by name."""
    return listed([chess.square_name(square) for square in squares], last)  # type: ignore[union-attr]


# Who wins: by the tables where they reach, else by the engine if its evaluation is decisive.


MOST_PIECES = 8
"""The endgame rules are not used with more pieces and pawns than this."""

MOST_IN_PAWN_ENDGAME = 12
"""The limit for pawn endgames is higher, since a search sees far in them."""

WON_CP = 450
"""A pawn endgame with at least this evaluation counts as won; a new queen is worth twice as much."""

WON_WITH_PIECES_CP = 700
"""The advantage that wins endgames with pieces, which are harder to win; both were chosen by hand."""


def only_pawns(board: chess.Board) -> bool:
    """Return whether only kings and pawns are left."""
    return board.occupied == board.kings | board.pawns and bool(board.pawns)


def is_few(board: chess.Board) -> bool:
    """Return whether few enough pieces are left for the endgame rules."""
    return chess.popcount(board.occupied) <= (MOST_IN_PAWN_ENDGAME if only_pawns(board) else MOST_PIECES)


class OutcomeSource:
    """Says who wins, by the endgame tables or else by an engine, and remembers the answers."""

    def __init__(self, tables: ExactResults, evaluator: Evaluator | None = None) -> None:
        self.tables = tables
        self.evaluator = evaluator
        self._known: dict[str, TheoreticalResult] = {}

    def outcome(self, board: chess.Board) -> TheoreticalResult:
        if board.is_game_over():
            return won_by(not board.turn) if board.is_checkmate() else TheoreticalResult.DRAW
        key = position_text(board)
        if key not in self._known:
            self._known[key] = self._ask(board)
        return self._known[key]

    def evaluate(self, board: chess.Board) -> Evaluation:
        """Return the engine's evaluation; fails without an engine."""
        assert self.evaluator is not None
        limit = PAWN_ENDING_LIMIT if only_pawns(board) else PIECE_ENDING_LIMIT
        return self.evaluator.evaluate([board.copy(stack=False)], limit)[0]

    def value(self, board: chess.Board, side: chess.Color) -> int | None:
        """Return a quick evaluation in centipawns for a side; None without an engine."""
        if self.evaluator is None:
            return None
        (answer,) = self.evaluator.evaluate([board.copy(stack=False)], ENDING_QUICK_LOOK)
        return answer.centipawns if board.turn == side else -answer.centipawns

    def _ask(self, board: chess.Board) -> TheoreticalResult:
        result = self.tables.result(board)
        if result is not None:
            return TheoreticalResult.DRAW if result == Result.DRAW else won_by(board.turn == (result == Result.WIN))
        if self.evaluator is None or not is_few(board):
            return TheoreticalResult.UNKNOWN
        answer = self.evaluate(board)
        worth = abs(answer.centipawns)
        if worth >= TABLE_WIN_CP and not answer.score.is_mate():
            # The tables win at the end of the line, but perhaps only because the other side went wrong on it: the
            # engine's evaluation, which is added to theirs, must agree.
            worth -= TABLE_WIN_CP
        if worth >= (WON_CP if only_pawns(board) else WON_WITH_PIECES_CP):
            return won_by(board.turn == (answer.centipawns > 0))
        # An even evaluation proves nothing unless the line ends in a position that the tables know as drawn.
        is_drawn = answer.centipawns == 0 and self._ends_in_tables(board, answer.line)
        return TheoreticalResult.DRAW if is_drawn else TheoreticalResult.UNKNOWN

    def _ends_in_tables(self, board: chess.Board, line: tuple[chess.Move, ...]) -> bool:
        walk = board.copy(stack=False)
        for move in line:
            walk.push(move)
        return self.tables.result(walk) == Result.DRAW


Finder = Callable[[MoveOnBoard, OutcomeSource], Iterator[AppliedRule]]
"""The type of a rule: a function that yields what the rule says after a move, if it applies."""


# Rules that need no textbook: mate, stalemate, a new queen, captures, pieces that mate a lone king.

NAMES = {"Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}

MATING = {
    "Q": "queen",
    "R": "rook",
    "QQ": "two queens",
    "QR": "queen and rook",
    "RR": "two rooks",
    "BB": "two bishops",
    "BN": "bishop and knight",
}
"""The sets of pieces that, with their king, can mate a lone king, and their names."""


def the_end(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """The game is over, or neither side can win any more."""
    board = played.after
    if board.is_checkmate():
        yield AppliedRule("mate", won_by(played.side), said("mate"))
    elif board.is_stalemate():
        yield AppliedRule("stalemate", TheoreticalResult.DRAW, said("stalemate"))
    elif board.is_insufficient_material():
        yield AppliedRule("bare kings", TheoreticalResult.DRAW, said("bare kings"))


def promotion(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """A pawn becomes a queen, or another piece if that is better."""
    if played.move.promotion is None:
        return
    outcome = source.outcome(played.after)
    if outcome != TheoreticalResult.UNKNOWN and outcome != won_by(not played.side):
        queen = chess.Move(played.origin, played.target, chess.QUEEN)
        is_needless = queen != played.move and source.outcome(MoveOnBoard(played.board, queen).after) == outcome
        key = "promotion, not to a queen" if is_needless else "promotion"
        clause = said(key, piece=chess.piece_name(played.move.promotion))
        yield AppliedRule("promotion", outcome, clause, (played.move.to_square,))


def capture(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """A capture that decides the game."""
    if not played.board.is_capture(played.move) or played.board.is_en_passant(played.move):
        return
    kind = played.board.piece_type_at(played.move.to_square)
    outcome = source.outcome(played.after)
    if kind is None or outcome == TheoreticalResult.UNKNOWN or outcome == won_by(not played.side):
        return
    last = kind == chess.PAWN and not played.after.pieces(chess.PAWN, not played.side)
    left = _what_is_left(played, outcome, source) or _then_queens(played, outcome, source)
    piece, square = "last pawn" if last else chess.piece_name(kind), chess.square_name(played.move.to_square)
    clause = said("capture", piece=piece, square=square, left=left)
    yield AppliedRule("capture", outcome, clause, (played.move.to_square,))


def _what_is_left(played: MoveOnBoard, outcome: TheoreticalResult, source: OutcomeSource) -> str:
    """The endgame reached by a capture, if the tables know it and did not know the position before."""
    if source.tables.result(played.board) is not None or source.tables.result(played.after) is None:
        return ""
    sides = [
        " and ".join(["king", *(NAMES[letter] for letter in pieces_of(played.after, side))]) for side in chess.COLORS
    ]
    ours, theirs = sides if played.side == chess.WHITE else sides[::-1]
    return said(
        "what is left", ours=ours, theirs=theirs, result="a draw" if outcome == TheoreticalResult.DRAW else "won"
    )


def _then_queens(played: MoveOnBoard, outcome: TheoreticalResult, source: OutcomeSource) -> str:
    """The pawn that promotes on the engine's line, if the player wins."""
    if outcome != won_by(played.side) or source.evaluator is None:
        return ""
    files: dict[chess.Square, int] = {}
    for move in source.evaluate(played.after).line[1::2]:
        files[move.to_square] = files.pop(move.from_square, chess.square_file(move.from_square))
        if move.promotion:
            return said("then queens", file=chess.FILE_NAMES[files[move.to_square]])
    return ""


def mating_force(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """A lone king against pieces that mate it."""
    board = played.after
    for side in chess.COLORS:
        force = MATING.get(pieces_of(board, side))
        if force and not pieces_of(board, not side) and source.outcome(board) == won_by(side):
            yield AppliedRule("mating force", won_by(side), said("mating force", force=force))


# Endgames by material: the lone king shut in, connected pawns, an escorted pawn, blocked pawns, the balance.

USUAL = {
    ("Q", "R"): "won",
    ("Q", "B"): "won",
    ("Q", "N"): "won",
    ("R", "B"): "a draw",
    ("R", "N"): "a draw",
    ("R", "R"): "a draw",
    ("Q", "Q"): "a draw",
    ("B", "B"): "a draw",
    ("B", "N"): "a draw",
    ("N", "N"): "a draw",
}
"""The usual result of an endgame without pawns."""


def room(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """Return the squares that a lone king could walk to if no other piece moved.

    >>> len(room(chess.Board("k7/8/8/8/8/8/1R6/7K b - - 0 1"), chess.BLACK))
    6
    """
    start = king(board, side)
    bare = board.copy(stack=False)
    bare.remove_piece_at(start)
    guarded = chess.SquareSet(square for square in chess.SQUARES if bare.is_attacked_by(not side, square))
    reached, edge = chess.SquareSet([start]), [start]
    while edge:
        for square in chess.SquareSet(chess.BB_KING_ATTACKS[edge.pop()]) - guarded - reached - board.occupied:
            reached.add(square)
            edge.append(square)
    return reached


def shut_in(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """Against a lone king: the king gets fewer squares, or the other king comes nearer to help."""
    board, side = played.after, played.side
    if pieces_of(board, not side) or board.pawns or source.outcome(board) != won_by(side) or board.is_game_over():
        return
    other = king(board, not side)
    before, after = len(room(played.board, not side)), len(room(board, not side))
    if after < before and not board.is_check():
        squares = "one square" if after == 1 else f"{after} squares"
        clause = said("shut in", side=colour(not side), now=squares, before=str(before))
        yield AppliedRule("shut in", won_by(side), clause, tuple(room(board, not side)))
    elif played.kind == chess.KING and chess.square_distance(played.move.to_square, other) < chess.square_distance(
        played.move.from_square, other
    ):
        clause = said("king helps", pieces=listed([NAMES[letter] for letter in dict.fromkeys(pieces_of(board, side))]))
        if after <= before:
            yield AppliedRule("king helps", won_by(side), clause, (played.move.to_square, other))


def connected_pawns(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """Two connected passed pawns that a lone king cannot stop."""
    board = played.after
    for side in chess.COLORS:
        pawns = list(board.pieces(chess.PAWN, side))
        if pieces_of(board, side) != "PP" or pieces_of(board, not side) or source.outcome(board) != won_by(side):
            continue
        apart = abs(chess.square_file(pawns[0]) - chess.square_file(pawns[1]))
        if apart == 1:
            clause = said("connected passed pawns", pawns=names(pawns))
            yield AppliedRule("connected passed pawns", won_by(side), clause, tuple(pawns))
        elif apart > 1:
            first, second = (chess.square_name(pawn) for pawn in pawns)
            clause = said("two passed pawns", first=first, second=second)
            yield AppliedRule("two passed pawns", won_by(side), clause, tuple(pawns))


def escort(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """A piece and a pawn against a lone king."""
    board = played.after
    for side in chess.COLORS:
        mine = pieces_of(board, side)
        if len(mine) != 2 or mine[1] != "P" or mine[0] == "P" or pieces_of(board, not side):
            continue
        (pawn,) = board.pieces(chess.PAWN, side)
        if source.outcome(board) == won_by(side):
            goal = chess.square_name(promotion_square(pawn, side))
            clause = said("escort", piece=NAMES[mine[0]], pawn=chess.square_name(pawn), goal=goal)
            yield AppliedRule("escorted pawn", won_by(side), clause, (pawn,))


def blocked_pawns(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """Two pawns that block each other: a king next to the other pawn wins it."""
    board = played.after
    if {pieces_of(board, chess.WHITE), pieces_of(board, chess.BLACK)} != {"P"}:
        return
    (white,), (black,) = (board.pieces(chess.PAWN, side) for side in (chess.WHITE, chess.BLACK))
    if black != white + 8:
        return
    for side, prey in ((chess.WHITE, black), (chess.BLACK, white)):
        file, rank = chess.square_file(prey), rank_for(prey, side)
        keys = [square_for(side, each, rank) for each in range(8) if 1 <= abs(each - file) <= 3]
        outcome, mine = source.outcome(board), king(board, side)
        pawn = chess.square_name(prey)
        if outcome == won_by(side) and mine in keys:
            clause = said("next to the blocked pawn", king=chess.square_name(mine), pawn=pawn)
            yield AppliedRule("key squares", outcome, clause, (mine, prey))
        elif (
            outcome == TheoreticalResult.DRAW and played.side != side and played.kind == chess.KING and mine not in keys
        ):
            near = [square for square in keys if chess.square_distance(square, mine) <= 2]
            held = [square for square in near if chess.square_distance(square, king(board, not side)) <= 2]
            if near and near == held:
                clause = said("kept from the blocked pawn", side=colour(side), squares=names(near, "or"), pawn=pawn)
                yield AppliedRule("key squares", outcome, clause, (*near, prey))


def unstoppable(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """A pawn one step from promotion that nothing stops."""
    board, side = played.after, played.side
    for pawn in board.pieces(chess.PAWN, side):
        goal = promotion_square(pawn, side)
        if rank_for(pawn, side) != 7 or not is_passed(board, pawn, side) or board.piece_at(goal):
            continue
        if board.is_attacked_by(not side, goal) or board.is_check() or source.outcome(board) != won_by(side):
            continue
        if any(_stops(board, move, goal) for move in board.legal_moves):
            continue
        clause = said("unstoppable pawn", pawn=chess.square_name(pawn), goal=chess.square_name(goal))
        yield AppliedRule("unstoppable pawn", won_by(side), clause, (pawn, goal))


def _stops(board: chess.Board, move: chess.Move, goal: chess.Square) -> bool:
    board.push(move)
    stopped = (
        board.is_check()
        or board.is_attacked_by(not board.turn, goal)
        or board.piece_at(goal) is not None
        or move.promotion is not None
        or not board.pieces(chess.PAWN, board.turn) & chess.BB_FILES[chess.square_file(goal)]
    )
    board.pop()
    return stopped


def balance(played: MoveOnBoard, source: OutcomeSource) -> Iterator[AppliedRule]:
    """The usual result of an endgame without pawns, if this position is no exception."""
    board = played.after
    side = stronger(board)
    mine, theirs = pieces_of(board, side), pieces_of(board, not side)
    if mine == "NN" and not theirs and source.outcome(board) == TheoreticalResult.DRAW:
        yield AppliedRule("two knights", TheoreticalResult.DRAW, said("two knights"))
        return
    usual = USUAL.get((mine, theirs))
    outcome = source.outcome(board)
    if (usual, outcome) not in (("won", won_by(side)), ("a draw", TheoreticalResult.DRAW)):
        return
    clause = said("balance won" if usual == "won" else "balance drawn", ours=NAMES[mine], theirs=NAMES[theirs])
    yield AppliedRule("balance", outcome, clause)
