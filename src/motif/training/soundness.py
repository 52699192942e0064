"""Check that a position is a sound puzzle: two solvers prove a mate; the engine checks any other win twice.

With b the value of the best move and s that of the second best, in centipawns for the side to move: b >= 200,
b - s >= 200 and s < 100, in a first and a deeper search. A position that passes has one winning move; when the second
best was allowed to win less, engines often disagreed about the best. If the solution is a mate in two or more, no other
move may win either, except in composed mates.
"""

from __future__ import annotations

from dataclasses import replace

import chess

from motif._core.puzzles import mate_lengths, sound_keys
from motif.engines.evaluator import Evaluator, top_moves
from motif.engines.limits import EXERCISE_FIRST_LOOK, EXERCISE_SECOND_LOOK
from motif.motifs.catalogue import motifs_of
from motif.motifs.motif import Lead, Line
from motif.puzzles.difficulty import estimate_line
from motif.puzzles.mining import NODES_FOR_A_MATE, Mining, proved_mate, winning_line
from motif.puzzles.puzzle import Branch, Goal, Puzzle, Stipulation
from motif.puzzles.verify import objections

SETTINGS = Mining(shortest_mate=1, longest_mate=4, first=EXERCISE_FIRST_LOOK, again=EXERCISE_SECOND_LOOK, rival=100)
"""For middlegames the first search takes a fiftieth of a CPU second, the second a third."""

NEW = replace(SETTINGS, win=350, rival=1)
"""For composed positions: the key must win clearly, and without it the side to move must not be better. With few
pieces engines differ by 100 or 200 centipawns, and another position is cheap to make."""

VARIED = replace(NEW, win=250)
"""For varied game positions, which have more pieces and win as much as the move in the game."""

LONGEST_TO_PROVE_TWICE = 2
"""The longest mate, in moves, that the second solver (plain Python) proves: a mate in 3 takes seconds, in 4 minutes."""


def sound_puzzle(
    board: chess.Board,
    evaluator: Evaluator,
    settings: Mining = SETTINGS,
    lead: Lead | None = None,
    *,
    may_win_slowly: bool = False,
) -> Puzzle | str:
    """The puzzle of a position, with all motifs of its main line; else text that says why it is not sound.

    `lead` is the move that led there, if known: some motifs need it. With `may_win_slowly`, other moves may also win
    besides a mate in two or more.
    """
    if board.legal_moves.count() == 1:
        return "only one legal move"
    puzzle = _mate(board, settings) or _win(board, evaluator, settings)
    if isinstance(puzzle, str):
        return puzzle
    mates_slowly = puzzle.stipulation.goal is Goal.MATE and puzzle.stipulation.moves > 1
    if mates_slowly and not may_win_slowly and _another_wins(board, puzzle.key, evaluator, settings):
        return "another move wins as well"
    return replace(puzzle, themes=motifs_of(Line.of(board, puzzle.main_line, lead)))


def _mate(board: chess.Board, settings: Mining) -> Puzzle | str | None:
    """The puzzle if a position has a mate, or the reason why it is not sound; None if it has no mate."""
    fen = board.fen()
    length = int(mate_lengths([fen], settings.longest_mate, NODES_FOR_A_MATE)[0])
    if length <= 0:
        return None
    if not sound_keys([fen], length)[0]:
        return "more than one move mates"
    puzzle = proved_mate(fen, length)
    if length <= LONGEST_TO_PROVE_TWICE and objections(puzzle):
        return "refuted by the second solver"
    return puzzle


def _another_wins(board: chess.Board, key: str, evaluator: Evaluator, settings: Mining) -> bool:
    """Whether a move besides the key wins in either search."""
    for limit in (settings.first, settings.again):
        others = [each for each in top_moves(board, evaluator, limit, 2) if each.line[0].uci() != key]
        if others[0].centipawns >= (settings.rival or settings.win):
            return True
    return False


def _win(board: chess.Board, evaluator: Evaluator, settings: Mining) -> Puzzle | str:
    line = winning_line(board, settings, evaluator)
    if line is None:
        return "no single move wins"
    puzzle = Puzzle(board.fen(), Stipulation(Goal.WIN, (len(line) + 1) // 2), Branch.along(line))
    return replace(puzzle, difficulty=estimate_line(puzzle))
