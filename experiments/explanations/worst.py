"""Draw the twenty lines in which motifs and labels differ most, as worst.html in this folder.

    python experiments/explanations/worst.py

reads the results of given_lines.py. Each picture is the position after the opponent's move, with the winner's first
move as an arrow.
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

import chess
from recording import FILE

from motif.board.drawing import Drawing, move_arrow

SHEET = Path(__file__).with_name("worst.html")
SIZE = 220
HEAD = """<!doctype html><meta charset='utf-8'><title>The twenty worst</title>
<style>figure{display:inline-block;width:240px;vertical-align:top;margin:8px;font:12px sans-serif}</style>"""


def main() -> None:
    """Draw the recorded errors of the report half."""
    worst = json.loads(FILE.read_text(encoding="utf-8"))["given lines"]["report"]["worst"]
    SHEET.write_text("\n".join([HEAD, *map(figure, worst)]) + "\n", encoding="utf-8")
    print(f"{len(worst)} lines in {SHEET.name}")


def figure(error: dict[str, Any]) -> str:
    """Return a line with its picture and the themes that only the labels or only the finders have."""
    board = chess.Board(error["fen"])
    lead, first, *_ = moves(error)
    board.push(lead)
    picture = Drawing.of(board, move_arrow(first), flipped=board.turn == chess.BLACK).svg(SIZE)
    labelled, found = (", ".join(error[name]) or "nothing" for name in ("labelled only", "found only"))
    name, line = escape(error["puzzle"]), escape(error["line"])
    caption = f"<b>{name}</b> {line}<br>labelled only: {labelled}<br>found only: {found}"
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"


def moves(error: dict[str, Any]) -> list[chess.Move]:
    """Return the moves of a line that is written with numbers."""
    board = chess.Board(error["fen"])
    sans = [word for word in error["line"].replace("...", ". ").split() if not word.rstrip(".").isdigit()]
    return [board.push_san(san) for san in sans]


if __name__ == "__main__":
    main()
