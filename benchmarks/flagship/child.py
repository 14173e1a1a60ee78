"""One run, in the process that was started for it: load, warm up, build, solve, and report.

Reports are lines of JSON in a file, for the peers write to standard output what they like. The process that watches
starts its clock anew at every line.
"""

from __future__ import annotations

import json
import pickle
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.flagship.peer import PEERS, Peer
from benchmarks.flagship.question import Question

__all__ = ["load", "run"]

_REPEATS, _ENOUGH = 5, 1.0  # short runs are repeated, up to so many times or seconds, and the median counts


def run(spec: dict[str, Any]) -> None:
    """Carry out a run described by `launch`."""
    report = Path(spec["report"])
    peer = PEERS[spec["peer"]]
    build = peer.builder()
    X, y = load(Path(spec["home"]))
    _warm(build, peer, spec)
    facts: dict[str, Any] = {"m": X.shape[1], "n": X.shape[0], "data": _size(X)}
    if peer.family == "ours":
        facts["product"] = _product(X)
    _reset_peak()
    _tell(report, "ready")
    question = Question(X, y, spec["task"], spec["intercept"])
    built, solved, claim = [], [], None
    while not solved or (len(solved) < _REPEATS and sum(solved) < _ENOUGH):
        began = time.perf_counter()
        solve = build(question)
        built.append(time.perf_counter() - began)
        _tell(report, "built")
        began = time.perf_counter()
        claim = solve()
        solved.append(time.perf_counter() - began)
        _tell(report, "solved")
        del solve
    facts |= {"seconds": statistics.median(solved), "build": statistics.median(built), "repeats": len(solved)}
    facts["peak"] = _peak()
    Path(spec["claim"]).write_bytes(pickle.dumps(claim))
    _tell(report, "done", **facts)


def load(home: Path, *, mapped: bool = False) -> tuple[Any, Any]:
    """Points and labels; mapped from the file rather than read where they are only looked at once."""
    if (home / "X.npz").exists():
        import scipy.sparse as sp

        X: Any = sp.csr_array(sp.load_npz(home / "X.npz"))
    else:
        X = np.load(home / "X.npy", mmap_mode="r" if mapped else None)
    return X, np.load(home / "y.npy")


def _warm(build: Any, peer: Peer, spec: dict[str, Any]) -> None:
    """Two tiny questions, one of each answer, bring in what is imported or compiled at first use."""
    rng = np.random.default_rng(0)
    # What gordan imports at first use depends on the number of columns; the others need only be touched.
    n, m = (300, 60) if peer.family == "ours" else (60, 5)
    X = rng.standard_normal((n, m)).astype(spec["dtype"])
    labels = [np.where(X[:, 0] > 0, 1, -1)]
    if peer.refutes:
        labels.append(2 * rng.integers(0, 2, n) - 1)
    for y in labels:
        build(Question(X, y, spec["task"], spec["intercept"]))()


def _product(X: Any) -> float:
    w = np.ones(X.shape[1], X.dtype)
    times = []
    for _ in range(7):
        began = time.perf_counter()
        X @ w
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def _size(X: Any) -> int:
    return X.nbytes if not hasattr(X, "nnz") else X.data.nbytes + X.indices.nbytes + X.indptr.nbytes


def _reset_peak() -> None:
    """Forget what reading the data took; where the kernel cannot, the peak is that of the whole process."""
    mark = Path("/proc/self/clear_refs")
    if mark.exists():
        mark.write_text("5", encoding="ascii")


def _peak() -> int:
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _tell(report: Path, event: str, **facts: Any) -> None:
    with report.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"event": event, **facts}) + "\n")


if __name__ == "__main__":
    run(json.loads(sys.argv[1]))
