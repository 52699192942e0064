"""Make players that choose like people of a rating, `human,rating=1500`, and say what such people would play.

The model of how people choose is in `human_model`; it was learned from their games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import chess
import numpy as np

from motif._core.board import Positions, decode_move, encode_move
from motif._core.search import SearchInfo
from motif.arena.engine_players import PolicyAdviser, PolicyPlayer
from motif.board.wording import percent
from motif.engines.evaluator import after, winning_chance
from motif.engines.limits import TYPICAL_MISTAKE_LIMIT
from motif.errors import BadArgument
from motif.patterns.library import Library
from motif.players.human_boards import Floats, Ints
from motif.players.human_model import (
    HumanModel,
    HumanPolicy,
    InputSources,
    OpeningCounts,
    PatternScores,
    ReplyLifts,
    SearchValues,
    TermWeights,
    check_rating,
    level_numbered,
)
from motif.players.human_terms import BOTH
from motif.players.names import Makers, Name, find_evaluator
from motif.runtime.files import DATA
from motif.search.settings import SearchSettings

HUMAN = "human"
DEFAULT_LEVEL = 4
MOST_DIGITS = 9
PATTERNS = tuple(DATA / f"{name}_patterns.txt" for name in ("weaker", "stronger", "champions"))
"""Libraries of patterns of players below 1500, of players of 1500 or more, and of champions. The last is from before
patterns marked forks, because the model was fitted with it."""

DEEPEST = 3
MOST_MOVES = 218
"""No position has more legal moves."""


def search_values() -> SearchValues:
    """Return a function that values every move by searches of one to three plies."""
    searcher = SearchSettings(hash_megabytes=1).searcher()

    def values_of(boards: Sequence[chess.Board]) -> Ints:
        return np.concatenate([values_on(board) for board in boards])

    def values_on(board: chess.Board) -> Ints:
        by_depth: dict[int, list[int]] = {}

        # One search that deepens gives the values for all three depths; separate searches would give the same ones.
        def keep(info: SearchInfo) -> None:
            values = {encode_move(line.moves[0]): line.centipawns for line in info.lines}
            by_depth[info.depth] = [values[code] for code in sorted(values)]

        searcher.new_game()
        searcher.search(board.copy(stack=False), depth=DEEPEST, multi_pv=MOST_MOVES, on_iteration=keep)
        return np.array([by_depth[min(depth, max(by_depth))] for depth in range(1, DEEPEST + 1)], np.int64).T

    return values_of


def pattern_scores(library: Callable[[], Library]) -> PatternScores:
    """Return a function that scores every move by a library of patterns; the library is read at first use."""
    read = cache(library)

    def scores(positions: Positions) -> Floats:
        return read().scores(positions)

    return scores


@cache
def shipped_model() -> HumanModel:
    """Return the shipped model; each process reads its files once, when they are first needed."""
    weaker, stronger, champions = (pattern_scores(partial(Library.read, path)) for path in PATTERNS)
    libraries = (weaker, stronger, champions)
    sources = InputSources(search_values(), libraries, cache(OpeningCounts.read), cache(ReplyLifts.read))
    return HumanModel(TermWeights.read(), sources)


def _policy(name: Name) -> HumanPolicy:
    options = dict(name.options)
    level, rating, sharp = (options.pop(key, None) for key in ("level", "rating", "sharp"))
    numbers = [text for text in (level, rating) if text is not None]
    if name.argument or name.limit or options or len(numbers) > 1 or not all(map(_is_number, numbers)):
        raise BadArgument(f"cannot read {str(name)!r}", hint=f"write {HUMAN},rating=1500")
    sharpness = _number(sharp, name) if sharp is not None else 1.0
    if rating is not None:
        return HumanPolicy(int(rating), shipped_model(), sharp=sharpness)
    chosen = level_numbered(int(level or DEFAULT_LEVEL))
    return HumanPolicy(chosen.rating, shipped_model(), str(chosen), sharpness)


def _is_number(text: str) -> bool:
    # No rating is longer, and Python refuses to read numbers with thousands of digits.
    return text.isdecimal() and len(text) <= MOST_DIGITS


def _number(text: str, name: Name) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadArgument(f"cannot read {str(name)!r}", hint=f"write {HUMAN},rating=1500,sharp=1.3") from None


MAKERS = Makers(
    players={HUMAN: lambda name: PolicyPlayer(_policy(name), is_drawn=True)},
    advisers={HUMAN: lambda name: PolicyAdviser(_policy(name), weighed=False)},
)


UNSAID = (
    *("patterns", "weaker", "stronger", "champions", "players here", "nearly no"),
    *(
        "loses",
        "is mated",
        "is third",
        "leaves another",
        "leaves two",
        "leaves a piece",
        "passes by",
        "does not",
        "gives up",
    ),
    *("goes where it can be won", "goes where a pawn", "goes where an enemy"),
)
"""A term of the model (motif.players.human_terms lists them) is not a reason for a move if its name begins so."""

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
    "saves a piece that hung": "saves what was hanging",
    "moves a piece that hung": "moves what was hanging",
    "takes a piece that hung": "takes what was hanging",
    "threatens to win a piece": "threatens to win something",
    "threatens more than before": "makes a threat",
    "gives check and takes": "takes with check",
    "gives check with a piece that can be taken": "gives check",
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
    "goes next to the last move": "answers right next to the last move",
    "goes near the last move": "answers near the last move",
    "moves a piece that was just attacked": "moves what was just attacked",
    "moves a piece that was just attacked by less": "saves what something cheaper has just attacked",
    "moves the same piece again and takes": "takes with the piece that moved last",
    "moves a piece that has begun to hang": "moves what was just left hanging",
    "takes a piece that has begun to hang": "takes what was just left hanging",
    "takes a piece that hung before": "takes what was hanging",
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
    "a piece steps between or takes": "stops the check without moving the king",
    "moves a middle pawn": "moves a centre pawn",
    "moves a pawn far up": "pushes a pawn far up the board",
}
"""How a player would say the name of a term; other names are used as they are."""


def reason_of(term: str) -> str:
    """Return the reason that a term gives for a move, or an empty text; what follows a comma in its name is dropped.

    >>> reason_of("is best by one ply"), reason_of("moves a knight, in an ending"), reason_of("loses by two plies")
    ('looks best at first sight', 'moves a knight', '')
    """
    name = term.partition(",")[0]
    # A product of two terms is not mentioned, because its contribution counts for the first term.
    return "" if name.startswith(UNSAID) or BOTH in term else WORDS.get(name, name)


MOST_REASONS = 2
LEAST_SHARE_SAID = 0.02
"""A smaller share of the players who reached a position is not mentioned."""

LEAST_MARGIN_SAID = 0.25
"""A term is a reason for a move if it adds at least this much more to its score than to that of other likely moves.
The unit is that of log odds: with 0.25 more, a move is about a quarter likelier."""

TYPICAL_SHARE = 0.05
"""A mistake is typical if at least this share of people make it."""

MISTAKE_CHANCE = 0.10
"""A move that loses at least this much winning chance is a mistake."""

PLAIN = (
    *("takes back", "takes a queen", "takes a rook", "takes a bishop", "takes a knight", "takes a pawn", "gives check"),
    *("saves a piece that hung", "castles short", "castles long", "threatens more than before", "is best by one ply"),
)
"""Obvious reasons, given if no term adds clearly more to this move than to the others."""

NO_REASON = "it looks like what such players do"


@dataclass(frozen=True, slots=True)
class TypicalMove:
    """A move, the share of people who would choose it, and why."""

    move: chess.Move
    share: float
    because: str


def typical_moves(model: HumanModel, board: chess.Board, rating: int, most: int = 5) -> list[TypicalMove]:
    """Return the moves that people of this rating choose, likeliest first; empty if the game is over."""
    if not any(board.legal_moves):
        return []
    inputs = model.inputs([board])
    shares = model.shares(inputs, [rating])
    names, true, adds = model.adds(inputs, rating)
    # A property that the other likely moves share is not a reason for this one.
    rest = (shares @ adds - shares[:, None] * adds) / np.maximum(1 - shares, 1e-9)[:, None]
    margins = adds - rest
    moves = list(map(decode_move, inputs.features.codes.tolist()))
    order = sorted(range(len(moves)), key=lambda row: (-shares[row], moves[row].uci()))
    typical = []
    for row in order[:most]:
        said = _said(names, adds[row], margins[row]) or _plain(names, true[row])
        because = " and ".join(said[:MOST_REASONS])
        if np.log(LEAST_SHARE_SAID) < inputs.log_shares[row] < 0:
            because = "; ".join([f"{percent(np.exp(inputs.log_shares[row]))} chose it in this opening", *said[:1]])
        typical.append(TypicalMove(moves[row], float(shares[row]), because or NO_REASON))
    return typical


def _said(names: Sequence[str], adds: Floats, margins: Floats) -> list[str]:
    """Return the reasons for a move, strongest first: only its merits, not faults that other moves have."""
    ranked = np.argsort(-margins, kind="stable")
    true = [names[term] for term in ranked if margins[term] >= LEAST_MARGIN_SAID and adds[term] > 0]
    return list(dict.fromkeys(filter(None, map(reason_of, true))))


def _plain(names: Sequence[str], true: Floats) -> list[str]:
    facts = {name for name, value in zip(names, true, strict=True) if value > 0}
    return [reason_of(name) for name in PLAIN if name in facts][:1]


def typical_mistake(moves: Sequence[TypicalMove], losses: Mapping[chess.Move, float]) -> TypicalMove | None:
    """Return the likeliest mistake; None if fewer than TYPICAL_SHARE of the people make it."""
    wrong = (each for each in moves if each.share >= TYPICAL_SHARE and losses.get(each.move, 0.0) >= MISTAKE_CHANCE)
    return max(wrong, key=lambda each: each.share, default=None)


MISTAKE_EVALUATOR = "search"


@dataclass(frozen=True, slots=True)
class TypicalMoves:
    """The likeliest moves, the winning chance that each of them loses, and the typical mistake with its refutation."""

    rating: int
    moves: list[TypicalMove]
    losses: Mapping[chess.Move, float]
    mistake: TypicalMove | None = None
    answer: chess.Move | None = None
    best: chess.Move | None = None

    def words(self, board: chess.Board) -> str:
        """Return a sentence about the typical mistake."""
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


def ask_people(board: chess.Board, rating: int) -> TypicalMoves:
    """Return the likely moves of people of this rating, and what each loses according to the built-in search."""
    check_rating(rating)
    moves = typical_moves(shipped_model(), board, rating)
    if not moves:
        return TypicalMoves(rating, [], {})
    evaluator = find_evaluator(MISTAKE_EVALUATOR)
    best = evaluator.evaluate([board], TYPICAL_MISTAKE_LIMIT)[0]
    replies = evaluator.evaluate([after(board, each.move) for each in moves], TYPICAL_MISTAKE_LIMIT)
    values = {each.move: reply.before(each.move).centipawns for each, reply in zip(moves, replies, strict=True)}
    answers = {each.move: reply.line[0] if reply.line else None for each, reply in zip(moves, replies, strict=True)}
    # If the position after a likely move is better than the search expected, that move is the best one.
    first = best.line[0] if best.line else max(values, key=lambda move: values[move])
    highest = max(best.centipawns, *values.values())
    if max(values.values()) > best.centipawns:
        first = max(values, key=lambda move: values[move])
    losses = {move: max(0.0, winning_chance(highest) - winning_chance(value)) for move, value in values.items()}
    mistake = typical_mistake(moves, losses)
    return TypicalMoves(rating, moves, losses, mistake, None if mistake is None else answers[mistake.move], first)
