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


@dataclass(frozen=True, slots=True)
class CauseWords:
    """The texts about mistakes that have one cause."""

    chart: str
    """Follows "you": the label in the chart."""
    verdict: str
    """Follows "most points go to" in the verdict."""
    weakness: str
    strength: str
    advice: str


WORDS = {
    Cause.CAPTURE: CauseWords(
        "missed a free piece or a capture",
        "captures you miss",
        "You miss captures that win something",
        "You miss fewer captures than your opponents",
        "Before every move, look at each capture you have and count what it wins.",
    ),
    Cause.TACTIC: CauseWords(
        "missed a tactic or a threat of your own",
        "tactics and threats you miss",
        "You miss your own tactics and threats",
        "You miss fewer tactics and threats than your opponents",
        "Look at your own checks, captures and threats first, two moves deep.",
    ),
    Cause.THREAT: CauseWords(
        "overlooked a threat that was already there",
        "threats you overlook",
        "You overlook your opponent's threats",
        "You overlook fewer threats than your opponents",
        "After each move of your opponent, first ask what it threatens.",
    ),
    Cause.HUNG: CauseWords(
        "put a piece where it could be captured",
        "pieces you put where they can be captured",
        "You put pieces where they can be captured",
        "You hang fewer pieces than your opponents",
        "Before you let go of a piece, look at what attacks the square it goes to.",
    ),
    Cause.REPLY: CauseWords(
        "overlooked the reply: a fork, a check, an open line",
        "replies you overlook",
        "You overlook your opponent's best reply",
        "You overlook fewer replies than your opponents",
        "Before you play a move, look at every check and capture it allows.",
    ),
    Cause.GUARD: CauseWords(
        "left something undefended",
        "pieces you leave undefended",
        "You leave pieces undefended",
        "You leave fewer pieces undefended than your opponents",
        "Before you move a piece, ask what it defends where it is.",
    ),
    Cause.PLAN: CauseWords(
        "played a weaker move where nothing was lost at once",
        "weaker moves where nothing was lost at once",
        "You choose the weaker plan",
        "You choose better plans than your opponents",
        "In a quiet position improve your worst piece; watch your opponent's plan.",
    ),
    Cause.OPENING: CauseWords(
        "played the opening inexactly",
        "inexact moves in the opening",
        "You play openings inexactly",
        "You play openings more exactly than your opponents",
        "After each game look its opening up in a book, and learn one better move.",
    ),
    Cause.ENDING: CauseWords(
        "played an ending inexactly",
        "inexact moves in endings",
        "You play endings inexactly",
        "You play endings more exactly than your opponents",
        "Play your lost endings again, against the engine, from where they turned.",
    ),
    Cause.OTHER: CauseWords(
        "lost ground for other reasons",
        "moves that have no simple reason",
        "You lose ground in unclear positions",
        "You lose less ground in unclear positions than your opponents",
        "Go through these moments slowly; write down which moves you compared.",
    ),
}


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
        CauseShare(
            cause, WORDS[cause].chart, len(own[cause]), sum(own[cause]) / len(games), sum(theirs[cause]) / len(games)
        )
        for cause in made
    )


def _lost(games: Sequence[StudiedGame], *, players: bool) -> dict[Cause, list[float]]:
    lost: dict[Cause, list[float]] = {cause: [] for cause in Cause}
    for game in games:
        for ply, cause in causes_in(game, players=players):
            lost[cause].append(game.moves[ply].lost)
    return lost
