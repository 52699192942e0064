"""Write the first screen of a study for the terminal: at most 40 lines of 80 columns, piped or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from motif.board.wording import counted, percent
from motif.puzzles.puzzle import Puzzle
from motif.report.moments import sentence_of
from motif.study.causes import WORDS, Cause
from motif.study.findings.screen import FEWEST_FOR_A_PROFILE
from motif.study.games import StudiedGame
from motif.study.profile import Finding, Kind, Profile
from motif.study.study import Study
from motif.training.mistakes import exercises_for

WIDTH, HEIGHT = 80, 38
"""The screen's size; two more lines say where the study is."""

INDENT = "    "
BAR = 14
"""The longest bar, in characters."""

SMALL_SHARE, MOST_ROWS = 0.04, 6
"""A cause with a smaller share of the cost joins the last row, and the chart has at most this many rows."""

LONGEST_EXAMPLE = 4
"""The longest example, in lines."""

LONGEST_STRENGTH = LONGEST_DONE_WELL = 2
LONGEST_NAME = 40


def study_text(study: Study, puzzles: Sequence[Puzzle] = ()) -> str:
    """Return the first screen as text, with examples as far as there is room."""
    profile = study.profile
    games = {game.number: game for game in study.games}
    above = [*_heading(profile), "", *_verdict(profile), *_followed(profile)]
    if profile.games > 1:
        above += _chart(profile)
    below = _strengths(profile)
    items = [_item(number, each, games, puzzles) for number, each in enumerate(profile.work_on, start=1)]
    if not items:
        return "\n".join([*above, *_worst(profile, games), *below])
    room = HEIGHT - len(above) - len(below) - 2 - sum(len(said) for said, _ in items)
    shown: list[list[str]] = []
    for said, example in items:
        fits = len(example) <= room
        room -= len(example) if fits else 0
        shown.append([*said, *(example if fits else ())])
    # The master's move belongs to the first finding to work on.
    shown[0] += _done_well(profile.work_on, min(room, LONGEST_DONE_WELL))
    lines = ["", "Work on", *(line for item in shown for line in item)]
    return "\n".join([*above, *lines, *below])


def _heading(profile: Profile) -> Iterator[str]:
    speed = f"{profile.speed} " if profile.speed else ""
    parts = [
        profile.player if len(profile.player) <= LONGEST_NAME else f"{profile.player[:LONGEST_NAME]}…",
        f"{profile.games:,} {speed}{'game' if profile.games == 1 else 'games'}",
        *([f"rated about {profile.rating}"] if profile.rating else []),
        f"scored {percent(profile.score)}",
        f"accuracy {profile.accuracy:.0f} %",
    ]
    yield " · ".join(parts)


def _verdict(profile: Profile) -> Iterator[str]:
    for sentence in (*profile.sample, *profile.verdict):
        yield from wrap(sentence, WIDTH)


def _followed(profile: Profile) -> Iterator[str]:
    progress = profile.progress
    if progress.findings:
        yield ""
        yield f"Since the last study ({counted(progress.new_games, 'new game')})"
    for each in progress.findings:
        yield from wrap(
            f"{each.title}: {each.change}. {each.words}", WIDTH, initial_indent="  ", subsequent_indent=INDENT
        )


def _chart(profile: Profile) -> Iterator[str]:
    """The chart of the points lost by each cause."""
    if not profile.cost:
        return
    large = (share for share in profile.shares if share.cost >= SMALL_SHARE * profile.cost)
    rows = [(share.label, share.cost) for share in large if share.cause is not Cause.OTHER][:MOST_ROWS]
    rest = profile.cost - sum(cost for _, cost in rows)
    if rest >= 0.005:
        is_other = all(share.cause is Cause.OTHER for share in profile.shares if share.label not in dict(rows))
        rows.append((WORDS[Cause.OTHER].chart if is_other else "everything else", rest))
    most, width = max(cost for _, cost in rows), max(len(label) for label, _ in rows)
    yield ""
    yield f"Where your {profile.cost:.2f} points a game go (a point is a win)"
    for label, cost in rows:
        yield f"  {label:{width}}  {cost:.2f}  {'█' * round(BAR * cost / most)}".rstrip()


def _item(
    number: int, finding: Finding, games: dict[int, StudiedGame], puzzles: Sequence[Puzzle]
) -> tuple[list[str], list[str]]:
    exercises = exercises_for(finding, puzzles)
    own = f" {counted(exercises, 'exercise')} from your games." if exercises else ""
    said = [
        *wrap(f"{number}  {finding.title}.", WIDTH, initial_indent=" ", subsequent_indent=INDENT),
        *wrap(finding.words, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT),
        *wrap(f"→ {finding.advice}{own}", WIDTH, initial_indent=INDENT, subsequent_indent=INDENT + "  "),
    ]
    example = next((each for each in finding.examples if each.game in games), None)
    if example is None:
        return said, []
    game = games[example.game]
    fault = game.fault_at(example.ply)
    if fault is None or not (fault.points or fault.says_what_is_better):
        return said, []
    shown = _example(game, example.ply, finding.kind)
    return said, shown if len(shown) <= LONGEST_EXAMPLE else []


def _done_well(work_on: Sequence[Finding], room: int) -> list[str]:
    """How a master played in a case of the first finding, if there is room."""
    said = (f"Done well: {move}" for finding in work_on[:1] for move in finding.done_well)
    shown = (wrap(words, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT) for words in said)
    return next((lines for lines in shown if len(lines) <= room), [])


def _example(game: StudiedGame, ply: int, kind: Kind | None) -> list[str]:
    sentence, played = sentence_of(game, ply, kind), game.moves[ply]
    if not sentence:
        return []
    # The move is not written twice: "18. Rxf3?? ignores the threat".
    words = sentence.removeprefix(f"{played.san} ")
    name = f"Game {game.number}, {game.move_name(ply)}{played.judgement.symbol}"
    said = f"{name}: {sentence}" if words == sentence else f"{name} {words}"
    return wrap(said, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)


def _worst(profile: Profile, games: dict[int, StudiedGame]) -> Iterator[str]:
    """The costliest mistakes, if there are too few games or mistakes for findings."""
    if not profile.worst:
        if profile.games >= FEWEST_FOR_A_PROFILE:
            return
        yield from ("", "No move of yours lost a tenth of the winning chance.")
        return
    yield from ("", "Your mistakes, the worst first")
    for example in profile.worst:
        if example.game in games:
            yield from _example(games[example.game], example.ply, None)
    if profile.games == 1:
        yield from ("", "For the review of one game: motif review FILE")


def _strengths(profile: Profile) -> list[str]:
    if not profile.strengths:
        return []
    lines = ["", "You do well"]
    for each in profile.strengths:
        said = wrap(f"{each.title}: {each.words}", WIDTH, initial_indent="  ", subsequent_indent=INDENT)
        lines += said if len(said) <= LONGEST_STRENGTH else [f"  {each.title}."]
    return lines
