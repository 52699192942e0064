"""Describe and draw a rule on a board, with the pieces and squares that make it true there.

"Capture an undefended enemy piece" becomes "the knight takes the queen on d5, which nothing defends". Conditions before
the move become its occasion ("as the rook on e1 gives check"), those after it its consequence ("so that …"). If the
sentence would name only the moved and the captured piece, a remark on another piece is added (`witnesses.find_remark`).

The relations of rules count captures on one square or a few half-moves deep. The sentence says that something hangs or
is won only if the count of all captures to the end (`captures`) agrees; otherwise it mentions an attack but no gain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import chess
import numpy as np

from motif._core.board import Positions, decode_move
from motif.board.drawing import Arrow, Colour, Drawing, move_arrow
from motif.board.material import gain_at_once
from motif.board.wording import listed, piece_on, with_article, worth
from motif.statistics.examples import Evidence, Reference
from motif.tactics.captures import has_no_safe_square, is_hanging, keeps
from motif.tactics.clauses import Literal
from motif.tactics.library import Tactic, TacticsLibrary
from motif.tactics.rule import SQUARE_PLACES, Coverage, Rule
from motif.tactics.vocabulary import Vocabulary
from motif.tactics.witnesses import MoveFacts, RemarkPlace, Squares, attacker_of, find_remark, is_loose, victim_of
from motif.tactics.wording import ADJECTIVES, FACTS, STATES, WAYS, WHEREABOUTS

_UNDEFENDED = "undefended"
_DEFENDED = "defended"
_ATTACKED = "attacked"
_CHECKING = ("attacks", "new_attack")
"""The relations that mean check if the attacked piece is a king."""

_SO_FAR = {"unattacked": "so far unattacked", "safe": "so far safe"}
_COUNTING = ("settles_at_least", "settles_most", "settles_alone", "nets_at_least", "nets_most", "nets_alone")
"""The relations that count captures: with them the sentence says what captures win and which piece could recapture."""

_CHECKS = "{0} checks {1}"

_OF_THE_MOVE: dict[str, str] = {
    "gives_mate": "mates {king}",
    "gives_double_check": "gives double check to {king}",
    "gives_check": "checks {king}",
    "threatens_mate": "threatens to mate {king}",
    "allows_no_mate": "allows no mate in one",
    "allows_no_fork": "allows no fork of two pieces",
    "safe": "does not hang there",
    "leaves_nothing_hanging": "leaves nothing hanging",
    "gains_scope": "reaches more squares from {target} than from {origin}",
    "only_legal": "makes the only legal move",
}
"""The words for relations of the move itself, in the order of the sentence."""

_NAMED_GAINS_PAWNS = (1, 2, 3, 5, 9)

_HANGING = ("hanging", "trapped", "secure")
"""The states that are mentioned only if the count of all captures agrees."""


@dataclass(frozen=True, slots=True)
class Instance:
    """The sentence that describes a rule on a board, and the squares of the pieces that it names."""

    english: str
    squares: tuple[chess.Square, ...]


def describe(rule: Rule, facts: MoveFacts, squares: Squares) -> Instance:
    """Describe a rule on a board, given the squares that make it true."""
    return _InstanceWriter(rule, facts, squares).instance()


@dataclass
class _InstanceWriter:
    """Collects the parts of the sentence: occasions before the move, what the moved piece does, and consequences."""

    rule: Rule
    facts: MoveFacts
    squares: Squares
    _named: dict[chess.Square, None] = field(default_factory=dict)
    _occasions: list[str] = field(default_factory=list)
    _deeds: list[str] = field(default_factory=list)
    _consequences: list[str] = field(default_factory=list)
    _adjectives: dict[str, list[str]] = field(default_factory=dict)
    _of_victim: list[str] = field(default_factory=list)
    _attacker: str = ""
    _aside: str = ""
    _outcome: str = ""
    """A phrase for the gain from captures, if the rule counts captures."""

    def instance(self) -> Instance:
        self._add_states()
        flags = {literal.relation: literal for literal in self.rule.body}
        self._add_occasions()
        for literal in self.rule.body:
            self._add_fact(literal)
        for relation, words in _OF_THE_MOVE.items():
            if relation in flags and self._captures_agree(relation):
                self._deeds.append(self._filled(words))
        self._deeds += self._gains(flags)
        self._add_remark()
        action = self._action(flags)
        mover = " ".join([*self._adjectives.get(self._origin, []), chess.piece_name(self._mover)])
        text = f"as {listed(self._occasions)}, " if self._occasions else self._attacker
        deeds = [action, *pairs_of_deeds(list(dict.fromkeys(self._deeds)))]
        # A clause about the victim already ends in a comma.
        text += f"the {mover} {listed(deeds)}".replace(",,", ",").removesuffix(",")
        text += f", {self._aside}" if self._aside else ""
        text += f", so that {listed(self._consequences)}" if self._consequences else ""
        return Instance(text, tuple(self._named))

    def _add_occasions(self) -> None:
        """Say that the side to move is ahead or in check, or, if the rule mentions it, what attacks the moved piece."""
        board, origin = self.facts.board, self.facts.origin
        adjectives = self._adjectives.get(self._origin, [])
        if any(literal.relation == "ahead" for literal in self.rule.body):
            self._occasions.append(f"{'White' if board.turn else 'Black'} is ahead")
        if board.is_check():
            if self._mover == chess.KING and _ATTACKED in adjectives:
                adjectives.remove(_ATTACKED)
            if self._checker == victim_of(self.facts):
                self._of_victim.append("which gave check")
            else:
                self._occasions.append(f"{self._piece(self._checker)} gives check")
        elif _ATTACKED in adjectives and (attacker := attacker_of(board, origin)) is not None:
            adjectives.remove(_ATTACKED)
            if attacker == victim_of(self.facts):
                self._of_victim.append("which attacked it")
            else:
                self._attacker = f"attacked by {self._piece(attacker)}, "

    @property
    def _origin(self) -> str:
        return self.rule.head[1]

    @property
    def _target(self) -> str:
        return self.rule.head[2]

    @property
    def _ends(self) -> tuple[chess.Square, chess.Square]:
        return self.facts.origin, self.facts.target

    @property
    def _mover(self) -> chess.PieceType:
        kind = self.facts.board.piece_type_at(self.facts.origin)
        assert kind is not None
        return kind

    @property
    def _checker(self) -> chess.Square:
        return next(iter(self.facts.board.checkers()))

    def _piece(self, square: chess.Square, adjectives: list[str] | None = None) -> str:
        self._named.setdefault(square)
        board = self.facts.board if self.facts.board.piece_at(square) else self.facts.after
        return piece_on(board, square, *(adjectives or ()))

    @cached_property
    def _next(self) -> str:
        """The variable of the position after the move; "" if the rule does not use it."""
        position, origin, target = self.rule.head
        moves = (literal.arguments for literal in self.rule.body if literal.relation == "make_move")
        return next((names[3] for names in moves if names[:3] == (origin, target, position)), "")

    def _is_after(self, literal: Literal) -> bool:
        return literal.arguments[-1] == self._next

    def _is_here(self, literal: Literal) -> bool:
        """Whether a literal is about the board before or after the move; the paper's rules may use later boards too."""
        return literal.arguments[-1] in (self.rule.head[0], self._next)

    def _is_mover(self, name: str) -> bool:
        """Whether a variable in a literal about the board after the move is the moved piece."""
        return self.squares[name] == self.facts.target

    def _add_states(self) -> None:
        """Add the states of single pieces: as adjectives before the move, as consequences after it."""
        for literal in self.rule.body:
            name = literal.arguments[0] if literal.arguments else ""
            if literal.relation not in STATES or len(literal.arguments) != 2:
                continue
            is_after, state = self._is_after(literal), STATES[literal.relation]
            if not self._is_confirmed(literal.relation, self.squares[name], is_after):
                continue
            if not is_after:
                self._adjectives.setdefault(name, []).append(ADJECTIVES[literal.relation])
            elif name == self._target:
                self._deeds.append(f"{state} on {chess.square_name(self.facts.target)}")
            elif literal.relation != "hanging" or not self._is_prey(name):
                self._consequences.append(f"{self._piece(self.squares[name])} {state}")

    def _is_confirmed(self, relation: str, square: chess.Square, is_after: bool) -> bool:
        """Whether a state still holds when pinned pieces attack and defend too, and captures are counted to the end."""
        board = self.facts.after if is_after else self.facts.board
        side = bool(board.color_at(square))
        if relation in ("unattacked", "undefended"):
            return not board.attackers(not side if relation == "unattacked" else side, square)
        if relation == "trapped":
            return has_no_safe_square(board, square)
        return relation not in _HANGING or is_hanging(board, square) == (relation == "hanging")

    def _is_prey(self, name: str) -> bool:
        """Whether the rule says that the moved piece attacks this one; the sentence then mentions it as a threat."""
        return any(
            literal.relation in (*_CHECKING, "threatens") and literal.arguments[:2] == (self._target, name)
            for literal in self.rule.body
            if self._is_after(literal)
        )

    def _captures_agree(self, relation: str) -> bool:
        """Whether captures counted to the end agree with a relation of the move."""
        if relation == "safe":
            # A king never hangs.
            return self._mover != chess.KING and not is_hanging(self.facts.after, self.facts.target)
        # A check only delays the opponent's captures.
        is_quiet = not self.facts.after.is_check() or self.facts.after.is_checkmate()
        return relation != "leaves_nothing_hanging" or (is_quiet and keeps(self.facts.after, 0, 0))

    def _action(self, flags: dict[str, Literal]) -> str:
        board, move = self.facts.board, self.facts.move
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
        board, move = self.facts.board, self.facts.move
        square = move.to_square
        if board.is_en_passant(move):
            square = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        adjectives = [word for word in self._adjectives.get(self._target, []) if word != _UNDEFENDED]
        verb = "takes back" if "recaptures" in flags else "takes"
        becoming = f" and becomes {with_article(chess.piece_name(move.promotion))}" if move.promotion else ""
        is_undefended = _UNDEFENDED in self._adjectives.get(self._target, [])
        if is_undefended or (not self._of_victim and is_loose(self.facts) and not board.is_en_passant(move)):
            self._of_victim.insert(0, "which nothing defends")
        clause = (
            [self._of_victim[0], *(words.removeprefix("which ") for words in self._of_victim[1:])]
            if self._of_victim
            else []
        )
        which = f", {listed(clause)}," if clause else ""
        return f"{verb} {self._piece(square, adjectives)}{which}{becoming}"

    def _about_target(self) -> set[str]:
        return {
            literal.relation for literal in self.rule.body if literal.arguments and literal.arguments[0] == self._target
        }

    def _add_fact(self, literal: Literal) -> None:
        if literal.relation not in FACTS or literal.relation == "worth_more" or not self._is_here(literal):
            return  # The reader can see which piece is worth more.
        names = literal.arguments[: FACTS[literal.relation].count("{")]
        is_after = self._is_after(literal)
        ends = tuple(self.squares[name] for name in names)
        if literal.relation in ("attacks", "threatens") and ends == self._ends and not is_after:
            return  # The capture itself says this.
        template = self._template(literal, ends, is_after)
        if is_after and self._is_mover(names[0]):
            others = [self._one(name, is_after) for name in names[1:]]
            self._deeds.append(template.removeprefix("{0} ").format("", *others))
        elif is_after or template != _CHECKS:
            # A check before the move already begins the sentence.
            found = self._consequences if is_after else self._occasions
            found.append(template.format(*(self._one(name, is_after) for name in names)))

    def _template(self, literal: Literal, ends: tuple[chess.Square, ...], is_after: bool) -> str:
        """Return the template of a fact; an attack becomes a threat if the attacked piece would be lost."""
        if literal.relation not in (*_CHECKING, "threatens"):
            return FACTS[literal.relation]
        attacker, victim = ends
        board = self.facts.after if is_after else self.facts.board
        if board.piece_type_at(victim) == chess.KING:
            return _CHECKS
        is_claimed = literal.relation == "threatens" or (is_after and self._says_hanging(literal.arguments[1]))
        if is_claimed and is_hanging(board, victim, taker=attacker):
            # The side to move does not threaten to capture: it can capture at once.
            return "{0} can take {1}" if board.color_at(attacker) == board.turn else "{0} threatens to take {1}"
        return "{0} attacks {1}" if literal.relation == "threatens" else FACTS[literal.relation]

    def _says_hanging(self, name: str) -> bool:
        return any(
            literal.relation == "hanging" and literal.arguments[0] == name and self._is_after(literal)
            for literal in self.rule.body
        )

    def _one(self, name: str, is_after: bool) -> str:
        if is_after and self._is_mover(name):
            return f"the {chess.piece_name(self._mover)}"
        square, adjectives = self.squares[name], self._adjectives.get(name, [])
        if is_after:
            # These may no longer hold: the move may have attacked the piece or taken away its last defender.
            adjectives = [
                _SO_FAR.get(word, word) for word in adjectives if word != _DEFENDED or self._is_guarded(square)
            ]
        return self._piece(square, adjectives)

    def _is_guarded(self, square: chess.Square) -> bool:
        after = self.facts.after
        return bool(after.attackers(bool(after.color_at(square)), square))

    def _filled(self, template: str) -> str:
        filling = {"target": chess.square_name(self._ends[1]), "origin": chess.square_name(self._ends[0])}
        king = self.facts.board.king(not self.facts.board.turn)
        if "{king}" in template and king is not None:
            filling["king"] = self._piece(king)
        return template.format(**filling)

    def _gains(self, flags: dict[str, Literal]) -> list[str]:
        """Return phrases for what the exchange on one square or all captures win, and for what the move threatens."""
        gains = []
        if "exchange_at_least" in flags:
            pawns = flags["exchange_at_least"].arguments[2]
            won = "loses nothing" if pawns == "0" else f"wins at least {worth(int(pawns))}"
            gains.append(self._filled(f"{won} in the exchange on {{target}}"))
        if any(relation in flags for relation in _COUNTING):
            self._outcome = outcome(self.facts)
            gains.append(self._outcome)
        prey = threatened(self.facts.after) if "threatens_at_least" in flags else None
        if prey is not None and is_hanging(self.facts.after, prey):
            gains.append(f"threatens to take {self._piece(prey)}")
        return [words for words in gains if words]

    def _add_remark(self) -> None:
        """Add a remark if the sentence names no third piece yet, or only says where the piece goes or what it takes."""
        others = [square for square in self._named if square not in (*self._ends, victim_of(self.facts))]
        if others and (
            self._deeds or self._consequences or self._of_victim or self.facts.board.is_castling(self.facts.move)
        ):
            return
        remark = find_remark(self.facts, counts_captures=bool(self._outcome))
        if remark is None:
            return
        words = remark.words.format(self._piece(remark.square))
        if remark.place is RemarkPlace.OCCASION:
            self._attacker = f"{words}, "
        elif remark.place is RemarkPlace.VICTIM:
            self._of_victim.append(words)
        elif remark.place is RemarkPlace.ASIDE:
            self._aside = words
        else:
            self._deeds.append(words)


def pairs_of_deeds(deeds: list[str]) -> list[str]:
    """Join neighbouring deeds that have the same verb.

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


def outcome(facts: MoveFacts) -> str:
    """Return a phrase for what a move wins if only captures follow; "" if it loses something or mates.

    >>> queen = chess.Board("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1")
    >>> outcome(MoveFacts(queen, chess.Move.from_uci("c3d5")))
    'wins it if only captures follow'
    """
    won = gain_at_once(facts.board, facts.move)
    if facts.after.is_checkmate():
        return ""
    kept = next((pawns for pawns in range(won, -1, -1) if keeps(facts.after, won, pawns)), None)
    if kept is None:
        return ""
    if not kept:
        is_capture = facts.is_capture
        return "loses nothing if only captures follow" if is_capture else "leaves nothing hanging"
    named = max(pawns for pawns in _NAMED_GAINS_PAWNS if pawns <= kept)
    about = worth(kept) if named == kept else f"at least {worth(named)}"
    prize = "it" if kept == won and not facts.move.promotion else about
    return f"wins {prize} if only captures follow"


def threatened(after: chess.Board) -> chess.Square | None:
    """Return the square of the best capture after a pass of the opponent; None in check, or if none wins anything."""
    if after.is_check():
        return None
    passed = after.copy(stack=False)
    passed.push(chess.Move.null())
    column = Positions.from_boards([passed])
    values = column.exchange_values()
    if not len(values) or values.max() <= 0:
        return None
    return column.legal_moves()[0][int(np.argmax(values))].to_square


_NOT_DRAWN = ("legal_move", "make_move", "different_pos")
"""Relations without arrows: the move has its own arrow, and that two squares differ needs none."""


def arrows(rule: Rule, vocabulary: Vocabulary, board: chess.Board, move: chess.Move) -> tuple[Arrow, ...]:
    """Return the arrows and marks that show why a rule suggests a move; () if it does not suggest it."""
    squares = MoveFacts(board, move).witness(rule, vocabulary)
    if squares is None:
        return ()
    lines: list[Arrow] = []
    marked: list[chess.Square] = []
    for literal in rule.body:
        places = vocabulary.find(literal.relation).places
        known = [
            squares[name]
            for name, place in zip(literal.arguments, places, strict=True)
            if place in SQUARE_PLACES and name in squares
        ]
        if len(known) == 1:
            marked += known
        elif literal.relation not in _NOT_DRAWN and set(known) != {move.from_square, move.to_square}:
            lines += [Arrow(tail, head, _colour(board, tail, move)) for tail, head in pairwise(known)]
    touched = {square for line in lines for square in (line.tail, line.head)} | {move.from_square, move.to_square}
    marks = [Arrow(square, colour=Colour.YELLOW) for square in marked if square not in touched]
    return tuple(dict.fromkeys([*lines, *marks]))


def find_examples(
    library: TacticsLibrary, tactics: Sequence[Tactic], evidence: Evidence, reference: Reference
) -> list[tuple[chess.Board, chess.Move] | None]:
    """Find for each tactic the first position with several legal moves in which it suggests only the reference move.

    No two tactics get the same position; a tactic for which there is none gets None.
    """
    legal = evidence.positions.legal_moves()
    right = evidence.targets({reference: 1.0}) > 0
    counts = np.diff(legal.offsets)
    position = np.repeat(np.arange(len(evidence)), counts)
    taken: set[int] = set()
    examples: list[tuple[chess.Board, chess.Move] | None] = []
    for rows in Coverage.of(evidence, library.vocabulary).rows([tactic.rule for tactic in tactics]):
        suggestions = np.bincount(position[rows], minlength=len(evidence))
        fitting = [row for row in rows if right[row] and suggestions[position[row]] == 1 and counts[position[row]] > 1]
        row = next((row for row in fitting if int(position[row]) not in taken), None)
        if row is None:
            examples.append(None)
            continue
        taken.add(int(position[row]))
        examples.append((evidence.positions[int(position[row])], decode_move(int(legal.codes[row]))))
    return examples


def draw_example(library: TacticsLibrary, tactic: Tactic, board: chess.Board, move: chess.Move) -> Drawing:
    """Draw the position and the move, with arrows between the pieces that make the tactic true."""
    return Drawing.of(board, move_arrow(move), *arrows(tactic.rule, library.vocabulary, board, move))


def _colour(board: chess.Board, square: chess.Square, move: chess.Move) -> Colour:
    is_ours = square == move.to_square or board.color_at(square) == board.turn
    return Colour.BLUE if is_ours else Colour.RED
