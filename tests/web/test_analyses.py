"""Test analyses in the API: moves at once, then marks, then explanations; kept, listed and deleted."""

from __future__ import annotations

from typing import Any

import chess
import pytest
from chess.engine import Cp

from motif.engines.evaluator import Evaluation
from motif.study.engine import StudyEngine
from motif.web.analyses import marks_of
from web.served import Served

FOOLS_MATE = """[White "Carl"]
[Black "Anna"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"""


def test_a_game_is_marked_and_its_mistake_explained(served: Served) -> None:
    begun = served.post("/api/analyses", json={"text": FOOLS_MATE}).json()
    assert [move["san"] for move in begun["moves"]] == ["f3", "e5", "g4", "Qh4#"]
    *_, last = served.states(f"/api/analyses/{begun['id']}/events")
    known = served.get(f"/api/analyses/{begun['id']}").json()
    assert known == last
    assert known["state"] == "finished"
    assert [mark["judgement"] for mark in known["marks"]] == ["inaccuracy", "good", "blunder", "good"]
    assert known["are_final"]
    assert list(known["mistakes"]) == ["2"]
    assert known["accuracy"]["white"] < 50 < 99 < known["accuracy"]["black"]


def test_a_game_that_is_only_kept_waits_for_its_page(served: Served) -> None:
    text = FOOLS_MATE.replace("Carl", "Dora")
    kept = served.post("/api/analyses", json={"text": text, "is_begun": False}).json()["id"]

    def listed() -> dict[str, Any]:
        return next(each for each in served.get("/api/analyses").json() if each["id"] == kept)

    assert (listed()["state"], listed()["mistakes"]) == ("waiting", None)
    first, *_ = served.states(f"/api/analyses/{kept}/events")
    assert first["state"] == "running"
    assert (listed()["state"], listed()["mistakes"]) == ("finished", {"white": 1, "black": 0})
    assert served.client.delete(f"/api/analyses/{kept}").status_code == 204
    assert served.get(f"/api/analyses/{kept}").status_code == 404


class Balanced:
    """An engine that sees no advantage anywhere."""

    name = "balanced"

    def evaluate(self, boards: list[chess.Board], _: object) -> list[Evaluation]:
        return [Evaluation(Cp(0)) for _ in boards]


@pytest.mark.usefixtures("served")
def test_marks_are_reported_while_the_engine_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motif.web.analyses.cached", lambda *_: Balanced())
    moves = " ".join(["Nf3 Nf6 Ng1 Ng8"] * 4)
    reported: list[dict[str, Any]] = []
    final, _ = marks_of(reported.append, moves, StudyEngine("balanced"))
    counts = [len(each["marks"]) for each in reported]
    assert counts == [5, 11, 16, 16]
    assert len(final["marks"]) == 16
    assert final["are_final"]
