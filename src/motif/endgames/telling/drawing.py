"""Trees as pictures: lines and corners in the terminal, boxes and branches in a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from motif.board.figures import save_figure
from motif.endgames.language.program import Program, State
from motif.endgames.language.tree import Tree

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INCHES_PER_LEAF = 1.0
INCHES_PER_LEVEL = 0.8
COLOURS = {"function": "#dbe9f6", "terminal": "#e5f2dd", "number": "#fbe8d0"}


def tree_text(tree: Tree) -> str:
    """A tree in the terminal.

    >>> from motif.endgames.language.text import parse_tree
    >>> print(tree_text(parse_tree("(If3 IsMate 1000 (If3 (Not IsMyFork) 0 500))")))
    If3
    ├─ IsMate
    ├─ 1000
    └─ If3
       ├─ Not
       │  └─ IsMyFork
       ├─ 0
       └─ 500
    """
    return "\n".join(_text_lines(tree))


def program_text(program: Program) -> str:
    """All three trees in the terminal, each under its name."""
    parts = (f"{state}\n{tree_text(tree)}" for state, tree in zip(State, program.trees, strict=True))
    return "\n\n".join(parts)


def draw_program(program: Program, title: str, path: Path) -> None:
    """Draw the three trees one below another, as SVG, PNG or PDF by the file's ending."""
    # Only those who draw wait for it to load.
    from matplotlib.figure import Figure

    width = max(_leaves(tree) for tree in program.trees) * INCHES_PER_LEAF
    heights = [tree.depth + 1.5 for tree in program.trees]
    figure = Figure(figsize=(max(6.0, width), sum(heights) * INCHES_PER_LEVEL + 0.5), layout="constrained")
    figure.suptitle(title)
    for axes, state, tree in zip(figure.subplots(3, 1, height_ratios=heights), State, program.trees, strict=True):
        axes.set_title(state.value, loc="left", fontsize=10)
        axes.set_axis_off()
        _draw(axes, tree, 0.0, 0)
        axes.set_xlim(-0.1, max(4.0, float(_leaves(tree))) + 0.1)
        axes.set_ylim(-tree.depth - 0.6, 0.6)
    save_figure(figure, path)


def _text_lines(tree: Tree) -> Iterator[str]:
    yield tree.name
    for place, argument in enumerate(tree.arguments, 1):
        last = place == len(tree.arguments)
        first, *rest = _text_lines(argument)
        yield f"{'└─' if last else '├─'} {first}"
        for line in rest:
            yield f"{' ' if last else '│'}  {line}"


def _draw(axes: Axes, tree: Tree, left: float, depth: int) -> float:
    """Draw a subtree whose leaves begin at `left`; the place of its root."""
    place = left + _leaves(tree) / 2
    start = left
    for argument in tree.arguments:
        below = _draw(axes, argument, start, depth + 1)
        axes.plot([place, below], [-depth, -depth - 1], color="grey", linewidth=0.8, zorder=1)
        start += _leaves(argument)
    kind = "number" if isinstance(tree.symbol, float) else "function" if tree.arguments else "terminal"
    box = {"boxstyle": "round", "facecolor": COLOURS[kind], "edgecolor": "grey", "linewidth": 0.5}
    # Names are long and leaves are close: each word of a name has its own line.
    axes.text(place, -depth, _stacked(tree.name), ha="center", va="center", fontsize=6, bbox=box, zorder=2)
    return place


def _stacked(name: str) -> str:
    lines: list[str] = []
    for word in _humps(name):
        if lines and len(lines[-1]) + len(word) <= 10:
            lines[-1] += word
        else:
            lines.append(word)
    return "\n".join(lines)


def _humps(name: str) -> list[str]:
    words: list[str] = []
    for letter in name:
        if words and not letter.isupper():
            words[-1] += letter
        else:
            words.append(letter)
    return words


def _leaves(tree: Tree) -> int:
    return sum(_leaves(argument) for argument in tree.arguments) or 1
