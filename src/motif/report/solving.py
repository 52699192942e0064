"""Choose the positions to solve in report.html: the task, the right moves, and why.

A puzzle from a mistake has one winning move, or several if its solution says so; `web/src/solve.ts` shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import chess

from motif.explain.explanation import Step, steps_of
from motif.puzzles.puzzle import Goal, Puzzle
from motif.study.games import StudiedGame
from motif.study.study import Study
from motif.training.mistakes import Candidate, sides_of_mistake

MOST_ASKED = 24
"""The most positions in the report; puzzles.pgn has all of them."""

Asked = dict[str, object]


def asked(study: Study, puzzles: Iterable[Puzzle]) -> list[Asked]:
    """The positions that the report shows, in the order of the puzzles."""
    games = {str(game.number): game for game in study.games}
    return [each for puzzle in puzzles for each in _asked(puzzle, games)][:MOST_ASKED]


def _asked(puzzle: Puzzle, games: dict[str, StudiedGame]) -> Iterator[Asked]:
    game = games.get(puzzle.provenance.detail("game") or "")
    sides = [side for fault in game.faults for side in sides_of_mistake(game, fault)] if game else []
    name = puzzle.provenance.detail("ply"), puzzle.provenance.detail("side")
    here = next((side for side in sides if (str(side.ply), side.source) == name), None)
    if game is None or here is None:
        return
    board = puzzle.board()
    line = steps_of(board, map(chess.Move.from_uci, puzzle.main_line))
    yield {
        "fen": board.fen(),
        "white": game.is_white == (here.ply == here.fault.ply),
        "task": _task(puzzle, board),
        "right": [branch.move for branch in puzzle.solution],
        "line": [" ".join(step.uci for step in line), " ".join(step.san for step in line)],
        "reason": _reason(here, line),
        "wrong": {here.fault.played.uci: here.fault.sentence} if here.ply == here.fault.ply else {},
        "source": f"From {here.story}.",
        "move": f"game-{game.number}-ply-{here.fault.ply}",
    }


def _task(puzzle: Puzzle, board: chess.Board) -> str:
    side = chess.COLOR_NAMES[board.turn].capitalize()
    if puzzle.stipulation.goal is Goal.MATE:
        return f"{side} to move mates in {puzzle.stipulation.moves}."
    return f"{side} to move and win something."


def _reason(candidate: Candidate, line: tuple[Step, ...]) -> str:
    """The reason for the answer: the study's explanation if it has the puzzle's line, else the line."""
    known = candidate.side.line
    is_same = all(one.uci == other.uci for one, other in zip(known, line, strict=False))
    return candidate.side.text if is_same else f"{candidate.board().variation_san([step.move for step in line])}."
