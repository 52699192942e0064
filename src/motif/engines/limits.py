"""Define `Limit`, which says how far an engine may look, and give a name to every limit that Motif uses.

As text, a limit is `depth=8`, `nodes=2000` or `seconds=0.5`, or several of these with commas. All depths are in plies.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from motif.errors import BadArgument

DEEP_PLIES = 12
"""From this depth on, `deeper` adds only one ply: two would take too long for the few sentences that they change."""

DEEPEST = 255
_LARGEST = {"depth": DEEPEST, "nodes": 10**15, "seconds": 10**9}
"""The largest values: more than any computer can search, but small enough for the core."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The thinking allowed for one move or one evaluation; a field that is None sets no bound.

    >>> Limit.parse("depth=8,nodes=2000")
    Limit(depth=8, nodes=2000, seconds=None)
    >>> str(Limit(seconds=0.5))
    'seconds=0.5'
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if value is not None and not value > 0:
                raise BadArgument(
                    f"a limit of {name}={value} leaves no time to think",
                    hint="write a number above zero",
                )
            if value is not None and value > _LARGEST[name]:
                raise BadArgument(
                    f"a limit of {name}={value} is too large", hint=f"the largest is {name}={_LARGEST[name]:,}"
                )

    @classmethod
    def parse(cls, text: str) -> Limit:
        values: dict[str, float | int] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, _, value = part.partition("=")
            if name in values:
                raise BadArgument(
                    f"the limit {text!r} has {name} twice", hint=f"remove one of them, for example {part}"
                )
            try:
                values[name] = {"depth": int, "nodes": int, "seconds": float}[name](value)
            except (KeyError, ValueError):
                raise BadArgument(
                    f"cannot read the limit {part!r}", hint="write depth=8, nodes=2000 or seconds=0.5"
                ) from None
        return cls(**values)  # type: ignore[arg-type]  # each name was read with its own type above

    def __str__(self) -> str:
        # Use repr, so that parsing the text gives the same number; a trailing ".0" is dropped.
        bounds = (f"{name}={value!r}".removesuffix(".0") for name, value in asdict(self).items() if value)
        return ",".join(bounds)

    def deeper(self, plies: int) -> Limit:
        """Return this limit with more plies, and double the nodes for each; add only one ply if it is deep already.

        >>> Limit(depth=8, nodes=2000).deeper(2)
        Limit(depth=10, nodes=8000, seconds=None)
        >>> Limit(depth=12).deeper(3)
        Limit(depth=13, nodes=None, seconds=None)
        """
        plies = min(plies, 1) if (self.depth or 0) >= DEEP_PLIES else plies
        depth = None if self.depth is None else min(DEEPEST, self.depth + plies)
        return replace(self, depth=depth, nodes=None if self.nodes is None else 2**plies * self.nodes)

    @property
    def is_timed(self) -> bool:
        """Whether results under this limit depend on the speed of the machine."""
        return self.seconds is not None


# Limits for engines called by name, and for moves in play.

DEFAULT_LIMIT = Limit(depth=8)
"""For an engine called by name, if neither its name nor the match gives a limit: Stockfish takes less than a second."""

TABLES_LIMIT = Limit(depth=1)
"""For tablebases and programs that do not search: they ignore the limit, but every evaluator is given one."""

ONE_PLY = Limit(depth=1)
"""For the engine that learned rules are compared with: like a rule, it sees only the position after one move."""

SEARCH_ADVISER_LIMIT = Limit(depth=6)
"""For the built-in search as an adviser (`base`, `pruning`): it compares many moves, so it searches less deeply."""

IN_BOOK_LIMIT = Limit(depth=1)
"""For the search while `openings+NAME` still plays from its cases: only a rough value is needed."""

CONFIRM_OPENING_LIMIT = Limit(depth=6)
"""For `motif` before it follows an opening case: enough to see that the move loses no material."""

OPPONENT_MOVE_LIMIT = Limit(seconds=1.0)
"""For an opponent's move in `motif play` and on the web page, unless its name gives a limit: the wait is short."""

UCI_MOVE_LIMIT = Limit(seconds=1.0)
"""For a move under UCI if the GUI sets no limit and the player can be neither watched nor stopped."""

# Limits for explaining moves.

EXPLAIN_LIMIT = Limit(depth=8, nodes=20_000)
"""For checking why a move is good or bad: one explanation needs several such searches, about a second in all."""

RANKING_LIMIT = Limit(depth=20, nodes=100_000)
"""For the coach's comparison of all moves in one search, which runs out of nodes before it reaches the depth."""

RANKING_FIRST_LOOK = Limit(depth=4)
"""For the coach's first look at every move, if the engine cannot compare moves in one search."""

PAWN_ENDING_LIMIT = Limit(depth=14, nodes=60_000)
"""For finding out who wins a pawn ending that no table covers: there are few moves, so the search can go deep."""

PIECE_ENDING_LIMIT = Limit(depth=10, nodes=40_000)
"""For finding out who wins any other ending that no table covers."""

ENDING_QUICK_LOOK = Limit(depth=8, nodes=20_000)
"""For finding the best move in an ending, if the result itself is not needed."""

ONLY_MOVE_FIRST_LOOK = Limit(depth=8)
"""For a first comparison of a rarely found move with the second best; most pairs need no longer look."""

TYPICAL_MISTAKE_LIMIT = Limit(depth=10, nodes=40_000)
"""For measuring how much the likely moves of people of a rating lose (`motif advise --people`)."""

# Limits for studying a player's games: a first look at every position, a second at every move that seems to lose.

STUDY_FIRST_LOOK = Limit(depth=8, nodes=2_500)
"""For every position of every game; it only has to find the moves that deserve a second look."""

STUDY_SECOND_LOOK = Limit(depth=12, nodes=40_000)
"""For a move that seems to lose something."""

STUDY_SURE_LOOK = Limit(depth=12, nodes=15_000)
"""For a move that seems to lose a lot: fewer nodes are enough to confirm it."""

STUDY_ENGINE_FIRST_LOOK = Limit(depth=10)
"""For the first look by any other engine, which is stronger at the same depth than the built-in search."""

STUDY_ENGINE_SECOND_LOOK = Limit(depth=12)
"""For every later look by any other engine, and for its explanations."""


REVIEW_ENGINE_SECOND_LOOK = Limit(depth=14)
"""For the second look in the review of one game, which may take longer for each move."""


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """How far an engine looks, by purpose: to explain a move, and for each look at a move of a game."""

    explain: Limit
    first_look: Limit
    second_look: Limit
    sure_look: Limit
    """The second look at a move that seems to lose much."""
    review_second_look: Limit
    """The second look in the review of one game."""
    ranking: Limit = RANKING_LIMIT
    """The comparison of all moves of a position."""

    @classmethod
    def all_alike(cls, limit: Limit) -> EngineLimits:
        """Return the limits of an engine for which the user gave one limit."""
        return cls(limit, limit, limit, limit, limit, limit)


BUILT_IN_LIMITS = EngineLimits(EXPLAIN_LIMIT, STUDY_FIRST_LOOK, STUDY_SECOND_LOOK, STUDY_SURE_LOOK, STUDY_SECOND_LOOK)
"""For Motif's own search."""

OTHER_ENGINE_LIMITS = EngineLimits(
    STUDY_ENGINE_SECOND_LOOK,
    STUDY_ENGINE_FIRST_LOOK,
    STUDY_ENGINE_SECOND_LOOK,
    STUDY_ENGINE_SECOND_LOOK,
    REVIEW_ENGINE_SECOND_LOOK,
)
"""For Stockfish and every other engine."""

LOST_ENDING_LIMIT = Limit(depth=14, nodes=100_000)
"""For the second look at an ending that was won or drawn and then lost: six times as many nodes as the first."""

# Limits for making and checking puzzles and exercises.

MINING_FIRST_LOOK = Limit(depth=9)
"""For finding positions in games in which one move is far better than the others."""

MINING_SECOND_LOOK = Limit(depth=15)
"""For confirming such a position: the puzzle must also be right for solvers who look deeper."""

EXERCISE_FIRST_LOOK = Limit(depth=7)
"""The limit of the first search for exercises in a player's games: about 0.02 CPU seconds in a middlegame."""

EXERCISE_SECOND_LOOK = Limit(depth=12)
"""For confirming such an exercise: takes a third of a CPU second in a middlegame."""

CALM_FIRST_LOOK = Limit(depth=6)
"""For finding calm positions, where several moves are fine, to mix with the exercises."""

CALM_SECOND_LOOK = Limit(depth=9)
"""For confirming which moves are as good as the best one in such a position."""

PUZZLE_CHECK_LIMIT = Limit(depth=12)
"""For `motif puzzles solve`: puzzle moves that win without forcing mate, which cannot be proved."""

PATTERN_TEACHER_LIMIT = Limit(depth=4)
"""For the teacher of `motif lab learn patterns`; in the paper this was GNU Chess at level 4."""
