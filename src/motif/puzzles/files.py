"""Puzzles to and from files: the ending of a name says in which form they are written."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
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
from motif.puzzles.retro_analysis import last_move
from motif.runtime.files import DATA, read_text, write_atomically

# Puzzles in the columns of Lichess's CSV, written and read.

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
"""Without these columns there is no puzzle."""


def identity(puzzle: Puzzle) -> str:
    """Five letters and digits that belong to the position."""
    return hashlib.sha256(puzzle.position.encode()).hexdigest()[:5]


def to_csv(puzzles: Iterable[Puzzle]) -> str:
    """A table with Lichess's columns; every row replays."""
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
    """The themes by Lichess's names, as far as it has one, and the mate that the goal asks for."""
    names = to_lichess(puzzle.themes)
    if puzzle.stipulation.goal is Goal.MATE:
        names = ["mate", f"mateIn{min(puzzle.stipulation.moves, 5)}", *names]
    return list(dict.fromkeys(names))


def read_csv(path: Path) -> list[Puzzle]:
    """The puzzles of a table with Lichess's columns; a row that cannot be read is named by its line."""
    reader = csv.DictReader(io.StringIO(read_text(path)))
    if missing := [name for name in NEEDED if name not in (reader.fieldnames or ())]:
        raise BadFile(f"{path} has no column {missing[0]}", hint=f"its columns are {', '.join(COLUMNS)}")
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
        raise ValueError(f"no move solves {row['FEN']}")
    before = chess.Board(row["FEN"])
    if not before.is_legal(first):
        raise IllegalMove(f"illegal move {first.uci()} in {before.fen()}")
    line = Line.after_lead(before, first, moves)
    goal = Goal.MATE if line.is_mate else Goal.WIN
    named = row["Themes"].split()
    themes = from_lichess((name for name in named if goal is Goal.WIN or not name.startswith("mate")), line)
    where = {"lichess": row.get("PuzzleId") or "", "game": row.get("GameUrl") or ""}
    return Puzzle(
        line.start.fen(),
        Stipulation(goal, len(line.steps)),
        Branch.along(moves),
        themes,
        provenance=Provenance.of(Origin.GIVEN, **{name: value for name, value in where.items() if value}),
    )


# Puzzles for other programs: PGN with every variation, EPD, LaTeX.


def to_pgn(puzzle: Puzzle) -> str:
    """The puzzle as a game from its position, the whole solution as variations, the key marked `!`."""
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
        _grow(game, branch)
        game.variations[-1].nags.add(chess.pgn.NAG_GOOD_MOVE)
    return f"{game}\n"


def question(puzzle: Puzzle) -> str:
    """Who moves, and what is asked; in a position of somebody's own game nobody says that there is a win."""
    side = "White" if puzzle.diagram.white_to_move else "Black"
    return f"{side} to move" if is_from_a_game(puzzle) else f"{side}: {puzzle.stipulation}"


def is_from_a_game(puzzle: Puzzle) -> bool:
    """Whether it is known between whom the position arose, and what was played."""
    known = {name for name, _ in puzzle.provenance.details}
    return puzzle.provenance.origin is Origin.MINED and {"white", "black", "played"} <= known


def _tag(text: str) -> str:
    # python-chess writes header values as they are, and a quotation mark would end the value.
    return text.replace("\\", "/").replace('"', "'")


def _grow(node: chess.pgn.GameNode, branch: Branch) -> None:
    child = node.add_variation(chess.Move.from_uci(branch.move))
    for answer in branch.answers:
        _grow(child, answer)


def to_epd(puzzle: Puzzle) -> str:
    """One line: the position with its best move, and for mates in how many moves."""
    board = puzzle.board()
    operations: dict[str, object] = {"bm": [chess.Move.from_uci(branch.move) for branch in puzzle.solution]}
    if puzzle.stipulation.goal is Goal.MATE:
        operations["dm"] = puzzle.stipulation.moves
    return board.epd(**operations, id=identity(puzzle)) + "\n"  # type: ignore[arg-type]  # EPD knows these operands


def to_latex(puzzles: Iterable[Puzzle], title: str = "Chess puzzles") -> str:
    """LaTeX source for the package chessboard: diagrams, then the answers."""
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
        # The package reads FENs of eight ranks only: a small board is its lower left corner.
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
    """The solution for a person: the key, then each defence with what follows; defences that lose alike told once."""
    white = puzzle.diagram.white_to_move
    variations = []
    for branch in puzzle.solution:
        key = numbered([puzzle.notation([branch.move])[0] + "!"], white)
        continuations: dict[str, list[str]] = {}
        for defence in branch.answers:
            words = puzzle.notation((branch.move, *next(defence.lines())))
            duals = [puzzle.notation([branch.move, defence.move, dual.move])[2] for dual in defence.answers[1:]]
            second = ["/".join([words[2], *duals]), *words[3:]] if len(words) > 2 else []
            continuations.setdefault(numbered(second, white, number=2), []).append(words[1])
        lines = [f"{'/'.join(defences)} {continuation}" for continuation, defences in continuations.items()]
        variations.append(f"{key} {'; '.join(lines)}".strip())
    return " or ".join(variations)


# A sheet to print: twelve diagrams a page, then the answers, as PDF by Typst.

LAYOUT = Path(__file__).parent / "sheet.typ"
DOTS_PER_INCH = 80.0
"""How fine a picture of a page is; a PDF has no dots."""


def sheet(puzzles: Sequence[Puzzle], title: str = "Chess puzzles") -> bytes:
    """The PDF of a sheet of puzzles with its answer pages."""
    return _compiled(puzzles, title, "pdf")[0]


def first_page(puzzles: Sequence[Puzzle], title: str = "Chess puzzles") -> bytes:
    """The first page of the sheet as a PNG picture."""
    return _compiled(puzzles, title, "png")[0]


def _compiled(puzzles: Sequence[Puzzle], title: str, form: Literal["pdf", "png"]) -> list[bytes]:
    import typst  # only who prints a sheet waits for it

    if not puzzles:
        raise BadArgument("there is no puzzle to print")
    content = {
        "title": title,
        "puzzles": [
            {
                "files": puzzle.diagram.files,
                "ranks": puzzle.diagram.ranks,
                "men": [[square.file, square.rank, _picture(sign)] for square, sign in puzzle.diagram.placed],
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
        made = typst.compile(str(root / "sheet.typ"), root=folder, format=form, ppi=DOTS_PER_INCH)
        return [bytes(page) for page in made] if isinstance(made, list) else [bytes(made)]


def _game(puzzle: Puzzle) -> str:
    """The game that a puzzle is from, and what was played there."""
    details = dict(puzzle.provenance.details)
    if not is_from_a_game(puzzle):
        return ""
    date = f", {details['date']}" if details.get("date", "?")[:1].isdigit() else ""
    return f" ({details['white']} – {details['black']}{date}; played: {details['played']})"


def _picture(sign: str) -> str:
    # Some file systems do not tell capitals from small letters.
    return f"{'white' if sign.isupper() else 'black'}-{sign.lower()}.svg"


SHIPPED = "shipped"
SHIPPED_PUZZLES = DATA / "puzzles.txt"
"""Puzzles of many themes, each sound by two solvers; experiments/puzzles-shipped tells how they were composed."""

MOTIF_PUZZLES = DATA / "motif_puzzles.txt"
"""Positions in which one move wins by a motif, composed for whoever misses or allows it."""


def write_puzzles(puzzles: Sequence[Puzzle], path: Path, title: str = "Chess puzzles") -> None:
    """Write puzzles in the form that the path's ending asks for."""
    check_form(path)
    if path.suffix == ".txt":
        save_puzzles(puzzles, path)
        return
    write_atomically(path, _FORMS[path.suffix](puzzles, title))


def read_puzzles(name: str) -> list[Puzzle]:
    """The puzzles of a file, `.csv` with Lichess's columns, or of the one that ships when the name is `shipped`."""
    path = Path(name)
    if path.suffix == ".csv":
        return read_csv(path)
    return load_puzzles(SHIPPED_PUZZLES if name == SHIPPED and not path.exists() else path)


def check_form(path: Path) -> None:
    """Refuse an ending that stands for no form."""
    if path.suffix != ".txt" and path.suffix not in _FORMS:
        raise BadArgument(
            f"cannot tell from {path.name!r} how to write puzzles", hint=f"end it in .txt, {', '.join(_FORMS)}"
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
