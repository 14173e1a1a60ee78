"""Points in the blocks of Dask collections: the same questions, little that travels, and workers that are killed."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import gordan
from gordan import InputError, Points
from gordan.cli.exit import run
from gordan.engine.oracle.build import build
from gordan.problem.batches.on_worker import Changed, call_checked, prepare

pytest.importorskip("dask.array", reason="needs dask")
import dask
import dask.array as da

RNG = np.random.default_rng(4)
X = RNG.standard_normal((900, 5)).round(3)
SEPARABLE = np.where(X @ [1.0, -1.0, 2.0, 0.5, 0.0] > 0, "yes", "no")
INSEPARABLE = np.where(RNG.integers(0, 2, 900) > 0, "yes", "no")


def agrees(problem: Points, y: Any, **asked: Any) -> gordan.outcome.Outcome:
    """The answer, which the same points in memory confirm."""
    whole = Points(X, y, **asked)
    outcome, expected = gordan.solve(problem), gordan.solve(whole)
    assert outcome.kind == expected.kind
    assert gordan.verify(whole, outcome).holds
    assert gordan.verify(problem, outcome).holds
    assert outcome.bracket.upper == pytest.approx(expected.bracket.upper, rel=1e-5)
    return outcome


@pytest.mark.parametrize("y", [SEPARABLE, INSEPARABLE], ids=["separable", "inseparable"])
def test_arrays_and_frames_on_threads(y: Any) -> None:
    expected = Points(X, y).digest()
    blocks = da.from_array(X, chunks=(200, 2))
    for problem in (
        Points.from_batches(blocks, y),
        Points.from_batches(blocks, da.from_array(y, chunks=200)),
        Points.from_batches(frames(y), label="kind"),
    ):
        assert problem.digest() == expected
        agrees(problem, y)
    for solver in ("perceptron", "mirror-prox", "smooth-perceptron"):
        outcome = gordan.solve(problem, solver=solver, polish=True, max_iter=3)
        assert gordan.verify(Points(X, y), outcome).holds


def frames(y: Any) -> Any:
    dd = pytest.importorskip("dask.dataframe", reason="needs dask.dataframe")
    return dd.from_pandas(pd.DataFrame({"kind": y, **{f"x{k}": X[:, k] for k in range(5)}}), npartitions=4)


def test_without_intercept_normalised_and_narrow() -> None:
    agrees(Points.from_batches(da.from_array(X, chunks=250), SEPARABLE, intercept=False), SEPARABLE, intercept=False)
    asked: dict[str, Any] = {"intercept": False, "normalise": True}
    agrees(Points.from_batches(da.from_array(X, chunks=250), SEPARABLE, **asked), SEPARABLE, **asked)
    narrow = X.astype(np.float32)
    problem = Points.from_batches(da.from_array(narrow, chunks=250), SEPARABLE)
    assert problem.X.dtype == np.float32
    assert gordan.verify(Points(narrow, SEPARABLE), gordan.solve(problem)).holds
    mixed = da.concatenate([da.from_array(narrow[:450], chunks=225).astype("f8"), da.from_array(X[450:], chunks=225)])
    assert gordan.solve(Points.from_batches(mixed, SEPARABLE)).kind == "separable"


def broken(block: Any, block_info: Any = None) -> Any:
    raise OSError("the disk is gone")


def test_refusals() -> None:
    blocks = da.from_array(X, chunks=300)
    with pytest.raises(InputError, match="has no labels of its own"):
        Points.from_batches(blocks)
    with pytest.raises(InputError, match="X has 3 blocks and y has 2"):
        Points.from_batches(blocks, da.from_array(SEPARABLE, chunks=500))
    with pytest.raises(InputError, match=r"pass 1, batch 2: X.1, 0. is nan"):
        Points.from_batches(da.where(da.arange(900, chunks=300)[:, None] == 301, np.nan, blocks), SEPARABLE)
    with pytest.raises(InputError, match="more than two classes"):
        Points.from_batches(blocks, np.arange(900) // 300)
    with pytest.raises(InputError, match=r"cannot be computed \(OSError: the disk is gone\)"):
        Points.from_batches(blocks.map_blocks(broken, dtype="f8", meta=np.empty((0, 5))), SEPARABLE)
    calls = iter(range(1000))
    changing = blocks.map_blocks(lambda block: block + 0.0 * len(block) + (next(calls) > 9), dtype="f8", meta=X[:0])
    with pytest.raises(InputError, match=r"batch \d: other numbers than in the first pass"):
        gordan.solve(Points.from_batches(changing, SEPARABLE))


def test_a_worker_in_this_process_compares_its_blocks_as_they_are() -> None:
    """It may hold the user's own array. Any other keeps what it made, and compares one number."""
    given = np.arange(6.0).reshape(3, 2)
    block = prepare((given, (), np.array([0, 1, 1])), 1, "<f8")
    assert block.values is given

    def called(process: int) -> Any:
        return call_checked((block,), [(0, 7, block.print, ())], lambda blocks: blocks[0][0].sum(), (), process)

    assert called(os.getpid()) == called(os.getpid() + 1) == 15.0
    given[2, 1] = -5.0
    assert called(os.getpid()) == Changed(7)
    assert called(os.getpid() + 1) == 5.0


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="needs distributed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cluster = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
        )
        with cluster, distributed.Client(cluster) as client:
            yield client


@pytest.mark.filterwarnings("ignore")
def test_on_a_cluster_little_travels(client: Any) -> None:
    moved = []
    for n in (450, 900):
        problem = Points.from_batches(da.from_array(X[:n], chunks=n // 3), SEPARABLE[:n], intercept=True)
        oracle = build(problem.canonical())
        before = problem.X.moved
        oracle.worst(np.ones(5), 4)
        moved.append(problem.X.moved - before)
    assert moved[0] == moved[1] < 1500
    agrees(problem, SEPARABLE)


@pytest.mark.filterwarnings("ignore")
def test_a_worker_has_one_task_in_a_pass(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its blocks are bundled, evenly; where rows are too many to be sent by all, the lowest are sent for."""
    problem = Points.from_batches(da.from_array(X, chunks=50), SEPARABLE)
    numbers = [bundle.numbers for bundle in problem.X._bundles]
    assert (len(numbers), sorted(k for own in numbers for k in own)) == (2, list(range(18)))
    assert abs(len(numbers[0]) - len(numbers[1])) <= 1
    monkeypatch.setattr("gordan.problem.batches.cluster._SENT", 0)
    agrees(problem, SEPARABLE)


def test_blocks_move_to_workers_that_have_fewer_rows() -> None:
    from types import SimpleNamespace

    from gordan.problem.batches.scheduler import share_blocks

    futures = [SimpleNamespace(key=k) for k in range(7)]
    client = SimpleNamespace(
        who_has=lambda _: {k: ["a"] for k in range(6)}, scheduler_info=lambda n_workers: {"workers": {"a": 1, "b": 1}}
    )
    homes = share_blocks(client, futures, [5, 5, 5, 5, 0, 1, 0])
    load = {
        home: sum(size for size, own in zip([5, 5, 5, 5, 0, 1, 0], homes, strict=True) if own == home) for home in "ab"
    }
    assert sorted(load.values()) == [10, 11]


@pytest.mark.filterwarnings("ignore")
def test_the_command_on_a_cluster(client: Any, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="reading Parquet needs pyarrow")
    frame = pd.DataFrame({**{f"x{k}": X[:, k] for k in range(5)}, "kind": SEPARABLE})
    frame.to_parquet(tmp_path / "t.parquet", row_group_size=200)
    address = client.scheduler.address
    asked = ["check", str(tmp_path / "t.parquet"), "--label", "kind"]
    assert run([*asked, "--scheduler", address, "--certificate", str(tmp_path / "c.json")]) == 0
    assert run(["verify", str(tmp_path / "c.json"), str(tmp_path / "t.parquet")]) == 0


@pytest.mark.filterwarnings("ignore")
def test_folders_on_a_cluster_have_the_order_and_the_columns_that_they_have_here(client: Any, tmp_path: Path) -> None:
    """Dask alone would read part.2 before part.10, and take the names of folders for categories."""
    pytest.importorskip("pyarrow", reason="reading Parquet needs pyarrow")
    frame = pd.DataFrame({**{f"x{k}": X[:, k] for k in range(5)}, "kind": SEPARABLE})
    for k in range(12):
        for folder in (tmp_path / "plain", tmp_path / "sites" / f"site={k % 2}"):
            folder.mkdir(parents=True, exist_ok=True)
            frame[75 * k : 75 * (k + 1)].to_parquet(folder / f"part.{k}.parquet", row_group_size=30)
    for folder in ("plain", "sites"):
        data, certificate = str(tmp_path / folder), str(tmp_path / f"{folder}.json")
        asked = ["check", data, "--label", "kind", "--scheduler", client.scheduler.address]
        assert run([*asked, "--certificate", certificate]) == 0
        assert run(["verify", certificate, data]) == 0


def test_a_file_is_shared_out_in_groups_of_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One long file is work for all workers, and many small groups of rows are no tasks of their own."""
    pq = pytest.importorskip("pyarrow.parquet", reason="reading Parquet needs pyarrow")
    from gordan.problem.batches import cluster

    pd.DataFrame(X).rename(columns=str).to_parquet(tmp_path / "t.parquet", row_group_size=100)
    size = pq.ParquetFile(tmp_path / "t.parquet").metadata.row_group(0).total_byte_size
    for most, blocks in ((0, 9), (3.5 * size, 3), (1 << 25, 1)):
        monkeypatch.setattr(cluster, "_BLOCK", most)
        parts = cluster.ParquetBlocks(str(tmp_path / "t.parquet")).to_delayed()
        assert len(parts) == blocks
        assert np.array_equal(np.concatenate([part.compute(scheduler="sync").to_pandas() for part in parts]), X)


@pytest.mark.filterwarnings("ignore")
def test_nothing_to_read_on_a_cluster(client: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow", reason="reading Parquet needs pyarrow")
    (tmp_path / "damaged.parquet").write_bytes(b"PAR1")
    (tmp_path / "empty").mkdir()
    for name, words in (
        ("missing.parquet", "there is no file"),
        ("damaged.parquet", "is no readable parquet data"),
        ("empty", "there are no"),
        ("table.csv", "save it as Parquet, or leave --scheduler out"),
    ):
        assert run(["check", str(tmp_path / name), "--scheduler", client.scheduler.address]) == 2
        assert words in capsys.readouterr().err


class _Elsewhere:
    """A value of a module that only this process has."""

    def __reduce__(self) -> tuple[Any, ...]:
        return import_module, ("a_module_that_is_nowhere",)


@pytest.mark.filterwarnings("ignore")
def test_another_version_on_the_workers_has_its_advice(client: Any) -> None:
    block = dask.delayed(lambda _: X)(_Elsewhere())
    with pytest.raises(InputError, match=r"the scheduler and all workers need the same versions") as raised:
        Points.from_batches(da.from_delayed(block, X.shape, X.dtype), SEPARABLE)
    assert "\n" not in str(raised.value)


def test_an_error_of_the_blocks_themselves_has_no_such_advice() -> None:
    def divided() -> None:
        raise RuntimeError("deserialized, and then") from ZeroDivisionError()

    with pytest.raises(InputError, match=r"and then\)$"):
        Points.from_batches(da.from_delayed(dask.delayed(divided)(), X.shape, X.dtype), SEPARABLE)


def test_an_address_is_read_by_dask(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="reading Parquet needs pyarrow")
    from gordan.file.table.scan import scan_cluster

    pd.DataFrame(X).rename(columns=str).assign(y=SEPARABLE).to_parquet(tmp_path / "t.parquet")
    here, there = (
        scan_cluster(place, label="y").X for place in (str(tmp_path / "t.parquet"), (tmp_path / "t.parquet").as_uri())
    )
    assert here.surveyed.prints == there.surveyed.prints
    assert here.names == there.names


@pytest.mark.parametrize("many", [False, True])
def test_a_scheduler_that_is_gone_has_its_sentence(many: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    from types import SimpleNamespace

    from distributed.client import CancelledFuturesGroup, FutureCancelledError, FuturesCancelledError

    from gordan.problem.batches import cluster

    def lost(*_: object) -> None:
        one = FutureCancelledError("first_look-ce6c", "scheduler-connection-lost")
        raise FuturesCancelledError([CancelledFuturesGroup([one], one.reason)]) if many else one

    monkeypatch.setattr(cluster, "current_client", lambda: SimpleNamespace(status="running", compute=lost))
    with pytest.raises(InputError, match="pass 1: the connection to the scheduler is lost; see that it runs"):
        Points.from_batches(da.from_array(X, chunks=150), SEPARABLE)


def test_no_scheduler_at_the_address(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="needs distributed")
    monkeypatch.setattr("gordan.problem.batches.scheduler._PATIENCE", 0.3)
    assert run(["check", "nothing.parquet", "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert "no scheduler answers at 'tcp://127.0.0.1:9'" in capsys.readouterr().err


def killed(client: Any, y: Any, seed: int) -> None:
    """One of two workers is killed while the run goes on; its blocks are made anew."""
    problem = Points.from_batches(da.from_array(X, chunks=150), y)
    process = next(iter(client.run(os.getpid).values()))
    delay = float(np.random.default_rng(seed).uniform(0.0, 0.3))
    killer = threading.Timer(delay, os.kill, (process, signal.SIGKILL))
    killer.start()
    try:
        agrees(problem, y)
    finally:
        killer.join()
    two_workers(client)


def two_workers(client: Any) -> None:
    """Both again: one that takes too long to begin on a busy machine is given up by its nanny, and the next kill would
    leave nobody."""
    client.cluster.scale(2)
    try:
        client.wait_for_workers(2, timeout=30)
    except TimeoutError:
        client.cluster.scale(0)
        client.cluster.scale(2)
        client.wait_for_workers(2, timeout=120)


@pytest.mark.filterwarnings("ignore")
def test_no_worker_is_left(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run without workers ends in a sentence, or with its time, and does not wait for ever."""
    from gordan.problem.batches import scheduler

    problem = Points.from_batches(da.from_array(X, chunks=150), SEPARABLE)
    client.cluster.scale(0)
    try:
        while client.scheduler_info()["workers"]:
            time.sleep(0.05)
        assert gordan.solve(problem, max_seconds=1.0).kind == "undecided"
        monkeypatch.setattr(scheduler, "_LEFT_ALONE", 0)
        with pytest.raises(InputError, match="the scheduler has had no worker"):
            gordan.solve(problem)
    finally:
        client.cluster.scale(2)
        client.wait_for_workers(1, timeout=60)


@pytest.mark.filterwarnings("ignore")
def test_a_worker_is_killed(client: Any) -> None:
    for seed, y in enumerate((SEPARABLE, INSEPARABLE, SEPARABLE)):
        killed(client, y, seed)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_workers_are_killed_often(client: Any) -> None:
    for seed in range(20):
        killed(client, SEPARABLE if seed % 2 else INSEPARABLE, seed)
