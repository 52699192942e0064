"""Figures 1 and 2 of the paper from the runs: scores over generations, percentages, best of all runs and their spread.

    python experiments/endgames-paper/figures.py FOLDER

Reads the runs that `runs.py` left in the folder; writes runs.json (without the programs), figure1.svg and figure2.svg
beside this file.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from motif.endgames.contest import PAPER_ENDGAMES
from motif.store import write_atomically

HERE = Path(__file__).parent
MIXED = "mixed"
TITLES = {
    "peers": "peers only, as in the paper",
    "master": "the Master in the fitness",
    "taught": "taught by the Master",
}
Runs = dict[tuple[str, str], list[dict[str, Any]]]


def main() -> None:
    """Summarise and draw."""
    runs = read(Path(sys.argv[1]))
    summary = {f"{name}, {kind}": summed_up(group) for (name, kind), group in sorted(runs.items())}
    write_atomically(HERE / "runs.json", json.dumps(summary, indent=1) + "\n")
    for title, row in summary.items():
        score = row["against the Master"]
        print(f"{title:18} {row['runs']:2} runs: best {score['best']:.3f}, median {score['median']:.3f}", end=" ")
        print(f"(two plies more: best {row['two plies more']['best']:.3f})")
    draw(runs)


def read(folder: Path) -> Runs:
    """The runs by endgame and kind."""
    runs: Runs = defaultdict(list)
    for path in sorted(folder.glob("*-*-*.json")):
        run = json.loads(path.read_text())
        name = MIXED if len(run["endgames"]) > 1 else run["endgames"][0]
        runs[name, run["kind"]].append(run)
    return runs


def summed_up(group: list[dict[str, Any]]) -> dict[str, Any]:
    """Best, median and spread of the runs of one kind, with the best run's percentages."""
    summary: dict[str, Any] = {
        "runs": len(group),
        "population": group[0]["population"],
        "generations": group[0]["generations"],
        "games": group[0]["games"],
        "CPU seconds": round(median(run["CPU seconds"] for run in group), 1),
    }
    for measure in ("against the Master", "two plies more"):
        scores = sorted(run[measure]["score"] for run in group)
        best = max(group, key=lambda run: run[measure]["score"])
        summary[measure] = {"best": scores[-1], "median": round(median(scores), 4), "lowest": scores[0]}
        summary[measure] |= {"best run": best["seed"], "of it": best[measure]}
    summary["curves"] = [[(point["generation"], point["score"]) for point in run["curve"]] for run in group]
    return summary


def draw(runs: Runs) -> None:
    """Figure 1: one endgame at a time. Figure 2: all at once, with the percentages of the best run."""
    figure = Figure(figsize=(12, 4), layout="constrained")
    for axes, (kind, title) in zip(figure.subplots(1, 3, sharey=True), TITLES.items(), strict=True):
        curves(axes, {name: runs.get((name, kind), []) for name in PAPER_ENDGAMES})
        axes.set_title(title)
    save(figure, "figure1.svg")
    figure = Figure(figsize=(9, 4), layout="constrained")
    left, right = figure.subplots(1, 2)
    mixed = {title: runs.get((MIXED, kind), []) for kind, title in TITLES.items()}
    curves(left, mixed)
    left.set_title("all four endgames at once")
    shares(right, mixed)
    save(figure, "figure2.svg")


def curves(axes: Axes, groups: dict[str, list[dict[str, Any]]]) -> None:
    """The best run as a line, all runs as a band."""
    for name, group in groups.items():
        if not group:
            continue
        best = max(group, key=lambda run: run["against the Master"]["score"])
        found: dict[int, list[float]] = defaultdict(list)
        for run in group:
            for point in run["curve"]:
                found[point["generation"]].append(point["score"])
        generations = [point["generation"] for point in best["curve"]]
        (line,) = axes.plot(generations, [point["score"] for point in best["curve"]], label=name)
        lowest, highest = ([which(found[number]) for number in generations] for which in (min, max))
        axes.fill_between(generations, lowest, highest, color=line.get_color(), alpha=0.15)
    axes.axhline(0.5, color="grey", linewidth=0.5)
    axes.set_xlabel("generation")
    axes.set_ylabel("score against the Master, 150 games")
    axes.legend()


def shares(axes: Axes, groups: dict[str, list[dict[str, Any]]]) -> None:
    """Percent of wins, advantages and draws of the best run."""
    outcomes = ("wins", "advantages", "draws")
    for place, (name, group) in enumerate(groups.items()):
        if group:
            best = max(group, key=lambda run: run["against the Master"]["score"])["against the Master"]
            heights = [100 * best[outcome] / best["games"] for outcome in outcomes]
            axes.bar([number + 0.25 * place for number in range(3)], heights, 0.25, label=name)
    axes.set_xticks([number + 0.25 for number in range(3)], outcomes)
    axes.set_ylabel("percent of games against the Master")
    axes.legend()


def save(figure: Figure, name: str) -> None:
    """The same figure gives the same file."""
    with matplotlib.rc_context({"svg.hashsalt": "motif", "svg.fonttype": "none"}):
        figure.savefig(HERE / name, metadata={"Date": None})


if __name__ == "__main__":
    main()
