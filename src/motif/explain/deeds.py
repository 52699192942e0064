"""Say what a line does: the moves up to the point, the clause of its motif, and what it wins.

`clauses` fills in names. A deed has three forms: a sentence ("Nc7+ forks the king and the rook."), a clause after a
colon ("…: Nc7+ wins a rook") and a clause after a verb ("misses Nc7+, which forks …").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import chess

from motif.board.wording import capitalised, piece_on, pieces_on, with_article
from motif.explain.clauses import CLAUSES, MOST_HELPERS, Scene, how_mate, mating_move, newly_attacked, san
from motif.explain.gains import Gain, material_won, price, promoted
from motif.explain.phrases.gains import BECAUSE, DRAWS, MATES, joined, said
from motif.explain.phrases.mistakes import shortest
from motif.motifs.catalogue import find_witnesses
from motif.motifs.motif import Line, Witness, exchange, worth

MOST_LISTED_PLIES = 5
"""A longer line is not listed in a sentence; all its moves are shown separately."""

MOST_MOVES_COUNTED = 5
"""The longest mate whose moves are counted in a sentence."""

PLAIN_PLIES = 3
"""In a line this short a player sees what is won, even if not every move is forced."""

DECISIVE = frozenset({"fork", "king fork", "skewer", "discovered attack", "discovered check"})
"""Motifs that every player sees once the moves before them are played."""

PINS = frozenset({"pin", "relative pin"})

MORE_THAN_A_PAWN_CP = 300
"""If the score gains this much, a fork or pin is not said to win a pawn, and a pawn won later is not the point."""

SMALL = {"pawn", "pawns", "knight", "bishop"}


@dataclass(frozen=True, slots=True)
class Deed:
    """What a line does, as text: each form with shorter versions after it."""

    moves: tuple[str, ...]
    """The moves up to and including the decisive one."""
    clauses: tuple[str, ...]
    """What the decisive move does, from the fullest wording to the shortest."""
    mate: str = ""
    """The name of the mate, if the last move mates."""
    how: str = ""
    """Why the king cannot escape."""

    @property
    def sentence(self) -> str:
        if self.mate:
            mated = capital(self._mated)
            return shortest(tuple(f"{text}." for text in (f"{mated}: {self.how}", mated)[not self.how :]))
        return shortest(tuple(f"{capital(text)}." for text in self.after_colon))

    @property
    def after_colon(self) -> tuple[str, ...]:
        """The clause after a colon."""
        if self.mate:
            return (self._mated,)
        return tuple(f"{_lead(self.moves)}{self.moves[-1]} {clause}" for clause in self.clauses)

    @property
    def bare(self) -> tuple[str, ...]:
        """Only the moves and what is won, if the rest has been said."""
        return self.after_colon[-1:]

    @property
    def after_verb(self) -> tuple[str, ...]:
        """The clause after "allows" or "misses"."""
        first, *others = self.moves
        if self.mate and len(self.moves) > MOST_LISTED_PLIES:
            return (f"{first}, which {_mates_in(self._mate_in)}",)
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
            return f"{self.moves[0]} {_mates_in(self._mate_in)}"
        return f"{_lead(self.moves)}{self.moves[-1]} is {self.mate}"


def _lead(moves: Sequence[str]) -> str:
    """The moves before the last one, as the start of a clause."""
    if len(moves) > MOST_LISTED_PLIES:
        return "in the end "
    return f"after {' '.join(moves[:-1])}, " if len(moves) > 1 else ""


def deed_of(line: Line, gain: Gain, witness: Witness | None, *, may_recapture: bool = False) -> Deed:
    """Say what a line does by a proven witness; `may_recapture`: the move before is unknown, so a capture may
    recapture."""
    effect = outcome(line, gain)
    if may_recapture:
        clause = said("may recapture", target=piece_on(line.start, line.moves[0].to_square))
        return Deed((san(line, 0),), (joined(clause, effect), clause))
    is_late = witness is not None and witness.ply > MOST_LISTED_PLIES
    if gain.mate_in == 1 or (gain.is_mate and (witness is None or is_late or witness.motif in MATES)):
        name = MATES.get(witness.motif, "mate") if witness is not None else "mate"
        moves = tuple(san(line, ply) for ply in range(len(line.moves)))
        return Deed(moves, (), name, how_mate(line, witness) if len(moves) == 1 else "")
    if gain.saves_draw:
        saves = "saves the draw"
        effect = f"{effect} and {saves}" if gain.is_something else f"{saves}{by_rule(line)}"
    if witness is None or witness.motif not in CLAUSES:
        witness = _decisive(line, gain)
    if witness is None:
        return _without_motif(line, gain, effect or "wins material")
    scene = Scene(line, witness, effect)
    clause = CLAUSES[witness.motif](scene)
    is_more = gain.pawns == 1 and gain.centipawns >= MORE_THAN_A_PAWN_CP and not clause.startswith(BECAUSE)
    if is_more and (witness.motif in PINS or (witness.motif in DECISIVE and effect == "wins a pawn")):
        effect = ""
    moves = tuple(san(line, ply) for ply in range(scene.ply + 1))
    whole = joined(clause, effect)
    clauses = (clause,) if scene.is_whole else (whole, briefer(whole), clause)
    if effect:
        clauses = (*clauses, effect)
    return Deed(moves, tuple(dict.fromkeys(each for each in clauses if not each.startswith(BECAUSE))))


def briefer(clause: str) -> str:
    """Leave out the square of a king or queen if the clause names only one.

    >>> briefer("forks the king on e8 and the rook on a8")
    'forks the king and the rook on a8'
    """
    for piece in ("king", "queen"):
        square = re.compile(rf"the {piece} on [a-h][1-8]")
        if len(square.findall(clause)) == 1:
            clause = square.sub(f"the {piece}", clause)
    return clause


def _decisive(line: Line, gain: Gain) -> Witness | None:
    """A fork or similar motif, after forcing moves only, of the piece that the line captures last."""
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
    """Say what a line does if no motif passed its check: an exchange, a threat, or just the moves."""
    first = line.steps[0]
    square = _only_square(line)
    if square is not None and gain.is_something and not gain.saves_draw:
        return Deed((san(line, 0),), (said("exchange", effect=effect, square=chess.square_name(square)), effect))
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
    """Whether the capture that a quiet move prepares could have been made at once, for the same gain."""
    if len(line.moves) < 3 or line.start.is_capture(line.moves[0]) or line.start.gives_check(line.moves[0]):
        return False
    capture = line.moves[2]
    is_one = line.start.is_legal(capture) and line.start.is_capture(capture)
    return is_one and not gain.is_mate and exchange(line.start, capture) >= gain.pawns


def _only_square(line: Line) -> chess.Square | None:
    """The square of an exchange: a line of two or more moves that all capture there; else None."""
    squares = {move.to_square for move in line.moves}
    is_exchange = len(line.moves) > 1 and all(line.boards[ply].is_capture(move) for ply, move in enumerate(line.moves))
    return squares.pop() if is_exchange and len(squares) == 1 else None


def _attack(line: Line) -> str:
    """What a quiet first move attacks or threatens; empty if nothing."""
    passed = line.boards[1].copy(stack=False)
    passed.push(chess.Move.null())
    mate = mating_move(passed) if passed.is_valid() else None
    if mate is not None:
        return said("mate threat", threat=passed.san(mate).rstrip("#"))
    victims = newly_attacked(line.start, line.boards[1])
    # A pawn or minor piece that falls somewhere else has little to do with the attack, unless it uncovers the queen.
    is_small = set(material_won(line).partition(" for ")[0].split()) & SMALL and _captured_later(line).isdisjoint(
        victims
    )
    clause = _attack_on(line, 0, victims) if victims else ""
    is_queen_uncovered = clause.startswith("uncovers") and "the queen" in clause
    return "" if is_small and not is_queen_uncovered else clause


def _attack_on(line: Line, ply: int, victims: list[chess.Square]) -> str:
    """Say that a move attacks pieces, with the moved piece or by uncovering a slider."""
    board, moved = line.boards[ply + 1], line.moves[ply].to_square
    if not board.attacks(moved).isdisjoint(victims):
        return said("threat", targets=pieces_on(board, victims[:MOST_HELPERS]))
    slider = min(board.attackers(line.winner, victims[0]), key=lambda square: worth(board, square))
    return said("discovered attack", slider=piece_on(board, slider), target=piece_on(board, victims[0]))


def _later_attack(line: Line) -> str:
    """What the second move of the line attacks, if it captures that later and none of the first move's targets."""
    if len(line.moves) < 5 or line.boards[2].is_capture(line.moves[2]) or line.steps[1].is_check:
        return ""
    if not _captured_later(line).isdisjoint(newly_attacked(line.start, line.boards[1])):
        return ""
    captured = _captured_later(line, 3)
    victims = [square for square in newly_attacked(line.boards[2], line.boards[3]) if square in captured]
    return _attack_on(line, 2, victims) if victims else ""


def _captured_later(line: Line, since: int = 1) -> set[chess.Square]:
    """The squares, on the board after `since` plies, of the pieces that the winner captures later."""
    pieces = {square: square for square in chess.SquareSet(line.boards[since].occupied)}
    captured = set()
    for ply, move in enumerate(line.moves[since:], start=since):
        victim = pieces.pop(move.to_square, None)
        if victim is not None and ply % 2 == 0:
            captured.add(victim)
        if move.from_square in pieces:
            pieces[move.to_square] = pieces.pop(move.from_square)
    return captured


def is_seen(line: Line) -> bool:
    """Whether a player sees how a line wins without a motif: it forces, attacks or threatens mate."""
    first = line.steps[0]
    if not (first.is_capture or first.is_check):
        return bool(_attack(line))
    if first.is_capture and not first.takes_back and exchange(line.start, first.move) >= 1:
        return True
    plies = len(line.moves) - (len(line.moves) + 1) % 2
    return plies <= PLAIN_PLIES or all(step.is_capture or step.is_check for step in line.steps)


def capital(text: str) -> str:
    """The text with a capital at the start, unless it begins with a move."""
    return capitalised(text) if text.startswith(("after ", "in the end ")) else text


def outcome(line: Line, gain: Gain) -> str:
    """What a line wins: "wins a rook", "mates in 2", "is mate"."""
    if gain.is_mate:
        return "is mate" if gain.mate_in == 1 else _mates_in(gain.mate_in or 0)
    won, made = material_won(line), promoted(line)
    parts = []
    if made is not None:
        name = chess.piece_name(made)
        parts.append("makes a queen" if made == chess.QUEEN else f"promotes to {with_article(name)}")
    parts += [f"wins {won}"] if won else []
    paid = f" for {price(line)}" if made and not won and price(line) else ""
    return " and ".join(parts) + paid


def _mates_in(moves: int) -> str:
    """Say in how many moves a line mates, unless they are too many to count at the board."""
    return f"mates in {moves}" if moves <= MOST_MOVES_COUNTED else "mates by force"


def by_rule(line: Line) -> str:
    """The rule by which a line ends in a draw, as text; else empty."""
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
