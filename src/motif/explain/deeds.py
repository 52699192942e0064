"""Say what a line does: the moves up to where the point is made, the clause of its motif, and what it wins.

The clauses are in `phrases.gains`; here the names are filled in. A deed is said in three forms: as a sentence ("Nc7+
forks the king and the rook."), after a colon ("…: Nc7+ wins a rook") and after a verb ("misses Nc7+, which forks …").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import chess

from motif._core.board import flights, is_covered
from motif.board.wording import capitalised, listed, piece_on, pieces_on, with_article
from motif.engines.evaluator import after
from motif.explain.gains import Gain, price, promoted, spoils
from motif.explain.phrases.gains import BECAUSE, DRAWS, GAINS, HOW_MATE, MATES, joined
from motif.explain.phrases.mistakes import shortest
from motif.motifs.catalogue import find_witnesses
from motif.motifs.motif import Line, Witness, exchange, worth

MOST_LISTED_PLIES = 5
"""A longer line is not listed in a sentence; the line shown with it has all moves."""

PLAIN_PLIES = 3
"""A player sees what so short a line wins, though not all of it is forced."""

DECISIVE = frozenset({"fork", "king fork", "skewer", "discovered attack", "discovered check"})
"""Motifs that anyone sees on the board once the moves before are played."""

SMALL = {"pawn", "pawns", "knight", "bishop"}

MOST_HELPERS = 2
"""A mate is explained by this many pieces at most."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A line's deed as text: each form with shorter ones after it."""

    moves: tuple[str, ...]
    """The moves up to the one that does it."""
    clauses: tuple[str, ...]
    """What that one does, from the fullest words to the fewest."""
    mate: str = ""
    """What the mate is called, where the last of the moves is mate."""
    how: str = ""
    """Why the king cannot escape."""

    @property
    def sentence(self) -> str:
        """The deed as a whole sentence."""
        if self.mate:
            mated = capital(self._mated)
            return shortest(tuple(f"{text}." for text in (f"{mated}: {self.how}", mated)[not self.how :]))
        return shortest(tuple(f"{capital(text)}." for text in self.after_colon))

    @property
    def after_colon(self) -> tuple[str, ...]:
        """The deed as a clause."""
        if self.mate:
            return (self._mated,)
        return tuple(f"{_lead(self.moves)}{self.moves[-1]} {clause}" for clause in self.clauses)

    @property
    def bare(self) -> tuple[str, ...]:
        """The moves and what is won, where the rest is said already."""
        return self.after_colon[-1:]

    @property
    def after_verb(self) -> tuple[str, ...]:
        """The deed as the object of "allows" or "misses"."""
        first, *others = self.moves
        if self.mate and len(self.moves) > MOST_LISTED_PLIES:
            return (f"{first}, which mates in {self._mate_in}",)
        if self.mate and others:
            return (f"{first}: {_lead(others)}{others[-1]} is {self.mate}",)
        if self.mate:
            plain = f"{first}, {self.mate}"
            return (f"{plain}: {self.how}", plain) if self.how else (plain,)
        if others:
            return tuple(f"{first}: {_lead(others)}{others[-1]} {clause}" for clause in self.clauses)
        return tuple(f"{first}, which {clause}" for clause in self.clauses)

    @property
    def _mate_in(self) -> int:
        return len(self.moves) // 2 + 1

    @property
    def _mated(self) -> str:
        if len(self.moves) > MOST_LISTED_PLIES:
            return f"{self.moves[0]} mates in {self._mate_in}"
        return f"{_lead(self.moves)}{self.moves[-1]} is {self.mate}"


def _lead(moves: Sequence[str]) -> str:
    """The moves before the last one, as the start of a clause."""
    if len(moves) > MOST_LISTED_PLIES:
        return "in the end "
    return f"after {' '.join(moves[:-1])}, " if len(moves) > 1 else ""


def deed_of(line: Line, gain: Gain, witness: Witness | None, *, may_recapture: bool = False) -> Deed:
    """What a line does, by a witness that passed its check; without the move before, a capture may be a recapture."""
    effect = outcome(line, gain)
    if may_recapture:
        clause = _said("may recapture", target=piece_on(line.start, line.moves[0].to_square))
        return Deed((san(line, 0),), (joined(clause, effect), clause))
    if gain.mate_in == 1 or (gain.is_mate and (witness is None or witness.motif in MATES)):
        name = MATES.get(witness.motif, "mate") if witness is not None else "mate"
        moves = tuple(san(line, ply) for ply in range(len(line.moves)))
        return Deed(moves, (), name, _how_mate(line, witness) if len(moves) == 1 else "")
    if gain.saves_draw:
        saves = "saves the draw"
        effect = f"{effect} and {saves}" if gain.is_something else f"{saves}{by_rule(line)}"
    if witness is None or witness.motif not in CLAUSES:
        witness = _decisive(line, gain)
    if witness is None:
        return _without_motif(line, gain, effect or "wins material")
    scene = Scene(line, witness, effect)
    clause = CLAUSES[witness.motif](scene)
    moves = tuple(san(line, ply) for ply in range(scene.ply + 1))
    whole = joined(clause, effect)
    clauses = (clause,) if scene.is_whole else (whole, briefer(whole), clause)
    if effect:
        clauses = (*clauses, effect)
    return Deed(moves, tuple(dict.fromkeys(each for each in clauses if not each.startswith(BECAUSE))))


def briefer(clause: str) -> str:
    """Leave out where a king or queen is, if the clause names only one.

    >>> briefer("forks the king on e8 and the rook on a8")
    'forks the king and the rook on a8'
    """
    for piece in ("king", "queen"):
        square = re.compile(rf"the {piece} on [a-h][1-8]")
        if len(square.findall(clause)) == 1:
            clause = square.sub(f"the {piece}", clause)
    return clause


def _decisive(line: Line, gain: Gain) -> Witness | None:
    """A fork or the like, after moves that all force, of the piece that is captured last and is worth the gain."""
    last = len(line.moves) - 1
    if gain.is_mate or gain.saves_draw or last % 2 or not line.steps[-1].is_capture:
        return None
    captured = line.moves[-1].to_square
    forcing = [step.is_check or step.is_capture for step in line.steps]
    for witness in find_witnesses(line):
        is_seen = 0 < witness.ply == last - 2 and all(forcing[: witness.ply // 2 + 1])
        if witness.motif in DECISIVE and is_seen and captured in witness.against:
            return witness if worth(line.boards[-2], captured) >= gain.pawns else None
    return None


def _without_motif(line: Line, gain: Gain, effect: str) -> Deed:
    """The deed of a line where no motif passed its check: an exchange, a threat, or the moves themselves."""
    first = line.steps[0]
    square = _only_square(line)
    if square is not None and gain.is_something and not gain.saves_draw:
        return Deed((san(line, 0),), (_said("exchange", effect=effect, square=chess.square_name(square)), effect))
    if was_there(line, gain):
        return Deed((san(line, 2),), (f"{effect} with or without {san(line, 0)}",))
    if not (first.is_capture or first.is_check):
        if (later := _later_attack(line)) and not gain.saves_draw:
            return Deed(tuple(san(line, ply) for ply in range(3)), (joined(later, effect), effect))
        clause = "" if gain.saves_draw else _attack(line)
        if clause:
            return Deed((san(line, 0),), (joined(clause, effect), effect))
    last = len(line.moves) - 1 if len(line.moves) % 2 else len(line.moves) - 2
    listed_to = last + 1 if last < MOST_LISTED_PLIES else 1
    return Deed(tuple(san(line, ply) for ply in range(listed_to)), (effect,))


def was_there(line: Line, gain: Gain) -> bool:
    """Whether all that a quiet move is to win could be taken at once, by the same capture."""
    if len(line.moves) < 3 or line.start.is_capture(line.moves[0]) or line.start.gives_check(line.moves[0]):
        return False
    capture = line.moves[2]
    is_one = line.start.is_legal(capture) and line.start.is_capture(capture)
    return is_one and not gain.is_mate and exchange(line.start, capture) >= gain.pawns


def _only_square(line: Line) -> chess.Square | None:
    """The square on which all of a line's captures happen, where there is more than one and nothing else."""
    squares = {move.to_square for move in line.moves}
    is_exchange = len(line.moves) > 1 and all(line.boards[ply].is_capture(move) for ply, move in enumerate(line.moves))
    return squares.pop() if is_exchange and len(squares) == 1 else None


def _attack(line: Line) -> str:
    """What a quiet first move attacks or threatens; empty where that is nothing."""
    passed = line.boards[1].copy(stack=False)
    passed.push(chess.Move.null())
    mate = next((move for move in passed.legal_moves if _mates(passed, move)), None) if passed.is_valid() else None
    if mate is not None:
        return _said("mate threat", threat=passed.san(mate).rstrip("#"))
    victims = newly_attacked(line.start, line.boards[1])
    # A pawn or minor piece that falls somewhere else has little to do with the attack.
    if set(spoils(line).partition(" for ")[0].split()) & SMALL and _captured_later(line).isdisjoint(victims):
        return ""
    return _said("threat", targets=pieces_on(line.boards[1], victims[:MOST_HELPERS])) if victims else ""


def _later_attack(line: Line) -> str:
    """What the second move of a line attacks, where that is captured and what the first one attacks is not."""
    if len(line.moves) < 5 or line.boards[2].is_capture(line.moves[2]) or line.steps[1].is_check:
        return ""
    if not _captured_later(line).isdisjoint(newly_attacked(line.start, line.boards[1])):
        return ""
    captured = _captured_later(line, 3)
    victims = [square for square in newly_attacked(line.boards[2], line.boards[3]) if square in captured]
    return _said("threat", targets=pieces_on(line.boards[3], victims[:MOST_HELPERS])) if victims else ""


def _captured_later(line: Line, since: int = 1) -> set[chess.Square]:
    """The squares, on the board after `since` plies, of the pieces that the winner captures later on the line."""
    pieces = {square: square for square in chess.SquareSet(line.boards[since].occupied)}
    captured = set()
    for ply, move in enumerate(line.moves[since:], start=since):
        victim = pieces.pop(move.to_square, None)
        if victim is not None and ply % 2 == 0:
            captured.add(victim)
        if move.from_square in pieces:
            pieces[move.to_square] = pieces.pop(move.from_square)
    return captured


def _mates(board: chess.Board, move: chess.Move) -> bool:
    return board.gives_check(move) and after(board, move).is_checkmate()


def is_seen(line: Line) -> bool:
    """Whether a player sees how a line wins though no motif passed its check: it forces, attacks or threatens mate."""
    first = line.steps[0]
    if not (first.is_capture or first.is_check):
        return bool(_attack(line))
    if first.is_capture and not first.takes_back and exchange(line.start, first.move) >= 1:
        return True
    plies = len(line.moves) - (len(line.moves) + 1) % 2
    return plies <= PLAIN_PLIES or all(step.is_capture or step.is_check for step in line.steps)


class Scene:
    """A witness on its line, with the words for its pieces."""

    def __init__(self, line: Line, witness: Witness, effect: str) -> None:
        self.line = line
        self.witness = witness
        self.effect = effect
        self.ply = witness.ply
        self.before = line.boards[witness.ply]
        self.after = line.boards[witness.ply + 1]
        self.is_whole = False
        """Whether the clause says what is won as well."""

    @property
    def move(self) -> chess.Move:
        """The move that does it."""
        return self.line.moves[self.ply]

    @property
    def by(self) -> str:
        """The piece that does it."""
        return piece_on(self.after, self.witness.by)

    @property
    def result(self) -> str:
        """What is won; with the piece that the move captures, where the gain in the end is another one."""
        taken = self.before.piece_type_at(self.move.to_square)
        won = self.effect.partition(" for ")[0]
        is_piece = taken is not None and taken != chess.PAWN
        if not is_piece or not won.startswith("wins ") or chess.piece_name(taken) in won:
            return self.effect or "wins material"
        return _said("in the end", target=piece_on(self.before, self.move.to_square), effect=self.effect)

    def target(self, index: int = 0) -> str:
        """One of the pieces that it is done to."""
        return piece_on(self.before, self.witness.against[index])

    def later(self, plies: int = 2) -> str:
        """A later move of the line; the next but one is the winner's."""
        return san(self.line, self.ply + plies)


def san(line: Line, ply: int) -> str:
    """A move of the line; the sentence says that it is mate."""
    return line.boards[ply].san(line.moves[ply]).rstrip("#")


def moves(line: Line) -> str:
    """The line with its move numbers."""
    return line.start.variation_san(line.moves)


def capital(text: str) -> str:
    """The text with a capital at the start, unless it begins with a move."""
    return capitalised(text) if text.startswith(("after ", "in the end ")) else text


def outcome(line: Line, gain: Gain) -> str:
    """The result of a line: "wins a rook", "mates in 2"."""
    if gain.is_mate:
        return f"mates in {gain.mate_in}"
    won, made = spoils(line), promoted(line)
    parts = [f"makes {with_article(chess.piece_name(made))}"] if made else []
    parts += [f"wins {won}"] if won else []
    paid = f" for {price(line)}" if made and not won and price(line) else ""
    return " and ".join(parts) + paid


def by_rule(line: Line) -> str:
    """The rule by which a line ends in a draw, as text; empty where it does not."""
    rule = _rule(line)
    return f" {DRAWS[rule]}" if rule else ""


def _rule(line: Line) -> str:
    end = line.end
    if end.is_stalemate():
        return "stalemate"
    if end.is_insufficient_material():
        return "bare kings"
    again = [
        ply
        for ply, board in enumerate(line.boards[:-1])
        if board.board_fen() == end.board_fen() and board.turn == end.turn
    ]
    if not again:
        return ""
    checks = all(line.boards[ply + 1].is_check() for ply in range(again[-1], len(line.moves)) if ply % 2 == 0)
    return "perpetual check" if checks else "repetition"


# The clause of each motif.


def _said(key: str, **names: str) -> str:
    return GAINS[key].words.format(**names)


def _fork(scene: Scene) -> str:
    return _said("fork", targets=pieces_on(scene.before, scene.witness.against))


def _pin(scene: Scene) -> str:
    pinned, behind = (piece_on(scene.after, square) for square in scene.witness.against)
    if scene.witness.by == scene.move.to_square:
        return _said("pin", pinned=pinned, behind=behind)
    return _said("uses a pin", pinner=scene.by, pinned=pinned, behind=behind)


def _skewer(scene: Scene) -> str:
    return _said("skewer", front=scene.target(0), behind=scene.target(1))


def _x_ray(scene: Scene) -> str:
    slider = piece_on(scene.before, scene.line.moves[scene.ply + 2].from_square)
    return _said("x-ray", slider=slider, square=chess.square_name(scene.witness.by), target=scene.target())


def _discovered_attack(scene: Scene) -> str:
    return _said("discovered attack", slider=scene.by, target=scene.target())


def _discovered_check(scene: Scene) -> str:
    key = "check by castling" if scene.before.is_castling(scene.move) else "discovered check"
    return _said(key, slider=scene.by)


def _double_check(scene: Scene) -> str:
    return _said("double check")


def _clearance(scene: Scene) -> str:
    return _said("clearance", next=scene.later())


def _hanging(scene: Scene) -> str:
    square = scene.witness.against[0]
    piece = chess.piece_name(scene.before.piece_type_at(square) or chess.PAWN)
    plain = f"wins {with_article(piece)}"
    if scene.effect.startswith(plain):
        scene.is_whole = True
        return _said("wins undefended", piece=piece, rest=scene.effect.removeprefix(plain))
    if scene.effect.startswith("wins ") and scene.ply == 0:
        # Something else is lost for it: what is won in all says more.
        scene.is_whole = True
        return scene.result
    if scene.effect.startswith("wins ") and piece not in scene.effect:
        # The piece is captured, although a piece is lost later: "captures the queen, winning a rook" says two things.
        scene.is_whole = True
    return _said("undefended", piece=piece, square=chess.square_name(square))


def _winning_capture(scene: Scene) -> str:
    square = scene.witness.against[0]
    step = scene.line.steps[scene.ply // 2]
    if step.takes_back and step.answered_on is not None:
        taken = chess.piece_name(step.answered_on.piece_type_at(step.target) or chess.PAWN)
        return _said("recaptures", target=scene.target(), taken=with_article(taken))
    target, taker = scene.target(), scene.move.from_square
    if (guard := _pinned_guard(scene)) is not None:
        return _said("recapture pinned", target=target, guard=piece_on(scene.after, guard))
    if exchange(scene.before, scene.move) < 1:
        if _is_recapture_punished(scene):
            return _said("recapture fails", target=target, recapture=scene.later(1), next=scene.later(2))
        if (failing := _failing_recapture(scene)) is not None:
            return _said("recapture fails", target=target, recapture=failing[0], next=failing[1])
        scene.is_whole = bool(scene.effect)
        return _said("recapture costs more", effect=scene.result)
    if not is_covered(scene.before, square):
        return _hanging(scene)
    scene.is_whole = bool(scene.effect)
    if worth(scene.before, square) > worth(scene.before, taker):
        return scene.result if scene.effect else _said("worth more", target=target)
    return _said("too few defenders", effect=scene.result, square=chess.square_name(square))


def _pinned_guard(scene: Scene) -> chess.Square | None:
    """The one piece that would recapture, if a pin to its king forbids it."""
    board, square = scene.after, scene.move.to_square
    guards = board.attackers(board.turn, square)
    if len(guards) != 1 or any(move.to_square == square for move in board.generate_legal_captures()):
        return None
    (guard,) = guards
    return guard if board.is_pinned(board.turn, guard) else None


def _failing_recapture(scene: Scene) -> tuple[str, str] | None:
    """The recapture with the least piece, and a capture after it that wins more than was given."""
    board, square = scene.after, scene.move.to_square
    recaptures = list(board.generate_legal_captures(to_mask=chess.BB_SQUARES[square]))
    if not recaptures:
        return None
    recapture = min(recaptures, key=lambda move: worth(board, move.from_square))
    there = after(board, recapture)
    given = worth(board, square) - worth(scene.before, square)
    captures = {move: exchange(there, move) for move in there.generate_legal_captures()}
    best = max(captures, key=lambda move: captures[move], default=None)
    if best is None or captures[best] <= max(0, given):
        return None
    return board.san(recapture).rstrip("#"), there.san(best).rstrip("#")


def _is_recapture_punished(scene: Scene) -> bool:
    """Whether the line goes on with the recapture and a capture elsewhere."""
    line, ply = scene.line, scene.ply
    if len(line.moves) < ply + 3 or line.moves[ply + 1].to_square != scene.move.to_square:
        return False
    return line.boards[ply + 2].is_capture(line.moves[ply + 2]) or line.boards[ply + 3].is_checkmate()


def _abandoned_defence(scene: Scene) -> str:
    assert scene.line.lead is not None
    board, left = scene.line.lead
    return _said("abandoned defence", target=scene.target(), left=board.san(left))


def _threat(scene: Scene) -> str:
    square = scene.witness.against[0]
    piece = chess.piece_name(scene.after.piece_type_at(square) or chess.PAWN)
    if scene.after.is_pinned(scene.after.turn, square):
        return _said("threat, pinned", piece=piece, square=chess.square_name(square))
    victims = [each for each in newly_attacked(scene.before, scene.after) if each != square]
    is_pawn = scene.after.piece_type_at(square) == chess.PAWN
    if victims or is_pawn or any(flights(scene.after, square)):
        return _said("threat", targets=pieces_on(scene.after, [square, *victims[:1]]))
    return _said("threat, lost", target=scene.target())


def newly_attacked(before: chess.Board, following: chess.Board) -> list[chess.Square]:
    """The opponent's pieces that the last move newly attacks so that a capture wins something, the dearest first."""
    passed = following.copy(stack=False)
    passed.push(chess.Move.null())
    if following.is_check() or not passed.is_valid():
        return []
    found = {
        move.to_square
        for move in passed.generate_legal_captures()
        if not passed.is_en_passant(move) and exchange(passed, move) >= 1
    }
    old = {move.to_square for move in before.generate_legal_captures() if exchange(before, move) >= 1}
    return sorted(found - old, key=lambda square: -worth(passed, square))


def _mate_threat(scene: Scene) -> str:
    passed = scene.after.copy(stack=False)
    passed.push(chess.Move.null())
    origin, target = scene.witness.along
    mating = next(move for move in passed.legal_moves if (move.from_square, move.to_square) == (origin, target))
    return _said("mate threat", threat=passed.san(mating).rstrip("#"))


def _trapped(scene: Scene) -> str:
    return _said("trapped piece", target=scene.target())


def _captured_defender(scene: Scene) -> str:
    return _said("capture of the defender", guard=scene.target(0), target=scene.target(1))


def _deflection(scene: Scene) -> str:
    return _said("deflection", guard=scene.target(0), target=scene.target(1))


def _overloaded(scene: Scene) -> str:
    guard, first, second = (piece_on(scene.before, square) for square in scene.witness.against)
    return _said("overloaded defender", guard=guard, first=first, second=second)


def _interference(scene: Scene) -> str:
    return _said("interference", guard=scene.target(0), target=scene.target(1))


def _self_interference(scene: Scene) -> str:
    guard = piece_on(scene.after, scene.witness.against[0])
    return _said("self-interference", reply=scene.later(1), guard=guard, target=scene.target(1))


def _attraction(scene: Scene) -> str:
    square = chess.square_name(scene.witness.by)
    return _said("attraction", target=scene.target(), square=square, next=scene.later())


def _pawn(scene: Scene) -> str:
    return _said("unstoppable pawn", square=chess.square_name(scene.move.from_square))


def _promotion(scene: Scene) -> str:
    scene.is_whole = bool(scene.effect)
    return scene.effect or _said("promotion")


def _en_passant(scene: Scene) -> str:
    return _said("en passant", target=f"the pawn on {chess.square_name(scene.witness.against[0])}")


def _intermezzo(scene: Scene) -> str:
    return _said("intermezzo", target=scene.target())


CLAUSES: dict[str, Callable[[Scene], str]] = {
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
}
"""The clause of every motif that can be a cause; mates have none, they are named."""


# Why a king cannot escape a mate.


def _how_mate(line: Line, witness: Witness | None) -> str:
    """Who protects the mating piece or covers the escape squares, or what shuts the king in."""
    if witness is None:
        return ""
    if witness.motif not in MATES:
        clause = CLAUSES[witness.motif](Scene(line, witness, "")) if witness.motif in CLAUSES else ""
        return clause.removeprefix(BECAUSE) if clause.startswith(BECAUSE) else ""
    board, mating = line.end, line.moves[-1].to_square
    king, winner = witness.against[0], line.winner
    if mating in chess.SquareSet(chess.BB_KING_ATTACKS[king]) and board.piece_type_at(mating) != chess.KNIGHT:
        helper = min(board.attackers(winner, mating), key=lambda square: worth(board, square), default=None)
        piece = chess.piece_name(board.piece_type_at(mating) or chess.PAWN)
        if helper is not None:
            return HOW_MATE["protected"].words.format(helper=piece_on(board, helper), piece=piece)
    own = [square for square in witness.along if board.color_at(square) == board.turn]
    if own and len(own) == len(witness.along):
        blockers = listed([piece_on(board, square) for square in own]) if len(own) <= MOST_HELPERS else _own(board, own)
        return HOW_MATE["shut in"].words.format(blockers=blockers)
    helpers = [square for square in witness.along if board.color_at(square) == winner]
    if helpers and len(helpers) <= MOST_HELPERS:
        names = listed([piece_on(board, square) for square in helpers])
        return HOW_MATE["covered"].words.format(helpers=names, cover="covers" if len(helpers) == 1 else "cover")
    return ""


def _own(board: chess.Board, squares: list[chess.Square]) -> str:
    are_pawns = all(board.piece_type_at(square) == chess.PAWN for square in squares)
    return f"its own {'pawns' if are_pawns else 'pieces'}"
