"""Test learning from games against a teacher: workers and interruptions do not change the result."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif.advice import Advice, Player
from motif.arena.game import Entrant
from motif.engines.limits import Limit
from motif.errors import BadArgument, BadFile, EngineFailed
from motif.patterns.learning.surprises import Lookaheads
from motif.patterns.learning.teacher_games import RecordedGame, TeachSettings, play_teachers
from motif.patterns.learning.teaching import LearningStage, teach
from motif.players.sparring import GreedyPlayer
from motif.runtime.parallel import Workers
from motif.search.material import MaterialLook

EYES = Lookaheads(MaterialLook(1), MaterialLook(2))
FEW = TeachSettings(games=4, together=2, most_moves=8, seed=3)


class Mortal:
    """A greedy player who dies at one of his moves, counted over all his games."""

    def __init__(self, dies_at: int) -> None:
        self._player: Player = GreedyPlayer()
        self._left = dies_at

    def new_game(self, seed: int) -> None:
        self._player.new_game(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        self._left -= 1
        if self._left < 0:
            raise EngineFailed(f"died in {board.fen()}")
        return self._player.choose(board, limit)


def greedy() -> Entrant:
    return Entrant("greedy", GreedyPlayer, Limit(depth=1))


def digest(stage: LearningStage, path: Path) -> str:
    stage.library.write(path)
    return sha256(path.read_bytes()).hexdigest()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[LearningStage], str]:
    """A run that was never stopped, on one worker."""
    stages = list(teach(greedy(), EYES, FEW))
    return stages, digest(stages[-1], tmp_path_factory.mktemp("whole") / "patterns.txt")


def test_every_round_knows_more(whole: tuple[list[LearningStage], str]) -> None:
    stages, _ = whole
    assert [stage.games for stage in stages] == [2, 4]
    last = stages[-1]
    assert last.library.notes["teacher"] == "greedy"
    assert len(last.library.knowledge.moves) > 3
    assert all(usage.played >= 1 for usage in last.library.usage[:3])
    colours = {trace.teachers for trace in last.recorded}
    assert colours == {(chess.WHITE,), (chess.BLACK,)}
    assert len({(trace.start, trace.moves) for trace in last.recorded}) == 4


def test_a_run_that_was_stopped_goes_on_to_the_same_file(
    golden: Golden, whole: tuple[list[LearningStage], str], tmp_path: Path
) -> None:
    checkpoint = tmp_path / "run.json"
    for stage in teach(greedy(), EYES, FEW, checkpoint=checkpoint):
        assert stage.games == 2
        break
    again = list(teach(greedy(), EYES, FEW, checkpoint=checkpoint))
    assert [stage.games for stage in again] == [2, 4]
    assert digest(again[-1], tmp_path / "patterns.txt") == whole[1]
    with golden.raises(BadFile):
        next(teach(greedy(), EYES, TeachSettings(games=4, together=2, most_moves=8, seed=4), checkpoint=checkpoint))


def test_two_workers_learn_the_same(whole: tuple[list[LearningStage], str], tmp_path: Path) -> None:
    *_, last = teach(greedy(), EYES, FEW, Workers(2))
    assert digest(last, tmp_path / "patterns.txt") == whole[1]


def test_a_teacher_who_dies_in_a_game_has_taught_up_to_there() -> None:
    mortal = Entrant("mortal one", lambda: Mortal(12), Limit(depth=1))
    settings = TeachSettings(games=2, together=2, most_moves=8, seed=3)
    (stage,) = teach(mortal, EYES, settings)
    assert len(stage.recorded[1].teacher_moves()) == 4
    assert "died in" in stage.recorded[1].failure
    assert stage.library.notes["broken off"].startswith("1 games; the last: died in")


def test_a_teacher_who_does_not_come_back_loses_nothing(golden: Golden, tmp_path: Path) -> None:
    mortal = Entrant("mortal two", lambda: Mortal(8), Limit(depth=1))
    stages = teach(mortal, EYES, TeachSettings(games=4, together=1, most_moves=8, seed=3), checkpoint=tmp_path / "c")
    assert next(stages).games == 1
    assert next(stages).games == 1
    with golden.raises(EngineFailed) as lost:
        next(stages)
    assert str(tmp_path / "c") in lost.value.hint
    assert (tmp_path / "c").exists()


def test_copies_of_a_teacher_play_each_other() -> None:
    (trace,) = play_teachers(greedy(), 1, FEW)
    assert trace.teachers == (chess.WHITE, chess.BLACK)
    assert len(trace.teacher_moves()) == len(trace.moves)


def test_recorded_games_teach_without_being_played() -> None:
    trace = RecordedGame(chess.STARTING_FEN, ("e2e4", "g8f6", "a2a3", "f6e4"), (chess.BLACK,))
    (stage,) = teach([trace], EYES, TeachSettings(together=2))
    assert stage.games == 1
    assert "hits 1 2\n1N -(+1)-> 2p" in map(str, stage.library.knowledge.moves)
    assert len(stage.examples()[0]) == 2


def test_numbers_that_make_no_sense(golden: Golden) -> None:
    with golden.raises(BadArgument):
        TeachSettings(games=0)
    with pytest.raises(BadFile, match="expected a game"):
        RecordedGame.from_json({"start": "?"})
