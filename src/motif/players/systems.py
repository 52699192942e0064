"""Tactics learned from games: as an adviser, and as a player that leaves other moves to somebody else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import chess
import numpy as np

from motif._core.search import SearchInfo
from motif.advice import Adviser, Player, Reason
from motif.endgames.games import GameRules
from motif.endgames.player import EndgameAdviser, EndgamePlayer
from motif.endgames.program import find_program, shipped_names
from motif.engines.evaluator import Evaluator
from motif.engines.limits import EXPLAIN_LIMIT, Limit
from motif.engines.small_tables import signature_of
from motif.errors import BadArgument
from motif.explain.moves import ReasonsAdviser, ReasonsPlayer
from motif.openings.adviser import STYLES, CaseOrder, OpeningAdviser, OpeningPlayer, OpeningStyle
from motif.openings.cases import load_cases, shipped_cases
from motif.patterns.adviser import PatternPruning, PatternsAdviser
from motif.patterns.learning.paper_library import PaperLibrary, TaughtAdviser, read_library
from motif.patterns.library import Best, Selection, BestShare
from motif.patterns.library import Library as PatternLibrary
from motif.players.find import Makers, find_evaluator
from motif.players.names import ENDGAME, OPENINGS, PATTERNS, SEARCH, TACTICS, Name
from motif.players.sparring import GreedyPlayer
from motif.search.player import SearchPlayer
from motif.search.settings import PruningMode, SearchSettings
from motif.tactics.adviser import TacticsAdviser, TacticsPlayer
from motif.tactics.library import TacticsLibrary


def _tactics_library(name: Name) -> TacticsLibrary:
    if name.limit or name.options:
        raise BadArgument(f"{TACTICS} has no settings", hint="write tactics:mine.pl, or tactics:mine.pl+NAME,depth=4")
    return TacticsLibrary.read(Path(name.argument)) if name.argument else TacticsLibrary.shipped()


TACTIC_MAKERS = Makers(
    players={TACTICS: lambda name: TacticsPlayer(_tactics_library(name), GreedyPlayer())},
    advisers={TACTICS: lambda name: TacticsAdviser(_tactics_library(name))},
    before_a_plus={TACTICS: lambda name, other: TacticsPlayer(_tactics_library(name), other)},
)


# Patterns learned from strong players: as an adviser, and as a search that looks at the moves they rank highest.


class TaughtPlayer(SearchPlayer):
    """A search that looks at those moves of its root that a taught hierarchy weighs highest."""

    def __init__(
        self, name: str, settings: SearchSettings, limit: Limit | None, library: PaperLibrary, selection: Selection
    ) -> None:
        super().__init__(name, settings, limit)
        self._library = library
        self._selection = selection

    def search(
        self,
        board: chess.Board,
        limit: Limit,
        moves: Sequence[chess.Move] | None = None,
        advised: Sequence[chess.Move] = (),
    ) -> SearchInfo:
        """What the search finds among the moves that are kept."""
        ranked = [move for move, _ in self._library.rank(board) if moves is None or move in moves]
        keeps = int(self._selection.of(np.array([len(ranked)]))[0])
        return super().search(board, limit, ranked[:keeps], advised)


def _pattern_library(name: Name) -> PatternLibrary | PaperLibrary:
    return read_library(Path(name.argument)) if name.argument else PatternLibrary.shipped()


def _pattern_adviser(name: Name) -> Adviser:
    if name.limit or name.options:
        raise BadArgument(f"{PATTERNS} takes no settings as an adviser", hint="write patterns, or patterns:mine.txt")
    library = _pattern_library(name)
    return TaughtAdviser(library) if isinstance(library, PaperLibrary) else PatternsAdviser(library)


def _pattern_player(name: Name) -> SearchPlayer:
    options = dict(name.options)
    library, selection = _pattern_library(name), _selection(options)
    if isinstance(library, PaperLibrary):
        for setting in ("plies", "filter"):
            if setting in options:
                raise BadArgument(
                    f"{setting}={options[setting]} cannot be set for a hierarchy", hint="it chooses moves of the root"
                )
        return TaughtPlayer(name.head, SearchSettings.read(options), name.limit, library, selection)
    plies = int(_number("plies", options.pop("plies", "1")))
    pruning = PatternPruning(library, selection, plies, _mode(options.pop("filter", PruningMode.PAPER)))
    return SearchPlayer(name.head, SearchSettings.read(options, SearchSettings(pruning=pruning)), name.limit)


def _selection(options: dict[str, str]) -> Selection:
    if "gamma" in options:
        return BestShare(_number("gamma", options.pop("gamma")))
    return Best(int(_number("k", options.pop("k", "5"))))


def _mode(text: str) -> PruningMode:
    if text not in list(PruningMode):
        raise BadArgument(f"filter={text} cannot be set", hint=f"write one of {', '.join(PruningMode)}")
    return PruningMode(text)


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadArgument(f"{name}={text} cannot be set", hint="write a number") from None


PATTERN_MAKERS = Makers(players={PATTERNS: _pattern_player}, advisers={PATTERNS: _pattern_adviser})


# The opening cases: as an adviser, and before a plus as a player.


def _before(name: Name, other: Player) -> OpeningPlayer:
    style, options = OpeningStyle(), dict(name.options)
    if "style" in options:
        word = options.pop("style")
        if word not in STYLES:
            raise BadArgument(f"style={word} cannot be set", hint=f"there are {', '.join(STYLES)}")
        style = STYLES[word]
    if "furthest" in options:
        furthest = options.pop("furthest")
        if not re.fullmatch("[0-9]{1,4}", furthest):
            raise BadArgument(f"furthest={furthest} cannot be set", hint="write a number of squares, 64 for any")
        style = replace(style, furthest=int(furthest))
    if "order" in options:
        order = options.pop("order").replace("_", " ")
        if order not in set(CaseOrder):
            raise BadArgument(f"order={order} cannot be set", hint="write order=longest_first or order=as_given")
        style = replace(style, order=CaseOrder(order))
    if options or name.limit:
        raise BadArgument(
            f"{OPENINGS} has no such setting", hint="there are style, furthest and order; limits come after the +"
        )
    base = load_cases(Path(name.argument)) if name.argument else shipped_cases()
    return OpeningPlayer(base, other, style)


OPENING_MAKERS = Makers(
    advisers={OPENINGS: lambda _: OpeningAdviser(shipped_cases())},
    before_a_plus={OPENINGS: _before},
)


# Evolved endgame programs, and the Master, which was written by hand.


def _program(name: Name) -> tuple[str, GameRules]:
    """The program's name or path, and how far it looks: `endgame:KRKR,plies=3,material=100`."""
    options = dict(name.options)
    try:
        rules = GameRules(plies=int(options.pop("plies", "1")), material=float(options.pop("material", "0")))
    except ValueError as error:
        raise BadArgument(
            f"{name.head} cannot be set so: {error}", hint="write plies=1, 3 or 5, material=100"
        ) from None
    if options or name.limit:
        raise BadArgument(f"{name.head} has no such setting", hint="there are plies and material")
    return name.argument or ("general" if name.head == ENDGAME else name.head), rules


def _endgame_player(name: Name) -> EndgamePlayer:
    program, rules = _program(name)
    return EndgamePlayer(str(Name(name.head, name.argument)), find_program(program), rules)


def _endgame_adviser(name: Name) -> EndgameAdviser:
    return EndgameAdviser(name.head, find_program(_program(name)[0]))


ENDGAME_MAKERS = Makers(
    players={ENDGAME: _endgame_player, "master": _endgame_player},
    advisers={ENDGAME: _endgame_adviser, "master": _endgame_adviser},
)


# Checked reasons, by the word of any evaluator: `reasons`, `reasons:stockfish,depth=12`.

REASONS = "reasons"


def _evaluator(name: Name) -> Evaluator:
    return find_evaluator(str(replace(Name.parse(name.argument or SEARCH), options=name.options)))


REASON_MAKERS = Makers(
    players={REASONS: lambda name: ReasonsPlayer(_evaluator(name), name.limit)},
    advisers={REASONS: lambda name: ReasonsAdviser(_evaluator(name), name.limit or EXPLAIN_LIMIT)},
)


# What evolved endgame programs say about a move that was chosen: those of the men on the board, where there is one.

MOST_MEN = 6


def program_speaks(board: chess.Board, move: chess.Move) -> Reason | None:
    """Why a program plays this move here; None where no program was evolved for these men, or it plays another."""
    if chess.popcount(board.occupied) > MOST_MEN:
        return None
    player = _programs().get(_without_side(signature_of(board)))
    if player is None:
        return None
    first = player.advise(board)[0]
    return first.because if first.move == move else None


def _without_side(signature: str) -> str:
    """The same men, whoever has White."""
    black = signature.rindex("K")
    return max(signature, signature[black:] + signature[:black])


@cache
def _programs() -> dict[str, EndgamePlayer]:
    names = [name for name in shipped_names() if name.isupper()]
    return {_without_side(name): EndgamePlayer(f"endgame:{name}", find_program(name)) for name in names}
