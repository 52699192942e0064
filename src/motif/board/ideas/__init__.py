"""The quiet vocabulary: every idea with its finder and the terms that carry it, what tells most first."""

from __future__ import annotations

from collections.abc import Iterator

from motif.board.ideas import endings, guards, kings, pawns, pieces, rooks, trades
from motif.board.ideas.idea import Idea, Scene, Sighting

IDEAS: dict[str, Idea] = {
    idea.name: idea
    for idea in (
        Idea("castling", kings.castling),
        Idea("pin", pieces.pinning),
        Idea("unpinning", pieces.unpinning),
        Idea("pressure", pieces.pressure),
        Idea("passed pawn", pawns.passed_pawn, ("passed pawn",)),
        Idea("outpost", pieces.outpost, ("outposts", "mobility: knight")),
        Idea("seventh rank", rooks.seventh_rank, ("placement: rook", "rook files")),
        Idea("advanced passed pawn", pawns.advanced_passed_pawn, ("passed pawn", "placement: pawn")),
        Idea("behind a passed pawn", rooks.behind_a_passed_pawn, ("passed pawn", "rook files")),
        Idea("blockade", pawns.blockade, ("passed pawn",)),
        Idea("opposition", endings.opposition),
        Idea("cut off", endings.cut_off),
        Idea("king to a passed pawn", endings.king_to_a_passed_pawn),
        Idea("supported passed pawn", endings.passed_pawn_supported),
        Idea("watched passed pawn", endings.passed_pawn_watched),
        Idea("open file", rooks.open_file, ("rook files", "mobility: rook", "placement: rook")),
        Idea("half-open file", rooks.half_open_file, ("rook files", "mobility: rook", "placement: rook")),
        Idea("doubled rooks", rooks.doubled_rooks, ("rook files", "mobility: rook")),
        Idea("doubled pawns", pawns.doubled_for_them, ("pawns: doubled", "pawns: isolated", "king safety: shelter")),
        Idea("isolated pawn", pawns.isolated_for_them, ("pawns: isolated", "pawns: protected", "pawns: side by side")),
        Idea("bishop pair", trades.bishop_pair, ("bishop pair",)),
        Idea("trade while ahead", trades.trade_while_ahead),
        Idea("flight", kings.flight),
        Idea("pawn break", pawns.pawn_break, ("threats: by a pawn", "mobility", "pieces: space")),
        Idea("pawn storm", pawns.pawn_storm, ("king safety",)),
        Idea("attack", pieces.attack),
        Idea("guard", guards.guard),
        Idea("escape", guards.escape),
        Idea("development", pieces.development, ("placement", "mobility")),
        Idea("way to castle", kings.way_to_castle),
        Idea("long diagonal", pieces.long_diagonal, ("placement: bishop", "mobility: bishop")),
        Idea("connected rooks", rooks.connected_rooks),
        Idea("active king", kings.active_king, ("placement: king", "passed pawn: own king's distance")),
        Idea("rook lift", rooks.rook_lift, ("king safety", "mobility: rook")),
        Idea("battery", pieces.battery),
        Idea("towards the king", pieces.towards_the_king, ("king safety",)),
        Idea("centre", pawns.centre, ("placement: pawn", "pieces: space", "mobility")),
        Idea("offered trade", pieces.offered_trade),
        Idea("majority", endings.majority),
        Idea("square taken", pawns.square_taken, ("mobility", "pieces: space")),
        Idea("opened line", pieces.opened_line, ("mobility",)),
        Idea("fixed pawn", endings.fixed_pawn),
        Idea("space", pawns.space, ("placement: pawn", "pieces: space")),
        Idea("scope", pieces.scope, ("mobility", "placement")),
        Idea("support", guards.support),
        Idea("check", pieces.with_check),
        Idea("checks avoided", kings.checks_avoided, ("king safety",)),
        Idea("loosened shelter", kings.loosened_shelter, ("king safety",), spoils=True),
    )
}
"""All ideas by name."""


LASTING = frozenset(
    {"passed pawn", "doubled pawns", "isolated pawn", "bishop pair", "trade while ahead", "opened line", "unpinning"}
    | {"offered trade", "pawn break"}
)
"""What stays when the man that moved is taken at once: the rest is about where it stands."""


def sightings(scene: Scene) -> Iterator[Sighting]:
    """All that a move shows, what tells most first."""
    for name, idea in IDEAS.items():
        if name in LASTING or not scene.is_taken_at_once:
            yield from idea.find(scene)
