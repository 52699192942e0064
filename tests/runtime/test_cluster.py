"""Test that a cluster that cannot work is refused at once, and waiting for a lost one ends."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import pytest

from command_line import every_command
from goldens import Golden
from motif.errors import BadArgument, MotifError
from motif.runtime import parallel
from motif.runtime.parallel import ClusterExecutor, Workers, in_order

distributed = pytest.importorskip("distributed")


def test_every_command_that_takes_workers_takes_a_cluster() -> None:
    options = {name: {word for each in command.params for word in each.opts} for name, command in every_command()}
    shared = {name for name, taken in options.items() if "--workers" in taken}
    assert {"match", "study", "lab learn tactics", "lab learn endgame", "puzzles compose"} <= shared
    assert [name for name in shared if "--cluster" not in options[name]] == []


def square(number: int) -> int:
    return number * number


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def need_what_is_not_there(_: int) -> None:
    raise ModuleNotFoundError("No module named 'motif'")


@pytest.fixture
def patient_for_a_blink(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "CLUSTER_TIMEOUT_SECONDS", 0.2)
    monkeypatch.setattr(parallel, "CLUSTER_ABSENCE_SECONDS", 0.0)


def one_worker() -> Any:
    return distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    )


@pytest.fixture(scope="module")
def small_cluster() -> Iterator[object]:
    with one_worker() as started:
        yield started


@pytest.mark.parametrize("address", ["nonsense", "not-an-address://", "tcp://host", "tcp://host:8786/x", "a b:1"])
def test_a_malformed_address_is_refused_without_waiting(golden: Golden, address: str) -> None:
    with golden.raises(BadArgument) as caught:
        parallel.cluster_executor(address)
    assert caught.value.hint == "write it as tcp://host:8786"


@pytest.mark.usefixtures("patient_for_a_blink")
def test_a_cluster_without_workers_is_refused(golden: Golden) -> None:
    with (
        distributed.LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address="127.0.0.1:0") as empty,
        golden.raises(MotifError) as caught,
        Workers(cluster=empty.scheduler_address).executor(),
    ):
        pass
    assert caught.value.hint == f"start one with `dask worker {empty.scheduler_address}`"


def test_a_scheduler_that_dies_is_an_error_with_a_message(golden: Golden) -> None:
    def work() -> None:
        with one_worker() as dying, Workers(cluster=dying.scheduler_address).executor() as executor:
            results = in_order(executor, sleep, [0.0, *[600.0] * 5])
            next(results)
            dying.close()
            next(results)

    with golden.raises(MotifError) as caught:
        work()
    assert "same command again" in caught.value.hint


@pytest.mark.parametrize(
    ("status", "workers", "lost"),
    [("running", ["one"], False), ("running", [], True), ("connecting", ["one"], True)],
)
@pytest.mark.usefixtures("patient_for_a_blink")
def test_waiting_for_a_lost_cluster_ends(golden: Golden, status: str, workers: list[str], lost: bool) -> None:
    client = SimpleNamespace(
        status=status, scheduler_info=lambda: {"workers": workers}, get_executor=lambda **_: SimpleNamespace()
    )
    executor = ClusterExecutor(client, "tcp://host:1")
    never: Future[int] = Future()
    if lost:
        with golden.raises(MotifError):
            executor.wait_for(never)
    else:
        # The same future, answered after the first look: a slow worker is no lost cluster.
        def look() -> dict[str, list[str]]:
            never.set_result(9)
            return {"workers": workers}

        client.scheduler_info = look
        assert executor.wait_for(never) == 9


def test_a_scheduler_that_dies_in_the_middle_of_an_answer_is_an_error(golden: Golden) -> None:
    def die() -> None:
        raise distributed.comm.CommClosedError("in <TCP (closed) ConnectionPool.gather>: Stream is closed")

    client = SimpleNamespace(
        status="running",
        scheduler_info=lambda: {"workers": ["one"]},
        get_executor=lambda **_: SimpleNamespace(),
        run=lambda _: die(),
    )
    executor = ClusterExecutor(client, "tcp://host:1")
    cut_off: Future[int] = Future()
    cut_off.set_exception(distributed.comm.CommClosedError("Stream is closed"))
    with golden.raises(MotifError):
        executor.wait_for(cut_off)
    executor.run_on_each_worker(die)


def test_a_worker_of_another_version_refuses(
    golden: Golden, small_cluster: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Workers(cluster=small_cluster.scheduler_address).executor() as executor:
        assert list(in_order(executor, square, [3])) == [9], "both are of this version"
        monkeypatch.setattr(parallel, "__version__", "9.9")
        with golden.raises(MotifError):
            list(in_order(executor, square, [3]))


def test_a_worker_without_motif_is_an_error_with_a_hint(golden: Golden, small_cluster: SimpleNamespace) -> None:
    with (
        golden.raises(MotifError) as caught,
        Workers(cluster=small_cluster.scheduler_address).executor() as executor,
    ):
        list(in_order(executor, need_what_is_not_there, [1]))
    assert "same version of motif" in caught.value.hint
