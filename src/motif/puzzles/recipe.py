"""What is wanted of a puzzle: its goal, its men, its themes, its board, how many replies Black may have.

    goal: mate in 2
    themes: smothered mate, queen sacrifice
    board: 8x8
    white: 2-6 men with Q
    black: 2-7 men
    replies: only

A recipe is a value and its text reads back. `rule:` lines hold a tactic in ASP, of which the key must be an instance.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

from motif.board.material import VALUES_BY_SIGN
from motif.errors import BadArgument
from motif.puzzles.diagram import MEN
from motif.puzzles.puzzle import Goal, Stipulation
from motif.puzzles.quality import START_COUNTS, Duals, PlayAfterKey
from motif.puzzles.themes import Theme, find_theme

# What makes a mate a good puzzle, as hard criteria that full-width search can test.

LONGEST_MATE = 8
"""More moves than this are beyond full-width search."""


@dataclass(frozen=True, slots=True)
class Criteria:
    """What a composed mate in `moves` must fulfil; the core tests it (`judge`, `minimise`, `repair`).

    >>> Criteria(2, key_may_check=True).is_quiet
    False
    """

    moves: int = 2
    key_may_check: bool = False
    key_may_capture: bool = False
    key_may_promote: bool = False
    may_start_in_check: bool = False
    every_man_needed: bool = True
    last_move_exists: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.moves <= LONGEST_MATE:
            raise BadArgument(f"cannot ask for a mate in {self.moves}; between 1 and {LONGEST_MATE} moves are possible")

    @property
    def is_quiet(self) -> bool:
        """Whether the key may neither check nor capture nor promote."""
        return not (self.key_may_check or self.key_may_capture or self.key_may_promote)


SMALLEST_BOARD, LARGEST_BOARD = 4, 8
LONGEST = 4
"""The longest mate that is composed: each move adds two boards to what has to be solved."""

FULL_SIDE = 16

SINGLE_LINE = frozenset({"smothered mate", "back rank mate", "queen sacrifice", "epaulette mate", "switchback"})
"""Themes whose sacrifice or cage leaves Black hardly a choice; how rare varied play is with them is not measured."""


Word = TypeVar("Word", bound=StrEnum)


class Replies(StrEnum):
    """How many defences Black has after the key."""

    ANY = "any"
    ONLY = "only"
    SEVERAL = "several"

    def admits(self, count: int) -> bool:
        """Whether a finished puzzle with so many defences is what was asked for."""
        return count == 1 if self is Replies.ONLY else count >= 2 if self is Replies.SEVERAL else True

    @property
    def while_composing(self) -> tuple[int, int]:
        """The fewest and the most replies in the skeleton: what is nearly forced is easily made sound."""
        return (2, 3) if self is Replies.SEVERAL else (1, 1)


@dataclass(frozen=True, slots=True)
class PieceCount:
    """How many men one side has, king included, which kinds at least and which never, and their value together.

    >>> PieceCount.parse("2-6 men with QN without P worth 3-12")
    PieceCount(fewest=2, most=6, needed='QN', never='P', worth=(3, 12))
    >>> str(PieceCount(1, 5))
    '1-5 men'
    """

    fewest: int = 1
    most: int = 6
    needed: str = ""
    never: str = ""
    worth: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.fewest <= self.most:
            raise BadArgument(f"cannot have {self.fewest} to {self.most} men", hint="write e.g. 2-6; the king counts")
        if strange := [sign for sign in self.needed + self.never if sign not in MEN[1:]]:
            raise BadArgument(f"{strange[0]!r} is no kind of man that can be asked for", hint="write Q, R, B, N or P")
        if len(self.needed) + 1 > self.most:
            raise BadArgument(f"{len(self.needed)} men and the king are asked for, but only {self.most} are allowed")
        if clash := set(self.needed) & set(self.never):
            raise BadArgument(f"{min(clash)!r} is asked for and forbidden at once")
        for sign in set(self.needed):
            if self.needed.count(sign) > START_COUNTS[sign]:
                raise BadArgument(
                    f"{self.needed.count(sign)} men of the kind {sign!r} are more than a game begins with"
                )

    @classmethod
    def parse(cls, text: str) -> PieceCount:
        """Read `2-6 men with QN without P worth 3-12`."""
        match = re.fullmatch(
            r"([0-9]{1,2})(?:-([0-9]{1,2}))?(?: men)?(?: with (\w+))?(?: without (\w+))?"
            r"(?: worth ([0-9]{1,3})-([0-9]{1,3}))?",
            text.strip(),
        )
        if not match:
            raise BadArgument(f"cannot read the men {text!r}", hint="write 2-6 men with QN without P worth 3-12")
        low, high, needed, never, least, greatest = match.groups()
        worth = (int(least), int(greatest)) if least else None
        return cls(int(low), int(high or low), needed or "", never or "", worth)

    def __str__(self) -> str:
        words = [f"{self.fewest}-{self.most} men"]
        words += [f"with {self.needed}"] if self.needed else []
        words += [f"without {self.never}"] if self.never else []
        words += [f"worth {self.worth[0]}-{self.worth[1]}"] if self.worth else []
        return " ".join(words)

    def admits(self, signs: list[str]) -> bool:
        """Whether these men, in capitals and with their king, are such."""
        value = sum(VALUES_BY_SIGN[sign] for sign in signs)
        return (
            self.fewest <= len(signs) <= self.most
            and all(signs.count(sign) >= self.needed.count(sign) for sign in self.needed)
            and not set(signs) & set(self.never)
            and (self.worth is None or self.worth[0] <= value <= self.worth[1])
        )


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a composed puzzle must be.

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
    """What the key is allowed to be besides quiet: check, capture, promotion."""
    duals: Duals = Duals.FEW
    play: PlayAfterKey = PlayAfterKey.VARIED
    """What is asked of the play after the key; see `varied`."""
    game_like: bool = False
    """Whether White must not be far ahead, and pawns stand where pawns of a game do."""
    promoted: bool = False
    """Whether promoted men may stand on the board: a third knight, two bishops on one colour."""

    def __post_init__(self) -> None:
        goal, moves = self.stipulation.goal, self.stipulation.moves
        if goal not in (Goal.MATE, Goal.WIN):
            raise BadArgument(f"a {goal} cannot be composed yet, only mates and wins of material")
        if not 1 <= moves <= LONGEST or (goal is Goal.WIN and moves != 1):
            raise BadArgument(f"cannot compose a {self.stipulation}", hint=f"mate in 1 to {LONGEST}, or win in 1")
        if not all(SMALLEST_BOARD <= side <= LARGEST_BOARD for side in self.board):
            raise BadArgument(
                f"cannot compose on a board of {self.board[0]}x{self.board[1]} squares",
                hint=f"between {SMALLEST_BOARD}x{SMALLEST_BOARD} and {LARGEST_BOARD}x{LARGEST_BOARD}",
            )
        squares = self.board[0] * self.board[1]
        if (men := self.white.fewest + self.black.fewest) > squares:
            raise BadArgument(f"{men} men cannot stand on {squares} squares")
        for side, asked in (("White", self.white), ("Black", self.black)):
            if asked.fewest > FULL_SIDE:
                raise BadArgument(f"{side} never has more than {FULL_SIDE} men, {asked.fewest} are asked for")
        if strange := set(self.key_may) - {"check", "capture", "promotion"}:
            raise BadArgument(f"the key cannot be allowed {min(strange)!r}", hint="write check, capture or promotion")

    @classmethod
    def parse(cls, text: str) -> Recipe:
        """Read a recipe back from its text."""
        recipe, rules = cls(), []
        for line in filter(str.strip, text.splitlines()):
            name, _, value = line.partition(":")
            value = value.strip()
            match name.strip():
                case "goal":
                    recipe = replace(recipe, stipulation=Stipulation.parse(value))
                case "themes":
                    recipe = replace(recipe, themes=tuple(find_theme(word.strip()) for word in value.split(",")))
                case "board":
                    recipe = replace(recipe, board=parse_board(value))
                case "white":
                    recipe = replace(recipe, white=PieceCount.parse(value))
                case "black":
                    recipe = replace(recipe, black=PieceCount.parse(value))
                case "replies":
                    recipe = replace(recipe, replies=_one_of(Replies, value, "replies"))
                case "key may":
                    recipe = replace(recipe, key_may=tuple(word.strip() for word in value.split(",")))
                case "duals":
                    recipe = replace(recipe, duals=_one_of(Duals, value, "duals"))
                case "play":
                    recipe = replace(recipe, play=_one_of(PlayAfterKey, value, "play"))
                case "game-like":
                    recipe = replace(recipe, game_like=_yes(value))
                case "promoted":
                    recipe = replace(recipe, promoted=_yes(value))
                case "rule":
                    rules.append(value)
                case _:
                    raise BadArgument(
                        f"cannot read {line[:60]!r} of a recipe",
                        hint="its lines are goal, themes, board, white, black, replies, key may, duals, play, "
                        "game-like, promoted and rule",
                    )
        if rules:
            recipe = replace(recipe, themes=(*recipe.themes, Theme.from_asp("\n".join(rules))))
        return recipe

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
        """Whether the key may give check; one that mates must."""
        return "check" in self.key_may or self.stipulation == Stipulation(Goal.MATE, 1)

    @property
    def varied(self) -> bool:
        """Whether different mates and tries are asked for.

        Only of mates in two on the full board where Black may have several replies, and of no theme that lives by a
        single line.
        """
        single = any(theme.is_given or theme.name in SINGLE_LINE for theme in self.themes)
        two_mover = self.stipulation == Stipulation(Goal.MATE, 2) and self.board == (LARGEST_BOARD, LARGEST_BOARD)
        return self.play is not PlayAfterKey.ANY and two_mover and self.replies is not Replies.ONLY and not single

    @property
    def criteria(self) -> Criteria:
        """The hard criteria of a mate, for the core to test."""
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


def _one_of(words: type[Word], text: str, what: str) -> Word:
    try:
        return words(text.strip())
    except ValueError:
        raise BadArgument(f"cannot read the {what} {text!r}", hint=f"write {', '.join(words)}") from None


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise BadArgument(f"cannot read {text!r}", hint="write yes or no")
    return text == "yes"
