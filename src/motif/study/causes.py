"""Sort the mistakes of a study by cause; each has one cause, and the costs add up to that of all mistakes.

The cause (`Cause`) follows from the kind of point in the mistake's explanation (`PointKind`); a mistake in which
nothing specific passed its check counts by its phase. A cost is the winning chance lost per game, in points: a point is
a win.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from motif.board.material import Phase
from motif.engines.game_review import IN_THE_FILE
from motif.explain.kinds import PointKind
from motif.study.games import StudiedGame


class Cause(StrEnum):
    """Why a mistake was made, in a coach's categories."""

    CAPTURE = "capture"
    """The player missed a free capture, or captured with the wrong piece."""
    TACTIC = "tactic"
    """The player missed a mate, a win by force or a strong threat."""
    THREAT = "threat"
    """The opponent's threat was there before the move."""
    HUNG = "hung"
    """The moved piece can be captured on its new square."""
    REPLY = "reply"
    """The opponent's reply wins something that it did not win before the move."""
    GUARD = "guard"
    """The move leaves a piece or a square undefended."""
    PLAN = "plan"
    """Nothing was lost by force, but another move does more."""
    OPENING = "opening"
    """The engine prefers another move in the opening, and nothing more specific passed its check."""
    ENDING = "ending"
    """The engine prefers another move in an endgame, and nothing more specific passed its check."""
    OTHER = "other"
    """Every other mistake: most are in a middlegame, and some are not explained yet."""


KINDS = {
    Cause.CAPTURE: (PointKind.MISSED_CAPTURE, PointKind.WRONG_CAPTURE),
    Cause.TACTIC: (PointKind.MISSED_WIN, PointKind.MISSED_MATE, PointKind.MISSED_DRAW, PointKind.MISSED_THREAT),
    Cause.THREAT: (PointKind.IGNORED_THREAT, PointKind.MISSED_DEFENCE),
    Cause.HUNG: (PointKind.HUNG_PIECE, PointKind.GREEDY_CAPTURE, PointKind.BAD_TRADE),
    Cause.REPLY: (
        PointKind.WALKED_INTO,
        PointKind.ALLOWED_TACTIC,
        PointKind.ALLOWED_THREAT,
        PointKind.OPENED_LINE,
        PointKind.OWN_FLIGHT_SQUARE,
    ),
    Cause.GUARD: (PointKind.UNDEFENDED, PointKind.BLOCKED_GUARD, PointKind.LEFT_SQUARE),
    Cause.PLAN: (
        PointKind.QUIET_PLAN,
        PointKind.TOO_EARLY,
        PointKind.ENDGAME_TECHNIQUE,
        PointKind.THEORY,
    ),
}
_CAUSE_OF = {kind: cause for cause, kinds in KINDS.items() for kind in kinds}
_CAUSE_IN = {Phase.OPENING: Cause.OPENING, Phase.ENDGAME: Cause.ENDING}

LABELS = {
    Cause.CAPTURE: "missed a free piece or a capture",
    Cause.TACTIC: "missed a tactic or a threat of your own",
    Cause.THREAT: "overlooked a threat that was already there",
    Cause.HUNG: "put a piece where it could be captured",
    Cause.REPLY: "overlooked the reply: a fork, a check, an open line",
    Cause.GUARD: "left something undefended",
    Cause.PLAN: "played a weaker move where nothing was lost at once",
    Cause.OPENING: "played the opening inexactly",
    Cause.ENDING: "played an ending inexactly",
    Cause.OTHER: "lost ground for other reasons",
}
"""The label of each cause in the chart."""


GROUPS = {
    Cause.CAPTURE: "captures you miss",
    Cause.TACTIC: "tactics and threats you miss",
    Cause.THREAT: "threats you overlook",
    Cause.HUNG: "pieces you put where they can be captured",
    Cause.REPLY: "replies you overlook",
    Cause.GUARD: "pieces you leave undefended",
    Cause.PLAN: "weaker moves where nothing was lost at once",
    Cause.OPENING: "inexact moves in the opening",
    Cause.ENDING: "inexact moves in endings",
    Cause.OTHER: "moves that have no simple reason",
}
"""How the verdict of a study refers to the mistakes of each cause."""


def cause_of(kind: PointKind, phase: Phase = Phase.MIDDLEGAME) -> Cause:
    """The cause to which a kind of point belongs, in a phase of the game.

    >>> cause_of(PointKind.MISSED_CAPTURE).value, cause_of(PointKind.UNEXPLAINED, Phase.ENDGAME).value
    ('capture', 'ending')
    """
    return _CAUSE_OF.get(kind) or _CAUSE_IN.get(phase, Cause.OTHER)


def causes_in(game: StudiedGame, *, players: bool = True) -> Iterator[tuple[int, Cause]]:
    """Yield the ply and the cause of each mistake of the player, or of the opponent."""
    for each in game.caused(players=players):
        yield each.ply, Cause.OTHER if game.engine == IN_THE_FILE else cause_of(each.cause, game.moves[each.ply].phase)


@dataclass(frozen=True, slots=True)
class CauseShare:
    """The mistakes of one cause: how many, and their cost in points per game for the player and the opponents."""

    cause: Cause
    label: str
    cases: int
    cost: float
    opponents: float


def shares_of(games: Sequence[StudiedGame]) -> tuple[CauseShare, ...]:
    """The cost of each cause, the costliest first and `OTHER` last; the costs add up to that of all mistakes."""
    if not games:
        return ()
    own, theirs = (_lost(games, players=players) for players in (True, False))
    made = [cause for cause in Cause if own[cause] or theirs[cause]]
    made.sort(key=lambda cause: (cause is Cause.OTHER, -sum(own[cause])))
    return tuple(
        CauseShare(cause, LABELS[cause], len(own[cause]), sum(own[cause]) / len(games), sum(theirs[cause]) / len(games))
        for cause in made
    )


def _lost(games: Sequence[StudiedGame], *, players: bool) -> dict[Cause, list[float]]:
    lost: dict[Cause, list[float]] = {cause: [] for cause in Cause}
    for game in games:
        for ply, cause in causes_in(game, players=players):
            lost[cause].append(game.moves[ply].lost)
    return lost
