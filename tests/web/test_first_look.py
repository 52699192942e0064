"""Test that a study job shows what the file's evaluations say before its mistakes are explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from motif.runtime.parallel import Progress
from motif.study.first_look import first_words
from motif.study.gathering import gather
from motif.web.jobs import Job, JobKind, JobShape, JobState
from motif.web.settings import Bounds
from motif.web.study import WORK, StudyOrder, make
from study.test_first_look import WHITE, by, exchange, later


class Evaluated(Exception):
    """The games would be evaluated now."""


def news_before_evaluating(folder: Path, games: list[str], monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The reports of a job until its games are evaluated."""

    def stop(*_: object) -> None:
        raise Evaluated

    upload = folder / "games.pgn"
    upload.write_text("".join(games))
    news: list[object] = []
    monkeypatch.setenv("MOTIF_CACHE", str(folder / "cache.sqlite"))
    monkeypatch.setattr("motif.report.make.make_study", stop)
    with pytest.raises(Evaluated):
        make(news.append, StudyOrder(upload, "Anna", 100, "search", folder / "study", None), Bounds())
    return news


def test_who_errs_in_the_opening_reads_so_on_the_page_while_the_games_are_evaluated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [exchange(number, by(*WHITE, later(number))) for number in range(1, 41)]
    news = news_before_evaluating(tmp_path, games, monkeypatch)
    words = first_words(gather([str(tmp_path / "games.pgn")], "Anna").games)
    assert words.startswith("first look, before the mistakes are explained: ")
    assert "(clear)" in str(words)
    assert news[-2:] == [Progress(0, None, "a first look"), {"first_look": words}]
    job = Job(SHAPE, WORK, None)
    job.record(news[-1])
    assert job.shape.first_look == words
    assert f'"first_look":"{words[:20]}' in job.shape.model_dump_json(by_alias=True)


def test_without_a_clear_finding_or_evaluations_there_is_no_first_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = [exchange(number, by()) for number in range(1, 41)]
    assert news_before_evaluating(tmp_path, sound, monkeypatch)[-1] == {"first_look": None}
    few = news_before_evaluating(tmp_path, sound[:3], monkeypatch)
    assert not any(isinstance(each, dict) and "first_look" in each for each in few)


SHAPE = JobShape.model_validate(
    {
        "id": "a",
        "kind": JobKind.STUDY,
        "title": "Anna",
        "state": JobState.RUNNING,
        "progress": Progress(0),
        "created": "2026-01-01T00:00:00Z",
    }
)
