"""Climbing: what games do not show to be better does not stay, and what stays is better on games nobody chose by."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif.endgames.games import GameRules
from motif.endgames.learning.climbing import ClimbProgress, ClimbSettings, Look, climb, measured
from motif.endgames.program import Program, find_program
from motif.errors import BadArgument, BadFile

IDLE = Program.parse("(Advantage 0) (Even 0) (Disadvantage 0)")
CLUMSY = Program.parse("(Advantage 0) (Even (If3 IsMate 0 0)) (Disadvantage 0)")
FEW = ClimbSettings(trials=60, looks=(Look(20, 0.0), Look(60, 1.5)), renewed=40, rules=GameRules(moves=20))


def climbed(program: Program, settings: ClimbSettings, seed: int = 1, checkpoint: Path | None = None) -> ClimbProgress:
    return deque(climb(program, settings, seed, checkpoint), maxlen=1).pop()


def test_a_program_that_knows_nothing_learns_something() -> None:
    end = climbed(IDLE, FEW)
    assert end.steps
    before, after = (measured(program, FEW, 1000, seed=99) for program in (IDLE, end.program))
    assert after[0] - after[1] > before[0] + before[1]


def test_what_changes_nothing_and_is_shorter_stays() -> None:
    # Rooks that are not attacked at first, and one move each: every game is drawn, whatever is played.
    end = climbed(CLUMSY, replace(FEW, rules=GameRules(moves=1)))
    assert [step.gain for step in end.steps] == [0.0], "a question with the same answer twice goes, and nothing comes"
    assert end.program == IDLE


def test_the_same_seed_climbs_the_same_way() -> None:
    one, two, other = (climbed(IDLE, FEW, seed) for seed in (1, 1, 2))
    assert one == two != other


def test_a_climb_goes_on_from_its_checkpoint_and_further_than_was_wanted(tmp_path: Path) -> None:
    file = tmp_path / "climb.checkpoint"
    climbed(IDLE, replace(FEW, trials=25), checkpoint=file)
    assert climbed(IDLE, FEW, checkpoint=file) == climbed(IDLE, FEW)


def test_a_checkpoint_of_another_program_is_refused(golden: Golden, tmp_path: Path) -> None:
    file = tmp_path / "climb.checkpoint"
    climbed(IDLE, replace(FEW, trials=5), checkpoint=file)
    with golden.raises(BadFile):
        climbed(CLUMSY, FEW, checkpoint=file)


def test_with_black_alone_only_games_with_black_count() -> None:
    # From these starts who moves first is often first to take a piece.
    settings = replace(FEW, endgames=("KQRKQR",), rules=GameRules(moves=20, plies=3, material=100.0))
    white, black = (
        measured(
            find_program("KQRKQR"), replace(settings, colours=(colour,), opponent_rules=settings.rules), 60, seed=5
        )
        for colour in (chess.WHITE, chess.BLACK)
    )
    assert white[0] > black[0] + 0.2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"trials": 0}, "0 trials find nothing; 1 is the least"),
        ({"colours": ()}, "must play with White, with Black, or with both"),
        ({"endgames": ("KZK",)}, "no endgame is called 'KZK'"),
    ],
)
def test_what_cannot_be_climbed_is_refused(change: dict[str, object], words: str) -> None:
    with pytest.raises(BadArgument, match=words):
        replace(FEW, **change)  # type: ignore[arg-type]
