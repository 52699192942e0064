"""Write the clause for each motif and mate, with the pieces and squares, and why the obvious reply fails."""

from __future__ import annotations

from collections.abc import Callable

import chess

from motif._core.board import flights, is_covered
from motif.board.wording import listed, piece_on, pieces_on, with_article
from motif.engines.evaluator import after
from motif.explain.gains import named
from motif.explain.phrases.gains import BECAUSE, HOW_MATE, MATES, said
from motif.motifs.motif import Line, Witness, exchange, worth

MOST_HELPERS = 2
"""At most this many helping pieces are named in the explanation of a mate."""


class Scene:
    """A witness on its line, with the names of its pieces for a clause."""

    def __init__(self, line: Line, witness: Witness, effect: str) -> None:
        self.line = line
        self.witness = witness
        self.effect = effect
        self.ply = witness.ply
        self.before = line.boards[witness.ply]
        self.after = line.boards[witness.ply + 1]
        self.is_whole = False
        """Whether the clause already says what is won."""

    @property
    def move(self) -> chess.Move:
        """The move that shows the motif."""
        return self.line.moves[self.ply]

    @property
    def by(self) -> str:
        """The name of the piece that shows the motif."""
        return piece_on(self.after, self.witness.by)

    @property
    def result(self) -> str:
        """What the line wins, plus the more valuable piece that this move captures if the final gain is less."""
        taken = self.before.piece_type_at(self.move.to_square)
        won = self.effect.partition(" for ")[0]
        is_traded = worth(self.before, self.move.to_square) <= worth(self.before, self.move.from_square)
        if taken is None or is_traded or not won.startswith("wins ") or chess.piece_name(taken) in won:
            return self.effect or "wins material"
        return said("in the end", target=piece_on(self.before, self.move.to_square), effect=self.effect)

    def target(self, index: int = 0) -> str:
        """The name of one of the motif's targets."""
        return piece_on(self.before, self.witness.against[index])

    def later(self, plies: int = 2) -> str:
        """A later move of the line in SAN; by default the winner's next move."""
        return san(self.line, self.ply + plies)


def san(line: Line, ply: int) -> str:
    """A move of the line in SAN, without the mate sign, as the sentence says that it is mate."""
    return line.boards[ply].san(line.moves[ply]).rstrip("#")


def moves(line: Line) -> str:
    """The line with its move numbers."""
    return line.start.variation_san(line.moves)


def _pin(scene: Scene) -> str:
    pinned, behind = (piece_on(scene.after, square) for square in scene.witness.against)
    if scene.witness.by == scene.move.to_square:
        return said("pin", pinned=pinned, behind=behind)
    is_attacked = scene.witness.against[0] in scene.after.attacks(scene.move.to_square)
    if is_attacked and not scene.before.is_capture(scene.move):
        piece, _, square = pinned.removeprefix("the ").partition(" on ")
        return said("threat, pinned", piece=piece, square=square)
    return said("uses a pin", pinner=scene.by, pinned=pinned, behind=behind)


def _discovered_check(scene: Scene) -> str:
    key = "check by castling" if scene.before.is_castling(scene.move) else "discovered check"
    return said(key, slider=scene.by)


def _hanging(scene: Scene) -> str:
    square = scene.witness.against[0]
    kind = scene.before.piece_type_at(square) or chess.PAWN
    piece, plain = chess.piece_name(kind), f"wins {named(kind)}"
    if scene.effect.startswith(plain):
        scene.is_whole = True
        return said("wins undefended", piece=piece, rest=scene.effect.removeprefix(plain))
    if scene.effect.startswith("wins ") and (scene.ply == 0 or piece not in scene.effect):
        # Something else is lost for the piece, so the net gain says more.
        scene.is_whole = True
        return scene.result
    return said("undefended", piece=piece, square=chess.square_name(square))


def _winning_capture(scene: Scene) -> str:
    square = scene.witness.against[0]
    step = scene.line.steps[scene.ply // 2]
    if step.takes_back and step.answered_on is not None:
        taken = chess.piece_name(step.answered_on.piece_type_at(step.target) or chess.PAWN)
        return said("recaptures", target=scene.target(), taken=with_article(taken))
    target, taker = scene.target(), scene.move.from_square
    if (guard := _pinned_guard(scene)) is not None:
        return said("recapture pinned", target=target, guard=piece_on(scene.after, guard))
    if exchange(scene.before, scene.move) < 1:
        if _is_recapture_punished(scene):
            return said("recapture fails", target=target, recapture=scene.later(1), next=scene.later(2))
        if (failing := _failing_recapture(scene)) is not None:
            return said("recapture fails", target=target, recapture=failing[0], next=failing[1])
        scene.is_whole = bool(scene.effect)
        return said("recapture costs more", effect=scene.result)
    if not is_covered(scene.before, square):
        return _hanging(scene)
    scene.is_whole = bool(scene.effect)
    if worth(scene.before, square) > worth(scene.before, taker):
        return scene.result if scene.effect else said("worth more", target=target)
    return said("too few defenders", effect=scene.result, square=chess.square_name(square))


def _pinned_guard(scene: Scene) -> chess.Square | None:
    """The square of the only piece that could recapture, if it is pinned to its king."""
    board, square = scene.after, scene.move.to_square
    guards = board.attackers(board.turn, square)
    if len(guards) != 1 or any(move.to_square == square for move in board.generate_legal_captures()):
        return None
    (guard,) = guards
    return guard if board.is_pinned(board.turn, guard) else None


def _failing_recapture(scene: Scene) -> tuple[str, str] | None:
    """The recapture by the least valuable piece, and the mate or the more valuable capture that follows it."""
    board, square = scene.after, scene.move.to_square
    recaptures = list(board.generate_legal_captures(to_mask=chess.BB_SQUARES[square]))
    if not recaptures:
        return None
    recapture = min(recaptures, key=lambda move: worth(board, move.from_square))
    there = after(board, recapture)
    if (mate := mating_move(there)) is not None:
        return board.san(recapture), f"{there.san(mate).rstrip('#')} mate"
    given = worth(board, square) - worth(scene.before, square)
    captures = {move: exchange(there, move) for move in there.generate_legal_captures()}
    best = max(captures, key=lambda move: captures[move], default=None)
    if best is None or captures[best] <= max(0, given):
        return None
    return board.san(recapture).rstrip("#"), there.san(best).rstrip("#")


def mating_move(board: chess.Board) -> chess.Move | None:
    """Return a move that mates at once, if there is one."""
    checks = (move for move in board.legal_moves if board.gives_check(move))
    return next((move for move in checks if after(board, move).is_checkmate()), None)


def _is_recapture_punished(scene: Scene) -> bool:
    """Whether the line continues with the recapture and then a capture elsewhere, or mate."""
    line, ply = scene.line, scene.ply
    if len(line.moves) < ply + 3 or line.moves[ply + 1].to_square != scene.move.to_square:
        return False
    return line.boards[ply + 2].is_capture(line.moves[ply + 2]) or line.boards[ply + 3].is_checkmate()


def _abandoned_defence(scene: Scene) -> str:
    assert scene.line.lead is not None
    board, left = scene.line.lead
    return said("abandoned defence", target=scene.target(), left=board.san(left))


def _threat(scene: Scene) -> str:
    square = scene.witness.against[0]
    piece = chess.piece_name(scene.after.piece_type_at(square) or chess.PAWN)
    if scene.after.is_pinned(scene.after.turn, square):
        return said("threat, pinned", piece=piece, square=chess.square_name(square))
    victims = [each for each in newly_attacked(scene.before, scene.after) if each != square]
    is_pawn = scene.after.piece_type_at(square) == chess.PAWN
    if victims or is_pawn or any(flights(scene.after, square)):
        return said("threat", targets=pieces_on(scene.after, [square, *victims[:1]]))
    return said("threat, lost", target=scene.target())


def newly_attacked(before: chess.Board, following: chess.Board) -> list[chess.Square]:
    """The opponent's pieces that the last move newly attacks and a capture would win, the most valuable first.

    None after a check, where it cannot be said what could be captured before.
    """
    passed = following.copy(stack=False)
    passed.push(chess.Move.null())
    if before.is_check() or following.is_check() or not passed.is_valid():
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
    return said("mate threat", threat=passed.san(mating).rstrip("#"))


def _promotion(scene: Scene) -> str:
    scene.is_whole = bool(scene.effect)
    return scene.effect or said("promotion")


def _plain(key: str, **names: Callable[[Scene], str]) -> Callable[[Scene], str]:
    """Make the function that fills the names into a phrase."""
    return lambda scene: said(key, **{name: find(scene) for name, find in names.items()})


def _target(index: int = 0) -> Callable[[Scene], str]:
    return lambda scene: scene.target(index)


def _square(scene: Scene) -> str:
    return chess.square_name(scene.witness.by)


FORK = _plain("fork", targets=lambda scene: pieces_on(scene.before, scene.witness.against))

CLAUSES: dict[str, Callable[[Scene], str]] = {
    "fork": FORK,
    "king fork": FORK,
    "pin": _pin,
    "relative pin": _pin,
    "skewer": _plain("skewer", front=_target(0), behind=_target(1)),
    "x-ray": _plain(
        "x-ray",
        slider=lambda scene: piece_on(scene.before, scene.line.moves[scene.ply + 2].from_square),
        square=_square,
        target=_target(),
    ),
    "discovered attack": _plain("discovered attack", slider=lambda scene: scene.by, target=_target()),
    "discovered check": _discovered_check,
    "double check": _plain("double check"),
    "clearance": _plain("clearance", next=lambda scene: scene.later()),
    "hanging piece": _hanging,
    "winning capture": _winning_capture,
    "threat": _threat,
    "mate threat": _mate_threat,
    "trapped piece": _plain("trapped piece", target=_target()),
    "capture of the defender": _plain("capture of the defender", guard=_target(0), target=_target(1)),
    "abandoned defence": _abandoned_defence,
    "deflection": _plain("deflection", guard=_target(0), target=_target(1)),
    "overloaded defender": _plain("overloaded defender", guard=_target(0), first=_target(1), second=_target(2)),
    "interference": _plain("interference", guard=_target(0), target=_target(1)),
    "self-interference": _plain(
        "self-interference",
        reply=lambda scene: scene.later(1),
        guard=lambda scene: piece_on(scene.after, scene.witness.against[0]),
        target=_target(1),
    ),
    "attraction": _plain("attraction", target=_target(), square=_square, next=lambda scene: scene.later()),
    "intermezzo": _plain("intermezzo", target=_target()),
    "advanced pawn": _plain("unstoppable pawn", square=lambda scene: chess.square_name(scene.move.from_square)),
    "promotion": _promotion,
    "underpromotion": _promotion,
    "en passant": _plain(
        "en passant", target=lambda scene: f"the pawn on {chess.square_name(scene.witness.against[0])}"
    ),
}
"""Writes the clause of each motif that can be a cause; mates are named elsewhere."""


# Why a king cannot escape a mate.


def how_mate(line: Line, witness: Witness | None) -> str:
    """Say which pieces protect the mating piece or cover the escape squares, or what shuts the king in."""
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
