"""Starts one run in a process of its own, watches its time and memory, has its answer judged, and keeps the books."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.flagship.case import Case
from benchmarks.flagship.child import load
from benchmarks.flagship.judge import Judged, judge
from benchmarks.flagship.ledger import Run
from benchmarks.flagship.peer import Peer
from benchmarks.result import ROOT

__all__ = ["launch"]

THREADS = "2"
MEMORY = 12 * 2**30
_LOOK = 0.05  # seconds between two looks at a run
_TO_START = 120.0  # imports, reading and warming up, which do not count, still have to end


def launch(case: Case, peer: Peer, task: str, home: Path) -> Run:
    """The finished run: answered and judged, or ended at a limit."""
    with tempfile.TemporaryDirectory() as folder:
        report, claim = Path(folder, "report"), Path(folder, "claim")
        spec = {"peer": peer.name, "task": task, "intercept": case.intercept, "dtype": case.dtype, "home": str(home)}
        end, events, words = _watch({**spec, "report": str(report), "claim": str(claim)}, report, case.seconds)
        facts = events[-1] if events else {}
        common: dict[str, Any] = {
            "case": case.name,
            "m": facts.get("m", case.m),
            "n": facts.get("n", case.n),
            "peer": peer.name,
            "task": task,
            "versions": peer.version,
            "day": str(date.today()),
        }
        if end != "done":
            return Run(**common, status=end, seconds=case.seconds if end == "cap" else None, note=words)
        answer = pickle.loads(claim.read_bytes())
    judged = _judged(answer, case, home)
    return Run(
        **common,
        status="answered" if answer.says else "no answer",
        says=answer.says,
        verified=judged.verified,
        seconds=facts["seconds"],
        build=facts["build"],
        repeats=facts["repeats"],
        passes=answer.passes,
        product=facts.get("product"),
        lower=judged.lower,
        upper=judged.upper,
        gap=judged.gap,
        data_mb=facts["data"] / 1e6,
        peak_mb=facts["peak"] / 1e6,
        note=judged.note,
    )


def _watch(spec: dict[str, Any], report: Path, seconds: float) -> tuple[str, list[dict[str, Any]], str]:
    """How the run ended, what it reported, and its last words."""
    command = [sys.executable, "-m", "benchmarks.flagship.child", json.dumps(spec)]
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "RAYON_NUM_THREADS")
    environment = os.environ | dict.fromkeys(names, THREADS)
    with tempfile.TemporaryFile() as output:
        # A session of its own, so that what the run started itself ends with it.
        child = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=output, stderr=output, start_new_session=True
        )
        try:
            end = _wait(child, report, seconds)
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        output.seek(0)
        words = output.read().decode(errors="replace").strip().splitlines()
    return end, _events(report), words[-1][:200] if words and end == "crash" else ""


def _wait(child: subprocess.Popen[bytes], report: Path, seconds: float) -> str:
    seen, began, limit = 0, time.perf_counter(), _TO_START
    while True:
        try:
            child.wait(_LOOK)
        except subprocess.TimeoutExpired:
            pass
        else:
            events = _events(report)
            return "done" if events and events[-1]["event"] == "done" else "crash"
        if _resident(child.pid) > MEMORY:
            return "memory"
        events = _events(report)
        if len(events) > seen:
            seen, began, limit = len(events), time.perf_counter(), seconds
        if time.perf_counter() - began > limit:
            # What does not even start says nothing about its speed.
            return "cap" if seen else "crash"


def _events(report: Path) -> list[dict[str, Any]]:
    # A line without its end is still being written.
    lines = report.read_text(encoding="utf-8").split("\n")[:-1] if report.exists() else []
    return [json.loads(line) for line in lines]


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _judged(answer: Any, case: Case, home: Path) -> Judged:
    try:
        X, y = load(home, mapped=True)
        return judge(answer, X, y, case.intercept)
    except Exception as trouble:  # one answer that breaks the judge must not end the comparison
        return Judged(note=f"not judged: {type(trouble).__name__}: {trouble}"[:200])
