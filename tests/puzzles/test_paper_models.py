"""The paper's two models: their plans are mates, but not always sound."""

from __future__ import annotations

from itertools import islice

import pytest

from motif.errors import BadArgument
from motif.puzzles.diagram import Diagram
from motif.puzzles.paper import Encoding, PaperModel, is_sound, static_mates
from motif.puzzles.recipe import Recipe
from motif.puzzles.skeletons import Skeleton
from motif.puzzles.themes import THEMES


@pytest.mark.parametrize("encoding", [Encoding.DECLARATIVE, Encoding.BRUTE_FORCE])
def test_what_a_model_plans_is_a_mate(encoding: Encoding) -> None:
    model = PaperModel(encoding, moves=1, white=3, black=2, is_static=True)
    plans = list(islice(model.plans(), 3))
    assert len(plans) == 3
    for plan in plans:
        assert len(plan.line) == 1
        assert static_mates(str(plan.diagram), 1)


def test_recording_and_restarting_gives_more_different_solutions() -> None:
    usual, recorded = (
        {
            plan.line
            for plan in islice(
                PaperModel(Encoding.BRUTE_FORCE, moves=1, white=3, black=2, is_static=True, record=record).plans(), 8
            )
        }
        for record in (False, True)
    )
    assert len(recorded) > len(usual)


def test_a_plan_with_a_shorter_mate_is_not_sound() -> None:
    # Both rooks mate at once, the paper's Figure 4: a plan in two delays it.
    delayed = Skeleton(Diagram.parse("k3/4/1K2/3R w - - 0 1"), ("d1c1", "a4b4", "c1d1"))
    assert not is_sound(delayed)


def test_unsupported_recipes_are_refused() -> None:
    with pytest.raises(BadArgument, match="4x5"):
        PaperModel.of(Encoding.DECLARATIVE, Recipe(board=(4, 5)))
    with pytest.raises(BadArgument, match="themes"):
        PaperModel.of(Encoding.DECLARATIVE, Recipe(board=(4, 4), themes=(THEMES["zugzwang"],)))
