"""Compare our test of tactical rules with SWI-Prolog: the same rules, the same facts, the same rows.

A row is a position with one legal move. The positions come from the games that ship, so no other file is needed.
There are four measurements:
1. All rules with up to three conditions and five variables, as in the paper, on 10,000 positions: rules tested per
   second on one core. Rules that the search skipped (a shorter one was dead, or another covers the same rows) do not
   count.
2. The rules kept in the first measurement, counted alone and all at once: the cost of a rule worth counting.
3. The same on 1,000 positions, then 200 of the kept rules, chosen by a seed, in SWI-Prolog. Prolog has the same facts
   in memory, indexed; it gets the conditions of each rule in the order that leaves it the least work and looks for the
   first solution of each row. Both programs must cover the same rows. The headline is Prolog's time divided by ours
   for these 200 rules, with the conditions in memory on our side too. Another row gives the time per rule within the
   whole search, which tests rules by the hundred thousand and lets them share parts.
4. 100,000 rules on 100,000 positions, with two threads in a separate process: time and peak memory. The memory is
   VmHWM; getrusage would include the memory of the parent process.
"""

from __future__ import annotations

import os

os.environ.setdefault("RAYON_NUM_THREADS", "1")  # before the core starts its threads

import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from harness import best_of, report, sized

from motif._core.board import Positions
from motif._core.tactics import RuleTester, rule_relations
from motif.board.games import read_games
from motif.runtime.files import SAMPLE_GAMES
from motif.statistics.examples import Evidence, Reference
from motif.tactics.coverage import CoreLiteral, CoreRule, Numbers
from motif.tactics.learning.bias import Limits, find_bias
from motif.tactics.learning.levels import Learner, Search

POSITIONS = sized(10_000, 20)
PROLOG_POSITIONS = sized(1_000, 10)
PROLOG_RULES = sized(200, 5)
MANY = sized(100_000, 200)
LITERALS = sized(3, 1)
SEED = 4


def evidence_of_games(count: int) -> Evidence:
    """Positions of the shipped games with the moves that were played there."""
    evidence = Evidence.of_games(islice(read_games(SAMPLE_GAMES), sized(10**6, 5)), per_game=40, from_move=6, seed=SEED)
    chosen = np.sort(np.random.default_rng(SEED).permutation(len(evidence))[:count])
    return evidence.take(chosen)


def whole_space(evidence: Evidence) -> tuple[Learner, list[Numbers]]:
    """The search through the whole space, and the rules it kept."""
    bias = replace(find_bias("full"), limits=Limits(clauses=1, variables=5, literals=LITERALS))
    search = Search(support=1, floor=0.0, exhaustive=LITERALS, most_kept=10**7)
    learner = Learner(evidence, bias, search, Reference.PLAYED)
    learner.run()
    return learner, learner.found()[0]


def many_positions() -> Positions:
    """Return positions of the shipped games, and positions that are one legal move away from them."""
    played = Positions.concatenate(game.positions() for game in islice(read_games(SAMPLE_GAMES), sized(10**6, 2)))
    neighbours = played.successors()
    chosen = np.sort(np.random.default_rng(SEED).permutation(len(neighbours))[: MANY - len(played)])
    return played + neighbours.take(chosen)


def test_many(file: Path) -> None:
    """Test the rules of a file on many positions and print time and memory; runs in a separate process."""
    rules = [[(name, tuple(squares)) for name, squares in rule] for rule in json.loads(file.read_text())]
    begin, begin_work = time.perf_counter(), time.process_time()
    tester = RuleTester(many_positions())
    counts, _ = tester.test(rules)
    print(
        json.dumps(
            {
                "rows": len(tester),
                "rules": len(rules),
                "suggestions": int(counts[:, 0].sum()),
                "seconds": time.perf_counter() - begin,
                "processor seconds": time.process_time() - begin_work,
                "megabytes": most_memory(),
            }
        )
    )


def most_memory() -> float:
    """Return the peak memory of this process in megabytes."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def word(name: str) -> str:
    """Return the name of a relation as a Prolog atom."""
    return "f_" + name.replace(" ", "_")


def facts_text(tester: RuleTester, rules: list[CoreRule]) -> Iterator[str]:
    """Write the ground facts of every relation that the rules use.

    Facts about the board before the move are written once for each position; facts about the move alone name the row
    and no square.
    """
    counts = np.diff(tester.offsets)
    position = np.repeat(np.arange(len(counts)), counts)
    first = set(tester.offsets[:-1].tolist())
    codes = tester.codes.tolist()
    for row, code in enumerate(codes):
        yield f"row({row},{position[row]},{code & 63},{code >> 6 & 63})."
    for name in sorted({name for rule in rules for name, _ in rule}):
        of_row, of_move = is_of_row(name), is_of_move(name)
        facts = tester.facts(name).tolist()
        if not facts:
            yield f":- dynamic {word(name)}/{1 if of_move else 1 + dict(rule_relations())[name]}."
        for row, *places in facts:
            if of_row or row in first:
                key = row if of_row else int(position[row])
                yield f"{word(name)}({','.join(map(str, (key, *([] if of_move else places))))})."


def is_of_row(name: str) -> bool:
    """Return whether a relation is about the move or the board after it, rather than the board before it."""
    return name.endswith(" next") or name in ("new_attack", "discovers") or is_of_move(name)


def is_of_move(name: str) -> bool:
    """Return whether a relation is about the move as a whole, so that its facts need no squares."""
    about_two = ("attacks", "defends", "threatens", "pins", "only_defender", "worth_more", "new_attack", "discovers")
    return dict(rule_relations())[name] in (0, 2) and name.removesuffix(" next") not in about_two


def clause(number: int, rule: CoreRule) -> str:
    """Write a rule as a clause that holds for a row; different pieces are on different squares.

    The conditions are in the order that leaves Prolog the least work: first those whose squares are known, then the one
    with the fewest pieces to choose from. Two pieces are compared as soon as both are chosen.
    """
    terms = {0: "From", 1: "To"}
    parts, waiting = [], list(rule)
    while waiting:
        name, squares = min(waiting, key=lambda literal: cost(literal, terms))
        waiting.remove((name, squares))
        new = [square for square in dict.fromkeys(squares) if square not in terms]
        terms |= {square: f"X{square}" for square in new}
        key = "Row" if is_of_row(name) else "Position"
        arguments = [key] if is_of_move(name) else [key, *(terms[square] for square in squares)]
        parts.append(f"{word(name)}({', '.join(arguments)})")
        for square in new:
            others = (other for other in terms if other < square)
            parts += [f"{terms[square]} \\== {terms[other]}" for other in others]
    body = ", ".join(parts)
    known = [term if term in body else f"_{term}" for term in ("Position", "From", "To")]
    return f"rule({number}, Row) :- row(Row, {', '.join(known)}), {body}."


def cost(literal: CoreLiteral, known: dict[int, str]) -> tuple[int, int]:
    """How much work a condition leaves: the squares to find, and how many known ones narrow them down."""
    _, squares = literal
    return sum(square not in known for square in squares), -sum(square in known for square in squares)


PROGRAM = """
% The first solution of every row, for every rule.
:- initialization(main, main).

main :-
    % All indexes are built before the clock starts.
    forall((between(1, {rules}, Number), between(0, 99, Row)), ignore(once(rule(Number, Row)))),
    statistics(cputime, Begin),
    findall(Number-Rows, (
        between(1, {rules}, Number),
        findall(Row, (between(0, {last}, Row), once(rule(Number, Row))), Rows)
    ), Found),
    statistics(cputime, End),
    Time is End - Begin,
    format("seconds ~w~n", [Time]),
    forall(member(Number-Rows, Found), format("~w ~w~n", [Number, Rows])).
"""


def prolog(tester: RuleTester, rules: list[CoreRule]) -> tuple[list[list[int]], float]:
    """Return the rows that SWI-Prolog finds for each rule, and its processor time."""
    program = shutil.which("swipl")
    if program is None:
        raise SystemExit("this benchmark needs SWI-Prolog (swipl)")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rules.pl"
        clauses = [clause(number, rule) for number, rule in enumerate(rules, start=1)]
        main = PROGRAM.replace("{rules}", str(len(rules))).replace("{last}", str(len(tester) - 1))
        file.write_text("\n".join([*facts_text(tester, rules), *clauses, main]) + "\n")
        command = [program, "--stack-limit=4g", str(file)]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    seconds = float(lines[0].removeprefix("seconds "))
    return [json.loads(line.partition(" ")[2]) for line in lines[1:]], seconds


def main() -> None:
    """Measure, compare and write the report."""
    evidence = evidence_of_games(POSITIONS)
    learner, kept = whole_space(evidence)
    drawn = Random(SEED).sample(kept, min(MANY, len(kept)))
    rows = [
        row_of_space(learner, len(evidence)),
        row_of_kept(evidence, [learner.conditions.core(rule) for rule in kept]),
    ]
    few = evidence.take(np.arange(PROLOG_POSITIONS))
    searched, found_there = whole_space(few)
    rows.append(row_of_space(searched, len(few)))
    some = [searched.conditions.core(rule) for rule in Random(SEED).sample(found_there, PROLOG_RULES)]
    tester = RuleTester(few.positions, None, few.captured_on)
    _, first = best_of(1, lambda: tester.test(some))
    _, alone = best_of(5, lambda: tester.test(some))
    found, theirs = prolog(tester, some)
    covered, starts = tester.covered(some)
    assert found == [covered[start:end].tolist() for start, end in pairwise(starts)], "SWI-Prolog and the core differ"
    rows.append(row("200 rules, SWI-Prolog", len(few), len(some), theirs, "identical answers"))
    rows.append(row("200 rules, ours", len(few), len(some), alone, f"best of 5; {theirs / alone:,.0f} times"))
    rows.append(row("the first time", len(few), len(some), first, f"nothing cached; {theirs / first:,.0f} times"))
    in_search = len(some) * searched.counter.seconds / searched.state.tested
    rows.append(row("200 of the search", len(few), len(some), in_search, f"a mean; {theirs / in_search:,.0f} times"))
    rows.append(in_separate_process([learner.conditions.core(rule) for rule in drawn]))
    report("rules", theirs / alone, rows)


def row_of_space(learner: Learner, positions: int) -> dict[str, Any]:
    """Return the row about the search through the whole space."""
    state, seconds = learner.state, learner.counter.seconds
    words = f"{state.tested / seconds:,.0f} rules/s; {state.kept:,} kept, {os.getloadavg()[0]:.1f} load"
    return row("whole space", positions, state.tested, seconds, words)


def row_of_kept(evidence: Evidence, kept: list[CoreRule]) -> dict[str, Any]:
    """Return the row about counting all kept rules alone."""
    tester = RuleTester(evidence.positions, evidence.played, evidence.captured_on)
    begin = time.process_time()
    tester.test(kept)
    seconds = time.process_time() - begin
    words = f"{len(kept) / seconds:,.0f} rules/s, {os.getloadavg()[0]:.1f} load"
    return row("kept rules alone", len(evidence), len(kept), seconds, words)


def in_separate_process(rules: list[CoreRule]) -> dict[str, Any]:
    """Return the row about the largest run, on two threads in a separate process."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rules.json"
        file.write_text(json.dumps(rules))
        command = [sys.executable, __file__, str(file), *sized([], ["--small"])]
        environment = {**os.environ, "RAYON_NUM_THREADS": "2"}
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    result = json.loads(done.stdout)
    words = f"{result['seconds']:.0f} s on the clock, {result['megabytes']:,.0f} MB, {os.getloadavg()[0]:.1f} load"
    return row("two threads", MANY, result["rules"], result["processor seconds"], words)


def row(what: str, positions: int, rules: int, seconds: float, remark: str) -> dict[str, Any]:
    """Return a row of the table."""
    return {"what": what, "positions": positions, "rules": rules, "processor seconds": seconds, "remark": remark}


if __name__ == "__main__":
    if len(sys.argv) > 1:
        test_many(Path(sys.argv[1]))
    else:
        main()
