"""Every number of a profile leads to the positions that it counts, under a name such as `missed:fork` or `leak:0`.

A share has two parts: the cases that it counts and the others, such as the forks that were missed and those that were
found. In each part what cost most stands first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from motif.engines.game_review import Judgement
from motif.errors import NothingFound
from motif.study.findings.clocks import moves_by_clock
from motif.study.findings.endgames import SmallTables, endings
from motif.study.findings.motifs import WORDS
from motif.study.findings.openings import family
from motif.study.findings.questions import ask
from motif.study.following import follow
from motif.study.games import Occasion, Outcome, StudiedGame, StudiedMove
from motif.study.peers import Subject, sides_of, tally
from motif.study.profile import Claim, Example, Kind, Leak
from motif.study.review import MISTAKE
from motif.study.study import Study

EXAMPLES = "examples"
"""What a part is called that has not all the cases of its number: a study keeps no more of what a program learned."""

UNEXPLAINED = "unexplained"
"""The blunders of which nobody could say what they overlooked."""


@dataclass(frozen=True, slots=True)
class Cases:
    """One part of what a number counts, and the positions."""

    name: str
    examples: tuple[Example, ...]
    kind: Kind | None = None
    """What they are cases of: of a miss, what was missed is to be looked at, of what was allowed, that."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number in words, and its parts; the first is what it counts."""

    title: str
    parts: tuple[Cases, ...]


def number_of(study: Study, about: str) -> Number:
    """The number of this name, with all its positions; raises NothingFound where the study has none."""
    kind, _, subject = about.partition(":")
    find = _FINDERS.get(kind)
    if find is None:
        raise NothingFound("the study has no such number", hint="as in blunders, missed:fork or leak:0")
    return find(study, subject)


def _mistakes(study: Study, _: str) -> Number:
    return Number("mistakes", (Cases("", _moves(study.games, lambda move: move.lost >= MISTAKE)),))


def _blunders(study: Study, _: str) -> Number:
    return Number("blunders", (Cases("", _moves(study.games, lambda move: move.judgement is Judgement.BLUNDER)),))


def _in_phase(study: Study, phase: str) -> Number:
    there = _moves(study.games, lambda move: move.lost >= MISTAKE and move.phase == phase)
    return Number(f"mistakes in the {phase}", (Cases("", there),))


def _missed(study: Study, motif: str) -> Number:
    own = [(game, [each for each in game.occasions if each.motif == motif]) for game in study.games]
    return Number(motif, (_occasions("missed", own, Outcome.MISSED), _occasions("found", own, Outcome.FOUND)))


def _allowed(study: Study, motif: str) -> Number:
    own = [(game, [each for each in game.occasions if each.motif == motif]) for game in study.games]
    return Number(f"{motif}, allowed", (_occasions("", own, Outcome.ALLOWED),))


def _rule(study: Study, rule: str) -> Number:
    own = [
        (game, [each for each in some if each.motif == rule and game.is_players(each.ply)])
        for game, some in zip(study.games, follow(study.games), strict=True)
    ]
    return Number(rule, (_occasions("passed by", own, Outcome.MISSED), _occasions("followed", own, Outcome.FOUND)))


def _oversight(study: Study, kind: str) -> Number:
    title = next((words.short for each, words in WORDS.items() if each == kind), UNEXPLAINED)
    blunders = [
        (fault.ply, game)
        for game in study.games
        for fault in game.faults
        if game.moves[fault.ply].judgement is Judgement.BLUNDER and (fault.oversight or UNEXPLAINED) == kind
    ]
    return Number(f"blunders: {title}", (Cases("", _costliest((game, ply) for ply, game in blunders), Kind.OVERSIGHT),))


def _opening(study: Study, subject: str) -> Number:
    """The games of an opening by their result, each where it left what is known."""
    side, name, games = _of_opening(study, subject)
    parts = tuple(
        Cases(words, tuple(_leaving(game) for game in games if game.score == score))
        for words, score in (("lost", 0.0), ("drawn", 0.5), ("won", 1.0), ("unfinished", None))
    )
    return Number(f"{name}, as {side}", tuple(part for part in parts if part.examples))


def _left(study: Study, subject: str) -> Number:
    """The same by who was the first to leave what is known."""
    side, name, games = _of_opening(study, subject)
    left = [game for game in games if game.left_book is not None]
    parts = tuple(
        Cases(words, tuple(_leaving(game) for game in left if game.is_players(game.left_book or 0) == is_yours))
        for words, is_yours in (("you left first", True), ("they left first", False))
    )
    return Number(f"{name}, as {side}: who left what is known", parts)


def _of_opening(study: Study, subject: str) -> tuple[str, str, list[StudiedGame]]:
    side, _, name = subject.partition(":")
    games = [game for game in study.games if family(game) == name and game.is_white == (side == "white")]
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
        Cases("given away", tuple(Example(each.game.number, each.worst) for each in thrown)),
        Cases("kept", tuple(Example(each.game.number, each.first) for each in kept)),
        Cases("lost from the start", tuple(Example(each.game.number, each.first) for each in lost)),
    )
    return Number(name, tuple(part for part in parts if part.examples))


def _clock(study: Study, name: str) -> Number:
    moves = moves_by_clock(sides_of(study.games), study.games).get(name, [])
    wrong = sorted(((move.lost, place) for place, move in moves if move.lost >= MISTAKE), key=lambda each: -each[0])
    return Number(f"mistakes {name}", (Cases("", tuple(place for _, place in wrong)),))


def _leak(study: Study, index: str) -> Number:
    leaks = study.profile.leaks
    if not index.isdecimal() or int(index) >= len(leaks):
        raise NothingFound("the study has no such leak")
    leak = leaks[int(index)]
    return Number(leak.title, (_said(study, leak, leak.cases),))


def _claim(study: Study, index: str) -> Number:
    claims = study.profile.claims
    if not index.isdecimal() or int(index) >= len(claims):
        raise NothingFound("the study has no such claim")
    claim = claims[int(index)]
    return Number(claim.subject, (_said(study, claim, claim.yours.hits),))


def _said(study: Study, said: Claim | Leak, count: int) -> Cases:
    cases = _asked(study, said, count)
    return Cases("" if len(cases) == count else EXAMPLES, cases, said.kind)


def _asked(study: Study, said: Claim | Leak, cases: int) -> tuple[Example, ...]:
    """All cases of what was asked of both sides; of what a program learned, the examples."""
    if cases <= len(said.examples):
        return said.examples
    if said.kind is Kind.RULE:
        tallies = tally(sides_of(study.games, follow(study.games)))
        rules = {rule.rstrip("."): each for (subject, rule), each in tallies.items() if subject is Subject.RULES}
        return rules[said.subject].examples if said.subject in rules else said.examples
    tables = SmallTables()
    ends = [ending for game in study.games for ending in endings(game, tables)]
    own, theirs = (sides_of(study.games, players=players) for players in (True, False))
    name = said.kind, said.theme or said.subject
    asked = (each for each in ask(study.games, own, theirs, ends) if (each.kind, each.subject) == name)
    whole = next((tuple(example for _, example in each.own.cases) for each in asked), ())
    # A line of an opening, or a study of another version, may be asked otherwise: no number has fewer than it showed.
    return whole if len(whole) >= len(said.examples) else said.examples


def _moves(games: Sequence[StudiedGame], is_meant: Callable[[StudiedMove], bool]) -> tuple[Example, ...]:
    places = (
        (game, ply) for game in games for ply, move in enumerate(game.moves) if game.is_players(ply) and is_meant(move)
    )
    return _costliest(places)


def _costliest(places: Iterable[tuple[StudiedGame, int]]) -> tuple[Example, ...]:
    ordered = sorted(places, key=lambda place: -place[0].moves[place[1]].lost)
    return tuple(Example(game.number, ply) for game, ply in ordered)


def _occasions(name: str, own: Sequence[tuple[StudiedGame, Sequence[Occasion]]], outcome: Outcome) -> Cases:
    places = ((game, each.ply) for game, some in own for each in some if each.outcome is outcome)
    return Cases(name, _costliest(places), _KINDS.get(outcome))


_KINDS = {Outcome.MISSED: Kind.MISSED, Outcome.ALLOWED: Kind.ALLOWED, Outcome.FOUND: Kind.STRENGTH}

_FINDERS: dict[str, Callable[[Study, str], Number]] = {
    "mistakes": _mistakes,
    "blunders": _blunders,
    "phase": _in_phase,
    "missed": _missed,
    "allowed": _allowed,
    "rule": _rule,
    "oversight": _oversight,
    "opening": _opening,
    "left": _left,
    "ending": _ending,
    "clock": _clock,
    "leak": _leak,
    "claim": _claim,
}
