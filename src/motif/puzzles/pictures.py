"""Puzzles to look at: SVG diagrams of any size, and the paper's Figure 1, a terminal board with attacked squares."""

from __future__ import annotations

import chess.svg

from motif.puzzles.diagram import FIGURINES, Diagram, Square
from motif.puzzles.plain_rules import LEAPS, LINES

CELL = 45
"""The size of python-chess's chessmen, which these diagrams borrow."""

LIGHT, DARK = "#f0d9b5", "#b58863"
MARGIN = 15


def svg(diagram: Diagram, size: int = 400) -> str:
    """The diagram as an SVG document, with the names of files and ranks at its edge."""
    width, height = diagram.files * CELL + MARGIN, diagram.ranks * CELL + MARGIN
    scale = size / max(width, height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * scale:g}" height="{height * scale:g}" '
        f'viewBox="0 0 {width} {height}">'
    ]
    men = diagram.men
    for square in diagram.squares:
        x, y = square.file * CELL + MARGIN, (diagram.ranks - 1 - square.rank) * CELL
        colour = LIGHT if (square.file + square.rank) % 2 else DARK
        parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}"/>')
        if square in men:
            parts.append(f'<g transform="translate({x},{y})">{chess.svg.PIECES[men[square]]}</g>')
    style = 'font-family="sans-serif" font-size="10" text-anchor="middle"'
    for file in range(diagram.files):
        middle = file * CELL + MARGIN + CELL / 2
        parts.append(f'<text x="{middle:g}" y="{height - 4}" {style}>{"abcdefgh"[file]}</text>')
    for rank in range(diagram.ranks):
        middle = (diagram.ranks - 1 - rank) * CELL + CELL / 2 + 4
        parts.append(f'<text x="7" y="{middle:g}" {style}>{rank + 1}</text>')
    return "".join([*parts, "</svg>\n"])


def attacked(diagram: Diagram, white: bool) -> set[Square]:
    """The squares that one side attacks, whoever stands there."""
    men = diagram.men
    squares = set()
    for square, sign in diagram.placed:
        if sign.isupper() != white:
            continue
        kind = sign.lower()
        if kind == "p":
            up = 1 if white else -1
            squares |= {Square(square.file + aside, square.rank + up) for aside in (-1, 1)}
        for along, up in LEAPS.get(kind, ()):
            squares.add(Square(square.file + along, square.rank + up))
        for along, up in LINES.get(kind, ()):
            target = Square(square.file + along, square.rank + up)
            while _is_on(diagram, target):
                squares.add(target)
                if target in men:
                    break
                target = Square(target.file + along, target.rank + up)
    return {square for square in squares if _is_on(diagram, square)}


def attack_board(diagram: Diagram) -> str:
    """The board for a terminal: men, and beside each square O where White attacks it, X where Black does.

    >>> print(attack_board(Diagram.parse("1K2/1P2/kpp1/rqr1 w - - 0 1")))
    4 ·O  ♔   ·O  ·
    3 ·OX ♙OX ·O  ·
    2 ♚ X ♟ X ♟ X ·
    1 ♜ X ♛ X ♜ X · X
      a   b   c   d
    """
    by_white, by_black = attacked(diagram, True), attacked(diagram, False)
    men = diagram.men
    lines = []
    for rank in range(diagram.ranks - 1, -1, -1):
        cells = []
        for file in range(diagram.files):
            square = Square(file, rank)
            sign = FIGURINES[men[square]] if square in men else "·"
            cells.append(sign + ("O" if square in by_white else " ") + ("X" if square in by_black else " "))
        lines.append(f"{rank + 1} " + " ".join(cells).rstrip())
    return "\n".join([*lines, "  " + "   ".join("abcdefgh"[: diagram.files])])


def _is_on(diagram: Diagram, square: Square) -> bool:
    return 0 <= square.file < diagram.files and 0 <= square.rank < diagram.ranks
