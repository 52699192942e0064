"""Define cases, which are named opening lines, play them out for retrieval, and read and write files of them.

A case is an ECO code, a name and moves; a case base holds many cases and the boards along their lines. As text, a case
has three columns separated by tabs, as in Lichess's chess-openings: `C60<TAB>Ruy Lopez<TAB>1. e4 e5 2. Nf3 Nc6 3. Bb5`.
A file of cases is in Motif's own format, a plain table such as those of chess-openings, or games in PGN.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import NoReturn

import chess

from motif._core.board import Game
from motif._core.openings import Cases
from motif.board.drawing import Drawing, card
from motif.board.games import Report, read_games
from motif.board.naming import move_words
from motif.errors import BadArgument, BadFile, IllegalMove
from motif.runtime.files import DATA, Format, read_text

_ECO = re.compile(r"[A-E]\d\d|\?")


@dataclass(frozen=True, slots=True)
class Case:
    """A line from the start position: its ECO code (`?` if unknown), its name, and its moves in algebraic notation.

    >>> case = Case.parse("C60\\tRuy Lopez\\t1. e4 e5 2. Nf3 Nc6 3. Bb5")
    >>> case.name, case.moves
    ('Ruy Lopez', ('e4', 'e5', 'Nf3', 'Nc6', 'Bb5'))
    >>> Case.parse(str(case)) == case
    True
    """

    eco: str
    name: str
    moves: tuple[str, ...]

    def __post_init__(self) -> None:
        if not _ECO.fullmatch(self.eco):
            raise BadArgument(f"{self.eco!r} is not an ECO code", hint="write A00 to E99, or ? if it is unknown")
        if not self.name.strip() or self.name != " ".join(self.name.split()):
            raise BadArgument(f"an opening cannot be called {self.name!r}")
        if not self.moves:
            raise BadArgument(f"the opening {self.name!r} has no moves")

    @classmethod
    def parse(cls, text: str) -> Case:
        """Read a case from its text; `CaseBase.of` checks that its moves are legal."""
        columns = text.split("\t")
        if len(columns) < 3:
            raise BadArgument(
                f"expected an ECO code, a name and moves, separated by tabs, found {text[:60]!r}",
                hint="the columns are eco, name and pgn",
            )
        eco, name, line = columns[:3]
        return cls(eco.strip() or "?", name.strip(), tuple(move_words(line)))

    def __str__(self) -> str:
        return f"{self.eco}\t{self.name}\t{self.line()}"

    def line(self, plies: int | None = None) -> str:
        """Return the moves with their numbers, all of them or the first `plies`."""
        numbered = (f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(self.moves[:plies]))
        return " ".join(numbered)

    def __len__(self) -> int:
        return len(self.moves)

    def board(self) -> chess.Board:
        """Return the board at the end of the line."""
        board = chess.Board()
        for move in self.moves:
            board.push_san(move)
        return board

    def _repr_html_(self) -> str:
        return card(f"{self.eco} {self.name}", self.line(), drawing=Drawing.of(self.board()))


@dataclass(frozen=True, slots=True, eq=False)
class CaseBase:
    """Cases in order; `core` has the distinct boards along their lines.

    >>> base = CaseBase.of([Case("C60", "Ruy Lopez", ("e4", "e5", "Nf3", "Nc6", "Bb5"))])
    >>> len(base), base.core.distinct_boards
    (1, 5)
    """

    cases: tuple[Case, ...]
    core: Cases = field(repr=False)

    @classmethod
    def of(cls, cases: Iterable[Case]) -> CaseBase:
        """Play out the cases; raise IllegalMove for the first move that is not legal."""
        together = tuple(cases)
        return cls(together, Cases([case.moves for case in together]))

    def __len__(self) -> int:
        return len(self.cases)


FORMAT = Format("openings", 1)
COLUMNS = "eco\tname\tpgn"
GAME_PLIES = 30
"""A case made from a game has at most this many plies: about as far as named openings go."""

Refuse = Callable[[int, str], NoReturn]


def shipped_cases() -> CaseBase:
    """Return the shipped case base: named lines of all five volumes of the Encyclopaedia of Chess Openings."""
    return _load_once(DATA / "openings.tsv")


def load_cases(path: Path) -> CaseBase:
    """Read a case base from one file.

    Raise BadFile with the number of the first wrong line of a table, and BadGameFile for an unreadable game file; games
    with illegal moves are skipped.
    """
    return CaseBase.of(read_lines([path]))


_load_once = cache(load_cases)


def save_cases(path: Path, cases: Iterable[Case]) -> None:
    """Write cases in Motif's own format."""
    FORMAT.write(path, [COLUMNS, *map(str, cases)])


def read_lines(paths: Sequence[Path], plies: int = GAME_PLIES, report: Report | None = None) -> list[Case]:
    """Read the cases of several files without duplicates: `.tsv` tables, and `.pgn` games, plain or compressed.

    Bad games are skipped and counted in the report; a bad line of a table raises BadFile.
    """
    if plies < 1:
        raise BadArgument(f"a line needs at least 1 ply, not {plies}")
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
        refuse(lines[0][0] if lines else 1, "expected the columns eco, name and pgn, separated by tabs")
    cases = {number: _case(line, number, refuse) for number, line in lines[1:] if line.strip()}
    if not cases:
        refuse(lines[0][0], "there are no cases below the column names")
    try:
        CaseBase.of(cases.values())
    except IllegalMove:
        # Playing out the cases one by one finds the bad line; it is slower than all at once.
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
        # Keep the line even if a tag is malformed.
        return Case("?", f"game {game.number}", tuple(moves))
