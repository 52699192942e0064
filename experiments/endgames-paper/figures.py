"""Draw Figures 1 and 2 of the paper from the runs: scores over generations, percentages, the best run and the spread.

    python experiments/endgames-paper/figures.py FILE

Reads the file that `runs.py`, `measure.py` and `engine_curve.py` wrote; writes runs.json (without the programs),
figure1.svg and figure2.svg in this folder.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from math import comb
from pathlib import Path
from statistics import median
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from records import MIXED, Run, endgame_of, read_records

from motif.endgames.games import PAPER_ENDGAMES
from motif.runtime.files import write_atomically

HERE = Path(__file__).parent
TITLES = {
    "peers": "peers only, as in the paper",
    "master": "the Master in the fitness",
    "cases": "from nothing, by cases",
    "taught": "taught by the Master",
}
MASTER, AHEAD, AGAIN = "against the Master", "two plies more", ", again"
FRESH_GAMES = 2000
OUTCOMES = ("wins", "advantages", "draws")
Runs = dict[tuple[str, str], list[Run]]


def main() -> None:
    """Summarise and draw."""
    runs, engine = read(Path(sys.argv[1]))
    summary = {f"{name}, {kind}": summed_up(group) for (name, kind), group in sorted(runs.items())}
    for (name, kind), record in sorted(engine.items()):
        summary[f"{name}, {kind}"]["against the engine"] = {key: record[key] for key in ("engine", "seed", "curve")}
    lines = (f" {json.dumps(title)}: {json.dumps(row)}" for title, row in summary.items())
    write_atomically(HERE / "runs.json", "{\n" + ",\n".join(lines) + "\n}\n")
    for title, row in summary.items():
        print(f"{title:15} {row['runs']:2} runs", *(f"| {in_short(row[key])}" for key in (MASTER, AHEAD) if key in row))
    draw(runs, engine)


def read(path: Path) -> tuple[Runs, dict[tuple[str, str], Run]]:
    """Return the runs, and the curves against the engine, both by endgame and kind."""
    runs: Runs = defaultdict(list)
    engine = {}
    for record in read_records(path).values():
        place = endgame_of(record), record["kind"]
        if "engine" in record:
            engine[place] = record
        else:
            runs[place].append(record)
    return runs, engine


def summed_up(group: list[Run]) -> dict[str, Any]:
    """Return best, median and spread of the runs of one kind, with the best run's percentages."""
    summary: dict[str, Any] = {"runs": len(group)}
    summary |= {key: group[0][key] for key in ("population", "generations", "games", "trials") if key in group[0]}
    summary["CPU seconds"] = round(median(run["CPU seconds"] for run in group), 1)
    for measure in (MASTER, AHEAD):
        measured = [run for run in group if run.get(measure, {}).get("games", 0) >= FRESH_GAMES]
        if measured:
            summary[measure] = spread(measured, measure)
    summary["curves"] = [
        [(point.get("generation", point.get("trials")), point["score"]) for point in run["curve"]] for run in group
    ]
    return summary


def spread(group: list[Run], measure: str) -> dict[str, Any]:
    """Return the best run, by the games that chose it and by others, and the median with its 95 % interval."""
    scores = sorted(run[measure]["score"] for run in group)
    best = max(group, key=lambda run: run[measure]["score"])
    found = {"runs": len(group), "best": scores[-1], "median": round(median(scores), 4), "lowest": scores[0]}
    if len(scores) >= 10:
        place = left_out(len(scores))
        found["median between"] = [scores[place], scores[-1 - place]]
    found |= {"best run": best["seed"], "of it": best[measure]}
    if measure + AGAIN in best:
        found["of it, again"] = best[measure + AGAIN]
    return found


def left_out(count: int) -> int:
    """Return how many scores to drop at either end so that the others enclose the median with at least 95 %.

    Each score is below the median with a probability of one half: of ten, one can be dropped at either end, 98 %.
    """
    place, tail = 0, 1
    while 2 * (tail + comb(count, place + 1)) <= 0.05 * 2**count:
        place += 1
        tail += comb(count, place)
    return place


def in_short(found: dict[str, Any]) -> str:
    """Return a spread as one line."""
    best = found.get("of it, again", found["of it"])
    between = "-".join(f"{score:.3f}" for score in found.get("median between", []))
    return f"{best['score']:.3f} ± {best['error']:.3f}, median {found['median']:.3f} ({between}) of {found['runs']}"


def draw(runs: Runs, engine: dict[tuple[str, str], Run]) -> None:
    """Draw Figure 1, one endgame at a time, and Figure 2, all at once with the percentages of the best tournament."""
    figure = Figure(figsize=(16, 7), layout="constrained")
    upper, lower = figure.subplots(2, len(TITLES), sharey=True)
    for axes, below, (kind, title) in zip(upper, lower, TITLES.items(), strict=True):
        curves(axes, {name: runs.get((name, kind), []) for name in PAPER_ENDGAMES})
        axes.set_title(title)
        rivals = {name: engine[name, kind] for name in PAPER_ENDGAMES if (name, kind) in engine}
        engine_curves(below, rivals, PAPER_ENDGAMES)
        below.set_visible(bool(rivals))
        below.tick_params(labelleft=True)
    upper[0].set_ylabel("score against the Master, 150 games")
    for axes in lower:
        axes.set_ylabel("score against Stockfish, depth 6, 50 games")
    save(figure, "figure1.svg")
    figure = Figure(figsize=(12, 4.5), layout="constrained")
    left, middle, right = figure.subplots(1, 3)
    mixed = {title: runs.get((MIXED, kind), []) for kind, title in TITLES.items()}
    curves(left, mixed)
    left.set_title("all four endgames at once, against the Master")
    left.set_ylabel("score, 150 games")
    rivals = {title: engine[MIXED, kind] for kind, title in TITLES.items() if (MIXED, kind) in engine}
    engine_curves(middle, rivals, tuple(mixed))
    middle.set_title("against Stockfish, depth 6")
    middle.set_ylabel("score, 50 games")
    for axes in (left, middle):
        axes.set_ylim(0, 0.65)
    peaks = {f"Master: {title}": peak(best_of(group)) for title, group in mixed.items() if group}
    shares(right, peaks | {f"Stockfish: {title}": peak(record) for title, record in rivals.items()})
    save(figure, "figure2.svg")


def best_of(group: list[Run]) -> Run:
    """Return the run whose champion is best against the Master."""
    return max(group, key=lambda run: run[MASTER]["score"])


def peak(run: Run) -> dict[str, Any]:
    """Return the best tournament of a curve, which the paper's Figure 2 shows."""
    point: dict[str, Any] = max(run["curve"], key=lambda point: point["score"])
    return point


def curves(axes: Axes, groups: dict[str, list[Run]]) -> None:
    """Draw the best run as a line and all runs as a band."""
    for name, group in groups.items():
        if not group:
            continue
        best = best_of(group)
        found: dict[int, list[float]] = defaultdict(list)
        for run in group:
            for point in run["curve"]:
                found[point["generation"]].append(point["score"])
        generations, scores = zip(*((point["generation"], point["score"]) for point in best["curve"]), strict=True)
        (line,) = axes.plot(generations, scores, label=f"{name}, best of {len(group)}")
        lowest, highest = ([which(found[number]) for number in generations] for which in (min, max))
        axes.fill_between(generations, lowest, highest, color=line.get_color(), alpha=0.15)
    frame(axes)


def engine_curves(axes: Axes, records: dict[str, Run], order: tuple[str, ...]) -> None:
    """Draw the best run against the engine, in its colour against the Master."""
    for name, record in records.items():
        generations, scores = zip(*((point["generation"], point["score"]) for point in record["curve"]), strict=True)
        axes.plot(generations, scores, label=name, color=f"C{order.index(name)}")
    frame(axes)


def frame(axes: Axes) -> None:
    """Draw the line of equal strength and label the axes."""
    axes.axhline(0.5, color="grey", linewidth=0.5)
    axes.set_xlabel("generation")
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize="small")


def shares(axes: Axes, points: dict[str, dict[str, Any]]) -> None:
    """Draw percentages of wins, advantages and draws."""
    width = 0.8 / max(1, len(points))
    for place, (name, point) in enumerate(points.items()):
        heights = [100 * point[outcome] / point["games"] for outcome in OUTCOMES]
        axes.bar([number + width * place for number in range(3)], heights, width, label=name)
    axes.set_xticks([number + 0.4 - width / 2 for number in range(3)], OUTCOMES)
    axes.set_ylabel("percent of games in the best tournament")
    axes.set_ylim(0, 130)
    axes.legend(fontsize="small")


def save(figure: Figure, name: str) -> None:
    """Save a figure; equal figures give equal files."""
    with matplotlib.rc_context({"svg.hashsalt": "motif", "svg.fonttype": "none"}):
        figure.savefig(HERE / name, metadata={"Date": None})


if __name__ == "__main__":
    main()
