"""Check with python-chess alone whether the statements of a reason are true on the board.

A statement is a verb with the pieces it names, or a remark about the captured piece. Statements about material gains
are not checked here, since the core's counting has its own tests, with one exception: a piece that is said to be saved
must be winnable by an exchange on its square before the move, counted here again, and not after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

from motif.advice import Advice

PIECE = r"the (?:[a-z]+ )*?(pawn|knight|bishop|rook|queen|king) on ([a-h][1-8])"
_PIECE = re.compile(PIECE)

_TEMPTING = re.compile(
    r"and not (?P<san>[^,]+), which "
    r"(?:leaves the (?P<left>[a-z]+) on (?P<square>[a-h][1-8])|loses the (?P<lost>[a-z]+))"
)

Statement = tuple[str, bool]


@dataclass(frozen=True, slots=True)
class Checked:
    """The number of checked statements of a reason, the false ones, and whether it names pieces."""

    statements: int
    false: tuple[str, ...]
    names_piece: bool
    names_another: bool
    """Whether it names a piece that is on neither square of the move."""


def check(board: chess.Board, advice: Advice) -> Checked:
    """Split a reason into statements and check each on the board."""
    move, text = advice.move, advice.because.english
    after = board.copy(stack=False)
    after.push(move)
    statements = list(_statements(text, board, after, move))
    squares = [chess.parse_square(square) for _, square in _PIECE.findall(text)]
    return Checked(
        len(statements),
        tuple(f"{statement} in {board.fen()}: {text}" for statement, is_true in statements if not is_true),
        bool(squares),
        any(square not in (move.from_square, move.to_square) for square in squares),
    )


def _statements(text: str, board: chess.Board, after: chess.Board, move: chess.Move) -> Iterator[Statement]:
    for kind, name in _PIECE.findall(text):
        square = chess.parse_square(name)
        kinds = {board.piece_type_at(square), after.piece_type_at(square)}
        yield f"a {kind} is on {name}", chess.PIECE_NAMES.index(kind) in kinds
    yield from _of_what_tempts(text, board)
    yield from _of_the_victim(text, board, after, move)
    for found in re.finditer(rf"attacked by {PIECE}, the", text):
        square = chess.parse_square(found.group(2))
        yield f"attacked by {found.group(2)}", square in board.attackers(not board.turn, move.from_square)
    for found in re.finditer(rf"{PIECE} gives check", text):
        yield f"{found.group(2)} gives check", chess.parse_square(found.group(2)) in board.checkers()
    for found in re.finditer(rf"even if {PIECE} takes back", text):
        square = chess.parse_square(found.group(2))
        replies = after.legal_moves
        yield (
            f"{found.group(2)} takes back",
            any((square, move.to_square) == (m.from_square, m.to_square) for m in replies),
        )
    for found in re.finditer(rf"brings {PIECE} to ([a-h][1-8])", text):
        before, now = (chess.parse_square(found.group(group)) for group in (2, 3))
        rook = chess.Piece(chess.ROOK, board.turn)
        is_brought = board.is_castling(move) and board.piece_at(before) == rook == after.piece_at(now)
        yield f"brings {found.group(2)} to {found.group(3)}", is_brought and after.piece_at(before) is None
    if "allows no fork" in text:
        yield "allows no fork", not any(_is_fork(after, reply) for reply in after.legal_moves)
    for verb, holds in _VERBS.items():
        for found in re.finditer(rf"(?<!as )\b{verb} {PIECE}(?: and {PIECE})?", text):
            for square in filter(None, (found.group(2), found.group(4))):
                yield f"{verb} {square}", holds(board, after, move, chess.parse_square(square))


def _of_what_tempts(text: str, board: chess.Board) -> Iterator[Statement]:
    """Check that after the tempting capture the opponent can take the piece it leaves, or the one that captured."""
    found = _TEMPTING.search(text)
    if not found:
        return
    tempting = board.parse_san(found["san"])
    after = board.copy(stack=False)
    after.push(tempting)
    square = chess.parse_square(found["square"]) if found["square"] else tempting.to_square
    there = after.piece_at(square)
    is_named = there is not None and chess.piece_name(there.piece_type) == (found["left"] or found["lost"])
    can_be_taken = any(reply.to_square == square for reply in after.legal_moves)
    yield f"{found['san']} leaves {chess.square_name(square)}", is_named and can_be_taken


def _of_the_victim(text: str, board: chess.Board, after: chess.Board, move: chess.Move) -> Iterator[Statement]:
    """Check the remarks about the captured piece."""
    victim = move.to_square
    if board.is_en_passant(move):
        victim = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    enemy = not board.turn
    if "which nothing defends" in text:
        yield "nothing defends it", board.is_capture(move) and not board.attackers(enemy, move.to_square)
        yield "nothing takes back", not any(reply.to_square == move.to_square for reply in after.legal_moves)
    if "which gave check" in text:
        yield "gave check", victim in board.checkers()
    if "which attacked it" in text:
        yield "attacked it", move.from_square in board.attacks(victim)
    for found in re.finditer(rf"which attacked {PIECE}", text):
        square = chess.parse_square(found.group(2))
        yield f"attacked {found.group(2)}", square in board.attacks(victim) and board.color_at(square) == board.turn
    for found in re.finditer(rf"which alone defended {PIECE}", text):
        square = chess.parse_square(found.group(2))
        is_alone = board.attackers(enemy, square) == chess.SquareSet([victim])
        yield f"alone defended {found.group(2)}", is_alone and board.color_at(square) == enemy


_WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}


def _won_on(board: chess.Board, square: chess.Square) -> int:
    """Return what the side to move wins by exchanges on a square, cheapest piece first; 0 if it should not capture."""
    there = board.piece_type_at(square)
    takes = [move for move in board.legal_moves if move.to_square == square]
    if not takes or there is None:
        return 0
    first = min(
        takes, key=lambda move: (_WORTH[board.piece_type_at(move.from_square) or chess.PAWN], -(move.promotion or 0))
    )
    after = board.copy(stack=False)
    after.push(first)
    promoted = _WORTH[first.promotion] - 1 if first.promotion else 0
    return max(0, _WORTH[there] + promoted - _won_on(after, square))


def _saves(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    passed = board.copy(stack=False)
    passed.push(chess.Move.null())
    is_same = after.piece_at(square) == board.piece_at(square) and board.color_at(square) == board.turn
    return is_same and _won_on(passed, square) > 0 and _won_on(after, square) == 0


def _blocks(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    ahead = square - 8 if board.turn else square + 8
    return ahead == move.to_square and after.piece_at(square) == chess.Piece(chess.PAWN, after.turn)


def _makes_room(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    passed = after.copy(stack=False)
    if not passed.is_check():
        passed.push(chess.Move.null())
        return chess.Move(square, move.from_square) in passed.legal_moves
    return (
        not after.is_attacked_by(after.turn, move.from_square) and chess.square_distance(square, move.from_square) == 1
    )


def _opens(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    """Return whether the piece has more squares on the line through the square that was left."""
    line = chess.SquareSet(chess.ray(square, move.from_square))
    seen, sees = board.attacks(square) & line, after.attacks(square) & line
    return move.from_square in seen and len(sees) > len(seen) and board.color_at(square) == board.turn


def _comes_nearer(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    return chess.square_distance(move.to_square, square) < chess.square_distance(move.from_square, square)


def _outruns(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    """Return whether the king, walking straight to the promotion square, fails to stop the pawn, step by step."""
    rank, goal = chess.square_rank(move.to_square), 7 if board.turn else 0
    king, pawn = square, move.to_square
    while rank != goal:
        last = chess.square(chess.square_file(pawn), goal)
        king = min(chess.SquareSet(chess.BB_KING_ATTACKS[king]), key=lambda step: chess.square_distance(step, last))
        if king == pawn:
            return False
        rank += 1 if board.turn else -1
        pawn = chess.square(chess.square_file(pawn), rank)
        if after.piece_at(pawn):
            return False
    return chess.square_distance(king, pawn) > 1


def _threatens(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    passed = after.copy(stack=False)
    passed.push(chess.Move.null())
    return any(reply.to_square == square for reply in passed.legal_moves) and after.color_at(square) == after.turn


def _attacks(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    """Return whether the moved piece, or another piece that the sentence is about, attacks it before or after."""
    return after.is_attacked_by(board.turn, square) or board.is_attacked_by(not board.turn, square)


def _takes(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    there = board.piece_at(square)
    return board.is_capture(move) and there is not None and after.piece_at(square) != there


def _checks(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    return after.is_check() and after.king(after.turn) == square


def _mates(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    return after.is_checkmate() and after.king(after.turn) == square


def _allows_no_mate(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    return after.king(board.turn) == square and not any(_after(after, m).is_checkmate() for m in after.legal_moves)


def _is_fork(board: chess.Board, reply: chess.Move) -> bool:
    """Return whether a piece safely checks or threatens two pieces (pawns excluded) from its new square."""
    after = _after(board, reply)
    mine = after.occupied_co[after.turn] & ~after.pawns
    # What could be captured if the other side passed or moved its king out of check?
    free = after.copy(stack=False)
    free.turn = board.turn
    won = sum(
        _takes_with_profit(free, chess.Move(reply.to_square, victim))
        for victim in after.attacks(reply.to_square) & mine
    )
    return won > 1 and _won_on(after, reply.to_square) == 0


def _takes_with_profit(board: chess.Board, move: chess.Move) -> bool:
    if board.piece_type_at(move.to_square) == chess.KING:
        return True
    promotes = board.piece_type_at(move.from_square) == chess.PAWN and chess.square_rank(move.to_square) in (0, 7)
    taking = chess.Move(move.from_square, move.to_square, chess.QUEEN if promotes else None)
    there, by = (board.piece_type_at(one) or chess.PAWN for one in (move.to_square, move.from_square))
    gain = _WORTH[there] + (_WORTH[chess.QUEEN] - _WORTH[by] if promotes else 0)
    return not board.is_into_check(taking) and gain > _won_on(_after(board, taking), move.to_square)


def _after(board: chess.Board, move: chess.Move) -> chess.Board:
    after = board.copy(stack=False)
    after.push(move)
    return after


def _pins(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    without = after.copy(stack=False)
    without.remove_piece_at(square)
    pinners = after.attackers(board.turn, square)
    return any(without.attacks(one) & ~after.attacks(one) & after.occupied_co[after.turn] for one in pinners)


def _guards(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    return square in after.attacks(move.to_square) and after.color_at(square) == board.turn


def _guarded_by(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    return move.to_square in after.attacks(square) and after.color_at(square) == board.turn


def _defends(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    side = after.color_at(square)
    return side is not None and (after.is_attacked_by(side, square) or board.is_attacked_by(side, square))


def _forks(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    return square in after.attacks(move.to_square)


Holds = Callable[[chess.Board, chess.Board, chess.Move, chess.Square], bool]

_VERBS: dict[str, Holds] = {
    "takes": _takes,
    "takes back": _takes,
    "checks": _checks,
    "mates": _mates,
    "allows no mate to": _allows_no_mate,
    "attacks": _attacks,
    "threatens to win": _attacks,
    "threatens to take": _threatens,
    "saves": _saves,
    "blocks": _blocks,
    "makes room for": _makes_room,
    "opens the line of": _opens,
    "comes nearer to": _comes_nearer,
    "cannot be caught by": _outruns,
    "pins": _pins,
    "pin of": _pins,
    "skewer of": _pins,
    "skewers": _pins,
    "fork of": _forks,
    "guards": _guards,
    "is guarded there by": _guarded_by,
    "defends": _defends,
    "discovered attack on": _attacks,
}
