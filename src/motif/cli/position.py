"""`motif explain`, `advise` and `show`: explain a move, recommend moves, or draw a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import chess
from pydantic import TypeAdapter

from motif._core.board import Game
from motif.advice import Adviser, draw
from motif.board.drawing import Arrow, Colour, Drawing
from motif.board.moves import read_move
from motif.board.naming import read_position
from motif.board.positions import RELATIONS
from motif.board.wording import percent
from motif.cli.console import NO_GAIN, Grid, closing_all, gain, keep_picture, note, out, say, say_json, show
from motif.cli.console import show as show_drawing
from motif.cli.options import (
    EngineOptions,
    GameMove,
    Json,
    Position,
    SvgFile,
    argument,
    option,
)
from motif.engines.evaluator import Evaluation
from motif.errors import BadArgument
from motif.explain.coach import SOURCE, Counsel
from motif.explain.explanation import Explanation
from motif.explain.kinds import PointSide
from motif.explain.phrases.mistakes import also_allows
from motif.players.coaches import find_coach
from motif.players.engines import choose_engine, evaluated_by
from motif.players.names import collect_advice, find_adviser


def explain(
    fen: Position,
    move: Annotated[
        str | None,
        argument("The move to explain, as in Nc7+; without it the one played in the game, else the best one.", "MOVE"),
    ] = None,
    why_not: Annotated[str | None, option("Say what is wrong with this move, if anything is.", metavar="MOVE")] = None,
    of_game: GameMove = None,
    show_counterfactual: Annotated[
        bool, option("Draw the changed board on which the move would not work.", "--show-counterfactual")
    ] = False,
    svg: SvgFile = None,
    as_json: Json = False,
    *,
    by: EngineOptions,
) -> None:
    """Explain a position or a move: what it wins or loses, and why.

    The reason is checked: Motif takes it off the board, and the gain must disappear. With
    `--why-not`, or for a mistake in a game, you read what the move missed and what it allowed.

    Example: `motif explain "r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1" Nc7+ --show-counterfactual`

    Example: `motif explain sample#3 --move 20...`
    """
    if move is not None and why_not is not None:
        raise BadArgument("give either MOVE or --why-not MOVE", hint="leave out MOVE, or --why-not MOVE")
    asked = why_not if move is None else move
    board, played = _named(fen, of_game)
    if asked is not None:
        played = read_move(board, asked)
    chosen = choose_engine(by.engine, by.limit)
    allowed = chosen.limits.explain
    with closing_all() as keep:
        coach = keep(find_coach(chosen))
        answer: Explanation
        if played is None:
            answer = coach.best(board, allowed)
        elif why_not is not None:
            answer = coach.why_not(board, played, allowed)
        else:
            answer = coach.explain(board, played, allowed)
        evaluated = evaluated_by(coach.engine, allowed)
    if played is not None and answer.point is not None and answer.point.fen != board.fen():
        board.push(played)  # What a move allows begins on the board after it.
    picture = Drawing.of(board, *(answer.point.arrows if answer.point else ()))
    if as_json:
        keep_picture(picture, svg)
        say_json(TypeAdapter(Explanation).dump_python(answer, mode="json"))
        return
    show(picture, svg)
    say(answer.sentence)
    if len(answer.line) > 1 and answer.point is not None:
        start = chess.Board(answer.point.fen)
        say(f"The line: {start.variation_san(step.move for step in answer.line)}.")
    if answer.is_mistake:
        if answer.also is not None and answer.also.side is PointSide.ALLOWED:
            say(also_allows(answer.also.line[0].san, answer.also.text))
        verdict = answer.verdict
        say(f"The winning chance goes from {percent(verdict.before)} to {percent(verdict.after)}.")
    if show_counterfactual:
        _show_counterfactuals(answer)
    note(evaluated)


def _named(text: str, move: str | None = None) -> tuple[chess.Board, chess.Move | None]:
    """The position with this name, and the move played there if it is a place in a game."""
    board = read_position(text) if move is None else None
    if board is not None:
        return board, None
    # Only names of games need files and Lichess.
    from motif.download.sites import find_move, find_position

    found = find_position(text) if move is None else find_move(text, move)
    if found.game is None or found.ply is None:
        return found.board, None
    return _with_move_before(found.game, found.ply), found.game.moves[found.ply]


def _with_move_before(game: Game, ply: int) -> chess.Board:
    """The board before a move, with the previous move on its stack, so that recaptures are recognized."""
    board = game.board(max(0, ply - 1))
    if ply:
        board.push(game.moves[ply - 1])
    return board


def _show_counterfactuals(answer: Explanation) -> None:
    if not answer.checks:
        say("There is no checked cause to undo.")
    for check in answer.checks:
        marks = (Arrow.parse(f"{Colour.BLUE}{square}") for square in check.squares)
        say(f"\n{Drawing(check.fen, tuple(marks)).text()}\n{check.result}")


# `motif advise`: what to play in a position, and why.


def advise(
    fen: Position,
    advisers: Annotated[
        list[str] | None, option("Ask this adviser instead; may be given several times.", "--adviser", metavar="NAME")
    ] = None,
    people: Annotated[
        int | None, option("Show what people of this rating, 400 to 3000, would play.", metavar="RATING")
    ] = None,
    svg: SvgFile = None,
    as_json: Json = False,
    *,
    by: EngineOptions,
) -> None:
    """Suggest the best moves of a position with reasons, or what people of a rating play.

    The reasons are checked. The last column names the advisers that agree. With `--adviser`, only the named advisers
    suggest moves, and their reasons are not checked; `motif engines` lists the names. With `--people`, you see how many
    players of a rating choose each move, what attracts them to it, and their typical mistake.

    Example: `motif advise "4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1" --adviser greedy --adviser stockfish,depth=10`
    """
    if advisers and people is not None:
        raise BadArgument(
            "--people and --adviser cannot be combined",
            hint="leave --adviser out, or write --adviser human,rating=1500",
        )
    if by != EngineOptions() and (advisers or people is not None):
        raise BadArgument(
            "--engine and its limits have no effect with --adviser or --people",
            hint="leave them out, or write --adviser stockfish,depth=10",
        )
    board, _ = _named(fen)
    with closing_all() as keep:
        if people is not None:
            _show_people(board, people, svg, as_json=as_json)
        elif advisers:
            _show_advisers(board, {name: keep(find_adviser(name)) for name in advisers}, svg, as_json=as_json)
        else:
            chosen = choose_engine(by.engine, by.limit)
            coach = keep(find_coach(chosen))
            limits = chosen.limits
            _show_counsels(
                board, coach.advise(board, limit=limits.explain, ranking=limits.ranking), svg, as_json=as_json
            )
            if not as_json:
                note(evaluated_by(coach.engine, limits.explain))


def _show_counsels(board: chess.Board, counsels: list[Counsel], svg: Path | None, *, as_json: bool) -> None:
    if as_json:
        say_json([{"by": SOURCE} | counsel.advice().to_json(board) for counsel in counsels])
        return
    show(Drawing.of(board, *(counsels[0].explanation.arrows if counsels else ())), svg)
    if not counsels:
        note("there is nothing to play in this position")
        return
    table = Grid("move", "value", "because", "also")
    for counsel in counsels:
        san, value = board.san(counsel.move), value_text(counsel.evaluation)
        table.add_row(san, value, counsel.explanation.sentence, "; ".join(counsel.agree))
    out.print(table)


def _show_advisers(board: chess.Board, advisers: dict[str, Adviser], svg: Path | None, *, as_json: bool) -> None:
    said = collect_advice(board, advisers)
    if as_json:
        say_json([{"by": name} | advice.to_json(board) for name, advice in said])
        return
    # The picture shows the best advice only: all of them at once would hide the board.
    show(draw(board, [advice for _, advice in said[:1]]), svg)
    if not said:
        note("these advisers suggest no move in this position")
        return
    table = Grid("move", "gain", "because", "says")
    for _, advice in said:
        because = advice.because
        table.add_row(board.san(advice.move), gain(advice.weight), because.english, because.source)
    out.print(table)
    if any(advice.weight is None for _, advice in said):
        say(f"{NO_GAIN} marks advice whose gain was never measured: it is listed after the other advice")


def _show_people(board: chess.Board, rating: int, svg: Path | None, *, as_json: bool) -> None:
    from motif.players.human import ask_people  # no other command needs the arena and these weights

    asked = ask_people(board, rating)
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
        losing = percent(lost) if lost >= 0.005 else ""
        table.add_row(board.san(each.move), percent(each.share), each.because, losing)
    out.print(table)
    say("loses: how much winning chance the move loses, compared with the best move")
    if asked.mistake is not None:
        say(asked.words(board))


def value_text(evaluation: Evaluation) -> str:
    """The value of a move in pawns for the side that makes it, or the number of moves to mate."""
    mate = evaluation.score.mate()
    if mate is not None:
        return f"mate in {mate}" if mate > 0 else f"mated in {-mate}"
    return f"{evaluation.centipawns / 100:+.1f}"


# `motif show`: a position to look at.


def show_(
    fen: Position,
    arrows: Annotated[
        list[str] | None,
        option("An arrow such as Ge2e4, or a mark such as Re5 (G, R, Y or B is its colour).", "--arrow", "-a"),
    ] = None,
    flip: Annotated[bool, option("Draw the board from Black's side.", "--flip")] = False,
    facts: Annotated[bool, option("List what is attacked, pinned and hanging.", "--facts")] = False,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Draw a position on the screen or as a picture, with arrows and facts.

    Example: `motif show "3q3k/5N2/8/8/8/8/8/6K1 b - - 0 1" --arrow Gf7d8 --facts`
    """
    board, _ = _named(fen)
    drawing = Drawing(board.fen(), tuple(Arrow.parse(text) for text in arrows or []), flipped=flip)
    spoken = {
        name: [relation.say(board, fact) for fact in relation.facts(board)] for name, relation in RELATIONS.items()
    }
    if as_json:
        moves = [board.san(move) for move in board.legal_moves]
        say_json({"fen": board.fen(), "legal_moves": sorted(moves), "facts": spoken})
        return
    show_drawing(drawing, svg)
    if facts:
        for clause in (clause for clauses in spoken.values() for clause in clauses):
            say(f"- {clause}")
