"""Room 5, names to players: what the command line, the experiments and a match call somebody by.

A name is NAME[:ARGUMENT][,KEY=VALUE…]: `greedy`, `stockfish,depth=8`, `uci:/opt/wasp,seconds=0.1`,
`stockfish,nodes=500,Skill_Level=3`. The keys depth, nodes and seconds are the limit; every other key is an
option of the engine, with _ for a space. Each system of the house joins by an entry in the table below.

`openings+NAME` plays from the opening cases first and leaves the rest of the game to NAME; `tactics+NAME` plays what a
tactic suggests and leaves every other move to NAME. The part before the plus is a name too:
`openings:my_cases.tsv+greedy`, `openings,style=paper,order=as_given+pruning,depth=4`, `tactics:mine.pl+base`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from motif.advice import Adviser, Player
from motif.arena import Entrant
from motif.arena.greedy import GreedyPlayer
from motif.arena.oracle_players import EnginePlayer, OracleAdviser, OraclePlayer
from motif.arena.policy_players import PolicyAdviser, PolicyPlayer
from motif.arena.sparring import RandomPlayer
from motif.board.cached_oracle import ASKED_AT_ONCE, CachedOracle, Remembering
from motif.board.engines import Engine, EngineProtocol, find_engine, get_engine
from motif.board.evaluation_cache import EvaluationCache
from motif.board.foreign_tables import ForeignTables, open_tables
from motif.board.limits import Limit
from motif.board.maia import Maia
from motif.board.oracles import Oracle
from motif.board.tablebases import Tablebase
from motif.endgames import EndgameAdviser, EndgamePlayer, GameRules, find_program
from motif.errors import BadArgument, UnknownName
from motif.openings import (
    PAPER_STYLE,
    CaseOrder,
    OpeningAdviser,
    OpeningPlayer,
    OpeningStyle,
    load_cases,
    shipped_cases,
)
from motif.search import Mode, Pruning, PruningMode, SearchAdviser, SearchOracle, SearchPlayer, SearchSettings
from motif.tactics.board.adviser import TacticsAdviser, TacticsPlayer
from motif.tactics.library.library import Library

DEFAULT_LIMIT = Limit(depth=8)
"""How long an engine thinks when neither its name nor the match says so."""

OPENINGS = "openings"
ENDGAME = "endgame"
TACTICS = "tactics"

_LIMIT_KEYS = ("depth", "nodes", "seconds")


@dataclass(frozen=True, slots=True)
class Name:
    """A name taken apart.

    >>> Name.parse("uci:/opt/wasp,depth=3,Skill_Level=2")
    Name(head='uci', argument='/opt/wasp', limit=Limit(depth=3, nodes=None, seconds=None), options={'Skill Level': '2'})
    """

    head: str
    argument: str
    limit: Limit | None
    options: dict[str, str]

    @classmethod
    def parse(cls, text: str) -> Name:
        """Read a name."""
        call, *settings = text.split(",")
        head, _, argument = call.partition(":")
        limits, options = [], {}
        for setting in settings:
            key, equals, value = setting.partition("=")
            if not equals:
                raise BadArgument(
                    f"cannot read {setting!r} in {text!r}", hint="write KEY=VALUE, e.g. stockfish,depth=8"
                )
            if key in _LIMIT_KEYS:
                limits.append(setting)
            else:
                options[key.replace("_", " ")] = value
        return cls(head, argument, Limit.parse(",".join(limits)) if limits else None, options)


@dataclass(frozen=True, slots=True)
class Entry:
    """What answers to a name, in which roles, whether its name takes settings, and whether it is asked unbidden."""

    name: str
    summary: str
    player: Callable[[Name], Player] | None = None
    adviser: Callable[[Name], Adviser] | None = None
    oracle: Callable[[Name], Oracle] | None = None
    has_settings: bool = False
    by_default: bool = False


def find_player(text: str) -> Player:
    """The player of this name; close it after use if it has `close`."""
    first, plus, other = text.partition("+")
    if plus and (compose := _COMPOSED.get(Name.parse(first).head)):
        return compose(Name.parse(first), other)
    entry, name = _find(text)
    if entry.player is None:
        raise UnknownName(f"{text!r} does not play", hint=_who("player"))
    return entry.player(name)


def find_adviser(text: str) -> Adviser:
    """The adviser of this name; close it after use if it has `close`."""
    entry, name = _find(text)
    if entry.adviser is None:
        raise UnknownName(f"{text!r} gives no advice", hint=_who("adviser"))
    return entry.adviser(name)


def find_oracle(text: str) -> Oracle:
    """The oracle of this name; close it after use if it has `close`."""
    entry, name = _find(text)
    if entry.oracle is None:
        raise UnknownName(f"{text!r} evaluates no positions", hint=_who("oracle"))
    return entry.oracle(name)


def enter(text: str, limit: Limit = DEFAULT_LIMIT) -> Entrant:
    """Somebody for the arena, built anew in every worker; refused here and now when nobody answers to the name."""
    find_player(text)
    # In a composite name the limit is that of the player after the plus.
    player = text.rpartition("+")[2] if text.startswith(tuple(_COMPOSED)) else text
    return Entrant(text, partial(find_player, text), Name.parse(player).limit or limit)


def entries() -> list[Entry]:
    """Everybody who can be called by name here; the well-known engines only if they are installed."""
    return [entry for entry in _ENTRIES.values() if entry.name not in _KNOWN_ENGINES or get_engine(entry.name)]


def _find(text: str) -> tuple[Entry, Name]:
    name = Name.parse(text)
    entry = _ENTRIES.get(name.head)
    if entry is None:
        known = ", ".join(entry.name for entry in entries())
        raise UnknownName(f"nobody is called {name.head!r}", hint=f"there are {known}")
    if not entry.has_settings and name != Name(name.head, "", None, {}):
        raise BadArgument(f"{entry.name} takes no settings, but was called {text!r}")
    return entry, name


def _who(role: str) -> str:
    return f"these do: {', '.join(entry.name for entry in entries() if getattr(entry, role))}"


def _engine(name: Name) -> Engine:
    protocol = _PROTOCOLS.get(name.head)
    if protocol and not name.argument:
        raise BadArgument(f"{name.head} needs an engine", hint=f"write {name.head}:/path/to/engine")
    program = find_engine(name.argument if protocol else name.head, protocol)
    return Engine(program, name.options)


def _remembering(oracle: Oracle, at_once: int = ASKED_AT_ONCE) -> Oracle:
    return CachedOracle(oracle, EvaluationCache(), Remembering(asked_at_once=at_once))


def _judging_engine(name: Name) -> Oracle:
    # An engine gains nothing from many questions at once, and may need long for each: none is to be lost.
    return _remembering(_engine(name), at_once=1)


def _engine_entry(name: str, summary: str) -> Entry:
    return Entry(
        name,
        summary,
        player=lambda called: EnginePlayer(_engine(called), called.limit),
        adviser=lambda called: OracleAdviser(_judging_engine(called), called.limit or DEFAULT_LIMIT),
        oracle=_judging_engine,
        has_settings=True,
    )


def _files(name: Name) -> ForeignTables:
    if not name.argument or name.options or name.limit:
        raise BadArgument(f"{name.head} needs a folder and nothing else", hint=f"write {name.head}:/path/to/folder")
    return open_tables(Path(name.argument))


def _search_settings(name: Name, pruning: Pruning | None = None) -> SearchSettings:
    if name.argument:
        raise BadArgument(f"{name.head} takes settings after a comma, not {name.argument!r} after a colon")
    # The paper's player drops moves; in a full search the rules only reduce, which costs no strength.
    if pruning and name.options.get("mode") == Mode.PAPER:
        pruning = Pruning(PruningMode.PAPER)
    return SearchSettings.read(name.options, SearchSettings(pruning=pruning))


def _search_entry(head: str, summary: str, pruning: Pruning | None = None) -> Entry:
    return Entry(
        head,
        summary,
        player=lambda called: SearchPlayer(called.head, _search_settings(called, pruning), called.limit),
        adviser=lambda called: SearchAdviser(
            called.head, _search_settings(called, pruning), called.limit or Limit(depth=6)
        ),
        has_settings=True,
    )


def _search_oracle(name: Name) -> Oracle:
    limit = name.limit
    if name.argument:
        if not name.argument.isdigit():
            raise BadArgument(f"cannot read the depth {name.argument!r}", hint="write search:8")
        limit = Limit(depth=int(name.argument))
    return _remembering(SearchOracle(name.head, SearchSettings.read(name.options), limit))


def _endgame_program(name: Name) -> tuple[str, GameRules]:
    """The program's name or path, and how far it looks: `endgame:KRKR,plies=3,material=100`."""
    options = dict(name.options)
    try:
        rules = GameRules(plies=int(options.pop("plies", "1")), material=float(options.pop("material", "0")))
    except ValueError as error:
        raise BadArgument(f"{name.head} cannot be set so: {error}", hint="write plies=1 or 3, material=100") from None
    if options or name.limit:
        raise BadArgument(f"{name.head} has no such setting", hint="there are plies and material")
    return name.argument or ("general" if name.head == ENDGAME else name.head), rules


def _endgame_player(name: Name) -> Player:
    program, rules = _endgame_program(name)
    called = f"{name.head}:{name.argument}" if name.argument else name.head
    return EndgamePlayer(called, find_program(program), rules)


def _maia(name: Name) -> Maia:
    if not name.argument:
        raise BadArgument("maia needs a network", hint="write maia:/path/to/maia-1600.pb.gz")
    if name.limit or name.options:
        raise BadArgument("maia takes no settings: it never looks ahead")
    return Maia(Path(name.argument))


def _opening_player(name: Name, other: str) -> Player:
    style, options = OpeningStyle(), dict(name.options)
    if options.pop("style", "") == "paper":
        style = PAPER_STYLE
    if "furthest" in options:
        furthest = options.pop("furthest")
        if not furthest.isdigit():
            raise BadArgument(f"furthest={furthest} cannot be set", hint="write a number of squares, 64 for any")
        style = replace(style, furthest=int(furthest))
    if "order" in options:
        order = options.pop("order").replace("_", " ")
        if order not in set(CaseOrder):
            raise BadArgument(f"order={order} cannot be set", hint="write order=longest_first or order=as_given")
        style = replace(style, order=CaseOrder(order))
    if options or name.limit:
        raise BadArgument(
            f"{OPENINGS} has no such setting", hint="there are style=paper, furthest and order; limits come after the +"
        )
    base = load_cases(Path(name.argument)) if name.argument else shipped_cases()
    return OpeningPlayer(base, find_player(other), style)


def _library(name: Name) -> Library:
    if name.limit or name.options:
        raise BadArgument(f"{TACTICS} has no settings", hint="write tactics:mine.pl, or tactics:mine.pl+NAME,depth=4")
    return Library.read(Path(name.argument)) if name.argument else Library.shipped()


def _tactics_player(name: Name, other: str) -> Player:
    return TacticsPlayer(_library(name), find_player(other))


_COMPOSED = {OPENINGS: _opening_player, TACTICS: _tactics_player}

_PROTOCOLS = {"uci": EngineProtocol.UCI, "xboard": EngineProtocol.XBOARD}

_KNOWN_ENGINES = {
    "stockfish": "Stockfish",
    "fairy-stockfish": "Fairy-Stockfish",
    "lc0": "Leela Chess Zero",
    "gnuchess": "GNU Chess",
    "crafty": "Crafty",
}

_ENTRIES = {
    entry.name: entry
    for entry in (
        Entry("random", "any legal move, by lot", player=lambda _: RandomPlayer()),
        Entry(
            "greedy",
            "the best static exchange",
            player=lambda _: GreedyPlayer(),
            adviser=lambda _: GreedyPlayer(),
            by_default=True,
        ),
        Entry(
            "tablebase",
            "the truth about endgames of up to four men",
            player=lambda _: OraclePlayer(Tablebase()),
            adviser=lambda _: OracleAdviser(Tablebase(), DEFAULT_LIMIT),
            oracle=lambda _: Tablebase(),
        ),
        Entry(
            "tables",
            "Syzygy or Gaviota files, tables:/path/to/folder",
            player=lambda called: OraclePlayer(_files(called)),
            adviser=lambda called: OracleAdviser(_files(called), DEFAULT_LIMIT),
            oracle=lambda called: _files(called),
            has_settings=True,
        ),
        Entry(
            OPENINGS,
            "the nearest opening case; openings+NAME plays by it and leaves the rest to NAME",
            adviser=lambda _: OpeningAdviser(shipped_cases()),
        ),
        Entry(
            ENDGAME,
            "an evolved endgame program: endgame:KRKR by name or path, endgame:KRKR,plies=3",
            player=_endgame_player,
            adviser=lambda called: EndgameAdviser(called.head, find_program(_endgame_program(called)[0])),
            has_settings=True,
        ),
        Entry(
            "master",
            "endgame principles written by hand in the language of the programs",
            player=_endgame_player,
            adviser=lambda called: EndgameAdviser(called.head, find_program(_endgame_program(called)[0])),
            has_settings=True,
        ),
        Entry(
            TACTICS,
            "tactics learned from games, tactics:mine.pl for your own; tactics+NAME leaves other moves to NAME",
            player=lambda called: _tactics_player(called, "greedy"),
            adviser=lambda called: TacticsAdviser(_library(called)),
            has_settings=True,
            by_default=True,
        ),
        _search_entry("base", "the search; base,mode=paper,weights=winning is the paper's"),
        _search_entry("pruning", "the search with the four pruning rules", Pruning(PruningMode.SOFT)),
        Entry("search", "the search as a judge, search:8 for depth 8", oracle=_search_oracle, has_settings=True),
        Entry(
            "maia",
            "a network that plays as people do, maia:/path/to/maia-1600.pb.gz",
            player=lambda called: PolicyPlayer(_maia(called)),
            adviser=lambda called: PolicyAdviser(_maia(called)),
            oracle=_maia,
            has_settings=True,
        ),
        *(_engine_entry(name, full_name) for name, full_name in _KNOWN_ENGINES.items()),
        _engine_entry("uci", "any UCI engine by path, uci:/path/to/engine"),
        _engine_entry("xboard", "any XBoard engine by path, xboard:/path/to/engine"),
    )
}
