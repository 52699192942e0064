"""Compute every relation of the full vocabulary from its definition in plain python-chess, slowly.

`facts(board, move, captured_on)` returns for each relation of the core the set of its tuples of squares. Captures are
legal moves: a side never captures into check.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, product

import chess

from motif._core.board import encode_move

Tuples = set[tuple[int, ...]]
Facts = dict[str, Tuples]

WORTH = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}
ORDER = {chess.PAWN: 1, chess.KNIGHT: 2, chess.BISHOP: 2, chess.ROOK: 3, chess.QUEEN: 4, chess.KING: 5}
PAWNS = (0, 1, 2, 3, 5, 9)


def rows(board: chess.Board) -> list[chess.Move]:
    """Return the moves that are rows, in the order of the core."""
    moves = [move for move in board.legal_moves if move.promotion in (None, chess.QUEEN)]
    return sorted(moves, key=encode_move)


def facts(board: chess.Board, move: chess.Move, captured_on: int = -1) -> Facts:
    """Return all facts of one row."""
    after = board.copy(stack=False)
    after.push(move)
    own_board, next_board = of_board(board), of_board(after)
    found: Facts = {**own_board, **{f"{name} next": held for name, held in next_board.items()}}
    found |= of_position(board) | of_move(board, after, move, captured_on) | news(board, after, move)
    return found


def of_board(board: chess.Board) -> Facts:
    """Return the facts of a board that do not depend on the side to move."""
    attacks: Tuples = {(a, b) for a, b in reach(board) if board.color_at(b) == (not board.color_at(a))}
    defends: Tuples = {(a, b) for a, b in reach(board) if board.color_at(b) == board.color_at(a)}
    pieces = set(chess.SquareSet(board.occupied))
    attacked, defended = {b for _, b in attacks}, {b for _, b in defends}
    hanging = {piece for piece in pieces if loss(board, piece) > 0}
    kings = set(board.pieces(chess.KING, chess.WHITE) | board.pieces(chess.KING, chess.BLACK))
    only: Tuples = {(a, b) for a, b in defends if sum(other == b for _, other in defends) == 1}
    lines: Tuples = set(in_line(board))
    value = {piece: ORDER[board.piece_type_at(piece) or 1] for piece in pieces}
    pinning: Tuples = {
        (a, b) for a, b, c in lines if c in kings and board.color_at(b) == board.color_at(c) and (a, b) in attacks
    }
    enemies = {(a, b, c) for a, b, c in lines if (a, b) in attacks and board.color_at(b) == board.color_at(c)}
    return {
        "attacks": attacks,
        "defends": defends,
        "threatens": {(a, b) for a, b in attacks if b not in kings and (after_capture(board, a, b) or 0) > 0},
        "pins": pinning,
        "only_defender": only,
        "behind": lines,
        "pins_to": {(a, b, c) for a, b, c in enemies if value[c] > value[b] and c not in kings},
        "skewers": {(a, b, c) for a, b, c in enemies if value[c] <= value[b]},
        **ones(
            attacked=attacked,
            unattacked=pieces - attacked,
            defended=defended,
            undefended=pieces - defended - kings,
            hanging=hanging,
            secure=pieces - hanging - kings,
            pinned={piece for piece in pieces - kings if board.is_pinned(bool(board.color_at(piece)), piece)},
            trapped={piece for piece in hanging if is_trapped(board, piece)},
            overloaded={piece for piece in pieces if sum(a == piece and b in attacked for a, b in only) >= 2},
        ),
    }


def of_position(board: chess.Board) -> Facts:
    """Return the facts that exist only for the board before the move."""
    us, pieces = board.turn, set(chess.SquareSet(board.occupied))
    kinds = {name: {piece for piece in pieces if board.piece_type_at(piece) == kind} for kind, name in NAMES.items()}
    king, enemy_king = board.king(us), board.king(not us)
    assert king is not None
    assert enemy_king is not None
    last, first = (7, 0) if us else (0, 7)
    pawn_files = {chess.square_file(pawn) for pawn in kinds["kind pawn"]}
    own_files = {chess.square_file(pawn) for pawn in board.pieces(chess.PAWN, us)}
    dearer: Tuples = {(a, b) for a, b in product(pieces, pieces) if value_of(board, a) > value_of(board, b)}
    return {
        "worth_more": dearer,
        **ones(
            **kinds,
            own={piece for piece in pieces if board.color_at(piece) == us},
            enemy={piece for piece in pieces if board.color_at(piece) != us},
            near_enemy_king=set(board.attacks(enemy_king)),
            near_own_king=set(board.attacks(king)),
            last_rank={square for square in chess.SQUARES if chess.square_rank(square) == last},
            first_rank={square for square in chess.SQUARES if chess.square_rank(square) == first},
            center={chess.D4, chess.E4, chess.D5, chess.E5},
            open_file={square for square in chess.SQUARES if chess.square_file(square) not in pawn_files},
            half_open_file={square for square in chess.SQUARES if chess.square_file(square) not in own_files},
            enemy_half={square for square in chess.SQUARES if (square >= chess.A5) == us},
            edge=set(chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_8 | chess.BB_FILE_A | chess.BB_FILE_H)),
            undeveloped=set(undeveloped(board)),
            passed={pawn for pawn in kinds["kind pawn"] if is_passed(board, pawn)},
        ),
    }


NAMES = {kind: f"kind {chess.piece_name(kind)}" for kind in chess.PIECE_TYPES}


def of_move(board: chess.Board, after: chess.Board, move: chess.Move, captured_on: int) -> Facts:
    """Return the facts of the move itself."""
    nets, ends = outcomes(board.fen())
    others, own = list(nets.values()), nets[move]
    step = (chess.square_rank(move.to_square) - chess.square_rank(move.from_square)) * (1 if board.turn else -1)
    enemy_king = after.king(after.turn)
    assert enemy_king is not None
    other_ends, settled = list(ends.values()), ends[move]
    threat = worst_loss(after, not board.turn)
    holds = {
        "legal_move": True,
        "make_move": True,
        "captures": board.is_capture(move),
        "recaptures": board.is_capture(move) and captured_on == move.to_square,
        "castles": board.is_castling(move),
        "promotes": move.promotion is not None,
        "gives_check": after.is_check(),
        "gives_double_check": len(after.checkers()) > 1,
        "gives_mate": after.is_checkmate(),
        "threatens_mate": not after.is_check() and can_mate(passed(after)),
        "allows_no_mate": not can_mate(after),
        "allows_no_fork": not can_fork(after),
        "safe": loss(after, move.to_square) == 0,
        "leaves_nothing_hanging": worst_loss(after, board.turn) == 0,
        "nets_most": own == max(others),
        "nets_alone": own == max(others) and others.count(own) == 1,
        "settles_most": settled == max(other_ends),
        "settles_alone": settled == max(other_ends) and other_ends.count(settled) == 1,
        "only_legal": len(others) == 1,
        "advances": step > 0,
        "retreats": step < 0,
        "gains_scope": scope(after, move.to_square) > scope(board, move.from_square),
    }
    for pawns in PAWNS:
        holds[f"exchange_at_least {pawns}"] = exchange(board, move) >= 100 * pawns
        holds[f"nets_at_least {pawns}"] = own >= 100 * pawns
        holds[f"settles_at_least {pawns}"] = settled >= 100 * pawns
        holds[f"threatens_at_least {pawns}"] = threat >= 100 * pawns
    pair: Tuples = {(move.from_square, move.to_square)}
    found: Facts = {name: pair if held else set() for name, held in holds.items()}
    found["in_check"] = {()} if board.is_check() else set()
    found["ahead"] = {()} if material(board, board.turn) > material(board, not board.turn) else set()
    return found


def material(board: chess.Board, side: chess.Color) -> int:
    """Return what the pieces of a side are worth together, in pawns."""
    worth = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
    return sum(pawns * len(board.pieces(kind, side)) for kind, pawns in worth.items())


def scope(board: chess.Board, square: int) -> int:
    """Return how many squares a piece controls without a piece of its side on them."""
    return len(board.attacks(square) - chess.SquareSet(board.occupied_co[bool(board.color_at(square))]))


def news(board: chess.Board, after: chess.Board, move: chess.Move) -> Facts:
    """Return the attacks that the move creates."""
    came_from = {move.to_square: move.from_square}
    if board.is_castling(move):
        rank = chess.square_rank(move.to_square)
        kingside = chess.square_file(move.to_square) == 6
        rook_to, rook_from = (5, 7) if kingside else (3, 0)
        came_from[chess.square(rook_to, rank)] = chess.square(rook_from, rank)
    before = of_board(board)["attacks"]
    new: Tuples = {
        (a, b) for a, b in of_board(after)["attacks"] if (came_from.get(a, a), came_from.get(b, b)) not in before
    }
    discovered: Tuples = {
        (a, b)
        for a, b in new
        if a not in came_from
        and after.color_at(a) == board.turn
        and move.from_square in chess.SquareSet(chess.between(a, b))
    }
    return {"new_attack": new, "discovers": discovered}


def ones(**sets: set[int]) -> Facts:
    """Turn sets of squares into facts of one square."""
    return {name: {(square,) for square in squares} for name, squares in sets.items()}


def reach(board: chess.Board) -> Iterator[tuple[int, int]]:
    """Yield every piece with every piece that it attacks or defends, a pinned one only along its pin."""
    for piece in chess.SquareSet(board.occupied):
        free = board.pin(bool(board.color_at(piece)), piece)
        yield from ((piece, other) for other in board.attacks(piece) & board.occupied & free)


def in_line(board: chess.Board) -> Iterator[tuple[int, int, int]]:
    """Yield each slider with the first two pieces on one of its lines."""
    steps = {
        chess.BISHOP: [(1, 1), (1, -1), (-1, 1), (-1, -1)],
        chess.ROOK: [(1, 0), (-1, 0), (0, 1), (0, -1)],
    }
    steps[chess.QUEEN] = steps[chess.BISHOP] + steps[chess.ROOK]
    for slider in chess.SquareSet(board.occupied):
        for across, up in steps.get(board.piece_type_at(slider) or 0, []):
            met = []
            file, rank = chess.square_file(slider) + across, chess.square_rank(slider) + up
            while 0 <= file < 8 and 0 <= rank < 8:
                if board.piece_at(chess.square(file, rank)):
                    met.append(chess.square(file, rank))
                file, rank = file + across, rank + up
            if len(met) > 1:
                yield slider, met[0], met[1]


def loss(board: chess.Board, square: chess.Square) -> int:
    """Return what the other side wins by the exchange on a square, always capturing with the cheapest piece."""
    piece = board.piece_at(square)
    if piece is None or piece.piece_type == chess.KING:
        return 0
    seen = chess.square_mirror if piece.color else int
    attackers = sorted(
        board.attackers(not piece.color, square), key=lambda enemy: (board.piece_type_at(enemy) or 0, seen(enemy))
    )
    for attacker in attackers:
        won = after_capture(board, attacker, square)
        if won is not None:
            return max(0, won)
    return 0


def after_capture(board: chess.Board, origin: chess.Square, target: chess.Square) -> int | None:
    """Return what a piece wins by moving to a square and the captures there; None if that exposes its king."""
    piece, victim = board.piece_at(origin), board.piece_at(target)
    assert piece
    promotes = piece.piece_type == chess.PAWN and chess.square_rank(target) in (0, 7)
    becomes = chess.QUEEN if promotes else piece.piece_type
    view = board.copy(stack=False)
    view.remove_piece_at(origin)
    view.set_piece_at(target, chess.Piece(becomes, piece.color))
    king = view.king(piece.color)
    assert king is not None
    if view.is_attacked_by(not piece.color, king):
        return None
    won = (WORTH[victim.piece_type] if victim else 0) + WORTH[becomes] - WORTH[piece.piece_type]
    return won - loss(view, target)


def worst_loss(board: chess.Board, side: chess.Color) -> int:
    """Return the most that one side can lose by a single exchange."""
    return max(loss(board, piece) for piece in chess.SquareSet(board.occupied_co[side]))


def gain(board: chess.Board, move: chess.Move) -> int:
    """Return what a move captures and gains by promotion."""
    victim = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    promotion = WORTH[move.promotion] - WORTH[chess.PAWN] if move.promotion else 0
    return (WORTH[victim] if victim else 0) + promotion


def exchange(board: chess.Board, move: chess.Move) -> int:
    """Return what a move wins once the captures on its target square are done."""
    return 0 if board.is_castling(move) else gain(board, move) - loss(played(board, move), move.to_square)


def net(board: chess.Board, move: chess.Move) -> int:
    """Return what a move captures minus the best exchange that it leaves to the opponent."""
    return gain(board, move) - worst_loss(played(board, move), board.turn)


@cache
def outcomes(fen: str) -> tuple[dict[chess.Move, int], dict[chess.Move, int]]:
    """Return `net` and `settle` for each row of a position; the facts of every row compare it with all others."""
    board = chess.Board(fen)
    return {move: net(board, move) for move in rows(board)}, {move: settle(board, move) for move in rows(board)}


def settle(board: chess.Board, move: chess.Move) -> int:
    """Return what a move has won after four half-moves of the best captures of both sides."""
    return gain(board, move) - continuation(played(board, move), 4)


def continuation(board: chess.Board, half_moves: int) -> int:
    """Return the best gain by captures and promotions; in check any move is allowed, but not to stop."""
    if half_moves == 0:
        return 0
    if board.is_check():
        best, moves = -3000, board.generate_legal_moves()
    else:
        best, moves = (
            0,
            chain(board.generate_legal_captures(), board.generate_legal_moves(board.pawns, chess.BB_BACKRANKS)),
        )
    for move in moves:
        if move.promotion in (None, chess.QUEEN):
            best = max(best, gain(board, move) - continuation(played(board, move), half_moves - 1))
    return best


def played(board: chess.Board, move: chess.Move) -> chess.Board:
    """Return the board after a move."""
    after = board.copy(stack=False)
    after.push(move)
    return after


def passed(board: chess.Board) -> chess.Board:
    """Return the board after a pass."""
    view = board.copy(stack=False)
    view.push(chess.Move.null())
    return view


def can_mate(board: chess.Board) -> bool:
    """Whether some move mates."""
    return any(played(board, move).is_checkmate() for move in board.legal_moves)


def can_fork(board: chess.Board) -> bool:
    """Whether some move makes a fork."""
    return any(is_fork(played(board, move), move.to_square) for move in board.legal_moves)


def is_fork(board: chess.Board, by: chess.Square) -> bool:
    """Whether the moved piece cannot be won and attacks two pieces (not pawns), each the king or one that it wins."""
    victims = [
        piece
        for piece in board.attacks(by) & board.occupied_co[board.turn]
        if board.piece_type_at(piece) == chess.KING
        or (board.piece_type_at(piece) != chess.PAWN and (after_capture(board, by, piece) or 0) > 0)
    ]
    return len(victims) > 1 and loss(board, by) == 0


def is_trapped(board: chess.Board, square: chess.Square) -> bool:
    """Whether a hanging piece loses something wherever it goes."""
    piece = board.piece_at(square)
    assert piece
    if piece.piece_type in (chess.PAWN, chess.KING):
        return False
    targets = board.attacks(square) & ~board.occupied_co[piece.color] & ~board.kings
    outcomes = [after_capture(board, square, target) for target in targets]
    return all(outcome is None or outcome < 0 for outcome in outcomes)


def undeveloped(board: chess.Board) -> Iterator[int]:
    """Yield the squares of knights and bishops on their starting squares."""
    for color in chess.COLORS:
        rank = 0 if color else 7
        for file, kind in ((1, chess.KNIGHT), (6, chess.KNIGHT), (2, chess.BISHOP), (5, chess.BISHOP)):
            if board.piece_at(chess.square(file, rank)) == chess.Piece(kind, color):
                yield chess.square(file, rank)


def is_passed(board: chess.Board, pawn: chess.Square) -> bool:
    """Whether no opposing pawn is ahead on its file or a neighbouring one."""
    color = bool(board.color_at(pawn))
    forward = 1 if color else -1
    return not any(
        (chess.square_rank(rival) - chess.square_rank(pawn)) * forward > 0
        and abs(chess.square_file(rival) - chess.square_file(pawn)) <= 1
        for rival in board.pieces(chess.PAWN, not color)
    )


def value_of(board: chess.Board, square: chess.Square) -> int:
    """Return the rank of a piece in the order of values."""
    return ORDER[board.piece_type_at(square) or chess.PAWN]
