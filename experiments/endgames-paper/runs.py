"""Make the runs behind Figures 1 and 2: evolve a population, choose its champion, and measure it on fresh games.

    python experiments/endgames-paper/runs.py FILE KIND RUNS [NAME …]

Kinds of run, for each endgame and for the mixture:
- `peers`: programs play each other with the paper's numbers; `paper`: the same without our elite, memory and operators.
- `master`: programs play the Master; `taught`: the first generation also contains the Master.
- `cases`: from nothing, by cases and polishing; `keeper`: from the ancestors that the shipped record names, with won
  starts as cases, words that the paper does not have, and at most 25 symbols a tree.
- `climbed`: the champion of `cases`, improved by small changes that games decide.
- `ahead` and `drilled` look two plies further: from a taught champion, and from a shorter handmade program.

Every tenth generation, and every one in the short runs by cases, the best program plays 150 games against the Master.
The champion is chosen in the hall of fame on one set of games and measured on another. Each run is a line of the file;
existing runs are not repeated, and an interrupted run continues from its checkpoint in the same folder.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from records import MIXED, add_record, read_records

from motif.endgames.games import PAPER_ENDGAMES, GameRules, Points, Score, match
from motif.endgames.learning.cases import won_starts
from motif.endgames.learning.climbing import ClimbProgress, ClimbSettings, climb
from motif.endgames.learning.evolution import EvolutionSettings, evolve
from motif.endgames.learning.fitness import PAPER_BREEDING, BreedingSettings, CaseSettings, FitnessSettings
from motif.endgames.program import SHIPPED, Program, find_program
from motif.endgames.simplification import simplify
from motif.endgames.trees import parse_tree
from motif.runtime.parallel import seed_of

# A draw is worth little, as in the paper: otherwise the first program that never loses and never wins takes over.
POINTS = Points(win=1.0, advantage=0.75, draw=0.35, disadvantage=0.1, loss=0.0)
# Strong selection on few programs with many games each: all play the Master from the same starts with the same random
# numbers, and nearly every offspring is a mutant of one of the best.
MASTER_FITNESS = FitnessSettings(peers=0, games=0, master_games=60, memory=0, points=POINTS)
STRICT = BreedingSettings(
    reproduction=0.0, crossover=0.25, tournament=12, elite=2, rules=0.5, most_symbols=120, most_symbols_when_behind=60
)
# Programs that look further need more time, so there are fewer of them and fewer generations.
AHEAD = GameRules(plies=3, material=100.0)
LOOKING_AHEAD = ("ahead", "drilled")
FAR = replace(STRICT, tournament=8, elite=6)
# Advice for a player who looks ahead: nothing hanging, no exchange, check where the king is far from its pieces and has
# little room. Tactics are left to the search; ahead and behind, the Master's trees decide.
MASTER = find_program("master")
DRILL = replace(
    MASTER,
    even=parse_tree(
        "(If3 IsMateInOne -1000 (If3 MyPieceCannotBeCaptured (If3 NumMyPiecesNotAttacked"
        " (If3 IsOppKingInCheck (If3 IsOppKingProtectingPiece 0 NumNotMovesOppKing) -1) -500) -900))"
    ),
)
# Few programs and few generations, each with new cases: the first by search, then by games of the best so far; nearly
# all of the search improves single trees.
CASE_FITNESS = FitnessSettings(
    peers=0,
    games=0,
    master_games=60,
    memory=0,
    cases=CaseSettings(),
)
KINDS: dict[str, dict[str, Any]] = {
    "master": {"population": 60, "generations": 40, "fitness": MASTER_FITNESS, "breeding": STRICT},
    "taught": {
        "population": 60,
        "generations": 40,
        "fitness": FitnessSettings(peers=0, games=0, master_games=100, memory=0),
        "breeding": STRICT,
        "ancestors": (str(MASTER),),
    },
    "ahead": {
        "population": 40,
        "generations": 20,
        "fitness": FitnessSettings(peers=0, games=0, master_games=80, memory=0),
        "breeding": STRICT,
        "rules": AHEAD,
    },
    "drilled": {
        "population": 30,
        "generations": 12,
        "fitness": FitnessSettings(peers=0, games=0, master_games=160, memory=0, points=POINTS),
        "breeding": FAR,
        "rules": AHEAD,
        "ancestors": (str(DRILL),),
    },
    "cases": {"population": 20, "generations": 7, "fitness": CASE_FITNESS, "breeding": STRICT, "migrants": 0},
    "keeper": {
        "population": 20,
        "generations": 4,
        "fitness": replace(
            CASE_FITNESS,
            cases=CaseSettings(won=400, positions=300, rounds=3, polish=1500, searched=0, trial_games=200),
        ),
        "breeding": replace(STRICT, extras=True, most_symbols=25, most_symbols_when_behind=25),
        "migrants": 0,
    },
    "peers": {"fitness": FitnessSettings(points=POINTS)},
    "paper": {"fitness": FitnessSettings(points=POINTS, memory=0), "breeding": PAPER_BREEDING},
}
CLIMB_TRIALS = 8000
CURVE_GAMES = 150
CANDIDATES = 12
CHOICE_GAMES = 300
WON_STARTS, ENOUGH_WON = 400, 0.93
"""Of programs that keep this value of the won starts, the score against the Master decides."""
FRESH_GAMES = 2000


def main() -> None:
    """Make the missing runs."""
    path, kind, runs = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    names = sys.argv[4:] or [*PAPER_ENDGAMES, MIXED]
    for seed in range(1, runs + 1):
        for name in names:
            if f"{kind}-{name}-{seed}" not in read_records(path):
                run = (climbed if kind == "climbed" else one_run)(kind, name, seed, path)
                print(add_record(path, run), flush=True)


def settings_of(kind: str, name: str, path: Path) -> EvolutionSettings:
    """Return the settings of a kind of run for an endgame or the mixture."""
    settings = EvolutionSettings(PAPER_ENDGAMES if name == MIXED else (name,), **KINDS[kind])
    if kind == "keeper":
        return replace(settings, ancestors=tuple(json.loads((SHIPPED / f"{name}.json").read_text())["ancestors"]))
    if kind != "ahead":
        return settings
    return replace(settings, ancestors=(read_records(path)[f"taught-{name}-1"]["champion"],))


def one_run(kind: str, name: str, seed: int, path: Path) -> dict[str, Any]:
    """Evolve, choose and measure."""
    settings = settings_of(kind, name, path)
    endgames = settings.endgames
    began, curve = time.process_time(), []
    *_, run = evolve(settings, seed, checkpoint=checkpoint_of(path, kind, name, seed))
    for generation in run.history:
        number = generation.number
        if number % 10 == 0 or number in (1, 5) or settings.generations < 20:
            curve_seed = seed_of(seed, "curve", number)
            score = against_master(generation.best, endgames, CURVE_GAMES, curve_seed, settings.rules)
            curve.append({"generation": number} | score.to_json())
    candidates = run.hall_of_fame(CANDIDATES)
    choice_seed = seed_of(seed, "choice", kind, name)
    won = won_starts(endgames, WON_STARTS, choice_seed) if kind == "keeper" else None

    def worth(program: Program) -> float:
        kept = float(won.earned([settings.rules.compile(program)]).mean()) if won else 0.0
        score = against_master(program, endgames, CHOICE_GAMES, choice_seed, settings.rules).mean
        return 2 * min(ENOUGH_WON, kept) + score

    chosen = max(candidates, key=worth)
    fresh = seed_of(seed, "fresh", kind, name)
    return {
        "kind": kind,
        "endgames": list(endgames),
        "seed": seed,
        "population": settings.population,
        "generations": settings.generations,
        "games": sum(generation.games for generation in run.history),
        "curve": curve,
        "champion": str(chosen),
        "size": chosen.size,
        "against the Master": against_master(chosen, endgames, FRESH_GAMES, fresh).to_json(),
        "CPU seconds": round(time.process_time() - began, 1),
    }


def climbed(kind: str, name: str, seed: int, path: Path) -> dict[str, Any]:
    """Improve the champion of a run by small changes; measure it on games that decided nothing."""
    before = read_records(path)[f"cases-{name}-{seed}"]
    endgames = tuple(before["endgames"])
    began, curve = time.process_time(), []
    settings = ClimbSettings(endgames, CLIMB_TRIALS)
    first = Program.parse(before["champion"])
    now = ClimbProgress(first)
    for now in climb(first, settings, seed, checkpoint_of(path, kind, name, seed)):
        if now.trials % settings.renewed == 0:
            curve_seed = seed_of(seed, "climb curve", now.trials)
            score = against_master(now.program, endgames, CURVE_GAMES, curve_seed)
            curve.append({"trials": now.trials} | score.to_json())
    chosen = simplify(now.program)
    return {
        "kind": kind,
        "endgames": list(endgames),
        "seed": seed,
        "trials": now.trials,
        "changes that stayed": len(now.steps),
        "curve": curve,
        "champion": str(chosen),
        "size": chosen.size,
        "against the Master": against_master(
            chosen, endgames, FRESH_GAMES, seed_of(seed, "fresh", kind, name)
        ).to_json(),
        "CPU seconds": round(time.process_time() - began, 1),
    }


def checkpoint_of(path: Path, kind: str, name: str, seed: int) -> Path:
    """Return the checkpoint of an unfinished run, in the folder of the file."""
    return path.with_name(f"{kind}-{name}-{seed}.checkpoint")


def against_master(
    program: Program, endgames: tuple[str, ...], games: int, seed: int, rules: GameRules | None = None
) -> Score:
    """Return the score against the Master, who looks one ply ahead."""
    player = (rules or GameRules()).compile(program)
    return match(player, GameRules().compile(MASTER), endgames, games, seed)


if __name__ == "__main__":
    main()
