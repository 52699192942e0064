"""Evolve a program that mates a bare king from every won position of KRK and KQK, measured by the tables.

    python experiments/endgames-paper/bare_kings.py FOLDER ENDGAME SEED ROUNDS [every]
    python experiments/endgames-paper/bare_kings.py FOLDER join

The script evolves a chain of preferences, "first this, among equals that", which becomes a tree of `Then`. One parent
has one child at a time, with a preference added, removed, exchanged or moved; the child is kept if its fitness is no
lower. If nothing better came for a while, a new random parent starts. Above the chain are three rules that need no
search: mate, no stalemate, nothing left hanging. With `every` a position counts as mated only if every defence fails,
otherwise if the longest does. `join` puts both champions into one program that asks whether there is a rook.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import numpy as np

from motif.endgames.games import GameRules
from motif.endgames.program import Program, Tree, ValueKind, parse_tree, terminals
from motif.runtime.files import write_atomically

sys.path.append(str(Path(__file__).parent))
from mating import BARE_KINGS, MatingPlay, bare_king, mating_fitness

Chain = tuple[str, ...]

RULED = {"IsMate", "IsStalemate", "MyPieceCannotBeCaptured"}
LONGEST = 8
PATIENCE = 80
COST = 0.0005
"""The gain that an additional preference must bring."""


def preferences(endgame: str) -> list[str]:
    """Return every terminal that varies between boards here, and the negations of Boolean ones."""
    every = bare_king(endgame)
    found = []
    for terminal in terminals(extras=True):
        tree = _chain_tree((terminal.name,))
        values = GameRules().compile(_program(tree)).evaluate(every.boards, every.before)
        if len(np.unique(values)) > 1 and terminal.name not in RULED:
            found.append(terminal.name)
            if terminal.gives is ValueKind.BOOLEAN:
                found.append(f"not {terminal.name}")
    return found


def evolve_chain(endgame: str, seed: int, rounds: int, every_defence: bool) -> Chain:
    """Return the best chain found."""
    rng, choices = Random(seed), preferences(endgame)

    def fitness(chain: Chain) -> float:
        return mating_fitness(chain_program(chain), endgame, every_defence) - COST * len(chain)

    def newcomer() -> Chain:
        return tuple(rng.sample(choices, rng.randint(2, 5)))

    parent = newcomer()
    worth, champion, most, idle = fitness(parent), parent, 0.0, 0
    for number in range(rounds):
        child = _child(parent, choices, rng)
        value = fitness(child)
        idle = 0 if value > worth else idle + 1
        if value >= worth:
            parent, worth = child, value
        if worth > most:
            champion, most = parent, worth
            print(endgame, number, f"{most:.4f}", json.dumps(quality(chain_program(champion), endgame)), champion)
            sys.stdout.flush()
        if idle > PATIENCE:
            parent, idle = newcomer(), 0
            worth = fitness(parent)
    return champion


def _child(parent: Chain, choices: list[str], rng: Random) -> Chain:
    child, chance = list(parent), rng.random()
    if chance < 0.4 and len(child) < LONGEST:
        child.insert(rng.randint(0, len(child)), rng.choice(choices))
    elif chance < 0.5 and len(child) > 1:
        child.pop(rng.randrange(len(child)))
    elif chance < 0.8:
        child[rng.randrange(len(child))] = rng.choice(choices)
    elif len(child) > 1:
        one, two = rng.sample(range(len(child)), 2)
        child[one], child[two] = child[two], child[one]
    return tuple(child)


def chain_program(chain: Chain) -> Program:
    """Return the program that follows a chain of preferences once it is ahead."""
    rules = "(If3 IsMate 1000 (If3 (Or2 IsStalemate (Not MyPieceCannotBeCaptured)) -1000 {}))"
    return _program(parse_tree(rules.format(_chain_tree(chain))))


def _chain_tree(chain: Chain) -> Tree:
    first, *rest = chain
    name = first.removeprefix("not ")
    kind = next(terminal.gives for terminal in terminals(extras=True) if terminal.name == name)
    yes, no = (0.0, 1.0) if first != name else (1.0, 0.0)
    tree = Tree.of("If3", name, yes, no) if kind is ValueKind.BOOLEAN else Tree(name)
    return Tree.of("Then", tree, _chain_tree(tuple(rest))) if rest else tree


def _program(tree: Tree) -> Program:
    return Program(tree, Tree(0.0), Tree(0.0))


def quality(program: Program, endgame: str) -> dict[str, float]:
    """Count the positions mated with any choice among equal moves, against the longest and against every defence."""
    every = bare_king(endgame)
    play = MatingPlay.of(GameRules().compile(program), every)
    result: dict[str, float] = {"positions up to symmetry": every.positions}
    for name, found in (("the longest", play.lengths()), ("every", play.sure_lengths())):
        mated = np.isfinite(found)
        result[f"mated against {name} defence"] = int(mated.sum())
        if mated.any():
            result[f"times the best length against {name} defence"] = round(
                float(found[mated].mean() / every.best[mated].mean()), 3
            )
    return result


def main() -> None:
    """Evolve one chain, or join both."""
    folder = Path(sys.argv[1])
    if sys.argv[2] != "join":
        endgame, seed, rounds = sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
        every_defence = "every" in sys.argv[5:]
        chain = evolve_chain(endgame, seed, rounds, every_defence)
        fitness = mating_fitness(chain_program(chain), endgame, every_defence)
        defence = "every" if every_defence else "the longest"
        record = {"endgame": endgame, "seed": seed, "rounds": rounds, "defence": defence}
        record |= {"chain": chain, "fitness": fitness}
        record["quality"] = quality(chain_program(chain), endgame)
        write_atomically(folder / f"bare_kings-{endgame}-{seed}.json", json.dumps(record, indent=1) + "\n")
        return
    trees = {}
    for endgame in BARE_KINGS:
        records = [json.loads(path.read_text()) for path in sorted(folder.glob(f"bare_kings-{endgame}-*.json"))]
        best = max(records, key=lambda record: record["fitness"])
        trees[endgame] = chain_program(tuple(best["chain"])).advantage
    program = _program(Tree.of("If3", "MyKingProxRook", *trees.values()))
    measured = {endgame: quality(program, endgame) for endgame in BARE_KINGS}
    program.save(folder / "bare_kings.program", json.dumps(measured))
    print(json.dumps(measured))


if __name__ == "__main__":
    main()
