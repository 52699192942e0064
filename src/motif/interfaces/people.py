"""What people of a rating would play, held against a judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import chess

from motif.arena.people import check_rating
from motif.arena.typical import TypicalMove, typical_mistake, typical_moves
from motif.board.chances import winning_chance
from motif.board.english import in_percent
from motif.board.limits import Limit
from motif.board.valuation import after
from motif.players import find_oracle
from motif.players.people import crowd

JUDGE = "search"
LIMIT = Limit(depth=10, nodes=40_000)


@dataclass(frozen=True, slots=True)
class Asked:
    """The likeliest moves, what each gives away of the winning chance, and the typical mistake with its answer."""

    rating: int
    moves: list[TypicalMove]
    losses: Mapping[chess.Move, float]
    mistake: TypicalMove | None = None
    answer: chess.Move | None = None
    best: chess.Move | None = None

    def words(self, board: chess.Board) -> str:
        """The typical mistake in a sentence."""
        assert self.mistake is not None
        assert self.best is not None
        san = board.san(self.mistake.move)
        met = "" if self.answer is None else f" because of {after(board, self.mistake.move).san(self.answer)}"
        share, lost = in_percent(self.mistake.share), in_percent(self.losses[self.mistake.move])
        return (
            f"The typical mistake at {self.rating} is {san}: {share} play it, and it gives away {lost} of the winning "
            f"chance{met}; {board.san(self.best)} is better."
        )

    def to_json(self, board: chess.Board) -> dict[str, Any]:
        """For machines."""
        return {
            "rating": self.rating,
            "moves": [
                {
                    "uci": each.move.uci(),
                    "san": board.san(each.move),
                    "share": round(each.share, 4),
                    "because": each.because,
                    "loses": round(self.losses[each.move], 4),
                }
                for each in self.moves
            ],
            "typical_mistake": self.mistake and self.mistake.move.uci(),
        }


def asked_people(board: chess.Board, rating: int) -> Asked:
    """Ask people of this rating, and the built-in search what their moves give away."""
    check_rating(rating)
    moves = typical_moves(crowd(), board, rating)
    if not moves:
        return Asked(rating, [], {})
    oracle = find_oracle(JUDGE)
    best = oracle.evaluate([board], LIMIT)[0]
    replies = oracle.evaluate([after(board, each.move) for each in moves], LIMIT)
    values = {each.move: reply.before(each.move).centipawns for each, reply in zip(moves, replies, strict=True)}
    answers = {each.move: reply.line[0] if reply.line else None for each, reply in zip(moves, replies, strict=True)}
    # A move that the judge likes better once it was made is the best one after all.
    first = best.line[0] if best.line else max(values, key=lambda move: values[move])
    highest = max(best.centipawns, *values.values())
    if max(values.values()) > best.centipawns:
        first = max(values, key=lambda move: values[move])
    losses = {move: max(0.0, winning_chance(highest) - winning_chance(value)) for move, value in values.items()}
    mistake = typical_mistake(moves, losses)
    return Asked(rating, moves, losses, mistake, None if mistake is None else answers[mistake.move], first)
