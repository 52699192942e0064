"""Test that work gives the same results in the same order on one worker or several."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import Future
from functools import partial
from itertools import count, islice
from pathlib import Path

import pytest

from goldens import Golden
from motif.errors import BadArgument, MotifError
from motif.runtime import parallel
from motif.runtime.parallel import Pool, Workers, in_order


def square(number: int) -> int:
    return number * number


def refuse(number: int) -> int:
    raise BadArgument(f"no {number}", hint="another")


def threads(_: int) -> str | None:
    return os.environ.get("RAYON_NUM_THREADS")


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_tasks(workers: int) -> None:
    with Workers(workers).executor() as executor:
        assert list(in_order(executor, square, range(20))) == [number * number for number in range(20)]


@pytest.mark.parametrize("workers", [1, 2])
def test_endless_tasks_may_be_left_at_any_result(workers: int) -> None:
    with Workers(workers).executor() as executor:
        assert list(islice(in_order(executor, square, count()), 3)) == [0, 1, 4]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_crosses_with_its_hint(workers: int) -> None:
    with Workers(workers).executor() as executor, pytest.raises(BadArgument, match="no 7") as caught:
        list(in_order(executor, refuse, [7]))
    assert caught.value.hint == "another"


def test_workers_share_the_cores() -> None:
    with Workers(2).executor() as executor:
        assert list(in_order(executor, threads, [0])) == [str(max(1, (os.cpu_count() or 1) // 2))]


def sleep_for_an_hour(_: int) -> None:
    time.sleep(3600)


def test_ctrl_c_does_not_wait_for_running_tasks() -> None:
    futures: list[Future[None]] = []

    def interrupted() -> None:
        with Workers(2).executor() as executor:
            assert list(in_order(executor, square, [3])) == [9], "the workers have begun"
            futures.extend(executor.submit(sleep_for_an_hour, number) for number in range(2))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert len(futures) == 2
    assert all(future.done() for future in futures)


def hears_ctrl_c(_: int) -> bool:
    held_back = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    return held_back or signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def test_workers_ignore_ctrl_c_and_their_parent_does_not() -> None:
    with Workers(2).executor() as executor:
        assert list(in_order(executor, hears_ctrl_c, [0])) == [False]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def die_once(folder: str, number: int) -> int:
    """Kill this worker process the first time that a third of the numbers comes."""
    mark = Path(folder) / str(number)
    if number % 3 == 0 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def test_a_killed_worker_changes_nothing(tmp_path: Path) -> None:
    with Workers(2).executor() as executor:
        assert list(in_order(executor, partial(die_once, str(tmp_path)), range(6))) == [0, 1, 4, 9, 16, 25]
    assert {path.name for path in tmp_path.iterdir()} == {"0", "3"}


def die(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_task_that_kills_every_worker_is_given_up(golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "MOST_DEATHS", 2)
    with Workers(2).executor() as executor, golden.raises(MotifError) as caught:
        list(in_order(executor, die, [1]))
    assert caught.value.hint == "is there enough memory? Try fewer workers"


def test_no_workers_is_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        Workers(0)


class Engine:
    """Counts how many were started and closed in this process."""

    started = closed = 0

    def __init__(self) -> None:
        Engine.started += 1
        self.number = Engine.started

    def close(self) -> None:
        Engine.closed += 1


@pytest.fixture
def engines() -> type[Engine]:
    Engine.started = Engine.closed = 0
    return Engine


def ask(pool: Pool, _: int) -> int:
    with pool.borrow("engine", Engine) as engine:
        return engine.number


def test_an_engine_is_started_once_for_many_tasks_and_closed_with_them(engines: type[Engine]) -> None:
    with Workers(1).pooled() as (executor, pool):
        assert list(in_order(executor, partial(ask, pool), range(5))) == [1] * 5
        assert engines.closed == 0
    assert (engines.started, engines.closed) == (1, 1)


def test_each_worker_process_keeps_one_engine(engines: type[Engine]) -> None:
    with Workers(2).pooled() as (executor, pool):
        assert set(in_order(executor, partial(ask, pool), range(8))) == {1}
    assert engines.started == 0


def test_a_borrowed_engine_is_not_shared(engines: type[Engine]) -> None:
    pool = Pool()
    with pool.borrow("engine", Engine) as one, pool.borrow("engine", Engine) as two:
        assert one.number != two.number
    pool.close()
    assert engines.closed == 2


def test_an_engine_that_failed_does_not_come_back(engines: type[Engine]) -> None:
    pool = Pool()
    with pytest.raises(BadArgument), pool.borrow("engine", Engine):
        raise BadArgument("lost")
    with pool.borrow("engine", Engine) as engine:
        assert engine.number == 2
    assert engines.closed == 1


def test_a_task_that_ends_after_its_run_closes_what_it_borrowed(engines: type[Engine]) -> None:
    pool = Pool()
    with pool.borrow("engine", Engine):
        pool.close()
        assert engines.closed == 0
    assert engines.closed == 1


def test_a_full_pool_closes_what_is_longest_unused(engines: type[Engine]) -> None:
    pool = Pool(most=2)
    for name in ("one", "two", "one", "three"):
        with pool.borrow(name, Engine):
            pass
    assert (engines.started, engines.closed) == (3, 1)
    with pool.borrow("one", Engine) as kept:
        assert kept.number == 1
