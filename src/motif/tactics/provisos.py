"""Write provisos: the conditions of a rule that are not about what one piece does to another.

"Provided that you may castle short and the square it goes to is not square 3": different squares, sides, castling
rights and later moves, for which only the paper's vocabulary has relations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from motif.tactics.clauses import Head, Literal

_SIDES = {"turn": 0, "kingside_castle": 0, "queenside_castle": 0, "piece_at": 2}
"""The place of the side among the arguments of a relation."""

_LINES = {"sameRow": "rank", "sameCol": "file"}
_RIGHTS = {"kingside_castle": "short", "queenside_castle": "long"}


class Provisos:
    """Writes the provisos of a rule; the sentence knows what the pieces of its variables are called."""

    def __init__(
        self, head: Head, body: Sequence[Literal], name: Callable[[str], str], are_namesakes: Callable[[str, str], bool]
    ) -> None:
        self._position, self._origin, self._target = head
        self._body = body
        self._name, self._are_namesakes = name, are_namesakes
        self._after = self._positions()
        self._sides = self._named_sides()

    def clauses(self) -> list[str]:
        """Return one clause for each of these literals."""
        clauses = (self._clause(literal) for literal in self._body)
        return list(dict.fromkeys(clause for clause in clauses if clause))

    def _clause(self, literal: Literal) -> str:
        names = literal.arguments
        if literal.relation == "different_pos":
            return self._difference(*names)
        if literal.relation in _LINES:
            return f"{self._square(names[0])} and {self._square(names[1])} lie on one {_LINES[literal.relation]}"
        if literal.relation in _RIGHTS:
            when = self._when(names[1])
            return f"{self._side(names[0])} may {'still ' if when else ''}castle {_RIGHTS[literal.relation]}{when}"
        if literal.relation == "piece_at":
            piece = f"a {self._kind(names[3])} of {self._whose(names[2])}"
            return f"{piece} is on {self._square(names[0])}{self._when(names[1])}"
        if literal.relation in ("legal_move", "make_move") and names[2] != self._position:
            begin = "there" if names[0] == self._target else self._square(names[0])
            return f"a piece can go from {begin} to {self._square(names[1])}{self._when(names[2])}"
        if literal.relation == "make_move" and names[:2] != (self._origin, self._target):
            return f"a piece could go from {self._square(names[0])} to {self._square(names[1])} instead"
        return ""

    def _difference(self, one: str, other: str) -> str:
        if {one, other} == {self._origin, self._target} or self._are_namesakes(one, other):
            return ""
        first, second = self._name(one), self._name(other)
        if first and second:
            return f"{first} and {second} are not the same"
        return f"{self._square(one)} is not {self._square(other)}"

    def _positions(self) -> Mapping[str, int]:
        """Return, for each position of the rule, how many moves lead to it."""
        after = {self._position: 0}
        moves = [literal.arguments for literal in self._body if literal.relation == "make_move"]
        for _ in moves:
            after |= {later: after[earlier] + 1 for _, _, earlier, later in moves if earlier in after}
        return after

    def _when(self, position: str) -> str:
        return ("", " after the move", " after the reply")[min(2, self._after.get(position, 2))]

    def _named_sides(self) -> Mapping[str, str]:
        sides: dict[str, str] = {}
        for literal in self._body:
            if literal.relation == "turn":
                sides[literal.arguments[0]] = (
                    "you" if self._after.get(literal.arguments[1], 0) % 2 == 0 else "the opponent"
                )
        for one, other in (literal.arguments for literal in self._body if literal.relation == "other_side"):
            for known, unknown in ((one, other), (other, one)):
                if known in sides:
                    sides.setdefault(unknown, "the opponent" if sides[known] == "you" else "you")
        return sides

    def _side(self, name: str) -> str:
        return self._sides.get(name, f"one side{self._mark(name)}")

    def _whose(self, name: str) -> str:
        return {"you": "yours", "the opponent": "the opponent's"}.get(
            self._sides.get(name, ""), f"one side{self._mark(name)}"
        )

    def _mark(self, name: str) -> str:
        """Return " or the other" for the second of two sides that are neither "you" nor "the opponent"."""
        unnamed = [
            literal.arguments[_SIDES[literal.relation]]
            for literal in self._body
            if literal.relation in _SIDES and literal.arguments[_SIDES[literal.relation]] not in self._sides
        ]
        return "" if not unnamed or unnamed[0] == name else " or the other"

    def _kind(self, name: str) -> str:
        slides = any(literal == Literal("sliding_piece", (name,)) for literal in self._body)
        return "bishop, rook or queen" if slides else "piece"

    def _square(self, name: str) -> str:
        if name == self._origin:
            return "the square it leaves"
        if name == self._target:
            return "the square it goes to"
        piece = self._name(name)
        return f"that of {piece}" if piece else f"square {name.removeprefix('Square')}"
