"""Test improving an endgame program: it gets better, can be stopped, and resumes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import Motif, caller
from motif.cli.lab import endgames_learn as improve_command
from motif.endgames.learning.climbing import ClimbProgress, Look
from motif.endgames.learning.climbing import climb as real_climb
from motif.endgames.program import Program

IMPROVE = ("improve", "idle.program", "--trials", "40", "--test", "40", "--seed", "1")


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    monkeypatch.setattr(improve_command, "ONE_PLY_LOOKS", (Look(40, 0.0), Look(200, 1.5)))
    return caller(monkeypatch, capsys, "endgames")


@pytest.fixture
def idle(tmp_path: Path) -> Path:
    """A program without ideas."""
    file = tmp_path / "idle.program"
    Program.parse("(Advantage 0) (Even 0) (Disadvantage 0)").save(file)
    return file


def test_a_program_written_by_hand_is_improved_and_saved(motif: Motif, idle: Path, tmp_path: Path) -> None:
    code, printed, noted = motif(*IMPROVE, "--out", "better.program")
    assert code == 0
    assert "40 changes tried" in printed
    assert "against master, 40 fresh games, both colours:" in printed
    assert "the program is in better.program" in noted
    better = Program.load(tmp_path / "better.program")
    assert better.indented() in printed
    report = json.loads(motif(*IMPROVE, "--json")[1])
    assert report["program"] == str(better)
    assert report["after"]["score"] > report["before"]["score"]
    assert len(report["steps"]) > 0


def test_an_interrupted_improvement_goes_on_from_its_checkpoint(
    motif: Motif, monkeypatch: pytest.MonkeyPatch, idle: Path
) -> None:
    whole = json.loads(motif(*IMPROVE, "--json")[1])

    def interrupted(*arguments: object) -> Iterator[ClimbProgress]:
        for now in real_climb(*arguments):  # type: ignore[arg-type]
            yield now
            if now.trials == 20:
                raise KeyboardInterrupt

    part = (*IMPROVE, "--checkpoint", "climb.json")
    with monkeypatch.context() as during:
        during.setattr(improve_command, "climb", interrupted)
        code, printed, noted = motif(*part)
    assert code == 130
    assert "20 changes tried" in printed
    assert "fresh games" not in printed, "who stops a run does not want to wait for more games"
    assert "interrupted: this is what was found so far" in noted
    assert json.loads(motif(*part, "--json")[1]) == whole


def test_a_defender_is_improved_by_games_with_black(motif: Motif, idle: Path) -> None:
    printed = motif(*IMPROVE, "--side", "black", "--endgame", "KQRKQR")[1]
    assert "40 fresh games, all with Black:" in printed
