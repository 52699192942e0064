"""What may be true of a move in the eyes of people: named terms, a number each, for many boards at once.

Nobody weighs all of them. A weight for each, which moves with the rating, makes of them how people choose
(`arena.people`): what patterns of people's moves say of the move, what is lost by it as one, two and three plies show
it, in winning chances, and what draws the eye, a capture, a check, the man that just moved, the way back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import chess
import numpy as np

from motif.engines.evaluator import MATE_CP, winning_chances
from motif.players.human_boards import NOWHERE, WORTH_CP, Bools, Floats, Glance, Ints, holds, steps

# What the moves before have to do with a move: named terms of the people's model, for many boards at once.

Term = tuple[str, Floats | Bools | Ints]

OPENING_MOVES = 12
"""Move by move until here, a position belongs less to the opening."""


def opening(glance: Glance) -> Floats:
    """For each row how much its position belongs to the opening, 1 at the first move."""
    numbers = np.array([board.fullmove_number for board in glance.boards], np.float64)
    share: Floats = np.clip(1 - (numbers - 1) / OPENING_MOVES, 0.0, 1.0)[glance.owner]
    return share


def recent(glance: Glance) -> Iterator[Term]:
    """What the last moves have to do with it."""
    _, theirs, took, own_start, own, earlier = glance.last[glance.owner].T
    moves_same = (glance.start == own) & (own != NOWHERE)
    taken_back = (glance.target == theirs) & (glance.taken > 0)
    near = np.where(theirs == NOWHERE, 8, steps(glance.target, np.maximum(theirs, 0)))
    enemy = glance.positions.attacks()[glance.owner, np.maximum(theirs, 0)]
    attacked = holds(enemy, glance.start) & (theirs != NOWHERE)
    yield "takes back", taken_back & (took == 1)
    yield "takes back with a pawn", taken_back & (took == 1) & (glance.moved == chess.PAWN)
    yield "takes the man that just moved", taken_back & (took == 0)
    yield "does not take back", ~taken_back & (took == 1) & _any(taken_back, glance)
    yield "goes next to the last move", near <= 1
    yield "goes near the last move", near == 2
    yield "attacks the man that just moved", holds(glance.attacked_after, theirs)
    yield "moves a man that was just attacked", attacked
    yield (
        "moves a man that was just attacked by less",
        attacked & (WORTH_CP[glance.kinds[glance.owner, np.maximum(theirs, 0)]] < WORTH_CP[glance.moved]),
    )
    yield "moves the same man again", moves_same
    yield "moves the same man again, in the opening", moves_same * opening(glance)
    yield "goes back to where it came from", moves_same & (glance.target == own_start)
    yield "goes back and forth once more", moves_same & (glance.target == own_start) & (earlier == own)
    yield "goes to where the last move began", (glance.target == glance.last[glance.owner, 0]) & (theirs != NOWHERE)
    yield (
        "goes near the own last move",
        (own != NOWHERE) & (steps(glance.target, np.maximum(own, 0)) <= 1) & ~moves_same,
    )
    yield "moves the same man again and takes", moves_same & (glance.taken > 0)
    yield from _begun(glance)


def _begun(glance: Glance) -> Iterator[Term]:
    """What has begun to hang with the last move, and what hung before."""
    before, now = glance.hanging_before[glance.owner], glance.hanging[glance.owner]
    known = glance.last[glance.owner, 0] != NOWHERE
    own, after = glance.own[glance.owner], np.asarray(glance.hanging_after, np.int64)
    begun, old = own & (now > 0) & (before == 0), own & (now > 0) & (before > 0)
    still = glance.own_after & (after > 0)
    here, there = (glance.rows, glance.start), (glance.rows, glance.target)
    taken = glance.taken > 0
    yield "moves a man that has begun to hang", known & begun[here]
    yield "leaves a man that has begun to hang", known * np.log1p((now * (begun & still)).max(1) / 100)
    yield "leaves a man that hung before", known * np.log1p((now * (old & still)).max(1) / 100)
    yield "takes a man that has begun to hang", known & taken & (now[there] > 0) & (before[there] == 0)
    yield "takes a man that hung before", known & taken & (now[there] > 0) & (before[there] > 0)


def _any(true: Bools, glance: Glance) -> Bools:
    """Whether it is true of any move of the position."""
    return np.repeat(np.logical_or.reduceat(true, glance.offsets[:-1]), np.diff(glance.offsets))


# Under which circumstances people choose: what is true of a position, whatever the move, and of two things at once.

BOTH = " & "
"""What stands between the names of two things that are true at once."""

MANY_MOVES = 30


def circumstances(glance: Glance, values: Ints, known: Floats) -> Iterator[Term]:
    """What is true of the position of each row; `values` are those of the deepest look."""
    chance = winning_chances(np.maximum.reduceat(values, glance.offsets[:-1]).astype(np.float64))
    worth = (WORTH_CP[glance.kinds] * (glance.own.astype(np.int64) - glance.theirs)).sum(1) / 100
    last = glance.last
    whose = glance.owner
    yield "in an ending", (1 - glance.phase)[whose]
    yield "in the opening", opening(glance)
    yield "in check", glance.in_check[whose]
    yield "in a known opening", known
    yield "is ahead", np.maximum(2 * chance - 1, 0)[whose]
    yield "is behind", np.maximum(1 - 2 * chance, 0)[whose]
    yield "has more men", np.clip(worth, 0, 5)[whose]
    yield "has fewer men", np.clip(-worth, 0, 5)[whose]
    yield "was just taken from", (last[:, 2] == 1)[whose]
    yield "has a man that hangs", ((glance.hanging * glance.own).max(1) > 0)[whose]
    yield "can win a man", ((glance.hanging * glance.theirs).max(1) > 0)[whose]
    yield "has many moves", (np.diff(glance.offsets) / MANY_MOVES)[whose]
    yield "has no queen against it", ~((glance.kinds == chess.QUEEN) & glance.theirs).any(1)[whose]
    yield "may still castle", np.array([board.has_castling_rights(board.turn) for board in glance.boards])[whose]


def pairs(wanted: Sequence[str], names: Sequence[str], columns: Floats) -> Floats:
    """(rows, pairs): the product of both things of each pair that is wanted."""
    place = {name: number for number, name in enumerate(names)}
    both = [[place[part] for part in name.split(BOTH)] for name in wanted]
    first, second = np.array(both, np.int64).reshape(-1, 2).T
    return columns[:, first] * columns[:, second]


PLIES = ("one ply", "two plies", "three plies")
"""How deep people look: each depth has terms of its own."""

MATED = MATE_CP - 1_000
"""A value beyond this is a mate."""

SLIGHT, CLEAR = 0.04, 0.15
"""Losses of the winning chance up to these are told apart from larger ones."""

CLEARLY_BETTER = 150
"""Centipawns by which the only good move is better than the next one."""

FAR = 4
"""A move over so many squares is a long one."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Boards with what their moves are worth at each depth, how much patterns like them, and how often they were
    played."""

    glance: Glance
    values: Ints
    """(rows, 3): what each move is worth for whoever makes it, in centipawns."""
    weaker: Floats
    """What patterns of players below 1500 say of each move."""
    stronger: Floats
    """What patterns of players of 1500 and more say of it."""
    masters: Floats
    """What patterns of champions say of it."""
    shares: Floats
    """The logarithm of the share of players who chose the move in this very position, 0 where too few were there."""
    answered: Floats
    """The logarithm of how much more often players make the move after the other side's last one than otherwise."""
    gone_on: Floats
    """The same after the mover's own last move."""


def terms(outlook: Outlook, both: Sequence[str] = ()) -> tuple[list[str], Floats]:
    """The names of the terms, and (rows, terms): what each is for each move; at last of two things at once, where these
    are wanted ("gives check & is ahead", `arena.circumstances`)."""
    names, columns = _columns(_terms(outlook))
    if not both:
        return names, columns
    known = (outlook.shares != 0).astype(np.float64)
    true, circumstance = _columns(circumstances(outlook.glance, outlook.values[:, 2], known))
    together = pairs(both, [*names, *true], np.hstack([columns, circumstance]))
    return [*names, *both], np.hstack([columns, together])


def _terms(outlook: Outlook) -> list[Term]:
    terms = [*_patterns(outlook), *_seen(outlook), *_exchanges(outlook), *_kinds(outlook.glance)]
    terms += [*_directions(outlook.glance), *recent(outlook.glance), *_attacks(outlook.glance)]
    return [*terms, *_kings(outlook.glance), *_pawns(outlook.glance)]


def _columns(named: Iterable[Term]) -> tuple[list[str], Floats]:
    names, columns = zip(*named, strict=True)
    # Filled one after another: stacking so many short columns takes longer than all that is in them.
    table = np.empty((len(columns), len(columns[0])))
    for row, column in zip(table, columns, strict=True):
        row[:] = column
    return list(names), table.T


def highest(values: Floats, offsets: Ints) -> Floats:
    """For each row the highest value of its position."""
    return np.repeat(np.maximum.reduceat(values, offsets[:-1]), np.diff(offsets))


def places(values: Floats, offsets: Ints) -> Ints:
    """For each row its place in its position, the highest value first; of equals the first row."""
    owner = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    order = np.lexsort((np.arange(len(values)), -values, owner))
    ranks = np.empty(len(values), np.int64)
    ranks[order] = np.arange(len(values)) - offsets[owner]
    return ranks


def log_shares(scores: Floats, offsets: Ints) -> Floats:
    """The logarithm of exp(score) divided by the sum of those of its position."""
    above = scores - highest(scores, offsets)
    sums = np.add.reduceat(np.exp(above), offsets[:-1])
    shares: Floats = above - np.repeat(np.log(sums), np.diff(offsets))
    return shares


def _patterns(outlook: Outlook) -> Iterator[Term]:
    glance = outlook.glance
    weaker = outlook.weaker - highest(outlook.weaker, glance.offsets)
    stronger = outlook.stronger - highest(outlook.stronger, glance.offsets)
    both = weaker + stronger
    liking = (both - highest(both, glance.offsets)) / 2
    ending = 1 - glance.phase[glance.owner]
    known = outlook.shares != 0
    place = places(liking, glance.offsets)
    yield "weaker players' patterns like it", weaker
    yield "stronger players' patterns like it", stronger
    yield "patterns like it, in an ending", liking * ending
    yield "patterns like it, in a known opening", liking * known
    yield "patterns like it, in check", liking * glance.in_check[glance.owner]
    yield "patterns like it best", place == 0
    yield "patterns like it second or third", (place == 1) | (place == 2)
    yield "patterns like it somewhat", np.maximum(liking, -2.0)
    yield "champions' patterns like it", outlook.masters - highest(outlook.masters, glance.offsets)
    yield "players here chose it", outlook.shares
    yield "nearly no player here chose it", outlook.shares < -4
    yield "players answer the last move so", outlook.answered
    yield "players go on so after their last move", outlook.gone_on


def _seen(outlook: Outlook) -> Iterator[Term]:
    """What is lost beside the best move, as each depth shows it."""
    glance = outlook.glance
    ending = 1 - glance.phase[glance.owner]
    quiet = (glance.taken == 0) & ~glance.checks & (glance.promotion == 0)
    lost = []
    for depth, words in enumerate(PLIES):
        worth = outlook.values[:, depth].astype(np.float64)
        chance = winning_chances(worth)
        loss = highest(chance, glance.offsets) - chance
        pawns = (highest(worth, glance.offsets) - worth) / 100
        lost.append(loss)
        yield f"loses by {words}", loss
        yield f"loses a little by {words}", np.minimum(loss, SLIGHT) / SLIGHT
        yield f"loses clearly by {words}", np.minimum(loss, CLEAR) / CLEAR
        yield f"loses material by {words}", np.log1p(np.minimum(pawns, 15.0))
        yield f"is best by {words}", loss == 0
        yield f"mates within {words}", worth > MATED
        yield f"is mated within {words}", worth < -MATED
    place = places(outlook.values[:, 2].astype(np.float64), glance.offsets)
    yield "is second best by three plies", place == 1
    yield "is third to fifth by three plies", (place >= 2) & (place <= 4)
    yield "is best by one ply and loses clearly by three", (lost[0] == 0) * np.minimum(lost[2], CLEAR) / CLEAR
    yield "loses clearly by three plies, in an ending", ending * np.minimum(lost[2], CLEAR) / CLEAR
    yield "loses clearly by three plies, and is quiet", quiet * np.minimum(lost[2], CLEAR) / CLEAR
    yield "is the quiet best by three plies", quiet & (lost[2] == 0)
    only = _by_far(outlook.values[:, 2].astype(np.float64), glance.offsets)
    yield "is the only good move", only
    yield "is the only good move, and quiet", only & quiet


def _by_far(worth: Floats, offsets: Ints) -> Bools:
    """Whether a move is clearly better than every other."""
    best = highest(worth, offsets)
    rest = np.where(places(worth, offsets) == 0, -2.0 * MATE_CP, worth)
    only: Bools = (worth == best) & (worth - highest(rest, offsets) >= CLEARLY_BETTER)
    return only


def _exchanges(outlook: Outlook) -> Iterator[Term]:
    """What hangs, before and after."""
    glance = outlook.glance
    before = glance.hanging
    own_before = (before * glance.own).max(1)[glance.owner]
    after = np.asarray(glance.hanging_after, np.int64)
    there = after[glance.rows, glance.target]
    own_after = (after * glance.own_after).max(1)
    elsewhere = after * glance.own_after
    elsewhere[glance.rows, glance.target] = 0
    threat = (after * glance.theirs_after).max(1)
    threat_before = (before * glance.theirs).max(1)[glance.owner]
    yield "wins by exchange", np.log1p(np.maximum(glance.exchange, 0) / 100)
    yield "loses by exchange", np.log1p(np.maximum(-glance.exchange, 0) / 100)
    yield "goes where it can be won", np.log1p(there / 100)
    yield "leaves another man to be won", np.log1p(elsewhere.max(1) / 100)
    yield "leaves two men to be won", (elsewhere > 0).sum(1) + (there > 0) >= 2
    yield "saves a man that hung", np.log1p(np.maximum(own_before - own_after, 0) / 100)
    yield "moves a man that hung", np.log1p(np.maximum(before[glance.owner, glance.start], 0) / 100)
    yield "takes a man that hung", (before[glance.owner, glance.target] > 0) & (glance.taken > 0)
    yield "threatens to win a man", np.log1p(threat / 100)
    yield "threatens more than before", np.log1p(np.maximum(threat - threat_before, 0) / 100)
    yield "passes by a man that hung", (threat_before > 0) & (threat_before - threat <= 0) & (glance.taken == 0)


def _kinds(glance: Glance) -> Iterator[Term]:
    """What kind of move it is."""
    ending = 1 - glance.phase[glance.owner]
    early = opening(glance)
    worth_moved, worth_taken = WORTH_CP[glance.moved], WORTH_CP[glance.taken]
    yield "gives check", glance.checks
    yield "gives check and takes", glance.checks & (glance.taken > 0)
    yield "gives check, in an ending", glance.checks * ending
    yield "gives check with a man that can be taken", glance.checks & (glance.exchange < 0)
    for kind in (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN):
        yield f"takes a {chess.piece_name(kind)}", glance.taken == kind
    yield "takes with a pawn", (glance.taken > 0) & (glance.moved == chess.PAWN)
    yield "takes with the queen", (glance.taken > 0) & (glance.moved == chess.QUEEN)
    yield "takes with the king", (glance.taken > 0) & (glance.moved == chess.KING)
    yield "takes more than it is worth", worth_taken > worth_moved
    yield "exchanges like for like", (glance.taken > 0) & (worth_taken == worth_moved) & (glance.exchange <= 0)
    yield "takes in passing", glance.en_passant
    yield "promotes to a queen", glance.promotion == chess.QUEEN
    yield "promotes to less", (glance.promotion > 0) & (glance.promotion != chess.QUEEN)
    for kind in (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING):
        name = chess.piece_name(kind)
        yield f"moves a {name}", glance.moved == kind
        yield f"moves a {name}, in an ending", (glance.moved == kind) * ending
        yield f"moves a {name}, in the opening", (glance.moved == kind) * early
    yield "castles short", glance.castles == 1
    yield "castles long", glance.castles == -1


def _directions(glance: Glance) -> Iterator[Term]:
    is_piece = (glance.moved != chess.PAWN) & (glance.castles == 0)
    forward = glance.rank - glance.rank_before
    far = steps(glance.start, glance.target)
    centre = _from_centre(glance.start) - _from_centre(glance.target)
    yield "goes forward", np.where(is_piece, np.maximum(forward, 0), 0)
    yield "goes backward", is_piece & (forward < 0) & (glance.moved != chess.KING)
    yield "goes backward and is quiet", is_piece & (forward < 0) & (glance.taken == 0) & ~glance.checks
    yield "goes sideways", is_piece & (forward == 0)
    yield "goes far", far >= FAR
    yield "goes far backward", (far >= FAR) & (forward < 0)
    yield "comes nearer to the middle", np.where(is_piece, centre, 0.0)
    yield "goes to the edge", is_piece & (((glance.target & 7) % 7 == 0) | (glance.rank == 7))
    yield (
        "leaves the first rank",
        is_piece & (glance.rank_before == 0) & (glance.rank > 0) & (glance.moved != chess.KING),
    )
    yield "goes to the first rank", is_piece & (glance.rank_before > 0) & (glance.rank == 0)


def _from_centre(squares: Ints) -> Floats:
    distance: Floats = np.maximum(np.abs((squares & 7) - 3.5), np.abs((squares >> 3) - 3.5))
    return distance


def _attacks(glance: Glance) -> Iterator[Term]:
    own, theirs = glance.attackers
    there, here = theirs[glance.owner, glance.target], theirs[glance.owner, glance.start]
    beside = own[glance.owner, glance.target] & ~(np.uint64(1) << glance.start.astype(np.uint64))
    pawns = glance.of_their_men([chess.PAWN])[glance.owner]
    heavy = glance.of_their_men([chess.ROOK])[glance.owner]
    queens = glance.of_their_men([chess.QUEEN])[glance.owner]
    minors = glance.of_their_men([chess.KNIGHT, chess.BISHOP])[glance.owner]
    is_piece = glance.moved != chess.PAWN
    hit = glance.attacked_after
    met = (here & pawns != 0) & is_piece
    hit_kinds = [(hit & men != 0).astype(np.int64) for men in (pawns, minors, heavy, queens)]
    yield "goes where a pawn attacks", is_piece & (there & pawns != 0)
    yield "goes where an enemy attacks", there != 0
    yield "goes where an enemy attacks and nobody helps", (there != 0) & (beside == 0) & (glance.taken == 0)
    yield "goes where a friend helps", beside != 0
    yield "leaves the attack of a pawn", met
    yield "leaves an attack", here != 0
    yield "attacks a pawn", hit_kinds[0]
    yield "attacks a minor piece", hit_kinds[1]
    yield "attacks a rook", hit_kinds[2]
    yield "attacks the queen", hit_kinds[3]
    yield "attacks two at once", sum(hit_kinds) + glance.checks >= 2
    yield (
        "attacks with less",
        ((glance.moved == chess.PAWN) & (hit & ~pawns != 0))
        | ((WORTH_CP[glance.moved] == 300) & (hit & (heavy | queens) != 0)),
    )


def _kings(glance: Glance) -> Iterator[Term]:
    enemy = np.array([board.king(not board.turn) or 0 for board in glance.boards], np.int64)[glance.owner]
    mine = np.array([board.king(board.turn) or 0 for board in glance.boards], np.int64)[glance.owner]
    castling = np.array([board.has_castling_rights(board.turn) for board in glance.boards])[glance.owner]
    is_king = (glance.moved == chess.KING) & (glance.castles == 0)
    nearer = steps(glance.start, enemy) - steps(glance.target, enemy)
    before_king = (glance.moved == chess.PAWN) & (steps(glance.start, mine) <= 1) & (glance.phase[glance.owner] > 0.4)
    yield "comes nearer to the enemy king", np.where(glance.moved == chess.PAWN, 0, nearer)
    yield "goes next to the enemy king", (steps(glance.target, enemy) <= 2) & (glance.moved != chess.PAWN)
    yield "gives up castling", castling & is_king
    yield "moves a pawn before the own king", before_king
    yield "the king steps out of check", is_king & glance.in_check[glance.owner]
    yield "a man steps between or takes, in check", ~is_king & glance.in_check[glance.owner]


def _pawns(glance: Glance) -> Iterator[Term]:
    is_pawn = glance.moved == chess.PAWN
    file = glance.target & 7
    early = opening(glance)
    quiet = is_pawn & (glance.taken == 0)
    passed = holds(glance.positions.passed()[glance.owner], glance.start)
    yield "moves a pawn two steps", is_pawn & (glance.rank - glance.rank_before == 2)
    yield "moves a middle pawn, in the opening", (quiet & ((file == 3) | (file == 4))) * early
    yield "moves a rook's pawn", quiet & (file % 7 == 0)
    yield "moves a rook's pawn, in the opening", (quiet & (file % 7 == 0)) * early
    yield "moves a knight's pawn", quiet & ((file == 1) | (file == 6))
    yield "moves a passed pawn", quiet & passed
    yield "moves a pawn far up", np.where(is_pawn, np.maximum(glance.rank - 3, 0), 0)
