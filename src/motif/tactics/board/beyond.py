"""What a move has to do with a man besides the one that moves: who would take back, who attacked it, what it saves.

A rule may be true by the moving man alone, and then its sentence explains little. What is added here is so on this
board, follows from the move, and is the most telling of what there is: what must be answered first, then what the move
does, then where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

import chess

from motif.board.material import TARGET_VALUES
from motif.tactics.board.captures import is_hanging, is_held, keeps
from motif.tactics.board.witnesses import Scene


class Place(Enum):
    """Where in a sentence something is said."""

    OCCASION = "before it: attacked by the queen on e3, the pawn goes to h4"
    VICTIM = "of what is taken: takes the bishop on g4, which attacked the queen on d1"
    DEED = "of the man that moves: goes to e5 and attacks the queen on c6"
    ASIDE = "after it: loses nothing to the next capture, even if the pawn on c6 takes back"


@dataclass(frozen=True, slots=True)
class Beyond:
    """Words with a gap for one man, his square, and where they are said."""

    place: Place
    words: str
    square: chess.Square


def beyond(scene: Scene, weighs_captures: bool) -> Beyond | None:
    """The most telling thing to say of a man on neither square of a move; None where nothing was found.

    `weighs_captures` says that the sentence tells what is left after captures: then it matters who can take back.
    """
    finders = _OF_CAPTURES if scene.board.is_capture(scene.move) else _OF_QUIET_MOVES
    for find in (_take_back, *finders) if weighs_captures else finders:
        more = find(scene)
        if more is not None:
            return more
    return None


def victim_of(scene: Scene) -> chess.Square | None:
    """Where the man stands that a move takes; None where it takes none."""
    board, move = scene.board, scene.move
    if not board.is_capture(move):
        return None
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square


def is_loose(scene: Scene) -> bool:
    """Whether nothing defends what a move takes, nor could take the man that took."""
    board, target = scene.board, scene.move.to_square
    return not board.attackers(not board.turn, target) and not scene.after.attackers(not board.turn, target)


def attacker_of(board: chess.Board, square: chess.Square) -> chess.Square | None:
    """The cheapest of the enemies that attack a man of the side to move."""
    return min(board.attackers(not board.turn, square), key=lambda one: (_worth(board, one), one), default=None)


def dearest(board: chess.Board, squares: chess.SquareSet) -> chess.Square | None:
    """The square of the man that is worth most."""
    return max(squares, key=lambda square: _worth(board, square), default=None)


def _worth(board: chess.Board, square: chess.Square) -> int:
    return TARGET_VALUES[board.piece_type_at(square) or chess.PAWN]


def _said(place: Place, words: str, square: chess.Square | None) -> Beyond | None:
    return None if square is None else Beyond(place, words, square)


def _take_back(scene: Scene) -> Beyond | None:
    """The cheapest man that could take where a capture was made."""
    if not scene.board.is_capture(scene.move):
        return None
    target = scene.move.to_square
    takers = [reply.from_square for reply in scene.after.legal_moves if reply.to_square == target]
    cheapest = min(takers, key=lambda square: (_worth(scene.after, square), square), default=None)
    return _said(Place.ASIDE, "even if {} takes back", cheapest)


def _rescue(scene: Scene) -> Beyond | None:
    """A man of the mover's side that hung, and does so no longer; a check, or an attack elsewhere, only puts that off.

    How long a guard holds is not asked: where the man that moves has become one, that is all that is said.
    """
    if scene.after.is_check():
        return None
    board, after = scene.board, scene.after
    men = board.occupied_co[board.turn] & after.occupied_co[board.turn] & ~chess.BB_SQUARES[scene.move.to_square]
    saved = chess.SquareSet(
        square
        for square in chess.SquareSet(men & ~board.kings)
        if board.is_attacked_by(not board.turn, square) and is_hanging(board, square) and is_held(after, square)
    )
    dear = dearest(board, saved)
    if dear is not None and scene.move.to_square in after.attackers(board.turn, dear):
        return Beyond(Place.DEED, "guards {}", dear)
    # Its guard may be taken first: saved is who stands where no captures at all win anything.
    return _said(Place.DEED, "saves {}", dear) if keeps(after, 0, 0) else None


def _check(scene: Scene) -> Beyond | None:
    after, target = scene.after, scene.move.to_square
    king = after.king(after.turn)
    return Beyond(Place.DEED, "checks {}", king) if king is not None and king in after.attacks(target) else None


def _prey(scene: Scene) -> Beyond | None:
    after, target = scene.after, scene.move.to_square
    return _said(Place.DEED, "attacks {}", dearest(after, after.attacks(target) & after.occupied_co[after.turn]))


def _worthy_prey(scene: Scene) -> Beyond | None:
    """An enemy that is worth more than the man that attacks it, or that nothing defends."""
    after, target = scene.after, scene.move.to_square
    worthy = chess.SquareSet(
        square
        for square in after.attacks(target) & after.occupied_co[after.turn]
        if _worth(after, square) > _worth(after, target) or not after.attackers(after.turn, square)
    )
    return _said(Place.DEED, "attacks {}", dearest(after, worthy))


def _attacked_by_victim(scene: Scene) -> Beyond | None:
    """A piece of the mover's side that the man attacked who is taken."""
    board = scene.board
    own = board.occupied_co[board.turn] & ~board.pawns & ~board.kings & ~chess.BB_SQUARES[scene.move.from_square]
    return _said(Place.VICTIM, "which attacked {}", dearest(board, _seen_by_victim(scene) & own))


def _guarded_by_victim(scene: Scene) -> Beyond | None:
    """A piece that was defended by the man who is taken, and by nobody else."""
    board, victim = scene.board, victim_of(scene)
    theirs = _seen_by_victim(scene) & board.occupied_co[not board.turn] & ~board.pawns & ~board.kings
    alone = chess.SquareSet(square for square in theirs if len(board.attackers(not board.turn, square)) == 1)
    return None if victim is None else _said(Place.VICTIM, "which alone defended {}", dearest(board, alone))


def _seen_by_victim(scene: Scene) -> chess.SquareSet:
    victim = victim_of(scene)
    return chess.SquareSet() if victim is None else scene.board.attacks(victim)


def _room(scene: Scene) -> Beyond | None:
    """A king on its first rank gets a square to flee to, which a pawn before it leaves."""
    board, after, move = scene.board, scene.after, scene.move
    king = board.king(board.turn)
    if king is None or board.piece_type_at(move.from_square) != chess.PAWN:
        return None
    is_home = chess.square_rank(king) == (0 if board.turn else 7)
    is_free = chess.square_distance(king, move.from_square) == 1 and not after.attackers(after.turn, move.from_square)
    return Beyond(Place.DEED, "makes room for {}", king) if is_home and is_free else None


def _rook(scene: Scene) -> Beyond | None:
    """The rook that castling brings to the king's other side."""
    board, move = scene.board, scene.move
    if not board.is_castling(move):
        return None
    rooks = board.pieces_mask(chess.ROOK, board.turn)
    (before,), (now,) = (
        chess.SquareSet(one & ~other)
        for one, other in ((rooks, scene.after.rooks), (scene.after.pieces_mask(chess.ROOK, board.turn), rooks))
    )
    return Beyond(Place.DEED, f"brings {{}} to {chess.square_name(now)}", before)


def _outrun(scene: Scene) -> Beyond | None:
    """The enemy king, alone with its pawns, if it comes too late for a pawn whose way is free."""
    after, target = scene.after, scene.move.to_square
    king, enemies = after.king(after.turn), after.occupied_co[after.turn]
    if king is None or after.piece_type_at(target) != chess.PAWN or enemies & ~after.pawns & ~after.kings:
        return None
    goal = chess.square(chess.square_file(target), 7 if scene.board.turn else 0)
    steps = abs(chess.square_rank(goal) - chess.square_rank(target))
    is_free = not (chess.between(target, goal) | chess.BB_SQUARES[goal]) & after.occupied
    is_late = chess.square_distance(king, goal) > steps + 1  # The king is to move, and may take the queen at once.
    return Beyond(Place.DEED, "cannot be caught by {}", king) if is_free and is_late and not after.is_check() else None


def _opened(scene: Scene) -> Beyond | None:
    """A man of the mover's side that stood behind it and sees on through the square that it leaves."""
    board, after, origin = scene.board, scene.after, scene.move.from_square
    behind = chess.SquareSet(
        square
        for square in board.attackers(board.turn, origin)
        if any(origin in chess.SquareSet(chess.between(square, seen)) for seen in after.attacks(square))
    )
    return _said(Place.DEED, "opens the line of {}", dearest(board, behind))


def _blocked(scene: Scene) -> Beyond | None:
    """A pawn of the enemy that stands before the man that has moved."""
    board, target = scene.board, scene.move.to_square
    square = target + (8 if board.turn else -8)
    is_pawn = 0 <= square < len(chess.SQUARES) and board.piece_at(square) == chess.Piece(chess.PAWN, not board.turn)
    return Beyond(Place.DEED, "blocks {}", square) if is_pawn else None


def _guarded(scene: Scene) -> Beyond | None:
    after, target = scene.after, scene.move.to_square
    friends = after.attacks(target) & after.occupied_co[scene.board.turn] & ~after.kings
    return _said(Place.DEED, "guards {}", dearest(after, friends))


def _fled(scene: Scene) -> Beyond | None:
    """Who attacked the man where it stood, if nobody does where it stands now."""
    board, move = scene.board, scene.move
    if scene.after.attackers(not board.turn, move.to_square) or board.piece_type_at(move.from_square) == chess.KING:
        return None
    attacker = attacker_of(board, move.from_square)
    return None if attacker == victim_of(scene) else _said(Place.OCCASION, "attacked by {}", attacker)


def _guard(scene: Scene) -> Beyond | None:
    after, target = scene.after, scene.move.to_square
    guards = after.attackers(scene.board.turn, target)
    cheapest = min(guards, key=lambda square: (_worth(after, square), square), default=None)
    return _said(Place.DEED, "is guarded there by {}", cheapest)


def _neared(scene: Scene) -> Beyond | None:
    """What a king comes nearer to: the nearest pawn of the enemy, or else the nearest of all."""
    board, move = scene.board, scene.move
    if board.piece_type_at(move.from_square) != chess.KING or board.is_castling(move):
        return None
    return next(_nearer(scene), None)


def _nearer(scene: Scene) -> Iterator[Beyond]:
    move, after = scene.move, scene.after
    for group in (after.pieces_mask(chess.PAWN, after.turn), after.pawns):
        squares = sorted(
            chess.SquareSet(group & ~chess.BB_SQUARES[move.to_square]),
            key=lambda square: chess.square_distance(move.to_square, square),
        )
        for square in squares[:1]:
            if chess.square_distance(move.to_square, square) < chess.square_distance(move.from_square, square):
                yield Beyond(Place.DEED, "comes nearer to {}", square)


Finder = Callable[[Scene], Beyond | None]

_OF_CAPTURES: tuple[Finder, ...] = (
    *(_rescue, _check, _worthy_prey, _attacked_by_victim, _guarded_by_victim, _prey),
    *(_guarded, _guard, _fled, _opened, _outrun, _neared),
)
_OF_QUIET_MOVES: tuple[Finder, ...] = (
    *(_rescue, _check, _worthy_prey, _rook, _outrun, _blocked, _prey, _room),
    *(_opened, _guarded, _fled, _guard, _neared),
)
"""What tells most first."""
