"""`motif match`: play players against each other, and show the score game by game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from io import FileIO
from math import isfinite
from pathlib import Path
from typing import Annotated, Any

from rich.console import Group

from motif.arena.game import Adjudication, Conditions, Entrant, PairRecord
from motif.arena.match import (
    Anchor,
    CrossTable,
    MatchSettings,
    Rating,
    TournamentSettings,
    play_match,
    play_tournament,
    rate,
)
from motif.arena.start_positions import StartPosition, load_starts
from motif.board.wording import counted
from motif.cli.console import Grid, Stoppable, fields_of, note, out, redrawing, say, say_json
from motif.cli.options import (
    Checkpoint,
    Depth,
    Nodes,
    PgnFile,
    Reasons,
    Seconds,
    WorkOptions,
    argument,
    experiment,
    limit_of,
    option,
)
from motif.engines.limits import DEFAULT_LIMIT
from motif.errors import BadArgument
from motif.players.names import Name, enter, find_evaluator, try_out
from motif.runtime.files import cannot_write
from motif.statistics.elo import Sprt

# A PGN file that grows while games are played, always by complete pairs.


@contextmanager
def pgn_file(path: Path | None, reasons: bool) -> Generator[Callable[[PairRecord], None], None, None]:
    """Empty the file, and yield a function that appends both games of a pair; without a file it does nothing.

    If the disk is full, earlier games stay complete.
    """
    if path is None:
        if reasons:
            raise BadArgument("--reasons puts reasons into the PGN, and none is written", hint="add --out FILE")
        yield lambda _: None
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("wb", buffering=0)
    except OSError as error:
        raise cannot_write(path, error) from error

    def write(pair: PairRecord) -> None:
        try:
            append("".join(game.to_pgn(comments=reasons) for game in pair.games).encode(), file)
        except OSError as error:
            raise cannot_write(path, error) from error

    with file:
        yield write


def append(text: bytes, file: FileIO) -> None:
    """Write a text completely or not at all."""
    whole = file.tell()
    try:
        while text:
            text = text[file.write(text) :]
    except OSError:
        file.truncate(whole)
        raise


def match(
    names: Annotated[list[str], argument("The players; more than two play a round robin.", "NAME")],
    games: Annotated[int, option("How many games each two players play; an even number.", "--games", "-n")] = 20,
    depth: Depth = None,
    nodes: Nodes = None,
    seconds: Seconds = None,
    pgn: PgnFile = None,
    reasons: Reasons = False,
    starts: Annotated[Path | None, option("Openings from a file: .pgn, .tsv, or FEN lines.", metavar="FILE")] = None,
    moves: Annotated[int, experiment("A game is drawn after this many moves.", min=1)] = 200,
    engine: Annotated[str | None, option("Let this engine end games that are decided.", metavar="NAME")] = None,
    sprt: Annotated[
        str | None, experiment("Stop as soon as the difference is clearly at ELO0 or at ELO1.", metavar="ELO0,ELO1")
    ] = None,
    anchor: Annotated[
        str | None, experiment("Fix the rating of this player; the others follow.", metavar="NAME=ELO")
    ] = None,
    checkpoint: Checkpoint = None,
    *,
    job: WorkOptions,
) -> None:
    """Play a match between two players or engines, or a round robin between more.

    Every opening is played twice with colours swapped. The same seed gives the same games on any number of
    workers, unless a limit is one of time. `motif engines` lists the names; settings follow a comma.

    Example: `motif match motif stockfish,depth=5 --games 10`

    Example: `motif match greedy random --games 20 --seed 1 --out games.pgn`
    """
    entrants = _numbered([enter(name, limit_of(depth, nodes, seconds) or DEFAULT_LIMIT) for name in names])
    conditions = Conditions(moves, _adjudication(engine), reasons)
    book: tuple[StartPosition, ...] | None = load_starts(starts) if starts else None
    test = _sprt(sprt) if sprt else None
    fixed = _anchor(anchor, [entrant.name for entrant in entrants]) if anchor else None
    staff = job.staff
    settings = MatchSettings(games, job.seed, book, conditions, test)
    if len(entrants) == 2:
        pairs = play_match(entrants[0], entrants[1], settings, staff, checkpoint)
    elif test:
        raise BadArgument("a sequential test needs exactly two players")
    else:
        pairs = play_tournament(entrants, TournamentSettings(games // 2, job.seed, book, conditions), staff, checkpoint)

    played: list[PairRecord] = []
    work = Stoppable()
    with closing(pairs), pgn_file(pgn, reasons) as write, redrawing(job.quiet) as redraw, work:
        for pair in pairs:
            write(pair)
            played.append(pair)
            if redraw:
                redraw(_tables(played, fixed, test))
    _report(played, fixed, test, job.as_json)
    if pgn:
        note(f"{counted(2 * len(played), 'game')} in {pgn}")
    work.leave("interrupted: the result is that of the games so far")


def _numbered(entrants: list[Entrant]) -> list[Entrant]:
    """Number the players that have the same name: greedy, greedy #2."""
    seen: Counter[str] = Counter()
    apart = []
    for entrant in entrants:
        seen[entrant.name] += 1
        number = seen[entrant.name]
        apart.append(replace(entrant, name=f"{entrant.name} #{number}") if number > 1 else entrant)
    return apart


def _report(played: list[PairRecord], anchor: Anchor | None, test: Sprt | None, as_json: bool) -> None:
    if as_json:
        say_json(_json(played, anchor, test))
    elif played:
        out.print(_tables(played, anchor, test))
        failed = [str(game.ending) for pair in played for game in pair.games if game.ending.explanation]
        for reason in dict.fromkeys(failed):
            say(f"lost without play: {reason}")
    else:
        note("no pair of games was finished")


def _tables(played: list[PairRecord], anchor: Anchor | None, test: Sprt | None) -> Group:
    rows = CrossTable.of(played).rows()
    # For two players the difference below the table is enough; ratings are for more players, or with an anchor.
    rated = len(rows) > 2 or anchor is not None
    ratings = {rating.name: rating for rating in _ratings(played, anchor)} if rated else {}
    headings = ("player", "points", "+", "=", "-", *(("Elo", "±") if rated else ()))
    table = Grid(*headings, title=f"after {counted(2 * len(played), 'game')}").with_numbers()
    for row in rows:
        total, rating = row.total, ratings.get(row.name)
        elo = (f"{rating.elo:.0f}", f"{rating.error:.0f}") if rating else ("", "") if rated else ()
        points = f"{total.points:g} / {total.games}"
        table.add_row(row.name, points, str(total.wins), str(total.draws), str(total.losses), *elo)
    parts: list[Any] = [table]
    if failed := sum(not pair.was_played for pair in played):
        parts.append(
            f"{counted(failed, 'pair')} with a player that failed: the points count, and the Elo leaves them out"
        )
    if len(rows) == 2:
        standing = CrossTable.of(played).standings[played[0].first, played[0].second]
        parts.append(f"{played[0].first}: {standing}")
        if test:
            parts.append(str(test.state(standing.pairs)))
    return Group(*parts)


def _ratings(played: list[PairRecord], anchor: Anchor | None) -> list[Rating]:
    known = {name for pair in played if pair.was_played for name in (pair.first, pair.second)}
    # The anchor may not have played yet, and at first games do not connect all players.
    try:
        return rate(played, anchor if anchor and anchor.name in known else None)
    except BadArgument:
        return []


def _json(played: list[PairRecord], anchor: Anchor | None, test: Sprt | None) -> dict[str, Any]:
    table = CrossTable.of(played)
    first = test.state(table.standings[played[0].first, played[0].second].pairs) if test and played else None
    return {
        "players": [
            {"name": row.name} | fields_of(row.total, "points", "wins", "draws", "losses", "pairs")
            for row in table.rows()
        ],
        "ratings": [
            {"name": rating.name, "elo": round(rating.elo, 1), "error": round(rating.error, 1)}
            for rating in _ratings(played, anchor)
        ],
        "sprt": {"llr": round(first.llr, 3), "decision": first.decision.value} if first else None,
        "games": [
            fields_of(game, "round", "white", "black", "result") | {"ending": str(game.ending), "moves": game.moves}
            for pair in played
            for game in pair.games
        ],
    }


def _adjudication(engine: str | None) -> Adjudication | None:
    if engine is None:
        return None
    find_evaluator(engine)
    try_out(engine)
    return Adjudication(partial(find_evaluator, engine), Name.parse(engine).limit or DEFAULT_LIMIT)


def _sprt(text: str) -> Sprt:
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise BadArgument(f"cannot read the hypotheses {text!r}", hint="write --sprt 0,10") from None
    return Sprt(elo0, elo1)


def _anchor(text: str, players: list[str]) -> Anchor:
    name, _, elo = text.rpartition("=")
    try:
        anchor = Anchor(name, float(elo))
    except ValueError:
        anchor = None
    if anchor is None or not isfinite(anchor.elo):
        raise BadArgument(f"cannot read the anchor {text!r}", hint="write --anchor greedy=1000")
    if name not in players:
        raise BadArgument(f"the anchor {name!r} does not play", hint=f"these do: {', '.join(players)}")
    return anchor
