"""Play endgame programs in plain Python, as fast as we could make it: the peer of benchmarks/programs.py.

The trees are DEAP's, and DEAP compiles each into one Python expression. If3, And and Or become Python's lazy `if`,
`and` and `or`, so only the needed parts are evaluated. Boards are python-chess boards; moves are pushed and popped on
one board. Terminals read its bitboards; each is computed when it is first needed and kept until the board changes. The
best moves of a position are kept too, for the case that the position occurs again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

import chess
from chess import BB_KING_ATTACKS, between, msb, popcount, scan_forward
from deap import gp

from motif._core.endgames import TERMINALS
from motif.endgames.program import Program
from motif.endgames.trees import Tree

WORTH = [0, 1, 3, 3, 5, 9, 0]
EDGE = [min(square % 8, 7 - square % 8, square // 8, 7 - square // 8) for square in chess.SQUARES]
# Index: the distance from the edge; value: the squares that are at least that far from it.
INNER = [
    sum(chess.BB_SQUARES[square] for square in chess.SQUARES if EDGE[square] >= max(1, distance))
    for distance in range(4)
]
STEPS = [[chess.square_distance(one, two) for two in chess.SQUARES] for one in chess.SQUARES]
EMPTY_LINES = [
    (chess.BB_RANK_ATTACKS[square][0] | chess.BB_FILE_ATTACKS[square][0], chess.BB_DIAG_ATTACKS[square][0])
    for square in chess.SQUARES
]

Answer = TypeVar("Answer")


class Kept(Generic[Answer]):
    """A property computed once per board; afterwards Python finds the stored value."""

    def __init__(self, work: Callable[[Any], Answer]) -> None:
        self._work = work

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, view: None, owner: type) -> Kept[Answer]: ...
    @overload
    def __get__(self, view: object, owner: type) -> Answer: ...
    def __get__(self, view: object | None, owner: type) -> Answer | Kept[Answer]:
        if view is None:
            return self
        answer = view.__dict__[self._name] = self._work(view)
        return answer


Reach = tuple[list[tuple[int, int]], int]
"""The attacks of each piece, the king last, and the union of all of them."""


def reach(board: chess.Board, side: chess.Color) -> Reach:
    """Return the attacks of one side."""
    king = board.kings & board.occupied_co[side]
    pieces = [(square, board.attacks_mask(square)) for square in scan_forward(board.occupied_co[side] & ~king)]
    square = msb(king)
    pieces.append((square, BB_KING_ATTACKS[square]))
    together = 0
    for _, attacks in pieces:
        together |= attacks
    return pieces, together


def balance(board: chess.Board, side: chess.Color) -> int:
    """Return the material of one side minus the material of the other."""
    own, other = board.occupied_co[side], board.occupied_co[not side]
    total = 0
    for pieces, worth in (
        (board.pawns, 1),
        (board.knights, 3),
        (board.bishops, 3),
        (board.rooks, 5),
        (board.queens, 9),
    ):
        if pieces:
            total += worth * (popcount(pieces & own) - popcount(pieces & other))
    return total


def forks(side: Reach, prey: int) -> bool:
    """Return whether one piece attacks two."""
    hit = side[1] & prey
    if not hit & (hit - 1):
        return False
    return any((each := attacks & prey) & (each - 1) for _, attacks in side[0])


def protect_each_other(side: Reach) -> bool:
    """Return whether two pieces other than the king protect each other."""
    pieces = side[0][:-1]
    for place, (one, from_one) in enumerate(pieces):
        for two, from_two in pieces[place + 1 :]:
            if from_one >> two & 1 and from_two >> one & 1:
                return True
    return False


def worth_attacking(board: chess.Board, side: Reach, prey: int) -> int:
    """Return the total value of the pieces that attack something."""
    if not side[1] & prey:
        return 0
    return sum(WORTH[board.piece_type_at(square) or 0] for square, attacks in side[0] if attacks & prey)


def is_king_behind(board: chess.Board, king: int, side: chess.Color) -> bool:
    """Return whether the king and a piece are on one line of an opposing slider with only empty squares between."""
    far = board.occupied_co[side] & ~BB_KING_ATTACKS[king] & ~chess.BB_SQUARES[king]
    straight, diagonal = EMPTY_LINES[king]
    others = board.occupied_co[not side]
    lines = 0
    if others & (board.rooks | board.queens):
        lines = straight
    if others & (board.bishops | board.queens):
        lines |= diagonal
    return any(not between(king, piece) & board.occupied for piece in scan_forward(far & lines))


def pinned(board: chess.Board, king: int, side: chess.Color) -> bool:
    """Return whether a piece of a side is pinned."""
    straight, diagonal = EMPTY_LINES[king]
    others = board.occupied_co[not side]
    snipers = straight & (board.rooks | board.queens) & others | diagonal & (board.bishops | board.queens) & others
    for sniper in scan_forward(snipers):
        blockers = between(king, sniper) & board.occupied
        if blockers and not blockers & (blockers - 1) and blockers & board.occupied_co[side]:
            return True
    return False


def can_capture_freely(board: chess.Board) -> bool:
    """Whether the side to move has a legal capture that no legal capture on the same square answers."""
    captures = list(board.generate_legal_moves(to_mask=board.occupied_co[not board.turn] & ~board.kings))
    if board.ep_square is not None:
        captures += board.generate_legal_ep()
    for move in captures:
        board.push(move)
        answered = any(board.generate_legal_moves(to_mask=chess.BB_SQUARES[move.to_square]))
        board.pop()
        if not answered:
            return True
    return False


def checks(board: chess.Board, king: int) -> Iterator[chess.Move]:
    """Yield the legal moves that may give check to the opposing king on a square, and few others."""
    own, occupied = board.occupied_co[board.turn], board.occupied
    ranks, files = chess.BB_RANK_ATTACKS[king], chess.BB_FILE_ATTACKS[king]
    straight = ranks[chess.BB_RANK_MASKS[king] & occupied] | files[chess.BB_FILE_MASKS[king] & occupied]
    diagonal = chess.BB_DIAG_ATTACKS[king][chess.BB_DIAG_MASKS[king] & occupied]
    others = board._slider_blockers(king) & own | board.pawns & own
    for pieces, lines in (
        (board.rooks, straight),
        (board.queens, straight | diagonal),
        (board.bishops, diagonal),
        (board.knights, chess.BB_KNIGHT_ATTACKS[king]),
    ):
        if pieces & own & ~others:
            yield from board.generate_legal_moves(pieces & own & ~others, lines & ~own)
    if others:
        yield from board.generate_legal_moves(others)


class View:
    """The board after a move, as seen by the side that made it."""

    def __init__(self, board: chess.Board, before: int) -> None:
        self.board = board
        self.before = before
        self.my = my = not board.turn
        self.own = board.occupied_co[my]
        self.enemy = board.occupied_co[not my]
        self.my_king = msb(board.kings & self.own)
        self.opp_king = msb(board.kings & self.enemy)

    mine = Kept[Reach](lambda view: reach(view.board, view.my))
    theirs = Kept[Reach](lambda view: reach(view.board, not view.my))
    my_king_targets = Kept[int](lambda view: BB_KING_ATTACKS[view.my_king] & ~view.own & ~view.theirs[1])

    @Kept
    def opp_king_targets(self) -> int:
        targets = BB_KING_ATTACKS[self.opp_king] & ~self.enemy & ~self.mine[1]
        if self.IsOppKingInCheck and targets:
            board, open_board = self.board, self.board.occupied & ~chess.BB_SQUARES[self.opp_king]
            for square in scan_forward(targets):
                if board.attackers_mask(self.my, square, open_board):
                    targets &= ~chess.BB_SQUARES[square]
        return targets

    NotMyKingInCheck = True
    IsOppKingInCheck = Kept[bool](lambda view: bool(view.mine[1] >> view.opp_king & 1))
    MyKingDistEdges = Kept[int](lambda view: EDGE[view.my_king])
    OppKingProximityToEdges = Kept[int](lambda view: 3 - EDGE[view.opp_king])
    NumMyPiecesNotAttacked = Kept[int](lambda view: popcount(view.own & ~view.board.kings & ~view.theirs[1]))
    NumOppPiecesAttacked = Kept[int](lambda view: popcount(view.enemy & ~view.board.kings & view.mine[1]))
    ValueMyPiecesAttacking = Kept[int](lambda view: worth_attacking(view.board, view.mine, view.enemy))
    ValueOppPiecesAttacking = Kept[int](lambda view: worth_attacking(view.board, view.theirs, view.own))
    IsMyQueenNotAttacked = Kept[bool](
        lambda view: not (queens := view.board.queens & view.own) or not queens & view.theirs[1]
    )
    IsOppQueenAttacked = Kept[bool](
        lambda view: bool((queens := view.board.queens & view.enemy) and queens & view.mine[1])
    )
    IsMyFork = Kept[bool](lambda view: forks(view.mine, view.enemy))
    IsOppNotFork = Kept[bool](lambda view: not forks(view.theirs, view.own))
    NumMovesMyKing = Kept[int](lambda view: popcount(view.my_king_targets))
    NumNotMovesOppKing = Kept[int](lambda view: 8 - popcount(view.opp_king_targets))
    MyKingProxRook = Kept[int](lambda view: 8 - view.rook_steps(view.own, view.my_king, 8))
    OppKingDistRook = Kept[int](lambda view: view.rook_steps(view.enemy, view.opp_king, 0))
    MyPiecesSameLine = Kept[bool](lambda view: protect_each_other(view.mine))
    OppPiecesNotSameLine = Kept[bool](lambda view: not protect_each_other(view.theirs))
    IsOppKingProtectingPiece = Kept[bool](lambda view: bool(BB_KING_ATTACKS[view.opp_king] & view.enemy))
    IsMyKingProtectingPiece = Kept[bool](lambda view: bool(BB_KING_ATTACKS[view.my_king] & view.own))
    EvaluateMaterial = Kept[int](lambda view: balance(view.board, view.my))
    IsMaterialIncrease = Kept[bool](lambda view: view.EvaluateMaterial > view.before)
    OppPieceCanBeCaptured = Kept[bool](lambda view: view.can_capture())
    MyPieceCannotBeCaptured = Kept[bool](lambda view: not view.can_be_captured())
    IsOppKingStuck = Kept[bool](lambda view: not view.opp_king_targets & INNER[EDGE[view.opp_king]])
    IsMyKingNotStuck = Kept[bool](lambda view: bool(view.my_king_targets & INNER[EDGE[view.my_king]]))
    IsOppKingBehindPiece = Kept[bool](lambda view: is_king_behind(view.board, view.opp_king, not view.my))
    IsMyKingNotBehindPiece = Kept[bool](lambda view: not is_king_behind(view.board, view.my_king, view.my))
    IsOppPiecePinned = Kept[bool](lambda view: pinned(view.board, view.opp_king, not view.my))
    IsMyPieceNotPinned = Kept[bool](lambda view: not pinned(view.board, view.my_king, view.my))

    @Kept
    def IsMate(self) -> bool:  # noqa: N802
        return self.IsOppKingInCheck and not self.opp_king_targets and not any(self.board.generate_legal_moves())

    @Kept
    def IsMateInOne(self) -> bool:  # noqa: N802
        board = self.board
        for move in checks(board, self.my_king):
            board.push(move)
            mated = board.is_check() and not any(board.generate_legal_moves())
            board.pop()
            if mated:
                return True
        return False

    def rook_steps(self, pieces: int, king: int, otherwise: int) -> int:
        """Return the number of king steps from the nearest rook to the king."""
        steps = STEPS[king]
        return min((steps[rook] for rook in scan_forward(self.board.rooks & pieces)), default=otherwise)

    def can_capture(self) -> bool:
        """Return whether the side that moved could capture if it were its turn."""
        if not self.mine[1] & self.enemy & ~self.board.kings:
            return False
        self.board.push(chess.Move.null())
        answer = can_capture_freely(self.board)
        self.board.pop()
        return answer

    def can_be_captured(self) -> bool:
        """Return whether the opponent can capture."""
        if not self.theirs[1] & self.own and self.board.ep_square is None:
            return False
        return can_capture_freely(self.board)


_TEXTS = {
    "If3": "({1} if {0} else {2})",
    "Or2": "({0} or {1})",
    "Or3": "({0} or {1} or {2})",
    "And2": "({0} and {1})",
    "And3": "({0} and {1} and {2})",
    "Smaller": "({0} < {1})",
    "Not": "(not {0})",
}


def _primitives() -> gp.PrimitiveSet:
    primitives = gp.PrimitiveSet("tree", 1)
    primitives.renameArguments(ARG0="view")
    for name, text in _TEXTS.items():
        primitives.addPrimitive(print, text.count("{"), name=name)  # never called: DEAP uses the text below instead
        primitives.mapping[name].seq = text
    for name, _, _ in TERMINALS:
        primitives.addTerminal(None, name=name)
        primitives.mapping[name].value = f"view.{name}"
        primitives.mapping[name].conv_fct = str
    return primitives


PRIMITIVES = _primitives()


Function = Callable[[View], float]
"""A compiled tree."""


def compiled(program: Program) -> list[Function]:
    """Compile the trees of a program."""
    return [_function(tree) for tree in program.trees]


def _function(tree: Tree) -> Function:
    """Compile a tree with DEAP."""
    nodes = [
        PRIMITIVES.mapping[token] if isinstance(token, str) else gp.Terminal(token, False, object)
        for token in tree.tokens()
    ]
    function: Function = gp.compile(gp.PrimitiveTree(nodes), PRIMITIVES)
    return function


class Lots:
    """SplitMix64, the random numbers that the core draws from a seed."""

    def __init__(self, seed: int) -> None:
        self._state = seed
        self._state = self._next()
        self._next()

    def _next(self) -> int:
        mask = (1 << 64) - 1
        self._state = (self._state + 0x9E3779B97F4A7C15) & mask
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & mask
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & mask
        return mixed ^ mixed >> 31

    def choose(self, moves: list[chess.Move]) -> chess.Move:
        """Return one of the moves."""
        return moves[self._next() * len(moves) >> 64] if len(moves) > 1 else moves[0]


def best_moves(trees: Sequence[Function], board: chess.Board) -> list[chess.Move]:
    """Return the moves with the highest value, in ascending order of their codes."""
    before = balance(board, board.turn)
    tree = trees[1] if before == 0 else trees[0] if before > 0 else trees[2]
    best: list[chess.Move] = []
    highest = -1e300
    for move in board.generate_legal_moves():
        board.push(move)
        value = tree(View(board, before))
        board.pop()
        if value > highest:
            highest = value
            best = [move]
        elif value == highest:
            best.append(move)
    if len(best) > 1:
        best.sort(key=lambda move: move.from_square | move.to_square << 6 | (move.promotion or 0) << 12)
    return best


def play(
    white: Sequence[Function], black: Sequence[Function], start: chess.Board, seed: int, moves: int
) -> tuple[str, int, list[chess.Move]]:
    """Return the result of a game between two programs, White's material balance at the end, and the moves."""
    board = start.copy()
    lots = Lots(seed)
    counts: dict[object, int] = {}
    known: dict[object, list[chess.Move]] = {}
    for ply in range(2 * moves + 1):
        key = board._transposition_key()
        counts[key] = count = counts.get(key, 0) + 1
        best = known.get(key) or best_moves(white if board.turn else black, board)
        known[key] = best
        if not best:
            ending = "checkmate" if board.is_check() else "stalemate"
        elif board.is_insufficient_material():
            ending = "insufficient material"
        elif count == 3:
            ending = "repetition"
        elif board.halfmove_clock >= 100:
            ending = "fifty moves"
        elif ply == 2 * moves:
            ending = "move limit"
        else:
            board.push(lots.choose(best))
            continue
        break
    return ending, balance(board, chess.WHITE), board.move_stack
