"""Test hill climbing: a change stays only if games show a gain, and the result is better in new games as well."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif.endgames.games import GameRules
from motif.endgames.learning.climbing import ClimbProgress, ClimbSettings, Look, climb, mean_points
from motif.endgames.program import Program, find_program
from motif.errors import BadArgument, BadFile

IDLE = Program.parse("(Advantage 0) (Even 0) (Disadvantage 0)")
CLUMSY = Program.parse("(Advantage 0) (Even (If3 IsMate 0 0)) (Disadvantage 0)")
FEW = ClimbSettings(trials=60, looks=(Look(20, 0.0), Look(60, 1.5)), renewed=40, rules=GameRules(moves=20))


def climbed(program: Program, settings: ClimbSettings, seed: int = 1, checkpoint: Path | None = None) -> ClimbProgress:
    return deque(climb(program, settings, seed, checkpoint), maxlen=1).pop()


def test_an_idle_program_improves() -> None:
    end = climbed(IDLE, FEW)
    assert end.steps
    before, after = (mean_points(program, FEW, 1000, seed=99) for program in (IDLE, end.program))
    assert after[0] - after[1] > before[0] + before[1]


def test_a_shorter_program_with_the_same_play_stays() -> None:
    # No rook is attacked at the start and each side has one move, so every game is drawn.
    end = climbed(CLUMSY, replace(FEW, rules=GameRules(moves=1)))
    assert [step.gain for step in end.steps] == [0.0], "a question with the same answer twice goes, and nothing comes"
    assert end.program == IDLE


def test_the_same_seed_climbs_the_same_way() -> None:
    fewer = replace(FEW, trials=20)
    one, two, other = (climbed(IDLE, fewer, seed) for seed in (1, 1, 2))
    assert one == two != other


def test_a_climb_resumes_from_its_checkpoint_with_more_trials(tmp_path: Path) -> None:
    file = tmp_path / "climb.checkpoint"
    more = replace(FEW, trials=20)
    climbed(IDLE, replace(FEW, trials=10), checkpoint=file)
    assert climbed(IDLE, more, checkpoint=file) == climbed(IDLE, more)


def test_a_checkpoint_of_another_program_is_refused(golden: Golden, tmp_path: Path) -> None:
    file = tmp_path / "climb.checkpoint"
    climbed(IDLE, replace(FEW, trials=5), checkpoint=file)
    with golden.raises(BadFile):
        climbed(CLUMSY, FEW, checkpoint=file)


def test_with_black_alone_only_games_with_black_count() -> None:
    # From these starts the side to move often captures first.
    settings = replace(FEW, endgames=("KQRKQR",), rules=GameRules(moves=20, plies=3, material=100.0))
    white, black = (
        mean_points(
            find_program("KQRKQR"), replace(settings, colours=(colour,), opponent_rules=settings.rules), 60, seed=5
        )
        for colour in (chess.WHITE, chess.BLACK)
    )
    assert white[0] > black[0] + 0.2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"trials": 0}, "hill climbing needs at least 1 trial, not 0"),
        ({"colours": ()}, "must play White, Black or both"),
        ({"endgames": ("KZK",)}, "no endgame is called 'KZK'"),
    ],
)
def test_impossible_settings_are_refused(change: dict[str, object], words: str) -> None:
    with pytest.raises(BadArgument, match=words):
        replace(FEW, **change)  # type: ignore[arg-type]
