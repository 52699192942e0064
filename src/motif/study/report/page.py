"""The page of a study: one HTML file that asks nobody for anything, and that a browser lets ask nobody.

Markup lives in report.html.jinja, looks in report.css, the boards that move in boards.js and report.js; everything that
is put in between is escaped. The policy in its head allows exactly this style and this script, by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from motif import __version__
from motif.study.games import StudiedGame
from motif.study.profile import Claim, Kind, Profile
from motif.study.profiling.claims import FEWEST
from motif.study.report.boards import symbols
from motif.study.report.curves import Curve, curve, move_name
from motif.study.report.moments import Link, Moment, anchor, best_moment, costliest, link, links
from motif.study.report.plots import Plot, counted, plot, short
from motif.study.report.replays import replays
from motif.study.study import Study

HERE = Path(__file__).parent
MOST_ROWS = 12
"""Motifs on a plot before the others are folded away."""

FEW_GAMES = 30
"""With fewer, nothing said means nothing known."""

HEADINGS = {
    Kind.MISSED: "You miss",
    Kind.ALLOWED: "You allow",
    Kind.HABIT: "A habit of yours",
    Kind.RULE: "You do not follow",
    Kind.PATTERN: "You pass by",
    Kind.PHASE: "A phase of the game",
    Kind.CLOCK: "The clock",
    Kind.OPENING: "An opening",
    Kind.ENDGAME: "An ending",
    Kind.STRENGTH: "You are good at",
}


@dataclass(frozen=True, slots=True)
class Card:
    """A claim as the page shows it."""

    heading: str
    subject: str
    words: str
    plot: Plot
    moment: Moment | None
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class ToldFault:
    """A mistake in the list of a game."""

    anchor: str
    ply: int
    move: str
    symbol: str
    judgement: str
    lost: int
    spent: float | None
    motifs: tuple[str, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class ToldGame:
    """A game in the list."""

    number: int
    game: StudiedGame
    opponent: str
    outcome: str
    curve: Curve
    faults: tuple[ToldFault, ...]


def page(study: Study, puzzles: int = 0) -> str:
    """The whole page as text; `puzzles` says how many lie beside it."""
    games = {game.number: game for game in study.games}
    profile = study.profile
    style, script = _text("report.css"), _text("boards.js") + _text("report.js")
    content = (
        _environment()
        .get_template("report.html.jinja")
        .render(
            version=__version__,
            style=Markup(style),
            script=Markup(script),
            style_hash=_hash(style),
            script_hash=_hash(script),
            symbols={name: Markup(svg) for name, svg in symbols().items()},
            profile=profile,
            judges=sorted({game.judge for game in study.games}),
            cards=[card(claim, games) for claim in profile.work_on],
            costliest=[] if profile.work_on else costliest(study.games, 3),
            sections=_sections(profile, games),
            openings=[(record, links(games, record.examples)) for record in profile.openings],
            endgames=[
                (
                    record,
                    links(games, record.examples),
                    [(each, link(games[each.example.game], each.example.ply)) for each in record.kept],
                )
                for record in profile.endgames
            ],
            patterns=[(claim, links(games, claim.examples)) for claim in _patterns(profile)],
            left_out=[claim for claim in profile.claims if not claim.said and claim.kind is not Kind.PATTERN],
            plots=_plots(profile),
            counted=counted,
            short=short,
            games=[_told(game) for game in study.games if game.moves],
            replays=Markup(replays(game for game in study.games if game.moves)),
            puzzles=puzzles,
        )
    )
    return content


def card(claim: Claim, games: Mapping[int, StudiedGame]) -> Card:
    """A claim with its plot, one board and its other examples."""
    return Card(
        HEADINGS[claim.kind],
        # The heading says already whether it was missed or allowed.
        claim.theme if claim.theme and claim.kind in (Kind.MISSED, Kind.ALLOWED) else claim.subject,
        claim.words,
        plot([("", claim.yours, claim.peers)]),
        best_moment(games, claim),
        links(games, claim.examples),
    )


def _sections(profile: Profile, games: Mapping[int, StudiedGame]) -> dict[str, list[Card]]:
    """What else is said, beside the things to work on: strengths, habits and the rest."""
    rest = [claim for claim in profile.claims if claim.said and claim not in profile.work_on]
    kinds = {"strengths": (Kind.STRENGTH,), "habits": (Kind.HABIT,)}
    found = {name: [card(claim, games) for claim in rest if claim.kind in kinds[name]] for name in kinds}
    listed = {kind for group in kinds.values() for kind in group}
    return found | {"others": [card(claim, games) for claim in rest if claim.kind not in listed]}


def _patterns(profile: Profile) -> list[Claim]:
    """What strong players look at and the player passes by, as often as was counted; too few cases say nothing."""
    return [claim for claim in profile.claims if claim.kind is Kind.PATTERN and claim.yours.hits >= FEWEST]


def _plots(profile: Profile) -> dict[str, Plot]:
    found = sorted((each for each in profile.motifs if each.found.count), key=lambda each: -each.found.count)
    allowed = sorted((each for each in profile.motifs if each.allowed.hits), key=lambda each: -each.allowed.hits)
    return {
        "found": plot((each.motif, each.found, each.peers_found) for each in found),
        "allowed": plot((each.motif, each.allowed, each.peers_allowed) for each in allowed),
        "rules": plot((each.rule.rstrip("."), each.found, each.peers_found) for each in profile.rules),
        "phases": plot((str(each.phase), each.mistakes, each.peers) for each in profile.phases if each.mistakes.count),
        "clocks": plot((each.name, each.mistakes, None) for each in profile.clocks if each.mistakes.count),
    }


def _told(game: StudiedGame) -> ToldGame:
    score = game.score
    return ToldGame(
        game.number,
        game,
        game.black if game.is_white else game.white,
        "unfinished" if score is None else {0.0: "lost", 0.5: "drawn", 1.0: "won"}[score],
        curve(game),
        tuple(_faults(game)),
    )


def _faults(game: StudiedGame) -> Sequence[ToldFault]:
    return [
        ToldFault(
            anchor(game, fault.ply),
            fault.ply,
            move_name(game, fault.ply),
            game.moves[fault.ply].judgement.symbol,
            str(game.moves[fault.ply].judgement),
            round(100 * game.moves[fault.ply].lost),
            game.moves[fault.ply].spent,
            tuple(dict.fromkeys(side.motif for side in fault.reasons if side.motif)),
            fault.sentence,
        )
        for fault in game.faults
    ]


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.globals.update(most_rows=MOST_ROWS, few_games=FEW_GAMES)
    return made


def _text(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
