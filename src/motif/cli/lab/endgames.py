"""Read and show endgame programs; find endgames and programs by their names, for all endgame commands."""

from __future__ import annotations

import time
from dataclasses import asdict, replace
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import chess

from motif.advice import Player
from motif.board.drawing import Drawing, move_arrow
from motif.board.material import balance
from motif.board.moves import read_board, read_move
from motif.board.wording import counted, percent, plural
from motif.cli.console import Grid, closing_all, fields_of, move_names, note, out, say, say_json, show, watching
from motif.cli.options import Json, Quiet, SvgFile, argument, option
from motif.endgames.games import EndgamePlayer, GameOutcome, Score, refuse_unknown_endgames
from motif.endgames.games import explain as explain_move
from motif.endgames.learning.fitness import MASTER
from motif.endgames.program import PROGRAM_SUFFIX, Program, State, find_program, shipped_names
from motif.endgames.sentences import (
    STATES,
    draw_program,
    noun,
    page_of,
    program_text,
    read_program,
    statement,
)
from motif.endgames.simplification import simplify
from motif.endgames.solving import SolvedPosition, answers, best_line, check_signature, overview
from motif.endgames.symbols import CONSTANTS, Symbol, functions, terminals
from motif.endgames.trees import number_text
from motif.engines.evaluator import after
from motif.engines.exact import open_tables
from motif.engines.limits import TABLES_LIMIT, Limit
from motif.engines.small_tables import MOST_PIECES, ExactValue, Tablebase, signature_of
from motif.errors import BadArgument, BadPosition
from motif.players.names import ENDGAME, Name, find_player
from motif.runtime.parallel import Progress

PlayerName = Annotated[str, argument("A program by name or file, or any player: master, stockfish,depth=6 …", "NAME")]
EndgameNames = Annotated[
    list[str], option("The pieces, such as KRKR; may be repeated.", "--endgame", "-e", metavar="SIGNATURE")
]
MoveLimit = Annotated[str, option("The limit for players other than programs, unless their name has one.", "--limit")]


def find_or_parse(text: str) -> tuple[str, Program]:
    """The program with this name, file or text, and its name for output."""
    if text.lstrip().startswith("("):
        return "program", Program.parse(text)
    return text, find_program(text)


def read_endgames(signatures: list[str]) -> tuple[str, ...]:
    """The given endgames in capitals, each once; raises an error for unknown ones."""
    endgames = tuple(dict.fromkeys(signature.upper() for signature in signatures))
    refuse_unknown_endgames(endgames)
    return endgames


def player_name(text: str) -> str:
    """A program's name or file as the name of a player; any other name is unchanged."""
    name = Name.parse(text)
    # The Master has its own name among the players.
    is_program = name.head.endswith(PROGRAM_SUFFIX) or name.head in shipped_names()
    is_named = name.head == MASTER
    return str(replace(name, head=ENDGAME, argument=name.head)) if is_program and not is_named else text


def find_endgame_player(text: str, limit: Limit) -> tuple[Player, Limit]:
    """The player with this name, and its limit."""
    name = player_name(text)
    return find_player(name), Name.parse(name).last.limit or limit


def get_program_player(text: str) -> EndgamePlayer | None:
    """The player with this name if it is a program, which needs neither arena nor limit; else None."""
    name = player_name(text)
    if Name.parse(name).head not in (ENDGAME, MASTER):
        return None
    player = find_player(name)
    return player if isinstance(player, EndgamePlayer) else None


def score_table(first: str, title: str, scores: dict[str, Score]) -> Grid:
    """A table with a row for each score; `first` heads the column of their names."""
    grid = Grid(first, "score", *(plural(each.value) for each in GameOutcome), title=title).with_numbers(0)
    for name, score in scores.items():
        grid.add_row(name, f"{score.mean:.3f} ± {score.error:.3f}", *(f"{score.count(each):,}" for each in GameOutcome))
    return grid


# `motif lab read endgame`: a program to look at, and the language that it is written in.


def show_(
    name: Annotated[
        str | None, argument("A program that ships, a file, or the text itself in quotes.", "PROGRAM")
    ] = None,
    tree: Annotated[bool, option("Draw the three trees in the terminal.", "--tree")] = False,
    line: Annotated[bool, option("The text on one line.", "--line")] = False,
    page: Annotated[bool, option("Print what to remember: three sentences and four diagrams.", "--page")] = False,
    simplified: Annotated[
        bool, option("Print the smallest known program that gives the same values.", "--simplified")
    ] = False,
    svg: Annotated[Path | None, option("Save a picture of the trees in this file.", metavar="FILE")] = None,
    png: Annotated[Path | None, option("Save a picture of the trees in this file.", metavar="FILE")] = None,
    language: Annotated[bool, option("List the functions and terminals of programs instead.", "--language")] = False,
    as_json: Json = False,
) -> None:
    """Show an endgame program: its text, its trees in the terminal, or a picture of them.

    Without a program, the ones that ship are listed.

    Example: `motif lab read endgame master --set tree --svg master.svg`
    """
    if language:
        _show_language(as_json)
        return
    if name is None:
        say_json(shipped_names()) if as_json else say("\n".join(shipped_names()))
        return
    if page:
        taken = page_of(name)
        say_json(asdict(taken)) if as_json else say(taken.text())
        return
    title, program = find_or_parse(name)
    if simplified:
        program = simplify(program)
    for ending, path in ((".svg", svg), (".png", png)):
        if path:
            if path.suffix != ending:
                raise BadArgument(f"a picture as {ending[1:]} cannot go to {path}", hint=f"end its name in {ending}")
            draw_program(program, title, path)
            note(f"the picture is in {path}")
    if as_json:
        names = ("advantage", "even", "disadvantage")
        trees = {name: str(tree) for name, tree in zip(names, program.trees, strict=True)}
        asked = set().union(*(tree.terminals() for tree in program.trees))
        say_json(trees | {"size": program.size, "terminals": sorted(asked)})
    elif tree:
        say(program_text(program))
    else:
        say(str(program) if line else program.indented())


def _show_language(as_json: bool) -> None:
    symbols = [*functions(extras=True), *terminals(extras=True)]
    if as_json:
        names = ("name", "gives", "takes", "meaning")
        say_json([fields_of(symbol, *names) | {"extra": symbol.is_extra} for symbol in symbols])
        return
    table = Grid("name", "gives", "meaning")
    for symbol in symbols:
        table.add_row(_call(symbol), symbol.gives.value, symbol.meaning)
    out.print(table)
    say(f"constants: {', '.join(map(number_text, CONSTANTS))}, or any other number")
    say("a Query may stand for a Float and for a Boolean; names with + are not the paper's")


def _call(symbol: Symbol) -> str:
    mark = " +" if symbol.is_extra else ""
    return f"{symbol.name}({', '.join(symbol.takes)}){mark}" if symbol.takes else symbol.name + mark


# `motif lab read endgame-advice`: a program in English, and why it plays a move.

MOST_MOVES = 5


def explain(
    first: Annotated[str, argument("A program, or a position in quotes for the Master.", "PROGRAM|FEN")],
    second: Annotated[str | None, argument("A position in quotes.", "FEN")] = None,
    move: Annotated[str | None, option("Explain this move instead of the one it plays.", metavar="MOVE")] = None,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Say in English what a program looks for; with a position, the move that it plays there and why.

    The program tests its conditions from top to bottom; the first true one gives the board its value. "I" am the side
    that has just moved. With up to four pieces the tables know the result; a move that gives the result away is not
    explained, unless `--move` names it.

    Example: `motif lab read endgame-advice master "8/8/8/4k3/8/8/r7/5K1R w - - 0 1"`
    """
    is_position = first.count("/") == 7 and not first.lstrip().startswith("(")
    name, fen = (MASTER, first) if second is None and is_position else (first, second)
    title, program = find_or_parse(name)
    if fen is not None:
        _explain_at(title, program, read_board(fen), move, svg, as_json)
        return
    if move or svg:
        raise BadArgument("without a position there is no move and nothing to draw", hint="give a FEN as well")
    program = simplify(program)
    reading = read_program(program)
    say_json({"english": reading.splitlines(), "size": program.size}) if as_json else say(reading)


def _explain_at(
    title: str, program: Program, board: chess.Board, move: str | None, svg: Path | None, as_json: bool
) -> None:
    if not any(board.legal_moves):
        raise BadPosition(f"the game is over in {board.fen()}: there is no move to explain")
    player = EndgamePlayer(title, program)
    values = sorted(player.values(board), key=lambda candidate: -candidate[1])
    highest = values[0][1]
    best = [candidate for candidate, value in values if value == highest]
    chosen = read_move(board, move) if move else best[0]
    traced = explain_move(program, board, chosen)
    state = State.of(balance(board, board.turn))
    truth = SolvedPosition.about(board)
    if as_json:
        steps = [
            {"condition": str(question.condition), "held": question.held, "english": str(question)}
            for question in traced.questions
        ]
        ranking = [move_names(board, candidate) | {"value": value} for candidate, value in values]
        say_json(
            {
                "fen": board.fen(),
                "state": state.value,
                "move": board.san(chosen),
                "value": traced.value,
                "steps": steps,
                "moves": ranking,
                "truth": truth and truth.to_json(),
            }
        )
        return
    is_example = move is not None or truth is None or truth.keeps(chosen)
    show(Drawing.of(board, *([move_arrow(chosen)] if is_example else [])), svg)
    if is_example:
        say(STATES[state])
        for question in traced.questions:
            say(f"  {statement(question.condition)}? {'yes' if question.held else 'no'}")
        value = "" if isinstance(traced.leaf.symbol, float) else f", {traced.value:g}"
        say(f"  = {noun(traced.leaf)}{value}")
    say(_verdict(title, board, chosen, best))
    ranked = [f"{board.san(candidate)} {value:g}" for candidate, value in values[:MOST_MOVES]]
    more = len(values) - len(ranked)
    say(f"values: {', '.join(ranked)}{f' and {more} more' if more else ''}")
    if truth:
        say(truth.sentence(title, best))


def _verdict(title: str, board: chess.Board, chosen: chess.Move, best: list[chess.Move]) -> str:
    san = board.san(chosen)
    if chosen not in best:
        return f"{title} prefers {board.san(best[0])} to {san}"
    others = [board.san(move) for move in best if move != chosen]
    return f"{title} plays {san}" + (f", or at random {', '.join(others)}" if others else "")


# `motif lab solve endgame`: the exact results of a small endgame.

_RESULTS = {1: "win", 0: "draw", -1: "loss"}


def solve(
    endgame: Annotated[str, argument("A position in quotes, or the pieces: KQKR.", "FEN|SIGNATURE")],
    tables: Annotated[
        Path | None, option("Use the Syzygy or Gaviota files in this folder instead.", metavar="FOLDER")
    ] = None,
    svg: SvgFile = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Solve a small endgame exactly: who wins, how fast, and what each move leads to.

    For a position of up to four pieces, kings and pawns included, you see the result, the distance to mate, every move
    and the best line; for a signature such as `KQKR` (king and queen against king and rook) the longest win and how
    many positions are won, drawn and lost. Tables are solved when they are first needed, and kept. They ignore the
    fifty-move rule.

    With `--tables` you can look up positions with more pieces in Syzygy or Gaviota files.

    Example: `motif lab solve endgame "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"`
    """
    if tables:
        _ask_files(endgame, tables, svg, as_json)
    elif "/" in endgame:
        _solve_position(read_board(endgame), svg, quiet, as_json)
    else:
        _solve_endgame(check_signature(endgame), svg, quiet, as_json)


def _solve_position(board: chess.Board, svg: Path | None, quiet: bool, as_json: bool) -> None:
    pieces = chess.popcount(board.occupied)
    if pieces > MOST_PIECES:
        raise BadPosition(
            f"tables have up to {MOST_PIECES} pieces, and {board.fen()} has {pieces}",
            hint="--tables FOLDER uses Syzygy or Gaviota files, which have more",
        )
    tablebase = Tablebase()
    _solve_with_progress(tablebase, signature_of(board), quiet)
    exact = tablebase.probe(board)
    answered = answers(tablebase, board)
    line = best_line(tablebase, board)
    if as_json:
        moves = [move_names(board, answer.move) | _solution_in_json(answer.exact) for answer in answered]
        say_json(
            {"fen": board.fen()} | _solution_in_json(exact) | {"moves": moves, "line": [move.uci() for move in line]}
        )
        return
    show(Drawing.of(board, *(move_arrow(answer.move) for answer in answered[:1])), svg)
    say(f"{_side(board)} to move: {_solution_text(board, exact)}")
    for outcome, group in groupby(answered, key=lambda answer: str(answer.exact)):
        same = list(group)
        mark = "  " if same[0].keeps(exact) else "? "
        say(f"  {mark}{outcome:14}{', '.join(answer.san for answer in same)}")
    if any(not answer.keeps(exact) for answer in answered):
        say("  ? throws the result away")
    if line:
        say(board.variation_san(line))


def _solve_with_progress(tablebase: Tablebase, signature: str, quiet: bool) -> int:
    missing = tablebase.missing(signature)
    with watching("solving", quiet) as watch:
        for done, name in enumerate(missing):
            watch(Progress(done, len(missing), f"solving {name}"))
            tablebase.prepare(name)
    return len(missing)


def _solve_endgame(signature: str, svg: Path | None, quiet: bool, as_json: bool) -> None:
    begin = time.perf_counter()
    tablebase = Tablebase()
    solved = _solve_with_progress(tablebase, signature, quiet)
    seconds = time.perf_counter() - begin
    summary = overview(tablebase, signature)
    if as_json:
        sides = {"white to move": summary.white, "black to move": summary.black}
        counts = {side: fields_of(results, "wins", "draws", "losses") for side, results in sides.items()}
        longest = summary.longest and {"fen": summary.longest.fen()} | _solution_in_json(summary.exact)
        say_json({"signature": signature, **counts, "longest": longest, "tables solved": solved})
        return
    rows = Grid("", "wins", "draws", "losses", "positions")
    for side, results in (("White to move", summary.white), ("Black to move", summary.black)):
        numbers = (results.wins, results.draws, results.losses)
        rows.add_row(
            side, *(f"{each:,} ({percent(each / results.total, 1)})" for each in numbers), f"{results.total:,}"
        )
    out.print(rows)
    if summary.longest is None:
        say("neither side can win: there is no mate")
    else:
        show(Drawing.of(summary.longest), svg)
        say(f"the longest win: {_solution_text(summary.longest, summary.exact)}, {_side(summary.longest)} to move")
        say(summary.longest.fen())
    # To standard error: a time is different each time, and no part of the result.
    note(f"{counted(solved, 'table')} solved in {seconds:.1f} s" if solved else "the tables were kept from before")


def _ask_files(endgame: str, folder: Path, svg: Path | None, as_json: bool) -> None:
    if "/" not in endgame:
        raise BadArgument(
            "files answer for positions, not for whole endgames", hint="leave out --tables, or give a FEN"
        )
    board = read_board(endgame)
    with closing_all() as keep:
        files = keep(open_tables(folder))
        result = files.result(board)
        rows = sorted(
            ((-files.result(after(board, move)), board.san(move)) for move in board.legal_moves), reverse=True
        )
        (evaluation,) = files.evaluate([board], TABLES_LIMIT)
    if as_json:
        moves = [{"san": san, "result": _RESULTS[worth]} for worth, san in rows]
        best = evaluation.best.uci() if evaluation.best else None
        say_json({"fen": board.fen(), "tables": files.name, "result": _RESULTS[result], "best": best, "moves": moves})
        return
    show(Drawing.of(board, *(move_arrow(move) for move in evaluation.line)), svg)
    say(f"{_side(board)} to move: {_RESULTS[result]}, by the {files.name} files")
    for worth, group in groupby(rows, key=lambda answer: answer[0]):
        say(f"  {'  ' if worth == result else '? '}{_RESULTS[worth]:6}{', '.join(sorted(san for _, san in group))}")


def _solution_text(board: chess.Board, exact: ExactValue) -> str:
    if exact.result == 0:
        return "stalemate" if board.is_stalemate() else "draw"
    return str(exact)


def _solution_in_json(exact: ExactValue) -> dict[str, Any]:
    return {"result": _RESULTS[exact.result], "plies": exact.plies if exact.result else None}


def _side(board: chess.Board) -> str:
    return "White" if board.turn == chess.WHITE else "Black"
