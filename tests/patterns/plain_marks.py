"""The marks of a board by definition, on python-chess and without any speed: what the core must agree with."""

from __future__ import annotations

import chess

from patterns.plain_graph import Edge, quiet_moves

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
HOMES = {chess.KNIGHT: "bg", chess.BISHOP: "cf"}


def plain_marks(board: chess.Board) -> set[Edge]:
    """Every mark that the side to move sees, each tested as its definition says."""
    found = ventures(board) | guards(board) | stages(board) | pawns(board)
    for square in chess.SQUARES:
        seen = square if board.turn else chess.square_mirror(square)
        name = chess.square_name(seen)
        found |= {(f"{kind}_{rest}", (square,)) for kind, rest in (("rank", name[1]), ("file", name[0]), ("on", name))}
        kings = [king for colour in chess.COLORS if (king := board.king(colour)) is not None]
        found |= {("near", (square, king)) for king in kings if 0 < chess.square_distance(square, king) <= 2}
    return found


def ventures(board: chess.Board) -> set[Edge]:
    """What each move of the side to move would bring, legal or not."""
    found: set[Edge] = set()
    for square, man in board.piece_map().items():
        if man.color != board.turn:
            continue
        captures = {target for target in board.attacks(square) if board.color_at(target) == (not man.color)}
        for target in quiet_moves(board, square) | captures:
            gain = outcome(board, square, target, man.color)
            if gain:
                found.add(("wins" if gain > 0 else "loses", (square, target)))
            after = moved(board, square, target)
            for other, piece in after.piece_map().items():
                if other != target and swapped(after, other, not piece.color) > 0:
                    found.add(("leaves" if piece.color == man.color else "threatens", (square, target, other)))
            found |= {("forks", (square, target, victim)) for victim in forked(after, target)}
            more = len(after.attacks(target)) - len(board.attacks(square))
            if man.piece_type not in (chess.PAWN, chess.KING) and abs(more) >= 3:
                found.add(("freer" if more > 0 else "tighter", (square, target)))
    return found


def forked(after: chess.Board, target: chess.Square) -> set[chess.Square]:
    """The king and the men that hang which a man attacks from a square where nobody may capture it, if two or more."""
    side = after.color_at(target)
    assert side is not None
    for capturer in after.attackers(not side, target):
        then = after.copy(stack=False)
        then.set_piece_at(target, then.remove_piece_at(capturer))
        king = then.king(not side)
        if king is None or not then.is_attacked_by(side, king):
            return set()
    enemies = (other for other in after.attacks(target) if after.color_at(other) == (not side))
    men = {other for other in enemies if after.piece_type_at(other) == chess.KING or swapped(after, other, side) > 0}
    return men if len(men) > 1 else set()


def moved(board: chess.Board, square: chess.Square, target: chess.Square) -> chess.Board:
    """The board once a man has gone to a square; a pawn on the last rank is a queen."""
    after = board.copy(stack=False)
    man = after.remove_piece_at(square)
    assert man
    is_queen = man.piece_type == chess.PAWN and chess.square_rank(target) in (0, 7)
    after.set_piece_at(target, chess.Piece(chess.QUEEN if is_queen else man.piece_type, man.color))
    return after


def swapped(board: chess.Board, square: chess.Square, colour: chess.Color) -> int:
    """What a side wins by capturing on a square, least man first, whether or not that bares its king."""
    if board.piece_type_at(square) == chess.KING:
        return 0
    men = least_first(board, board.attackers(colour, square), colour)
    if not men:
        return 0
    after = moved(board, men[0], square)
    if board.piece_type_at(men[0]) == chess.KING and after.attackers(not colour, square):
        return 0
    before, now = board.piece_type_at(men[0]), after.piece_type_at(square)
    victim = board.piece_type_at(square)
    assert before
    assert now
    assert victim
    return max(0, WORTH[victim] + WORTH[now] - WORTH[before] - swapped(after, square, not colour))


def least_first(board: chess.Board, men: chess.SquareSet, colour: chess.Color) -> list[chess.Square]:
    """Men by their kind, equal ones from their own back rank on."""
    seen = {man: man if colour else chess.square_mirror(man) for man in men}
    return sorted(men, key=lambda man: (board.piece_type_at(man), seen[man]))


def outcome(board: chess.Board, square: chess.Square, target: chess.Square, colour: chess.Color) -> int:
    """What a man's side wins when it goes to a square and all captures there are made or left."""
    man = board.piece_type_at(square)
    assert man
    victim = board.piece_type_at(target)
    becomes = chess.QUEEN if man == chess.PAWN and chess.square_rank(target) in (0, 7) else man
    after = moved(board, square, target)
    won = (WORTH[victim] if victim else 0) + WORTH[becomes] - WORTH[man]
    return won - captured(after, target, not colour)


def captured(board: chess.Board, square: chess.Square, colour: chess.Color) -> int:
    """What a side wins by capturing on a square with the least of its men that may, or by leaving it."""
    if board.piece_type_at(square) == chess.KING:
        return 0
    men = least_first(board, board.attackers(colour, square), colour)
    for man in men:
        after = board.copy(stack=False)
        after.set_piece_at(square, after.remove_piece_at(man))
        king = after.king(colour)
        if king is None or not after.is_attacked_by(not colour, king):
            return max(0, outcome(board, man, square, colour))
    return 0


def guards(board: chess.Board) -> set[Edge]:
    found: set[Edge] = set()
    for square, man in board.piece_map().items():
        if man.piece_type == chess.KING:
            continue
        guarding = board.attackers(man.color, square)
        attacked = bool(board.attackers(not man.color, square))
        if not guarding:
            found.add(("loose", (square,)))
        if len(guarding) == 1 and attacked:
            found.add(("guards_alone", (guarding.pop(), square)))
        if captured(board, square, not man.color) > 0:
            found.add(("hangs", (square,)))
    return found


def stages(board: chess.Board) -> set[Edge]:
    men = board.piece_map()
    home = [
        square
        for square, man in men.items()
        if man.piece_type in HOMES
        and chess.square_name(square)[0] in HOMES[man.piece_type]
        and chess.square_rank(square) == (0 if man.color else 7)
    ]
    pieces = sum(WORTH[man.piece_type] for man in men.values() if man.piece_type != chess.PAWN)
    found: set[Edge] = set()
    if len(home) >= 5:
        found |= {("in_opening", (square,)) for square in men}
    elif pieces <= 26:
        found |= {("in_endgame", (square,)) for square in men}
    for colour in chess.COLORS:
        king = board.king(colour)
        if king is not None and board.is_attacked_by(not colour, king):
            found |= {("in_check", (square,)) for square, man in men.items() if man.color == colour}
    return found


def pawns(board: chess.Board) -> set[Edge]:
    found: set[Edge] = set()
    ours, theirs = (
        [place(pawn) for pawn in board.pieces(chess.PAWN, colour)] for colour in (board.turn, not board.turn)
    )
    for colour in chess.COLORS:
        for pawn in board.pieces(chess.PAWN, colour):
            file, rank = place(pawn)
            enemies = [place(other) for other in board.pieces(chess.PAWN, not colour)]
            if not any(abs(other - file) <= 1 and is_before(there, rank, colour) for other, there in enemies):
                found.add(("passed", (pawn,)))
    for square in chess.SQUARES:
        file, rank = place(square)
        own, enemy = (any(other == file for other, _ in side) for side in (ours, theirs))
        word = {(False, False): "open_file", (False, True): "half_open", (True, False): "enemy_half_open"}
        if (own, enemy) in word:
            found.add((word[own, enemy], (square,)))
        for name, side, colour in (("outpost", theirs, board.turn), ("enemy_outpost", ours, not board.turn)):
            if not any(abs(other - file) == 1 and is_before(there, rank, colour) for other, there in side):
                found.add((name, (square,)))
    return found


def place(square: chess.Square) -> tuple[int, int]:
    return chess.square_file(square), chess.square_rank(square)


def is_before(rank: int, other: int, colour: chess.Color) -> bool:
    """Whether a rank lies before another for a side."""
    return rank > other if colour else rank < other
