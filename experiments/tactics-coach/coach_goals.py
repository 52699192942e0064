"""Measure the coach's library on players and puzzles that were used neither for learning nor for selection.

    .venv/bin/python experiments/tactics-coach/coach_goals.py FOLDER --puzzles FILE [--library FILE]

FOLDER has test.csv and, where every move was evaluated, judged.csv, written by coach_evidence.py. Tied moves share a
hit: if a list leaves several moves, each gets an equal part; if it says nothing, all legal moves do.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import chess
import numpy as np
from coach_checks import Checked, check

from motif.statistics.examples import (
    Evidence,
    Reference,
    Rows,
    ThemedPuzzle,
    read_evidence,
    read_puzzles,
    rows_of_moves,
)
from motif.statistics.intervals import Mean, Share, fisher_exact
from motif.statistics.metrics import LARGEST_VALUE_CP, Mask
from motif.tactics.adviser import TacticsAdviser, suggestions
from motif.tactics.learning.candidates import shorter_rules
from motif.tactics.learning.lists import ALIKE, CALCULATION
from motif.tactics.learning.pipeline import MOTIFS_OF_THEMES, puzzles_by_motif
from motif.tactics.learning.voters import likeness
from motif.tactics.library import TacticsLibrary, elected, narrowed, read_of, votes_of
from motif.tactics.rule import Coverage, Rule

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result

LOST = 200
"""A move that loses this many centipawns is a blunder."""

HUMAN = 0.3
"""The weight of a human move compared with a best move, when the value of a rule is measured."""

TINY = 1e-12
"""Sums with a smaller difference are equal; they were only added in another order."""

REASONS_LOOKED_AT = 1_000


def main() -> None:
    """Read the command line, measure and write result.json."""
    options = read_options(
        __doc__, {"folder": Path}, puzzles={"type": Path, "required": True}, library=Path,
        most=(400, "puzzles of a theme"),
    )  # fmt: skip
    library = TacticsLibrary.read(options.library) if options.library else TacticsLibrary.shipped()
    test = read_evidence(options.folder / "test.csv")
    result: dict[str, Any] = {
        "engine": test.engine,
        "library": about(library),
        "policies": policies(library, test),
        "policies where there is a choice": policies(library, test.with_a_choice()),
        "rules": rules(library, test),
        "reasons": reasons(library, test),
        "puzzles": puzzles(library, options.puzzles, options.most),
    }
    if (options.folder / "judged.csv").exists():
        result["judged"] = policies(library, read_evidence(options.folder / "judged.csv"))
    write_result(Path(__file__).with_name("result.json"), result, show=True)


def about(library: TacticsLibrary) -> dict[str, Any]:
    """Return the size of the library."""
    words = [len(tactic.sentence().split()) for tactic in library.tactics if not _calculates(tactic.rule)]
    return {"rules": len(words), "most words": max(words), "median of words": median(words)}


def policies(library: TacticsLibrary, evidence: Evidence) -> dict[str, Any]:
    """Return the results of the list, its knowledge alone, its calculation alone, and the votes of the same rules."""
    coverage = Coverage.of(evidence, library.vocabulary)
    covered, offsets = coverage.rows(library.rules), coverage.offsets
    is_calculation = [_calculates(rule) for rule in library.rules]
    knowledge = [rows for rows, calculates in zip(covered, is_calculation, strict=True) if not calculates]
    calculation = coverage.rows([CALCULATION])
    votes = votes_of(library)
    left = {
        "with the calculation": narrowed(read_of(library, covered), offsets),
        "knowledge alone": narrowed(knowledge, offsets),
        "the calculation alone": narrowed(calculation, offsets),
        "random": np.ones(int(offsets[-1]), np.bool_),
    }
    if votes is not None:
        left["by vote"] = elected(covered, votes, offsets)
    return {name: achieved(evidence, mask) for name, mask in left.items()}


def achieved(evidence: Evidence, left: Mask) -> dict[str, Any]:
    """Return how often the moves that are left are right; tied moves share a hit."""
    best, human = matches(evidence, left)
    legal = evidence.positions.legal_moves()
    speaks = np.add.reduceat(left.astype(np.int64), legal.offsets[:-1]) > 0
    found = {
        "coverage": Share.of(speaks, evidence.games).to_json(),
        "best": Mean.of(best, evidence.games).to_json(),
        "human": Mean.of(human, evidence.games).to_json(),
    }
    if evidence.values is not None:
        capped = np.clip(evidence.values, -LARGEST_VALUE_CP, LARGEST_VALUE_CP).astype(np.float64)
        counts = np.diff(legal.offsets)
        loss = np.repeat(np.maximum.reduceat(capped, legal.offsets[:-1]), counts) - capped
        chances = shared(left, legal.offsets)
        for name, numbers in (("regret", loss), ("blunders", (loss >= LOST).astype(np.float64))):
            found[name] = Mean.of(np.add.reduceat(chances * numbers, legal.offsets[:-1]), evidence.games).to_json()
    return found


def shared(left: Mask, offsets: Rows) -> np.ndarray:
    """Return the probability of each row: equal for all moves left in a position, for all legal moves if none is."""
    counts = np.diff(offsets)
    number = np.add.reduceat(left.astype(np.int64), offsets[:-1])
    is_left = left | np.repeat(number == 0, counts)
    return np.asarray(is_left / np.repeat(np.where(number == 0, counts, number), counts))


def matches(evidence: Evidence, left: Mask) -> tuple[np.ndarray, np.ndarray]:
    """Return for each position the probability of the best move and of the played one."""
    legal = evidence.positions.legal_moves()
    chances = shared(left, legal.offsets)
    references = (evidence.moves(Reference.BEST), evidence.played)
    best, human = (chances[rows_of_moves(legal, codes)] for codes in references)
    return best, human


def rules(library: TacticsLibrary, test: Evidence) -> dict[str, Any]:
    """Return whether every rule earns its place, every condition is needed, and no two rules are nearly the same."""
    coverage = Coverage.of(test, library.vocabulary)
    covered, offsets = coverage.rows(library.rules), coverage.offsets
    is_best = test.targets({Reference.BEST: 1.0}) > 0

    def worth(some: Sequence[Rows]) -> float:
        best, human = matches(test, narrowed(some, offsets))
        return float((best + HUMAN * human).mean())

    is_known = [not _calculates(rule) for rule in library.rules]

    def earning(is_used: Sequence[bool]) -> dict[int, float]:
        """Return how much the list of these rules loses without each of them."""
        used = [place for place, uses in enumerate(is_used) if uses]
        whole = worth([covered[place] for place in used])
        return {
            place: whole - worth([covered[other] for other in used if other != place])
            for place in used
            if is_known[place]
        }

    read, alone = earning(library.is_read), earning(is_known)
    # Rules that the calculation replaces are only read in the knowledge alone, so they must earn their place there.
    where_read = alone | read
    both = {place: read.get(place, 0.0) + gain for place, gain in alone.items()}
    conditions, needless = 0, []
    for place in alone:
        tactic = library.tactics[place]
        for shorter in shorter_rules(tactic.rule):
            conditions += 1
            (wider,) = coverage.rows([shorter])
            excluded = np.setdiff1d(wider, covered[place], assume_unique=True)
            kept = is_best[covered[place]]
            if fisher_exact(int(kept.sum()), len(kept), int(is_best[excluded].sum()), len(excluded)) > 0.05:
                needless.append(f"{tactic.sentence()} / {shorter.sentence()}")

    def earned(gains: dict[int, float]) -> dict[str, Any]:
        return _earning(
            len(gains), [library.tactics[place].sentence() for place, gain in gains.items() if gain <= TINY]
        )

    alike = [
        f"{library.tactics[one].name} and {library.tactics[two].name}"
        for one in range(len(covered))
        for two in range(one)
        if likeness(covered[one], covered[two]) > ALIKE
    ]
    return {
        "earn their place where they are read": earned(where_read),
        "earn it with the calculation": earned(read),
        "earn it in the knowledge alone": earned(alone),
        "earn it in the mean of both": earned(both),
        "conditions not needed": {
            **Share.of(np.arange(conditions) < len(needless)).to_json(),
            "these": needless,
        },
        "alike": alike,
    }


def _earning(number: int, idle: Sequence[str]) -> dict[str, Any]:
    share = Share.of(np.arange(number) >= len(idle))
    return {**share.to_json(), "not": list(idle)}


def reasons(library: TacticsLibrary, test: Evidence) -> dict[str, Any]:
    """Return how often each rule gives the reason, and whether the reasons name pieces and are true."""
    adviser = TacticsAdviser(library, count=1)
    speakers: Counter[str] = Counter()
    checked: list[Checked] = []
    boards = list(test.positions.take(np.arange(min(REASONS_LOOKED_AT, len(test)))))
    for board in boards:
        found = suggestions(library, board)
        if found:
            speakers[found[0].tactics[0].name] += 1
            checked.append(check(board, adviser.advice(board, found[0].move, found)))
    common = sum(number for _, number in speakers.most_common(6))
    return {
        "positions": len(boards),
        "the six commonest speak": Share.of(np.arange(len(checked)) < common).to_json(),
        "name a piece and a square": Share.of(np.array([each.names_piece for each in checked])).to_json(),
        "name one beyond the move's squares": Share.of(np.array([each.names_another for each in checked])).to_json(),
        "statements that were checked": sum(each.statements for each in checked),
        "statements that are false": [text for each in checked for text in each.false],
        "speakers": dict(speakers.most_common()),
    }


def puzzles(library: TacticsLibrary, path: Path, most: int) -> dict[str, Any]:
    """Return for each theme how often the first advice solves the puzzle, and also names its motif."""
    adviser = TacticsAdviser(library, count=1)
    return {
        theme: solved(adviser, theme, found)
        for theme, found in puzzles_by_motif(read_puzzles(path), most, is_apart=True).items()
    }


def solved(adviser: TacticsAdviser, theme: str, found: Sequence[ThemedPuzzle]) -> dict[str, Any]:
    """Return how often the first advice is right, and right with the motif's name."""
    right, named = [], []
    for puzzle in found:
        advice = adviser.advise(puzzle.start)
        is_right = bool(advice) and solves(puzzle.start, advice[0].move, puzzle.solution)
        right.append(is_right)
        named.append(is_right and any(_word(name) in advice[0].because.english for name in MOTIFS_OF_THEMES[theme]))
    return {
        "right": Share.of(np.array(right)).to_json(),
        "right and named": Share.of(np.array(named)).to_json(),
    }


def solves(board: chess.Board, move: chess.Move, solution: chess.Move) -> bool:
    """Return whether a move is the solution; every mate counts, as on Lichess."""
    after = board.copy(stack=False)
    after.push(move)
    return move == solution or after.is_checkmate()


def _word(motif: str) -> str:
    """Return the word that names a motif in a reason: a relative pin is a pin, and a mate in one a mate."""
    return {"relative pin": "pin", "mate in 1": "mate", "overloaded defender": "defender"}.get(motif, motif)


def _calculates(rule: Rule) -> bool:
    return rule.body == CALCULATION.body


if __name__ == "__main__":
    main()
