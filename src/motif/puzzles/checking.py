"""Check the puzzles of a file by two solvers that share no code, and wins of material by an engine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from motif.engines.evaluator import Evaluator
from motif.engines.limits import PUZZLE_CHECK_LIMIT
from motif.errors import BadFile, MotifError
from motif.puzzles.composition import doubts
from motif.puzzles.diagram import Diagram
from motif.puzzles.puzzle import PUZZLES, Goal, Origin, Puzzle, Stipulation, load_puzzles
from motif.puzzles.quality import unreachable_reasons
from motif.puzzles.solutions import puzzle_of, solve_within
from motif.puzzles.verify import MOST_SELFMATE_HELPMATE_MOVES, find_mates, objections
from motif.runtime.files import read_text

_MATE_IN = re.compile(r"\bdm (\d+);|#(\d+)\s*$")


@dataclass(frozen=True, slots=True)
class Claim:
    """A file's claim that a position is a puzzle with this stipulation; `puzzle` has the solution if the file does."""

    place: str
    position: str
    stipulation: Stipulation
    puzzle: Puzzle | None = None

    @property
    def is_win(self) -> bool:
        """Whether the puzzle wins material, which no solver proves."""
        return self.stipulation.goal is Goal.WIN

    def problems(self, engine: Evaluator | None, *, only_core: bool, any_position: bool) -> list[str]:
        """Return what is wrong with the puzzle; `engine` says whether material is won."""
        if self.puzzle and engine and self.is_win:
            found = doubts(self.puzzle, engine, PUZZLE_CHECK_LIMIT)
        else:
            found = self._disproofs(only_core)
        return found if any_position else found + self._illegalities()

    def _disproofs(self, only_core: bool) -> list[str]:
        wanted, puzzle = self.stipulation, self.puzzle
        try:
            solution = solve_within(self.position, wanted)
        except MotifError as error:
            return [str(error)]
        if solution.length is None:
            return [f"the core: no {wanted}"]
        problems = []
        if solution.length < wanted.moves:
            problems.append(f"the core: it can be done in {solution.length}")
        if len(solution.keys) > 1:
            problems.append(f"the core: {len(solution.keys)} keys, {', '.join(key.line.san for key in solution.keys)}")
        if puzzle is not None and solution.keys and puzzle.key not in {key.line.move.uci() for key in solution.keys}:
            problems.append(f"the core: the key is {solution.keys[0].line.san}, not {puzzle.key}")
        if only_core or (wanted.goal is not Goal.MATE and wanted.moves > MOST_SELFMATE_HELPMATE_MOVES):
            return problems
        problems += [f"the second solver: {problem}" for problem in objections(puzzle or puzzle_of(solution))]
        is_plain_mate = puzzle is None and wanted.goal is Goal.MATE
        if is_plain_mate and len(find_mates(self.position, wanted.moves).keys) != len(solution.keys):
            problems.append("the two solvers disagree about the keys")
        return problems

    def _illegalities(self) -> list[str]:
        """Say why no game leads to the position; positions from games are not checked."""
        if self.puzzle is not None and self.puzzle.provenance.origin is Origin.MINED:
            return []
        try:
            return [f"no game leads there: {why}" for why in unreachable_reasons(self.position)]
        except (MotifError, ValueError):
            return []


def read_claims(file: Path, moves: int) -> list[Claim]:
    """Read the puzzles of a file, or the positions of a plain one: a mate in `moves` if a line names no number."""
    claims = list(_claims(file, moves))
    # A file without any position is not a puzzle file, but perhaps a report, table or library.
    if not any(_is_position(claim.position) for claim in claims):
        raise BadFile(f"{file}: there is nothing to check, as no line is a position", hint="write one FEN per line")
    return claims


def _claims(file: Path, moves: int) -> Iterator[Claim]:
    text = read_text(file)
    if text.startswith(PUZZLES.header):
        for number, puzzle in enumerate(load_puzzles(file), start=1):
            yield Claim(f"puzzle {number}", puzzle.position, puzzle.stipulation, puzzle)
        return
    if text.lstrip("\ufeff \n").startswith("["):
        raise BadFile(f"{file} holds games as PGN, not positions", hint="find puzzles in games with motif puzzles mine")
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        stipulation = _MATE_IN.search(line)
        # Python refuses to read numbers with thousands of digits; nine digits are more than any mate needs.
        length = int((stipulation[1] or stipulation[2])[:9]) if stipulation else moves
        yield Claim(f"line {number}", _position(line), Stipulation(Goal.MATE, length))


def _position(line: str) -> str:
    fields = line.split()[:6]
    counters = [field for field in fields[4:6] if field.isdigit()]
    return " ".join([*fields[:4], *(counters if len(counters) == 2 else ["0", "1"])]) if len(fields) >= 4 else line


def _is_position(text: str) -> bool:
    try:
        Diagram.parse(text)
    except MotifError:
        return False
    return True
