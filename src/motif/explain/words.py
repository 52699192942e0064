"""One sentence about this board: the cause, then its effect, then the line.

Each motif has its clause, which speaks of the men by name and square: "Nc7+ forks the king on e8 and the rook on a8".
"""

from __future__ import annotations

from collections.abc import Callable

import chess

from motif._core.board import flights, is_covered
from motif.board.wording import capitalised, listed, piece_on, pieces_on, with_article
from motif.explain.gains import Gain, price, promoted, spoils
from motif.motifs.motif import Line, Witness, exchange

Clause = Callable[["WitnessWords"], str]

MOST_WORDS = 25
"""Longer sentences are not read."""

MOST_LISTED = 4
"""More plies than these are not listed before the cause; the line shows them anyway."""


class WitnessWords:
    """A witness on its line, with the words for its men."""

    def __init__(self, line: Line, witness: Witness) -> None:
        self.line = line
        self.witness = witness
        self.ply = witness.ply
        self.before = line.boards[witness.ply]
        self.after = line.boards[witness.ply + 1]

    @property
    def move(self) -> str:
        """The witness's move, as it is written."""
        return san(self.line, self.ply)

    @property
    def by(self) -> str:
        """The man that does it."""
        return piece_on(self.after, self.witness.by)

    @property
    def mover(self) -> chess.PieceType:
        """The kind of man that moves."""
        kind = self.before.piece_type_at(self.line.moves[self.ply].from_square)
        assert kind is not None
        return kind

    @property
    def is_by_the_mover(self) -> bool:
        """Whether the man that does it is the one that moves."""
        return self.witness.by == self.line.moves[self.ply].to_square

    @property
    def taken_back_for(self) -> str:
        """What the man that is taken back had taken, in words; empty if it is not taken back."""
        step = self.line.steps[self.ply // 2]
        if not step.takes_back or step.answered_on is None:
            return ""
        return with_article(chess.piece_name(step.answered_on.piece_type_at(step.target) or chess.PAWN))

    @property
    def wins_at_once(self) -> bool:
        """Whether the capture wins something when all is taken back that can be."""
        return exchange(self.before, self.line.moves[self.ply]) >= 1

    def target(self, index: int = 0) -> str:
        """One of the men it is done to."""
        return piece_on(self.before, self.witness.against[index])

    def later(self, plies: int = 2) -> str:
        """A later move of the line."""
        return san(self.line, self.ply + plies)


def san(line: Line, ply: int) -> str:
    """A move of the line as it is written."""
    return line.boards[ply].san(line.moves[ply])


def moves(line: Line) -> str:
    """The line as it is written, numbered."""
    return line.start.variation_san(line.moves)


def sentence(line: Line, gain: Gain, witness: Witness) -> str:
    """Cause, effect and line in one sentence; what is won is not listed man by man when that gets too long."""
    effect = outcome(line, gain, witness)
    said = _said(line, witness, effect)
    if effect and len(said.split()) > MOST_WORDS:
        said = _said(line, witness, "wins material")
    return f"{capital(said)}: {moves(line)}."


def _said(line: Line, witness: Witness, effect: str) -> str:
    cause = CLAUSES[witness.motif](WitnessWords(line, witness))
    if effect:
        effect = f", so {san(line, 0)} {effect}" if cause.startswith("the ") else f", and {effect}"
    return f"{_introduction(line, witness.ply)}{cause}{effect}"


def _introduction(line: Line, ply: int) -> str:
    """What comes before: nothing, a few moves, or too many to list."""
    if ply > MOST_LISTED:
        return "in the end, "
    return f"after {moves_until(line, ply)}, " if ply else ""


def capital(text: str) -> str:
    """The text with a capital at the start, unless a move or a square stands there."""
    return capitalised(text) if text.startswith(("the ", "after ", "in the end")) else text


def moves_until(line: Line, ply: int) -> str:
    """The moves before a ply, without numbers."""
    return " ".join(san(line, earlier) for earlier in range(ply))


def outcome(line: Line, gain: Gain, witness: Witness | None = None) -> str:
    """What comes of it: "wins a rook", "mates in 2"; nothing more to say after a mate that was just named."""
    if gain.is_mate:
        is_named = witness is not None and witness.motif.endswith("mate")
        return "" if is_named else f"mates in {gain.mate_in}"
    won = spoils(line)
    made = promoted(line)
    parts = [f"makes {with_article(chess.piece_name(made))}"] if made else []
    parts += [f"wins {won}"] if won else []
    paid = f" for {price(line)}" if made and not won and price(line) else ""
    return " and ".join(parts) + paid


def _fork(scene: WitnessWords) -> str:
    return f"{scene.move} forks {pieces_on(scene.before, scene.witness.against)}"


def _pin(scene: WitnessWords) -> str:
    pinned, behind = scene.witness.against
    pinner = f"{scene.move} pins" if scene.is_by_the_mover else f"{scene.by} pins"
    return f"{pinner} {piece_on(scene.after, pinned)} to {piece_on(scene.after, behind)}"


def _skewer(scene: WitnessWords) -> str:
    return f"{scene.move} drives {scene.target(0)} away, and {scene.target(1)} behind it falls"


def _x_ray(scene: WitnessWords) -> str:
    slider = piece_on(scene.before, scene.line.moves[scene.ply + 2].from_square)
    return (
        f"{scene.move} works because {slider} looks through {scene.target()} at {chess.square_name(scene.witness.by)}"
    )


def _discovered_attack(scene: WitnessWords) -> str:
    return f"{scene.move} opens the line from {scene.by} to {scene.target()}"


def _discovered_check(scene: WitnessWords) -> str:
    if scene.before.is_castling(scene.line.moves[scene.ply]):
        return f"{scene.move} gives check with {scene.by}"
    return f"{scene.move} uncovers a check by {scene.by}"


def _double_check(scene: WitnessWords) -> str:
    return f"{scene.move} gives check with {pieces_on(scene.after, scene.witness.along)} at once, so the king must move"


def _clearance(scene: WitnessWords) -> str:
    slider = piece_on(scene.before, scene.witness.by)
    return f"{scene.move} makes way for {slider} to play {scene.later()}"


def _hanging(scene: WitnessWords) -> str:
    return f"{scene.move} takes {scene.target()}, which nothing defends"


def _winning_capture(scene: WitnessWords) -> str:
    square = scene.witness.against[0]
    if scene.taken_back_for:
        return f"{scene.move} takes back {scene.target()}, which took only {scene.taken_back_for}"
    if not scene.wins_at_once:
        return f"{scene.move} takes {scene.target()}, and to take back would cost more"
    guarded = is_covered(scene.before, square)
    weak = "which is not defended well enough" if guarded else "which nothing defends"
    taken, taker = scene.before.piece_type_at(square), scene.mover
    if guarded and taken is not None and taken > taker and {taken, taker} != {chess.KNIGHT, chess.BISHOP}:
        weak = f"which is worth more than the {chess.piece_name(taker)}"
    return f"{scene.move} takes {scene.target()}, {weak}"


def _abandoned_defence(scene: WitnessWords) -> str:
    assert scene.line.lead is not None
    board, left = scene.line.lead
    return f"{scene.move} takes {scene.target()}, which {board.san(left)} left with too few guards"


def _threat(scene: WitnessWords) -> str:
    could_go = any(flights(scene.after, scene.witness.against[0]))
    return (
        f"{scene.move} attacks {scene.target()}, which cannot be {'saved without greater loss' if could_go else 'held'}"
    )


def _mate_threat(scene: WitnessWords) -> str:
    passed = scene.after.copy(stack=False)
    passed.push(chess.Move.null())
    origin, target = scene.witness.along
    mating = next(move for move in passed.legal_moves if (move.from_square, move.to_square) == (origin, target))
    return f"{scene.move} threatens mate by {passed.san(mating)}"


def _trapped(scene: WitnessWords) -> str:
    return f"{scene.move} leaves {scene.target()} without a safe square"


def _captured_defender(scene: WitnessWords) -> str:
    return f"{scene.move} takes {scene.target(0)}, which guards {scene.target(1)}"


def _deflection(scene: WitnessWords) -> str:
    return f"{scene.move} draws {scene.target(0)} away from {scene.target(1)}"


def _overloaded(scene: WitnessWords) -> str:
    guard, first, second = scene.witness.against
    duties = f"{piece_on(scene.before, first)} and {piece_on(scene.before, second)}"
    return f"{piece_on(scene.before, guard)} cannot guard both {duties}"


def _interference(scene: WitnessWords) -> str:
    return f"{scene.move} cuts {scene.target(0)} off from {scene.target(1)}"


def _self_interference(scene: WitnessWords) -> str:
    return f"{scene.later(1)} cuts {piece_on(scene.after, scene.witness.against[0])} off from {scene.target(1)}"


def _attraction(scene: WitnessWords) -> str:
    return (
        f"{scene.move} draws {scene.target()} to {chess.square_name(scene.witness.by)}, where {scene.later()} hits it"
    )


def _pawn(scene: WitnessWords) -> str:
    pawn = chess.square_name(scene.line.moves[scene.ply].from_square)
    return f"the pawn on {pawn} cannot be stopped after {scene.move}"


def _promotion(scene: WitnessWords) -> str:
    pawn = chess.square_name(scene.line.moves[scene.ply].from_square)
    return f"the pawn on {pawn} promotes with {scene.move}"


def _en_passant(scene: WitnessWords) -> str:
    return f"{scene.move} takes the pawn on {chess.square_name(scene.witness.against[0])} in passing"


def _intermezzo(scene: WitnessWords) -> str:
    taken = piece_on(scene.before, scene.witness.against[0])
    return f"{scene.move} comes in between, with check, before {taken} is taken back"


def _mate(name: str) -> Clause:
    def clause(scene: WitnessWords) -> str:
        held_by = scene.witness.along
        board = scene.after
        own = [square for square in held_by if board.color_at(square) == board.turn]
        others = [square for square in held_by if board.color_at(square) != board.turn]
        king = piece_on(board, scene.witness.against[0])
        if own and len(own) == len(held_by):
            verb = "stands" if len(own) == 1 else "stand"
            return f"{scene.move} is {name}: {_some(board, own)} {verb} in the way of {king}"
        helps = "helps" if len(others) == 1 else "help"
        helpers = _some(board, others) if len(others) <= 2 else "the other men"
        return f"{scene.move} is {name}: {helpers} {helps} to hold {king}" if others else f"{scene.move} is {name}"

    return clause


def _some(board: chess.Board, squares: list[chess.Square]) -> str:
    """Up to two men by name."""
    return listed([piece_on(board, square) for square in squares[:2]]) if len(squares) <= 2 else "its own men"


CLAUSES: dict[str, Clause] = {
    "fork": _fork,
    "king fork": _fork,
    "pin": _pin,
    "relative pin": _pin,
    "skewer": _skewer,
    "x-ray": _x_ray,
    "discovered attack": _discovered_attack,
    "discovered check": _discovered_check,
    "double check": _double_check,
    "clearance": _clearance,
    "hanging piece": _hanging,
    "winning capture": _winning_capture,
    "threat": _threat,
    "mate threat": _mate_threat,
    "trapped piece": _trapped,
    "capture of the defender": _captured_defender,
    "abandoned defence": _abandoned_defence,
    "deflection": _deflection,
    "overloaded defender": _overloaded,
    "interference": _interference,
    "self-interference": _self_interference,
    "attraction": _attraction,
    "intermezzo": _intermezzo,
    "advanced pawn": _pawn,
    "promotion": _promotion,
    "underpromotion": _promotion,
    "en passant": _en_passant,
    "mate": _mate("mate"),
    "back rank mate": _mate("a back rank mate"),
    "smothered mate": _mate("a smothered mate"),
    "Anastasia's mate": _mate("Anastasia's mate"),
    "Arabian mate": _mate("an Arabian mate"),
    "Boden's mate": _mate("Boden's mate"),
    "double bishop mate": _mate("a double bishop mate"),
    "dovetail mate": _mate("a dovetail mate"),
    "hook mate": _mate("a hook mate"),
    "epaulette mate": _mate("an epaulette mate"),
    "opera mate": _mate("an opera mate"),
    "Pillsbury's mate": _mate("Pillsbury's mate"),
    "corner mate": _mate("a corner mate"),
}
"""The clause of every motif that can be a cause."""


# The words for what a line nets where it saves a draw, or where nobody knows whether it only takes back.

FIRST_WORDS = ("The ", "After ", "In the end")


def within(sentence: str) -> str:
    """A sentence as part of another: its first word small, unless a move or a square stands there.

    >>> within("The pawn on a7 promotes."), within("Nc7+ forks.")
    ('the pawn on a7 promotes.', 'Nc7+ forks.')
    """
    return sentence[:1].lower() + sentence[1:] if sentence.startswith(FIRST_WORDS) else sentence


def is_long(sentence: str) -> bool:
    """Whether nobody reads what stands before the line."""
    return len(sentence.partition(": ")[0].split()) > MOST_WORDS


def netted(line: Line) -> str:
    """What a capture nets from this board, where it may only take back."""
    taken = piece_on(line.start, line.moves[0].to_square)
    won = spoils(line) or "material"
    takes = f"{san(line, 0)} takes {taken} (or takes it back, if it has just captured)"
    return f"{takes} and nets {won}: {moves(line)}."


def saved_draw(line: Line, gain: Gain, witness: Witness | None) -> str:
    """How a draw is saved: by what is won, by the cause that passed the check, and by how the line ends."""
    won = outcome(line, gain) if gain.is_something else ""
    saves = f"{won} and saves the draw" if won else f"saves the draw{means(line)}"
    if witness is None or witness.motif not in CLAUSES:
        return f"{san(line, 0)} {saves}: {moves(line)}."
    before = f"after {moves_until(line, witness.ply)}, " if witness.ply else ""
    return f"{capital(before + CLAUSES[witness.motif](WitnessWords(line, witness)))}, and {saves}: {moves(line)}."


def means(line: Line) -> str:
    """By which rule a line ends in a draw, in words; empty where it does not."""
    end = line.end
    if end.is_stalemate():
        return " by stalemate"
    if end.is_insufficient_material():
        return " because nobody can mate any more"
    again = [
        ply
        for ply, board in enumerate(line.boards[:-1])
        if board.board_fen() == end.board_fen() and board.turn == end.turn
    ]
    if not again:
        return ""
    checks = all(line.boards[ply + 1].is_check() for ply in range(again[-1], len(line.moves)) if ply % 2 == 0)
    return " by perpetual check" if checks else " by repetition"


def was_there(line: Line, gain: Gain) -> bool:
    """Whether all that a quiet move is to win could be taken at once, by the same capture."""
    if len(line.moves) < 3 or line.start.is_capture(line.moves[0]) or line.start.gives_check(line.moves[0]):
        return False
    capture = line.moves[2]
    is_one = line.start.is_legal(capture) and line.start.is_capture(capture)
    return is_one and not gain.is_mate and exchange(line.start, capture) >= gain.pawns
