"""Case bases in files: our own, plain tables such as Lichess's chess-openings, and games in PGN.

Our own file is a knowledge file of kind `openings` whose lines have the columns eco, name and pgn, parted by tabs.
A plain table has these columns in its first line instead. A game becomes a case by its first plies, under the name
that its tags give, so that a player's own games can be a case base too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NoReturn

import chess

from motif.board.games import Game, Report, read_games
from motif.board.shipped import DATA
from motif.errors import BadArgument, BadFile, IllegalMove
from motif.openings.cases import Case, CaseBase
from motif.store import Format, read_text

FORMAT = Format("openings", 1)
COLUMNS = "eco\tname\tpgn"
GAME_PLIES = 30
"""How much of a game becomes a case: about as far as openings go by name."""

Refuse = Callable[[int, str], NoReturn]


@cache
def shipped_cases() -> CaseBase:
    """The case base that ships: named lines of all five volumes of the Encyclopaedia."""
    return load_cases(DATA / "openings.tsv")


def load_cases(path: Path) -> CaseBase:
    """A case base from one file; raises BadFile naming the first line of a table that is wrong.

    Of a game file, games that cannot be played are left out; BadGameFile is for one that cannot be read at all.
    """
    return CaseBase.of(read_lines([path]))


def save_cases(path: Path, cases: Iterable[Case]) -> None:
    """Write cases as a case base of our own."""
    FORMAT.write(path, [COLUMNS, *map(str, cases)])


def read_lines(paths: Sequence[Path], plies: int = GAME_PLIES, report: Report | None = None) -> list[Case]:
    """The cases of many files, each line once: `.tsv` files, and games of `.pgn`, plain or compressed.

    Bad games are left out and go into the report; a bad line of a table is refused at once.
    """
    if plies < 1:
        raise BadArgument(f"a line of {plies} plies has no moves")
    cases: dict[Case, None] = {}
    for path in paths:
        lines = _from_games(path, plies, report) if _holds_games(path) else _from_table(path)
        cases.update(dict.fromkeys(lines))
    return list(cases)


def _holds_games(path: Path) -> bool:
    return path.suffix in {".pgn", ".zst", ".gz"} or str(path) == "-"


def _from_table(path: Path) -> Iterator[Case]:
    text = read_text(path)
    refuse: Refuse = partial(_refuse, path)
    lines = list(enumerate(text.splitlines(), start=1))
    if text.startswith(FORMAT.header.rpartition(" ")[0]):
        lines = FORMAT.read(path)
    if not lines or lines[0][1].split("\t")[:3] != COLUMNS.split("\t"):
        refuse(lines[0][0] if lines else 1, "expected the columns eco, name and pgn, parted by tabs")
    cases = {number: _case(line, number, refuse) for number, line in lines[1:] if line.strip()}
    if not cases:
        refuse(lines[0][0], "there is no case below the columns")
    try:
        CaseBase.of(cases.values())
    except IllegalMove:
        # Only now is it worth asking which line it was.
        for number, case in cases.items():
            try:
                CaseBase.of([case])
            except IllegalMove as error:
                refuse(number, str(error))
    yield from cases.values()


def _case(line: str, number: int, refuse: Refuse) -> Case:
    try:
        return Case.parse(line)
    except BadArgument as error:
        refuse(number, str(error))


def _refuse(path: Path, line: int, problem: str) -> NoReturn:
    raise BadFile(
        f"{path}, line {line}: {problem}", hint="this should be a table of eco, name and pgn, or a motif openings file"
    )


def _from_games(path: Path, plies: int, report: Report | None) -> Iterator[Case]:
    for game in read_games(path, report=report):
        if game.start_fen == chess.STARTING_FEN and len(game):
            yield _case_of(game, plies)


def _case_of(game: Game, plies: int) -> Case:
    tags, board, moves = game.tags, chess.Board(), []
    for move in game.moves[:plies]:
        moves.append(board.san_and_push(move))
    white, black = game.players
    name = tags.get("Opening", "").strip("? ") or f"{white} against {black}"
    eco = tags.get("ECO", "?")[:3]
    try:
        return Case(eco, " ".join(name.split()), tuple(moves))
    except BadArgument:
        # What a stranger wrote into a tag is no reason to lose the line.
        return Case("?", f"game {game.number}", tuple(moves))
