"""Explain programs as decision lists in English, by the conditions behind one value, as drawings and as pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import chess

from motif.board.drawing import Drawing, move_arrow
from motif.endgames.program import SHIPPED, Program, State
from motif.endgames.trees import Tree, number_text
from motif.errors import UnknownName
from motif.runtime.files import new_figure, save_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Terminals in English: statements with their negations, and numbers.

STATEMENTS: dict[str, tuple[str, str]] = {
    "NotMyKingInCheck": ("my king is not in check", "my king is in check"),
    "IsOppKingInCheck": ("I give check", "I do not give check"),
    "IsMyQueenNotAttacked": ("my queen is not attacked", "my queen is attacked"),
    "IsOppQueenAttacked": ("I attack the enemy queen", "I do not attack the enemy queen"),
    "IsMyFork": ("I make a fork", "I do not make a fork"),
    "IsOppNotFork": ("the opponent does not fork me", "the opponent forks me"),
    "MyPiecesSameLine": ("my pieces protect each other", "my pieces do not protect each other"),
    "OppPiecesNotSameLine": ("the enemy pieces do not protect each other", "the enemy pieces protect each other"),
    "IsOppKingProtectingPiece": ("the enemy king protects a piece", "the enemy king does not protect a piece"),
    "IsMyKingProtectingPiece": ("my king protects a piece", "my king does not protect a piece"),
    "IsMaterialIncrease": ("I have just captured", "I have not just captured"),
    "IsMate": ("it is mate", "it is not mate"),
    "IsMateInOne": ("the opponent can mate in one", "the opponent cannot mate in one"),
    "OppPieceCanBeCaptured": ("an enemy piece hangs", "no enemy piece hangs"),
    "MyPieceCannotBeCaptured": ("none of my pieces hangs", "one of my pieces hangs"),
    "IsOppKingStuck": ("the enemy king can only go towards the edge", "the enemy king can leave the edge"),
    "IsMyKingNotStuck": ("my king can go away from the edge", "my king cannot go away from the edge"),
    "IsOppKingBehindPiece": (
        "the enemy king is far behind one of its pieces",
        "the enemy king is behind none of its pieces",
    ),
    "IsMyKingNotBehindPiece": ("my king is behind none of my pieces", "my king is far behind one of my pieces"),
    "IsOppPiecePinned": ("an enemy piece is pinned", "no enemy piece is pinned"),
    "IsDraw": ("it is a draw", "it is not a draw"),
    "IsMateInTwo": ("the opponent can mate in two", "the opponent cannot mate in two"),
    "MyCheckWinsPiece": ("I give a check that wins a piece", "I do not give a check that wins a piece"),
    "OppHasNoWinningCheck": (
        "the opponent has no check that wins a piece",
        "the opponent has a check that wins a piece",
    ),
    "IsStalemate": ("it is stalemate", "it is not stalemate"),
    "IsOppKingCutOff": ("my piece cuts off the enemy king", "the enemy king is not cut off"),
    "IsMyPieceNotPinned": ("none of my pieces is pinned", "one of my pieces is pinned"),
    "MyMateFollows": ("I can mate after every reply", "I cannot mate after every reply"),
    "IsOpposition": ("I have the opposition", "I do not have the opposition"),
    "IsPawnRunning": ("the pawn cannot be caught", "the pawn can be caught"),
    "MyKingNearerPawn": (
        "my king is as near to the pawn as the enemy king",
        "the enemy king is nearer to the pawn than mine",
    ),
}

NUMBERS: dict[str, str] = {
    "MyKingDistEdges": "my king's distance from the edge",
    "OppKingProximityToEdges": "how near the enemy king is to the edge",
    "NumMyPiecesNotAttacked": "the number of my pieces that are not attacked",
    "NumOppPiecesAttacked": "the number of enemy pieces that I attack",
    "ValueMyPiecesAttacking": "the value of my attacking pieces",
    "ValueOppPiecesAttacking": "the value of the enemy's attacking pieces",
    "NumMovesMyKing": "the number of my king's moves",
    "NumNotMovesOppKing": "the number of squares closed to the enemy king",
    "MyKingProxRook": "how near my king is to my rooks",
    "OppKingDistRook": "how far the enemy king is from its rooks",
    "EvaluateMaterial": "the balance of material",
    "KingsProximity": "how near the kings are",
    "KingsNearness": "how near the kings are in ranks and files",
    "OppKingProxPiece": "how near the enemy king is to my piece",
    "OppKingConfinement": "how small a box the enemy king is in",
    "MyKingProxPawn": "how near my king is to the pawn",
    "MyKingProxPawnFile": "how near my king is to the pawn's file",
    "MyKeySquareLead": "how far ahead my king is in the race to the pawn's key squares",
}


STATES = {
    State.ADVANTAGE: "When I am ahead in material:",
    State.EVEN: "When material is even:",
    State.DISADVANTAGE: "When I am behind in material:",
}


def read_program(program: Program) -> str:
    """Return the three trees of a program as decision lists in English."""
    parts = []
    for state, tree in zip(State, program.trees, strict=True):
        parts += [STATES[state], *_lines(tree, "  ")]
    return "\n".join(parts)


def statement(tree: Tree, holds: bool = True) -> str:
    """Return a condition, or its negation, as an English statement."""
    match tree.symbol:
        case float(number):
            return "always" if bool(number) is holds else "never"
        case "Not":
            return statement(tree.arguments[0], not holds)
        case "Smaller":
            small, large = (noun(argument) for argument in tree.arguments)
            return f"{small} is {'less' if holds else 'not less'} than {large}"
        case "And2" | "And3" | "Or2" | "Or3":
            # De Morgan: "not (A and B)" becomes "not A or not B".
            both = tree.name.startswith("And") is holds
            parts = [_grouped(argument, holds, both) for argument in tree.arguments]
            return (" and " if both else " or ").join(parts)
        case str(name) if name in STATEMENTS:
            return STATEMENTS[name][0 if holds else 1]
        case _:
            return f"{noun(tree)} is {'not ' if holds else ''}zero"


def noun(tree: Tree) -> str:
    """Return a value as an English noun phrase."""
    match tree.symbol:
        case float(number):
            return number_text(number)
        case str(name) if name in NUMBERS:
            return NUMBERS[name]
        case "If3":
            condition, then, otherwise = tree.arguments
            return f"({noun(then)} if {statement(condition)}, otherwise {noun(otherwise)})"
        case "Then":
            first, second = tree.arguments
            return f"{noun(first)}, then {noun(second)}"
        case _:
            return f"(1 if {statement(tree)}, otherwise 0)"


@dataclass(frozen=True, slots=True)
class CheckedCondition:
    """A condition that was checked on a board, and whether it held."""

    condition: Tree
    held: bool

    def __str__(self) -> str:
        return statement(self.condition, self.held)


@dataclass(frozen=True, slots=True)
class TreeTrace:
    """The conditions that a tree checked on a board, in order, and the leaf that gave the value."""

    questions: tuple[CheckedCondition, ...]
    leaf: Tree
    value: float

    def __str__(self) -> str:
        reasons = list(dict.fromkeys(str(question) for question in self.questions if question.held)) or [
            str(question) for question in self.questions[-1:]
        ]
        value = noun(self.leaf)
        if not isinstance(self.leaf.symbol, float):
            value += f", {self.value:g}"
        return f"{' and '.join(reasons)}: {value}" if reasons else value


def trace(tree: Tree, terminals: Mapping[str, float]) -> TreeTrace:
    """Return the conditions that a tree checks if the terminals have these values, and the leaf that it reaches."""
    questions = []
    while tree.symbol == "If3":
        condition, then, otherwise = tree.arguments
        held = condition.value(terminals) != 0
        questions.append(CheckedCondition(condition, held))
        tree = then if held else otherwise
    return TreeTrace(tuple(questions), tree, tree.value(terminals))


def _grouped(argument: Tree, holds: bool, inside_and: bool) -> str:
    text = statement(argument, holds)
    inner = argument
    while inner.symbol == "Not":
        inner, holds = inner.arguments[0], not holds
    is_and = inner.name.startswith("And") is holds
    mixed = inner.name.startswith(("And", "Or")) and is_and is not inside_and
    return f"({text})" if mixed else text


def _lines(tree: Tree, indent: str) -> Iterator[str]:
    word = "if"
    while tree.symbol == "If3":
        condition, then, otherwise = tree.arguments
        head = f"{indent}{word} {statement(condition)}:"
        if then.symbol == "If3":
            yield head
            yield from _lines(then, indent + "  ")
        else:
            yield f"{head} {noun(then)}"
        tree, word = otherwise, "otherwise, if"
    yield f"{indent}{'value' if word == 'if' else 'otherwise'}: {noun(tree)}"


# Drawings: as text on the screen, or with boxes in a file.

INCHES_PER_LEAF = 1.0
INCHES_PER_LEVEL = 0.8
COLOURS = {"function": "#dbe9f6", "terminal": "#e5f2dd", "number": "#fbe8d0"}


def tree_text(tree: Tree) -> str:
    """Draw a tree as text.

    >>> from motif.endgames.trees import parse_tree
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
    """Draw the three trees as text, each under its name."""
    parts = (f"{state}\n{tree_text(tree)}" for state, tree in zip(State, program.trees, strict=True))
    return "\n\n".join(parts)


def draw_program(program: Program, title: str, path: Path) -> None:
    """Draw the three trees below one another into a file; its suffix decides between SVG, PNG and PDF."""
    width = max(_leaves(tree) for tree in program.trees) * INCHES_PER_LEAF
    heights = [tree.depth + 1.5 for tree in program.trees]
    figure = new_figure(max(6.0, width), sum(heights) * INCHES_PER_LEVEL + 0.5)
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
    """Draw a subtree whose leaves begin at `left`, and return the horizontal position of its root."""
    place = left + _leaves(tree) / 2
    start = left
    for argument in tree.arguments:
        below = _draw(axes, argument, start, depth + 1)
        axes.plot([place, below], [-depth, -depth - 1], color="grey", linewidth=0.8, zorder=1)
        start += _leaves(argument)
    kind = "number" if isinstance(tree.symbol, float) else "function" if tree.arguments else "terminal"
    box = {"boxstyle": "round", "facecolor": COLOURS[kind], "edgecolor": "grey", "linewidth": 0.5}
    # Names are long and leaves close together, so each name is split over several lines.
    axes.text(place, -depth, _stacked(tree.name), ha="center", va="center", fontsize=6, bbox=box, zorder=2)
    return place


def _stacked(name: str) -> str:
    """Split a name before capital letters into lines of at most ten letters, where possible."""
    lines: list[str] = []
    for word in re.findall("^[^A-Z]+|[A-Z][^A-Z]*", name):
        if lines and len(lines[-1]) + len(word) <= 10:
            lines[-1] += word
        else:
            lines.append(word)
    return "\n".join(lines)


def _leaves(tree: Tree) -> int:
    return sum(_leaves(argument) for argument in tree.arguments) or 1


# Pages: three sentences and four diagrams about each shipped program.

PAGES = SHIPPED / "pages.json"


@dataclass(frozen=True, slots=True)
class Page:
    """A page about a shipped program: sentences, and positions with the program's moves."""

    name: str
    sentences: tuple[str, ...]
    boards: tuple[tuple[str, str], ...]
    """The FEN of each position, and the program's move there in algebraic notation."""

    def text(self) -> str:
        """Return the sentences, then the diagrams with their moves."""
        parts = [self.name, *self.sentences]
        for number, (fen, san) in enumerate(self.boards, start=1):
            board = chess.Board(fen)
            drawn = Drawing.of(board, move_arrow(board.parse_san(san))).text()
            side = "White" if board.turn else "Black"
            parts.append(f"{number}. {side} plays {san}\n{drawn}")
        return "\n\n".join(parts)


def page_of(name: str) -> Page:
    """Return the page about a shipped program; raise UnknownName, listing the existing pages, if there is none."""
    pages = json.loads(PAGES.read_text(encoding="utf-8"))
    if name not in pages:
        raise UnknownName(f"there is no page about {name!r}", hint=f"there are pages about {', '.join(pages)}")
    page = pages[name]
    return Page(name, tuple(page["sentences"]), tuple((fen, san) for fen, san in page["boards"]))
