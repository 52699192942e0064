"""What becomes of a man that is attacked: it gets a guard, or one more, or goes away."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.english import man
from motif.board.ideas.idea import Scene, Sighting
from motif.board.motifs.safety import is_en_prise, worth


def guard(scene: Scene) -> Iterator[Sighting]:
    """A man that is attacked and has not guards enough gets one."""
    for square, attackers, guards in _newly_guarded(scene):
        if not _is_enough(scene, square, attackers, guards):
            yield Sighting("guard", f"guards {_attacked(scene, square, attackers)}", (scene.target, square))


def escape(scene: Scene) -> Iterator[Sighting]:
    """A man that could be won where it stood cannot be won where it goes."""
    if scene.is_capture or scene.kind == chess.KING or scene.board.is_check():
        return
    attackers = scene.board.attackers(not scene.side, scene.origin)
    if attackers and is_en_prise(scene.board, scene.origin) and not is_en_prise(scene.after, scene.target):
        words = f"takes {man(scene.board, scene.origin)} away from {man(scene.board, min(attackers))}"
        yield Sighting("escape", words, (scene.target, min(attackers)))


def support(scene: Scene) -> Iterator[Sighting]:
    """A pawn guards a man that is attacked and has guards enough, so that these have their hands free."""
    for square, attackers, guards in _newly_guarded(scene):
        if scene.kind == chess.PAWN and _is_enough(scene, square, attackers, guards):
            words = f"supports {_attacked(scene, square, attackers)}"
            yield Sighting("support", words, (scene.target, square))


def _newly_guarded(scene: Scene) -> Iterator[tuple[chess.Square, chess.SquareSet, chess.SquareSet]]:
    """The own men that the move guards and the man that moves did not: who attacks them, who guarded them."""
    # Who is in check has no choice but to end that.
    if scene.board.is_check() or scene.is_capture or is_en_prise(scene.after, scene.target):
        return
    new = scene.after.attacks(scene.target) & ~scene.board.attacks(scene.origin)
    for square in new & scene.after.occupied_co[scene.side] & ~scene.after.kings:
        attackers = scene.after.attackers(not scene.side, square)
        before = scene.board.attackers(scene.side, square)
        # One that is attacked only since the move is left in the lurch, not guarded.
        if attackers and scene.board.attackers(not scene.side, square) and not is_en_prise(scene.after, square):
            yield square, attackers, before


def _is_enough(scene: Scene, square: chess.Square, attackers: chess.SquareSet, guards: chess.SquareSet) -> bool:
    """Whether a man has more guards than attackers, or as many, and all that attack it are worth more than it is."""
    if len(attackers) != len(guards):
        return len(attackers) < len(guards)
    is_cheap = all(worth(scene.after, square) < worth(scene.after, attacker) for attacker in attackers)
    return is_cheap and not is_en_prise(scene.board, square)


def _attacked(scene: Scene, square: chess.Square, attackers: chess.SquareSet) -> str:
    return f"{man(scene.after, square)}, which {man(scene.after, min(attackers))} attacks"
