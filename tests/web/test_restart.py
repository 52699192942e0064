"""Test that nothing is lost when a server ends: jobs are resumed, games continue, uploads are deleted."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter

from motif.errors import BadFile
from motif.web import compose, study
from motif.web.app import WORKS
from motif.web.jobs import JobKind, Jobs, Work
from motif.web.server import Journal
from motif.web.settings import Settings
from web.deeds import puzzle_at_once, study_at_once, study_without_end
from web.served import GAMES, Served, serving, settings_in

SERVING = """
import sys
from pathlib import Path
from web.deeds import study_without_end
from web.served import settings_in
from motif.web import study
from motif.web.app import serve
if __name__ == "__main__":
    study.WORK.task = study_without_end
    serve(settings_in(Path(sys.argv[1])), lambda text: print(text, flush=True))
"""


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))
    return settings_in(tmp_path)


def again(settings: Settings) -> Settings:
    return replace(settings, port=0)


def uploads(settings: Settings) -> list[Path]:
    return list(settings.uploads.glob("*"))


def test_a_study_whose_server_is_killed_is_made_by_the_next_one(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = {"PYTHONPATH": os.pathsep.join(sys.path)}
    (settings.data / "killed").mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", SERVING, str(settings.data / "killed")],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | where,
    ) as process:
        assert process.stdout is not None
        base = process.stdout.readline().split()[-1]
        with httpx.Client(base_url=base, timeout=120, trust_env=False) as client:
            job = client.post("/api/studies", content=GAMES, params={"player": "Anna"}).json()
            game = client.post("/api/games", json={"player": "greedy", "seed": 1}).json()
            game = client.post(f"/api/games/{game['id']}/move", json={"move": "e4"}).json()
        process.send_signal(signal.SIGKILL)
        process.wait(60)
    left = replace(settings, data=settings.data / "killed", port=0)
    assert len(uploads(left)) == 1
    monkeypatch.setattr(study.WORK, "task", study_at_once)
    with serving(left) as next_one:
        made = next_one.finished(job["id"])
        assert (made["state"], made["id"], made["title"]) == ("finished", job["id"], "Anna"), made
        assert made["notes"] == [GAMES]
        assert uploads(left) == []
        assert next_one.get(f"/api/games/{game['id']}").json() == game
        assert [each["id"] for each in next_one.get("/api/games").json()] == [game["id"]]


def test_a_study_goes_on_after_ctrl_c_but_not_after_it_was_stopped(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as endless:
        endless.setattr(study.WORK, "task", study_without_end)
        with serving(settings) as first:
            kept, stopped = (
                first.post("/api/studies", content=GAMES, params={"player": player}).json()["id"]
                for player in ("Anna", "Ben")
            )
            first.client.delete(f"/api/jobs/{stopped}")
    monkeypatch.setattr(study.WORK, "task", study_at_once)
    with serving(again(settings)) as second:
        assert second.finished(kept)["state"] == "finished"
        assert second.get(f"/api/jobs/{stopped}").json()["state"] == "cancelled"
    with serving(again(settings)) as third:
        assert third.get(f"/api/jobs/{kept}").json()["state"] == "finished"


def test_puzzles_that_were_composed_are_still_there(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compose.WORK, "task", puzzle_at_once)
    with serving(settings) as first:
        ordered = first.post("/api/puzzles", json={"mate_in": 1, "count": 1, "seconds": 60}).json()["id"]
        made = first.finished(ordered)
    with serving(again(settings)) as second:
        assert second.get(f"/api/jobs/{ordered}").json()["puzzles"] == made["puzzles"]
        assert [puzzle["stipulation"] for puzzle in made["puzzles"]] == ["mate in 1"]


def test_an_upload_without_a_waiting_job_is_removed(settings: Settings) -> None:
    settings.uploads.mkdir()
    (settings.uploads / "left.pgn").write_text(GAMES)
    with serving(settings):
        assert uploads(settings) == []


def test_a_game_goes_on_where_it_was_left_and_a_reply_that_was_broken_off_is_made(settings: Settings) -> None:
    with serving(settings) as first:
        game = begun(first)
        first.post(f"/api/games/{game['id']}/resign")
        another = begun(first)
        first.post(f"/api/games/{another['id']}/move", json={"move": "e4"})
        _, (_, whole) = first.server.journal.kept("games")
        reply = whole.split('"moves": "')[1].split('"')[0].split()[1]
        # As if the server had ended between the move and its answer.
        first.server.journal.keep("games", another["id"], whole.replace(f' {reply}"', '"'), 10)
    with serving(again(settings)) as second:
        assert second.get(f"/api/games/{game['id']}").json()["over"]["result"] == "0-1"
        assert len(second.get(f"/api/games/{another['id']}").json()["moves"]) == 2


def begun(served: Served) -> dict[str, Any]:
    game: dict[str, Any] = served.post("/api/games", json={"player": "greedy", "seed": 1}).json()
    return game


def test_one_server_keeps_the_journal_and_a_second_one_keeps_its_own_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "web.sqlite"
    first = Journal(path)
    first.entitle("study-1", "Mine")
    second = Journal(path)
    assert (first.is_kept, second.is_kept) == (True, False)
    assert second.titles() == {}
    second.close()
    first.close()
    third = Journal(path)
    assert (third.is_kept, third.titles()) == (True, {"study-1": "Mine"})
    third.close()


@pytest.mark.parametrize("content", [b"this is no database at all", b"SQLite format 3\x00" + bytes(200)])
def test_a_journal_that_is_none_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "web.sqlite"
    path.write_bytes(content)
    with pytest.raises(BadFile, match=r"web\.sqlite"):
        Journal(path)


def test_a_job_of_another_version_is_skipped_and_an_unreadable_one_fails_with_a_reason(settings: Settings) -> None:
    async def left() -> str:
        jobs = Jobs(settings, journal)
        job = jobs.start(JobKind.STUDY, "Anna", Work(study_without_end, TypeAdapter(dict)), {"no": "order"})
        await jobs.close()
        return job.shape.id

    journal = Journal(settings.journal)
    journal.keep_job("of-before", '{"kind": "unheard of"}', None)
    name = asyncio.run(left())
    journal.close()
    with serving(settings) as served:
        (job,) = served.get("/api/jobs").json()
        assert (job["id"], job["state"]) == (name, "failed")


def test_every_kind_of_work_is_taken_up_again() -> None:
    assert set(WORKS) == set(JobKind)
