"""Define the relations that tactics are made of: their arguments, meanings and implications.

A clause reads `tactic(Position, From, To) :- legal_move(From, To, Position), …`. The arguments of a relation are
squares, then constants, then the position: `Position` is the board before the move, `Next` the one after it, which
`make_move(From, To, Position, Next)` introduces. The paper's vocabulary has the relations of the appendix of Krishnan &
Martens 2022, with the meanings given there; the full one adds safety, exchanges, pins and forced replies.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from motif.errors import UnknownName


class ArgumentKind(Enum):
    """The kinds of arguments of a relation."""

    FROM = "the square the move comes from"
    TO = "the square the move goes to"
    SQUARE = "a square"
    SIDE = "a side"
    PIECE = "a kind of piece"
    NUMBER = "a number of pawns"
    BEFORE = "the position before the move"
    AFTER = "the position after the move"
    POSITION = "the position before the move or after it"

    @property
    def type(self) -> str:
        """The type of a variable in this place: square, side, piece, number or position."""
        return _TYPES[self]


FROM, TO, SQUARE, SIDE, PIECE, NUMBER, BEFORE, AFTER, POSITION = ArgumentKind

_TYPES = {
    **dict.fromkeys((FROM, TO, SQUARE), "square"),
    **{SIDE: "side", PIECE: "piece", NUMBER: "number"},
    **dict.fromkeys((BEFORE, AFTER, POSITION), "position"),
}

PIECE_KINDS = ("pawn", "knight", "bishop", "rook", "queen", "king")
PAWNS = ("0", "1", "2", "3", "5", "9")
"""The numbers of pawns that rules may ask for."""


@dataclass(frozen=True, slots=True)
class RuleRelation:
    """One relation; `modes` has a + for each argument that must already be bound and a - for each that may be free."""

    name: str
    places: tuple[ArgumentKind, ...]
    modes: str
    meaning: str
    constants: tuple[str, ...] = ()
    symmetric: bool = False
    irreflexive: bool = False

    @property
    def arity(self) -> int:
        return len(self.places)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The relations that rules may use, and which of them imply others.

    `implications` holds pairs of literals over the same variables; the first implies the second. If `distinct_squares`
    is set, different square variables of a rule always mean different squares.
    """

    name: str
    relations: dict[str, RuleRelation]
    implications: tuple[tuple[str, str], ...]
    distinct_squares: bool

    @property
    def symmetric(self) -> frozenset[str]:
        """The relations whose first two arguments may be exchanged."""
        return frozenset(relation.name for relation in self.relations.values() if relation.symmetric)

    def find(self, name: str) -> RuleRelation:
        """Return the relation of this name."""
        try:
            return self.relations[name]
        except KeyError:
            raise UnknownName(
                f"the {self.name} vocabulary has no relation {name!r}",
                hint="the relations are " + ", ".join(self.relations),
            ) from None


def _table(*relations: RuleRelation) -> dict[str, RuleRelation]:
    return {relation.name: relation for relation in relations}


PAPER = Vocabulary(
    "paper",
    _table(
        RuleRelation("legal_move", (SQUARE, SQUARE, POSITION), "--+", "a legal move of the side to move"),
        RuleRelation(
            "make_move", (SQUARE, SQUARE, POSITION, POSITION), "+++-", "the legal move leads to the new position"
        ),
        RuleRelation(
            "attacks",
            (SQUARE, SQUARE, POSITION),
            "--+",
            "the first piece attacks the second, which is of the other side",
        ),
        RuleRelation(
            "behind",
            (SQUARE, SQUARE, SQUARE, POSITION),
            "---+",
            "three pieces in line: a slider, the first piece on its line, and the next one behind that",
        ),
        RuleRelation(
            "different_pos", (SQUARE, SQUARE), "++", "two different squares", symmetric=True, irreflexive=True
        ),
        RuleRelation("piece_at", (SQUARE, POSITION, SIDE, PIECE), "-+--", "a piece of this side and kind is there"),
        RuleRelation("other_side", (SIDE, SIDE), "+-", "the two sides of the game", symmetric=True, irreflexive=True),
        RuleRelation("sameRow", (SQUARE, SQUARE), "++", "two squares on the same rank", symmetric=True),
        RuleRelation("sameCol", (SQUARE, SQUARE), "++", "two squares on the same file", symmetric=True),
        RuleRelation("turn", (SIDE, POSITION), "-+", "this side is to move"),
        RuleRelation("kingside_castle", (SIDE, POSITION), "-+", "this side may still castle short"),
        RuleRelation("queenside_castle", (SIDE, POSITION), "-+", "this side may still castle long"),
        RuleRelation("sliding_piece", (PIECE,), "+", "a bishop, a rook or a queen"),
    ),
    (),
    distinct_squares=False,
)


def _move(name: str, meaning: str) -> RuleRelation:
    return RuleRelation(name, (FROM, TO, BEFORE), "+++", meaning)


def _pawns(name: str, meaning: str) -> RuleRelation:
    return RuleRelation(name, (FROM, TO, NUMBER, BEFORE), "++++", meaning, constants=PAWNS)


def _one_square(name: str, meaning: str, when: ArgumentKind = POSITION) -> RuleRelation:
    return RuleRelation(name, (SQUARE, when), "-+", meaning)


def _two_squares(name: str, meaning: str) -> RuleRelation:
    return RuleRelation(name, (SQUARE, SQUARE, POSITION), "--+", meaning, irreflexive=True)


def _three_squares(name: str, meaning: str) -> RuleRelation:
    return RuleRelation(name, (SQUARE, SQUARE, SQUARE, POSITION), "+--+", meaning, irreflexive=True)


FULL = Vocabulary(
    "full",
    _table(
        RuleRelation("legal_move", (FROM, TO, BEFORE), "--+", "a legal move of the side to move"),
        RuleRelation("make_move", (FROM, TO, BEFORE, AFTER), "+++-", "the legal move leads to the new position"),
        # The move itself.
        _move("captures", "the move captures a piece, possibly en passant"),
        _move("recaptures", "the move captures the piece that has just captured there"),
        _move("castles", "the king castles"),
        _move("promotes", "a pawn becomes a queen"),
        _move("gives_check", "the move gives check"),
        _move("gives_double_check", "the move gives check with two pieces"),
        _move("gives_mate", "the move mates"),
        _move("threatens_mate", "if the opponent passed, the next move could mate"),
        _move("allows_no_mate", "no reply of the opponent mates"),
        _move(
            "allows_no_fork",
            "the opponent cannot safely move a piece to a square where it attacks two pieces (not pawns), each of them "
            "the king or a piece that it wins by capturing",
        ),
        _move("safe", "the opponent cannot win the moved piece by capturing it"),
        _move("leaves_nothing_hanging", "after the move the opponent cannot win any piece by capturing it"),
        _move("nets_most", "no other legal move gains more, as nets_at_least counts it"),
        _move("nets_alone", "every other legal move gains less, as nets_at_least counts it"),
        _move("settles_most", "no other legal move wins more, as settles_at_least counts it"),
        _move("settles_alone", "every other legal move wins less, as settles_at_least counts it"),
        _move("only_legal", "there is no other legal move"),
        _move("advances", "the move goes forward, towards the opponent's side"),
        _move("retreats", "the move goes back, towards the player's own side"),
        _move(
            "gains_scope",
            "the moved piece controls more squares than before, not counting those with pieces of its side",
        ),
        _pawns("exchange_at_least", "the move wins at least this many pawns by the captures on its target square"),
        _pawns(
            "nets_at_least",
            "the captured piece is worth at least this many pawns more than the opponent's best exchange in reply wins",
        ),
        _pawns(
            "settles_at_least",
            "the move wins at least this many pawns in four half-moves if both sides make their best captures",
        ),
        _pawns(
            "threatens_at_least",
            "if the opponent passed, the best exchange after the move would win at least this many pawns",
        ),
        RuleRelation("in_check", (BEFORE,), "+", "the side to move is in check"),
        RuleRelation(
            "ahead", (BEFORE,), "+", "the pieces of the side to move are worth more than those of the opponent"
        ),
        # One piece.
        RuleRelation("kind", (SQUARE, PIECE, BEFORE), "-++", "the piece there is of this kind", constants=PIECE_KINDS),
        _one_square("own", "a piece of the side to move is there", BEFORE),
        _one_square("enemy", "a piece of the opponent is there", BEFORE),
        _one_square("attacked", "the other side attacks the piece there"),
        _one_square("unattacked", "there is a piece, and the other side does not attack it"),
        _one_square("defended", "its own side defends the piece there"),
        _one_square("undefended", "there is a piece other than a king, and its own side does not defend it"),
        _one_square("hanging", "the other side wins something by capturing the piece there"),
        _one_square("secure", "there is a piece other than a king, and the other side wins nothing by capturing it"),
        _one_square("pinned", "the piece there is pinned to its own king"),
        _one_square("trapped", "the piece there can be won where it is and wherever it goes"),
        _one_square("overloaded", "the piece there is the only defender of at least two attacked pieces"),
        _one_square("near_enemy_king", "the square is one step from the opponent's king", BEFORE),
        _one_square("near_own_king", "the square is one step from the king of the side to move", BEFORE),
        _one_square("last_rank", "the square is on the opponent's back rank", BEFORE),
        _one_square("first_rank", "the square is on the back rank of the side to move", BEFORE),
        _one_square("center", "the square is one of the four in the middle", BEFORE),
        _one_square("open_file", "no pawn is on the file of the square", BEFORE),
        _one_square("half_open_file", "no pawn of the side to move is on the file of the square", BEFORE),
        _one_square("enemy_half", "the square is in the opponent's half of the board", BEFORE),
        _one_square("edge", "the square is at the edge of the board", BEFORE),
        _one_square("undeveloped", "the piece there is a knight or bishop on its starting square", BEFORE),
        _one_square(
            "passed",
            "the piece there is a pawn with no opposing pawn ahead of it on its own or a neighbouring file",
            BEFORE,
        ),
        # Two pieces.
        _two_squares(
            "attacks", "the first piece attacks the second, of the other side; a pinned piece only along its pin"
        ),
        _two_squares(
            "defends", "the first piece defends the second, of the same side; a pinned piece only along its pin"
        ),
        _two_squares("threatens", "the first piece attacks the second and wins something by capturing it"),
        _two_squares("pins", "the first piece pins the second to its king"),
        _two_squares("only_defender", "the first piece alone defends the second"),
        RuleRelation(
            "worth_more",
            (SQUARE, SQUARE, BEFORE),
            "--+",
            "the first piece is worth more than the second; a king is worth more than any other piece",
            irreflexive=True,
        ),
        RuleRelation(
            "new_attack",
            (SQUARE, SQUARE, BEFORE, AFTER),
            "--++",
            "the first piece attacks the second after the move, but did not before it",
            irreflexive=True,
        ),
        RuleRelation(
            "discovers",
            (SQUARE, SQUARE, BEFORE, AFTER),
            "--++",
            "the move opens the line on which the first piece, which has not moved, now attacks the second",
            irreflexive=True,
        ),
        # Three pieces in line.
        _three_squares("behind", "a slider, the first piece on one of its lines, and the next one behind that"),
        _three_squares(
            "pins_to",
            "a slider, an opponent's piece that it attacks, and behind that a more valuable piece, not the king",
        ),
        _three_squares(
            "skewers", "a slider, an opponent's piece or king that it attacks, and behind that a piece worth no more"
        ),
    ),
    (
        ("gives_mate(F, T, P)", "gives_check(F, T, P)"),
        ("gives_double_check(F, T, P)", "gives_check(F, T, P)"),
        ("recaptures(F, T, P)", "captures(F, T, P)"),
        ("recaptures(F, T, P)", "enemy(T, P)"),
        ("enemy(T, P)", "captures(F, T, P)"),
        ("castles(F, T, P)", "safe(F, T, P)"),
        ("castles(F, T, P)", "kind(F, king, P)"),
        ("promotes(F, T, P)", "kind(F, pawn, P)"),
        ("promotes(F, T, P)", "last_rank(T, P)"),
        ("promotes(F, T, P)", "advances(F, T, P)"),
        ("last_rank(X, P)", "enemy_half(X, P)"),
        ("last_rank(X, P)", "edge(X, P)"),
        ("first_rank(X, P)", "edge(X, P)"),
        ("open_file(X, P)", "half_open_file(X, P)"),
        ("kind(F, king, P)", "safe(F, T, P)"),
        ("kind(F, king, P)", "exchange_at_least(F, T, 0, P)"),
        ("kind(F, pawn, P)", "advances(F, T, P)"),
        ("leaves_nothing_hanging(F, T, P)", "safe(F, T, P)"),
        ("leaves_nothing_hanging(F, T, P)", "exchange_at_least(F, T, 0, P)"),
        ("leaves_nothing_hanging(F, T, P)", "nets_at_least(F, T, 0, P)"),
        ("safe(F, T, P)", "exchange_at_least(F, T, 0, P)"),
        ("only_legal(F, T, P)", "nets_alone(F, T, P)"),
        ("only_legal(F, T, P)", "settles_alone(F, T, P)"),
        ("settles_alone(F, T, P)", "settles_most(F, T, P)"),
        ("nets_alone(F, T, P)", "nets_most(F, T, P)"),
        ("gives_mate(F, T, P)", "allows_no_mate(F, T, P)"),
        *(
            (f"{name}(F, T, {more}, P)", f"{name}(F, T, {less}, P)")
            for name in ("exchange_at_least", "nets_at_least", "settles_at_least", "threatens_at_least")
            for more in PAWNS
            for less in PAWNS
            if int(more) > int(less)
        ),
        *((f"nets_at_least(F, T, {pawns}, P)", f"exchange_at_least(F, T, {pawns}, P)") for pawns in PAWNS),
        ("trapped(X, P)", "hanging(X, P)"),
        ("trapped(X, P)", "attacked(X, P)"),
        ("hanging(X, P)", "attacked(X, P)"),
        ("attacks(X, Y, P)", "attacked(Y, P)"),
        ("defends(X, Y, P)", "defended(Y, P)"),
        ("threatens(X, Y, P)", "attacks(X, Y, P)"),
        ("threatens(X, Y, P)", "attacked(Y, P)"),
        ("pins(X, Y, P)", "attacks(X, Y, P)"),
        ("pins(X, Y, P)", "attacked(Y, P)"),
        ("pins(X, Y, P)", "pinned(Y, P)"),
        ("only_defender(X, Y, P)", "defends(X, Y, P)"),
        ("only_defender(X, Y, P)", "defended(Y, P)"),
        ("discovers(X, Y, P, N)", "new_attack(X, Y, P, N)"),
        ("discovers(X, Y, P, N)", "attacks(X, Y, N)"),
        ("discovers(X, Y, P, N)", "attacked(Y, N)"),
        ("new_attack(X, Y, P, N)", "attacks(X, Y, N)"),
        ("new_attack(X, Y, P, N)", "attacked(Y, N)"),
        ("pins_to(X, Y, Z, P)", "behind(X, Y, Z, P)"),
        ("pins_to(X, Y, Z, P)", "attacked(Y, P)"),
        ("skewers(X, Y, Z, P)", "behind(X, Y, Z, P)"),
        ("skewers(X, Y, Z, P)", "attacked(Y, P)"),
    ),
    distinct_squares=True,
)

VOCABULARIES = {vocabulary.name: vocabulary for vocabulary in (PAPER, FULL)}
