"""Fill the shelves of the web page that shows what Motif knows.

There is a shelf for learned rules, for patterns, for opening cases, for endgame programs and for motifs. Each item has
a sentence, its measured figures and, when it is opened, a board on which it applies. `CONTENTS`, at the end, has a row
for each shelf.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions, decode_move
from motif.board.drawing import Arrow, Colour, move_arrow
from motif.board.games import read_games, sample_positions
from motif.endgames.games import PAPER_ENDGAMES, EndgamePlayer, starts
from motif.endgames.program import SHIPPED, Program, find_program, shipped_names
from motif.endgames.sentences import read_program
from motif.endgames.simplification import simplify
from motif.motifs.catalogue import MOTIFS
from motif.motifs.motif import Line, Motif
from motif.openings.cases import Case, shipped_cases
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.library import Library
from motif.patterns.move_pattern import MovePattern
from motif.patterns.sentences import arrows as pattern_arrows
from motif.patterns.sentences import sentence as pattern_sentence
from motif.runtime.files import DATA, SAMPLE_GAMES
from motif.statistics.examples import Evidence, Reference
from motif.tactics.library import Tactic, TacticsLibrary
from motif.tactics.on_board import arrows, describe, find_examples
from motif.tactics.witnesses import find_witness
from motif.web.shapes import ExampleShape, FigureShape, PieceShape, Shelf

_DEPTH = re.compile(r",\s*depth=(\d+)")

# What a library says about its origin.

SETTINGS = frozenset({"decide", "seed", "weights"})
"""Notes on how a library was made that are not shown."""


def noted(notes: Mapping[str, str]) -> str:
    """Say where a library comes from, without the settings it was made with."""
    parts = [f"{word}: {value}" for word, value in notes.items() if word not in SETTINGS]
    words = "; ".join(parts).replace("learned from:", "learned from").replace("measured on:", "measured on")
    return spoken(words)


def spoken(words: str) -> str:
    """A text without command-line syntax.

    >>> spoken("against stockfish,depth=6, two plies more")
    'against Stockfish at depth 6, two plies more'
    """
    return _DEPTH.sub(r" at depth \1", words).replace("stockfish", "Stockfish")


# Learned rules.

POSITIONS_FOR_RULES = 12
"""How many positions of each sample game are searched for a rule's example."""


def _rule_title(tactic: Tactic) -> str:
    """The motif of a rule, or else its sentence, as its name is only for code."""
    return tactic.motif or tactic.sentence().rstrip(".")


def _rule_piece(number: int, with_examples: bool) -> PieceShape:
    tactic = _rule_library().tactics[number]
    example = _rule_examples()[number] if with_examples else None
    return PieceShape(
        id=tactic.name,
        title=_rule_title(tactic),
        sentence=tactic.sentence(),
        text=tactic.rule.text(),
        figures=_rule_figures(tactic),
        example=None if example is None else _rule_example(tactic, *example),
    )


def _rule_figures(tactic: Tactic) -> list[FigureShape]:
    known = tactic.figures
    figures = []
    if "precision" in known:
        interval = [known["low"], known["high"]] if "low" in known else None
        n = int(known["suggestions"]) if "suggestions" in known else None
        figures.append(FigureShape(name="its move is the best", value=known["precision"], n=n, interval=interval))
    if "coverage" in known:
        figures.append(FigureShape(name="share of positions where it applies", value=known["coverage"]))
    return figures


def _rule_example(tactic: Tactic, board: chess.Board, move: chess.Move) -> ExampleShape:
    rule, vocabulary = tactic.rule, _rule_library().vocabulary
    # A board alone does not show the previous capture, so a recapture has only its move to show.
    own = dict(zip(rule.head[1:], (move.from_square, move.to_square), strict=True))
    squares = find_witness(rule, vocabulary, board, move) or own
    shown = [move_arrow(move), *arrows(rule, vocabulary, board, move, squares)]
    return ExampleShape.of(board, move, shown, describe(rule, board, move, squares))


@cache
def _rule_library() -> TacticsLibrary:
    return TacticsLibrary.shipped()


@cache
def _rule_examples() -> list[tuple[chess.Board, chess.Move] | None]:
    evidence = Evidence.of_games(read_games(SAMPLE_GAMES), POSITIONS_FOR_RULES, from_move=8)
    return find_examples(_rule_library(), _rule_library().tactics, evidence, Reference.PLAYED)


# Endgame programs.

SEED = 1
"""The seed of the position on which a program is shown."""


def _program_piece(number: int, with_examples: bool) -> PieceShape:
    """A program by name. Making it readable takes seconds, so that happens only with the board."""
    name = shipped_names()[number]
    program, measured = find_program(name), _program_measured(name)
    return PieceShape(
        id=name,
        title=name,
        sentence=_program_sentence(program, measured),
        text=read_program(simplify(program)) if with_examples else "",
        figures=_program_figures(measured),
        example=_program_example(name, program, measured) if with_examples else None,
    )


def _program_example(name: str, program: Program, measured: dict[str, Any]) -> ExampleShape:
    (board,) = starts(measured.get("endgames") or PAPER_ENDGAMES[:1], 1, SEED)
    advice = EndgamePlayer(name, program).advise(board)[0]
    return ExampleShape.of(board, advice.move, [move_arrow(advice.move)], f"{advice.because.english}.")


def _program_sentence(program: Program, measured: dict[str, Any]) -> str:
    endgames = ", ".join(measured.get("endgames") or ()) or "endgames"
    return f"A program of {program.size} symbols for {endgames}: the first condition that holds values a board."


def _program_measured(name: str) -> dict[str, Any]:
    path = SHIPPED / f"{name}.json"
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return content


def _program_figures(measured: dict[str, Any]) -> list[FigureShape]:
    figures = []
    for name, figure in measured.items():
        if not isinstance(figure, dict):
            continue
        if "share" in figure and "count" in figure:
            interval = [figure["low"], figure["high"]]
            figures.append(FigureShape(name=name, value=figure["share"], n=figure["count"], interval=interval))
        elif "score" in figure and "games" in figure:
            # The error is the standard error of the mean score.
            low, high = (round(figure["score"] + sign * 1.96 * figure["error"], 4) for sign in (-1, 1))
            scored = spoken(f"score {name}" if name.startswith("against") else f"score of {name}")
            figures.append(FigureShape(name=scored, value=figure["score"], n=figure["games"], interval=[low, high]))
    return figures


# Move patterns.

POSITIONS_FOR_PATTERNS = 3
"""How many positions of each sample game are searched for a pattern's example."""


@cache
def _pattern_piece(number: int, with_examples: bool) -> PieceShape:
    pattern = MovePattern.parse(_pattern_texts()[number])
    words = pattern_sentence(pattern)
    return PieceShape(
        id=str(number + 1),
        title=f"pattern {number + 1}",
        sentence=f"{words[0].upper()}{words[1:]}.",
        text=str(pattern),
        figures=[FigureShape(name="weight (logarithm of odds)", value=pattern.weight)],
        example=_pattern_example(number, pattern) if with_examples else None,
    )


def _pattern_example(number: int, pattern: MovePattern) -> ExampleShape | None:
    rows = np.flatnonzero(_pattern_matches()[1] == number)
    if not len(rows):
        return None
    row = int(np.searchsorted(_pattern_matches()[0], rows[0], side="right")) - 1
    column, legal = _pattern_positions(), _pattern_positions().legal_moves()
    place = int(np.searchsorted(legal.offsets, row, side="right")) - 1
    board, move = column[place], decode_move(int(legal.codes[row]))
    squares = next(pattern.embeddings(BoardPattern.full(board), board, move), None)
    if squares is None:
        return None
    side = "for" if pattern.weight > 0 else "against"
    words = f"A reason {side} {board.san(move)}: {pattern_sentence(pattern, board, squares)}."
    return ExampleShape.of(board, move, pattern_arrows(pattern, board, squares), words)


@cache
def _pattern_library() -> Library:
    return Library.shipped()


@cache
def _pattern_texts() -> list[str]:
    """The text of each pattern in the file; parsing all of them would take seconds."""
    texts, lines = [], list[str]()
    for line in _pattern_library().text.splitlines():
        lines.append(line)
        if line[:1].isdigit():
            texts.append("\n".join(lines))
            lines = []
    return texts


@cache
def _pattern_positions() -> Positions:
    return sample_positions(read_games(SAMPLE_GAMES), POSITIONS_FOR_PATTERNS, from_move=6).positions


@cache
def _pattern_matches() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    starts, numbers = _pattern_library().index.design(_pattern_positions()).matches()
    return np.asarray(starts, np.int64), np.asarray(numbers, np.int64)


# Opening cases.


def _case_piece(number: int, with_examples: bool) -> PieceShape:
    case = shipped_cases().cases[number]
    return PieceShape(
        id=str(number + 1),
        title=f"{case.eco} {case.name}",
        sentence=f"{case.name}: {case.line()}.",
        text=str(case),
        figures=[FigureShape(name="half-moves", value=len(case))],
        example=_case_example(case) if with_examples else None,
    )


def _case_example(case: Case) -> ExampleShape:
    board = chess.Board()
    for move in case.moves:
        board.push_san(move)
    last = board.peek()
    words = f"The {case.name} after {case.line()}."
    arrows = [str(move_arrow(last))]
    return ExampleShape(fen=board.fen(), move=last.uci(), san=case.moves[-1], arrows=arrows, words=words)


# Motifs.

TABLE = DATA / "motifs.tsv"
"""A table with an example of each motif, from a Lichess puzzle."""


@cache
def _motifs() -> list[Motif]:
    return list(MOTIFS.values())


def _motif_piece(number: int, with_examples: bool) -> PieceShape:
    motif = _motifs()[number]
    theme = f"On Lichess: {motif.theme}" if motif.theme else "Not a theme of Lichess"
    includes = f"; includes {', '.join(motif.includes)}" if motif.includes else ""
    return PieceShape(
        id=motif.name.replace(" ", "-"),
        title=motif.name,
        sentence=f"{motif.english[0].upper()}{motif.english[1:]}.",
        text=f"{theme}{includes}.",
        figures=[],
        example=_motif_example(motif, _motif_table()[motif.name]) if with_examples else None,
    )


def _motif_example(motif: Motif, row: dict[str, str]) -> ExampleShape:
    """The position after the opponent's move, with the pieces involved."""
    lead, *moves = map(chess.Move.from_uci, row["moves"].split())
    line = Line.after_lead(chess.Board(row["fen"]), lead, moves)
    # A few motifs can be recognised only with an engine; their line is shown anyway.
    witness = next(motif.find(line), None)
    ply = witness.ply if witness else 0
    board, move = line.boards[ply], line.moves[ply]
    shown = [move_arrow(move)]
    if witness:
        shown += [Arrow(witness.by, square, Colour.RED) for square in witness.against if square != witness.by]
        shown += [Arrow(square, square, Colour.YELLOW) for square in witness.along]
    words = f"{board.variation_san(line.moves[ply:])} (lichess.org/training/{row['puzzle']})"
    return ExampleShape.of(board, move, shown, words)


@cache
def _motif_table() -> dict[str, dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {row["motif"]: row for row in csv.DictReader(file, delimiter="\t")}


# All shelves.


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a shelf: the number of pieces of knowledge, a text about them, and each piece by its number."""

    total: Callable[[], int]
    about: Callable[[], str]
    piece: Callable[[int, bool], PieceShape]
    """The piece of this number; the flag asks for a board on which it applies."""


CONTENTS = {
    Shelf.RULES: Contents(lambda: len(_rule_library()), lambda: noted(_rule_library().notes), _rule_piece),
    Shelf.PATTERNS: Contents(lambda: len(_pattern_library()), lambda: noted(_pattern_library().notes), _pattern_piece),
    Shelf.CASES: Contents(
        lambda: len(shipped_cases()),
        lambda: (
            f"{len(shipped_cases()):,} opening lines, {shipped_cases().core.distinct_boards:,} distinct boards; "
            "the nearest case advises its next move"
        ),
        _case_piece,
    ),
    Shelf.PROGRAMS: Contents(
        lambda: len(shipped_names()),
        lambda: "endgame programs: trees of conditions that value a board, evolved by playing; the Master is by hand",
        _program_piece,
    ),
    Shelf.MOTIFS: Contents(
        lambda: len(MOTIFS),
        lambda: (
            "motifs: one definition each, found on lines of play; reasons are checked against the board without them"
        ),
        _motif_piece,
    ),
}
