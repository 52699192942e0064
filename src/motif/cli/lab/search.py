"""Lab commands of the search: best moves, a game evaluated with and without pruning, weights evolved and tuned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import Annotated

import chess

from motif._core.board import Game
from motif.board.drawing import Drawing, move_arrow
from motif.board.games import GameFilter, Report, read_games, sample_positions
from motif.board.wording import counted, percent
from motif.cli.console import Grid, note, out, say, say_json, show, watching
from motif.cli.options import (
    Checkpoint,
    Json,
    Position,
    Quiet,
    Seed,
    SvgFile,
    argument,
    check_games,
    experiment,
    named,
    option,
    output,
    watched_games,
)
from motif.download.sites import find_position
from motif.engines.limits import Limit
from motif.errors import BadArgument
from motif.openings.adviser import PAPER_STYLE, OpeningPlayer
from motif.openings.cases import shipped_cases
from motif.players.learned import EvaluatorAfterBook
from motif.players.names import Name
from motif.players.sparring import RandomPlayer
from motif.runtime import files
from motif.runtime.parallel import Progress
from motif.search.evaluation import explain
from motif.search.learning.evolution import Breeding, WeightEvolutionSettings, WeightGeneration, evolve
from motif.search.learning.measures import (
    Regret,
    ValueCurve,
    curves,
    evaluate_moves,
    playable,
    plot,
    pruning_loss,
    regret_without_each_rule,
)
from motif.search.learning.regression import fit_tapered, gather
from motif.search.player import SearchEvaluator, reason
from motif.search.settings import Mode, Pruning, PruningMode, SearchSettings

GameFiles = Annotated[list[str] | None, argument("Game files; without them the games that come with Motif.", "GAMES…")]
Settings = Annotated[
    str, option("Settings such as mode, weights, pruning and hash.", "--settings", "-s", metavar="KEY=VALUE,…")
]
Threads = Annotated[
    int | None, experiment("How many threads share the work; by default all cores.", "--threads", min=1)
]


def best(
    fen: Position,
    settings: Settings = "",
    limit: Annotated[str, option("depth=8, nodes=100000 or seconds=1.")] = "depth=8",
    lines: Annotated[int, option("How many moves to show.", min=1)] = 1,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Find the best move of a position, with the line expected after it.

    If the settings prune, Motif searches again without pruning and says whether a mate or a piece was missed.

    Example: `motif lab solve position start --set limit=depth=8 --set lines=2`
    """
    board = find_position(fen).board
    allowed, chosen = Limit.parse(limit), _settings(settings)
    info = chosen.searcher().search(
        board, depth=allowed.depth, nodes=allowed.nodes, seconds=allowed.seconds, multi_pv=lines
    )
    loss = pruning_loss(board, info.lines[0].moves[0], chosen, allowed) if chosen.pruning and info.lines else None
    if as_json:
        rows = [
            {"moves": [move.uci() for move in line.moves], "centipawns": line.centipawns, "mate": line.mate}
            for line in info.lines
        ]
        cost = {"depth": info.depth, "nodes": info.nodes, "hits": info.hits, "pruned": info.pruned}
        say_json({"lines": rows} | cost | ({"pruning": loss} if chosen.pruning else {}))
        return
    show(Drawing.of(board, *(move_arrow(line.moves[0]) for line in info.lines)), svg)
    for line in info.lines:
        say(reason("search", board, info, line).english)
    say(f"{counted(info.nodes, 'position')} visited, {counted(info.hits, 'hit')} in the table")
    if loss:
        say(loss)


def explain_(fen: Position, settings: Settings = "", as_json: Json = False) -> None:
    """List the terms of the evaluation for the side to move, and what each adds.

    Example: `motif lab read evaluation start --set settings=weights=handmade`
    """
    board = find_position(fen).board
    terms = explain(board, _settings(settings).evaluation_weights)
    if as_json:
        say_json([asdict(term) for term in terms])
        return
    table = Grid("term", "centipawns", "share")
    for term in terms:
        table.add_row(term.name, f"{term.centipawns:+.0f}", percent(term.share))
    table.add_row("together", f"{sum(term.centipawns for term in terms):+.0f}", "")
    out.print(table.with_numbers())


def review_(
    file: Annotated[str, argument("A game file; - for standard input.", "GAME")],
    number: Annotated[int, option("Which game of the file.", min=1)] = 1,
    settings: Settings = "mode=paper",
    limit: Annotated[str, option("How far to search each position: depth=8, for example.")] = "depth=4",
    openings: Annotated[
        bool, option("Let the pruning search play openings from the cases, as the paper does.", "--openings")
    ] = False,
    to: Annotated[Path | None, option("Draw the curves to this .svg or .png file.", "--plot", metavar="FILE")] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Evaluate each move of a game with and without pruning; compare the results, their roughness and their time.

    With `--openings`, the pruning search looks only one ply deep while the opening cases have a move.

    Example: `motif lab measure game game.pgn --set openings --set plot=review.svg`
    """
    if to:
        files.check_format(to)
    game = next(islice(read_games([file]), number - 1, None), None)
    if game is None:
        raise BadArgument(f"{file} has no game {number}")
    usual = _settings(settings)
    pruning = usual.pruning or Pruning(PruningMode.PAPER if usual.mode is Mode.PAPER else PruningMode.SOFT)
    both = {"base": replace(usual, pruning=None), "pruning": replace(usual, pruning=pruning)}
    with watching("reviewing", quiet or as_json) as watch:
        base, pruned = (SearchEvaluator(name, chosen) for name, chosen in both.items())
        # As in the paper; the player after the opening does not matter here.
        cases = OpeningPlayer(shipped_cases(), RandomPlayer(), PAPER_STYLE) if openings else None
        by_cases = EvaluatorAfterBook("openings+pruning", cases, pruned) if cases else None
        drawn = curves(game, [base, by_cases or pruned], Limit.parse(limit), watch)
    if to:
        plot(drawn, " - ".join(game.players), to)
        note(f"the curves are in {to}")
    if as_json:
        say_json([curve.to_json() for curve in drawn])
        return
    out.print(_curve_table(game, drawn))
    for curve in drawn:
        say(f"{curve.name}: roughness {curve.roughness:.0f}, {counted(sum(curve.nodes), 'position')} visited")
    for loss in _losses(drawn[-1], both["pruning"], Limit.parse(limit)):
        say(loss)
    if by_cases:
        say(f"the cases lasted for {counted(by_cases.positions_in_book, 'position')}")


def _losses(pruned: ValueCurve, settings: SearchSettings, limit: Limit) -> Iterator[str]:
    """The moves of a game where the pruned search would lose a mate or a piece."""
    for board, evaluation in zip(pruned.review.boards, pruned.review.evaluations, strict=True):
        # Where the cases choose, nothing is pruned.
        if evaluation.best and evaluation.depth and (loss := pruning_loss(board, evaluation.best, settings, limit)):
            yield f"move {board.fullmove_number}{'.' if board.turn else '…'}: {loss}"


def prune(
    files: GameFiles = None,
    per_game: Annotated[int, experiment("Positions from each game.", min=1)] = 1,
    most: Annotated[int, option("At most this many positions.", "--positions", min=1)] = 100,
    depth: Annotated[int, option("How deep the search looks at every move.", min=1)] = 6,
    seed: Seed = 0,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Say what pruning leaves out, how often that was the best move, and what it costs; then without each rule.

    Example: `motif lab measure pruning --set positions=50 --set depth=5`
    """
    games = watched_games(files or ["sample"], GameFilter(), Report(), as_json)
    positions = playable(list(sample_positions(games, per_game, seed=seed, most=most).positions))
    evaluations = evaluate_moves(positions, SearchSettings(hash_megabytes=4), depth, threads)
    regrets = regret_without_each_rule(positions, evaluations, Pruning())
    if as_json:
        say_json([asdict(regret) | {"mean_regret": regret.mean_regret} for regret in regrets])
        return
    out.print(_regret_table(regrets))
    say(f"{counted(len(positions), 'position')}, each move evaluated at depth {depth}; regret in centipawns a position")


def evolve_(
    generations: Annotated[int, option("How many generations of five agents.")] = 10,
    depth: Annotated[int, option("How many plies the agents look ahead.", min=1)] = 4,
    base: Annotated[bool, option("Use agents that do not prune.", "--base")] = False,
    breeding: Annotated[
        Breeding, experiment("Which agents breed: the best three, or all that won a game.")
    ] = Breeding.BEST,
    positioning: Annotated[float, experiment("The largest first weight of positioning.", min=0, max=10)] = 1.0,
    checkpoint: Checkpoint = None,
    seed: Seed = 0,
    threads: Threads = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find weights of the three-term heuristic by the paper's evolution.

    Example: `motif lab learn search-weights --set generations=2 --set depth=2 --seed 1`
    """
    settings = WeightEvolutionSettings(
        generations=generations, depth=depth, prunes=not base, breeding=breeding, largest_positioning=positioning
    )
    with watching(counted(settings.games, "game"), quiet or as_json) as watch:
        history: list[WeightGeneration] = []
        for generation in evolve(settings, seed, threads, checkpoint):
            history.append(generation)
            watch(Progress(generation.number, settings.generations))
    if as_json:
        say_json([generation.to_json() for generation in history])
        return
    table = Grid("generation", "fittest weights", "with a pawn at 1", "wins", "points")
    for generation in history:
        first = generation.agents[0]
        scaled = first.weights.scaled
        table.add_row(str(generation.number), str(first.weights), str(scaled), str(first.wins), f"{first.points:g}")
    out.print(table)


def tune(
    to: Annotated[Path, output("Write the weights to this file.")],
    files: GameFiles = None,
    per_game: Annotated[int, experiment("Positions from each game.", min=1)] = 8,
    games: Annotated[int | None, option("At most this many games of each file.", min=1)] = None,
    rounds: Annotated[int, experiment("How many steps of gradient descent.", min=1)] = 350,
    trust: Annotated[
        float, experiment("How much [%eval] counts, 0 to 1; the rest is the game's result.", min=0, max=1)
    ] = 0.7,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Fit the tapered evaluation to the results of games, and to what an engine said in them.

    Example: `motif lab learn evaluation --out weights.tsv --set rounds=20`
    """
    chosen = [named(name) for name in files or ["sample"]]
    check_games(chosen)
    stream = (game for name in chosen for game in islice(read_games([name]), games))
    evidence = gather(stream, per_game, trust, seed)
    with watching(counted(len(evidence), "quiet position"), quiet or as_json) as watch:
        fit = fit_tapered(evidence, rounds, watch)
    fit.weights.save(to)
    losses = fit.losses
    if as_json:
        say_json({"positions": len(evidence), "first": losses[0], "last": losses[-1], "file": str(to)})
    else:
        say(f"{counted(len(evidence), 'quiet position')}: loss {losses[0]:.4f}, then {losses[-1]:.4f}; weights in {to}")


def _settings(text: str) -> SearchSettings:
    # "search" is only a placeholder: only the settings after the comma are read.
    name = Name.parse(f"search,{text}" if text else "search")
    if name.limit:
        raise BadArgument(f"{text!r} sets a limit", hint="say how long with --limit or --depth")
    return SearchSettings.read(name.options)


def _curve_table(game: Game, drawn: list[ValueCurve]) -> Grid:
    columns = [column for curve in drawn for column in (curve.name, "cost")]
    table = Grid("move", *columns, title="White's advantage after each move and what the move cost, in centipawns")
    board = game.board(0)
    for ply, move in enumerate(game.moves):
        number = f"{board.fullmove_number}{'.' if board.turn == chess.WHITE else '…'} {board.san(move)}"
        table.add_row(number, *(text for curve in drawn for text in _after_and_cost(curve, ply)))
        board.push(move)
    return table.with_numbers()


def _after_and_cost(curve: ValueCurve, ply: int) -> tuple[str, str]:
    cost, symbol = curve.costs[ply], curve.review.moves[ply].judgement.symbol
    return f"{curve.centipawns[ply + 1]:+d}", f"{symbol} {cost}".strip() if cost else ""


def _regret_table(regrets: list[Regret]) -> Grid:
    reasons = list(dict.fromkeys(reason for regret in regrets for reason in regret.pruned))
    table = Grid("rules", "left out", *(f"best was {reason}" for reason in reasons), "regret")
    for regret in regrets:
        missing = [rule for rule in regrets[0].pruning.own if rule not in regret.pruning.own]
        name = f"without {missing[0]}" if missing else "all four"
        best_pruned = (f"{regret.best_pruned.get(reason, 0)} of {regret.pruned.get(reason, 0)}" for reason in reasons)
        table.add_row(name, str(regret.share_pruned), *best_pruned, f"{regret.mean_regret:.1f}")
    return table.with_numbers()
