"""Data read in batches: the block oracle beside the direct one, disk bandwidth, Parquet, Dask, and SGD's partial_fit.

Every ratio is of two measurements in one run, one after the other. `--rows`, `--columns` and `--folder` set the size
and the place of the file; it is deleted afterwards. Its page cache is dropped before each timed reading.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread
from typing import Any

import numpy as np

import gordan
from gordan.problem.batches.read_ahead import watched_reading

CHUNK = 1 << 14  # rows written at a time
DROPPED = 1 << 28  # bytes whose pages are dropped at a time


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks stream")
    parser.add_argument("what", nargs="*", default=["oracle", "disk", "parquet", "dask", "sgd"])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--columns", type=int, default=100)
    parser.add_argument("--kappa", type=float, default=1.0, help="0 is inseparable")
    parser.add_argument("--workers", type=int, nargs="+", default=[2], help="of Dask, one cluster after the other")
    parser.add_argument("--folder", default=None)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        for what in given.what:
            print(f"\n{what}: {given.rows:,} x {given.columns}, kappa = {given.kappa:g}")
            {"oracle": oracle, "disk": disk, "parquet": parquet, "dask": cluster, "sgd": sgd}[what](Path(folder), given)


def points(rows: int, columns: int, kappa: float, start: int = 0) -> tuple[Any, Any]:
    """Float32 rows with a hidden direction u, pushed from its hyperplane by kappa |u·x|; labels are the sides."""
    u = np.random.default_rng(0).standard_normal(columns)
    u /= np.linalg.norm(u)
    X = np.random.default_rng(start + 1).standard_normal((rows, columns), dtype=np.float32)
    side = X @ u.astype(np.float32)
    y = (side > 0).astype(np.int8)
    if kappa == 0:
        return X, np.random.default_rng(start + 2).integers(0, 2, rows).astype(np.int8)
    X += ((kappa - 1) * side[:, None] + 0.01 * np.sign(side)[:, None]) * u.astype(np.float32)
    return X, y


def written(folder: Path, given: Any) -> tuple[Path, Path]:
    """The points as a .npy file, written some rows at a time, and their labels."""
    path = folder / "x.npy"
    if not path.exists():
        y, head = np.empty(given.rows, np.int8), {"descr": "<f4", "fortran_order": False}
        # Not through a memory map, whose pages would count as memory taken.
        with open(path, "wb") as file:
            np.lib.format.write_array_header_1_0(file, head | {"shape": (given.rows, given.columns)})
            for start in range(0, given.rows, CHUNK):
                stop = min(start + CHUNK, given.rows)
                X, y[start:stop] = points(stop - start, given.columns, given.kappa, start)
                file.write(X.tobytes())
        np.save(folder / "y.npy", y)
    return path, folder / "y.npy"


def forget(path: Path) -> None:
    """Drop a file from the page cache."""
    with open(path, "rb") as file, suppress(AttributeError, OSError):
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def timed(function: Callable[[], Any]) -> tuple[Any, float, float]:
    """What it returned, seconds, and seconds of all processors."""
    wall, cpu = clocks()
    value = function()
    return value, clocks()[0] - wall, clocks()[1] - cpu


def clocks() -> tuple[float, float]:
    """Seconds of the clock and of all processors."""
    return time.perf_counter(), time.process_time()


def oracle(folder: Path, given: Any) -> None:
    """The same solver on the same array, by columns in memory and by blocks."""
    path, labels = written(folder, given)
    X, y = np.load(path), np.load(labels)
    solver = gordan.solver.WorkingSet(gordan.solver.InteriorPoint(), first=3.0, batch=3.0)
    for _ in range(3):
        _, wall, cpu = timed(lambda: gordan.solve(gordan.Points(X, y), solver=solver))
        outcome, blocks, blocks_cpu = timed(lambda: gordan.solve(gordan.Points.from_batches(X, y), solver=solver))
        print(f"  direct {cpu:.2f} s cpu ({wall:.2f} s)  blocks {blocks_cpu:.2f} s cpu ({blocks:.2f} s)", end="  ")
        print(f"ratio {blocks_cpu / cpu:.2f} cpu, {blocks / wall:.2f} wall  {outcome.kind} {outcome.bracket}")


def disk(folder: Path, given: Any) -> None:
    """Passes of a whole run against plain sequential reading of the same file before and after it.

    Every pass has a cold cache: the pages are dropped behind the reader.
    """
    path, labels = written(folder, given)
    size, behind = path.stat().st_size, Behind(path)
    before = size / timed(lambda: plain(path, behind))[1] / 1e9
    memory = Anonymous()
    with watched_reading(behind.on_read), memory:
        problem, posed, posed_cpu = timed(lambda: gordan.Points.from_batches(path, labels))
        outcome, solved, cpu = timed(lambda: gordan.solve(problem))
    after = size / timed(lambda: plain(path, behind))[1] / 1e9
    passes, seconds = problem.X.passes, posed + solved
    rate = size * passes / seconds / 1e9
    print(
        f"  {outcome.kind} {outcome.bracket}: {passes} passes in {seconds:.1f} s, {posed_cpu + cpu:.1f} s cpu", end="; "
    )
    print(f"{rate:.2f} GB/s, plain reading {before:.2f} and {after:.2f} GB/s", end=" ")
    print(f"({100 * rate / before:.0f} and {100 * rate / after:.0f} %); {memory.most / 1e9:.2f} GB of anonymous memory")


def plain(path: Path, behind: Behind) -> None:
    """Read a file from its beginning to its end."""
    buffer, done = bytearray(1 << 24), 0
    forget(path)
    with open(path, "rb", buffering=0) as file:
        while count := file.readinto(buffer):
            done += count
            behind.drop(done)


class Behind:
    """Drops the pages of a file behind its reader, some at a time."""

    def __init__(self, path: Path) -> None:
        self._path, self._done = path, 0

    def on_read(self, number: int, rows: int, n: int, row: int) -> None:
        self.drop(rows * row)

    def drop(self, done: int) -> None:
        if done < self._done or done - self._done > DROPPED:
            with open(self._path, "rb") as file, suppress(AttributeError, OSError):
                os.posix_fadvise(file.fileno(), 0, done, os.POSIX_FADV_DONTNEED)
            self._done = done


class Anonymous:
    """The most anonymous memory of this process inside a `with` block, looked at five times a second."""

    def __enter__(self) -> None:
        self.most, self._over = 0, Event()
        self._thread = Thread(target=self._look)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(0.2):
            for line in Path("/proc/self/status").read_text().splitlines():
                if line.startswith("RssAnon:"):
                    self.most = max(self.most, int(line.split()[1]) * 1024)


def parquet(folder: Path, given: Any) -> None:
    """A run on Parquet against the time of decoding it, times the passes."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path, labels = written(folder, given)
    X, y, target = np.load(path, mmap_mode="r"), np.load(labels), folder / "x.parquet"
    names = [f"x{k}" for k in range(given.columns)]
    schema = pa.schema([*((name, pa.float32()) for name in names), ("y", pa.int8())])
    with pq.ParquetWriter(target, schema) as writer:
        for start in range(0, given.rows, CHUNK):
            part = np.ascontiguousarray(X[start : start + CHUNK].T)
            writer.write_table(pa.table([*part, y[start : start + CHUNK]], schema=schema))

    def decode() -> None:
        for _ in pq.ParquetFile(target).iter_batches(batch_size=CHUNK):
            pass

    _, alone, alone_cpu = timed(decode)
    problem, posed, posed_cpu = timed(lambda: gordan.Points.from_batches(target, label="y"))
    outcome, solved, cpu = timed(lambda: gordan.solve(problem))
    passes = problem.X.passes
    print(f"  decoding {alone:.2f} s ({alone_cpu:.2f} s cpu); {passes} passes {posed + solved:.1f} s", end=" ")
    print(f"({posed_cpu + cpu:.1f} s cpu)  ratio {(posed + solved) / passes / alone:.2f} wall,", end=" ")
    print(f"{(posed_cpu + cpu) / passes / alone_cpu:.2f} cpu  {outcome.kind} {outcome.bracket}")


def cluster(folder: Path, given: Any) -> None:
    """A pass of the working set by some workers against one in memory, and the bytes that it moves."""
    from distributed import Client, LocalCluster

    from gordan.engine.oracle.build import build

    path, labels = written(folder, given)
    X, y = np.load(path, mmap_mode="r"), np.load(labels)
    direct, k = build(gordan.Points(np.asarray(X), y).canonical()), 3 * (given.columns + 1)
    # Every pass has a direction of its own: the lowest points of one that was asked about are remembered.
    directions = np.random.default_rng(0).standard_normal((15, given.columns))
    # Not in turns: the threads of a product wait for the next one for a while, and take that from the workers.
    here = np.median([timed(lambda w=w: direct.worst(w, k))[1:] for w in directions], axis=0)
    print(f"  in memory {here[0]:.3f} s a pass, {here[1]:.3f} s cpu; medians of {len(directions)}")
    for count in given.workers:
        with (
            LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None) as local,
            Client(local) as client,
        ):
            blocks = on_workers(path, given, -(-given.rows // max(8, count)))
            problem = gordan.Points.from_batches(blocks, y)
            far, costs = build(problem.canonical()), []
            for w in directions:
                # Asking for the time takes time itself, which is measured first.
                first, moved, before = worked(client), problem.X.moved, worked(client)
                _, wall, cpu = timed(lambda w=w, far=far: far.worst(w, k))
                there = worked(client) - before - (before - first)
                costs.append((wall, there, cpu, (problem.X.moved - moved) / 1e6))
            wall, there, cpu, moved = np.median(costs, axis=0)
            print(f"  {count} workers {wall:.3f} s a pass, ratio {wall / here[0]:.2f};", end=" ")
            print(f"workers {there:.3f} s cpu, client and scheduler {cpu:.3f} s", end=" ")
            print(f"(ratio {(there + cpu) / here[1]:.2f}); {moved:.2f} MB moved", flush=True)
            if count == 2:
                outcome, seconds, _ = timed(lambda problem=problem: gordan.solve(problem))
                print(f"  {outcome.kind} {outcome.bracket} in {seconds:.1f} s, {problem.X.passes} passes")


def worked(client: Any) -> float:
    """Seconds of the processors that all workers have used so far."""
    return float(sum(client.run(time.process_time).values()))


def on_workers(path: Path, given: Any, rows: int) -> Any:
    """A Dask array whose blocks the workers read from the file themselves."""
    import dask.array as da
    from dask import delayed

    def part(start: int, stop: int) -> Any:
        return np.load(path, mmap_mode="r")[start:stop].copy()

    edges = [*range(0, given.rows, rows), given.rows]
    return da.concatenate(
        [
            da.from_delayed(delayed(part)(start, stop), shape=(stop - start, given.columns), dtype=np.float32)
            for start, stop in pairwise(edges)
        ]
    )


def sgd(folder: Path, given: Any) -> None:
    """Until a verified separator: gordan, and scikit-learn's SGDClassifier by partial_fit, up to 20 epochs."""
    from sklearn.linear_model import SGDClassifier

    path, labels = written(folder, given)
    X, y = np.load(path, mmap_mode="r"), np.load(labels)
    problem, posed, posed_cpu = timed(lambda: gordan.Points.from_batches(path, labels))
    outcome, solved, cpu = timed(lambda: gordan.solve(problem, goal="decide"))
    print(
        f"  gordan {posed + solved:.1f} s, {posed_cpu + cpu:.1f} s cpu, {problem.X.passes} passes: {outcome.kind},",
        end="",
    )
    print(f" {'verified' if outcome.verdict.holds else 'not verified'}", flush=True)
    model, began, cpu = SGDClassifier(loss="perceptron", penalty=None, random_state=0), *clocks()
    epochs = 0
    while epochs < 20:
        epochs += 1
        for start in range(0, given.rows, CHUNK):
            model.partial_fit(X[start : start + CHUNK], y[start : start + CHUNK], classes=[0, 1])
        wrong = sum(
            int((model.predict(X[s : s + CHUNK]) != y[s : s + CHUNK]).sum()) for s in range(0, given.rows, CHUNK)
        )
        print(
            f"  epoch {epochs}: {clocks()[0] - began:.1f} s, {clocks()[1] - cpu:.1f} s cpu, {wrong:,} wrong", flush=True
        )
        if wrong == 0:
            break
    seconds, cpu = clocks()[0] - began, clocks()[1] - cpu
    print(f"  SGDClassifier {seconds:.1f} s, {cpu:.1f} s cpu, {epochs} epochs: {wrong:,} rows on the wrong side")
