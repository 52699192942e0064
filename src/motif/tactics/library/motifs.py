"""The known motifs as plain tests of a move, in python-chess alone: what a coach would call a fork, a pin, a skewer.

They share nothing with the vocabulary or the core, so a rule that is named by them was found, not written down.
A man is *loose* when the opponent can win it: by a cheaper man, or because nothing defends it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

from motif.board.material import TARGET_VALUES as VALUES

SLIDERS = (chess.BISHOP, chess.ROOK, chess.QUEEN)

Test = Callable[["PlayedMove"], bool]


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move on its board, played; `captured_on` is where the opponent has just captured, None if nowhere."""

    before: chess.Board
    after: chess.Board
    move: chess.Move
    captured_on: chess.Square | None = None

    @classmethod
    def of(cls, board: chess.Board, move: chess.Move, captured_on: chess.Square | None = None) -> PlayedMove:
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


def is_fork(played: PlayedMove) -> bool:
    """One man, itself safe, attacks two or more that must both be saved."""
    if is_loose(played.after, played.target):
        return False
    targets = [square for square in played.enemies(played.target) if _is_worth_attacking(played, played.target, square)]
    return len(targets) >= 2


def _is_worth_attacking(played: PlayedMove, attacker: chess.Square, square: chess.Square) -> bool:
    board = played.after
    if board.piece_type_at(square) == chess.PAWN:
        return False
    dearer = value(board, square) > value(board, attacker)
    return dearer or not board.attackers(not played.us, square)


def _lines(played: PlayedMove) -> Iterator[tuple[chess.Square, chess.Square]]:
    """The enemy that the moved slider attacks, and the enemy next behind it."""
    board, slider = played.after, played.target
    if board.piece_type_at(slider) not in SLIDERS:
        return
    for front in played.enemies(slider):
        behind = chess.SquareSet(chess.ray(slider, front)) & board.occupied
        beyond = [square for square in behind if front in chess.SquareSet(chess.between(slider, square))]
        nearest = min(beyond, key=lambda square: chess.square_distance(front, square), default=None)
        if nearest is not None and board.color_at(nearest) != played.us:
            yield front, nearest


def _is_new(played: PlayedMove, front: chess.Square) -> bool:
    return front not in played.before.attacks(played.move.from_square)


def is_absolute_pin(played: PlayedMove) -> bool:
    """The moved man now pins a piece to its king."""
    board = played.after
    return any(
        board.piece_type_at(back) == chess.KING and board.piece_type_at(front) != chess.PAWN and _is_new(played, front)
        for front, back in _lines(played)
    )


def is_relative_pin(played: PlayedMove) -> bool:
    """The moved man now pins a piece to a more valuable one."""
    board = played.after
    return any(
        value(board, front) < value(board, back) < VALUES[chess.KING]
        and board.piece_type_at(front) != chess.PAWN
        and value(board, back) > value(board, played.target)
        and _is_new(played, front)
        for front, back in _lines(played)
    )


def is_skewer(played: PlayedMove) -> bool:
    """The moved man attacks a man that must give way, and a lesser one stands behind it."""
    board = played.after
    if is_loose(board, played.target):
        return False
    return any(
        value(board, front) >= value(board, back) >= VALUES[chess.KNIGHT]
        and (value(board, front) > value(board, played.target) or is_loose(board, front))
        for front, back in _lines(played)
    )


def is_discovered_attack(played: PlayedMove) -> bool:
    """The move opens the line of another man to an enemy that must be saved."""
    return any(_is_worth_attacking(played, slider, victim) for slider, victim in _discovered(played))


def is_discovered_check(played: PlayedMove) -> bool:
    """The move opens the line of another man to the king."""
    return any(played.after.piece_type_at(victim) == chess.KING for _, victim in _discovered(played))


def _discovered(played: PlayedMove) -> Iterator[tuple[chess.Square, chess.Square]]:
    origin = played.move.from_square
    for slider in chess.SquareSet(played.after.occupied_co[played.us]):
        if slider == played.target or played.after.piece_type_at(slider) not in SLIDERS:
            continue
        for victim in played.enemies(slider):
            if origin in chess.SquareSet(chess.between(slider, victim)) and played.before.piece_at(slider):
                yield slider, victim


def is_hanging_capture(played: PlayedMove) -> bool:
    """The move captures a man that nothing defends."""
    return played.before.is_capture(played.move) and not any(
        played.after.is_legal(chess.Move(square, played.target, promotion))
        for square in played.after.attackers(not played.us, played.target)
        for promotion in (None, chess.QUEEN)
    )


def is_winning_capture(played: PlayedMove) -> bool:
    """The move captures a man that is worth more than the one that captures."""
    return played.before.is_capture(played.move) and value(played.before, played.target) > value(
        played.before, played.move.from_square
    )


def is_recapture(played: PlayedMove) -> bool:
    """The move captures where the opponent has just captured."""
    return played.target == played.captured_on and played.before.is_capture(played.move)


def is_mate(played: PlayedMove) -> bool:
    """The move mates."""
    return played.after.is_checkmate()


def is_back_rank_mate(played: PlayedMove) -> bool:
    """A rook or queen mates along the back rank a king that its own men keep there."""
    king = played.after.king(not played.us)
    if not played.after.is_checkmate() or king is None:
        return False
    home, step = (7, -1) if played.us else (0, 1)
    if chess.square_rank(king) != home:
        return False
    heavy = any(
        played.after.piece_type_at(checker) in (chess.ROOK, chess.QUEEN) and chess.square_rank(checker) == home
        for checker in played.after.checkers()
    )
    ahead = [s for s in chess.SquareSet(chess.BB_KING_ATTACKS[king]) if chess.square_rank(s) == home + step]
    return heavy and sum(played.after.color_at(square) == (not played.us) for square in ahead) >= len(ahead) - 1


def is_smothered_mate(played: PlayedMove) -> bool:
    """A knight mates a king that its own men leave no square."""
    king = played.after.king(not played.us)
    if not played.after.is_checkmate() or king is None or played.after.piece_type_at(played.target) != chess.KNIGHT:
        return False
    return all(played.after.color_at(s) == (not played.us) for s in chess.SquareSet(chess.BB_KING_ATTACKS[king]))


def is_double_check(played: PlayedMove) -> bool:
    """Two men give check at once."""
    return len(played.after.checkers()) >= 2


def is_check(played: PlayedMove) -> bool:
    """The move gives check."""
    return played.after.is_check()


def is_promotion(played: PlayedMove) -> bool:
    """A pawn promotes."""
    return played.move.promotion is not None


def is_trap(played: PlayedMove) -> bool:
    """An attacked piece can be won where it stands and wherever it goes."""
    if played.after.is_check():
        return False
    for square in chess.SquareSet(played.after.occupied_co[not played.us]):
        if played.after.piece_type_at(square) in (chess.PAWN, chess.KING) or not is_loose(played.after, square):
            continue
        if not _concerns(played, square):
            continue
        ways = [move for move in played.after.legal_moves if move.from_square == square]
        if all(_loses(played.after, move) for move in ways):
            return True
    return False


def _concerns(played: PlayedMove, square: chess.Square) -> bool:
    around = chess.SquareSet(played.after.attacks(square)) | chess.BB_SQUARES[square]
    return bool(around & played.after.attacks(played.target))


def _loses(board: chess.Board, move: chess.Move) -> bool:
    gain = value(board, move.to_square)
    lost = value(board, move.from_square)
    board.push(move)
    loose = is_loose(board, move.to_square)
    board.pop()
    return loose and gain < lost


def is_removal_of_the_defender(played: PlayedMove) -> bool:
    """The move captures the only defender of another man that we attack."""
    if not played.before.is_capture(played.move):
        return False
    for square in played.before.attacks(played.target):
        if played.before.color_at(square) == played.us or played.before.piece_type_at(square) in (None, chess.KING):
            continue
        guards = played.before.attackers(not played.us, square)
        if len(guards) == 1 and played.target in guards and played.after.attackers(played.us, square):
            return True
    return False


def is_escape(played: PlayedMove) -> bool:
    """A man that could be won moves to where it cannot."""
    return (
        is_loose(played.before, played.move.from_square)
        and not played.before.is_capture(played.move)
        and not is_loose(played.after, played.target)
    )


def is_threat(played: PlayedMove) -> bool:
    """The moved man, itself safe, now attacks one that it can win."""
    return not is_loose(played.after, played.target) and any(
        _is_new(played, square) and _is_worth_attacking(played, played.target, square)
        for square in played.enemies(played.target)
        if played.after.piece_type_at(square) != chess.KING
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
