"""`motif advise`: what to play in a position, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import chess
import typer

from motif.advice import Adviser, draw
from motif.board.drawing import Drawing
from motif.board.english import in_percent
from motif.board.oracles import Evaluation
from motif.coach import Counsel, find_coach
from motif.coach.coach import SOURCE
from motif.errors import BadArgument
from motif.interfaces.asking import heard
from motif.interfaces.cli.console import NO_GAIN, closing_all, gain, note, out, read_board, say, say_json, show
from motif.interfaces.cli.grids import Grid
from motif.interfaces.cli.options import Json, Position, SvgFile
from motif.players import find_adviser


def advise(
    fen: Position,
    by: Annotated[
        list[str] | None, typer.Option("--by", metavar="NAME", help="Whom to ask; may be given several times.")
    ] = None,
    people: Annotated[
        int | None,
        typer.Option("--people", metavar="RATING", help="Say what people of this rating, 400 to 3000, would play."),
    ] = None,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """What to play in a position, and why: the moves that one judge prefers, with checked reasons.

    Beside each stands who else advises it. With `--by`, advisers are asked instead, each for itself and unchecked.
    `motif engines` lists the names. With `--people`, how many players of a rating choose each move, what draws them to
    it, and the mistake that is typical of them.

    Example: `motif advise "4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1" --by greedy --by stockfish,depth=10`
    """
    if by and people is not None:
        raise BadArgument("people are asked alone", hint="leave --by out, or write --by human,rating=1500")
    board = read_board(fen)
    with closing_all() as keep:
        if people is not None:
            _show_people(board, people, svg, as_json=as_json)
        elif by:
            _show_advisers(board, {name: keep(find_adviser(name)) for name in by}, svg, as_json=as_json)
        else:
            _show_counsels(board, keep(find_coach()).advise(board), svg, as_json=as_json)


def _show_counsels(board: chess.Board, counsels: list[Counsel], svg: Path | None, *, as_json: bool) -> None:
    if as_json:
        say_json([{"by": SOURCE} | counsel.advice().to_json(board) for counsel in counsels])
        return
    show(Drawing.of(board, *(counsels[0].told.arrows if counsels else ())), svg)
    if not counsels:
        note("there is nothing to play in this position")
        return
    table = Grid("move", "value", "because", "also")
    for counsel in counsels:
        san, value = board.san(counsel.move), value_text(counsel.evaluation)
        table.add_row(san, value, counsel.told.sentence, "; ".join(counsel.agree))
    out.print(table)


def _show_advisers(board: chess.Board, advisers: dict[str, Adviser], svg: Path | None, *, as_json: bool) -> None:
    said = heard(board, advisers)
    if as_json:
        say_json([{"by": name} | advice.to_json(board) for name, advice in said])
        return
    # The picture shows the best advice only: all of them at once would hide the board.
    show(draw(board, [advice for _, advice in said[:1]]), svg)
    if not said:
        note("nobody has anything to say about this position")
        return
    table = Grid("move", "gain", "because", "says")
    for _, advice in said:
        because = advice.because
        table.add_row(board.san(advice.move), gain(advice.weight), because.english, because.source)
    out.print(table)
    if any(advice.weight is None for _, advice in said):
        say(f"{NO_GAIN} stands where nobody has measured what such advice gains: it is not ranked with other advice")


def _show_people(board: chess.Board, rating: int, svg: Path | None, *, as_json: bool) -> None:
    from motif.interfaces.people import asked_people  # nobody else waits for the arena and the people's weights

    asked = asked_people(board, rating)
    if as_json:
        say_json(asked.to_json(board))
        return
    show(Drawing.of(board), svg)
    if not asked.moves:
        note("there is nothing to play in this position")
        return
    table = Grid("move", f"of players at {rating}", "because", "loses")
    for each in asked.moves:
        lost = asked.losses[each.move]
        losing = in_percent(lost) if lost >= 0.005 else ""
        table.add_row(board.san(each.move), in_percent(each.share), each.because, losing)
    out.print(table)
    say("loses: of the chance to win, beside the best move")
    if asked.mistake is not None:
        say(asked.words(board))


def value_text(evaluation: Evaluation) -> str:
    """What a judge says of a move, in pawns for whoever makes it, or the moves to mate."""
    mate = evaluation.score.mate()
    if mate is not None:
        return f"mate in {mate}" if mate > 0 else f"mated in {-mate}"
    return f"{evaluation.centipawns / 100:+.1f}"
