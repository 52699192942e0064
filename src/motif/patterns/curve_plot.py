"""The curves of the paper's Figures 17 and 18 as a picture: how often k moves, or a share, hold the one played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from motif.board.figures import save_figure
from motif.patterns.inclusion import Curve
from motif.patterns.selection import Best, Share


def draw_curves(curves: Sequence[Curve], path: Path) -> None:
    """Draw the curves with their 95 % intervals."""
    from matplotlib.figure import Figure  # only those who draw wait for it to load

    figure = Figure(figsize=(9, 3.8), layout="constrained")
    by_count, by_share = figure.subplots(1, 2, sharey=True)
    for curve in curves:
        counts = sorted((step.count, share) for step, share in curve.shares.items() if isinstance(step, Best))
        shares = sorted((step.share, share) for step, share in curve.shares.items() if isinstance(step, Share))
        for axes, points in ((by_count, counts), (by_share, shares)):
            places = [place for place, _ in points]
            axes.plot(places, [share.value for _, share in points], marker=".", label=curve.name)
            axes.fill_between(
                places, [share.low for _, share in points], [share.high for _, share in points], alpha=0.15
            )
    by_count.set(xlabel="k moves kept", ylabel="the move played is among them", ylim=(0, 1))
    by_share.set(xlabel="share gamma of the moves kept")
    by_share.legend(fontsize=8)
    save_figure(figure, path)
