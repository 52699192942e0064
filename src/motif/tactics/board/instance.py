"""A rule as it comes true on this board: its maxim with the men and squares that stand there.

"Capture an undefended enemy piece" becomes "the knight takes the queen on d5, which nothing defends". What holds before
the move is told as its occasion, what holds after it as its consequence. A sentence that would name nobody besides the
man that moves and the one it takes goes on to say what the move has to do with another one (`beyond`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import chess
import numpy as np

from motif.board.english import listed, man, with_article, worth
from motif.board.positions import Positions
from motif.tactics.board.beyond import Place, attacker_of, beyond, is_loose, victim_of
from motif.tactics.board.witnesses import Scene, Squares
from motif.tactics.language.clauses import Literal
from motif.tactics.language.rule import Rule
from motif.tactics.language.wording import ADJECTIVES, FACTS, STATES, WAYS, WHEREABOUTS

_UNDEFENDED = "undefended"
_ATTACKED = "attacked"
_CHECKING = ("attacks", "new_attack")
"""What is done to a king by giving check."""

_SO_FAR = {"unattacked": "so far unattacked", "safe": "so far safe"}
_WEIGHING = ("exchange_at_least", "nets_at_least", "settles_at_least", "settles_most", "settles_alone")
"""What a rule says that counts captures: then it matters who can take back."""

_QUEEN = "9"
"""Being mated counts as losing more than a queen where captures are counted to the end."""

_OF_THE_MOVE: dict[str, str] = {
    "gives_mate": "mates {king}",
    "gives_double_check": "gives double check to {king}",
    "gives_check": "checks {king}",
    "threatens_mate": "threatens to mate {king}",
    "allows_no_mate": "allows no mate to {own_king}",
    "allows_no_fork": "allows no fork",
    "safe": "cannot be won there",
    "leaves_nothing_hanging": "leaves nothing to be won",
    "gains_scope": "reaches more squares from {target} than from {origin}",
    "settles_most": "comes out best once all captures are over",
    "settles_alone": "alone comes out best once all captures are over",
    "nets_most": "is as well off as can be after the next capture",
    "nets_alone": "is best off after the next capture",
    "only_legal": "has no other way",
}
"""What a relation of the move itself says of the man that moves, in the order in which it is told."""

_GAINS: dict[str, str] = {
    "exchange_at_least": "wins at least {pawns} in the exchange on {target}",
    "nets_at_least": "is at least {pawns} up after the next capture",
    "settles_at_least": "gains at least {pawns} in the end",
    "threatens_at_least": "threatens to win at least {pawns}",
}
_NO_LOSS: dict[str, str] = {
    "exchange_at_least": "loses nothing in the exchange on {target}",
    "nets_at_least": "loses nothing to the next capture",
    "settles_at_least": "loses nothing in the end",
}


@dataclass(frozen=True, slots=True)
class Instance:
    """What a rule says of this board, and the squares of the men it names besides the one that moves."""

    english: str
    squares: tuple[chess.Square, ...]


def tell(rule: Rule, scene: Scene, squares: Squares) -> Instance:
    """A rule about this board, with the squares that make it true."""
    return _Telling(rule, scene, squares).instance()


@dataclass(slots=True)
class _Telling:
    rule: Rule
    scene: Scene
    squares: Squares
    _named: dict[chess.Square, None] = field(default_factory=dict)
    _occasions: list[str] = field(default_factory=list)
    _deeds: list[str] = field(default_factory=list)
    _consequences: list[str] = field(default_factory=list)
    _adjectives: dict[str, list[str]] = field(default_factory=dict)
    _of_victim: list[str] = field(default_factory=list)
    _attacker: str = ""
    _aside: str = ""

    def instance(self) -> Instance:
        self._describe()
        flags = {literal.relation: literal for literal in self.rule.body}
        self._look_around()
        for literal in self.rule.body:
            self._add_fact(literal)
        for relation, words in _OF_THE_MOVE.items():
            # That a king cannot be won goes without saying.
            if relation in flags and (relation, self._mover) != ("safe", chess.KING):
                self._deeds.append(self._filled(words))
        self._deeds += [self._gain(flags[relation]) for relation in _GAINS if relation in flags]
        self._go_on(flags)
        action = self._action(flags)
        mover = " ".join([*self._adjectives.get(self._origin, []), chess.piece_name(self._mover)])
        text = f"as {listed(self._occasions)}, " if self._occasions else self._attacker
        deeds = [action, *pairs_of_deeds(list(dict.fromkeys(self._deeds)))]
        # A clause about the victim ends in a comma of its own.
        text += f"the {mover} {listed(deeds)}".replace(",,", ",").removesuffix(",")
        text += f", {self._aside}" if self._aside else ""
        text += f", so that {listed(self._consequences)}" if self._consequences else ""
        return Instance(text, tuple(self._named))

    def _look_around(self) -> None:
        """Who is ahead or gives check, or attacks the man that moves where the rule says that it is attacked."""
        board, origin = self.scene.board, self.scene.move.from_square
        adjectives = self._adjectives.get(self._origin, [])
        if any(literal.relation == "ahead" for literal in self.rule.body):
            self._occasions.append(f"{'White' if board.turn else 'Black'} is ahead")
        if board.is_check():
            if self._mover == chess.KING and _ATTACKED in adjectives:
                adjectives.remove(_ATTACKED)
            if self._checker == victim_of(self.scene):
                self._of_victim.append("which gave check")
            else:
                self._occasions.append(f"{self._man(self._checker)} gives check")
        elif _ATTACKED in adjectives and (attacker := attacker_of(board, origin)) is not None:
            adjectives.remove(_ATTACKED)
            if attacker == victim_of(self.scene):
                self._of_victim.append("which attacked it")
            else:
                self._attacker = f"attacked by {self._man(attacker)}, "

    @property
    def _origin(self) -> str:
        return self.rule.head[1]

    @property
    def _target(self) -> str:
        return self.rule.head[2]

    @property
    def _ends(self) -> tuple[chess.Square, chess.Square]:
        return self.scene.move.from_square, self.scene.move.to_square

    @property
    def _mover(self) -> chess.PieceType:
        kind = self.scene.board.piece_type_at(self.scene.move.from_square)
        assert kind is not None
        return kind

    @property
    def _checker(self) -> chess.Square:
        return next(iter(self.scene.board.checkers()))

    def _man(self, square: chess.Square, adjectives: list[str] | None = None) -> str:
        self._named.setdefault(square)
        board = self.scene.board if self.scene.board.piece_at(square) else self.scene.after
        return man(board, square, *(adjectives or ()))

    def _is_after(self, literal: Literal) -> bool:
        return literal.arguments[-1] != self.rule.head[0]

    def _describe(self) -> None:
        """What is said of one man alone: before the move it goes with his name, after it he has become so."""
        for literal in self.rule.body:
            name = literal.arguments[0] if literal.arguments else ""
            if literal.relation not in STATES or len(literal.arguments) != 2:
                continue
            state = STATES[literal.relation]
            if not self._is_after(literal):
                self._adjectives.setdefault(name, []).append(ADJECTIVES[literal.relation])
            elif name == self._target:
                self._deeds.append(f"{state} on {chess.square_name(self.scene.move.to_square)}")
            else:
                self._consequences.append(f"{self._man(self.squares[name])} {state}")

    def _action(self, flags: dict[str, Literal]) -> str:
        board, move = self.scene.board, self.scene.move
        target = chess.square_name(move.to_square)
        if board.is_castling(move):
            return f"castles to {target}"
        if board.is_capture(move):
            return self._capture(flags)
        if move.promotion:
            return f"becomes {with_article(chess.piece_name(move.promotion))} on {target}"
        way = next((f" {way}" for flag, way in WAYS.items() if flag in flags), "")
        places = [WHEREABOUTS[relation] for relation in WHEREABOUTS if relation in self._about_target()]
        return f"goes{way} to {target}" + "".join(f" {place}" for place in places)

    def _capture(self, flags: dict[str, Literal]) -> str:
        board, move = self.scene.board, self.scene.move
        square = move.to_square
        if board.is_en_passant(move):
            square = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        adjectives = [word for word in self._adjectives.get(self._target, []) if word != _UNDEFENDED]
        verb = "takes back" if "recaptures" in flags else "takes"
        becoming = f" and becomes {with_article(chess.piece_name(move.promotion))}" if move.promotion else ""
        is_undefended = _UNDEFENDED in self._adjectives.get(self._target, [])
        if is_undefended or (not self._of_victim and is_loose(self.scene) and not board.is_en_passant(move)):
            self._of_victim.insert(0, "which nothing defends")
        told = (
            [self._of_victim[0], *(words.removeprefix("which ") for words in self._of_victim[1:])]
            if self._of_victim
            else []
        )
        which = f", {listed(told)}," if told else ""
        return f"{verb} {self._man(square, adjectives)}{which}{becoming}"

    def _about_target(self) -> set[str]:
        return {
            literal.relation for literal in self.rule.body if literal.arguments and literal.arguments[0] == self._target
        }

    def _add_fact(self, literal: Literal) -> None:
        if literal.relation not in FACTS or literal.relation == "worth_more":
            return  # Who is worth more, everybody sees.
        names = literal.arguments[: FACTS[literal.relation].count("{")]
        is_after = self._is_after(literal)
        if literal.relation in ("attacks", "threatens") and names == (self._origin, self._target):
            return  # The capture says so.
        is_by_mover = is_after and names[0] == self._target
        men = [self._one(name, is_after) for name in (names[1:] if is_by_mover else names)]
        if is_by_mover:
            is_check = literal.relation in _CHECKING and self.squares[names[1]] == self.scene.board.king(
                not self.scene.board.turn
            )
            template = "checks {1}" if is_check else FACTS[literal.relation].removeprefix("{0} ")
            self._deeds.append(template.format("", *men))
        elif is_after:
            self._consequences.append(FACTS[literal.relation].format(*men))
        else:
            self._occasions.append(FACTS[literal.relation].format(*men))

    def _one(self, name: str, is_after: bool) -> str:
        if is_after and name == self._target:
            return f"the {chess.piece_name(self._mover)}"
        adjectives = self._adjectives.get(name, [])
        # Who is attacked now is not called unattacked.
        return self._man(self.squares[name], [_SO_FAR.get(word, word) if is_after else word for word in adjectives])

    def _filled(self, words: str, **filling: str) -> str:
        kings = {"king": not self.scene.board.turn, "own_king": self.scene.board.turn}
        filling |= {"target": chess.square_name(self._ends[1]), "origin": chess.square_name(self._ends[0])}
        for word, side in kings.items():
            square = (self.scene.after if side == self.scene.board.turn else self.scene.board).king(side)
            if f"{{{word}}}" in words and square is not None:
                self._named.setdefault(square)
                filling[word] = f"the king on {chess.square_name(square)}"
        return words.format(**filling)

    def _gain(self, literal: Literal) -> str:
        pawns = literal.arguments[2]
        if literal.relation == "threatens_at_least" and (prey := threatened(self.scene.after)) is not None:
            return f"threatens to take {self._man(prey)}"
        if literal.relation == "settles_at_least" and pawns == _QUEEN:
            return "gains at least a queen in the end, or mates"
        words = _NO_LOSS if pawns == "0" and literal.relation in _NO_LOSS else _GAINS
        return self._filled(words[literal.relation], pawns=worth(int(pawns)))

    def _go_on(self, flags: dict[str, Literal]) -> None:
        """Where nobody else is named yet, or nothing is said of a quiet move, something more."""
        others = [square for square in self._named if square not in (*self._ends, victim_of(self.scene))]
        if others and (
            self._deeds or self._consequences or self._of_victim or self.scene.board.is_castling(self.scene.move)
        ):
            return
        found = beyond(self.scene, any(relation in flags for relation in _WEIGHING))
        if found is None:
            return
        words = found.words.format(self._man(found.square))
        if found.place is Place.OCCASION:
            self._attacker = f"{words}, "
        elif found.place is Place.VICTIM:
            self._of_victim.append(words)
        elif found.place is Place.ASIDE:
            self._aside = words
        else:
            self._deeds.append(words)


def pairs_of_deeds(deeds: list[str]) -> list[str]:
    """Deeds with the same verb in one breath.

    >>> pairs_of_deeds(["attacks the king on e8", "attacks the rook on a8", "is safe"])
    ['attacks the king on e8 and the rook on a8', 'is safe']
    """
    joined: list[str] = []
    for deed in deeds:
        verb, _, rest = deed.partition(" the ")
        if joined and rest and joined[-1].startswith(f"{verb} the ") and " and " not in joined[-1]:
            joined[-1] += f" and the {rest}"
        else:
            joined.append(deed)
    return joined


def threatened(after: chess.Board) -> chess.Square | None:
    """What would be taken with the greatest gain if the opponent passed; None where nothing is won or it is check."""
    if after.is_check():
        return None
    passed = after.copy(stack=False)
    passed.push(chess.Move.null())
    column = Positions.from_boards([passed])
    values = column.exchange_values()
    if not len(values) or values.max() <= 0:
        return None
    return column.legal_moves()[0][int(np.argmax(values))].to_square
