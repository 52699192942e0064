"""Puzzles for other programs: PGN with every variation, EPD, LaTeX.

All but LaTeX know only the full board.
"""

from __future__ import annotations

from collections.abc import Iterable

import chess
import chess.pgn

from motif.puzzles.lichess import identity
from motif.puzzles.puzzle import Branch, Goal, Origin, Puzzle, numbered


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
    lines += [rf"\item {_escaped(puzzle.told())}" for puzzle in puzzles]
    return "\n".join([*lines, r"\end{enumerate}", r"\end{document}", ""])


def _escaped(text: str) -> str:
    named = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    return "".join(named.get(sign, f"\\{sign}" if sign in "#$%&_{}" else sign) for sign in text)


def answer(puzzle: Puzzle) -> str:
    """The solution for a person: the key, then each defence with what follows; defences that lose alike told once."""
    white = puzzle.diagram.white_to_move
    variations = []
    for branch in puzzle.solution:
        key = numbered([puzzle.spoken([branch.move])[0] + "!"], white)
        continuations: dict[str, list[str]] = {}
        for defence in branch.answers:
            words = puzzle.spoken((branch.move, *next(defence.lines())))
            duals = [puzzle.spoken([branch.move, defence.move, dual.move])[2] for dual in defence.answers[1:]]
            second = ["/".join([words[2], *duals]), *words[3:]] if len(words) > 2 else []
            continuations.setdefault(numbered(second, white, number=2), []).append(words[1])
        lines = [f"{'/'.join(defences)} {continuation}" for continuation, defences in continuations.items()]
        variations.append(f"{key} {'; '.join(lines)}".strip())
    return " or ".join(variations)
