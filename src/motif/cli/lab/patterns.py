"""Read and measure patterns: `motif lab read patterns`, `read pattern-filter` and `measure patterns`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from motif._core.board import Positions, decode_move
from motif.board.drawing import Drawing
from motif.board.games import Draw, GameFilter, Report
from motif.board.moves import read_board
from motif.board.wording import counted
from motif.cli import options
from motif.cli.console import Grid, note, out, say, say_json
from motif.cli.console import show as show_drawing
from motif.cli.games import note_errors
from motif.cli.options import FromMove, Json, Position, Quiet, Seed, SvgFile, argument, option
from motif.engines.evaluator import value_moves
from motif.engines.limits import DEFAULT_LIMIT
from motif.engines.maia import Maia
from motif.errors import BadArgument, BadGameFile
from motif.patterns.adviser import Best, PatternsAdviser
from motif.patterns.learning.habits import Example
from motif.patterns.learning.measures import Curve, by_victim, curve, draw_curves, no_preference, unseen_positions
from motif.patterns.learning.paper_library import PaperLibrary, read_library
from motif.patterns.library import Floats, Library
from motif.patterns.sentences import sentence
from motif.players.names import Name, find_evaluator
from motif.runtime import files as figures
from motif.runtime.files import check_there, close
from motif.runtime.parallel import Workers
from motif.search.material import material_values
from motif.statistics.examples import Evidence
from motif.tactics.adviser import suggestions
from motif.tactics.library import TacticsLibrary as Tactics

# Where the commands of `motif patterns` take moves and libraries from.

SHIPPED = "shipped"

LibraryName = Annotated[str, argument("A file of patterns, or `shipped` for the one that comes with Motif.", "LIBRARY")]
GAMES = argument("PGN files, plain or compressed; `sample` means the games that come with Motif.", "GAMES…")
Files = Annotated[list[str], GAMES]
MaybeFiles = Annotated[list[str] | None, GAMES]
Players = Annotated[
    list[str] | None,
    option("Only the moves of players whose names contain this; may be repeated.", "--player", metavar="NAME"),
]
Most = Annotated[int, option("Use at most this many moves, drawn at random.", "--most", min=1)]

EVERY_PLY = 1_000


def find_library(name: str) -> Library | PaperLibrary:
    """Find a library by name, with either kind of weights."""
    if name == SHIPPED:
        return Library.shipped()
    check_there(name, keywords=(SHIPPED,))
    return read_library(Path(name))


def examples_of(evidence: Evidence) -> list[Example]:
    """The positions as boards, with the moves made in them."""
    return [(board, decode_move(int(code))) for board, code in zip(evidence.positions, evidence.played, strict=True)]


def gather(
    files: list[str],
    players: list[str] | None,
    from_move: int,
    most: int,
    seed: int,
    quiet: bool,
    workers: Workers | None = None,
) -> Evidence:
    """The moves of these players, or of all players, in these games; raises an error if there are none."""
    report = Report()
    draw = Draw(EVERY_PLY, from_move, seed, most, tuple(players or ()))
    evidence = Evidence.of_sample(options.watched_sample(files, draw, GameFilter(), report, quiet, workers))
    note_errors(report)
    if not len(evidence):
        who = f" of {' or '.join(players)}" if players else ""
        raise BadGameFile(
            f"no move{who} in {counted(report.games, 'game')}", hint="is the name spelled as in the games?"
        )
    return evidence


def show(
    library: LibraryName = "shipped",
    fen: Annotated[str | None, option("Show what the patterns say about this position.")] = None,
    count: Annotated[int, option("How many patterns or moves, best first.", "--count", "-n", min=1)] = 10,
    text: Annotated[bool, option("Print the text of the patterns as well.", "--text")] = False,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Read a library: the patterns that tell most in English, or what it says of a position.

    The first number is the weight of a move that fits the pattern and all more general ones; the second is what this
    pattern adds.

    Example: `motif lab read patterns shipped --set fen="3r3k/8/8/4N3/8/8/8/4K3 w - - 0 1"`
    """
    known = find_library(library)
    if fen is None:
        _show_library(known, count, text, as_json)
        return
    board = read_board(fen)
    advice = PatternsAdviser(known, count).advise(board)
    if as_json:
        say_json([piece.to_json(board) for piece in advice])
        return
    show_drawing(Drawing.of(board, *(advice[0].because.arrows if advice else ())), svg)
    scores = dict(known.rank(board))
    for piece in advice:
        say(f"{scores[piece.move]:+.2f}  {piece.because.english}")


def _show_library(library: Library | PaperLibrary, count: int, text: bool, as_json: bool) -> None:
    if isinstance(library, Library):
        numbers = range(min(count, len(library)))
        first = [library.pattern(number) for number in numbers]
        effects = [library.effect(number) for number in numbers]
    else:
        first, effects = list(library.patterns[:count]), []
    if as_json:
        rows: list[dict[str, Any]] = [
            {"weight": pattern.weight, "sentence": sentence(pattern), "pattern": str(pattern)} for pattern in first
        ]
        for piece, effect in zip(rows, effects, strict=False):
            piece["effect"] = round(effect, 4)
        say_json({"notes": dict(library.notes), "patterns": rows})
        return
    for number, pattern in enumerate(first):
        weight = f"{effects[number]:+.2f} ({pattern.weight:+.2f})" if effects else f"{pattern.weight:+.2f}"
        say(f"{weight}  {sentence(pattern)}")
        if text:
            say("\n".join(f"       {line}" for line in str(pattern).splitlines()))
    for word, value in library.notes.items():
        say(f"{word}: {value}")
    if count < len(library):
        say(f"{counted(len(library) - count, 'more pattern')}: --count {len(library)} shows all")


# `motif lab read pattern-filter`: which moves of a position patterns keep.


def filter_(
    library: LibraryName,
    fen: Position,
    count: Annotated[int, option("How many of the best moves to keep.", "-k", min=1)] = 5,
    share: Annotated[
        float | None, option("Keep a share of the moves, from 0 to 1, instead of a number.", "--gamma")
    ] = None,
    as_json: Json = False,
) -> None:
    """Say which moves of a position the patterns keep.

    Example: `motif lab read pattern-filter shipped start --set k=4`
    """
    board = read_board(fen)
    selection: Best = Best(count) if share is None else Best(share=share)
    ranked = find_library(library).rank(board)
    keeps = int(selection.of(np.array([len(ranked)]))[0])
    if as_json:
        say_json(
            [{"move": board.san(move), "score": score, "kept": n < keeps} for n, (move, score) in enumerate(ranked)]
        )
        return
    say(f"kept ({selection}): {' '.join(board.san(move) for move, _ in ranked[:keeps])}")
    say(f"left out: {' '.join(board.san(move) for move, _ in ranked[keeps:]) or 'none'}")


# Whom `motif lab measure patterns` compares patterns with: each ranks the legal moves of a position in its own way.

Ranking = Callable[[Positions], Floats]


def find_ranking(name: str) -> Ranking:
    """Find a way of ranking moves by name, or raise an error."""
    head, _, argument = name.partition(":")
    if name == "random":
        return no_preference
    if name == "victims":
        return by_victim
    if head == "material" and argument.isdecimal() and int(argument):
        return lambda positions: material_values(positions, int(argument))
    if head == "maia" and argument:
        network = Maia(Path(argument))
        return lambda positions: _likely(network, positions)
    if head == "tactics":
        library = Tactics.shipped() if argument in ("", SHIPPED) else Tactics.read(Path(argument))
        return lambda positions: _suggested(library, positions)
    if head == "engine" and argument:
        Name.parse(argument)
        return lambda positions: _valued(argument, positions)
    raise BadArgument(
        f"there is no ranking {name!r}",
        hint="write random, victims, material:4, tactics, maia:FILE or engine:gnuchess,depth=4",
    )


def _likely(network: Maia, positions: Positions) -> Floats:
    policies = network.policies(list(positions))
    legal = positions.legal_moves()
    return np.array([policy[move] for policy, moves in zip(policies, legal, strict=True) for move in moves])


def _suggested(library: Tactics, positions: Positions) -> Floats:
    """Rank moves by their first suggestion by tactics; moves without a suggestion share the last rank."""
    scores = []
    for board, moves in zip(positions, positions.legal_moves(), strict=True):
        places = {suggestion.move: place for place, suggestion in enumerate(suggestions(library, board))}
        scores += [float(len(places) - places[move]) if move in places else 0.0 for move in moves]
    return np.array(scores)


def _valued(name: str, positions: Positions) -> Floats:
    evaluator = find_evaluator(str(Name.parse(name).with_limit(None)))
    try:
        limit = Name.parse(name).limit or DEFAULT_LIMIT
        legal = [list(moves) for moves in positions.legal_moves()]
        valued = value_moves(list(positions), evaluator, limit, moves=legal, compared=True)
        return np.array([float(values[move].centipawns) for values in valued for move in values])
    finally:
        close(evaluator)


Against = Annotated[
    list[str] | None,
    option(
        "Another ranking: random, victims (MVV/LVA), material:1 to material:4, tactics, maia:FILE, "
        "engine:gnuchess,depth=4; several times.",
        "--against",
    ),
]
SHOWN = ("k=1", "k=4", "k=10", "gamma=0.333")


def evaluate(
    library: LibraryName,
    files: Files,
    player: Players = None,
    against: Against = None,
    known: Annotated[
        list[str] | None, option("The games learned from: their positions are counted separately.", "--learned-from")
    ] = None,
    plot: Annotated[Path | None, option("Draw the curves to a .svg, .png or .pdf file.", metavar="FILE")] = None,
    most: Most = 4_000,
    from_move: FromMove = 1,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure how often the best moves by patterns include the move that was played, next to other rankings.

    `--json` has every step, k from 1 to 10 and gamma from .1 to 1, with 95 % ranges. With `--learned-from` the
    positions that also occur in the games learned from are measured separately.

    Example: `motif lab measure patterns shipped sample --set against=random --set against=material:2 --set most=200`
    """
    if plot:
        figures.check_format(plot)
    patterns = find_library(library)
    rankings: dict[str, Ranking] = {f"{len(patterns):,} patterns": patterns.scores}
    rankings |= {name: find_ranking(name) for name in against or []}
    evidence = gather(files, player, from_move, most, seed, quiet)
    parts = {"all": evidence}
    if known:
        fresh = unseen_positions(evidence, gather(known, None, 1, 10**9, seed, quiet))
        parts["absent from learning"] = evidence.take(fresh)
        parts["met in learning"] = evidence.take(np.setdiff1d(np.arange(len(evidence)), fresh))
    rows = []
    for part, asked in parts.items():
        curves = [curve(name, ranking(asked.positions), asked, seed=seed) for name, ranking in rankings.items()]
        rows.append({"part": part, "positions": len(asked), "curves": [each.to_json() for each in curves]})
        if plot and part == "all":
            draw_curves(curves, plot)
            note(f"the curves are in {plot}")
        if not as_json:
            _show_curves(part, len(asked), curves)
    if as_json:
        say_json(rows)


def _show_curves(part: str, count: int, curves: list[Curve]) -> None:
    say(f"{part}: {counted(count, 'position')}")
    if not count:
        return
    table = Grid("ranking", *SHOWN, box=None, pad_edge=False).with_numbers()
    for each in curves:
        shares = {str(step): share for step, share in each.shares.items()}
        table.add_row(each.name, *(shares[step].percent for step in SHOWN))
    out.print(table)
