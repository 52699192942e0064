"""What the figures of a tactic say, each share with its cases and its interval."""

from __future__ import annotations

from collections.abc import Mapping

from motif.evidence.intervals import Share

NOT_KNOWN = "–"


def right_share(figures: Mapping[str, float]) -> Share | None:
    """How often a suggestion was the reference move; None where nobody measured it."""
    return _share(figures, "precision", "suggestions")


def applying_share(figures: Mapping[str, float]) -> Share | None:
    """In how many positions the tactic suggests anything."""
    return _share(figures, "coverage", "positions")


def right_share_in_band(figures: Mapping[str, float], band: int) -> Share | None:
    """How often a suggestion was right against players whose rating is in the band that begins there."""
    return _share(figures, f"at_{band}", f"of_{band}")


def _share(figures: Mapping[str, float], share: str, cases: str) -> Share | None:
    if share not in figures or cases not in figures:
        return None
    count = round(figures[cases])
    return Share.counted(round(figures[share] * count), count)
