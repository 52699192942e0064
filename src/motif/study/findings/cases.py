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
from motif.study.findings.endgames import SmallTables, endings
from motif.study.games import Occasion, Outcome, StudiedGame, StudiedMove
from motif.study.peers import sides_of
from motif.study.profile import Example, Finding, Kind
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
    find = _FINDERS.get(kind)
    if find is None:
        raise NothingFound(
            "the study has no such number",
            hint="write for example blunders, missed:fork, or work:0 for the first thing to work on",
        )
    return find(study, subject)


def _mistakes(study: Study, _: str) -> Number:
    return Number("mistakes", (ExampleGroup("", _moves(study.games, lambda move: move.lost >= MISTAKE)),))


def _blunders(study: Study, _: str) -> Number:
    return Number(
        "blunders", (ExampleGroup("", _moves(study.games, lambda move: move.judgement is Judgement.BLUNDER)),)
    )


def _in_phase(study: Study, phase: str) -> Number:
    there = _moves(study.games, lambda move: move.lost >= MISTAKE and move.phase == phase)
    return Number(f"mistakes in the {phase}", (ExampleGroup("", there),))


def _missed(study: Study, motif: str) -> Number:
    own = [(game, [each for each in game.occasions if each.motif == motif]) for game in study.games]
    return Number(motif, (_occasions("missed", own, Outcome.MISSED), _occasions("found", own, Outcome.FOUND)))


def _allowed(study: Study, motif: str) -> Number:
    own = [(game, [each for each in game.occasions if each.motif == motif]) for game in study.games]
    return Number(f"{motif}, allowed", (_occasions("", own, Outcome.ALLOWED),))


def _cause(study: Study, name: str) -> Number:
    if name not in {cause.value for cause in Cause}:
        raise NothingFound("the study has no such cause")
    places = [(game, ply) for game in study.games for ply, cause in causes_in(game) if cause == name]
    return Number(f"you {WORDS[Cause(name)].chart}", (ExampleGroup("", _costliest(places)),))


def _opening(study: Study, subject: str) -> Number:
    """The games of an opening by result, each at the move that left the known openings."""
    side, name, games = _of_opening(study, subject)
    parts = tuple(
        ExampleGroup(words, tuple(_leaving(game) for game in games if game.score == score))
        for words, score in (("lost", 0.0), ("drawn", 0.5), ("won", 1.0), ("unfinished", None))
    )
    return Number(f"{name}, as {side}", tuple(part for part in parts if part.examples))


def _by_first_to_leave(study: Study, subject: str) -> Number:
    """The games of an opening by the side that first left the known moves."""
    side, name, games = _of_opening(study, subject)
    left = [game for game in games if game.left_book is not None]
    parts = tuple(
        ExampleGroup(words, tuple(_leaving(game) for game in left if game.is_players(game.left_book or 0) == is_yours))
        for words, is_yours in (("you left first", True), ("they left first", False))
    )
    return Number(f"{name}, as {side}: who left what is known", parts)


def _of_opening(study: Study, subject: str) -> tuple[str, str, list[StudiedGame]]:
    side, _, name = subject.partition(":")
    games = [game for game in study.games if game.family == name and game.is_white == (side == "white")]
    return side, name, games


def _leaving(game: StudiedGame) -> Example:
    last = len(game.moves) - 1
    return Example(game.number, last if game.left_book is None else min(game.left_book, last))


def _ending(study: Study, name: str) -> Number:
    tables = SmallTables()
    arisen = [ending for game in study.games for ending in endings(game, tables) if ending.name == name]
    at_stake = [ending for ending in arisen if ending.begins >= 0]
    thrown = sorted((each for each in at_stake if each.ends < each.begins), key=lambda each: each.ends - each.begins)
    kept = [each for each in at_stake if each.ends >= each.begins]
    lost = [each for each in arisen if each.begins < 0]
    parts = (
        ExampleGroup("given away", tuple(Example(each.game.number, each.worst) for each in thrown)),
        ExampleGroup("kept", tuple(Example(each.game.number, each.first) for each in kept)),
        ExampleGroup("lost from the start", tuple(Example(each.game.number, each.first) for each in lost)),
    )
    return Number(name, tuple(part for part in parts if part.examples))


def _clock(study: Study, name: str) -> Number:
    moves = moves_by_clock(sides_of(study.games), study.games).get(name, [])
    wrong = sorted(((move.lost, place) for place, move in moves if move.lost >= MISTAKE), key=lambda each: -each[0])
    return Number(f"mistakes {name}", (ExampleGroup("", tuple(place for _, place in wrong)),))


def _cases_of_finding(what: str, listed: Callable[[Study], tuple[Finding, ...]]) -> Callable[[Study, str], Number]:
    """Make a function that finds the cases of a finding by its place in a list of the profile."""

    def find(study: Study, index: str) -> Number:
        findings = listed(study)
        if not index.isdecimal() or int(index) >= len(findings):
            raise NothingFound(f"the study has no such {what}")
        finding = findings[int(index)]
        return Number(finding.title, (ExampleGroup("", finding.examples, finding.kind),))

    return find


def _moves(games: Sequence[StudiedGame], is_meant: Callable[[StudiedMove], bool]) -> tuple[Example, ...]:
    places = (
        (game, ply) for game in games for ply, move in enumerate(game.moves) if game.is_players(ply) and is_meant(move)
    )
    return _costliest(places)


def _costliest(places: Iterable[tuple[StudiedGame, int]]) -> tuple[Example, ...]:
    ordered = sorted(places, key=lambda place: -place[0].moves[place[1]].lost)
    return tuple(Example(game.number, ply) for game, ply in ordered)


def _occasions(name: str, own: Sequence[tuple[StudiedGame, Sequence[Occasion]]], outcome: Outcome) -> ExampleGroup:
    places = ((game, each.ply) for game, some in own for each in some if each.outcome is outcome)
    return ExampleGroup(name, _costliest(places), _KINDS.get(outcome), is_found=outcome is Outcome.FOUND)


_KINDS = {Outcome.MISSED: Kind.MISSED, Outcome.ALLOWED: Kind.ALLOWED}

_FINDERS: dict[str, Callable[[Study, str], Number]] = {
    "mistakes": _mistakes,
    "blunders": _blunders,
    "phase": _in_phase,
    "missed": _missed,
    "allowed": _allowed,
    "cause": _cause,
    "opening": _opening,
    "left": _by_first_to_leave,
    "ending": _ending,
    "clock": _clock,
    "work": _cases_of_finding("thing to work on", lambda study: study.profile.work_on),
    "strength": _cases_of_finding("strength", lambda study: study.profile.strengths),
    "finding": _cases_of_finding("finding", lambda study: study.profile.findings),
}
