"""Make players, advisers and evaluators that know endgames: by exact tables, evolved programs or textbook rules.

`tablebase` and `tables:FOLDER` use tables, `endgame:KRKR` an evolved program, `master` a program written by hand, and
the adviser `technique` the rules of a textbook.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import chess

from motif.advice import Advice, Reason
from motif.arena.engine_players import EvaluatorAdviser, EvaluatorPlayer
from motif.endgames.games import EndgameAdviser, EndgamePlayer, GameRules
from motif.endgames.program import find_program, shipped_names
from motif.engines.exact import ExactEvaluator, ExactResults, TableFiles, open_tables
from motif.engines.limits import DEFAULT_LIMIT
from motif.engines.small_tables import MOST_PIECES, Result, Tablebase, signature_of
from motif.errors import BadArgument
from motif.explain.technique.verdicts import TechniqueAdviser
from motif.players.names import ENDGAME, SEARCH, Makers, Name, find_evaluator

TABLEBASE = "tablebase"
TABLES = "tables"
TECHNIQUE = "technique"

MOST_ADVISED = 3
MOST_PIECES_OF_A_PROGRAM = 6


class TableAdviser:
    """Advises exact moves without delay: with the moves to mate if the table is ready, else only with the result."""

    def __init__(self, tables: Tablebase | None = None, results: ExactResults | None = None) -> None:
        self._tables = tables or Tablebase()
        self._results = results or ExactResults()

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return moves that keep the result; none with more than four pieces."""
        if chess.popcount(board.occupied) > MOST_PIECES or board.is_game_over():
            return []
        results = self._results.results(board)
        if results is None:
            return []
        if not board.castling_rights and all(map(_is_solved_quickly, self._tables.missing(signature_of(board)))):
            return EvaluatorAdviser(self._tables, DEFAULT_LIMIT, MOST_ADVISED).advise(board)
        best = max(results.values())
        keeping = [move for move, result in results.items() if result == best]
        verb = {Result.WIN: "wins", Result.DRAW: "draws", Result.LOSS: "loses"}[best]
        share = f"one of {len(keeping)} moves that do" if len(keeping) > 1 else "no other move does"
        return [
            Advice(move, None, Reason(TABLEBASE, f"{board.san(move)} {verb}; {share}"))
            for move in keeping[:MOST_ADVISED]
        ]


def _is_solved_quickly(signature: str) -> bool:
    """Whether solving takes a tenth of a second at most; a pawn needs five tables, and four pieces take far longer."""
    return len(signature) == 3 and "P" not in signature


def _files(name: Name) -> TableFiles:
    if not name.argument or name.options or name.limit:
        raise BadArgument(f"{name.head} takes a folder and nothing else", hint=f"write {name.head}:/path/to/folder")
    return open_tables(Path(name.argument))


def _technique(name: Name) -> TechniqueAdviser:
    tables = ExactResults(_files(name) if name.argument else None)
    return TechniqueAdviser(tables, ExactEvaluator(find_evaluator(SEARCH), tables))


def _program(name: Name) -> tuple[str, GameRules]:
    """Return the program's name or path, and how far it looks: `endgame:KRKR,plies=3,material=100`."""
    options = dict(name.options)
    try:
        rules = GameRules(plies=int(options.pop("plies", "1")), material=float(options.pop("material", "0")))
    except ValueError as error:
        raise BadArgument(
            f"cannot read {str(name)!r}: {error}", hint="write plies=3 (or 1 or 5) or material=100"
        ) from None
    if options or name.limit:
        raise BadArgument(f"{name.head} has no such setting", hint="the settings are plies and material")
    return name.argument or ("general" if name.head == ENDGAME else name.head), rules


def _player(name: Name) -> EndgamePlayer:
    program, rules = _program(name)
    return EndgamePlayer(str(Name(name.head, name.argument)), find_program(program), rules)


def _adviser(name: Name) -> EndgameAdviser:
    return EndgameAdviser(name.head, find_program(_program(name)[0]))


def program_speaks(board: chess.Board, move: chess.Move) -> Reason | None:
    """Return an evolved program's reason for this move; None if there is no program, or it plays another move."""
    if chess.popcount(board.occupied) > MOST_PIECES_OF_A_PROGRAM:
        return None
    player = _programs().get(_without_colour(signature_of(board)))
    if player is None:
        return None
    first = player.advise(board)[0]
    return first.because if first.move == move else None


def _without_colour(signature: str) -> str:
    """Return a name that an endgame shares with its mirror image, in which the colours are exchanged."""
    black = signature.rindex("K")
    return max(signature, signature[black:] + signature[:black])


@cache
def _programs() -> dict[str, EndgamePlayer]:
    names = [name for name in shipped_names() if name.isupper()]
    return {_without_colour(name): EndgamePlayer(f"endgame:{name}", find_program(name)) for name in names}


MAKERS = Makers(
    players={
        ENDGAME: _player,
        "master": _player,
        TABLEBASE: lambda _: EvaluatorPlayer(Tablebase()),
        TABLES: lambda name: EvaluatorPlayer(_files(name)),
    },
    advisers={
        ENDGAME: _adviser,
        "master": _adviser,
        TABLEBASE: lambda _: TableAdviser(),
        TABLES: lambda name: EvaluatorAdviser(_files(name), DEFAULT_LIMIT),
        TECHNIQUE: _technique,
    },
    evaluators={TABLEBASE: lambda _: Tablebase(), TABLES: _files},
)
