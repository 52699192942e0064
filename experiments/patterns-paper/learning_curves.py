"""Redraw the paper's Figures 15 to 17 from a real run: games against GNU Chess, snapshots, augmentation, filtering.

python learning_curves.py play FOLDER --games 25 --seed 101     the games to measure on, GNU Chess against itself
python learning_curves.py play FOLDER --games 50 --seed 202     the games for augmentation
python learning_curves.py learn FOLDER --games 100 --seed 1     continues where it stopped; --minutes ends it early
python learning_curves.py measure FOLDER                        figures.json
python learning_curves.py seeds FOLDER FOLDER …                 by_games.json: the curve by games, one folder per seed
python learning_curves.py compare FOLDER taught.txt …           central.json: files of patterns on 2,400 moves
python learning_curves.py draw                                  figure15.svg, figure16.svg, figure17.svg
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from motif.patterns.adviser import STEPS, Best
from motif.patterns.learning.habits import augment_habits, evidence_of, fitted, without_disproved
from motif.patterns.learning.measures import by_victim, curve, no_preference
from motif.patterns.learning.paper_library import PaperLibrary, read_library
from motif.patterns.learning.surprises import Lookaheads
from motif.patterns.learning.teacher_games import RecordedGame, TeachSettings, play_teachers
from motif.patterns.learning.teaching import teach
from motif.patterns.library import Floats
from motif.players.names import enter
from motif.runtime.files import save_figure, write_atomically
from motif.search.material import MaterialLook, material_values
from motif.statistics.examples import Evidence

HERE = Path(__file__).parent
TEACHER = "gnuchess,depth=4"
TEST, AUGMENTATION = 101, 202
EVERY = 10
THIRD = Best(share=1 / 3)
WANTED: list[Best] = [Best(1), Best(4), THIRD]
PROOF = 400
"""Positions of the games for augmentation in which promised material is checked."""

app = typer.Typer(add_completion=False)


@app.command()
def play(folder: Path, games: Annotated[int, typer.Option()], seed: Annotated[int, typer.Option()]) -> None:
    """Play games between two copies of the teacher."""
    traces = play_teachers(enter(TEACHER), games, TeachSettings(seed=seed))
    write_atomically(folder / f"teachers-{seed}.json", json.dumps([trace.to_json() for trace in traces]))


@app.command()
def learn(folder: Path, games: int = 100, seed: int = 1, minutes: float = 13.0) -> None:
    """Play against the teacher, with a snapshot every ten games."""
    begin = time.monotonic()
    eyes = Lookaheads(MaterialLook(1), MaterialLook(3))
    settings = TeachSettings(games=games, seed=seed)
    for stage in teach(enter(TEACHER), eyes, settings, checkpoint=folder / "learning.json"):
        if stage.games % EVERY == 0:
            stage.library.write(folder / f"patterns-{stage.games:03d}.txt")
        known = stage.library.knowledge
        typer.echo(f"{stage.games} games: {len(known.moves)} of material, {len(known.habits)} habits")
        if time.monotonic() - begin > 60 * minutes:
            break


@app.command()
def measure(folder: Path, sample: int = 400) -> None:
    """Measure each snapshot's size and the moves it keeps, before and after augmentation and next to other rankings."""
    test = _evidence(folder, TEST)
    few = test.take(np.sort(np.random.default_rng(0).permutation(len(test))[:sample]))
    teaching = [
        RecordedGame.from_json(value).teacher_moves() for value in _read(folder / f"teachers-{AUGMENTATION}.json")
    ]
    flat = [example for game in teaching for example in game]
    asked = np.sort(np.random.default_rng(1).permutation(len(flat))[:PROOF])
    boards = [flat[place][0] for place in asked]
    stages = []
    snapshots = sorted(folder.glob("patterns-*.txt"))
    for path in snapshots:
        library = PaperLibrary.read(path)
        augmented = augment_habits(library, flat)
        left = without_disproved(augmented, boards, MaterialLook(1))
        stages.append(
            _size(library)
            | {"kept": _kept(library, few), "augmented": _kept(augmented, few), "proved": _kept(left, few)}
            | {"left": len(left), "games": int(path.stem[-3:])}
        )
        typer.echo(json.dumps(stages[-1]))
    last = PaperLibrary.read(snapshots[-1])
    by_games = []
    for count in range(0, len(teaching) + 1, 25):
        some = [example for game in teaching[:count] for example in game]
        by_games.append({"games": count, "kept": _kept(augment_habits(last, some) if some else last, few)})
        typer.echo(json.dumps(by_games[-1]))
    taught = json.loads((folder / "learning.json").read_text())["state"]["traces"]
    games = [RecordedGame.from_json(trace).teacher_moves() for trace in taught] + teaching
    rankings = _rankings(augmented, left, games, few)
    curves = [curve(name, scores, few).to_json() for name, scores in rankings.items()]
    references = {name: _share(name, scores, few) for name, scores in _references(few).items()}
    found = {
        "teacher": TEACHER,
        "positions": {"stages": len(few), "curves": len(few)},
        "stages": stages,
        "augmentation": by_games,
        "references": references,
        "curves": curves,
    }
    write_atomically(HERE / "figures.json", json.dumps(found, indent=1) + "\n")


@app.command()
def seeds(folders: list[Path], sample: int = 2_400, augmented: bool = True) -> None:
    """Measure what the snapshots of several runs keep, by games; the first run's games serve all of them."""
    test = _evidence(folders[0], TEST)
    asked = test.take(np.sort(np.random.default_rng(0).permutation(len(test))[:sample]))
    flat = [
        example
        for value in _read(folders[0] / f"teachers-{AUGMENTATION}.json")
        for example in RecordedGame.from_json(value).teacher_moves()
    ]
    boards = [flat[place][0] for place in np.sort(np.random.default_rng(1).permutation(len(flat))[:PROOF])]
    stages = []
    for path in sorted(folders[0].glob("patterns-*.txt")):
        known = [PaperLibrary.read(folder / path.name) for folder in folders]
        runs = [_ways(one, flat, boards, asked) if augmented else {"kept": _kept(one, asked)} for one in known]
        ways = {name: _together([run[name] for run in runs]) for name in runs[0]}
        stages.append({"games": int(path.stem[-3:])} | ways)
        # Written each time, so that an interrupted run leaves its results.
        done = {"teacher": TEACHER, "positions": len(asked), "stages": stages}
        write_atomically(HERE / "by_games.json", json.dumps(done, indent=1) + "\n")
        typer.echo(f"{path.stem}: " + ", ".join(f"{name} {way['mean']:.3f}" for name, way in ways.items()))


def _ways(library: PaperLibrary, examples: list[Any], boards: list[Any], asked: Evidence) -> dict[str, Any]:
    augmented = augment_habits(library, examples)
    left = without_disproved(augmented, boards, MaterialLook(1))
    return {"kept": _kept(library, asked), "augmented": _kept(augmented, asked), "proved": _kept(left, asked)}


def _together(shares: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the shares of several runs, their mean and their standard deviation."""
    values = [share["share"] for share in shares]
    spread = float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
    return {"seeds": shares, "mean": float(np.mean(values)), "standard deviation": spread}


@app.command()
def compare(folder: Path, files: list[Path], sample: int = 2_400, depth: int = 4, seed: int = 0) -> None:
    """Compare files of patterns with searches of material, on as many of the teacher's moves as in the paper."""
    test = _evidence(folder, TEST)
    asked = test.take(np.sort(np.random.default_rng(seed).permutation(len(test))[:sample]))
    rankings = {path.stem: read_library(path).scores(asked.positions) for path in files}
    rankings |= {"random": no_preference(asked.positions), "MVV/LVA": by_victim(asked.positions)}
    rankings |= {f"alpha-beta {plies}": material_values(asked.positions, plies) for plies in range(1, depth + 1)}
    found = {
        name: {str(step): share.to_json() for step, share in curve(name, scores, asked, WANTED).shares.items()}
        for name, scores in rankings.items()
    }
    write_atomically(HERE / "central.json", json.dumps({"positions": len(asked), "kept": found}, indent=1) + "\n")
    for name, shares in found.items():
        typer.echo(f"{name}: " + ", ".join(f"{step} {share['share']:.3f}" for step, share in shares.items()))


def _rankings(library: PaperLibrary, left: PaperLibrary, games: list[Any], test: Evidence) -> dict[str, Floats]:
    """Return all rankings that Figure 17 shows."""
    weighed = fitted(library, games, TEACHER)
    return {
        f"{len(library):,} patterns, paper": library.scores(test.positions),
        f"{len(left):,} of them, proved": left.scores(test.positions),
        f"{len(weighed):,} of them, logit": weighed.scores(test.positions),
    } | _references(test)


def _references(evidence: Evidence) -> dict[str, Floats]:
    found = {"random": no_preference(evidence.positions), "MVV/LVA": by_victim(evidence.positions)}
    return found | {f"alpha-beta {depth}": material_values(evidence.positions, depth) for depth in range(1, 5)}


def _size(library: PaperLibrary) -> dict[str, Any]:
    known = library.knowledge
    parts = {"material": known.moves, "threats": known.threats, "habits": known.habits}
    return {
        name: {"count": len(part), "edges": float(np.mean([len(pattern.context) for pattern in part] or [0]))}
        for name, part in parts.items()
    }


def _kept(library: PaperLibrary, evidence: Evidence) -> dict[str, Any]:
    return _share("patterns", library.scores(evidence.positions), evidence)


def _share(name: str, scores: Floats, evidence: Evidence) -> dict[str, Any]:
    return curve(name, scores, evidence, [THIRD]).shares[THIRD].to_json()


def _evidence(folder: Path, seed: int) -> Evidence:
    traces = [RecordedGame.from_json(value) for value in _read(folder / f"teachers-{seed}.json")]
    return evidence_of([trace.teacher_moves() for trace in traces], TEACHER)


def _read(path: Path) -> Any:  # noqa: ANN401 - any JSON value
    return json.loads(path.read_text())


@app.command()
def draw() -> None:
    """Draw the three figures."""
    from matplotlib.figure import Figure

    found = _read(HERE / "figures.json")
    stages = found["stages"]
    games = [stage["games"] for stage in stages]
    sizes = Figure(figsize=(9, 3.6), layout="constrained")
    left, right = sizes.subplots(1, 2)
    for name, words in (("material", "material"), ("threats", "threats"), ("habits", "positional")):
        left.plot(games, [stage[name]["count"] for stage in stages], marker="o", label=words)
        right.plot(games, [stage[name]["edges"] for stage in stages], marker="o", label=words)
    left.set(xlabel="training games", ylabel="patterns")
    right.set(xlabel="training games", ylabel="edges a pattern, mean")
    left.legend()
    save_figure(sizes, HERE / "figure15.svg")

    progress = Figure(figsize=(9, 3.6), layout="constrained")
    left, right = progress.subplots(1, 2, sharey=True)
    for name, words in (("proved", "augmented and proved"), ("augmented", "augmented"), ("kept", "not augmented")):
        _band(left, games, [stage[name] for stage in stages], words)
    for name, share in found["references"].items():
        left.axhline(share["share"], linewidth=0.8, linestyle=":", color="gray")
        left.annotate(name, (games[0], share["share"]), fontsize=7, color="gray")
    _band(right, [one["games"] for one in found["augmentation"]], [one["kept"] for one in found["augmentation"]], "")
    left.set(xlabel="training games", ylabel="teacher's move in the best third")
    right.set(xlabel="augmentation games")
    left.legend(fontsize=8)
    save_figure(progress, HERE / "figure16.svg")

    selectivity = Figure(figsize=(9, 3.6), layout="constrained")
    left, right = selectivity.subplots(1, 2, sharey=True)
    for one in found["curves"]:
        for axes, head in ((left, "k="), (right, "gamma=")):
            steps = [(float(str(step).removeprefix(head)), str(step)) for step in STEPS if str(step).startswith(head)]
            shares = [one["kept"][text]["share"] for _, text in sorted(steps)]
            axes.plot([value for value, _ in sorted(steps)], shares, label=one["name"], linewidth=1.2)
    left.set(xlabel="k", ylabel="teacher's move kept")
    right.set(xlabel="gamma")
    right.legend(fontsize=7)
    save_figure(selectivity, HERE / "figure17.svg")


def _band(axes: Any, places: list[int], shares: list[dict[str, Any]], label: str) -> None:  # noqa: ANN401 - matplotlib
    axes.plot(places, [share["share"] for share in shares], marker="o", label=label)
    axes.fill_between(places, [share["low"] for share in shares], [share["high"] for share in shares], alpha=0.15)


if __name__ == "__main__":
    app()
