"""Who judges the games of a study, and how far: a first look at every position, a second wherever a move seems to lose.

The first only has to point at the moves worth a second. The built-in search looks at a game from its end to its
beginning with one table, so that a move that was played is seen as deeply as the position after it (experiments/judge).

Whoever judged a study says what is wrong with an answer to it, too. A name may have come with a file of somebody
else's, so none that runs a program or reads a file by its path is called by the name that a study has kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from motif.board.cached_oracle import CachedOracle
from motif.board.engines import get_engine
from motif.board.limits import Limit
from motif.board.oracles import Accountable, Oracle
from motif.board.review import IN_THE_FILE
from motif.errors import MotifError
from motif.players import Name, find_oracle, try_out
from motif.reasons import LIMIT
from motif.study.games import StudiedGame

BUILT_IN = "search"
STOCKFISH = "stockfish"

FIRST_LOOK = Limit(depth=8, nodes=2_500)
SECOND_LOOK = Limit(depth=12, nodes=40_000)
SURE_LOOK = Limit(depth=12, nodes=15_000)
"""For a move that seems to lose much already."""
ENGINES_LOOKS = (Limit(depth=10), Limit(depth=12), Limit(depth=12), Limit(depth=12))

SPOKEN = {BUILT_IN: "Motif's own search", STOCKFISH: "Stockfish"}

WITH_A_FILE = frozenset({"tables", "maia", "uci", "xboard", "endgame"})
"""They are called with a path or a name of a file."""


@dataclass(frozen=True, slots=True)
class Judge:
    """An oracle by name, its looks, whether the evaluations in the file spare it the first, and the limit of reasons.

    >>> str(Judge())
    'evaluations in the file, else search, depth=8,nodes=2500, then depth=12,nodes=40000'
    """

    name: str = BUILT_IN
    first: Limit = FIRST_LOOK
    second: Limit = SECOND_LOOK
    from_file: bool = True
    reasons: Limit = LIMIT
    sure: Limit = SURE_LOOK
    """The second look at a move that seems to lose much."""

    @classmethod
    def find(cls, name: str | None = None, limit: Limit | None = None, *, fresh: bool = False) -> Judge:
        """Whoever is asked for, or else Stockfish where it is found, or else the built-in search; refused at once."""
        called = name or (STOCKFISH if get_engine(STOCKFISH) else BUILT_IN)
        parsed = Name.parse(called)
        looks = (FIRST_LOOK, SECOND_LOOK, LIMIT, SURE_LOOK) if parsed.head == BUILT_IN else ENGINES_LOOKS
        given = limit or parsed.limit
        first, second, reasons, sure = (given, given, given, given) if given else looks
        try_out(called, first)
        return cls(str(parsed.with_limit(None)), first, second, not fresh, reasons, sure)

    def oracle(self) -> Oracle:
        """The oracle itself; close it after use.

        The built-in search answers sooner than a disk, and what it said about a game is kept with the game.
        """
        oracle = find_oracle(self.name)
        if isinstance(oracle, CachedOracle) and Name.parse(self.name).head == BUILT_IN:
            return CachedOracle(oracle.oracle)
        return oracle

    def fingerprint(self) -> str:
        """All that the judgement of a game depends on besides the game: the very program that searches, too."""
        oracle = find_oracle(self.name)
        inner = oracle.oracle if isinstance(oracle, CachedOracle) else oracle
        asked = inner.question(chess.Board(), SECOND_LOOK, 1) if isinstance(inner, Accountable) else None
        judging = f"{self}, sure {self.sure}, reasons {self.reasons}"
        return f"{judging} by {asked.engine, asked.options}" if asked else judging

    def __str__(self) -> str:
        fresh = f"{self.name}, {self.first}"
        if self.second != self.first:
            fresh += f", then {self.second}"
        return f"evaluations in the file, else {fresh}" if self.from_file else fresh


def spoken(name: str) -> str:
    """What a judge is called in a sentence.

    >>> spoken("stockfish"), spoken("search"), spoken("maia")
    ('Stockfish', "Motif's own search", 'maia')
    """
    return SPOKEN.get(name, name)


def judge_of(games: Sequence[StudiedGame]) -> str:
    """The judge by the name with which it can be asked again; empty where there is no game."""
    judge = games[0].judge if games else ""
    return judge.rpartition("; ")[2].partition(", ")[0]


def judged_by(games: Sequence[StudiedGame]) -> str:
    """Who judged these games; where a file had evaluations, in how many of them."""
    judge = spoken(judge_of(games))
    from_file = sum(game.judge.startswith(IN_THE_FILE) for game in games)
    if not from_file:
        return judge
    if from_file == len(games):
        return f"the {IN_THE_FILE}, explained by {judge}"
    return f"the {IN_THE_FILE} in {from_file} of {len(games)} games, the others by {judge}"


class KeptJudges:
    """The judge of whoever asks, and those of studies, each tried out once."""

    def __init__(self, own: Judge) -> None:
        self.own = own
        self._known: dict[str, Judge | None] = {own.name: own}

    def named(self, name: str) -> Judge | None:
        """A judge by the name that a study or a card of the deck has kept; None where it is not here."""
        if name not in self._known:
            self._known[name] = _kept(name)
        return self._known[name]

    def of_card(self, name: str) -> Judge:
        """Who says what is wrong with an answer to a card that has kept this name: the study's judge, or else ours."""
        return self.named(name) or self.own

    def sentence_of(self, name: str) -> str:
        """That in a sentence."""
        judge = self.named(name)
        if judge is None and name:
            return f"From a study judged by {spoken(name)}, which is not here; here {spoken(self.own.name)} judges."
        return f"Judged by {spoken((judge or self.own).name)}{', as in the study' if judge else ''}."


def _kept(name: str) -> Judge | None:
    try:
        return None if not name or Name.parse(name).head in WITH_A_FILE else Judge.find(name)
    except MotifError:
        return None
