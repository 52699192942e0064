"""Make a program that mates a bare king with the rook against every defence: an ordered list of rules, from the tables.

    python experiments/endgames-paper/sure_mates.py FILE

A rule is a conjunction of conditions on the board after one's own move, and the first rule that some move fulfils
decides. A position is *done* if some move leads to a mate or to a rule of the list so far. A new rule may be appended
if every board it would choose, from a position that is not done, leaves only replies to done positions: so each move
leads to a stronger rule than the last, and the game cannot go in circles. The rule that makes most positions done is
appended, until all are. Then rules are removed, in an order drawn from seeds, as long as every won position is still
mated against every reply.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

from motif.endgames.games import GameRules
from motif.endgames.program import Program, Tree, ValueKind, find_program, terminals

sys.path.append(str(Path(__file__).parent))
from mating import MATE, BareKing, MatingPlay, bare_king

Marks = npt.NDArray[np.bool_]
Rule = tuple[Tree, ...]

BEAM = 15
WIDTH = 40
LONGEST = 6
CONSTANT = {"IsMate", "ValueMyPiecesAttacking"}
"""Mate comes before the rules; against a bare king the value of attacking pieces only says whether it is check."""


def conditions(endgame: BareKing) -> tuple[list[Tree], Marks]:
    """Return every comparison of a terminal with a number that varies between boards, and where it holds."""
    trees, rows = [], []
    for terminal in terminals(extras=True):
        is_truth = terminal.gives is ValueKind.BOOLEAN
        tree = Tree.of("If3", terminal.name, 1.0, 0.0) if is_truth else Tree(terminal.name)
        values = GameRules().compile(Program(tree, Tree(0.0), Tree(0.0))).evaluate(endgame.boards, endgame.before)
        steps = np.unique(values)
        if terminal.name in CONSTANT or len(steps) < 2:
            continue
        if is_truth:
            trees += [Tree(terminal.name), Tree.of("Not", terminal.name)]
            rows += [values > 0, values == 0]
            continue
        for step in steps[1:]:
            trees += [
                Tree.of("Smaller", float(step) - 1, terminal.name),
                Tree.of("Smaller", terminal.name, float(step)),
            ]
            rows += [values >= step, values < step]
    return trees, np.array(rows)


def grown(endgame: BareKing) -> list[Rule]:
    """Return the list of rules after which every position is done."""
    trees, holds = conditions(endgame)
    position = np.repeat(np.arange(endgame.positions), np.diff(endgame.offsets))
    done = np.zeros(endgame.positions, np.bool_)
    done[position[(endgame.reply == MATE)[endgame.moves]]] = True
    rules: list[Rule] = []
    while not done.all():
        open_moves = ~done[position]
        asked = np.bincount(endgame.moves[open_moves], minlength=len(endgame.reply))
        safe = np.zeros(len(endgame.reply), np.bool_)
        safe[endgame.defended] = np.minimum.reduceat(done[endgame.replies], endgame.replies_begin)
        good, bad = np.flatnonzero((asked > 0) & safe), np.flatnonzero((asked > 0) & ~safe)
        chosen = _best_rule(
            holds[:, good].astype(np.float32) * asked[good].astype(np.float32), holds[:, bad].astype(np.float32)
        )
        boards = holds[list(chosen)].all(axis=0) & safe
        done[position[boards[endgame.moves] & open_moves]] = True
        rules.append(tuple(trees[place] for place in chosen))
        print(len(rules), int(done.sum()), *rules[-1], flush=True)
    return rules


def _best_rule(good: npt.NDArray[np.float32], bad: npt.NDArray[np.float32]) -> tuple[int, ...]:
    """Return the conjunction that holds on most good boards, weighted, and on no bad one; by a beam over its length."""
    beam: list[tuple[int, ...]] = [()]
    best: tuple[float, tuple[int, ...]] | None = None
    for length in range(LONGEST):
        found: dict[frozenset[int], tuple[float, float, tuple[int, ...]]] = {}
        for rule in beam:
            gain = good[:, (good[list(rule)] > 0).all(axis=0)].sum(axis=1)
            harm = bad[:, (bad[list(rule)] > 0).all(axis=0)].sum(axis=1)
            for place in np.argsort(-(gain / (1 + 2 * harm)))[:WIDTH].tolist():
                if place not in rule and gain[place] > 0:
                    longer = (*rule, place)
                    found.setdefault(frozenset(longer), (float(gain[place]), float(harm[place]), longer))
        beam = []
        for gained, harmed, rule in sorted(found.values(), key=lambda each: -each[0] / (1 + 2 * each[1])):
            if harmed:
                beam.append(rule)
            elif best is None or gained * (1 - 0.03 * len(rule)) > best[0]:
                best = gained * (1 - 0.03 * len(rule)), rule
            if len(beam) == BEAM:
                break
        if best and length > 2:
            break
    if best is None:
        raise SystemExit("no further rule keeps out of circles")
    return best[1]


def pruned(rules: list[Rule], endgame: BareKing, seed: int) -> list[Rule]:
    """Return the list without the rules that no mate needs, tried in an order drawn from the seed."""
    order = list(range(len(rules)))
    Random(seed).shuffle(order)
    kept = set(order)
    for place in order:
        fewer = [rules[other] for other in sorted(kept - {place})]
        if np.isfinite(MatingPlay.of(GameRules().compile(program_of(fewer)), endgame).sure_lengths()).all():
            kept.remove(place)
    return [rules[place] for place in sorted(kept)]


def program_of(rules: list[Rule]) -> Program:
    """Return the list for the rook, and for the queen the chain of `bare-king`, which mates against every defence."""
    tree = Tree(-1000.0)
    for place, rule in enumerate(reversed(rules), start=1):
        tree = Tree.of("If3", _all_of(rule), float(place), tree)
    chain = find_program("bare-king").advantage.arguments[2]
    return Program(
        Tree.of("If3", "MyKingProxRook", Tree.of("If3", "IsMate", 1000.0, tree), chain), Tree(0.0), Tree(0.0)
    )


def _all_of(rule: Rule) -> Tree:
    parts = list(dict.fromkeys(rule))
    while len(parts) > 3:
        parts = [Tree.of("And3", *parts[:3]), *parts[3:]]
    return parts[0] if len(parts) == 1 else Tree.of(f"And{len(parts)}", *parts)


def main() -> None:
    """Grow the list, prune it twice and save the program."""
    endgame = bare_king("KRK")
    rules = grown(endgame)
    for seed in (1, 2):
        rules = pruned(rules, endgame, seed)
        print(f"{len(rules)} rules are left")
    program_of(rules).save(Path(sys.argv[1]), "For KRK and KQK: mates against every defence, as the tables prove.")


if __name__ == "__main__":
    main()
