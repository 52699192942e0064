"""`motif endgames explain`: a program in English, and why it plays a move."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import chess
import typer

from motif.board.drawing import Drawing, move_arrow
from motif.board.material import balance
from motif.board.tablebases import MOST_MEN, Exact, Tablebase
from motif.endgames import EndgamePlayer, Program, State
from motif.endgames.evolving.fitness import MASTER
from motif.endgames.language.simplification import simplify
from motif.endgames.measuring.solving import Answer, answers
from motif.endgames.playing.player import explain as explain_move
from motif.endgames.telling.english import STATES, Trace, noun, read_program, statement
from motif.errors import BadArgument, BadPosition
from motif.interfaces.cli.console import read_board, read_move, say, say_json, show
from motif.interfaces.cli.endgames.programs import find_or_parse
from motif.interfaces.cli.options import Json, SvgFile

MOST_MOVES = 5


def explain(
    first: Annotated[
        str, typer.Argument(metavar="PROGRAM|FEN", help="A program, or a position in quotes for the Master.")
    ],
    second: Annotated[str | None, typer.Argument(metavar="[FEN]", help="A position in quotes.")] = None,
    move: Annotated[
        str | None, typer.Option("--move", metavar="MOVE", help="Explain this move instead of the one it plays.")
    ] = None,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Say in English what a program looks for; with a position, the move that it plays there and why.

    Conditions are asked from top to bottom; the first that holds gives the board its value. "I" am the side that has
    just moved. With up to four men the tables say what is true; a move that gives the result away is not explained,
    unless `--move` names it.

    Example: `motif endgames explain master "8/8/8/4k3/8/8/r7/5K1R w - - 0 1"`
    """
    name, fen = (MASTER, first) if second is None and _is_position(first) else (first, second)
    title, program = find_or_parse(name)
    if fen is None:
        if move or svg:
            raise BadArgument("without a position there is no move and nothing to draw", hint="give a FEN as well")
        _read_aloud(simplify(program), as_json)
    else:
        _explain_at(title, program, read_board(fen), move, svg, as_json)


def _is_position(text: str) -> bool:
    return text.count("/") == 7 and not text.lstrip().startswith("(")


def _read_aloud(program: Program, as_json: bool) -> None:
    reading = read_program(program)
    if as_json:
        say_json({"english": reading.splitlines(), "size": program.size})
    else:
        say(reading)


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
    truth = Truth.about(board)
    if as_json:
        steps = [
            {"condition": str(question.condition), "held": question.held, "english": str(question)}
            for question in traced.questions
        ]
        ranking = [
            {"move": candidate.uci(), "san": board.san(candidate), "value": value} for candidate, value in values
        ]
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
        for line in _told(traced):
            say(f"  {line}")
    say(_verdict(title, board, chosen, best))
    ranked = [f"{board.san(candidate)} {value:g}" for candidate, value in values[:MOST_MOVES]]
    more = len(values) - len(ranked)
    say(f"values: {', '.join(ranked)}{f' and {more} more' if more else ''}")
    if truth:
        say(truth.told(title, best))


@dataclass(frozen=True, slots=True)
class Truth:
    """What the tables say of a position: its result and what becomes of it after every move."""

    exact: Exact
    moves: tuple[Answer, ...]

    @classmethod
    def about(cls, board: chess.Board) -> Truth | None:
        """None where there are more men than tables hold, or somebody may still castle."""
        if chess.popcount(board.occupied) > MOST_MEN or board.castling_rights:
            return None
        tables = Tablebase()
        return cls(tables.probe(board), tuple(answers(tables, board)))

    def keeps(self, move: chess.Move) -> bool:
        """Whether the result is the same after a move."""
        return any(answer.move == move and answer.keeps(self.exact) for answer in self.moves)

    def told(self, title: str, best: list[chess.Move]) -> str:
        """Which moves keep the result, and which of those that the program chooses from do not."""
        keepers = [answer.san for answer in self.moves if answer.keeps(self.exact)]
        some = f"{', '.join(keepers[:MOST_MOVES])}{' and others' if len(keepers) > MOST_MOVES else ''}"
        which = "whatever is played" if len(keepers) == len(self.moves) else f"{_only(keepers)}by {some}"
        given = [answer.san for answer in self.moves if answer.move in best and not answer.keeps(self.exact)]
        fault = f"; {title} gives it away by {', '.join(given[:MOST_MOVES])}, and is no example here" if given else ""
        return f"the tables: {self.exact} {which}{fault}"

    def to_json(self) -> dict[str, Any]:
        """The result and the moves that keep it."""
        keepers = [answer.move.uci() for answer in self.moves if answer.keeps(self.exact)]
        return {"result": self.exact.result, "plies": self.exact.plies, "kept by": keepers}


def _only(keepers: list[str]) -> str:
    return "only " if len(keepers) == 1 else ""


def _told(traced: Trace) -> list[str]:
    asked = [f"{statement(question.condition)}? {'yes' if question.held else 'no'}" for question in traced.questions]
    worth = noun(traced.leaf)
    return [*asked, f"= {worth if isinstance(traced.leaf.symbol, float) else f'{worth}, {traced.value:g}'}"]


def _verdict(title: str, board: chess.Board, chosen: chess.Move, best: list[chess.Move]) -> str:
    san = board.san(chosen)
    if chosen not in best:
        return f"{title} prefers {board.san(best[0])} to {san}"
    others = [board.san(move) for move in best if move != chosen]
    return f"{title} plays {san}" + (f", or by lot {', '.join(others)}" if others else "")
