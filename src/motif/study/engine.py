"""The engine that evaluates a study's games: a quick search of every position, a deeper one if a move seems to lose.

The quick search only has to find the moves that need a deeper one. The built-in search goes through a game backwards
with one table, so that it sees a played move as deeply as the position after it (experiments/study-engine).

The engine that evaluated a study also explains wrong answers to its exercises. A study may come from another user, so
the engine's name in it never starts a program and never makes Motif read a file by its path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import chess
from pydantic import TypeAdapter, ValidationError

import motif
from motif import __version__
from motif._core.board import Game
from motif.engines.cache import CACHE_NAME, CachedEvaluator, ResultCache, default_cache_path
from motif.engines.evaluator import Evaluator, SupportsCacheKey
from motif.engines.game_review import IN_THE_FILE
from motif.engines.limits import EXPLAIN_LIMIT, STUDY_FIRST_LOOK, STUDY_SECOND_LOOK, STUDY_SURE_LOOK, Limit
from motif.errors import BadFile, MotifError
from motif.players.engines import SPOKEN, choose_engine
from motif.players.names import Name, find_evaluator
from motif.study.games import StudiedGame

BUILT_IN = "search"

ENGINES_FROM_FILES = frozenset({"tables", "maia", "uci", "xboard", "endgame"})
"""Engines whose names contain a path or a file's name."""


@dataclass(frozen=True, slots=True)
class StudyEngine:
    """The name of an engine, its search limits, and whether evaluations in the file replace its first search.

    >>> str(StudyEngine())
    'evaluations in the file, else search, depth=8,nodes=2500, then depth=12,nodes=40000'
    """

    name: str = BUILT_IN
    first: Limit = STUDY_FIRST_LOOK
    second: Limit = STUDY_SECOND_LOOK
    from_file: bool = True
    reasons: Limit = EXPLAIN_LIMIT
    sure: Limit = STUDY_SURE_LOOK
    """The limit of the second search for a move that seems to lose much."""

    @classmethod
    def find(cls, name: str | None = None, limit: Limit | None = None, *, fresh: bool = False) -> StudyEngine:
        """Return the engine that `choose_engine` chooses; with `fresh`, evaluations in the file are not used."""
        chosen = choose_engine(name, limit)
        looks = chosen.limits
        return cls(chosen.name, looks.first_look, looks.second_look, not fresh, looks.explain, looks.sure_look)

    def evaluator(self) -> Evaluator:
        """Return the evaluator; close it after use.

        The built-in search gets no disk cache: it is faster than a disk, and whole games are cached.
        """
        evaluator = find_evaluator(self.name)
        if isinstance(evaluator, CachedEvaluator) and Name.parse(self.name).head == BUILT_IN:
            return CachedEvaluator(evaluator.evaluator)
        return evaluator

    def fingerprint(self) -> str:
        """Return text that identifies all that an evaluation depends on besides the game, such as the engine's
        version."""
        evaluator = find_evaluator(self.name)
        inner = evaluator.evaluator if isinstance(evaluator, CachedEvaluator) else evaluator
        asked = inner.cache_key(chess.Board(), STUDY_SECOND_LOOK, 1) if isinstance(inner, SupportsCacheKey) else None
        fingerprint = f"{self}, sure {self.sure}, reasons {self.reasons}"
        return f"{fingerprint} by {asked.engine, asked.options}" if asked else fingerprint

    def __str__(self) -> str:
        fresh = f"{self.name}, {self.first}"
        if self.second != self.first:
            fresh += f", then {self.second}"
        return f"evaluations in the file, else {fresh}" if self.from_file else fresh


def spoken(name: str) -> str:
    """The name of an engine as sentences write it.

    >>> spoken("stockfish"), spoken("search"), spoken("maia")
    ('Stockfish', "Motif's own search", 'maia')
    """
    return SPOKEN.get(name, name)


def engine_name_of(games: Sequence[StudiedGame]) -> str:
    """The name with which these games' engine can be found; empty if there are no games."""
    name = games[0].engine if games else ""
    return name.rpartition("; ")[2].partition(", ")[0]


def engine_sentence_of(games: Sequence[StudiedGame]) -> str:
    """Say in a sentence which engine evaluated these games, and how many games have evaluations in the file."""
    engine = spoken(engine_name_of(games))
    from_file = sum(game.engine.startswith(IN_THE_FILE) for game in games)
    if not from_file:
        return f"Evaluated by {engine}."
    if from_file == len(games):
        return f"The evaluations are from the file; {engine} explains the mistakes."
    return f"In {from_file} of {len(games)} games the evaluations are from the file; {engine} evaluated the others."


class KeptEngines:
    """The caller's engine and the engines named by studies; each is created once and kept."""

    def __init__(self, own: StudyEngine) -> None:
        self.own = own
        self._known: dict[str, StudyEngine | None] = {own.name: own}

    def named(self, name: str) -> StudyEngine | None:
        """The engine that a study or a card names; None if it is not installed here."""
        if name not in self._known:
            self._known[name] = _kept(name)
        return self._known[name]

    def of_card(self, name: str) -> StudyEngine:
        """The engine that explains wrong answers to a card: the one it names if installed, else the caller's."""
        return self.named(name) or self.own

    def sentence_of(self, name: str) -> str:
        """Say which engine evaluates a card."""
        engine = self.named(name)
        if engine is None and name:
            return f"{spoken(name)} evaluated the study, but is not installed here; {spoken(self.own.name)} evaluates."
        return f"Evaluated by {spoken((engine or self.own).name)}{', as in the study' if engine else ''}."


def _kept(name: str) -> StudyEngine | None:
    try:
        return None if not name or Name.parse(name).head in ENGINES_FROM_FILES else StudyEngine.find(name)
    except MotifError:
        return None


# The cache of a study's results, so that an interrupted or repeated study does not compute them again.

Made = TypeVar("Made")

VERSION = 15
"""Raise this when games are evaluated in another way than before."""


class StudyCache:
    """Studied games and other results of a study, in the cache file of a folder.

    If the file cannot be used, the study continues without it and calls `tell` once.
    """

    def __init__(self, folder: Path | None = None, tell: Callable[[str], object] = lambda _: None) -> None:
        self.folder = folder or default_cache_path().parent
        self._file: ResultCache | None = ResultCache(self.folder / CACHE_NAME)
        self._tell = tell

    def __reduce__(self) -> tuple[type[StudyCache], tuple[Path]]:
        # Another process opens the file itself, without `tell`.
        return StudyCache, (self.folder,)

    def get(self, key: str) -> StudiedGame | None:
        """Return the cached game of a key; None if there is none or it cannot be read."""
        return self._read(key, _adapter())

    def holds(self, key: str) -> bool:
        return bool(self._try(lambda file: file.holds(key)))

    def put(self, key: str, game: StudiedGame) -> None:
        self._write(key, _adapter().dump_json(game))

    def recall(self, what: str, inputs: Iterable[str], kind: TypeAdapter[Made], make: Callable[[], Made]) -> Made:
        """Return what this version of Motif made from these inputs before; else make it now and cache it."""
        key = _made_key(what, inputs)
        value = self._read(key, kind)
        if value is None:
            value = make()
            self._write(key, kind.dump_json(value))
        return value

    def knows(self, what: str, inputs: Iterable[str]) -> bool:
        return self.holds(_made_key(what, inputs))

    def _read(self, key: str, kind: TypeAdapter[Made]) -> Made | None:
        content = self._try(lambda file: file.get(key))
        try:
            return None if content is None else kind.validate_json(content)
        except ValidationError:
            return None

    def _write(self, key: str, content: bytes) -> None:
        self._try(lambda file: file.put(key, content))

    def _try(self, use: Callable[[ResultCache], Made]) -> Made | None:
        if self._file is None:
            return None
        try:
            return use(self._file)
        except BadFile as error:
            self._file = None
            self._tell(f"{error}; evaluated games are not kept for the next run")
            return None


def game_key(game: Game, fingerprint: str, *, is_white: bool) -> str:
    """The key under which the cache keeps an evaluated game."""
    identity = "\0".join([str(VERSION), __version__, fingerprint, "white" if is_white else "black", str(game)])
    return sha256(identity.encode(errors="surrogatepass")).hexdigest()[:32]


def _made_key(what: str, inputs: Iterable[str]) -> str:
    identity = "\0".join([what, package_fingerprint(), *inputs])
    return f"{what}-{sha256(identity.encode(errors='surrogatepass')).hexdigest()[:32]}"


@cache
def package_fingerprint() -> str:
    """Return text that identifies all files of this package, so that any change of code or data changes it."""
    folder = Path(motif.__file__).parent
    files = sorted(path for path in folder.rglob("*") if path.suffix != ".pyc" and path.is_file())
    identity = [f"{path.relative_to(folder)} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in files]
    return sha256("\n".join(identity).encode()).hexdigest()


@cache
def _adapter() -> TypeAdapter[StudiedGame]:
    return TypeAdapter(StudiedGame)
