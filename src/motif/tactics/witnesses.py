"""Find the pieces that make a rule true for a move, and remarks on how the move affects other pieces.

If several choices of pieces make a rule true, the choice with the most valuable victims explains most; on ties, the one
whose victims are nearest to their king. In the vocabulary of Krishnan and Martens (2022), `paper_witnesses` searches as
Prolog does: two variables may mean the same square. A remark names another piece: one that could recapture, that
attacked the moved piece, or that the move saves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import islice

import chess
import numpy as np

from motif._core.board import Positions, encode_move
from motif._core.tactics import RuleTester
from motif.board.material import TARGET_VALUES
from motif.board.moves import MoveOnBoard
from motif.errors import IllegalMove
from motif.tactics.captures import exchange_wins_nothing, is_hanging, keeps
from motif.tactics.clauses import Literal
from motif.tactics.rule import SQUARE_PLACES, CoreRule, Rule, compiled, square_of_last_capture
from motif.tactics.vocabulary import PAPER, Vocabulary

Moves = tuple[chess.Move, ...]
Value = int | Moves
"""The number of a square, side or kind of piece, or the moves that lead to a position."""

Values = dict[str, Value]
Answer = tuple[Value, ...]

_BOARD_PLACES = {
    "legal_move": 2,
    "make_move": 2,
    "attacks": 2,
    "behind": 3,
    "piece_at": 1,
    "turn": 1,
    "kingside_castle": 1,
    "queenside_castle": 1,
}
"""The place of the position among the arguments of a relation; other relations have no position."""

_RIGHTS: dict[str, Callable[[chess.Board, chess.Color], bool]] = {
    "kingside_castle": chess.Board.has_kingside_castling_rights,
    "queenside_castle": chess.Board.has_queenside_castling_rights,
}

_RELATED: dict[str, Callable[[int, int], bool]] = {
    "different_pos": lambda one, other: one != other,
    "other_side": lambda one, other: one != other,
    "sameRow": lambda one, other: chess.square_rank(one) == chess.square_rank(other),
    "sameCol": lambda one, other: chess.square_file(one) == chess.square_file(other),
}
"""The relations between two squares or two sides."""


def paper_witnesses(rule: Rule, board: chess.Board, move: chess.Move) -> Iterator[Mapping[str, chess.Square]]:
    """Yield the squares of a rule's variables for each way to make a rule of the paper's vocabulary true for a move."""
    start: Values = dict(zip(rule.head, ((), move.from_square, move.to_square), strict=True))
    for values in _PaperProver(board).proofs(list(rule.body), start):
        yield {name: value for name, value in values.items() if isinstance(value, int) and _is_square(rule, name)}


def _is_square(rule: Rule, name: str) -> bool:
    """Whether a variable is a square; sides and kinds of pieces are numbers as well."""
    return any(
        argument == name and place.type == "square"
        for literal in rule.body
        for argument, place in zip(literal.arguments, PAPER.find(literal.relation).places, strict=True)
    )


class _PaperProver:
    def __init__(self, board: chess.Board) -> None:
        self._boards: dict[Moves, chess.Board] = {(): board}

    def proofs(self, waiting: list[Literal], values: Values) -> Iterator[Values]:
        """Yield the values that make all conditions true, starting with the condition with the fewest unknowns.

        A condition on a position that is not known yet has to wait.
        """
        if not waiting:
            yield values
            return
        literal = min(waiting, key=lambda each: self._unknown(each, values))
        others = [each for each in waiting if each is not literal]
        for answer in self._answers(literal, values):
            grown = dict(values)
            if all(
                grown.setdefault(name, value) == value for name, value in zip(literal.arguments, answer, strict=True)
            ):
                yield from self.proofs(others, grown)

    @staticmethod
    def _unknown(literal: Literal, values: Values) -> tuple[bool, int]:
        place = _BOARD_PLACES.get(literal.relation)
        is_waiting = place is not None and literal.arguments[place] not in values
        return is_waiting, sum(name not in values for name in literal.arguments)

    def _answers(self, literal: Literal, values: Values) -> Iterator[Answer]:
        known = [values.get(name) for name in literal.arguments]
        place = _BOARD_PLACES.get(literal.relation)
        if place is None:
            yield from self._without_position(literal.relation, known)
            return
        path = known[place]
        if not isinstance(path, tuple):
            return  # No condition determines the position.
        board = self._boards[path]
        if literal.relation in ("legal_move", "make_move"):
            for move in board.legal_moves:
                if move.promotion in (None, chess.QUEEN) and _fits((move.from_square, move.to_square), known[:2]):
                    ends = (move.from_square, move.to_square, path)
                    yield ends if literal.relation == "legal_move" else (*ends, self._played(path, move))
        elif literal.relation == "attacks":
            yield from ((by, of, path) for by, of in _attacks(board) if _fits((by, of), known[:2]))
        elif literal.relation == "behind":
            yield from ((*line, path) for line in _lines(board) if _fits(line, known[:3]))
        elif literal.relation == "turn":
            yield int(board.turn), path
        elif literal.relation in _RIGHTS:
            yield from ((int(side), path) for side in chess.COLORS if _RIGHTS[literal.relation](board, side))
        else:
            for square, piece in board.piece_map().items():
                if _fits((square,), known[:1]):
                    yield square, path, int(piece.color), piece.piece_type

    @staticmethod
    def _without_position(relation: str, known: list[Value | None]) -> Iterator[Answer]:
        if relation == "sliding_piece":
            yield from ((kind,) for kind in (chess.BISHOP, chess.ROOK, chess.QUEEN))
            return
        choices = (0, 1) if relation == "other_side" else chess.SQUARES
        for first in choices if not isinstance(known[0], int) else (known[0],):
            related = (second for second in choices if _RELATED[relation](first, second))
            yield from ((first, second) for second in related if _fits((second,), known[1:]))

    def _played(self, path: Moves, move: chess.Move) -> Moves:
        longer = (*path, move)
        if longer not in self._boards:
            board = self._boards[path].copy(stack=False)
            board.push(move)
            self._boards[longer] = board
        return longer


def _fits(row: tuple[int, ...], known: list[Value | None]) -> bool:
    return all(wanted is None or wanted == one for one, wanted in zip(row, known, strict=True))


def _attacks(board: chess.Board) -> Iterator[tuple[chess.Square, chess.Square]]:
    """Yield each piece with each opponent's piece that it attacks; pinned pieces attack too."""
    for square, piece in board.piece_map().items():
        yield from ((square, target) for target in board.attacks(square) & board.occupied_co[not piece.color])


def _lines(board: chess.Board) -> Iterator[tuple[chess.Square, chess.Square, chess.Square]]:
    """Yield each slider with the first piece on one of its lines and the next one behind it."""
    for slider in chess.SquareSet(board.occupied & (board.bishops | board.rooks | board.queens)):
        for front in board.attacks(slider) & board.occupied:
            beyond = chess.SquareSet(chess.ray(slider, front) & board.occupied)
            farther = [square for square in beyond if front in chess.SquareSet(chess.between(slider, square))]
            if farther:
                yield slider, front, min(farther, key=lambda square: chess.square_distance(slider, square))


Squares = Mapping[str, chess.Square]
"""The square of each variable of a rule."""

_SQUARES_OF_THE_MOVE = 2
"""The first two squares of a rule belong to the move, the rest to other pieces."""

MOST_PAPER_WITNESSES = 500


class MoveFacts(MoveOnBoard):
    """A legal move on its board, and the facts that rules ask about it, computed once for all rules."""

    def __init__(self, board: chess.Board, move: chess.Move) -> None:
        if move not in board.legal_moves:
            raise IllegalMove(f"illegal move {move.uci()} in {board.fen()}")
        super().__init__(board, move)

    @cached_property
    def _tester(self) -> RuleTester:
        captured_on = np.array([square_of_last_capture(self.board)], np.int8)
        return RuleTester(Positions.from_boards([self.board]), None, captured_on)

    @cached_property
    def _row(self) -> int | None:
        """The row of the move; None for an underpromotion, which no rule suggests."""
        (rows,) = np.nonzero(self._tester.codes == encode_move(self.move))
        return int(rows[0]) if len(rows) else None

    def holds(self, relation: str) -> bool:
        """Whether a relation of the move itself holds, in the core's form, such as `settles_at_least 3`."""
        return self._row is not None and self._row in self._tester.facts(relation)[:, 0]

    def witness(self, rule: Rule, vocabulary: Vocabulary) -> Squares | None:
        """Return the choice of squares that makes a rule true and explains most; None if the move is not suggested."""
        if self._row is None:
            return None
        if vocabulary is PAPER:
            witnesses = islice(paper_witnesses(rule, self.board, self.move), MOST_PAPER_WITNESSES)
            return max(witnesses, key=lambda squares: self._importance(tuple(squares.values())), default=None)
        form = compiled(rule, vocabulary)
        names = _square_variables(rule, vocabulary)
        choice = max(self._choices(form, len(names)), key=self._importance, default=None)
        return None if choice is None else dict(zip(names, choice, strict=True))

    def _choices(self, form: CoreRule, count: int) -> Iterator[tuple[chess.Square, ...]]:
        """Yield every choice of squares for a rule's variables that makes it true."""
        assert self._row is not None
        first = self._tester.witness(form, self._row)
        if first is None:
            return
        known = [tuple(first)[:_SQUARES_OF_THE_MOVE]]
        facts = {name: self._facts(name) for name, squares in form if any(s >= _SQUARES_OF_THE_MOVE for s in squares)}
        for variable in range(_SQUARES_OF_THE_MOVE, count):
            grown = ((*given, square) for given in known for square in chess.SQUARES if square not in given)
            about = [(name, squares) for name, squares in form if max(squares, default=0) == variable]
            known = [
                given
                for given in grown
                if all(tuple(given[square] for square in squares) in facts[name] for name, squares in about)
            ]
        yield from known

    def _facts(self, relation: str) -> set[tuple[chess.Square, ...]]:
        table = self._tester.facts(relation)
        return {tuple(line[1:]) for line in table[table[:, 0] == self._row].tolist()}

    def _importance(self, squares: tuple[chess.Square, ...]) -> tuple[int, int]:
        """Return the value of the opponent's pieces on these squares, and how near they are to their king."""
        opponent = not self.board.turn
        king = self.board.king(opponent)
        others = [square for square in set(squares[_SQUARES_OF_THE_MOVE:]) if self.board.color_at(square) == opponent]
        worth = sum(TARGET_VALUES[self.board.piece_type_at(square) or chess.PAWN] for square in others)
        nearness = -sum(chess.square_distance(square, king) for square in others) if king is not None else 0
        return worth, nearness


def _square_variables(rule: Rule, vocabulary: Vocabulary) -> list[str]:
    """Return the variables for squares in the order in which the core numbers them."""
    _, origin, target = rule.head
    names = dict.fromkeys((origin, target))
    for literal in rule.body:
        places = vocabulary.find(literal.relation).places
        for argument, place in zip(literal.arguments, places, strict=True):
            if place in SQUARE_PLACES:
                names.setdefault(argument)
    return list(names)


class RemarkPlace(Enum):
    """The place of a remark in the sentence about a move."""

    OCCASION = "at the beginning: attacked by the queen on e3, the pawn goes to h4"
    VICTIM = "about the captured piece: takes the bishop on g4, which attacked the queen on d1"
    DEED = "about the moving piece: goes to e5 and attacks the queen on c6"
    ASIDE = "at the end: loses nothing to the next capture, even if the pawn on c6 takes back"


OCCASION, VICTIM, DEED, ASIDE = RemarkPlace


@dataclass(frozen=True, slots=True)
class Remark:
    """Words with a gap for one piece, the square of that piece, and the place of the words in the sentence."""

    place: RemarkPlace
    words: str
    square: chess.Square


def find_remark(facts: MoveFacts, counts_captures: bool) -> Remark | None:
    """Return the most important remark on a piece other than the moved and the captured one; None if there is none.

    A sentence that counts what is left after captures (`counts_captures`) names the piece that could recapture first.
    """
    finders = _OF_CAPTURES if facts.is_capture else _OF_QUIET_MOVES
    for find in (_recapture, *finders) if counts_captures else finders:
        remark = find(facts)
        if remark is not None:
            return remark
    return None


def victim_of(facts: MoveFacts) -> chess.Square | None:
    """Return the square of the piece that a move captures; None if it captures nothing."""
    board, move = facts.board, facts.move
    if not board.is_capture(move):
        return None
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square


def is_loose(facts: MoveFacts) -> bool:
    """Whether nothing defends the piece that a move captures, before the move or after it."""
    board, target = facts.board, facts.target
    return not board.attackers(not board.turn, target) and not facts.after.attackers(not board.turn, target)


def attacker_of(board: chess.Board, square: chess.Square) -> chess.Square | None:
    """Return the square of the opponent's least valuable attacker of a square; None if there is none."""
    return min(board.attackers(not board.turn, square), key=lambda one: (_worth(board, one), one), default=None)


def dearest(board: chess.Board, squares: chess.SquareSet) -> chess.Square | None:
    """Return the square of the most valuable piece on some squares; None if there are no squares."""
    return max(squares, key=lambda square: _worth(board, square), default=None)


def _worth(board: chess.Board, square: chess.Square) -> int:
    return TARGET_VALUES[board.piece_type_at(square) or chess.PAWN]


def _remark(place: RemarkPlace, words: str, square: chess.Square | None) -> Remark | None:
    return None if square is None else Remark(place, words, square)


def _recapture(facts: MoveFacts) -> Remark | None:
    """Find the least valuable piece that could recapture."""
    if not facts.is_capture:
        return None
    target = facts.target
    takers = [reply.from_square for reply in facts.after.legal_moves if reply.to_square == target]
    cheapest = min(takers, key=lambda square: (_worth(facts.after, square), square), default=None)
    return _remark(ASIDE, "even if {} takes back", cheapest)


def _rescue(facts: MoveFacts) -> Remark | None:
    """Find a piece of the mover's side that hung and no longer does.

    A piece that the moved one now defends is called guarded, not saved, since its guard may be captured.
    """
    if facts.after.is_check():
        return None  # A check only delays the loss.
    board, after = facts.board, facts.after
    pieces = board.occupied_co[board.turn] & after.occupied_co[board.turn] & ~chess.BB_SQUARES[facts.target]
    saved = chess.SquareSet(
        square
        for square in chess.SquareSet(pieces & ~board.kings)
        if board.is_attacked_by(not board.turn, square)
        and is_hanging(board, square)
        and exchange_wins_nothing(after, square)
    )
    dear = dearest(board, saved)
    if dear is not None and facts.target in after.attackers(board.turn, dear):
        return Remark(DEED, "guards {}", dear)
    # It is saved only if no sequence of captures wins anything, since its guards may be captured first.
    return _remark(DEED, "saves {}", dear) if keeps(after, 0, 0) else None


def _check(facts: MoveFacts) -> Remark | None:
    after, target = facts.after, facts.target
    king = after.king(after.turn)
    return Remark(DEED, "checks {}", king) if king is not None and king in after.attacks(target) else None


def _prey(facts: MoveFacts) -> Remark | None:
    after, target = facts.after, facts.target
    return _remark(DEED, "attacks {}", dearest(after, after.attacks(target) & after.occupied_co[after.turn]))


def _worthy_prey(facts: MoveFacts) -> Remark | None:
    """Find an opponent's piece that the moved one attacks and that is worth more or undefended."""
    after, target = facts.after, facts.target
    worthy = chess.SquareSet(
        square
        for square in after.attacks(target) & after.occupied_co[after.turn]
        if _worth(after, square) > _worth(after, target) or not after.attackers(after.turn, square)
    )
    return _remark(DEED, "attacks {}", dearest(after, worthy))


def _attacked_by_victim(facts: MoveFacts) -> Remark | None:
    """Find a piece of the mover's side that the captured one attacked."""
    board = facts.board
    own = board.occupied_co[board.turn] & ~board.pawns & ~board.kings & ~chess.BB_SQUARES[facts.origin]
    return _remark(VICTIM, "which attacked {}", dearest(board, _seen_by_victim(facts) & own))


def _guarded_by_victim(facts: MoveFacts) -> Remark | None:
    """Find a piece whose only defender was the captured one."""
    board, victim = facts.board, victim_of(facts)
    theirs = _seen_by_victim(facts) & board.occupied_co[not board.turn] & ~board.pawns & ~board.kings
    alone = chess.SquareSet(square for square in theirs if len(board.attackers(not board.turn, square)) == 1)
    return None if victim is None else _remark(VICTIM, "which alone defended {}", dearest(board, alone))


def _seen_by_victim(facts: MoveFacts) -> chess.SquareSet:
    victim = victim_of(facts)
    return chess.SquareSet() if victim is None else facts.board.attacks(victim)


def _room(facts: MoveFacts) -> Remark | None:
    """Find a king on its back rank that gets an escape square because a pawn next to it moves."""
    board, after, move = facts.board, facts.after, facts.move
    king = board.king(board.turn)
    if king is None or board.piece_type_at(move.from_square) != chess.PAWN:
        return None
    is_home = chess.square_rank(king) == (0 if board.turn else 7)
    is_free = chess.square_distance(king, move.from_square) == 1 and not after.attackers(after.turn, move.from_square)
    return Remark(DEED, "makes room for {}", king) if is_home and is_free else None


def _rook(facts: MoveFacts) -> Remark | None:
    """Find the rook that castles."""
    board, move = facts.board, facts.move
    if not board.is_castling(move):
        return None
    rooks = board.pieces_mask(chess.ROOK, board.turn)
    (before,), (now,) = (
        chess.SquareSet(one & ~other)
        for one, other in ((rooks, facts.after.rooks), (facts.after.pieces_mask(chess.ROOK, board.turn), rooks))
    )
    return Remark(DEED, f"brings {{}} to {chess.square_name(now)}", before)


def _outrun(facts: MoveFacts) -> Remark | None:
    """Find the opponent's king if it has only pawns left and cannot catch the moved pawn, whose path is free."""
    after, target = facts.after, facts.target
    king, defenders = after.king(after.turn), after.occupied_co[after.turn]
    if king is None or after.piece_type_at(target) != chess.PAWN or defenders & ~after.pawns & ~after.kings:
        return None
    goal = chess.square(chess.square_file(target), 7 if facts.board.turn else 0)
    steps = abs(chess.square_rank(goal) - chess.square_rank(target))
    is_free = not (chess.between(target, goal) | chess.BB_SQUARES[goal]) & after.occupied
    is_late = chess.square_distance(king, goal) > steps + 1  # The king is to move, and could capture the new queen.
    return Remark(DEED, "cannot be caught by {}", king) if is_free and is_late and not after.is_check() else None


def _opened(facts: MoveFacts) -> Remark | None:
    """Find a slider of the mover's side whose line now continues through the square that the moved piece left."""
    board, after, origin = facts.board, facts.after, facts.origin
    behind = chess.SquareSet(
        square
        for square in board.attackers(board.turn, origin)
        if any(origin in chess.SquareSet(chess.between(square, seen)) for seen in after.attacks(square))
    )
    return _remark(DEED, "opens the line of {}", dearest(board, behind))


def _blocked(facts: MoveFacts) -> Remark | None:
    """Find an opponent's pawn if the moved piece is now right in front of it."""
    board, target = facts.board, facts.target
    square = target + (8 if board.turn else -8)
    is_pawn = 0 <= square < len(chess.SQUARES) and board.piece_at(square) == chess.Piece(chess.PAWN, not board.turn)
    return Remark(DEED, "blocks {}", square) if is_pawn else None


def _guarded(facts: MoveFacts) -> Remark | None:
    after, target = facts.after, facts.target
    friends = after.attacks(target) & after.occupied_co[facts.board.turn] & ~after.kings
    return _remark(DEED, "guards {}", dearest(after, friends))


def _fled(facts: MoveFacts) -> Remark | None:
    """Find the attacker of the moved piece's old square, if nothing attacks its new one."""
    board, move = facts.board, facts.move
    if facts.after.attackers(not board.turn, move.to_square) or board.piece_type_at(move.from_square) == chess.KING:
        return None
    attacker = attacker_of(board, move.from_square)
    return None if attacker == victim_of(facts) else _remark(OCCASION, "attacked by {}", attacker)


def _guard(facts: MoveFacts) -> Remark | None:
    after, target = facts.after, facts.target
    guards = after.attackers(facts.board.turn, target)
    cheapest = min(guards, key=lambda square: (_worth(after, square), square), default=None)
    return _remark(DEED, "is guarded there by {}", cheapest)


def _neared(facts: MoveFacts) -> Remark | None:
    """Find the pawn that a moved king approaches: the nearest one of the opponent, or else the nearest of all."""
    board, move = facts.board, facts.move
    if board.piece_type_at(move.from_square) != chess.KING or board.is_castling(move):
        return None
    return next(_nearer(facts), None)


def _nearer(facts: MoveFacts) -> Iterator[Remark]:
    move, after = facts.move, facts.after
    for group in (after.pieces_mask(chess.PAWN, after.turn), after.pawns):
        squares = sorted(
            chess.SquareSet(group & ~chess.BB_SQUARES[move.to_square]),
            key=lambda square: chess.square_distance(move.to_square, square),
        )
        for square in squares[:1]:
            if chess.square_distance(move.to_square, square) < chess.square_distance(move.from_square, square):
                yield Remark(DEED, "comes nearer to {}", square)


Finder = Callable[[MoveFacts], Remark | None]

_OF_CAPTURES: tuple[Finder, ...] = (
    *(_rescue, _check, _worthy_prey, _attacked_by_victim, _guarded_by_victim, _prey),
    *(_guarded, _guard, _fled, _opened, _outrun, _neared),
)
_OF_QUIET_MOVES: tuple[Finder, ...] = (
    *(_rescue, _check, _worthy_prey, _rook, _outrun, _blocked, _prey, _room),
    *(_opened, _guarded, _fled, _guard, _neared),
)
"""The finders of remarks, the most important first."""
