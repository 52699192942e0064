"""Mine puzzles from games, and check that any position is a sound puzzle: exactly one move wins.

The full-width solver proves mates without an engine. An `Evaluator` decides on other wins: the best move must be worth
at least `win` centipawns and at least `gap` more than the second best, at a first limit and again at a deeper one.
Candidates are positions after a mistake: the value for the side to move has just risen by `gap`, according to the
game's `[%eval]` comments or else the evaluator. Capturing a hanging piece is not a puzzle (Romstad's rules in Ahmer &
Huang 2022).

`sound_puzzle` wants two solvers to prove a mate, and the evaluator to check any other win twice. With b the value of
the best move and s that of the second best, in centipawns for the side to move: b >= 200, b - s >= 200 and s < 100, in
a first and a deeper search; when the second best was allowed to win less, engines often disagreed about the best. If
the solution is a mate in two or more, no other move may win either, except in composed mates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Game
from motif._core.puzzles import mate_lengths, solve, sound_keys
from motif.engines.evaluator import LARGEST_ADVANTAGE_CP, Evaluator, after, top_moves
from motif.engines.game_review import evaluate_positions
from motif.engines.limits import EXERCISE_FIRST_LOOK, EXERCISE_SECOND_LOOK, MINING_FIRST_LOOK, MINING_SECOND_LOOK, Limit
from motif.errors import BadArgument
from motif.motifs.catalogue import find_motif, motifs_of
from motif.motifs.motif import Lead, Line
from motif.puzzles.difficulty import estimate
from motif.puzzles.puzzle import Branch, Goal, Origin, Provenance, Puzzle, Stipulation
from motif.puzzles.quality import motif_tags
from motif.puzzles.solutions import branches
from motif.puzzles.verify import objections
from motif.runtime.parallel import Pool, Workers, in_order

NODES_FOR_A_MATE = 300_000
"""The maximum number of positions searched to prove a mate; a mate in 3 from a middlegame takes about ten thousand."""


@dataclass(frozen=True, slots=True)
class Mining:
    """Settings of mining: what counts as a puzzle, and the evaluator's limits."""

    shortest_mate: int = 2
    longest_mate: int = 3
    win: int = 200
    gap: int = 200
    first: Limit = MINING_FIRST_LOOK
    again: Limit = MINING_SECOND_LOOK
    longest_line: int = 3
    from_ply: int = 8
    rival: int | None = None
    """If set, the second best move must also be worth less than this, in centipawns."""
    surprising: bool = False
    """Whether to keep only sacrifices, and moves that the player missed (Romstad's fourth rule)."""

    def __post_init__(self) -> None:
        if not 1 <= self.shortest_mate <= self.longest_mate <= 5:
            raise BadArgument(
                f"cannot mine mates in {self.shortest_mate} to {self.longest_mate}",
                hint="give the fewest and the most moves, both from 1 to 5",
            )
        if self.win < 1 or self.gap < 1:
            raise BadArgument(f"win and gap must be at least 1 centipawn, not {self.win} and {self.gap}")


@dataclass(slots=True)
class MiningReport:
    """Counts of games, positions, puzzles and rejections, updated during mining."""

    games: int = 0
    positions: int = 0
    found: int = 0
    rejected: Counter[str] = field(default_factory=Counter)

    def add(self, other: MiningReport) -> None:
        self.games += other.games
        self.positions += other.positions
        self.found += other.found
        self.rejected.update(other.rejected)


def mine(
    games: Iterable[Game], settings: Mining, evaluator: Evaluator | None, report: MiningReport | None = None
) -> Iterator[Puzzle]:
    """Yield the puzzles of the games in order; without an evaluator, only the mates."""
    report = MiningReport() if report is None else report
    seen: set[str] = set()
    for game in games:
        report.games += 1
        report.positions += len(game)
        yield from _new(_mine_game(game, settings, evaluator, report), seen, report)


def mine_on_workers(
    workers: Workers,
    games: Iterable[Game],
    settings: Mining,
    make_evaluator: Callable[[], Evaluator] | None,
    report: MiningReport | None = None,
) -> Generator[Puzzle, None, None]:
    """Mine games on workers, each with its own evaluator; yields the same puzzles in the same order as `mine`."""
    report = MiningReport() if report is None else report
    seen: set[str] = set()
    with workers.pooled() as (executor, pool):
        run_task = partial(_run_task, pool, settings, make_evaluator)
        with closing(in_order(executor, run_task, games)) as results:
            for puzzles, game_report in results:
                report.add(replace(game_report, found=0))
                yield from _new(puzzles, seen, report)


def _new(puzzles: Iterable[Puzzle], seen: set[str], report: MiningReport) -> Iterator[Puzzle]:
    """Drop puzzles whose position was found before, since files may contain a game twice."""
    for puzzle in puzzles:
        epd = puzzle.board().epd()
        if epd in seen:
            report.rejected["found before"] += 1
            continue
        seen.add(epd)
        report.found += 1
        yield puzzle


def _run_task(
    pool: Pool, settings: Mining, make_evaluator: Callable[[], Evaluator] | None, game: Game
) -> tuple[list[Puzzle], MiningReport]:
    report = MiningReport()
    with pool.borrow("evaluator", make_evaluator) if make_evaluator else nullcontext() as evaluator:
        return list(mine([game], settings, evaluator, report)), report


def _mine_game(game: Game, settings: Mining, evaluator: Evaluator | None, report: MiningReport) -> Iterator[Puzzle]:
    plies = range(settings.from_ply, len(game))
    fens = game.positions(plies).fens()
    lengths = mate_lengths(fens, settings.longest_mate, NODES_FOR_A_MATE)
    mates = dict(_mates(plies, fens, lengths, settings, report))
    mating = {plies[int(row)] for row in np.flatnonzero(lengths > 0)}
    wins = dict(_wins(game, settings, evaluator, report, mating)) if evaluator else {}
    last_end = -1
    for ply, puzzle in sorted((mates | wins).items()):
        # Positions within the solution of the previous puzzle are not new puzzles.
        if ply <= last_end:
            report.rejected["part of the puzzle before"] += 1
            continue
        last_end = ply + 2 * puzzle.stipulation.moves - 2
        tagged = _tagged(puzzle, game, ply)
        if settings.surprising and game.moves[ply].uci() == puzzle.key and "sacrifice" not in tagged.themes:
            report.rejected["found in the game without a sacrifice"] += 1
            continue
        yield tagged


def _mates(
    plies: Sequence[int], fens: Sequence[str], lengths: NDArray[np.int16], settings: Mining, report: MiningReport
) -> Iterator[tuple[int, Puzzle]]:
    for length in range(settings.shortest_mate, settings.longest_mate + 1):
        rows = [int(row) for row in np.flatnonzero(lengths == length)]
        candidates = [fens[row] for row in rows]
        for row, fen, key in zip(rows, candidates, sound_keys(candidates, length), strict=True):
            if not key:
                report.rejected["second key"] += 1
                continue
            if chess.Board(fen).legal_moves.count() == 1:
                report.rejected["only one legal move"] += 1
                continue
            yield plies[row], proved_mate(fen, length)


def proved_mate(fen: str, length: int) -> Puzzle:
    """Return the puzzle, with its whole solution, of a position known to have one key that mates in `length`."""
    solution = solve(fen, f"#{length}")
    assert solution is not None, "nothing limits this search"
    puzzle = Puzzle(fen, Stipulation(Goal.MATE, length), branches([key.line for key in solution.keys]))
    return replace(puzzle, difficulty=estimate(puzzle))


def _wins(
    game: Game, settings: Mining, evaluator: Evaluator, report: MiningReport, mating: set[int]
) -> Iterator[tuple[int, Puzzle]]:
    for ply in _after_mistakes(game, settings, evaluator):
        if ply in mating:
            continue
        board = game.board(ply)
        line = winning_line(board, settings, evaluator)
        if line is None:
            report.rejected["second move wins as well"] += 1
            continue
        if len(line) == 1 and find_motif("hanging piece").shown(Line.of(board, line)):
            report.rejected["takes a hanging piece"] += 1
            continue
        stipulation = Stipulation(Goal.WIN, (len(line) + 1) // 2)
        puzzle = Puzzle(board.fen(), stipulation, Branch.along(_with_point(board, line, settings, evaluator)))
        yield ply, replace(puzzle, difficulty=estimate(puzzle))


def _with_point(board: chess.Board, line: list[chess.Move], settings: Mining, evaluator: Evaluator) -> list[chess.Move]:
    """Extend a line of one move by the reply and the next move, which show why it wins."""
    if len(line) > 1:
        return line
    (expected,) = evaluator.evaluate([after(board, line[0])], settings.again)
    return [*line, *expected.line[:2]] if len(expected.line) > 1 else line


def _after_mistakes(game: Game, settings: Mining, evaluator: Evaluator) -> list[int]:
    plies = range(max(settings.from_ply, 2) - 1, len(game))
    values = [
        max(-LARGEST_ADVANTAGE_CP, min(LARGEST_ADVANTAGE_CP, evaluation.centipawns))
        for evaluation in evaluate_positions(game, evaluator, settings.first, plies=plies, from_file=True)
    ]
    # Positions that were already won, or are still lost after the mistake, do not qualify.
    return [
        ply
        for ply, (for_opponent, now) in zip(plies[1:], pairwise(values), strict=True)
        if now >= settings.win and now + for_opponent >= settings.gap
    ]


def winning_line(board: chess.Board, settings: Mining, evaluator: Evaluator) -> list[chess.Move] | None:
    """Return a line of best replies and moves that alone win; None if the first move is not the only winning one.

    The line ends before a later move with an alternative that also wins. `rival` applies only to the first move; later
    in the line, the second best move may win something.
    """
    line: list[chess.Move] = []
    board = board.copy(stack=False)
    for number in range(settings.longest_line):
        if number:
            settings = replace(settings, rival=None)
        move = only_winning_move(board, settings, evaluator)
        if move is None:
            break
        board.push(move)
        line.append(move)
        (reply,) = evaluator.evaluate([board], settings.first)
        if reply.best is None:
            return line
        board.push(reply.best)
        line.append(reply.best)
    if not line:
        return None
    return line[:-1] if len(line) % 2 == 0 else line


def only_winning_move(board: chess.Board, settings: Mining, evaluator: Evaluator) -> chess.Move | None:
    """Return the only winning move, confirmed at the deeper limit; None if there is none."""
    move: chess.Move | None = None
    for limit in (settings.first, settings.again):
        top = top_moves(board, evaluator, limit, 2)
        if len(top) < 2 or (move is not None and top[0].best != move):
            return None
        best, second = top
        if best.centipawns < settings.win or best.centipawns - second.centipawns < settings.gap:
            return None
        if settings.rival is not None and second.centipawns >= settings.rival:
            return None
        move = best.best
    return move


def _tagged(puzzle: Puzzle, game: Game, ply: int) -> Puzzle:
    white, black = game.players
    where = {"white": white, "black": black, "site": game.tags.get("Site", "?"), "game": game.number, "ply": ply}
    played = game.board(ply).san(game.moves[ply])
    return replace(puzzle, themes=motif_tags(puzzle), provenance=Provenance.of(Origin.MINED, **where, played=played))


EXERCISE = Mining(shortest_mate=1, longest_mate=4, first=EXERCISE_FIRST_LOOK, again=EXERCISE_SECOND_LOOK, rival=100)
"""For middlegames the first search takes a fiftieth of a CPU second, the second a third."""

NEW_EXERCISE = replace(EXERCISE, win=350, rival=1)
"""For composed positions: the key must win clearly, and without it the side to move must not be better. With few
pieces engines differ by 100 or 200 centipawns, and another position is cheap to make."""

LONGEST_TO_PROVE_TWICE = 2
"""The longest mate, in moves, that the second solver (plain Python) proves: a mate in 3 takes seconds, in 4 minutes."""


def sound_puzzle(
    board: chess.Board,
    evaluator: Evaluator,
    settings: Mining = EXERCISE,
    lead: Lead | None = None,
    *,
    may_win_slowly: bool = False,
) -> Puzzle | str:
    """The puzzle of a position, with all motifs of its main line; else text that says why it is not sound.

    `lead` is the move that led there, if known: some motifs need it. With `may_win_slowly`, a mate in two or more is
    sound even if another move wins more slowly.
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
    return replace(puzzle, difficulty=estimate(puzzle))
