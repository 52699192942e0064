"""Compute the terms of the human model: named numbers for every legal move of many boards.

The terms say how well a move fits patterns of people's moves, how much winning chance it loses by searches of one, two
and three plies, and what makes it conspicuous: it captures, gives check, moves the same piece again, or moves it back.
The model (`human_model`) has a weight for each term and rating.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import chess
import numpy as np

from motif.engines.evaluator import MATE_CP, winning_chances
from motif.players.human_boards import NOWHERE, WORTH_CP, BoardFeatures, Bools, Floats, Ints, holds, steps

Term = tuple[str, Floats | Bools | Ints]

OPENING_MOVES = 12
"""After this many moves, a position no longer belongs to the opening at all."""


def opening(features: BoardFeatures) -> Floats:
    """Return, for each row, how much its position belongs to the opening: from 1 at the first move down to 0."""
    numbers = np.array([board.fullmove_number for board in features.boards], np.float64)
    share: Floats = np.clip(1 - (numbers - 1) / OPENING_MOVES, 0.0, 1.0)[features.owner]
    return share


def recent_terms(features: BoardFeatures) -> Iterator[Term]:
    """Yield terms about the last moves of both sides."""
    _, theirs, took, own_start, own, earlier = features.last[features.owner].T
    moves_same = (features.start == own) & (own != NOWHERE)
    taken_back = (features.target == theirs) & (features.taken > 0)
    near = np.where(theirs == NOWHERE, 8, steps(features.target, np.maximum(theirs, 0)))
    attacks = features.positions.attacks()[features.owner, np.maximum(theirs, 0)]
    attacked = holds(attacks, features.start) & (theirs != NOWHERE)
    yield "takes back", taken_back & (took == 1)
    yield "takes back with a pawn", taken_back & (took == 1) & (features.moved == chess.PAWN)
    yield "takes the piece that just moved", taken_back & (took == 0)
    yield "does not take back", ~taken_back & (took == 1) & _any(taken_back, features)
    yield "goes next to the last move", near <= 1
    yield "goes near the last move", near == 2
    yield "attacks the piece that just moved", holds(features.attacked_after, theirs)
    yield "moves a piece that was just attacked", attacked
    yield (
        "moves a piece that was just attacked by less",
        attacked & (WORTH_CP[features.kinds[features.owner, np.maximum(theirs, 0)]] < WORTH_CP[features.moved]),
    )
    yield "moves the same piece again", moves_same
    yield "moves the same piece again, in the opening", moves_same * opening(features)
    yield "goes back to where it came from", moves_same & (features.target == own_start)
    yield "goes back and forth once more", moves_same & (features.target == own_start) & (earlier == own)
    yield (
        "goes to where the last move began",
        (features.target == features.last[features.owner, 0]) & (theirs != NOWHERE),
    )
    yield (
        "goes near the own last move",
        (own != NOWHERE) & (steps(features.target, np.maximum(own, 0)) <= 1) & ~moves_same,
    )
    yield "moves the same piece again and takes", moves_same & (features.taken > 0)
    yield from _begun_to_hang(features)


def _begun_to_hang(features: BoardFeatures) -> Iterator[Term]:
    """Yield terms about pieces that began to hang with the last move, or hung already before it."""
    before, now = features.hanging_before[features.owner], features.hanging[features.owner]
    known = features.last[features.owner, 0] != NOWHERE
    own, after = features.own[features.owner], np.asarray(features.hanging_after, np.int64)
    begun, old = own & (now > 0) & (before == 0), own & (now > 0) & (before > 0)
    still = features.own_after & (after > 0)
    here, there = (features.rows, features.start), (features.rows, features.target)
    taken = features.taken > 0
    yield "moves a piece that has begun to hang", known & begun[here]
    yield "leaves a piece that has begun to hang", known * np.log1p((now * (begun & still)).max(1) / 100)
    yield "leaves a piece that hung before", known * np.log1p((now * (old & still)).max(1) / 100)
    yield "takes a piece that has begun to hang", known & taken & (now[there] > 0) & (before[there] == 0)
    yield "takes a piece that hung before", known & taken & (now[there] > 0) & (before[there] > 0)


def _any(true: Bools, features: BoardFeatures) -> Bools:
    """Return, for each row, whether any move of its position has the property."""
    return np.repeat(np.logical_or.reduceat(true, features.offsets[:-1]), np.diff(features.offsets))


BOTH = " & "
"""Separates the two names in the name of a product of two terms."""

MANY_MOVES = 30


def position_terms(features: BoardFeatures, values: Ints, known: Floats) -> Iterator[Term]:
    """Yield terms that are the same for all moves of a position; `values` come from the deepest search."""
    chance = winning_chances(np.maximum.reduceat(values, features.offsets[:-1]).astype(np.float64))
    material = (WORTH_CP[features.kinds] * (features.own.astype(np.int64) - features.theirs)).sum(1) / 100
    last = features.last
    owner = features.owner
    yield "in an ending", (1 - features.phase)[owner]
    yield "in the opening", opening(features)
    yield "in check", features.in_check[owner]
    yield "in a known opening", known
    yield "is ahead", np.maximum(2 * chance - 1, 0)[owner]
    yield "is behind", np.maximum(1 - 2 * chance, 0)[owner]
    yield "has more pieces", np.clip(material, 0, 5)[owner]
    yield "has fewer pieces", np.clip(-material, 0, 5)[owner]
    yield "was just taken from", (last[:, 2] == 1)[owner]
    yield "has a piece that hangs", ((features.hanging * features.own).max(1) > 0)[owner]
    yield "can win a piece", ((features.hanging * features.theirs).max(1) > 0)[owner]
    yield "has many moves", (np.diff(features.offsets) / MANY_MOVES)[owner]
    yield "has no queen against it", ~((features.kinds == chess.QUEEN) & features.theirs).any(1)[owner]
    yield "may still castle", np.array([board.has_castling_rights(board.turn) for board in features.boards])[owner]


def products(wanted: Sequence[str], names: Sequence[str], columns: Floats) -> Floats:
    """Return (rows, products): the products of two columns that are listed in `wanted`."""
    place = {name: number for number, name in enumerate(names)}
    both = [[place[part] for part in name.split(BOTH)] for name in wanted]
    first, second = np.array(both, np.int64).reshape(-1, 2).T
    return columns[:, first] * columns[:, second]


PLIES = ("one ply", "two plies", "three plies")
"""The depths of the search; each has its own terms."""

LEAST_MATE_CP = MATE_CP - 1_000
"""A value beyond this is a mate."""

SLIGHT_LOSS, CLEAR_LOSS = 0.04, 0.15
"""The losses of winning chance at which the terms for a slight and a clear loss stop growing."""

ONLY_MOVE_MARGIN_CP = 150
"""A move is the only good one if it is better than the next one by at least this."""

LONG_MOVE_SQUARES = 4


@dataclass(frozen=True, slots=True)
class MoveInputs:
    """The inputs of the model for every legal move of some boards."""

    features: BoardFeatures
    values: Ints
    """(rows, 3): the value of each move for the mover by searches of one, two and three plies, in centipawns."""
    weaker: Floats
    """The score of each move by patterns of players below 1500."""
    stronger: Floats
    """The score of each move by patterns of players of 1500 or more."""
    masters: Floats
    """The score of each move by patterns of champions."""
    log_shares: Floats
    """log(share of players who chose the move in this position), or 0 if too few reached it."""
    answered: Floats
    """log(how much more often players make the move after the opponent's last move)."""
    followed_up: Floats
    """log(how much more often players make the move after their own last move)."""


def terms(inputs: MoveInputs, both: Sequence[str] = ()) -> tuple[list[str], Floats]:
    """Return the names of the terms, and (rows, terms): their values for each move.

    `both` names products of two terms to add at the end, such as "gives check & is ahead".
    """
    names, columns = _columns(_terms(inputs))
    if not both:
        return names, columns
    known = (inputs.log_shares != 0).astype(np.float64)
    true, position_columns = _columns(position_terms(inputs.features, inputs.values[:, 2], known))
    together = products(both, [*names, *true], np.hstack([columns, position_columns]))
    return [*names, *both], np.hstack([columns, together])


def _terms(inputs: MoveInputs) -> list[Term]:
    terms = [*_pattern_terms(inputs), *_values(inputs), *_exchanges(inputs), *_kinds(inputs.features)]
    terms += [*_directions(inputs.features), *recent_terms(inputs.features), *_attacks(inputs.features)]
    return [*terms, *_kings(inputs.features), *_pawns(inputs.features)]


def _columns(named: Iterable[Term]) -> tuple[list[str], Floats]:
    names, columns = zip(*named, strict=True)
    # Fill the table row by row: np.stack of many short columns takes longer than computing them.
    table = np.empty((len(columns), len(columns[0])))
    for row, column in zip(table, columns, strict=True):
        row[:] = column
    return list(names), table.T


def highest(values: Floats, offsets: Ints) -> Floats:
    """Return, for each row, the highest value among all rows of the same position."""
    return np.repeat(np.maximum.reduceat(values, offsets[:-1]), np.diff(offsets))


def places(values: Floats, offsets: Ints) -> Ints:
    """Return, for each row, its rank in its position: 0 for the highest value, and for the first one on ties."""
    owner = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    order = np.lexsort((np.arange(len(values)), -values, owner))
    ranks = np.empty(len(values), np.int64)
    ranks[order] = np.arange(len(values)) - offsets[owner]
    return ranks


def log_shares(scores: Floats, offsets: Ints) -> Floats:
    """Return log(exp(score) / sum of exp(score) in the position)."""
    above = scores - highest(scores, offsets)
    sums = np.add.reduceat(np.exp(above), offsets[:-1])
    shares: Floats = above - np.repeat(np.log(sums), np.diff(offsets))
    return shares


def _pattern_terms(inputs: MoveInputs) -> Iterator[Term]:
    features = inputs.features
    weaker = inputs.weaker - highest(inputs.weaker, features.offsets)
    stronger = inputs.stronger - highest(inputs.stronger, features.offsets)
    both = weaker + stronger
    pattern_scores = (both - highest(both, features.offsets)) / 2
    ending = 1 - features.phase[features.owner]
    known = inputs.log_shares != 0
    place = places(pattern_scores, features.offsets)
    yield "weaker players' patterns like it", weaker
    yield "stronger players' patterns like it", stronger
    yield "patterns like it, in an ending", pattern_scores * ending
    yield "patterns like it, in a known opening", pattern_scores * known
    yield "patterns like it, in check", pattern_scores * features.in_check[features.owner]
    yield "patterns like it best", place == 0
    yield "patterns like it second or third", (place == 1) | (place == 2)
    yield "patterns like it somewhat", np.maximum(pattern_scores, -2.0)
    yield "champions' patterns like it", inputs.masters - highest(inputs.masters, features.offsets)
    yield "players here chose it", inputs.log_shares
    yield "nearly no player here chose it", inputs.log_shares < -4
    yield "players answer the last move so", inputs.answered
    yield "players go on so after their last move", inputs.followed_up


def _values(inputs: MoveInputs) -> Iterator[Term]:
    """Yield terms about what each move loses compared with the best one, for each depth."""
    features = inputs.features
    ending = 1 - features.phase[features.owner]
    quiet = (features.taken == 0) & ~features.checks & (features.promotion == 0)
    lost = []
    for depth, plies in enumerate(PLIES):
        value = inputs.values[:, depth].astype(np.float64)
        chance = winning_chances(value)
        loss = highest(chance, features.offsets) - chance
        pawns = (highest(value, features.offsets) - value) / 100
        lost.append(loss)
        yield f"loses by {plies}", loss
        yield f"loses a little by {plies}", np.minimum(loss, SLIGHT_LOSS) / SLIGHT_LOSS
        yield f"loses clearly by {plies}", np.minimum(loss, CLEAR_LOSS) / CLEAR_LOSS
        yield f"loses material by {plies}", np.log1p(np.minimum(pawns, 15.0))
        yield f"is best by {plies}", loss == 0
        yield f"mates within {plies}", value > LEAST_MATE_CP
        yield f"is mated within {plies}", value < -LEAST_MATE_CP
    place = places(inputs.values[:, 2].astype(np.float64), features.offsets)
    yield "is second best by three plies", place == 1
    yield "is third to fifth by three plies", (place >= 2) & (place <= 4)
    yield "is best by one ply and loses clearly by three", (lost[0] == 0) * np.minimum(lost[2], CLEAR_LOSS) / CLEAR_LOSS
    yield "loses clearly by three plies, in an ending", ending * np.minimum(lost[2], CLEAR_LOSS) / CLEAR_LOSS
    yield "loses clearly by three plies, and is quiet", quiet * np.minimum(lost[2], CLEAR_LOSS) / CLEAR_LOSS
    yield "is the quiet best by three plies", quiet & (lost[2] == 0)
    only = _by_far(inputs.values[:, 2].astype(np.float64), features.offsets)
    yield "is the only good move", only
    yield "is the only good move, and quiet", only & quiet


def _by_far(values: Floats, offsets: Ints) -> Bools:
    """Return, for each row, whether its move is clearly better than every other."""
    best = highest(values, offsets)
    rest = np.where(places(values, offsets) == 0, -2.0 * MATE_CP, values)
    only: Bools = (values == best) & (values - highest(rest, offsets) >= ONLY_MOVE_MARGIN_CP)
    return only


def _exchanges(inputs: MoveInputs) -> Iterator[Term]:
    """Yield terms about pieces that hang before or after the move."""
    features = inputs.features
    before = features.hanging
    own_before = (before * features.own).max(1)[features.owner]
    after = np.asarray(features.hanging_after, np.int64)
    there = after[features.rows, features.target]
    own_after = (after * features.own_after).max(1)
    elsewhere = after * features.own_after
    elsewhere[features.rows, features.target] = 0
    threat = (after * features.theirs_after).max(1)
    threat_before = (before * features.theirs).max(1)[features.owner]
    yield "wins by exchange", np.log1p(np.maximum(features.exchange, 0) / 100)
    yield "loses by exchange", np.log1p(np.maximum(-features.exchange, 0) / 100)
    yield "goes where it can be won", np.log1p(there / 100)
    yield "leaves another piece to be won", np.log1p(elsewhere.max(1) / 100)
    yield "leaves two pieces to be won", (elsewhere > 0).sum(1) + (there > 0) >= 2
    yield "saves a piece that hung", np.log1p(np.maximum(own_before - own_after, 0) / 100)
    yield "moves a piece that hung", np.log1p(np.maximum(before[features.owner, features.start], 0) / 100)
    yield "takes a piece that hung", (before[features.owner, features.target] > 0) & (features.taken > 0)
    yield "threatens to win a piece", np.log1p(threat / 100)
    yield "threatens more than before", np.log1p(np.maximum(threat - threat_before, 0) / 100)
    yield "passes by a piece that hung", (threat_before > 0) & (threat_before - threat <= 0) & (features.taken == 0)


def _kinds(features: BoardFeatures) -> Iterator[Term]:
    """Yield terms about captures, checks, promotions and the moved piece."""
    ending = 1 - features.phase[features.owner]
    early = opening(features)
    worth_moved, worth_taken = WORTH_CP[features.moved], WORTH_CP[features.taken]
    yield "gives check", features.checks
    yield "gives check and takes", features.checks & (features.taken > 0)
    yield "gives check, in an ending", features.checks * ending
    yield "gives check with a piece that can be taken", features.checks & (features.exchange < 0)
    for kind in (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN):
        yield f"takes a {chess.piece_name(kind)}", features.taken == kind
    yield "takes with a pawn", (features.taken > 0) & (features.moved == chess.PAWN)
    yield "takes with the queen", (features.taken > 0) & (features.moved == chess.QUEEN)
    yield "takes with the king", (features.taken > 0) & (features.moved == chess.KING)
    yield "takes more than it is worth", worth_taken > worth_moved
    yield "exchanges like for like", (features.taken > 0) & (worth_taken == worth_moved) & (features.exchange <= 0)
    yield "takes in passing", features.en_passant
    yield "promotes to a queen", features.promotion == chess.QUEEN
    yield "promotes to less", (features.promotion > 0) & (features.promotion != chess.QUEEN)
    for kind in (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING):
        name = chess.piece_name(kind)
        yield f"moves a {name}", features.moved == kind
        yield f"moves a {name}, in an ending", (features.moved == kind) * ending
        yield f"moves a {name}, in the opening", (features.moved == kind) * early
    yield "castles short", features.castles == 1
    yield "castles long", features.castles == -1


def _directions(features: BoardFeatures) -> Iterator[Term]:
    is_piece = (features.moved != chess.PAWN) & (features.castles == 0)
    forward = features.rank - features.rank_before
    far = steps(features.start, features.target)
    centre = _from_centre(features.start) - _from_centre(features.target)
    yield "goes forward", np.where(is_piece, np.maximum(forward, 0), 0)
    yield "goes backward", is_piece & (forward < 0) & (features.moved != chess.KING)
    yield "goes backward and is quiet", is_piece & (forward < 0) & (features.taken == 0) & ~features.checks
    yield "goes sideways", is_piece & (forward == 0)
    yield "goes far", far >= LONG_MOVE_SQUARES
    yield "goes far backward", (far >= LONG_MOVE_SQUARES) & (forward < 0)
    yield "comes nearer to the middle", np.where(is_piece, centre, 0.0)
    yield "goes to the edge", is_piece & (((features.target & 7) % 7 == 0) | (features.rank == 7))
    yield (
        "leaves the first rank",
        is_piece & (features.rank_before == 0) & (features.rank > 0) & (features.moved != chess.KING),
    )
    yield "goes to the first rank", is_piece & (features.rank_before > 0) & (features.rank == 0)


def _from_centre(squares: Ints) -> Floats:
    distance: Floats = np.maximum(np.abs((squares & 7) - 3.5), np.abs((squares >> 3) - 3.5))
    return distance


def _attacks(features: BoardFeatures) -> Iterator[Term]:
    own, theirs = features.attackers
    there, here = theirs[features.owner, features.target], theirs[features.owner, features.start]
    friends = own[features.owner, features.target] & ~(np.uint64(1) << features.start.astype(np.uint64))
    pawns = features.opponents_pieces([chess.PAWN])[features.owner]
    rooks = features.opponents_pieces([chess.ROOK])[features.owner]
    queens = features.opponents_pieces([chess.QUEEN])[features.owner]
    minors = features.opponents_pieces([chess.KNIGHT, chess.BISHOP])[features.owner]
    is_piece = features.moved != chess.PAWN
    hit = features.attacked_after
    leaves_pawn = (here & pawns != 0) & is_piece
    hit_kinds = [(hit & pieces != 0).astype(np.int64) for pieces in (pawns, minors, rooks, queens)]
    yield "goes where a pawn attacks", is_piece & (there & pawns != 0)
    yield "goes where an enemy attacks", there != 0
    yield "goes where an enemy attacks and no friend helps", (there != 0) & (friends == 0) & (features.taken == 0)
    yield "goes where a friend helps", friends != 0
    yield "leaves the attack of a pawn", leaves_pawn
    yield "leaves an attack", here != 0
    yield "attacks a pawn", hit_kinds[0]
    yield "attacks a minor piece", hit_kinds[1]
    yield "attacks a rook", hit_kinds[2]
    yield "attacks the queen", hit_kinds[3]
    yield "attacks two at once", sum(hit_kinds) + features.checks >= 2
    yield (
        "attacks with less",
        ((features.moved == chess.PAWN) & (hit & ~pawns != 0))
        | ((WORTH_CP[features.moved] == 300) & (hit & (rooks | queens) != 0)),
    )


def _kings(features: BoardFeatures) -> Iterator[Term]:
    their_king = np.array([board.king(not board.turn) or 0 for board in features.boards], np.int64)[features.owner]
    own_king = np.array([board.king(board.turn) or 0 for board in features.boards], np.int64)[features.owner]
    castling = np.array([board.has_castling_rights(board.turn) for board in features.boards])[features.owner]
    is_king = (features.moved == chess.KING) & (features.castles == 0)
    nearer = steps(features.start, their_king) - steps(features.target, their_king)
    is_pawn = features.moved == chess.PAWN
    before_king = is_pawn & (steps(features.start, own_king) <= 1) & (features.phase[features.owner] > 0.4)
    yield "comes nearer to the enemy king", np.where(is_pawn, 0, nearer)
    yield "goes next to the enemy king", (steps(features.target, their_king) <= 2) & ~is_pawn
    yield "gives up castling", castling & is_king
    yield "moves a pawn before the own king", before_king
    yield "the king steps out of check", is_king & features.in_check[features.owner]
    yield "a piece steps between or takes, in check", ~is_king & features.in_check[features.owner]


def _pawns(features: BoardFeatures) -> Iterator[Term]:
    is_pawn = features.moved == chess.PAWN
    file = features.target & 7
    early = opening(features)
    quiet = is_pawn & (features.taken == 0)
    passed = holds(features.positions.passed()[features.owner], features.start)
    yield "moves a pawn two steps", is_pawn & (features.rank - features.rank_before == 2)
    yield "moves a middle pawn, in the opening", (quiet & ((file == 3) | (file == 4))) * early
    yield "moves a rook's pawn", quiet & (file % 7 == 0)
    yield "moves a rook's pawn, in the opening", (quiet & (file % 7 == 0)) * early
    yield "moves a knight's pawn", quiet & ((file == 1) | (file == 6))
    yield "moves a passed pawn", quiet & passed
    yield "moves a pawn far up", np.where(is_pawn, np.maximum(features.rank - 3, 0), 0)
