"""A mate in two with more in it: men are added, moved and taken off as long as it stays sound and its play grows.

Minimal positions have hardly any play, for what only adds a variation is taken off as idle. So a walk goes the other
way: from a sound position to sound neighbours with a higher worth, which is counted as an editor of a problem column
would. Different mates after defences count most, above all those that other men than the king bring about; then tries
that fail to one reply, and flights that the key gives. Duals, flights that it takes, and every man on the board cost
something. Wherever the walk stops, what the key does not need is taken off, and the richest of those boards is kept.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

import chess

from motif._core.puzzles import Line, judge, line_after, minimise, solve
from motif.puzzles.criteria import Criteria
from motif.puzzles.quality import ORDINARY
from motif.puzzles.retro_analysis import faults

SOUND = Criteria(2)
WITH_IDLE_MEN = Criteria(2, every_man_needed=False)

NEIGHBOURS = 48
"""Changes that are tried at each step; the best of the sound ones is taken if it is no worse."""

MOST_WHITE, MOST_BLACK = 8, 9
MOST_MATES, MOST_TRIES = 5, 3
"""What more than these bring is not counted: variety, not quantity."""


@dataclass(frozen=True, slots=True)
class Play:
    """What a two-mover offers whoever solves it."""

    mates: int
    """Different moves that mate after defences which leave one mate."""
    by_men: int
    """How many of them answer a man other than the king."""
    tries: int
    duals: int
    defences: int
    flights_given: int
    """How many more squares the king has after the key than before, less than nought where it takes some."""
    men: int
    edge: bool

    @property
    def worth(self) -> float:
        """The sum of all that counts, as an editor might weigh it."""
        return (
            min(self.mates, MOST_MATES)
            + 0.7 * min(self.by_men, MOST_MATES)
            + 0.5 * min(self.tries, MOST_TRIES)
            - 4.0 * self.duals / max(self.defences, 1)
            + 0.4 * max(-2, min(2, self.flights_given))
            - 0.12 * self.men
            - 0.4 * self.edge
        )

    @property
    def is_rich(self) -> bool:
        """Whether there are three different mates, two of them after moves of men, a try, and no flight taken."""
        return (
            self.mates >= 3
            and self.by_men >= 2
            and self.tries >= 1
            and self.flights_given >= 0
            and self.duals <= 0.1 * self.defences
        )


def play_of(position: str, key: chess.Move) -> Play | None:
    """The play of a sound mate in two; None where the key does not mate in two."""
    tree, solution = line_after(position, key, 2), solve(position, "#2")
    if tree is None or solution is None:
        return None
    before = chess.Board(position)
    after = before.copy(stack=False)
    after.push(key)
    single = [(reply.move, reply.replies[0].move) for reply in tree.replies if len(reply.replies) == 1]
    king = after.king(chess.BLACK)
    assert king is not None
    waiting = before.copy(stack=False)
    waiting.turn = chess.BLACK
    return Play(
        mates=len({mate for _, mate in single}),
        by_men=len({mate for defence, mate in single if defence.from_square != king}),
        tries=sum(len(attempt.refutations) == 1 for attempt in solution.tries),
        duals=sum(_is_dual(reply) for reply in tree.replies),
        defences=len(tree.replies),
        flights_given=_flights(after) - _flights(waiting),
        men=chess.popcount(before.occupied),
        edge=chess.square_rank(king) in (0, 7) or chess.square_file(king) in (0, 7),
    )


def _is_dual(reply: Line) -> bool:
    return len(reply.replies) > 1


def _flights(board: chess.Board) -> int:
    king = board.king(chess.BLACK)
    return sum(move.from_square == king for move in board.legal_moves)


def enriched(position: str, seed: int, steps: int = 60, patience: int = 15) -> tuple[str, chess.Move] | None:
    """The richest sound board on a walk from this one, with its key; None where nothing rich was met."""
    draw = Random(seed)
    board = chess.Board(position)
    worth, idle = _worth(position), 0
    best: tuple[float, str, chess.Move] | None = None
    for _ in range(steps):
        changed = [text for _ in range(NEIGHBOURS) if (text := _changed(board, draw))]
        scored: list[tuple[float, str]] = []
        for text, (verdict, key) in zip(changed, judge(changed, WITH_IDLE_MEN), strict=True):
            if verdict == "sound" and key is not None and (play := play_of(text, key)):
                scored.append((play.worth, text))
        if not scored:
            idle += 1
        else:
            value, text = max(scored, key=lambda each: each[0])
            idle = 0 if value > worth else idle + 1
            if value >= worth:
                board, worth = chess.Board(text), value
        if idle == 0 or idle == patience:
            best = max(
                filter(None, (best, _without_idle_men(board.fen(), seed))), key=lambda each: each[0], default=None
            )
        if idle >= patience:
            break
    return None if best is None else (best[1], best[2])


def _worth(position: str) -> float:
    (verdict, key) = judge([position], WITH_IDLE_MEN)[0]
    play = play_of(position, key) if key is not None and verdict == "sound" else None
    return play.worth if play else float("-inf")


def _without_idle_men(position: str, seed: int) -> tuple[float, str, chess.Move] | None:
    """The board without the men that its soundness does not need, if it is rich and a game may lead there."""
    bare = minimise([position], SOUND, seed=seed)[0]
    if bare is None:
        return None
    (verdict, key) = judge([bare], SOUND)[0]
    if verdict != "sound" or key is None or faults(bare):
        return None
    play = play_of(bare, key)
    return (play.worth, bare, key) if play and play.is_rich else None


def _changed(board: chess.Board, draw: Random) -> str | None:
    """The board after a change by lot: a man more or less, elsewhere, or of another kind; None if it cannot be."""
    other = board.copy(stack=False)
    men = [square for square in other.piece_map() if other.piece_type_at(square) != chess.KING]
    kind = draw.random()
    if kind < 0.35 or not men:
        square, man = draw.randrange(64), _any_man(draw)
        if other.piece_at(square):
            return None
        other.set_piece_at(square, man)
    elif kind < 0.5:
        other.remove_piece_at(draw.choice(men))
    elif kind < 0.6:
        other.set_piece_at(draw.choice(men), _any_man(draw))
    else:
        origin = draw.choice([*men, *chess.SquareSet(other.kings)])
        target = draw.randrange(64)
        if other.piece_at(target) or not (man_there := other.remove_piece_at(origin)):
            return None
        other.set_piece_at(target, man_there)
    return other.fen() if _is_ordinary(other) and other.is_valid() else None


def _any_man(draw: Random) -> chess.Piece:
    kind = draw.choices(list("QRBNP"), weights=(1, 2, 3, 3, 5))[0]
    return chess.Piece.from_symbol(kind if draw.random() < 0.45 else kind.lower())


def _is_ordinary(board: chess.Board) -> bool:
    """Whether no side has more men, nor more of a kind, than an unpromoted set and the bounds allow."""
    for colour, most in ((chess.WHITE, MOST_WHITE), (chess.BLACK, MOST_BLACK)):
        signs = Counter(man.symbol().upper() for man in board.piece_map().values() if man.color == colour)
        if signs.total() > most or any(number > ORDINARY[sign] for sign, number in signs.items()):
            return False
        bishops = [chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES for square in board.pieces(chess.BISHOP, colour)]
        if len(bishops) == 2 and bool(bishops[0]) == bool(bishops[1]):
            return False
    return True
