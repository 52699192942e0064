"""The known motifs as plain tests of a move, in python-chess alone: what a coach would call a fork, a pin, a skewer.

They share nothing with the vocabulary or the core, so a rule that is named by them was found, not written down.
A man is *loose* when the opponent can win it: by a cheaper man, or because nothing defends it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
SLIDERS = (chess.BISHOP, chess.ROOK, chess.QUEEN)

Test = Callable[["Scene"], bool]


@dataclass(frozen=True, slots=True)
class Scene:
    """A move on its board, played; `captured_on` is where the opponent has just captured, None if nowhere."""

    before: chess.Board
    after: chess.Board
    move: chess.Move
    captured_on: chess.Square | None = None

    @classmethod
    def of(cls, board: chess.Board, move: chess.Move, captured_on: chess.Square | None = None) -> Scene:
        """Play a legal move on a copy of the board."""
        after = board.copy(stack=False)
        after.push(move)
        return cls(board, after, move, captured_on)

    @property
    def us(self) -> chess.Color:
        """The side that moves."""
        return self.before.turn

    @property
    def target(self) -> chess.Square:
        """Where the man that moved stands now."""
        return self.move.to_square

    def enemies(self, attacker: chess.Square) -> Iterator[chess.Square]:
        """The enemies that one of our men attacks after the move."""
        return (square for square in self.after.attacks(attacker) if self.after.color_at(square) == (not self.us))


@dataclass(frozen=True, slots=True)
class Motif:
    """A motif by name, what it means, how to tell it, and the simpler motifs that it is a special case of."""

    name: str
    english: str
    holds: Test
    refines: tuple[str, ...] = ()


def value(board: chess.Board, square: chess.Square) -> int:
    """What the man on a square is worth; a king more than all others, an empty square nothing."""
    return VALUES.get(board.piece_type_at(square) or 0, 0)


def is_loose(board: chess.Board, square: chess.Square) -> bool:
    """Whether the enemies of a man can win it where it stands; a king is never won."""
    piece = board.piece_at(square)
    if piece is None or piece.piece_type == chess.KING:
        return False
    attackers = [enemy for enemy in board.attackers(not piece.color, square) if _may_capture(board, enemy, square)]
    if not attackers:
        return False
    defended = any(_may_capture(board, friend, square) for friend in board.attackers(piece.color, square))
    return not defended or min(value(board, enemy) for enemy in attackers) < value(board, square)


def _may_capture(board: chess.Board, attacker: chess.Square, square: chess.Square) -> bool:
    color = board.color_at(attacker)
    assert color is not None
    return not board.is_pinned(color, attacker) or square in board.pin(color, attacker)


def is_fork(scene: Scene) -> bool:
    """One man, itself safe, attacks two or more that must both be saved."""
    if is_loose(scene.after, scene.target):
        return False
    targets = [square for square in scene.enemies(scene.target) if _is_worth_attacking(scene, scene.target, square)]
    return len(targets) >= 2


def _is_worth_attacking(scene: Scene, attacker: chess.Square, square: chess.Square) -> bool:
    board = scene.after
    if board.piece_type_at(square) == chess.PAWN:
        return False
    dearer = value(board, square) > value(board, attacker)
    return dearer or not board.attackers(not scene.us, square)


def _lines(scene: Scene) -> Iterator[tuple[chess.Square, chess.Square]]:
    """The enemy that the moved slider attacks, and the enemy next behind it."""
    board, slider = scene.after, scene.target
    if board.piece_type_at(slider) not in SLIDERS:
        return
    for front in scene.enemies(slider):
        behind = chess.SquareSet(chess.ray(slider, front)) & board.occupied
        beyond = [square for square in behind if front in chess.SquareSet(chess.between(slider, square))]
        nearest = min(beyond, key=lambda square: chess.square_distance(front, square), default=None)
        if nearest is not None and board.color_at(nearest) != scene.us:
            yield front, nearest


def _is_new(scene: Scene, front: chess.Square) -> bool:
    return front not in scene.before.attacks(scene.move.from_square)


def is_absolute_pin(scene: Scene) -> bool:
    """The moved man now pins a piece to its king."""
    board = scene.after
    return any(
        board.piece_type_at(back) == chess.KING and board.piece_type_at(front) != chess.PAWN and _is_new(scene, front)
        for front, back in _lines(scene)
    )


def is_relative_pin(scene: Scene) -> bool:
    """The moved man now pins a piece to a more valuable one."""
    board = scene.after
    return any(
        value(board, front) < value(board, back) < VALUES[chess.KING]
        and board.piece_type_at(front) != chess.PAWN
        and value(board, back) > value(board, scene.target)
        and _is_new(scene, front)
        for front, back in _lines(scene)
    )


def is_skewer(scene: Scene) -> bool:
    """The moved man attacks a man that must give way, and a lesser one stands behind it."""
    board = scene.after
    if is_loose(board, scene.target):
        return False
    return any(
        value(board, front) >= value(board, back) >= VALUES[chess.KNIGHT]
        and (value(board, front) > value(board, scene.target) or is_loose(board, front))
        for front, back in _lines(scene)
    )


def is_discovered_attack(scene: Scene) -> bool:
    """The move opens the line of another man to an enemy that must be saved."""
    return any(_is_worth_attacking(scene, slider, victim) for slider, victim in _discovered(scene))


def is_discovered_check(scene: Scene) -> bool:
    """The move opens the line of another man to the king."""
    return any(scene.after.piece_type_at(victim) == chess.KING for _, victim in _discovered(scene))


def _discovered(scene: Scene) -> Iterator[tuple[chess.Square, chess.Square]]:
    origin = scene.move.from_square
    for slider in chess.SquareSet(scene.after.occupied_co[scene.us]):
        if slider == scene.target or scene.after.piece_type_at(slider) not in SLIDERS:
            continue
        for victim in scene.enemies(slider):
            if origin in chess.SquareSet(chess.between(slider, victim)) and scene.before.piece_at(slider):
                yield slider, victim


def is_hanging_capture(scene: Scene) -> bool:
    """The move captures a man that nothing defends."""
    return scene.before.is_capture(scene.move) and not any(
        scene.after.is_legal(chess.Move(square, scene.target, promotion))
        for square in scene.after.attackers(not scene.us, scene.target)
        for promotion in (None, chess.QUEEN)
    )


def is_winning_capture(scene: Scene) -> bool:
    """The move captures a man that is worth more than the one that captures."""
    return scene.before.is_capture(scene.move) and value(scene.before, scene.target) > value(
        scene.before, scene.move.from_square
    )


def is_recapture(scene: Scene) -> bool:
    """The move captures where the opponent has just captured."""
    return scene.target == scene.captured_on and scene.before.is_capture(scene.move)


def is_mate(scene: Scene) -> bool:
    """The move mates."""
    return scene.after.is_checkmate()


def is_back_rank_mate(scene: Scene) -> bool:
    """A rook or queen mates along the back rank a king that its own men keep there."""
    king = scene.after.king(not scene.us)
    if not scene.after.is_checkmate() or king is None:
        return False
    home, step = (7, -1) if scene.us else (0, 1)
    if chess.square_rank(king) != home:
        return False
    heavy = any(
        scene.after.piece_type_at(checker) in (chess.ROOK, chess.QUEEN) and chess.square_rank(checker) == home
        for checker in scene.after.checkers()
    )
    ahead = [s for s in chess.SquareSet(chess.BB_KING_ATTACKS[king]) if chess.square_rank(s) == home + step]
    return heavy and sum(scene.after.color_at(square) == (not scene.us) for square in ahead) >= len(ahead) - 1


def is_smothered_mate(scene: Scene) -> bool:
    """A knight mates a king that its own men leave no square."""
    king = scene.after.king(not scene.us)
    if not scene.after.is_checkmate() or king is None or scene.after.piece_type_at(scene.target) != chess.KNIGHT:
        return False
    return all(scene.after.color_at(s) == (not scene.us) for s in chess.SquareSet(chess.BB_KING_ATTACKS[king]))


def is_double_check(scene: Scene) -> bool:
    """Two men give check at once."""
    return len(scene.after.checkers()) >= 2


def is_check(scene: Scene) -> bool:
    """The move gives check."""
    return scene.after.is_check()


def is_promotion(scene: Scene) -> bool:
    """A pawn promotes."""
    return scene.move.promotion is not None


def is_trap(scene: Scene) -> bool:
    """An attacked piece can be won where it stands and wherever it goes."""
    if scene.after.is_check():
        return False
    for square in chess.SquareSet(scene.after.occupied_co[not scene.us]):
        if scene.after.piece_type_at(square) in (chess.PAWN, chess.KING) or not is_loose(scene.after, square):
            continue
        if not _concerns(scene, square):
            continue
        ways = [move for move in scene.after.legal_moves if move.from_square == square]
        if all(_loses(scene.after, move) for move in ways):
            return True
    return False


def _concerns(scene: Scene, square: chess.Square) -> bool:
    around = chess.SquareSet(scene.after.attacks(square)) | chess.BB_SQUARES[square]
    return bool(around & scene.after.attacks(scene.target))


def _loses(board: chess.Board, move: chess.Move) -> bool:
    gain = value(board, move.to_square)
    lost = value(board, move.from_square)
    board.push(move)
    loose = is_loose(board, move.to_square)
    board.pop()
    return loose and gain < lost


def is_removal_of_the_defender(scene: Scene) -> bool:
    """The move captures the only defender of another man that we attack."""
    if not scene.before.is_capture(scene.move):
        return False
    for square in scene.before.attacks(scene.target):
        if scene.before.color_at(square) == scene.us or scene.before.piece_type_at(square) in (None, chess.KING):
            continue
        guards = scene.before.attackers(not scene.us, square)
        if len(guards) == 1 and scene.target in guards and scene.after.attackers(scene.us, square):
            return True
    return False


def is_escape(scene: Scene) -> bool:
    """A man that could be won moves to where it cannot."""
    return (
        is_loose(scene.before, scene.move.from_square)
        and not scene.before.is_capture(scene.move)
        and not is_loose(scene.after, scene.target)
    )


def is_threat(scene: Scene) -> bool:
    """The moved man, itself safe, now attacks one that it can win."""
    return not is_loose(scene.after, scene.target) and any(
        _is_new(scene, square) and _is_worth_attacking(scene, scene.target, square)
        for square in scene.enemies(scene.target)
        if scene.after.piece_type_at(square) != chess.KING
    )


MOTIFS = {
    motif.name: motif
    for motif in (
        Motif("checkmate", "the move mates", is_mate, ("check", "double_check")),
        Motif("back_rank_mate", "mate along the back rank", is_back_rank_mate, ("checkmate", "check")),
        Motif("smothered_mate", "a knight mates a king among its own men", is_smothered_mate, ("checkmate", "check")),
        Motif("promotion", "a pawn becomes a queen", is_promotion),
        Motif("recapture", "taking back", is_recapture, ("winning_capture",)),
        Motif("hanging_piece", "capturing what nothing defends", is_hanging_capture),
        Motif("winning_capture", "capturing something dearer", is_winning_capture),
        Motif(
            "removal_of_the_defender", "capturing the only defender", is_removal_of_the_defender, ("winning_capture",)
        ),
        Motif("double_check", "check by two men at once", is_double_check, ("check", "discovered_check")),
        Motif("discovered_check", "a line to the king opens", is_discovered_check, ("check", "discovered_attack")),
        Motif("discovered_attack", "a line to an enemy opens", is_discovered_attack),
        Motif("fork", "one man attacks two that must both be saved", is_fork, ("check", "threat")),
        Motif("absolute_pin", "a piece is pinned to its king", is_absolute_pin, ("threat",)),
        Motif("relative_pin", "a piece is pinned to a dearer one", is_relative_pin, ("threat",)),
        Motif("skewer", "a man must give way to another behind it", is_skewer, ("check", "threat", "fork")),
        Motif("trapped_piece", "a piece is won wherever it goes", is_trap, ("threat",)),
        Motif("escape", "a man that could be won goes to safety", is_escape),
        Motif("check", "the king is attacked", is_check),
        Motif("threat", "a man is attacked that can be won", is_threat),
    )
}
