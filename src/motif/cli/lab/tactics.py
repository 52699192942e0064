"""Read and measure tactics: `motif lab read tactics` and `prolog`, `measure tactics` and `tactics-difference`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import chess
import numpy as np

from motif._core.board import Positions
from motif.board.drawing import Drawing, move_arrow
from motif.board.games import Draw, GameFilter, Report
from motif.board.moves import read_board
from motif.board.wording import counted
from motif.cli import options
from motif.cli.console import Grid, fields_of, move_names, note, out, say, say_json, watching
from motif.cli.console import show as show_drawing
from motif.cli.games import note_errors
from motif.cli.options import (
    FromMove,
    Json,
    PerGame,
    Quiet,
    Seed,
    SvgFile,
    WorkOptions,
    argument,
    experiment,
    option,
)
from motif.engines.limits import DEFAULT_LIMIT, ONE_PLY, Limit
from motif.engines.maia import Maia
from motif.errors import BadArgument, BadFile, BadGameFile, NothingFound
from motif.players.names import Name, find_evaluator, try_out
from motif.runtime import files as figures
from motif.runtime.files import check_there, read_text
from motif.runtime.parallel import Workers
from motif.statistics import metrics
from motif.statistics.examples import Evidence, Questions, Reference, ask_engine, read_evidence
from motif.statistics.intervals import Estimate, Share
from motif.statistics.metrics import HitRate, Policy, Scores, draw_histograms
from motif.tactics.adviser import Suggestion, TacticsAdviser, suggestions
from motif.tactics.learning.measures import (
    BANDS,
    NetworkValues,
    human_network,
    measure,
    one_ply_values,
    simple_baselines,
)
from motif.tactics.learning.measures import compare as compare_players
from motif.tactics.learning.measures import engine as engine_baseline
from motif.tactics.learning.prolog import export as export_prolog
from motif.tactics.library import DECIDE_NOTE, VOTE, Decide, TacticsLibrary
from motif.tactics.rule import unique_names

# Where the commands of `motif tactics` take libraries and positions from, and whom they ask about them.

SHIPPED = "shipped"

LibraryName = Annotated[
    str, argument(f"A file of tactics; `{SHIPPED}` is the library that comes with Motif.", "LIBRARY")
]
Files = Annotated[
    list[str],
    argument(
        "PGN files, plain or compressed, or CSV of fen,uci; `sample` means the games that come with Motif.", "GAMES…"
    ),
]
MOST_POSITIONS = 60_000
Most = Annotated[int, experiment("Draw at most this many positions from the games.", "--most", min=1)]
EngineName = Annotated[
    str | None, option("The engine that evaluates moves: stockfish,depth=8 or search:6.", "--engine", metavar="NAME")
]


def find_library(name: str) -> TacticsLibrary:
    """The library in a file, or the shipped one."""
    if name == SHIPPED:
        return TacticsLibrary.shipped()
    check_there(name, keywords=(SHIPPED,))
    return TacticsLibrary.read(Path(name))


@dataclass(frozen=True, slots=True)
class WantedPositions:
    """Which positions to draw from which files."""

    files: list[str]
    where: GameFilter
    per_game: int
    from_move: int
    seed: int
    most: int


def gather(wanted: WantedPositions, quiet: bool, workers: Workers | None = None) -> Evidence:
    """Draw positions from games and read those of CSV files; raise an error if there are none."""
    tables = [name for name in wanted.files if name.endswith(".csv")]
    games = [name for name in wanted.files if not name.endswith(".csv")]
    report = Report()
    parts = [read_evidence(Path(name)) for name in tables]
    if games:
        draw = Draw(wanted.per_game, wanted.from_move, wanted.seed, wanted.most)
        parts.append(Evidence.of_sample(options.watched_sample(games, draw, wanted.where, report, quiet, workers)))
        note_errors(report)
    evidence = Evidence.concatenate(parts)
    if not len(evidence):
        raise BadGameFile(
            f"no position can be taken from {counted(report.games, 'game')}",
            hint=f"{report.filtered_out:,} did not pass the filter; --from-move 1 draws from short games too",
        )
    return evidence


def ask(evidence: Evidence, engine: str, every_move: bool, workers: Workers, quiet: bool) -> Evidence:
    """Add an engine's evaluations to the evidence."""
    maker = partial(find_evaluator, engine)
    # Refuse an unknown name here, not in every worker.
    find_evaluator(engine)
    try_out(engine)
    with watching(f"asking {engine}", quiet) as watch:
        return ask_engine(evidence, maker, Questions(limit_of(engine), every_move), workers, watch)


def limit_of(engine: str) -> Limit:
    """The limit in an engine's name, or the usual one."""
    return Name.parse(engine).limit or DEFAULT_LIMIT


# What the figures of a tactic say, each share with its cases and its interval.

NOT_KNOWN = "–"


def right_share(figures: Mapping[str, float]) -> Share | None:
    """How often a suggestion was the reference move; None if it was not measured."""
    return _share(figures, "precision", "suggestions")


def applying_share(figures: Mapping[str, float]) -> Share | None:
    """In which share of the positions the tactic suggests a move."""
    return _share(figures, "coverage", "positions")


def _share(figures: Mapping[str, float], share: str, cases: str) -> Share | None:
    if share not in figures or cases not in figures:
        return None
    count = round(figures[cases])
    return Share.counted(round(figures[share] * count), count)


def show(
    library: LibraryName,
    fen: Annotated[str | None, option("Show what the tactics suggest in this position; or `start`.")] = None,
    count: Annotated[int, option("How many tactics or moves, best first.", "--count", "-n", min=1)] = 10,
    name: Annotated[
        str | None, option("Only the tactic of this name: its maxim, and the clause.", "--tactic", "--rule")
    ] = None,
    decide: Annotated[Decide | None, option("list: read from the top; votes: all together.")] = None,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Read a library: every tactic in English with its figures, and what they suggest in a position.

    For a position you see each move with the tactic that decides for it and the pieces that it is about. If the tactics
    of a library vote, you see the sum of the votes.

    Example: `motif lab read tactics shipped --set fen="3q3k/8/8/6N1/8/8/8/6K1 w - - 0 1"`
    """
    known = find_library(library)
    if decide:
        known = replace(known, notes={**known.notes, DECIDE_NOTE: str(decide)})
    if name:
        known = replace(known, tactics=(known.find(name),))
    if fen is None:
        _show_library(known, count, as_json, written_out=bool(name))
        return
    board = read_board(fen)
    suggested = suggestions(known, board)
    if as_json:
        say_json([_suggestion_in_json(board, suggestion) for suggestion in suggested[:count]])
        return
    _show_suggestions(known, board, suggested[:count], svg)


def _show_library(library: TacticsLibrary, count: int, as_json: bool, written_out: bool) -> None:
    if as_json:
        tactics = [
            fields_of(tactic, "name", "motif")
            | {"sentence": tactic.sentence(), "rule": str(tactic.rule), "figures": dict(tactic.figures)}
            for tactic in library.tactics[:count]
        ]
        say_json({"notes": dict(library.notes), "tactics": tactics})
        return
    out.print(_table(library, count))
    say("")
    for tactic in library.tactics[:count]:
        say(f"{tactic.name}: {tactic.sentence()}")
        if written_out:
            say(tactic.rule.text())
            for band in BANDS:
                if share := _share(tactic.figures, f"at_{band}", f"of_{band}"):
                    say(f"right against players rated from {band}: {share}")
    for word, value in library.notes.items():
        say(f"{word}: {value}")
    if count < len(library):
        say(f"{counted(len(library) - count, 'more tactic')}: --count {len(library)} shows all")


def _table(library: TacticsLibrary, count: int) -> Grid:
    """A table with the figures of the first tactics and their numbers of cases."""
    table = Grid(box=None, pad_edge=False)
    table.add_column("tactic")
    applying = [applying_share(tactic.figures) for tactic in library.tactics[:count]]
    positions = next((share.count for share in applying if share), 0)
    for heading in ("right", f"applies, of {positions:,}" if positions else "applies", "vote"):
        table.add_column(heading, justify="right", no_wrap=True)
    for tactic, applies in zip(library.tactics, applying, strict=False):
        right = right_share(tactic.figures)
        vote = f"{tactic.figures[VOTE]:.2f}" if VOTE in tactic.figures else NOT_KNOWN
        table.add_row(tactic.name, str(right) if right else NOT_KNOWN, applies.percent if applies else NOT_KNOWN, vote)
    return table


def _show_suggestions(
    library: TacticsLibrary, board: chess.Board, suggested: list[Suggestion], svg: Path | None
) -> None:
    adviser = TacticsAdviser(library)
    advice = [adviser.advice(board, suggestion.move, suggested) for suggestion in suggested]
    marks = [move_arrow(advice[0].move), *advice[0].because.arrows] if advice else []
    show_drawing(Drawing.of(board, *marks), svg)
    for suggestion, piece in zip(suggested, advice, strict=True):
        # Without the sum a slight vote against a move would be written as -0.
        votes = "" if suggestion.votes is None else f"  {round(suggestion.votes, 2) + 0.0:.2f} votes"
        others = len(suggestion.tactics) - 1
        more = f", and {counted(others, 'other tactic')}" if others else ""
        say(f"{piece.because.english}{votes}  ({suggestion.tactics[0].name}{more})")
    if not suggested:
        say("no tactic applies here")


def _suggestion_in_json(board: chess.Board, suggestion: Suggestion) -> dict[str, Any]:
    votes = {} if suggestion.votes is None else {"votes": suggestion.votes}
    return move_names(board, suggestion.move) | {"tactics": [tactic.name for tactic in suggestion.tactics]} | votes


# `motif lab read prolog`: a library for SWI-Prolog.


def export(
    library: LibraryName,
    prolog: Annotated[
        Path | None, option("Write bk.pl, facts.pl and tactics.pl into this folder.", metavar="FOLDER")
    ] = None,
    fens: Annotated[
        list[str] | None, option("A position to try the tactics on; several may be given.", "--fen")
    ] = None,
    positions: Annotated[Path | None, option("More positions, a FEN on each line.", metavar="FILE")] = None,
) -> None:
    """Write tactics as Prolog programs that SWI-Prolog runs: the vocabulary, positions p0, p1 … and the rules.

    Example: `motif lab read prolog shipped --set prolog=tactics-in-prolog --set fen=start`
    """
    if prolog is None:
        raise BadArgument("nothing to write", hint="--prolog FOLDER writes programs for SWI-Prolog")
    known = find_library(library)
    boards = [read_board(fen) for fen in fens or []]
    boards += _boards(positions) if positions else []
    if not boards:
        boards = [chess.Board()]
    export_prolog(known.rules, boards, known.vocabulary).write(prolog)
    first = unique_names(known.rules)[0] if len(known) else "tactic"
    say(f"{counted(len(known), 'tactic')} and {counted(len(boards), 'position')} are in {prolog}")
    say(f"try: swipl {prolog}/bk.pl {prolog}/facts.pl {prolog}/tactics.pl, then ?- {first}(p0, From, To).")


def _boards(path: Path) -> list[chess.Board]:
    lines = [line.strip() for line in read_text(path).splitlines() if line.strip()]
    if not lines:
        raise BadFile(f"there is no position in {path}", hint="write a FEN on each line")
    return list(Positions(lines))


MOST_SHOWN = 10


def evaluate(
    library: LibraryName,
    files: Files,
    engine: EngineName = None,
    maia: Annotated[Path | None, option("Compare with this Maia network, maia-1600.pb.gz.", metavar="FILE")] = None,
    table: Annotated[Path | None, experiment("Write all numbers to a .md, .csv or .json file.", metavar="FILE")] = None,
    pictures: Annotated[
        Path | None, experiment("Draw the histograms to a .png or .svg file.", "--histograms", metavar="FILE")
    ] = None,
    show: Annotated[int, option("How many tactics to list.", min=0)] = MOST_SHOWN,
    per_game: PerGame = 1,
    from_move: FromMove = 12,
    most: Most = MOST_POSITIONS,
    *,
    chosen: options.GameOptions,
    job: WorkOptions,
) -> None:
    """Measure a library of tactics on positions of games, next to baselines on the same positions.

    All tactics together are measured as a list, in which the first that applies decides, and by votes, if the library
    has them: each tactic adds its weight to the moves it suggests. The table shows in which share of the positions a
    tactic applies, the number of cases, and which share of its suggestions (or first choices) are the engine's best
    move and the played one, with its 95 % range. With an engine, divergence is how far the suggestions are from the
    played move, and regret what they lose compared with the best move, in centipawns. The files have all four
    accuracies, and the 95 % range of every number.

    Example: `motif lab measure tactics shipped sample --set engine=search:4 --seed 1`
    """
    for path, check in ((table, metrics.check_format), (pictures, figures.check_format)):
        if path:
            check(path)
    known = find_library(library)
    network = Maia(maia) if maia else None
    staff = job.staff
    evidence = gather(WantedPositions(files, chosen.filter, per_game, from_move, job.seed, most), job.quiet, staff)
    if engine:
        evidence = ask(evidence, engine, every_move=True, workers=staff, quiet=job.quiet)
    compared = _baselines(evidence, engine, network, staff, job.seed)
    word = NetworkValues(network.name, one_ply_values(evidence, network)) if network and pictures else None
    measured = measure(known, evidence, compared, word, job.seed)
    if table:
        metrics.write_table([*measured.summary, *measured.tactics], table)
        note(f"the table is in {table}")
    if pictures:
        draw_histograms(measured.histograms, pictures)
        note(f"the histograms are in {pictures}")
    if job.as_json:
        say_json(
            {
                "positions": len(evidence),
                "judge": evidence.engine,
                "alike": measured.alike,
                "baselines": [metrics.as_object(scores) for scores in measured.baselines],
                "list": metrics.as_object(measured.together),
                "votes": metrics.as_object(measured.voting) if measured.voting else None,
                "tactics": [metrics.as_object(scores) for scores in measured.tactics],
            }
        )
        return
    out.print(_score_table("who plays its first choice", measured.summary, evidence, HitRate.FIRST_CHOICE))
    if show and measured.tactics:
        out.print(_score_table("what a tactic suggests", measured.tactics[:show], evidence, HitRate.PER_SUGGESTION))
    said = f"{counted(len(measured.tactics), 'tactic')} on {counted(len(evidence), 'position')}"
    say(said + (f"; {measured.alike} suggest exactly what another does" if measured.alike else ""))


def _baselines(
    evidence: Evidence, engine: str | None, network: Maia | None, workers: Workers, seed: int
) -> list[Policy]:
    policies = simple_baselines(evidence, seed)
    if engine:
        # An engine that sees one ply is the fairest comparison with a rule that sees one move.
        bare = str(Name.parse(engine).with_limit(None))
        maker = partial(find_evaluator, bare)
        policies.append(engine_baseline(f"{bare} at depth 1", evidence, maker, ONE_PLY, workers))
    if network:
        policies.append(human_network(evidence, network))
    return policies


def _score_table(what: str, scores: Sequence[Scores], evidence: Evidence, accuracy: HitRate) -> Grid:
    references = [Reference.BEST, Reference.PLAYED] if evidence.best is not None else [Reference.PLAYED]
    table = Grid(what)
    numbers = ["applies", "cases", *(f"is {reference}" for reference in references)]
    for name in [*numbers, *(["divergence", "regret"] if evidence.values is not None else [])]:
        table.add_column(name, justify="right", no_wrap=True)
    for row in scores:
        accuracies = [row.accuracies[reference][accuracy] for reference in references]
        cases = accuracies[0].count if accuracies[0] else 0
        cells = [row.name, _percent(row.coverage), f"{cases:,}", *map(_percent, accuracies)]
        if evidence.values is not None:
            cells += [_centipawns(row.divergence), _centipawns(row.regret)]
        table.add_row(*cells)
    return table


def _percent(estimate: Estimate | None) -> str:
    return estimate.percent if estimate else "–"


def _centipawns(estimate: Estimate | None) -> str:
    return f"{estimate.value:.0f}" if estimate else "–"


# `motif lab measure tactics-difference`: which rules one player, rating band or engine follows and another does not.

MOST_COMPARED = 20
_BAND = re.compile(r"(\d{3,4})-(\d{3,4})")


def compare(
    first: Annotated[str, argument("A player, a rating band 1900-2099, or an engine.", "A")],
    second: Annotated[str, argument("Another player, band or engine.", "B")],
    files: Files,
    library: Annotated[
        str, option(f"The library of tactics to compare by: `{SHIPPED}` or a file.", metavar="LIBRARY")
    ] = SHIPPED,
    count: Annotated[int, option("How many tactics to list.", "--count", "-n", min=1)] = MOST_COMPARED,
    per_game: PerGame = 5,
    from_move: FromMove = 12,
    most: Most = MOST_POSITIONS,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare which tactics two players, rating bands, engines or Maia networks follow.

    A tactic counts in positions where it suggests some of the legal moves; a player follows it by playing one of them.
    Players and bands are looked up in the games; an engine, or a network such as maia:maia-1600.pb.gz, chooses a move
    in each position of the games. The differences are corrected for the number of tactics, after Benjamini and
    Hochberg: of those that are called sure, at most one in twenty is expected to be chance.

    Example: `motif lab measure tactics-difference 1500-1599 search:2 sample`
    """
    evidence = gather(WantedPositions(files, GameFilter(), per_game, from_move, seed, most), quiet).with_a_choice()
    known = find_library(library)
    sides = [_moves_of(who, evidence, quiet) for who in (first, second)]
    differences = compare_players(known, *sides)
    if as_json:
        rows = [
            {"tactic": each.tactic.name, "sentence": each.tactic.sentence()}
            | {"first": each.first.to_json(), "second": each.second.to_json()}
            | {"p": each.probability, "q": each.rate, "sure": each.is_sure}
            for each in differences[:count]
        ]
        say_json({"positions": list(map(len, sides)), "differences": rows})
        return
    table = Grid("where this can be done")
    for name in (first, second, "q"):
        table.add_column(name, justify="right", no_wrap=True)
    for each in differences[:count]:
        rate = f"{each.rate:.3f}" + ("" if each.is_sure else " –")
        table.add_row(each.tactic.sentence(), str(each.first), str(each.second), rate)
    out.print(table)
    sure = sum(each.is_sure for each in differences)
    say(
        f"{counted(sum(map(len, sides)), 'position')}, {len(sides[0]):,} of {first} and {len(sides[1]):,} of {second}; "
        f"{sure} of {counted(len(differences), 'tactic')} differ for sure"
    )


def _moves_of(who: str, evidence: Evidence, quiet: bool) -> Evidence:
    """The positions in which this player is to move, with the moves that the player made or would make."""
    if band := _BAND.fullmatch(who):
        low, high = map(int, band.groups())
        ratings = evidence.ratings_of_movers()
        return _found(who, evidence.take(np.flatnonzero((ratings >= low) & (ratings <= high))))
    if any(who in players for players in evidence.players):
        return _found(who, evidence.take(np.array([n for n, name in enumerate(evidence.movers()) if name == who])))
    name = Name.parse(who)
    if name.head == "maia" and name.argument:
        network = human_network(evidence, Maia(Path(name.argument)))
        return replace(evidence, played=evidence.positions.legal_moves().codes[network.first])
    find_evaluator(who)
    with watching(f"asking {who}", quiet) as watch:
        asked = ask_engine(evidence, partial(find_evaluator, who), Questions(limit_of(who)), watch=watch)
    return replace(evidence, played=asked.moves(Reference.BEST))


def _found(who: str, evidence: Evidence) -> Evidence:
    if not len(evidence):
        raise NothingFound(f"{who} never has the move in these games", hint="give more games, or a wider band")
    return evidence
