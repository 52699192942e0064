"""Say how far an engine looks: `Limit`, and every limit that Motif uses by name.

As text a limit is `depth=8`, `nodes=2000`, `seconds=0.5` or several of them with commas. All depths are in plies.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from motif.errors import BadArgument

DEEP_PLIES = 12
"""From this depth on `deeper` adds one ply only: two change few sentences and take as long as all before them."""

DEEPEST = 255
_LARGEST = {"depth": DEEPEST, "nodes": 10**15, "seconds": 10**9}
"""More than any machine can do, and less than a number in the core can hold."""


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
                raise BadArgument(f"a limit of {name}={value} leaves no time to think; it must be above zero")
            if value is not None and value > _LARGEST[name]:
                raise BadArgument(f"a limit of {name}={value} is too large", hint=f"at most {name}={_LARGEST[name]:,}")

    @classmethod
    def parse(cls, text: str) -> Limit:
        """Read a limit from its text."""
        values: dict[str, float | int] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, _, value = part.partition("=")
            if name in values:
                raise BadArgument(f"the limit {text!r} has {name} twice", hint=f"leave one out: {part}")
            try:
                values[name] = {"depth": int, "nodes": int, "seconds": float}[name](value)
            except (KeyError, ValueError):
                raise BadArgument(
                    f"cannot read the limit {part!r}", hint="write depth=8, nodes=2000 or seconds=0.5"
                ) from None
        return cls(**values)  # type: ignore[arg-type]  # each name was read with its own type above

    def __str__(self) -> str:
        # repr, so that the text reads back to the same number; a trailing ".0" is dropped.
        bounds = (f"{name}={value!r}".removesuffix(".0") for name, value in asdict(self).items() if value)
        return ",".join(bounds)

    def deeper(self, plies: int) -> Limit:
        """Return this limit with more plies, each with twice the nodes; one ply more if it is deep already.

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


# Engines called by name, and moves in play.

DEFAULT_LIMIT = Limit(depth=8)
"""An engine called by name, where neither its name nor the match gives a limit: a fraction of a second in Stockfish."""

TABLES_LIMIT = Limit(depth=1)
"""Tablebases, and programs that do not search: they ignore the limit, but every evaluator is given one."""

ONE_PLY = Limit(depth=1)
"""The engine that learned rules are compared with: it sees no more than a rule does, the position after one move."""

SEARCH_ADVISER_LIMIT = Limit(depth=6)
"""The built-in search as an adviser (`base`, `pruning`): it compares many moves at once, so it looks less deep."""

IN_BOOK_LIMIT = Limit(depth=1)
"""The search while `openings+NAME` still plays by its cases: only a rough value is needed."""

CONFIRM_OPENING_LIMIT = Limit(depth=6)
"""`motif` before it follows an opening case: enough to see that the move loses no material."""

OPPONENT_MOVE_LIMIT = Limit(seconds=1.0)
"""An opponent's move in `motif play` and on the web page, unless its name gives a limit: no one has to wait long."""

UCI_MOVE_LIMIT = Limit(seconds=1.0)
"""A move under UCI where the GUI sets no limit and the player can be neither watched nor stopped."""

# Explaining moves.

EXPLAIN_LIMIT = Limit(depth=8, nodes=20_000)
"""Checking why a move is good or bad: one explanation needs several such looks and should take about a second."""

RANKING_LIMIT = Limit(depth=20, nodes=100_000)
"""The coach's comparison of all moves in one search; the nodes end it, not the depth."""

RANKING_FIRST_LOOK = Limit(depth=4)
"""The coach's first look at every move, where the engine cannot compare moves in one search."""

QUIET_IDEAS_LIMIT = Limit(depth=6)
"""Weighing what a quiet move improves, by a search with one term left out: a real preference shows at once."""

PAWN_ENDING_LIMIT = Limit(depth=14, nodes=60_000)
"""Who wins a pawn ending that no table covers: kings and pawns have few moves, so the search can go deep."""

PIECE_ENDING_LIMIT = Limit(depth=10, nodes=40_000)
"""Who wins any other ending that no table covers."""

ENDING_QUICK_LOOK = Limit(depth=8, nodes=20_000)
"""The best move in an ending, where only the move counts and not who wins."""

TYPICAL_MISTAKE_LIMIT = Limit(depth=10, nodes=40_000)
"""How much the likely moves of people of a rating lose (`motif advise --people`)."""

# Studying a player's games: a first look at every position, a second at every move that seems to lose.

STUDY_FIRST_LOOK = Limit(depth=8, nodes=2_500)
"""Every position of every game; it only has to find the moves that deserve a second look."""

STUDY_SECOND_LOOK = Limit(depth=12, nodes=40_000)
"""A move that seems to lose something."""

STUDY_SURE_LOOK = Limit(depth=12, nodes=15_000)
"""A move that seems to lose much: fewer nodes are enough to confirm it."""

STUDY_ENGINE_FIRST_LOOK = Limit(depth=10)
"""The first look of any other engine, which is stronger than the built-in search at the same depth."""

STUDY_ENGINE_SECOND_LOOK = Limit(depth=12)
"""Every later look of any other engine, and its explanations."""

LOST_ENDING_LIMIT = Limit(depth=14, nodes=100_000)
"""The second look at an ending that was won or drawn and then lost: six times the nodes of the first."""

# Making and checking puzzles and exercises.

MINING_FIRST_LOOK = Limit(depth=9)
"""Looking for positions in games with one move far better than the others."""

MINING_SECOND_LOOK = Limit(depth=15)
"""Confirming such a position: the puzzle must hold for solvers who look deeper."""

EXERCISE_FIRST_LOOK = Limit(depth=7)
"""Looking for exercises in a player's own games: a fiftieth of a CPU second in a middlegame."""

EXERCISE_SECOND_LOOK = Limit(depth=12)
"""Confirming such an exercise: a third of a CPU second in a middlegame."""

CALM_FIRST_LOOK = Limit(depth=6)
"""Looking for calm positions in which several moves are fine, to mix with the exercises."""

CALM_SECOND_LOOK = Limit(depth=9)
"""Confirming the moves that are as good as the best one in such a position."""

PUZZLE_CHECK_LIMIT = Limit(depth=12)
"""`motif puzzles check`: each move of a puzzle that wins, but does not mate and so cannot be proved."""

PATTERN_TEACHER_LIMIT = Limit(depth=4)
"""The teacher of `motif patterns learn`; the paper's GNU Chess played at level 4."""
