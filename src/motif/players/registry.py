"""Everybody who can be called by name: what each is, in which roles, and which file here makes it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from motif.board.engine_programs import get_engine
from motif.players.names import OPENINGS, PATTERNS, SEARCH, TACTICS


class Role(StrEnum):
    """What somebody can be asked to do."""

    PLAYER = "player"
    ADVISER = "adviser"
    ORACLE = "oracle"


PLAYS = (Role.PLAYER,)
ADVISES = (Role.ADVISER,)
JUDGES = (Role.ORACLE,)

ENDGAME = "endgame"

KNOWN_ENGINES = {
    "stockfish": "Stockfish",
    "fairy-stockfish": "Fairy-Stockfish",
    "lc0": "Leela Chess Zero",
    "gnuchess": "GNU Chess",
    "crafty": "Crafty",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """What answers to a name, in which roles, the file that makes it, whether its name takes settings, and more."""

    name: str
    summary: str
    roles: tuple[Role, ...]
    made_by: str
    has_settings: bool = False
    by_default: bool = False
    """Whether it is asked for advice unbidden."""


def _engine(name: str, summary: str) -> Entry:
    return Entry(name, summary, PLAYS + ADVISES + JUDGES, "engines", has_settings=True)


TABLE = {
    entry.name: entry
    for entry in (
        Entry("random", "any legal move, by lot", PLAYS, "sparring"),
        Entry("greedy", "the best static exchange", PLAYS + ADVISES, "sparring", by_default=True),
        Entry(
            "motif",
            "all systems together, every move with a checked reason; motif:/path/to/syzygy plays by tables, too",
            PLAYS + ADVISES,
            "motif",
            has_settings=True,
        ),
        Entry(
            "human",
            "people of a rating, human,rating=1500 or human,level=1 to 8: it misses what they miss",
            PLAYS + ADVISES,
            "people",
            has_settings=True,
        ),
        Entry("tablebase", "the truth about endgames of up to four men", PLAYS + ADVISES + JUDGES, "tablebases"),
        Entry(
            "tables",
            "Syzygy or Gaviota files, tables:/path/to/folder",
            PLAYS + ADVISES + JUDGES,
            "tablebases",
            has_settings=True,
        ),
        Entry(
            "technique",
            "the rules of endings, by tables where they reach; technique:/path/to/syzygy reaches further",
            ADVISES,
            "tablebases",
            has_settings=True,
            by_default=True,
        ),
        Entry(
            OPENINGS,
            "the nearest opening case; openings+NAME plays by it and leaves the rest to NAME",
            ADVISES,
            "openings",
        ),
        Entry(
            ENDGAME,
            "an evolved endgame program: endgame:KRKR by name or path, endgame:KRKR,plies=3",
            PLAYS + ADVISES,
            "endgames",
            has_settings=True,
        ),
        Entry(
            "master",
            "endgame principles written by hand in the language of the programs",
            PLAYS + ADVISES,
            "endgames",
            has_settings=True,
        ),
        Entry(
            TACTICS,
            "tactics learned from games, tactics:mine.pl for your own; tactics+NAME leaves other moves to NAME",
            PLAYS + ADVISES,
            "tactics",
            has_settings=True,
            by_default=True,
        ),
        Entry(
            "reasons",
            "the best move with a cause that was checked; reasons:stockfish,depth=12 for another judge",
            PLAYS + ADVISES,
            "reasons",
            has_settings=True,
            by_default=True,
        ),
        Entry(
            PATTERNS,
            "patterns of moves, patterns:mine.txt for your own; a search of the moves they keep: patterns,k=5",
            PLAYS + ADVISES,
            "patterns",
            has_settings=True,
        ),
        Entry(
            "base",
            "the search; base,mode=paper,weights=winning is the paper's",
            PLAYS + ADVISES,
            "searchers",
            has_settings=True,
        ),
        Entry("pruning", "the search with the four pruning rules", PLAYS + ADVISES, "searchers", has_settings=True),
        Entry(SEARCH, "the search as a judge, search:8 for depth 8", JUDGES, "searchers", has_settings=True),
        Entry(
            "maia",
            "a network that plays as people do, maia:/path/to/maia-1600.pb.gz",
            PLAYS + ADVISES + JUDGES,
            "networks",
            has_settings=True,
        ),
        *(_engine(name, full_name) for name, full_name in KNOWN_ENGINES.items()),
        _engine("uci", "any UCI engine by path, uci:/path/to/engine"),
        _engine("xboard", "any XBoard engine by path, xboard:/path/to/engine"),
    )
}


def entries() -> list[Entry]:
    """Everybody who can be called by name here; the well-known engines only if they are installed."""
    return [entry for entry in TABLE.values() if entry.name not in KNOWN_ENGINES or get_engine(entry.name)]
