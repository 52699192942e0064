"""What people of a rating would play in a position, why it draws them, and the mistake that is typical of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import chess
import numpy as np

from motif._core.board import decode_move
from motif.board.wording import percent
from motif.engines.evaluator import winning_chance
from motif.engines.limits import TYPICAL_MISTAKE_LIMIT
from motif.engines.valuation import after
from motif.players.find import find_evaluator
from motif.players.human import crowd
from motif.players.human_boards import Floats
from motif.players.human_model import Crowd, check_rating
from motif.players.human_terms import BOTH

# The terms of the people's model as a player would say them: what draws people to a move, not what speaks against it.

UNSAID = (
    *("patterns", "weaker", "stronger", "champions", "players here", "nearly no"),
    *(
        "loses",
        "is mated",
        "is third",
        "leaves another",
        "leaves two",
        "leaves a man",
        "passes by",
        "does not",
        "gives up",
    ),
    *("goes where it can be won", "goes where a pawn", "goes where an enemy"),
)
"""Terms that give no reason of their own, or none that speaks for a move, by how their names begin."""

WORDS = {
    "is best by one ply": "looks best at first sight",
    "is best by two plies": "looks best once the reply is seen",
    "is best by three plies": "looks best on a closer look",
    "is second best by three plies": "looks second best on a closer look",
    "is best by one ply and loses clearly by three": "looks best until one looks further",
    "is the quiet best by three plies": "looks like the best quiet move",
    "mates within one ply": "gives mate",
    "mates within two plies": "gives mate",
    "mates within three plies": "mates soon",
    "wins by exchange": "wins material",
    "saves a man that hung": "saves what was hanging",
    "moves a man that hung": "moves what was hanging",
    "takes a man that hung": "takes what was hanging",
    "threatens to win a man": "threatens to win something",
    "threatens more than before": "makes a threat",
    "gives check and takes": "takes with check",
    "gives check with a man that can be taken": "gives check",
    "takes more than it is worth": "takes something worth more",
    "exchanges like for like": "trades like for like",
    "takes in passing": "takes en passant",
    "promotes to a queen": "makes a queen",
    "promotes to less": "underpromotes",
    "moves a queen": "moves the queen",
    "moves a king": "moves the king",
    "castles short": "castles",
    "castles long": "castles",
    "goes backward": "goes back",
    "goes backward and is quiet": "goes back",
    "goes far": "goes a long way",
    "goes far backward": "goes a long way back",
    "comes nearer to the middle": "goes towards the centre",
    "leaves the first rank": "leaves the back rank",
    "goes to the first rank": "goes to the back rank",
    "takes the man that just moved": "takes the piece that just moved",
    "goes next to the last move": "answers right beside the last move",
    "goes near the last move": "answers near the last move",
    "attacks the man that just moved": "attacks the piece that just moved",
    "moves a man that was just attacked": "moves what was just attacked",
    "moves a man that was just attacked by less": "saves what something cheaper has just attacked",
    "moves the same man again": "moves the same piece again",
    "moves the same man again and takes": "takes with the piece that moved last",
    "moves a man that has begun to hang": "moves what was just left hanging",
    "takes a man that has begun to hang": "takes what was just left hanging",
    "takes a man that hung before": "takes what was hanging",
    "players answer the last move so": "is a usual answer to the last move",
    "players go on so after their last move": "is how players usually go on",
    "goes to where the last move began": "goes to the square that was just left",
    "goes near the own last move": "goes on where the last move was made",
    "goes where a friend helps": "goes where it is guarded",
    "leaves the attack of a pawn": "gets away from a pawn",
    "leaves an attack": "gets away from an attack",
    "attacks two at once": "attacks two things at once",
    "attacks with less": "attacks something worth more",
    "goes next to the enemy king": "goes close to the enemy king",
    "moves a pawn before the own king": "moves a pawn in front of the king",
    "the king steps out of check": "takes the king out of check",
    "a man steps between or takes": "stops the check without moving the king",
    "moves a middle pawn": "moves a centre pawn",
    "moves a pawn far up": "pushes a pawn far up the board",
}
"""Names that are no words of a player, and what one would say."""


def in_words(term: str) -> str:
    """What a term says for a move; empty where that is nothing. A term and the same in an ending are one reason.

    >>> in_words("is best by one ply"), in_words("moves a knight, in an ending"), in_words("loses by two plies")
    ('looks best at first sight', 'moves a knight', '')
    """
    name = term.partition(",")[0]
    # Of two things at once the first is told, with what both add.
    return "" if name.startswith(UNSAID) or BOTH in term else WORDS.get(name, name)


MOST_REASONS = 2
SOME = 0.02
"""A share of those who reached a position that is worth saying."""

WORTH_SAYING = 0.25
"""What a term must add beside what it adds to the moves that people choose anyway: 0.25 makes a move a quarter
likelier."""

OFTEN = 0.05
"""A mistake is typical when one of twenty makes it."""

A_MISTAKE = 0.10
"""A mistake gives so much of the winning chance away."""

PLAIN = (
    *("takes back", "takes a queen", "takes a rook", "takes a bishop", "takes a knight", "takes a pawn", "gives check"),
    *("saves a man that hung", "castles short", "castles long", "threatens more than before", "is best by one ply"),
)
"""What everybody sees, said where nothing weighs more than the rest."""

NO_REASON = "it looks like what such players do"


@dataclass(frozen=True, slots=True)
class TypicalMove:
    """A move, the share of people who would choose it, and what draws them to it."""

    move: chess.Move
    share: float
    because: str


def typical_moves(crowd: Crowd, board: chess.Board, rating: int, most: int = 5) -> list[TypicalMove]:
    """What people of this rating choose, the likeliest first; nothing when the game is over."""
    if not any(board.legal_moves):
        return []
    outlook = crowd.look([board])
    shares = crowd.shares(outlook, [rating])
    names, true, adds = crowd.adds(outlook, rating)
    # What the other moves that people choose have as well is no reason for this one.
    rest = (shares @ adds - shares[:, None] * adds) / np.maximum(1 - shares, 1e-9)[:, None]
    margins = adds - rest
    moves = list(map(decode_move, outlook.glance.codes.tolist()))
    order = sorted(range(len(moves)), key=lambda row: (-shares[row], moves[row].uci()))
    typical = []
    for row in order[:most]:
        said = _said(names, adds[row], margins[row]) or _plain(names, true[row])
        because = " and ".join(said[:MOST_REASONS])
        if np.log(SOME) < outlook.shares[row] < 0:
            because = "; ".join([f"{percent(np.exp(outlook.shares[row]))} chose it in this opening", *said[:1]])
        typical.append(TypicalMove(moves[row], float(shares[row]), because or NO_REASON))
    return typical


def _said(names: Sequence[str], adds: Floats, margins: Floats) -> list[str]:
    """What speaks most for a move, in words: only what is true of it, not what is false of others."""
    ranked = np.argsort(-margins, kind="stable")
    true = [names[term] for term in ranked if margins[term] >= WORTH_SAYING and adds[term] > 0]
    return list(dict.fromkeys(filter(None, map(in_words, true))))


def _plain(names: Sequence[str], true: Floats) -> list[str]:
    facts = {name for name, value in zip(names, true, strict=True) if value > 0}
    return [in_words(name) for name in PLAIN if name in facts][:1]


def typical_mistake(moves: Sequence[TypicalMove], losses: Mapping[chess.Move, float]) -> TypicalMove | None:
    """The likeliest of the moves that a judge calls a mistake; None where one of twenty at most goes wrong so."""
    wrong = (each for each in moves if each.share >= OFTEN and losses.get(each.move, 0.0) >= A_MISTAKE)
    return max(wrong, key=lambda each: each.share, default=None)


# What people of a rating would play, held against a judge.

JUDGE = "search"


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
        share, lost = percent(self.mistake.share), percent(self.losses[self.mistake.move])
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
    evaluator = find_evaluator(JUDGE)
    best = evaluator.evaluate([board], TYPICAL_MISTAKE_LIMIT)[0]
    replies = evaluator.evaluate([after(board, each.move) for each in moves], TYPICAL_MISTAKE_LIMIT)
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
