"""The kinds of points that an explanation can make, shared by explanations, studies, the web page and JSON.

Every mistake has exactly one kind, so that a study can add up what each kind costs.
"""

from __future__ import annotations

from enum import StrEnum


class PointSide(StrEnum):
    """Whether a point is about the move itself, or about what it allowed or missed."""

    DOES = "does"
    """What the move itself does."""
    ALLOWED = "allowed"
    """What a bad move allows the opponent."""
    MISSED = "missed"
    """What a bad move misses: the point of the better move."""


class PointKind(StrEnum):
    """What an explanation says about a move: the kind of its point."""

    # A bad move allows something.
    IGNORED_THREAT = "ignored_threat"
    """The opponent already had a threat, and the move does not meet it."""
    HUNG_PIECE = "hung_piece"
    """The moved piece can be captured where it went."""
    GREEDY_CAPTURE = "greedy_capture"
    """The move captures something that is defended."""
    UNDEFENDED = "undefended"
    """The moved piece defended something, and no longer does."""
    OPENED_LINE = "opened_line"
    """The move opens a line for the opponent."""
    BLOCKED_GUARD = "blocked_guard"
    """The moved piece blocks a defender."""
    OWN_FLIGHT_SQUARE = "own_flight_square"
    """The moved piece takes a square from its own king."""
    WALKED_INTO = "walked_into"
    """The moved piece walks into a fork, a pin or a skewer."""
    LEFT_SQUARE = "left_square"
    """The move leaves a square that the opponent needs."""
    ALLOWED_TACTIC = "allowed_tactic"
    """The reply wins something and did not before; nothing simpler says why."""
    ALLOWED_THREAT = "allowed_threat"
    """The reply wins nothing at once, but makes a threat."""
    BAD_TRADE = "bad_trade"
    """A piece is given for less."""
    # A bad move misses something.
    MISSED_MATE = "missed_mate"
    MISSED_CAPTURE = "missed_capture"
    """The better move wins something that hangs."""
    MISSED_WIN = "missed_win"
    """The better move wins something by a tactic."""
    MISSED_DRAW = "missed_draw"
    WRONG_CAPTURE = "wrong_capture"
    """Another piece should have made the capture."""
    TOO_EARLY = "too_early"
    """Another move had to come first."""
    MISSED_DEFENCE = "missed_defence"
    """The better move meets a threat that is not carried out at once."""
    MISSED_THREAT = "missed_threat"
    """The better move makes a threat."""
    QUIET_PLAN = "quiet_plan"
    """The better move does more for the position."""
    UNEXPLAINED = "unexplained"
    """The engine prefers another move, and nothing more specific passed its check."""
    # Good and bad moves.
    ENDGAME_TECHNIQUE = "endgame_technique"
    """A rule of endgames, or the tables, decide."""
    THEORY = "theory"
    """The move is opening theory."""
    # A good move does something.
    MATES = "mates"
    WINS = "wins"
    SAVES_DRAW = "saves_draw"
    THREATENS = "threatens"
    DEFENDS = "defends"
    """The move meets a threat."""
    PREVENTS = "prevents"
    PREPARES = "prepares"
    IMPROVES = "improves"
    RECAPTURES = "recaptures"
    TRADES = "trades"
    ONLY_MOVE = "only_move"
    ALTERNATIVE_FAILS = "alternative_fails"
    """The move that looks more natural loses something."""
    CHOICE = "choice"
    """Other moves are as good."""
    MATED = "mated"
    """Nothing stops the mate."""
