"""Learn what a knight's move is: the toy of the paper's section on inductive logic programming.

    python experiments/tactics-paper/knight_move.py

This is Popper's loop in small: generate a clause, test it on the examples, constrain. A clause that holds for a wrong
move is too general, so its generalisations are excluded; one that misses a right move is too specific, so its
specialisations are excluded. Krishnan and Martens 2022; Cropper and Morel 2021.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import chess

Clause = frozenset[str]
Pair = tuple[str, str]

RIGHT = [("d4", to) for to in ("c6", "e6", "b5", "f5")]
WRONG = [("d4", to) for to in ("d5", "b6", "e1", "h7")]


def _steps(one: str, other: str) -> tuple[int, int]:
    first, second = chess.parse_square(one), chess.parse_square(other)
    return (
        abs(chess.square_file(first) - chess.square_file(second)),
        abs(chess.square_rank(first) - chess.square_rank(second)),
    )


BACKGROUND: dict[str, Callable[[str, str], bool]] = {
    "different_pos": lambda one, other: one != other,
    "same_file": lambda one, other: _steps(one, other)[0] == 0,
    "same_rank": lambda one, other: _steps(one, other)[1] == 0,
    "l_move": lambda one, other: sorted(_steps(one, other)) == [1, 2],
}
"""The paper's background knows only l_move; the other relations are here to be rejected."""


def learn(right: list[Pair], wrong: list[Pair]) -> Iterator[tuple[Clause, str]]:
    """Yield clauses in the order of their proposal, each with the result of its test; the last one is the answer."""
    too_general: list[Clause] = []
    too_specific: list[Clause] = []
    for size in range(len(BACKGROUND) + 1):
        for chosen in combinations(BACKGROUND, size):
            clause = frozenset(chosen)
            if any(clause <= failed for failed in too_general) or any(clause >= failed for failed in too_specific):
                continue
            misses = [pair for pair in right if not _holds(clause, pair)]
            mistakes = [pair for pair in wrong if _holds(clause, pair)]
            if not misses and not mistakes:
                yield clause, "right"
                return
            if mistakes:
                too_general.append(clause)
            if misses:
                too_specific.append(clause)
            yield clause, "too specific" if misses else "too general"


def _holds(clause: Clause, pair: Pair) -> bool:
    return all(BACKGROUND[name](*pair) for name in clause)


def main() -> None:
    """Print the steps of the loop."""
    for clause, verdict in learn(RIGHT, WRONG):
        body = ", ".join(f"{name}(From, To)" for name in sorted(clause)) or "true"
        print(f"knight_move(From, To) :- {body}.  % {verdict}")


if __name__ == "__main__":
    main()
