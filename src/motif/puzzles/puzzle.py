"""Define a puzzle (position, goal, full solution, origin), and write and read it as text.

    position: 1K2/1P2/kpp1/rqr1 w - - 0 1
    goal: mate in 2
    solution: b4a4[c1d1[b3b4n]]
    themes: underpromotion, zugzwang
    difficulty: 4.0 = 3.0 legal moves, 1.0 quiet key
    origin: composed; seed=1

In the solution, the brackets after a move hold the answers to it: every defence against a solver's move, and every move
that still reaches the goal after a defence. A file of puzzles is a sequence of such blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import chess

from motif.board.drawing import Drawing, card
from motif.errors import BadFile, BadPosition, IllegalMove, MotifError
from motif.motifs.catalogue import MOTIFS, most_specific
from motif.motifs.motif import Line
from motif.puzzles.diagram import Diagram, read_move
from motif.runtime.files import Format

OLD_NAMES = {"smothered": "smothered mate", "back rank": "back rank mate", "epaulette": "epaulette mate"}
"""Names of motifs in older files and recipes, with the current names."""


def theme_name(word: str) -> str:
    """Return the current name of a theme, given that name or an older one.

    >>> theme_name("back rank"), theme_name("king key")
    ('back rank mate', 'king key')
    """
    return OLD_NAMES.get(word, word)


def to_lichess(themes: Iterable[str]) -> list[str]:
    """Translate themes to Lichess's names; leave out themes that Lichess does not have.

    >>> to_lichess(["smothered mate", "model mate", "king fork"])
    ['smotheredMate', 'fork']
    """
    known = (MOTIFS[theme].theme for theme in themes if theme in MOTIFS)
    return list(dict.fromkeys(name for name in known if name))


def from_lichess(names: Iterable[str], line: Line) -> tuple[str, ...]:
    """Translate Lichess's themes to motifs, and leave out names that are not motifs.

    If several motifs share a Lichess name, choose those that the line shows, or else the first.
    """
    themes: list[str] = []
    for name in names:
        motifs = [motif for motif in MOTIFS.values() if motif.theme == name]
        shown = [motif.name for motif in motifs if motif.shown(line)]
        themes += shown or [motif.name for motif in motifs[:1]]
    return most_specific(themes)


PUZZLES = Format("puzzles", 1)


class Goal(StrEnum):
    """The aim of the side to move."""

    MATE = "mate"
    SELFMATE = "selfmate"
    HELPMATE = "helpmate"
    WIN = "win"

    @property
    def symbol(self) -> str:
        """The abbreviation problemists use: #, s#, h#; and + for a win of material."""
        return {Goal.MATE: "#", Goal.SELFMATE: "s#", Goal.HELPMATE: "h#", Goal.WIN: "+"}[self]


@dataclass(frozen=True, slots=True)
class Stipulation:
    """The goal, and the number of moves in which the side to move must reach it.

    >>> Stipulation.parse("mate in 2")
    Stipulation(goal=<Goal.MATE: 'mate'>, moves=2)
    >>> Stipulation(Goal.HELPMATE, 3).symbol, str(Stipulation(Goal.WIN, 1))
    ('h#3', 'win in 1')
    """

    goal: Goal
    moves: int

    @classmethod
    def parse(cls, text: str) -> Stipulation:
        """Read `mate in 2`."""
        match = re.fullmatch(r"(mate|selfmate|helpmate|win) in ([1-9]\d?)", text.strip())
        if not match:
            raise BadFile(
                f"cannot read the goal {text!r}", hint="write mate in 2, selfmate in 3, helpmate in 2, win in 1"
            )
        return cls(Goal(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.goal} in {self.moves}"

    @property
    def symbol(self) -> str:
        """The short form: #2, s#2, h#2, +1."""
        return f"{self.goal.symbol}{self.moves}"


@dataclass(frozen=True, slots=True)
class Branch:
    """A move and every answer to it.

    >>> tree = Branch.parse_all("h1h7[g8h7[f5h5] g8f8[h7h8 f5f7]]")
    >>> [answer.move for answer in tree[0].answers]
    ['g8h7', 'g8f8']
    >>> " ".join(map(str, tree))
    'h1h7[g8h7[f5h5] g8f8[h7h8 f5f7]]'
    """

    move: str
    answers: tuple[Branch, ...] = ()

    def __str__(self) -> str:
        return self.move + (f"[{' '.join(map(str, self.answers))}]" if self.answers else "")

    @classmethod
    def along(cls, line: Sequence[chess.Move]) -> tuple[Branch, ...]:
        """Return the solution tree of a single line."""
        return (cls(line[0].uci(), cls.along(line[1:])),) if line else ()

    @classmethod
    def parse_all(cls, text: str) -> tuple[Branch, ...]:
        """Read a solution tree from its text."""
        words = re.findall(r"[a-h][1-8][a-h][1-8][qrbn]?|[\[\]]|\S", text)
        branches, rest = cls._read(words)
        if rest:
            raise BadFile(f"cannot read the solution {text[:60]!r}: a closing bracket was never opened")
        return branches

    @classmethod
    def _read(cls, words: list[str]) -> tuple[tuple[Branch, ...], list[str]]:
        branches: list[Branch] = []
        while words and words[0] != "]":
            move, *words = words
            try:
                read_move(move)
            except BadPosition as error:
                raise BadFile(f"cannot read the solution: expected a move, found {move!r}", error.hint) from None
            answers: tuple[Branch, ...] = ()
            if words and words[0] == "[":
                answers, words = cls._read(words[1:])
                if not words:
                    raise BadFile(f"cannot read the solution: the bracket after {move} is never closed")
                words = words[1:]
            branches.append(cls(move, answers))
        return tuple(branches), words

    def lines(self) -> Iterator[tuple[str, ...]]:
        """Yield every line of play from this move to the end."""
        if not self.answers:
            yield (self.move,)
        for answer in self.answers:
            for line in answer.lines():
                yield (self.move, *line)


@dataclass(frozen=True, slots=True)
class Difficulty:
    """An estimate of the difficulty, as named parts and their sum.

    >>> estimate = Difficulty.parse("4.2 = 3.2 legal moves, 1.0 quiet key")
    >>> estimate.total, str(estimate)
    (4.2, '4.2 = 3.2 legal moves, 1.0 quiet key')
    """

    parts: tuple[tuple[str, float], ...] = ()

    @classmethod
    def of(cls, parts: Iterable[tuple[str, float]]) -> Difficulty:
        """Round the parts to tenths and leave out those that add nothing."""
        return cls(tuple((name, rounded) for name, worth in parts if (rounded := round(worth, 1))))

    @classmethod
    def parse(cls, text: str) -> Difficulty:
        """Read `4.2 = 3.2 legal moves, 1.0 quiet key`; the total may be missing."""
        parts = []
        for part in filter(None, (part.strip() for part in text.rpartition("=")[2].split(","))):
            worth, _, name = part.partition(" ")
            try:
                parts.append((name or "in all", float(worth)))
            except ValueError:
                raise BadFile(f"cannot read the difficulty {part!r}", hint="write 1.5 quiet key") from None
        return cls(tuple(parts))

    def __str__(self) -> str:
        return f"{self.total:.1f} = {', '.join(f'{worth:.1f} {name}' for name, worth in self.parts)}"

    @property
    def total(self) -> float:
        return round(sum(worth for _, worth in self.parts), 1)


class Origin(StrEnum):
    """How a puzzle was made."""

    COMPOSED = "composed"
    MINED = "mined"
    GIVEN = "given"


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a puzzle comes from, with the details to reproduce it: a seed, or a game and a ply.

    >>> str(Provenance.of(Origin.MINED, game="https://lichess.org/abcdefgh", ply=31))
    'mined; game=https://lichess.org/abcdefgh; ply=31'
    """

    origin: Origin = Origin.GIVEN
    details: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, origin: Origin, **details: object) -> Provenance:
        """Return an origin with its details; semicolons separate details, so any within a detail become commas."""
        return cls(
            origin, tuple((name, " ".join(str(value).replace(";", ",").split())) for name, value in details.items())
        )

    @classmethod
    def parse(cls, text: str) -> Provenance:
        """Read `composed; seed=7; number=3`."""
        origin, *details = (part.strip() for part in text.split(";"))
        try:
            known = Origin(origin)
        except ValueError:
            raise BadFile(f"cannot read the origin {origin!r}", hint=f"write {', '.join(Origin)}") from None
        pairs = [detail.partition("=") for detail in details]
        if bad := next((name for name, equals, _ in pairs if not equals), None):
            raise BadFile(f"cannot read {bad!r} in the origin", hint="write name=value")
        return cls(known, tuple((name, value) for name, _, value in pairs))

    def detail(self, name: str) -> str | None:
        """Return the detail with this name, such as `white` or `played`; None if there is none."""
        return dict(self.details).get(name)

    def __str__(self) -> str:
        return "; ".join([self.origin, *(f"{name}={value}" for name, value in self.details)])


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with its goal and complete solution.

    >>> puzzle = Puzzle("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", Stipulation(Goal.MATE, 1), (Branch("d1d8"),))
    >>> Puzzle.parse(str(puzzle)) == puzzle
    True
    >>> print(puzzle.line_text())
    1. Rd8#
    """

    position: str
    stipulation: Stipulation
    solution: tuple[Branch, ...]
    themes: tuple[str, ...] = ()
    difficulty: Difficulty = Difficulty()
    provenance: Provenance = Provenance()

    def __post_init__(self) -> None:
        # Normalise the FEN, so that equal positions have equal texts.
        object.__setattr__(self, "position", str(Diagram.parse(self.position)))

    def __str__(self) -> str:
        return self.text()

    def text(self, parts: bool = True) -> str:
        """Return the puzzle as a block of text; with `parts=False`, the difficulty is written as its total only."""
        solution = " ".join(map(str, self.solution))
        lines = [f"position: {self.position}", f"goal: {self.stipulation}", f"solution: {solution}"]
        if self.themes:
            lines.append(f"themes: {', '.join(self.themes)}")
        if self.difficulty.parts:
            lines.append(f"difficulty: {self.difficulty if parts else f'{self.difficulty.total:.1f}'}")
        return "\n".join([*lines, f"origin: {self.provenance}"])

    @classmethod
    def parse(cls, text: str) -> Puzzle:
        """Read a puzzle from its text and replay every line of its solution."""
        fields: dict[str, str] = {}
        for line in filter(str.strip, text.splitlines()):
            name, colon, value = line.partition(":")
            if not colon or name.strip() not in _FIELDS:
                hint = f"begin the line with {', '.join(_FIELDS)}"
                raise BadFile(f"cannot read the line {line[:60]!r} of a puzzle", hint=hint)
            fields[name.strip()] = value.strip()
        if missing := [name for name in _FIELDS[:3] if name not in fields]:
            raise BadFile(f"a puzzle has no {missing[0]}: {text.strip()[:60]!r}")
        puzzle = cls(
            fields["position"],
            Stipulation.parse(fields["goal"]),
            Branch.parse_all(fields["solution"]),
            tuple(theme_name(theme) for word in fields.get("themes", "").split(",") if (theme := word.strip())),
            Difficulty.parse(fields.get("difficulty", "")),
            Provenance.parse(fields.get("origin", Origin.GIVEN)),
        )
        puzzle.replay()
        return puzzle

    def replay(self) -> None:
        """Play every line of the solution; raise IllegalMove at a move that is not legal."""
        if self.diagram.is_full_size:
            _replay(self.board(), self.solution)
        else:
            for whole_line in self.lines():
                self.notation(whole_line)

    @property
    def diagram(self) -> Diagram:
        return Diagram.parse(self.position)

    @property
    def key(self) -> str:
        """The first move of the solution in UCI notation."""
        return self.solution[0].move

    @property
    def main_line(self) -> tuple[str, ...]:
        """The first line of the solution: the key, the first defence, the first answer to that defence …"""
        return next(self.solution[0].lines())

    def lines(self) -> Iterator[tuple[str, ...]]:
        """Yield every line of the solution from the first move to the end."""
        for branch in self.solution:
            yield from branch.lines()

    def board(self) -> chess.Board:
        """Return the position as a python-chess board; raise BadPosition if the board is smaller than 8x8."""
        if not self.diagram.is_full_size:
            raise BadPosition(f"not a position on an 8x8 board: {self.position}")
        return chess.Board(self.position)

    def notation(self, line: Iterable[str]) -> list[str]:
        """Return the moves of a line in SAN, or as `Kb4-a4` on boards smaller than 8x8."""
        if self.diagram.is_full_size:
            return _san(self.board(), line)
        diagram, written = self.diagram, []
        moves = tuple(line)
        for move in moves:
            origin, target, _ = read_move(move)
            mover = diagram.pieces.get(origin)
            if mover is None or mover.isupper() != diagram.white_to_move or target not in diagram.squares:
                raise IllegalMove(f"illegal move {move} in {diagram}")
            written.append(diagram.long_notation(move))
            diagram = diagram.play(move)
        if self.stipulation.goal is not Goal.WIN and self._is_whole(moves):
            written[-1] += "#"
        return written

    def _is_whole(self, line: tuple[str, ...]) -> bool:
        branches = self.solution
        for move in line:
            branches = next((branch.answers for branch in branches if branch.move == move), ())
        return bool(line) and not branches

    def line_text(self) -> str:
        """Return the main line with move numbers: `1. Qg8+ Rxg8 2. Nf7#`."""
        return numbered(self.notation(self.main_line), self.diagram.white_to_move)

    def _repr_html_(self) -> str:
        side = "White" if self.diagram.white_to_move else "Black"
        is_full_size = self.diagram.is_full_size
        drawing = Drawing(self.position, flipped=side == "Black") if is_full_size else None
        return card(
            f"{side} to move: {self.stipulation}",
            ", ".join(self.themes),
            f"Solution: {self.line_text()}",
            drawing=drawing,
            text="" if is_full_size else self.diagram.unicode_board(),
        )


_FIELDS = ("position", "goal", "solution", "themes", "difficulty", "origin")


def numbered(moves: Iterable[str], white_begins: bool, number: int = 1) -> str:
    """Write moves with their numbers, as in a game score."""
    parts = []
    white = white_begins
    for index, move in enumerate(moves):
        if white:
            parts.append(f"{number}. {move}")
        else:
            parts.append(f"{number}... {move}" if index == 0 else move)
            number += 1
        white = not white
    return " ".join(parts)


def save_puzzles(puzzles: Iterable[Puzzle], path: Path) -> None:
    """Write puzzles to a file, atomically."""
    PUZZLES.write(path, (f"{puzzle}\n" for puzzle in puzzles))


def load_puzzles(path: Path) -> list[Puzzle]:
    """Read a file that `save_puzzles` wrote; an error names the line where the unreadable puzzle begins."""
    blocks: list[tuple[int, list[str]]] = []
    for number, line in PUZZLES.read(path):
        if line.startswith("position:"):
            blocks.append((number, []))
        elif not blocks:
            PUZZLES.refuse(path, number, f"expected 'position: …', found {line[:40]!r}")
        blocks[-1][1].append(line)
    puzzles = []
    for number, lines in blocks:
        try:
            puzzles.append(Puzzle.parse("\n".join(lines)))
        except MotifError as error:
            PUZZLES.refuse(path, number, f"the puzzle that begins here is not valid: {error}", error.hint)
    return puzzles


def _san(board: chess.Board, line: Iterable[str]) -> list[str]:
    return [board.san_and_push(_legal_move(board, text)) for text in line]


def _replay(board: chess.Board, branches: Iterable[Branch]) -> None:
    for branch in branches:
        board.push(_legal_move(board, branch.move))
        _replay(board, branch.answers)
        board.pop()


def _legal_move(board: chess.Board, text: str) -> chess.Move:
    try:
        move = chess.Move.from_uci(text)
    except chess.InvalidMoveError:
        raise IllegalMove(f"{text!r} is not a move; write moves like e2e4 or e7e8q") from None
    if not board.is_legal(move):
        raise IllegalMove(f"illegal move {text} in {board.fen()}")
    return move
