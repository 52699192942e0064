"""A move in an ending as the rules see it, and what a rule has to say about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

import chess

from motif.board.material import material
from motif.board.moves import MoveOnBoard
from motif.board.wording import listed
from motif.engines.evaluator import Evaluation, Evaluator, position_text
from motif.engines.exact import TABLE_WIN_CP, ExactResults
from motif.engines.limits import ENDING_QUICK_LOOK, PAWN_ENDING_LIMIT, PIECE_ENDING_LIMIT
from motif.engines.small_tables import Result


class Outcome(Enum):
    """Who wins with best play."""

    WHITE = "White wins"
    BLACK = "Black wins"
    DRAW = "a draw"
    UNKNOWN = "nobody can say"


def won_by(side: chess.Color) -> Outcome:
    """The outcome that a side hopes for.

    >>> won_by(chess.BLACK)
    <Outcome.BLACK: 'Black wins'>
    """
    return Outcome.WHITE if side == chess.WHITE else Outcome.BLACK


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that applies: what it claims, in a clause about this board, and the squares it speaks of."""

    rule: str
    outcome: Outcome
    clause: str
    squares: tuple[chess.Square, ...] = ()
    is_proven: bool = False
    """Whether theory bears the definition out by itself, so that no judge is needed where no table reaches."""
    is_the_way: bool = False
    """Whether the move is the one that the rule teaches, and not just one that it allows."""


def king(board: chess.Board, side: chess.Color) -> chess.Square:
    """Where a king stands."""
    square = board.king(side)
    assert square is not None
    return square


def men(board: chess.Board, side: chess.Color) -> str:
    """The men of a side but the king, the dearest first: "RP".

    >>> men(chess.Board("4k3/R7/8/3KP3/8/8/8/1r6 b - - 0 1"), chess.WHITE)
    'RP'
    """
    kinds = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
    return "".join(chess.piece_symbol(kind).upper() * chess.popcount(board.pieces_mask(kind, side)) for kind in kinds)


def stronger(board: chess.Board) -> chess.Color:
    """The side with more; White where both have the same."""
    return chess.WHITE if material(board, chess.WHITE) >= material(board, chess.BLACK) else chess.BLACK


def rank_for(side: chess.Color, square: chess.Square) -> int:
    """The rank of a square as a side counts, 1 to 8."""
    rank = chess.square_rank(square)
    return rank + 1 if side == chess.WHITE else 8 - rank


def square_for(side: chess.Color, file: int, rank: int) -> chess.Square:
    """The square on a file and on a rank as a side counts."""
    return chess.square(file, rank - 1 if side == chess.WHITE else 8 - rank)


def promotion_square(side: chess.Color, pawn: chess.Square) -> chess.Square:
    """Where a pawn becomes a queen."""
    return square_for(side, chess.square_file(pawn), 8)


def is_passed(board: chess.Board, side: chess.Color, pawn: chess.Square) -> bool:
    """Whether no pawn of the other side stands before a pawn or can take it on its way."""
    file, rank = chess.square_file(pawn), rank_for(side, pawn)
    return not any(
        abs(chess.square_file(other) - file) <= 1 and rank_for(side, other) > rank
        for other in board.pieces(chess.PAWN, not side)
    )


def steps(side: chess.Color, pawn: chess.Square) -> int:
    """How many moves a pawn needs to become a queen when nothing stands in its way."""
    rank = rank_for(side, pawn)
    return 5 if rank == 2 else 8 - rank


def colour(side: chess.Color) -> str:
    """A side as people call it: "White"."""
    return "White" if side == chess.WHITE else "Black"


def adjective(side: chess.Color) -> str:
    """A side before a man: "white"."""
    return chess.COLOR_NAMES[side]


def names(squares: chess.IntoSquareSet | list[chess.Square]) -> str:
    """Squares as a list by name."""
    return listed([chess.square_name(square) for square in squares])  # type: ignore[union-attr]


# Who wins: by the tables where they reach, else by an evaluator's word, as far as that is decisive.


MOST_MEN = 8
"""With more men a position is no ending of the textbooks, and an evaluator no proof."""

MOST_WITH_PAWNS = 12
"""The same where kings have nothing but pawns, which a search sees far in."""

WON = 450
"""What an evaluator values higher than this, in centipawns, it calls won; a new queen is worth twice as much."""

WON_WITH_PIECES = 700
"""The same where there are pieces, which are harder to win with; chosen by hand, as WON is."""


def only_pawns(board: chess.Board) -> bool:
    """Whether the kings have pawns and nothing else."""
    return board.occupied == board.kings | board.pawns and bool(board.pawns)


def is_few(board: chess.Board) -> bool:
    """Whether so few men are left that rules of endings have a say."""
    return chess.popcount(board.occupied) <= (MOST_WITH_PAWNS if only_pawns(board) else MOST_MEN)


class OutcomeSource:
    """Asks tables first and an evaluator where they do not reach; remembers what it was told."""

    def __init__(self, tables: ExactResults, evaluator: Evaluator | None = None) -> None:
        self.tables = tables
        self.evaluator = evaluator
        self._known: dict[str, Outcome] = {}

    def outcome(self, board: chess.Board) -> Outcome:
        """Who wins with best play; unknown where nobody can say."""
        if board.is_game_over():
            return won_by(not board.turn) if board.is_checkmate() else Outcome.DRAW
        key = position_text(board)
        if key not in self._known:
            self._known[key] = self._ask(board)
        return self._known[key]

    def evaluate(self, board: chess.Board) -> Evaluation:
        """The evaluator's evaluation; never asked without an evaluator."""
        assert self.evaluator is not None
        limit = PAWN_ENDING_LIMIT if only_pawns(board) else PIECE_ENDING_LIMIT
        return self.evaluator.evaluate([board.copy(stack=False)], limit)[0]

    def value(self, board: chess.Board, side: chess.Color) -> int | None:
        """What an evaluator makes of a position at a glance, in centipawns for a side; None without an evaluator."""
        if self.evaluator is None:
            return None
        (answer,) = self.evaluator.evaluate([board.copy(stack=False)], ENDING_QUICK_LOOK)
        return answer.centipawns if board.turn == side else -answer.centipawns

    def _ask(self, board: chess.Board) -> Outcome:
        result = self.tables.result(board)
        if result is not None:
            return Outcome.DRAW if result == Result.DRAW else won_by(board.turn == (result == Result.WIN))
        if self.evaluator is None or not is_few(board):
            return Outcome.UNKNOWN
        answer = self.evaluate(board)
        worth = abs(answer.centipawns)
        if worth >= TABLE_WIN_CP and not answer.score.is_mate():
            # The end of its line is won by the tables; the evaluator's own opinion comes on top, and must agree: a line
            # may be won only because the other side went wrong on it.
            worth -= TABLE_WIN_CP
        if worth >= (WON if only_pawns(board) else WON_WITH_PIECES):
            return won_by(board.turn == (answer.centipawns > 0))
        # A line that the tables know to be drawn; an even score alone proves nothing.
        is_drawn = answer.centipawns == 0 and self._ends_in_tables(board, answer.line)
        return Outcome.DRAW if is_drawn else Outcome.UNKNOWN

    def _ends_in_tables(self, board: chess.Board, line: tuple[chess.Move, ...]) -> bool:
        walk = board.copy(stack=False)
        for move in line:
            walk.push(move)
        return self.tables.result(walk) == Result.DRAW


Finder = Callable[[MoveOnBoard, OutcomeSource], Iterator[Finding]]
"""A rule: what it has to say about a move, if it applies after it."""


# What needs no rule of the textbooks: mate, stalemate, a new queen, the last pawn taken, a piece that mates alone.

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
"""What mates a lone king with the help of its own."""


def the_end(played: MoveOnBoard, judge: OutcomeSource) -> Iterator[Finding]:
    """The game is over, or nobody can win it any more."""
    board = played.after
    if board.is_checkmate():
        yield Finding("mate", won_by(played.side), "it is mate")
    elif board.is_stalemate():
        yield Finding("stalemate", Outcome.DRAW, "it is stalemate")
    elif board.is_insufficient_material():
        yield Finding("bare kings", Outcome.DRAW, "nobody has enough left to mate with")


def promotion(played: MoveOnBoard, judge: OutcomeSource) -> Iterator[Finding]:
    """A pawn that becomes a queen, or another man where that is better."""
    if played.move.promotion is None:
        return
    outcome = judge.outcome(played.after)
    if outcome != Outcome.UNKNOWN and outcome != won_by(not played.side):
        man = chess.piece_name(played.move.promotion)
        yield Finding("promotion", outcome, f"the pawn becomes a {man}", (played.move.to_square,))


def capture(played: MoveOnBoard, judge: OutcomeSource) -> Iterator[Finding]:
    """Something is taken, and that decides."""
    if not played.board.is_capture(played.move) or played.board.is_en_passant(played.move):
        return
    kind = played.board.piece_type_at(played.move.to_square)
    outcome = judge.outcome(played.after)
    if kind is None or outcome == Outcome.UNKNOWN or outcome == won_by(not played.side):
        return
    last = kind == chess.PAWN and not played.after.pieces(chess.PAWN, not played.side)
    clause = f"it takes the {'last pawn' if last else chess.piece_name(kind)}{_what_is_left(played, outcome, judge)}"
    yield Finding("capture", outcome, clause, (played.move.to_square,))


def _what_is_left(played: MoveOnBoard, outcome: Outcome, judge: OutcomeSource) -> str:
    """The ending that a capture leads to, where tables know it and did not know the one before."""
    if judge.tables.result(played.board) is not None or judge.tables.result(played.after) is None:
        return ""
    sides = [" and ".join(["king", *(NAMES[letter] for letter in men(played.after, side))]) for side in chess.COLORS]
    ours, theirs = sides if played.side == chess.WHITE else sides[::-1]
    return f", and {ours} against {theirs} is {'a draw' if outcome == Outcome.DRAW else 'won'} here"


def mating_force(played: MoveOnBoard, judge: OutcomeSource) -> Iterator[Finding]:
    """A lone king against men that mate it."""
    board = played.after
    for side in chess.COLORS:
        force = MATING.get(men(board, side))
        if force and not men(board, not side) and judge.outcome(board) == won_by(side):
            yield Finding("mating force", won_by(side), f"{force} and king mate the lone king of {colour(not side)}")


# What the men alone promise: the lone king shut in, connected pawns, an escorted pawn, blocked pawns, the balance.

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
"""How an ending without pawns goes as a rule."""


def room(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """The squares that a lone king could walk to if the others stood still.

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


def shut_in(played: MoveOnBoard, judge: OutcomeSource) -> Iterator[Finding]:
    """Against a lone king: its room becomes smaller, or the king comes nearer to help."""
    board, side = played.after, played.side
    if men(board, not side) or board.pawns or judge.outcome(board) != won_by(side) or board.is_game_over():
        return
    other = king(board, not side)
    before, after = len(room(played.board, not side)), len(room(board, not side))
    if played.kind != chess.KING and after < before and not board.is_check():
        squares = "1 square is" if after == 1 else f"{after} squares are"
        clause = f"it shuts the {adjective(not side)} king in: {squares} left to it instead of {before}"
        yield Finding("shut in", won_by(side), clause, tuple(room(board, not side)))
    elif played.kind == chess.KING and chess.square_distance(played.move.to_square, other) < chess.square_distance(
        played.move.from_square, other
    ):
        piece = listed([NAMES[letter] for letter in dict.fromkeys(men(board, side))])
        clause = f"the king comes nearer, since the {piece} needs its help to mate"
        if after <= before:
            yield Finding("king helps", won_by(side), clause, (played.move.to_square, other))


def connected_pawns(played: MoveOnBoard, judge: OutcomeSource) -> Iterator[Finding]:
    """Two connected passed pawns that a lone king cannot stop."""
    board = played.after
    for side in chess.COLORS:
        pawns = list(board.pieces(chess.PAWN, side))
        if men(board, side) != "PP" or men(board, not side) or judge.outcome(board) != won_by(side):
            continue
        apart = abs(chess.square_file(pawns[0]) - chess.square_file(pawns[1]))
        if apart == 1:
            clause = f"the passed pawns on {names(pawns)} are connected, and one king cannot stop both"
            yield Finding("connected passed pawns", won_by(side), clause, tuple(pawns))
        elif apart > 1:
            clause = f"one king cannot stop the pawns on {names(pawns)}, which are {apart} files apart"
            yield Finding("two passed pawns", won_by(side), clause, tuple(pawns))


def escort(played: MoveOnBoard, judge: OutcomeSource) -> Iterator[Finding]:
    """A piece and a pawn against a lone king."""
    board = played.after
    for side in chess.COLORS:
        mine = men(board, side)
        if len(mine) != 2 or mine[1] != "P" or mine[0] == "P" or men(board, not side):
            continue
        (pawn,) = board.pieces(chess.PAWN, side)
        if judge.outcome(board) == won_by(side):
            goal = chess.square_name(promotion_square(side, pawn))
            clause = f"{NAMES[mine[0]]} and king bring the pawn on {chess.square_name(pawn)} to {goal}"
            yield Finding("escorted pawn", won_by(side), clause, (pawn,))


def blocked_pawns(played: MoveOnBoard, judge: OutcomeSource) -> Iterator[Finding]:
    """Two pawns that block each other: whoever gets beside the other's pawn wins it."""
    board = played.after
    if {men(board, chess.WHITE), men(board, chess.BLACK)} != {"P"}:
        return
    (white,), (black,) = (board.pieces(chess.PAWN, side) for side in (chess.WHITE, chess.BLACK))
    if black != white + 8:
        return
    for side, prey in ((chess.WHITE, black), (chess.BLACK, white)):
        file, rank = chess.square_file(prey), rank_for(side, prey)
        keys = [square_for(side, each, rank) for each in range(8) if 1 <= abs(each - file) <= 3]
        outcome, mine = judge.outcome(board), king(board, side)
        where = f"of the blocked pawn on {chess.square_name(prey)}"
        if outcome == won_by(side) and mine in keys:
            clause = f"the {adjective(side)} king on {chess.square_name(mine)} is on a key square {where} and wins it"
            yield Finding("key squares", outcome, clause, (mine, prey))
        elif outcome == Outcome.DRAW and played.side != side and played.kind == chess.KING and mine not in keys:
            near = [square for square in keys if chess.square_distance(square, mine) <= 2]
            held = [square for square in near if chess.square_distance(square, king(board, not side)) <= 2]
            if near and near == held:
                clause = f"it keeps the {adjective(side)} king from the key squares {where}: {names(near)}"
                yield Finding("key squares", outcome, clause, (*near, prey))


def unstoppable(played: MoveOnBoard, judge: OutcomeSource) -> Iterator[Finding]:
    """A pawn one step from its goal that nothing stops."""
    board, side = played.after, played.side
    for pawn in board.pieces(chess.PAWN, side):
        goal = promotion_square(side, pawn)
        if rank_for(side, pawn) != 7 or not is_passed(board, side, pawn) or board.piece_at(goal):
            continue
        if board.is_attacked_by(not side, goal) or board.is_check() or judge.outcome(board) != won_by(side):
            continue
        if any(_stops(board, move, goal) for move in board.legal_moves):
            continue
        clause = f"the pawn on {chess.square_name(pawn)} cannot be stopped on its way to {chess.square_name(goal)}"
        yield Finding("unstoppable pawn", won_by(side), clause, (pawn, goal))


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


def balance(played: MoveOnBoard, judge: OutcomeSource) -> Iterator[Finding]:
    """What the men of an ending without pawns promise as a rule, where this position is no exception."""
    board = played.after
    side = stronger(board)
    mine, theirs = men(board, side), men(board, not side)
    if mine == "NN" and not theirs and judge.outcome(board) == Outcome.DRAW:
        yield Finding("two knights", Outcome.DRAW, "two knights cannot force mate")
        return
    usual = USUAL.get((mine, theirs))
    outcome = judge.outcome(board)
    if (usual, outcome) not in (("won", won_by(side)), ("a draw", Outcome.DRAW)):
        return
    for_whom = f" for {colour(side)}" if usual == "won" else ""
    clause = f"{NAMES[mine]} against {NAMES[theirs]} is {usual}{for_whom}, as it is as a rule"
    yield Finding("balance", outcome, clause)
