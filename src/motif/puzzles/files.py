"""Read puzzle files, and write puzzles in the format that a file name ends in: text, CSV, PGN, EPD, LaTeX, PDF …

The CSV has Lichess's columns. Typst makes the PDF, a printable sheet of twelve diagrams a page, then the answers.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Literal

import chess
import chess.pgn
import chess.svg

from motif.errors import BadArgument, BadFile, IllegalMove
from motif.motifs.motif import Line
from motif.puzzles.diagram import FIGURINES, svg
from motif.puzzles.puzzle import (
    Branch,
    Goal,
    Origin,
    Provenance,
    Puzzle,
    Stipulation,
    from_lichess,
    load_puzzles,
    numbered,
    save_puzzles,
    to_lichess,
)
from motif.puzzles.quality import last_move
from motif.runtime.files import DATA, read_text, write_atomically
from motif.runtime.systems import needed

COLUMNS = (
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "RatingDeviation",
    "Popularity",
    "NbPlays",
    "Themes",
    "GameUrl",
    "OpeningTags",
)

NEEDED = ("FEN", "Moves", "Themes")
"""The columns that a CSV table must have."""


def identity(puzzle: Puzzle) -> str:
    """Return an identifier of five letters and digits, computed from the position."""
    return hashlib.sha256(puzzle.position.encode()).hexdigest()[:5]


def to_csv(puzzles: Iterable[Puzzle]) -> str:
    """Write puzzles as a table with Lichess's columns."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for puzzle in puzzles:
        before, move = last_move(puzzle.board())
        moves = " ".join([move.uci(), *puzzle.main_line])
        writer.writerow(
            [identity(puzzle), before.fen(), moves, "", "", "", "", " ".join(lichess_themes(puzzle)), "", ""]
        )
    return text.getvalue()


def lichess_themes(puzzle: Puzzle) -> list[str]:
    """Return Lichess's names for the themes, and for the mate if mate is the goal."""
    names = to_lichess(puzzle.themes)
    if puzzle.stipulation.goal is Goal.MATE:
        names = ["mate", f"mateIn{min(puzzle.stipulation.moves, 5)}", *names]
    return list(dict.fromkeys(names))


def read_csv(path: Path) -> list[Puzzle]:
    """Read a table with Lichess's columns; an error names the line of an unreadable row."""
    reader = csv.DictReader(io.StringIO(read_text(path)))
    if missing := [name for name in NEEDED if name not in (reader.fieldnames or ())]:
        raise BadFile(f"{path} has no column {missing[0]}", hint=f"use Lichess's columns: {', '.join(COLUMNS)}")
    puzzles = []
    for row in reader:
        try:
            puzzles.append(_puzzle(row))
        except (ValueError, IllegalMove) as error:
            raise BadFile(f"{path}, line {reader.line_num}: {error}") from None
    return puzzles


def _puzzle(row: dict[str, str]) -> Puzzle:
    first, *moves = (chess.Move.from_uci(word) for word in row["Moves"].split())
    if not moves:
        raise ValueError(f"no solution is given for {row['FEN']}")
    before = chess.Board(row["FEN"])
    if not before.is_legal(first):
        raise IllegalMove(f"illegal move {first.uci()} in {before.fen()}")
    line = Line.after_lead(before, first, moves)
    goal = Goal.MATE if line.is_mate else Goal.WIN
    names = row["Themes"].split()
    themes = from_lichess((name for name in names if goal is Goal.WIN or not name.startswith("mate")), line)
    source = {"lichess": row.get("PuzzleId") or "", "game": row.get("GameUrl") or ""}
    return Puzzle(
        line.start.fen(),
        Stipulation(goal, len(line.steps)),
        Branch.along(moves),
        themes,
        provenance=Provenance.of(Origin.GIVEN, **{name: value for name, value in source.items() if value}),
    )


def to_pgn(puzzle: Puzzle) -> str:
    """Write a puzzle as a game from its position, with the whole solution as variations and the key marked `!`."""
    game = chess.pgn.Game()
    game.setup(puzzle.board())
    origin = puzzle.provenance
    game.headers["Event"] = question(puzzle) if is_from_a_game(puzzle) else f"{puzzle.stipulation}".capitalize()
    game.headers["Date"] = _tag(origin.detail("date") or "????.??.??")
    game.headers["Site"] = _tag(origin.detail("site") or str(origin.origin))
    for tag in ("White", "Black"):
        game.headers[tag] = _tag(origin.detail(tag.lower()) or "?")
    if played := origin.detail("played"):
        game.comment = f"In the game {played} was played."
    game.headers["Annotator"] = _tag(", ".join(puzzle.themes)) or "?"
    wins = puzzle.diagram.white_to_move != (puzzle.stipulation.goal in (Goal.SELFMATE, Goal.HELPMATE))
    game.headers["Result"] = "1-0" if wins else "0-1"
    for branch in puzzle.solution:
        _add_branch(game, branch)
        game.variations[-1].nags.add(chess.pgn.NAG_GOOD_MOVE)
    return f"{game}\n"


def question(puzzle: Puzzle) -> str:
    """Return the side to move and the goal; for a puzzle from a game, only the side to move."""
    side = "White" if puzzle.diagram.white_to_move else "Black"
    return f"{side} to move" if is_from_a_game(puzzle) else f"{side}: {puzzle.stipulation}"


def is_from_a_game(puzzle: Puzzle) -> bool:
    """Whether the puzzle was mined from a game of which the players and the move played are known."""
    known = {name for name, _ in puzzle.provenance.details}
    return puzzle.provenance.origin is Origin.MINED and {"white", "black", "played"} <= known


def _tag(text: str) -> str:
    # python-chess does not escape header values, and a quotation mark would end the value.
    return text.replace("\\", "/").replace('"', "'")


def _add_branch(node: chess.pgn.GameNode, branch: Branch) -> None:
    child = node.add_variation(chess.Move.from_uci(branch.move))
    for answer in branch.answers:
        _add_branch(child, answer)


def to_epd(puzzle: Puzzle) -> str:
    """Write a puzzle as an EPD line with its best moves and, for a mate, its length."""
    board = puzzle.board()
    operations: dict[str, object] = {"bm": [chess.Move.from_uci(branch.move) for branch in puzzle.solution]}
    if puzzle.stipulation.goal is Goal.MATE:
        operations["dm"] = puzzle.stipulation.moves
    return board.epd(**operations, id=identity(puzzle)) + "\n"  # type: ignore[arg-type]  # EPD knows these operands


def to_latex(puzzles: Iterable[Puzzle], title: str = "Chess puzzles") -> str:
    """Write puzzles as a LaTeX document that uses the package chessboard: first the diagrams, then the answers."""
    puzzles = list(puzzles)
    lines = [
        r"\documentclass[a4paper]{article}",
        r"\usepackage[margin=2cm]{geometry}",
        r"\usepackage{chessboard}",
        r"\begin{document}",
        rf"\section*{{{_escaped(title)}}}",
    ]
    for number, puzzle in enumerate(puzzles, start=1):
        diagram = puzzle.diagram
        # The package reads only FENs of eight ranks, so a smaller board is the lower left corner of a full one.
        ranks = ["8"] * (8 - diagram.ranks)
        for row in diagram.placement.split("/"):
            ranks.append(row + (str(8 - diagram.files) if diagram.files < 8 else ""))
        corner = f"{'abcdefgh'[diagram.files - 1]}{diagram.ranks}"
        lines += [
            r"\begin{minipage}[t]{0.32\textwidth}\centering",
            rf"\textbf{{{number}.}} {_escaped(question(puzzle))}\\",
            rf"\chessboard[smallboard,maxfield={corner},showmover=false,setfen={'/'.join(ranks)} w - - 0 1]",
            r"\end{minipage}" + (r"\par\bigskip" if number % 3 == 0 else r"\hfill"),
        ]
    lines += [r"\newpage", r"\section*{Answers}", r"\begin{enumerate}"]
    lines += [rf"\item {_escaped(puzzle.line_text())}" for puzzle in puzzles]
    return "\n".join([*lines, r"\end{enumerate}", r"\end{document}", ""])


def _escaped(text: str) -> str:
    named = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    return "".join(named.get(sign, f"\\{sign}" if sign in "#$%&_{}" else sign) for sign in text)


def answer(puzzle: Puzzle) -> str:
    """Write the solution for readers: the key, then each answer with the defences that it meets."""
    white = puzzle.diagram.white_to_move
    variations = []
    for branch in puzzle.solution:
        key = numbered([puzzle.notation([branch.move])[0] + "!"], white)
        continuations: dict[str, list[str]] = {}
        for defence in branch.answers:
            moves = puzzle.notation((branch.move, *next(defence.lines())))
            duals = [puzzle.notation([branch.move, defence.move, dual.move])[2] for dual in defence.answers[1:]]
            second = ["/".join([moves[2], *duals]), *moves[3:]] if len(moves) > 2 else []
            continuations.setdefault(numbered(second, white, number=2), []).append(moves[1])
        lines = [f"{'/'.join(defences)} {continuation}" for continuation, defences in continuations.items()]
        variations.append(f"{key} {'; '.join(lines)}".strip())
    return " or ".join(variations)


LAYOUT = Path(__file__).parent / "sheet.typ"
PNG_DOTS_PER_INCH = 80.0


def sheet(puzzles: Sequence[Puzzle], title: str = "Chess puzzles") -> bytes:
    """Return a PDF of the puzzles with their answers."""
    return _compiled(puzzles, title, "pdf")[0]


def first_page(puzzles: Sequence[Puzzle], title: str = "Chess puzzles") -> bytes:
    """Return the first page of the sheet as a PNG picture."""
    return _compiled(puzzles, title, "png")[0]


def _compiled(puzzles: Sequence[Puzzle], title: str, form: Literal["pdf", "png"]) -> list[bytes]:
    with needed("pdf", "A printed sheet"):
        import typst  # slow to import

    if not puzzles:
        raise BadArgument("there are no puzzles to print")
    content = {
        "title": title,
        "puzzles": [
            {
                "files": puzzle.diagram.files,
                "ranks": puzzle.diagram.ranks,
                "pieces": [[square.file, square.rank, _picture(sign)] for square, sign in puzzle.diagram.placed],
                "goal": question(puzzle),
                "difficulty": f"{puzzle.difficulty.total:.0f}" if puzzle.difficulty.parts else "",
                "themes": ", ".join(puzzle.themes),
                "answer": f"{answer(puzzle)}{_game(puzzle)}",
            }
            for puzzle in puzzles
        ],
    }
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for sign in FIGURINES:
            size = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 45 45"'
            (root / _picture(sign)).write_text(f"<svg {size}>{chess.svg.PIECES[sign]}</svg>")
        (root / "puzzles.json").write_text(json.dumps(content), encoding="utf-8")
        (root / "sheet.typ").write_text(LAYOUT.read_text(encoding="utf-8"), encoding="utf-8")
        made = typst.compile(str(root / "sheet.typ"), root=folder, format=form, ppi=PNG_DOTS_PER_INCH)
        return [bytes(page) for page in made] if isinstance(made, list) else [bytes(made)]


def _game(puzzle: Puzzle) -> str:
    """Return the game of a mined puzzle and the move played in it, in parentheses; empty for other puzzles."""
    details = dict(puzzle.provenance.details)
    if not is_from_a_game(puzzle):
        return ""
    date = f", {details['date']}" if details.get("date", "?")[:1].isdigit() else ""
    return f" ({details['white']} – {details['black']}{date}; played: {details['played']})"


def _picture(sign: str) -> str:
    # Some file systems ignore case, so `K.svg` and `k.svg` would be one file.
    return f"{'white' if sign.isupper() else 'black'}-{sign.lower()}.svg"


SHIPPED = "shipped"
SHIPPED_PUZZLES = DATA / "puzzles.txt"
"""Puzzles of many themes, proved by two solvers; experiments/puzzles-shipped composed them."""

MOTIF_PUZZLES = DATA / "motif_puzzles.txt"
"""Composed positions in which one move wins by a motif, for training."""


def write_puzzles(puzzles: Sequence[Puzzle], path: Path, title: str = "Chess puzzles") -> None:
    """Write puzzles to a file, in the format that its ending names."""
    check_format(path)
    if path.suffix == ".txt":
        save_puzzles(puzzles, path)
        return
    write_atomically(path, _FORMS[path.suffix](puzzles, title))


def read_puzzles(name: str) -> list[Puzzle]:
    """Read a file of puzzles, a `.csv` with Lichess's columns, or the shipped puzzles for the name `shipped`."""
    path = Path(name)
    if path.suffix == ".csv":
        return read_csv(path)
    return load_puzzles(SHIPPED_PUZZLES if name == SHIPPED and not path.exists() else path)


def check_format(path: Path) -> None:
    """Raise BadArgument unless the path's ending names a format for puzzles."""
    if path.suffix != ".txt" and path.suffix not in _FORMS:
        raise BadArgument(
            f"cannot write puzzles as {path.name!r}", hint=f"end the file name in .txt, {', '.join(_FORMS)}"
        )


def _one_picture(puzzles: Sequence[Puzzle], _: str) -> str:
    if len(puzzles) != 1:
        raise BadArgument(f"an SVG shows one puzzle, not {len(puzzles)}", hint="choose one with --number")
    return svg(puzzles[0].diagram)


_FORMS: dict[str, Callable[[Sequence[Puzzle], str], str | bytes]] = {
    ".pdf": sheet,
    ".png": first_page,
    ".tex": to_latex,
    ".pgn": lambda puzzles, _: "\n".join(map(to_pgn, puzzles)),
    ".epd": lambda puzzles, _: "".join(map(to_epd, puzzles)),
    ".csv": lambda puzzles, _: to_csv(puzzles),
    ".svg": _one_picture,
}


# Puzzles go to their file as they are found: a killed run loses only a few seconds' work.

SECONDS_BETWEEN_WRITES = 5.0
"""How often the file of puzzles is written, as each time it is written whole."""


@dataclass
class PuzzleWriter:
    """Collects puzzles and writes them to a file, if there is one; `finish` writes the last ones."""

    path: Path | None
    puzzles: list[Puzzle] = field(default_factory=list)
    clock: Callable[[], float] = monotonic
    written_at: float | None = None

    def add(self, puzzle: Puzzle) -> None:
        """Add a puzzle; the first one is written at once."""
        self.puzzles.append(puzzle)
        if self.written_at is None or self.clock() - self.written_at >= SECONDS_BETWEEN_WRITES:
            self._write()

    def finish(self) -> None:
        if self.puzzles:
            self._write()

    def _write(self) -> None:
        if self.path:
            write_puzzles(self.puzzles, self.path)
        self.written_at = self.clock()
