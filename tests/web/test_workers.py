"""Test the server's worker processes: ended during a task, killed, out of time; each costs one task at most."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from goldens import Golden
from motif.errors import BadArgument, EngineFailed, NothingFound
from motif.runtime.parallel import Progress
from motif.web.guard import of_error
from motif.web.jobs import Job, JobKind, Jobs, JobState, Work
from motif.web.pool import Busy, OutOfTime, TaskFailed, Worker, WorkerLost, WorkerPool
from motif.web.settings import Bounds, Settings
from web.deeds import (
    breaks,
    dies,
    dies_once,
    engine_fails,
    engine_fails_once,
    job_that_dies,
    job_that_dies_once,
    job_that_sleeps,
    refuses,
    repeat,
    sleeps,
)


def hears_nothing(_: object) -> None:
    """Ignore progress."""


def test_a_task_reports_and_returns() -> None:
    heard: list[Any] = []
    worker = Worker()
    try:
        assert worker.work(repeat, heard.append, 30, "b", 3) == "bbb"
        first = worker.pid
        assert worker.work(repeat, heard.append, 30, "c", 1) == "c"
        assert worker.pid == first
    finally:
        worker.close()
    assert heard == [Progress(3), Progress(1)]


def test_errors_of_motif_come_back_as_they_are_and_others_as_text(golden: Golden) -> None:
    worker = Worker()
    try:
        with golden.raises(BadArgument) as refused:
            worker.work(refuses, hears_nothing, 30)
        assert refused.value.hint == "try another"
        with pytest.raises(TaskFailed, match="ZeroDivisionError: "):
            worker.work(breaks, hears_nothing, 30)
        assert worker.work(repeat, hears_nothing, 30, "still there", 1) == "still there"
    finally:
        worker.close()


def test_a_task_that_takes_too_long_is_ended_and_the_next_one_works() -> None:
    worker = Worker()
    try:
        with pytest.raises(OutOfTime, match="longer than"):
            worker.work(sleeps, hears_nothing, 0.3, 60)
        assert worker.work(repeat, hears_nothing, 30, "a", 1) == "a"
    finally:
        worker.close()


def test_an_ended_worker_works_no_more() -> None:
    worker = Worker()
    worker.end()
    with pytest.raises(WorkerLost):
        worker.work(repeat, hears_nothing, 30, "a", 1)


def test_a_request_whose_engine_failed_is_repeated_and_not_blamed(tmp_path: Path) -> None:
    async def asked() -> str:
        pool = WorkerPool(1, 30, 10)
        try:
            answer = await pool.ask(engine_fails_once, tmp_path / "failed")
            with pytest.raises(EngineFailed, match="Moody hung") as failed:
                await pool.ask(engine_fails)
            assert of_error(failed.value).status_code == 502
            return answer
        finally:
            pool.close()

    assert asyncio.run(asked()) == "answered"


def test_a_killed_worker_costs_one_retry(tmp_path: Path) -> None:
    async def asked() -> tuple[str, str]:
        pool = WorkerPool(1, 30, 10)
        try:
            return await pool.ask(dies_once, str(tmp_path / "mark")), await pool.ask(repeat, "b", 2)
        finally:
            pool.close()

    assert asyncio.run(asked()) == ("alive", "bb")


def test_a_question_that_kills_two_is_given_up_and_the_next_is_answered(golden: Golden) -> None:
    async def asked() -> str:
        pool = WorkerPool(1, 30, 10)
        try:
            with golden.raises(TaskFailed):
                await pool.ask(dies)
            return await pool.ask(repeat, "b", 2)
        finally:
            pool.close()

    assert asyncio.run(asked()) == "bb"


def test_after_a_quiet_period_idle_processes_are_replaced_and_busy_ones_are_not() -> None:
    async def asked() -> None:
        pool = WorkerPool(2, 30, 10)
        try:
            quiet = asyncio.create_task(pool.quiet(0))
            await asyncio.sleep(0.01)
            assert not quiet.done(), "no task has come yet, so no process is replaced"
            await pool.ask(repeat, "a", 1)
            await asyncio.wait_for(quiet, 30)
            busy = asyncio.create_task(pool.ask(sleeps, 0.5))
            while len(pool.pids) < 2:
                await asyncio.sleep(0.01)
            first, working = pool.pids
            pool.renew()
            assert pool.pids == [working], (first, working)
            await busy
            assert await pool.ask(repeat, "b", 2) == "bb"
        finally:
            pool.close()

    asyncio.run(asked())


def test_too_many_questions_are_refused(golden: Golden) -> None:
    async def asked() -> None:
        pool = WorkerPool(1, 30, 1)
        try:
            first = asyncio.create_task(pool.ask(sleeps, 1.0))
            await asyncio.sleep(0)
            second = asyncio.create_task(pool.ask(repeat, "b", 1))
            await asyncio.sleep(0)
            with golden.raises(Busy):
                await pool.ask(repeat, "c", 1)
            await first
            assert await second == "b"
        finally:
            pool.close()

    asyncio.run(asked())


def test_a_killed_job_begins_once_more(tmp_path: Path) -> None:
    job = asyncio.run(_over(job_that_dies_once, str(tmp_path / "mark")))
    assert (job.shape.state, job.shape.added) == (JobState.FINISHED, 7)


def test_a_job_that_is_killed_twice_fails_with_a_sentence(golden: Golden) -> None:
    job = asyncio.run(_over(job_that_dies))
    assert job.shape.state is JobState.FAILED
    golden(job.shape.error)


def test_a_cancelled_job_ends_at_once_and_the_next_one_has_its_turn(golden: Golden) -> None:
    async def run() -> list[JobState]:
        jobs = Jobs(Settings(bounds=Bounds(jobs_running=1, jobs_waiting=1)))
        tidied: list[float] = []
        try:
            sleep = Work(job_that_sleeps, TypeAdapter(float), tidied.append)
            first = jobs.start(JobKind.STUDY, "first", sleep, 600.0)
            async for shape in first.states():
                if shape is not None and shape.progress.words == "asleep":
                    break
            second = jobs.start(JobKind.STUDY, "second", sleep, 0.0)
            with golden.raises(Busy):
                jobs.start(JobKind.STUDY, "third", sleep, 0.0)
            began = time.monotonic()
            jobs.cancel(first.shape.id)
            await _end(second)
            assert time.monotonic() - began < 30
            assert sorted(tidied) == [0.0, 600.0]
            with pytest.raises(NothingFound):
                jobs.find("none")
            return [first.shape.state, second.shape.state]
        finally:
            await jobs.close()

    assert asyncio.run(run()) == [JobState.CANCELLED, JobState.FINISHED]


async def _over(task: Any, order: str = "") -> Job:
    jobs = Jobs(Settings(bounds=Bounds(jobs_running=1)))
    try:
        job = jobs.start(JobKind.TRAINING, "test", Work(task, TypeAdapter(str)), order)
        await _end(job)
        return job
    finally:
        await jobs.close()


async def _end(job: Job) -> None:
    async for _ in job.states():
        pass
