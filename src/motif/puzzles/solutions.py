"""Let the core solve a position completely, and turn its solution into a puzzle or into lines to read.

A solution has the set play (what would happen if the defender had to move first), the tries (first moves that fail to a
single reply) and the keys, each with its threats and the answers to every defence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import chess

from motif._core.puzzles import Line as SolvedLine
from motif._core.puzzles import Solution, solve
from motif.errors import BadArgument, MotifError
from motif.puzzles.puzzle import Branch, Goal, Puzzle, Stipulation

INDENT = "   "


def solve_within(position: str, stipulation: Stipulation, nodes: int | None = None) -> Solution:
    """Return the complete solution; raise an error for a win, or if the search needs more than `nodes` positions."""
    if stipulation.goal is Goal.WIN:
        raise BadArgument("only mates can be proved", hint="choose a mate, a selfmate or a helpmate")
    solution = solve(position, stipulation.symbol, nodes)
    if solution is None:
        raise MotifError(f"no answer within {nodes:,} positions", hint="allow more positions, or ask for fewer moves")
    return solution


def branches(lines: Sequence[SolvedLine]) -> tuple[Branch, ...]:
    """Turn the core's lines into the branches of a puzzle, the longest line first."""
    longest_first = sorted(lines, key=lambda line: -line.length)
    return tuple(Branch(line.move.uci(), branches(line.replies)) for line in longest_first)


def puzzle_of(solution: Solution) -> Puzzle:
    """Return a solved position as a puzzle with all its keys."""
    goal = {"#": Goal.MATE, "s": Goal.SELFMATE, "h": Goal.HELPMATE}[solution.stipulation[0]]
    stipulation = Stipulation(goal, int(solution.stipulation.partition("#")[2]))
    return Puzzle(solution.position, stipulation, branches([key.line for key in solution.keys]))


def solution_lines(solution: Solution) -> Iterator[str]:
    """Yield the lines of a solution, ready to print."""
    if solution.length is None:
        how = "reached" if solution.stipulation.startswith("h") else "forced"
        yield f"no solution: {solution.stipulation} cannot be {how}"
    if solution.stipulation.startswith("h"):
        for key in solution.keys:
            yield from _helpmates(key.line, (), 1)
        return
    if solution.set_play:
        yield "set play"
        for defence in solution.set_play:
            yield from _defence(defence, 1, INDENT)
    for attempt in solution.tries:
        yield f"try 1. {attempt.line.san}? but 1... {attempt.refutations[0].san}!"
    for key in solution.keys:
        why = "zugzwang" if key.is_zugzwang else _choice(key.threats, 2)
        mark = "!" if solution.is_sound else ""
        note = f" ({'' if key.is_zugzwang else 'threat '}{why})" if why else ""
        yield f"1. {key.line.san}{mark}{note}"
        threats = {threat.move for threat in key.threats}
        # Replies that do not stop the threat share one line; the puzzle's tree still has all their answers.
        passive = [reply for reply in key.line.replies if threats & {answer.move for answer in reply.replies}]
        if len(passive) == len(key.line.replies):
            passive = []
        for defence in key.line.replies:
            if defence not in passive:
                yield from _defence(defence, 1, INDENT)
        if passive:
            yield f"{INDENT}1... {', '.join(reply.san for reply in passive)}  the threat"


def _defence(defence: SolvedLine, number: int, indent: str) -> Iterator[str]:
    dual = "  (dual)" if len(defence.replies) > 1 else ""
    yield f"{indent}{number}... {defence.san}  {_choice(defence.replies, number + 1)}{dual}".rstrip()
    for answer in defence.replies:
        for next_defence in answer.replies:
            yield from _defence(next_defence, number + 1, indent + INDENT)


def _choice(answers: Sequence[SolvedLine], number: int) -> str:
    return " or ".join(f"{number}. {answer.san}" for answer in answers)


def _helpmates(line: SolvedLine, before: tuple[str, ...], number: int) -> Iterator[str]:
    so_far = (*before, f"{number}. {line.san}" if len(before) % 2 == 0 else line.san)
    if not line.replies:
        yield " ".join(so_far)
    for reply in line.replies:
        yield from _helpmates(reply, so_far, len(so_far) // 2 + 1)


def defence(board: chess.Board, moves: int, nodes: int) -> chess.Move | None:
    """Return a move that prevents mate in this many more moves, a capture if there is one; None if none does.

    A capture is easiest to see. At most this many positions are searched for each move.
    """
    replies = sorted(board.legal_moves, key=lambda reply: not board.is_capture(reply))
    for reply in replies:
        after = board.copy(stack=False)
        after.push(reply)
        is_over = not moves or after.is_game_over()
        if is_over or solve_within(after.fen(), Stipulation(Goal.MATE, moves), nodes).length is None:
            return reply
    return None
