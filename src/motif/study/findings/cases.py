"""Look up the positions behind every number of a profile, by a name such as `missed:fork` or `work:0`.

A share has two parts: the cases that it counts and the others, such as missed and found forks. Each part starts with
the costliest case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from motif.engines.game_review import Judgement
from motif.errors import NothingFound
from motif.study.causes import WORDS, Cause, causes_in
from motif.study.findings.clocks import moves_by_clock
from motif.study.findings.endgames import SmallTables, endings, thrown_away
from motif.study.games import Outcome, StudiedGame, StudiedMove
from motif.study.peers import sides_of
from motif.study.profile import Example, Kind
from motif.study.review import MISTAKE
from motif.study.study import Study


@dataclass(frozen=True, slots=True)
class ExampleGroup:
    """One part of what a number counts, with its positions."""

    name: str
    examples: tuple[Example, ...]
    kind: Kind | None = None
    """What the positions show: a missed chance, or what was allowed."""
    is_found: bool = False
    """Whether the player did nothing wrong there."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number as text, and its parts; the first part has the cases that it counts."""

    title: str
    parts: tuple[ExampleGroup, ...]


def number_of(study: Study, about: str) -> Number:
    """Return the number with this name and all its positions; raise NothingFound if the study has none."""
    kind, _, subject = about.partition(":")
    games, profile = study.games, study.profile
    match kind:
        case "mistakes":
            return _whole("mistakes", _moves(games, lambda move: move.lost >= MISTAKE))
        case "blunders":
            return _whole("blunders", _moves(games, lambda move: move.judgement is Judgement.BLUNDER))
        case "phase":
            there = _moves(games, lambda move: move.lost >= MISTAKE and move.phase == subject)
            return _whole(f"mistakes in the {subject}", there)
        case "missed":
            parts = ("missed", Outcome.MISSED), ("found", Outcome.FOUND)
            return Number(subject, tuple(_occasions(name, games, subject, outcome) for name, outcome in parts))
        case "allowed":
            return Number(f"{subject}, allowed", (_occasions("", games, subject, Outcome.ALLOWED),))
        case "cause" if subject in set(Cause):
            places = [(game, ply) for game in games for ply, cause in causes_in(game) if cause == subject]
            return _whole(f"you {WORDS[Cause(subject)].chart}", _costliest(places))
        case "clock":
            moves = moves_by_clock(sides_of(games), games).get(subject, [])
            wrong = sorted((each for each in moves if each[1].lost >= MISTAKE), key=lambda each: -each[1].lost)
            return _whole(f"mistakes {subject}", tuple(place for place, _ in wrong))
        case "opening" | "left":
            return _opening(games, subject, by_result=kind == "opening")
        case "ending":
            return _ending(games, subject)
        case "work" | "strength" | "finding":
            lists = {"work": profile.work_on, "strength": profile.strengths, "finding": profile.findings}
            if subject.isdecimal() and int(subject) < len(lists[kind]):
                finding = lists[kind][int(subject)]
                return Number(finding.title, (ExampleGroup("", finding.examples, finding.kind),))
    raise NothingFound(
        "the study has no such number",
        hint="write for example blunders, missed:fork, or work:0 for the first thing to work on",
    )


def _whole(title: str, examples: tuple[Example, ...]) -> Number:
    return Number(title, (ExampleGroup("", examples),))


def _opening(games: Sequence[StudiedGame], subject: str, *, by_result: bool) -> Number:
    """The games of an opening, grouped by result or by who first left the known moves; each is shown at that move."""
    side, _, name = subject.partition(":")
    own = [game for game in games if game.family == name and game.is_white == (side == "white")]
    if by_result:
        title = f"{name}, as {side}"
        results = {"lost": 0.0, "drawn": 0.5, "won": 1.0, "unfinished": None}
        parts = {said: [game for game in own if game.score == score] for said, score in results.items()}
        parts = {said: some for said, some in parts.items() if some}
    else:
        title = f"{name}, as {side}: who left what is known"
        left = [(game, game.is_players(game.left_book)) for game in own if game.left_book is not None]
        parts = {
            said: [game for game, is_yours in left if is_yours == wanted]
            for said, wanted in (("you left first", True), ("they left first", False))
        }
    return Number(title, tuple(ExampleGroup(said, tuple(map(_leaving, some))) for said, some in parts.items()))


def _leaving(game: StudiedGame) -> Example:
    last = len(game.moves) - 1
    return Example(game.number, last if game.left_book is None else min(game.left_book, last))


def _ending(games: Sequence[StudiedGame], name: str) -> Number:
    tables = SmallTables()
    arisen = [ending for game in games for ending in endings(game, tables) if ending.name == name]
    kept = [each for each in arisen if 0 <= each.begins <= each.ends]
    parts = (
        ("given away", [Example(each.game.number, each.worst) for each in thrown_away(arisen)]),
        ("kept", [Example(each.game.number, each.first) for each in kept]),
        ("lost from the start", [Example(each.game.number, each.first) for each in arisen if each.begins < 0]),
    )
    return Number(name, tuple(ExampleGroup(said, tuple(places)) for said, places in parts if places))


def _moves(games: Sequence[StudiedGame], is_meant: Callable[[StudiedMove], bool]) -> tuple[Example, ...]:
    return _costliest((game, ply) for game in games for ply in game.plies() if is_meant(game.moves[ply]))


def _costliest(places: Iterable[tuple[StudiedGame, int]]) -> tuple[Example, ...]:
    ordered = sorted(places, key=lambda place: -place[0].moves[place[1]].lost)
    return tuple(Example(game.number, ply) for game, ply in ordered)


def _occasions(name: str, games: Sequence[StudiedGame], motif: str, outcome: Outcome) -> ExampleGroup:
    some = [(game, each) for game in games for each in game.occasions if each.motif == motif]
    places = _costliest((game, each.ply) for game, each in some if each.outcome is outcome)
    kinds = {Outcome.MISSED: Kind.MISSED, Outcome.ALLOWED: Kind.ALLOWED}
    return ExampleGroup(name, places, kinds.get(outcome), is_found=outcome is Outcome.FOUND)
