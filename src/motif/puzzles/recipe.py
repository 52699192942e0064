"""Define recipes for puzzles to compose (goal, themes, board, pieces, replies), and read them from text.

    goal: mate in 2
    themes: smothered mate, queen sacrifice
    board: 8x8
    white: 2-6 with Q
    black: 2-7
    replies: only

`rule:` lines hold a tactic in ASP (answer set programming), which the key must match.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

from motif.board.material import VALUES_BY_LETTER
from motif.errors import BadArgument
from motif.puzzles.diagram import PIECE_LETTERS
from motif.puzzles.puzzle import Goal, Stipulation
from motif.puzzles.quality import START_COUNTS, Duals, PlayAfterKey
from motif.puzzles.themes import Theme, find_theme

LONGEST_PROVABLE_MATE_MOVES = 8
"""The longest mate that the core's full-width search proves."""


@dataclass(frozen=True, slots=True)
class Criteria:
    """The criteria that the core tests for a mate in `moves`."""

    moves: int = 2
    key_may_check: bool = False
    key_may_capture: bool = False
    key_may_promote: bool = False
    may_start_in_check: bool = False
    every_piece_needed: bool = True
    last_move_exists: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.moves <= LONGEST_PROVABLE_MATE_MOVES:
            raise BadArgument(
                f"cannot ask for a mate in {self.moves} moves; choose 1 to {LONGEST_PROVABLE_MATE_MOVES} moves"
            )


SMALLEST_BOARD, LARGEST_BOARD = 4, 8
LONGEST_COMPOSED_MATE_MOVES = 4
"""The limit is low because each move adds two boards to the problem that clingo solves."""

MOST_PIECES_PER_SIDE = 16

SINGLE_LINE_THEMES = frozenset({"smothered mate", "back rank mate", "queen sacrifice", "epaulette mate", "switchback"})
"""Themes that leave Black hardly any choice, so varied play is not required with them."""


Choice = TypeVar("Choice", bound=StrEnum)


class Replies(StrEnum):
    """How many replies Black has after the key."""

    ANY = "any"
    ONLY = "only"
    SEVERAL = "several"

    def admits(self, count: int) -> bool:
        """Whether a finished puzzle may have this number of replies."""
        return count == 1 if self is Replies.ONLY else count >= 2 if self is Replies.SEVERAL else True

    @property
    def while_composing(self) -> tuple[int, int]:
        """The minimum and maximum number of replies in a skeleton: nearly forced lines are easiest to make sound."""
        return (2, 3) if self is Replies.SEVERAL else (1, 1)


@dataclass(frozen=True, slots=True)
class PieceCount:
    """Limits on one side's pieces: their number (with pawns and king), required and forbidden kinds, total value.

    >>> PieceCount.parse("2-6 with QN without P worth 3-12")
    PieceCount(fewest=2, most=6, needed='QN', never='P', worth=(3, 12))
    """

    fewest: int = 1
    most: int = 6
    needed: str = ""
    never: str = ""
    worth: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.fewest <= self.most:
            raise BadArgument(f"cannot have {self.fewest} to {self.most} pieces", hint="write 2-6, counting the king")
        if unknown := [sign for sign in self.needed + self.never if sign not in PIECE_LETTERS[1:]]:
            raise BadArgument(f"cannot require or forbid {unknown[0]!r}", hint="write Q, R, B, N or P")
        if len(self.needed) + 1 > self.most:
            raise BadArgument(f"{len(self.needed)} required pieces and the king are more than the {self.most} allowed")
        if clash := set(self.needed) & set(self.never):
            raise BadArgument(f"cannot both require and forbid {min(clash)!r}")
        for sign in set(self.needed):
            if (count := self.needed.count(sign)) > START_COUNTS[sign]:
                raise BadArgument(
                    f"cannot require {count} pieces of kind {sign!r}: a game starts with {START_COUNTS[sign]}"
                )

    @classmethod
    def parse(cls, text: str) -> PieceCount:
        """Read `2-6 with QN without P worth 3-12`."""
        match = re.fullmatch(
            r"([0-9]{1,2})(?:-([0-9]{1,2}))?(?: men)?(?: with (\w+))?(?: without (\w+))?"
            r"(?: worth ([0-9]{1,3})-([0-9]{1,3}))?",
            text.strip(),
        )
        if not match:
            raise BadArgument(f"cannot read the pieces {text!r}", hint="write 2-6 with QN without P worth 3-12")
        low, high, needed, never, least, greatest = match.groups()
        worth = (int(least), int(greatest)) if least else None
        return cls(int(low), int(high or low), needed or "", never or "", worth)

    def __str__(self) -> str:
        text = f"{self.fewest}-{self.most} men"
        text += f" with {self.needed}" if self.needed else ""
        text += f" without {self.never}" if self.never else ""
        return text + (f" worth {self.worth[0]}-{self.worth[1]}" if self.worth else "")

    def admits(self, signs: list[str]) -> bool:
        """Whether one side may have these pieces, given as capital letters with the king."""
        value = sum(VALUES_BY_LETTER[sign] for sign in signs)
        return (
            self.fewest <= len(signs) <= self.most
            and all(signs.count(sign) >= self.needed.count(sign) for sign in self.needed)
            and not set(signs) & set(self.never)
            and (self.worth is None or self.worth[0] <= value <= self.worth[1])
        )


@dataclass(frozen=True, slots=True)
class Recipe:
    """The requirements that a composed puzzle must fulfil.

    >>> from motif.puzzles.themes import THEMES
    >>> recipe = Recipe(themes=(THEMES["smothered mate"],), white=PieceCount(2, 5, needed="N"))
    >>> Recipe.parse(str(recipe)) == recipe
    True
    """

    stipulation: Stipulation = field(default_factory=lambda: Stipulation(Goal.MATE, 2))
    themes: tuple[Theme, ...] = ()
    board: tuple[int, int] = (8, 8)
    white: PieceCount = PieceCount(1, 6)
    black: PieceCount = PieceCount(1, 8)
    replies: Replies = Replies.ANY
    key_may: tuple[str, ...] = ()
    """Kinds of key that are allowed in addition to quiet moves: check, capture, promotion."""
    duals: Duals = Duals.FEW
    play: PlayAfterKey = PlayAfterKey.VARIED
    """How varied the play after the key must be; see `varied`."""
    game_like: bool = False
    """Whether the position must look like one from a game: White not far ahead, no far-advanced pawns."""
    promoted: bool = False
    """Whether promoted pieces are allowed: a third knight, two bishops on squares of one colour."""

    def __post_init__(self) -> None:
        goal, moves = self.stipulation.goal, self.stipulation.moves
        if goal not in (Goal.MATE, Goal.WIN):
            raise BadArgument(f"cannot compose a {goal}, only mates and wins of material")
        if not 1 <= moves <= LONGEST_COMPOSED_MATE_MOVES or (goal is Goal.WIN and moves != 1):
            raise BadArgument(
                f"cannot compose a {self.stipulation}",
                hint=f"choose mate in 1 to {LONGEST_COMPOSED_MATE_MOVES}, or win in 1",
            )
        if not all(SMALLEST_BOARD <= side <= LARGEST_BOARD for side in self.board):
            raise BadArgument(
                f"cannot compose on a board of {self.board[0]}x{self.board[1]} squares",
                hint=f"choose from {SMALLEST_BOARD}x{SMALLEST_BOARD} to {LARGEST_BOARD}x{LARGEST_BOARD}",
            )
        squares = self.board[0] * self.board[1]
        if (count := self.white.fewest + self.black.fewest) > squares:
            raise BadArgument(f"{count} pieces do not fit on {squares} squares")
        for side, pieces in (("White", self.white), ("Black", self.black)):
            if pieces.fewest > MOST_PIECES_PER_SIDE:
                raise BadArgument(
                    f"{side} can have at most {MOST_PIECES_PER_SIDE} pieces, not {pieces.fewest}",
                    hint=f"write a number up to {MOST_PIECES_PER_SIDE}",
                )
        if unknown := set(self.key_may) - {"check", "capture", "promotion"}:
            raise BadArgument(f"cannot allow the key {min(unknown)!r}", hint="write check, capture or promotion")

    @classmethod
    def parse(cls, text: str) -> Recipe:
        """Read a recipe from its text."""
        fields: dict[str, Any] = {}
        rules = []
        for line in filter(str.strip, text.splitlines()):
            name, _, value = line.partition(":")
            if name.strip() == "rule":
                rules.append(value.strip())
            elif name.strip() in _LINES:
                field_name, read = _LINES[name.strip()]
                fields[field_name] = read(value.strip())
            else:
                raise BadArgument(
                    f"cannot read the line {line[:60]!r} of a recipe",
                    hint=f"begin the line with {', '.join(_LINES)} or rule",
                )
        if rules:
            fields["themes"] = (*fields.get("themes", ()), Theme.from_asp("\n".join(rules)))
        return cls(**fields)

    def __str__(self) -> str:
        named = [theme.name for theme in self.themes if not theme.is_given]
        lines = [f"goal: {self.stipulation}"]
        lines += [f"themes: {', '.join(named)}"] if named else []
        lines += [f"board: {self.board[0]}x{self.board[1]}", f"white: {self.white}", f"black: {self.black}"]
        lines.append(f"replies: {self.replies}")
        lines += [f"key may: {', '.join(self.key_may)}"] if self.key_may else []
        lines += [f"duals: {self.duals}"] if self.duals is not Duals.FEW else []
        lines += [f"play: {self.play}"] if self.play is not PlayAfterKey.VARIED else []
        lines += ["game-like: yes"] if self.game_like else []
        lines += ["promoted: yes"] if self.promoted else []
        given = [theme for theme in self.themes if theme.is_given]
        lines += [f"rule: {line}" for theme in given for line in theme.rules.splitlines()]
        return "\n".join(lines)

    @property
    def key_may_check(self) -> bool:
        """Whether the key may give check; in a mate in one it has to."""
        return "check" in self.key_may or self.stipulation == Stipulation(Goal.MATE, 1)

    @property
    def varied(self) -> bool:
        """Whether the puzzle must have different mates and a try.

        This is required only of mates in two on the full board in which Black may have several replies, and not with
        themes that have hardly more than one line.
        """
        single = any(theme.is_given or theme.name in SINGLE_LINE_THEMES for theme in self.themes)
        two_mover = self.stipulation == Stipulation(Goal.MATE, 2) and self.board == (LARGEST_BOARD, LARGEST_BOARD)
        return self.play is not PlayAfterKey.ANY and two_mover and self.replies is not Replies.ONLY and not single

    @property
    def criteria(self) -> Criteria:
        """The criteria for the core to test."""
        return Criteria(
            moves=self.stipulation.moves,
            key_may_check=self.key_may_check,
            key_may_capture="capture" in self.key_may,
            key_may_promote="promotion" in self.key_may,
        )


def parse_board(text: str) -> tuple[int, int]:
    """Read `8x8`."""
    match = re.fullmatch(r"([0-9])x([0-9])", text.strip())
    if not match:
        raise BadArgument(f"cannot read the board {text!r}", hint="write 8x8, files first")
    return int(match[1]), int(match[2])


def _one_of(choices: type[Choice], text: str, name: str) -> Choice:
    try:
        return choices(text.strip())
    except ValueError:
        raise BadArgument(f"cannot read the {name} {text!r}", hint=f"write {', '.join(choices)}") from None


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise BadArgument(f"cannot read {text!r}", hint="write yes or no")
    return text == "yes"


_LINES: dict[str, tuple[str, Callable[[str], object]]] = {
    "goal": ("stipulation", Stipulation.parse),
    "themes": ("themes", lambda text: tuple(find_theme(name.strip()) for name in text.split(","))),
    "board": ("board", parse_board),
    "white": ("white", PieceCount.parse),
    "black": ("black", PieceCount.parse),
    "replies": ("replies", lambda text: _one_of(Replies, text, "replies")),
    "key may": ("key_may", lambda text: tuple(word.strip() for word in text.split(","))),
    "duals": ("duals", lambda text: _one_of(Duals, text, "duals")),
    "play": ("play", lambda text: _one_of(PlayAfterKey, text, "play")),
    "game-like": ("game_like", _yes),
    "promoted": ("promoted", _yes),
}
"""For each kind of line in a recipe's text: the field that it sets, and the function that reads its value."""
