"""`motif explain`: why a move is good, or what is wrong with it, checked on the board without the cause."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Annotated

import chess
import typer
from pydantic import TypeAdapter

from motif.board.drawing import Arrow, Colour, Drawing
from motif.board.english import in_percent
from motif.board.games import GameFilter, Report
from motif.board.limits import Limit
from motif.coach import find_coach
from motif.errors import BadArgument, NothingFound
from motif.interfaces.cli.console import closing_all, keep_picture, read_board, read_move, say, say_json, show
from motif.interfaces.cli.game_options import watched_games
from motif.interfaces.cli.options import Json, SvgFile
from motif.reasons.told import Told, ToldMistake


def explain(
    fen: Annotated[
        str | None,
        typer.Argument(metavar="FEN", help="The position as FEN, in quotes; or `start`.", show_default=False),
    ] = None,
    move: Annotated[
        str | None, typer.Argument(metavar="MOVE", help="The move to explain, Nc7+ or d5c7; without it the best one.")
    ] = None,
    why_not: Annotated[
        str | None, typer.Option("--why-not", metavar="MOVE", help="What is wrong with this move.")
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="FILE", help="A move of a game in this PGN file, with --ply.")
    ] = None,
    ply: Annotated[int, typer.Option("--ply", min=1, help="Which half-move of the game, counted from 1.")] = 1,
    number: Annotated[int, typer.Option("--number", min=1, help="Which game of the file, counted from 1.")] = 1,
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Who judges: search, stockfish …")] = "search",
    limit: Annotated[str, typer.Option("--limit", help="How far the judge looks: depth=8, nodes=… or seconds=…")] = (
        "depth=8"
    ),
    show_counterfactual: Annotated[
        bool, typer.Option("--show-counterfactual", help="Draw the board on which it would not work.")
    ] = False,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Explain a move in a sentence about this board: what it wins, and by what.

    The cause is checked: the smallest edit that undoes it must undo the gain. With `--why-not`, or for a mistake in a
    game, you read what the move missed and what it allowed.

    Example: `motif explain "r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1" Nc7+ --show-counterfactual`
    """
    if move is not None and why_not is not None:
        raise BadArgument(
            "a move to explain or one to say no to, one of the two", hint="leave out MOVE, or --why-not MOVE"
        )
    board, played = _position(fen, why_not if move is None else move, game, ply, number)
    allowed = Limit.parse(limit)
    with closing_all() as keep:
        coach = keep(find_coach(by))
        answer: Told | ToldMistake
        if played is None:
            answer = coach.best(board, allowed)
        elif why_not is not None:
            answer = coach.why_not(board, played, allowed)
        else:
            answer = coach.explain(board, played, allowed)
    reasons = [answer] if isinstance(answer, Told) else list(answer.reasons)
    picture = _drawn(board, played, reasons[0]) if reasons else Drawing.of(board)
    if as_json:
        keep_picture(picture, svg)
        say_json(TypeAdapter(Told | ToldMistake).dump_python(answer, mode="json"))
        return
    show(picture, svg)
    say(answer.sentence)
    if isinstance(answer, ToldMistake):
        _tell_sides(answer)
    if show_counterfactual:
        _show_counterfactuals(reasons)


def _position(
    fen: str | None, move: str | None, game: str | None, ply: int, number: int
) -> tuple[chess.Board, chess.Move | None]:
    """The board, and the move on it that was asked about."""
    if (fen is None) == (game is None):
        raise BadArgument("a position or a game, one of the two", hint="write a FEN in quotes, or --game FILE --ply N")
    if fen is not None:
        board = read_board(fen)
        return board, None if move is None else read_move(board, move)
    assert game is not None
    chosen = next(islice(watched_games([game], GameFilter(), Report(), quiet=True), number - 1, None), None)
    if chosen is None:
        raise NothingFound(f"there is no game {number} in {Path(game).name}")
    if ply > len(chosen):
        raise BadArgument(f"the game has {len(chosen)} half-moves, not {ply}", hint="count from 1, both sides")
    # The move before belongs to the story: a recapture is no gift.
    board = chosen.board(max(0, ply - 2))
    if ply > 1:
        board.push(chosen.moves[ply - 2])
    return board, chosen.moves[ply - 1] if move is None else read_move(board, move)


def _drawn(board: chess.Board, played: chess.Move | None, reason: Told) -> Drawing:
    # What a move allows begins on the board after it.
    if played is not None and reason.fen != board.fen():
        board.push(played)
    return Drawing.of(board, *reason.arrows)


def _tell_sides(mistake: ToldMistake) -> None:
    for other in mistake.reasons[1:]:
        say(f"{'It also misses' if other is mistake.missed else 'It also allows'}: {other.sentence}")
    before, after = mistake.chances
    say(f"The winning chance goes from {in_percent(before)} to {in_percent(after)}.")


def _show_counterfactuals(reasons: list[Told]) -> None:
    checks = [reason.without for reason in reasons if reason.without is not None]
    if not checks:
        say("There is no checked cause to undo.")
    for check in checks:
        marks = (Arrow.parse(f"{Colour.BLUE}{square}") for square in check.squares)
        say(f"\n{Drawing(check.fen, tuple(marks)).text()}\n{check.sentence}")
