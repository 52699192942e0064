"""Write the page of a study: one HTML file that loads nothing from outside, and that the browser forbids to.

Markup is in report.html.jinja; bundle/ has the style and the script that makes the games move, both built by `make
web-report` from web/. All inserted text is escaped. The policy in the head allows exactly this style and this script,
by their hashes.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path

import chess
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from motif import __version__
from motif.board.wording import percent
from motif.engines.evaluator import LARGEST_ADVANTAGE_CP
from motif.engines.game_review import Judgement
from motif.explain.explanation import Point, Step, steps_of
from motif.puzzles.puzzle import Goal, Puzzle
from motif.report.moments import Link, anchor, link, links, master_picture, moment, moment_of
from motif.study.causes import CauseShare
from motif.study.games import Fault, Rate, StudiedGame
from motif.study.profile import Finding, FindingProgress, Profile, Trend
from motif.study.study import Study
from motif.training.mistakes import Candidate, exercises_for, sides_of_mistake
from motif.training.week import Planned, Week

# The games as the script of report.html reads them: `unpacked` in web/src/packed.ts is the other end.


def packed(games: Iterable[StudiedGame], *, of_both_sides: bool = False) -> str:
    """The games as data for the page's script; a review includes the mistakes of both sides."""
    return packed_values([_game(game, of_both_sides=of_both_sides) for game in games])


def packed_values(values: Sequence[Mapping[str, object]]) -> str:
    """Values as gzipped JSON in base64, which is small and cannot close an HTML element."""
    content = json.dumps(values, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(gzip.compress(content.encode(), mtime=0)).decode()


def _game(game: StudiedGame, *, of_both_sides: bool) -> dict[str, object]:
    return {
        "number": game.number,
        "both": of_both_sides,
        "white": game.is_white,
        "start": game.start,
        "uci": " ".join(move.move.uci() for move in game.moves),
        "san": " ".join(move.san for move in game.moves),
        "values": [_rounded(value) for value in (game.advantage, *(move.advantage for move in game.moves))],
        "bad": {ply: move.judgement for ply, move in enumerate(game.moves) if move.judgement is not Judgement.GOOD},
        "spent": {fault.ply: game.moves[fault.ply].spent for fault in game.faults},
        "faults": [_fault(fault) for fault in game.faults],
    }


def _rounded(value: int) -> int:
    """Round a value to a tenth of a pawn, as it is shown; a number of moves to mate stays."""
    return value if abs(value) > LARGEST_ADVANTAGE_CP else 10 * round(value / 10)


def _fault(fault: Fault) -> dict[str, object]:
    return {
        "ply": fault.ply,
        "verdict": [fault.verdict.judgement, round(fault.verdict.before, 2), round(fault.verdict.after, 2)],
        "point": _point(fault.point),
        "also": _point(fault.also),
        "better": fault.better and [fault.better.kind, fault.better.reason, *_line(fault.better.line)],
    }


def _point(point: Point | None) -> dict[str, object] | None:
    if point is None:
        return None
    check = point.check
    return {
        "side": point.side,
        "kind": point.kind,
        "line": _line(point.line),
        "motif": point.motif,
        "arrows": " ".join(map(str, point.arrows)),
        "check": check and [check.fen, check.ply, " ".join(check.squares), check.result],
    }


def _line(line: Iterable[Step]) -> list[str]:
    steps = list(line)
    return [" ".join(step.uci for step in steps), " ".join(step.san for step in steps)]


# Rates and those of players of the same rating on one axis, with their 95 % ranges.

ENDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
"""The values where an axis may end."""
RARE = 0.05
"""An axis that ends here or earlier is labelled per thousand, others in per cent."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A rate as a bar, in per cent of the axis's length, and as text."""

    at: float
    low: float
    high: float
    words: str
    short: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a plot."""

    label: str
    yours: Bar
    peers: Bar | None


@dataclass(frozen=True, slots=True)
class Plot:
    """Rows on a common axis, and its ticks as (place, text)."""

    rows: tuple[Row, ...]
    ticks: tuple[tuple[float, str], ...]


def plot(rates: Iterable[tuple[str, Rate, Rate | None]]) -> Plot:
    """Make a plot of labelled rates, each with that of players of the same rating."""
    rates = list(rates)
    end = axis_end([rate for _, yours, peers in rates for rate in (yours, peers) if rate is not None])
    whole = 1000 if end <= RARE else 100
    rows = tuple(Row(label, bar(yours, end), bar(peers, end) if peers else None) for label, yours, peers in rates)
    return Plot(rows, tuple((100 * part, f"{end * part * whole:g}") for part in (0.0, 0.5, 1.0)))


def axis_end(rates: Sequence[Rate]) -> float:
    """Where the axis for these rates ends: beyond every interval.

    >>> axis_end([Rate(3, 1000), Rate(40, 10_000)])
    0.01
    """
    reach = max((rate.interval[1] for rate in rates if rate.count), default=1.0)
    return next(end for end in ENDS if reach <= end)


def bar(rate: Rate, end: float) -> Bar:
    """A rate on an axis from 0 to `end`."""
    at, low, high = (round(min(100.0, 100 * value / end), 2) for value in (rate.value, *rate.interval))
    return Bar(at, low, high, count_and_range(rate, end), short(rate, end))


def count_and_range(rate: Rate, end: float = 1.0) -> str:
    """The count behind a share, and its 95 % range in per cent, or per thousand on the short axis of a rare event.

    >>> count_and_range(Rate(15, 20)), count_and_range(Rate(12, 4000), 0.005)
    ('15 of 20 (53 to 89)', '12 of 4,000 (1.7 to 5.2)')
    """
    if not rate.count:
        return "never"
    low, high = (f"{100 * side:.0f}" if end > RARE else f"{1000 * side:.1f}" for side in rate.interval)
    return f"{rate.hits:,} of {rate.count:,} ({low} to {high})"


def short(rate: Rate, end: float = 1.0) -> str:
    """The share without its count.

    >>> short(Rate(15, 20)), short(Rate(12, 4000), 0.005)
    ('75 %', '3.0 in 1,000')
    """
    if not rate.count:
        return "–"
    return percent(rate.value) if end > RARE else f"{1000 * rate.value:.1f} in 1,000"


HERE = Path(__file__).parent
MOST_ROWS = 12
"""How many motifs a plot shows before the others are folded away."""

WIDEST_BAR = 100
"""The longest bar of the chart of causes, in per cent of its column."""


def page(study: Study, puzzles: Sequence[Puzzle] = (), week: Week | None = None, files: Collection[str] = ()) -> str:
    """Return the whole page; `puzzles` are in files next to it, `week` is the training until the next study.

    `files` names the files in the page's folder, so that the page links only those that exist.
    """
    games = {game.number: game for game in study.games}
    profile = study.profile
    played = [game for game in study.games if game.moves]
    to_solve = asked(study, puzzles)
    return render(
        "report.html.jinja",
        profile=profile,
        engines=sorted({game.engine for game in study.games}),
        sample=profile.sample,
        chart=_chart(profile.shares),
        work_on=[_card(each, games) for each in profile.work_on],
        worst=[moment(games[each.game], each.ply) for each in profile.worst[:3]],
        followed=[(each, _then_and_now(each)) for each in profile.progress.findings],
        trends=[(trend, _over_time(trend)) for trend in profile.progress.trends],
        openings=[(record, links(games, record.examples)) for record in profile.openings if record.games > 1],
        endgames=[
            (
                record,
                links(games, record.examples),
                [(each, link(games[each.example.game], each.example.ply)) for each in record.kept],
            )
            for record in profile.endgames
        ],
        plots=_plots(profile),
        counted=count_and_range,
        short=short,
        games=played,
        packed_games=packed(played),
        outcome=_outcome,
        anchor=anchor,
        puzzles=len(puzzles),
        packed_asked=packed_values(to_solve) if to_solve else "",
        to_solve=len(to_solve),
        exercises=[exercises_for(each, puzzles) for each in profile.work_on],
        files=files,
        week=week,
        planned=[(each, _where(each, games)) for each in week.positions] if week else [],
        to_play=[(each, link(games[each.example.game], each.example.ply)) for each in week.endings] if week else [],
    )


def _card(finding: Finding, games: Mapping[int, StudiedGame]) -> tuple[object, ...]:
    """A finding, its example on a board, links to others, and how masters did it."""
    return finding, moment_of(games, finding), links(games, finding.examples[1:6]), finding.done_well


def _chart(shares: Sequence[CauseShare]) -> list[tuple[CauseShare, float, float]]:
    """The chart of causes: each with the player's bar and the opponents', in per cent of the longest."""
    longest = max((max(share.cost, share.opponents) for share in shares), default=0.0) or 1.0
    return [
        (share, round(WIDEST_BAR * share.cost / longest, 1), round(WIDEST_BAR * share.opponents / longest, 1))
        for share in shares
    ]


def _plots(profile: Profile) -> dict[str, Plot]:
    motifs = sorted((each for each in profile.motifs if each.found.count), key=lambda each: -each.found.count)
    allowed = sorted((each for each in profile.motifs if each.allowed.hits), key=lambda each: -each.allowed.hits)
    return {
        "found": plot((each.motif, each.found, each.peers_found) for each in motifs),
        "allowed": plot((each.motif, each.allowed, each.peers_allowed) for each in allowed),
        "phases": plot((str(each.phase), each.mistakes, each.peers) for each in profile.phases if each.mistakes.count),
        "clocks": plot((each.name, each.mistakes, None) for each in profile.clocks if each.mistakes.count),
    }


def _then_and_now(followed: FindingProgress) -> Plot:
    return plot([("before", followed.before.rate, None), ("since", followed.after.rate, None)])


def _over_time(trend: Trend) -> Plot:
    """A trend, period by period; periods without dates are labelled with the numbers of their games."""
    ends = list(accumulate(period.games for period in trend.periods))
    return plot(
        ((f"{period.first} to {period.last}" if period.first else f"games {end - period.games + 1} to {end}")
        .replace(".", "-"), period.rate, None)
        for period, end in zip(trend.periods, ends, strict=True)
    )  # fmt: skip


def _where(planned: Planned, games: Mapping[int, StudiedGame]) -> Link | None:
    """The link to the move from which a position of the week was taken; None for a composed position."""
    puzzle = planned.exercise.puzzle
    game, ply = (puzzle.provenance.detail(name) if puzzle else None for name in ("game", "ply"))
    known = games.get(int(game)) if game and game.isdigit() else None
    return link(known, int(ply)) if known and ply and ply.isdigit() else None


def _outcome(game: StudiedGame) -> str:
    return "unfinished" if game.score is None else {0.0: "lost", 0.5: "drawn", 1.0: "won"}[game.score]


@cache
def environment() -> Environment:
    """The templates with their filters and values; all text that they insert is escaped."""
    made = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.globals.update(most_rows=MOST_ROWS, master_picture=master_picture)
    return made


def render(template: str, **content: object) -> str:
    """Fill a template with content, the style and the script; the page's policy allows these two by their hashes."""
    style, script = ((HERE / "bundle" / f"report.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
    return (
        environment()
        .get_template(template)
        .render(
            version=__version__,
            style=Markup(style),
            script=Markup(script),
            style_hash=_hash(style),
            script_hash=_hash(script),
            **content,
        )
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


# The positions to solve: the task on its board, which moves are right, and why. `web/src/solve.ts` asks for a move; a
# puzzle of a mistake has one winning move, or several where each is in its solution.

MOST_ASKED = 24
"""The most positions in the report; puzzles.pgn has all of them."""

Asked = dict[str, object]


def asked(study: Study, puzzles: Iterable[Puzzle]) -> list[Asked]:
    """The positions that the report shows, in the order of the puzzles."""
    games = {str(game.number): game for game in study.games}
    return [each for puzzle in puzzles for each in _asked(puzzle, games)][:MOST_ASKED]


def _asked(puzzle: Puzzle, games: dict[str, StudiedGame]) -> Iterator[Asked]:
    game = games.get(puzzle.provenance.detail("game") or "")
    sides = [side for fault in game.faults for side in sides_of_mistake(game, fault)] if game else []
    name = puzzle.provenance.detail("ply"), puzzle.provenance.detail("side")
    here = next((side for side in sides if (str(side.ply), side.source) == name), None)
    if game is None or here is None:
        return
    board = puzzle.board()
    line = steps_of(board, map(chess.Move.from_uci, puzzle.main_line))
    yield {
        "fen": board.fen(),
        "white": game.is_white == (here.ply == here.fault.ply),
        "task": _task(puzzle, board),
        "right": [branch.move for branch in puzzle.solution],
        "line": [" ".join(step.uci for step in line), " ".join(step.san for step in line)],
        "reason": _reason(here, line),
        "wrong": {here.fault.played.uci: here.fault.sentence} if here.ply == here.fault.ply else {},
        "source": f"From {here.story}.",
        "move": f"game-{game.number}-ply-{here.fault.ply}",
    }


def _task(puzzle: Puzzle, board: chess.Board) -> str:
    side = chess.COLOR_NAMES[board.turn].capitalize()
    if puzzle.stipulation.goal is Goal.MATE:
        return f"{side} to move mates in {puzzle.stipulation.moves}."
    return f"{side} to move and win something."


def _reason(candidate: Candidate, line: tuple[Step, ...]) -> str:
    """The reason for the answer: the study's explanation if it has the puzzle's line, else the line."""
    known = candidate.side.line
    is_same = all(one.uci == other.uci for one, other in zip(known, line, strict=False))
    return candidate.side.text if is_same else f"{candidate.board().variation_san([step.move for step in line])}."
