"""A second opinion on selfmates and helpmates, as plain as the one on mates, and as far from the core.

selfmate(p, n) = after some move the other side can move, and whatever it plays mates, or, n > 1, leads to
selfmate(·, n - 1). A helpmate in n is a line of n moves by both sides that ends with the mate of the side that began;
every such line is listed. Both grow by the square of the legal moves with each move, so that two moves take seconds
and three would take hours: longer ones are left to the core alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from motif.errors import BadArgument
from motif.puzzles.puzzle import Branch, Goal, Puzzle
from motif.puzzles.verify import Board, Finding, Referee, board_of, usual_referee

LONGEST = 2
"""The most moves that are searched here."""


def find_selfmates(position: str, moves: int, referee: Referee | None = None) -> Finding:
    """Every first move that forces the other side to mate within so many moves, and the fewest that suffice.

    >>> find_selfmates("k7/8/8/8/8/5p2/6qP/7K w - - 0 1", 1).keys
    ()
    """
    _check(moves)
    referee = referee or usual_referee(position)
    board, search = board_of(position, referee), _Selfmates()
    keys = tuple(sorted(move for move in board.legal_moves() if search.is_compelled(board.after(move), moves)))
    length = next((length for length in range(1, moves + 1) if search.succeeds(board, length)), None) if keys else None
    return Finding(keys, length, referee)


def find_helpmates(position: str, moves: int, referee: Referee | None = None) -> tuple[tuple[str, ...], ...]:
    """Every line of exactly so many moves by both sides that ends in mate of the side to move."""
    _check(moves)
    board = board_of(position, referee or usual_referee(position))
    return tuple(sorted(_Helpmates().lines(board, 2 * moves)))


def objections_to_others(puzzle: Puzzle, referee: Referee | None = None) -> list[str]:
    """What the second solver has against the solution of a selfmate or helpmate; empty when it agrees."""
    goal, moves = puzzle.stipulation.goal, puzzle.stipulation.moves
    if goal is Goal.HELPMATE:
        return _objections_to_helpmate(puzzle, referee)
    finding = find_selfmates(puzzle.position, moves, referee)
    if finding.length is None:
        return [f"there is no {puzzle.stipulation}"]
    objections = [f"there is a selfmate in {finding.length}"] if finding.length < moves else []
    claimed = {branch.move for branch in puzzle.solution}
    objections += [f"{key} compels as well" for key in finding.keys if key not in claimed]
    objections += [f"{key} does not compel" for key in sorted(claimed - set(finding.keys))]
    start, search = board_of(puzzle.position, finding.referee), _Selfmates()
    return objections + [problem for key in puzzle.solution for problem in _unproved(search, start, key, moves, "")]


def _objections_to_helpmate(puzzle: Puzzle, referee: Referee | None) -> list[str]:
    moves = puzzle.stipulation.moves
    lines = set(find_helpmates(puzzle.position, moves, referee))
    claimed = {line for branch in puzzle.solution for line in branch.lines()}
    objections = [
        f"there is a helpmate in {shorter}"
        for shorter in range(1, moves)
        if find_helpmates(puzzle.position, shorter, referee)
    ]
    objections += [f"{' '.join(line)} is a solution as well" for line in sorted(lines - claimed)]
    return objections + [f"{' '.join(line)} does not mate" for line in sorted(claimed - lines)]


def _unproved(search: _Selfmates, board: Board, attack: Branch, moves: int, line: str) -> Iterator[str]:
    """What a branch leaves unproved: a reply that is missing, or one that neither mates nor is answered rightly."""
    if attack.move not in board.legal_moves():
        yield f"{line}{attack.move} is not legal"
        return
    after, line = board.after(attack.move), f"{line}{attack.move} "
    answers = {branch.move: branch.answers for branch in attack.answers}
    for reply in after.legal_moves():
        next_board = after.after(reply)
        if reply not in answers:
            yield f"{line}{reply} is not in the solution"
        elif not answers[reply] and not next_board.is_mated():
            yield f"{line}{reply} does not mate and has no answer"
        for answer in answers.get(reply, ()):
            legal = answer.move in next_board.legal_moves()
            if legal and not search.is_compelled(next_board.after(answer.move), moves - 1):
                yield f"{line}{reply} {answer.move} does not compel in time"
            else:
                yield from _unproved(search, next_board, answer, moves - 1, f"{line}{reply} ")


def _check(moves: int) -> None:
    if not 1 <= moves <= LONGEST:
        raise BadArgument(
            f"the second solver looks for selfmates and helpmates in 1 to {LONGEST} moves, not in {moves}",
            hint="ask the core alone",
        )


class _Selfmates:
    """Exhaustive search that tries first what refuted the last move."""

    def __init__(self) -> None:
        self._answers: dict[tuple[Hashable, int], bool] = {}
        self._refuters: dict[int, str] = {}

    def succeeds(self, board: Board, moves: int) -> bool:
        """Whether the side to move can force the other one to mate within so many moves."""
        place = board.identity(), moves
        if place not in self._answers:
            self._answers[place] = any(self.is_compelled(board.after(move), moves) for move in board.legal_moves())
        return self._answers[place]

    def is_compelled(self, board: Board, moves: int) -> bool:
        """Whether the side to move can move, and mates the other one now or in time whatever it plays."""
        replies = board.legal_moves()
        replies.sort(key=lambda reply: reply != self._refuters.get(moves))
        for reply in replies:
            after = board.after(reply)
            if not after.is_mated() and (moves <= 1 or not self.succeeds(after, moves - 1)):
                self._refuters[moves] = reply
                return False
        return bool(replies)


class _Helpmates:
    """Every line, with a memory for boards that more than one order of moves reaches."""

    def __init__(self) -> None:
        self._found: dict[tuple[Hashable, int], list[tuple[str, ...]]] = {}

    def lines(self, board: Board, plies: int) -> list[tuple[str, ...]]:
        """Every way to mate with the last of so many single moves."""
        if plies == 1:
            return [(move,) for move in board.checking_moves() if board.after(move).is_mated()]
        place = board.identity(), plies
        if place not in self._found:
            self._found[place] = [
                (move, *rest) for move in board.legal_moves() for rest in self.lines(board.after(move), plies - 1)
            ]
        return self._found[place]
