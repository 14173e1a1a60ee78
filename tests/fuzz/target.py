"""Every reader of bytes: what it is called with, and which files are its corpus."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import gordan
from gordan.errors import GordanError
from gordan.problem.panel import Panel
from gordan.problem.risk import RiskSets

__all__ = ["CORPUS", "TARGETS", "Target", "corpus", "outcome_of"]

CORPUS = Path(__file__).parent / "corpus"


class Target(NamedTuple):
    """A reader: `read` takes the path of a file with this suffix."""

    name: str
    suffix: str
    read: Callable[[str], Any]


def _certificate(path: str) -> Any:
    """Read, and judge against a problem that it is hardly about: neither may do more than refuse."""
    claim = gordan.read_certificate(path)
    return gordan.verify(_problem(type(claim).__name__), claim)


@cache
def _problem(kind: str) -> Any:
    if kind == "SplitCertificate":
        return gordan.problem.System([[1.0, 0.0], [-1.0, 1.0]])
    if kind == "PanelCertificate":
        return Panel(np.zeros((2, 0)), (np.array([0, 1]),), np.array([-1, 0]))
    if kind == "RiskCertificate":
        return RiskSets([[1.0], [0.0]], [1.0, 2.0], [True, False])
    if kind == "ProgramCertificate":
        return gordan.Program([[1, 1]], row_lower=[2], upper=[0, 1])
    if kind == "BodiesCertificate":
        return gordan.geometry.Bodies(gordan.geometry.Box([0.0], [1.0]), gordan.geometry.Ball([3.0], 1.0))
    if kind == "MixtureCertificate":
        return gordan.geometry.Mixture([[1.0, 0.0], [0.0, 1.0]], [-1.0, 1.0], 5.0)
    if kind == "ConicCertificate":
        return gordan.Conic([[1.0, -1.0, 0.0]], gordan.cone.Lorentz(3))
    return gordan.Points([[0.0], [1.0], [3.0]], [0, 1, 1])


def _table(path: str) -> Any:
    from gordan.file.table import read

    return read(path)


def _scan(path: str) -> Any:
    return gordan.Points.from_batches(gordan.scan(path))


def _mps(path: str) -> Any:
    from gordan.file.mps import read_mps

    return read_mps(path)


def _lp(path: str) -> Any:
    from gordan.file.lp import read_lp

    return read_lp(path)


def _map(path: str) -> Any:
    from gordan.file.table.npz import read_linear_map

    return read_linear_map(path)


def _learner(path: str) -> Any:
    """Loaded by the class that the file names, if it names one."""
    import json

    from gordan.learn import online

    try:
        kind = json.loads(Path(path).read_bytes()).get("kind")
    except (ValueError, AttributeError, RecursionError):
        kind = None
    named = getattr(online, kind, online.OnlinePerceptron) if isinstance(kind, str) and kind in online.__all__ else None
    return (named if hasattr(named, "load") else online.OnlinePerceptron).load(path)


def _formula(path: str) -> Any:
    """Posed on a small table, as `gordan diagnose --formula` would."""
    text = Path(path).read_bytes().decode("utf-8", errors="replace")
    return gordan.pose(text, data=_DATA, python=False)


_DATA = {
    "y": [0, 0, 1, 1, 0, 1],
    "x": [0.5, 1.5, 2.5, 3.0, 4.0, 0.1],
    "z": [1, 0, 2, 1, 0, 2],
    "site": ["a", "b", "c", "a", "b", "c"],
    "my column": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
}

TARGETS = [
    Target("certificate", ".json", _certificate),
    Target("csv", ".csv", _table),
    Target("tsv", ".tsv", _table),
    Target("svmlight", ".svm", _table),
    Target("npz", ".npz", _table),
    Target("npy", ".npy", _table),
    Target("scan", ".csv", _scan),
    Target("unnamed", "", _table),
    Target("gz", ".csv.gz", _table),
    Target("xz", ".csv.xz", _table),
    Target("bz2", ".csv.bz2", _table),
    Target("map", ".npy", _map),
    Target("mps", ".mps", _mps),
    Target("lp", ".lp", _lp),
    Target("learner", ".json", _learner),
    Target("formula", ".txt", _formula),
]


def corpus(target: Target) -> list[bytes]:
    """The seeds of a target, in the order of their names."""
    return [path.read_bytes() for path in sorted((CORPUS / target.name).iterdir())]


def outcome_of(target: Target, raw: bytes) -> str:
    """ "read" or "refused"; whatever else is raised is a finding."""
    with tempfile.TemporaryDirectory(prefix="fuzz") as folder:
        path = os.path.join(folder, f"f{target.suffix}")
        Path(path).write_bytes(raw)
        try:
            target.read(path)
        except GordanError as refusal:
            sentence = str(refusal)
        else:
            return "read"
    assert sentence, "a refusal without a sentence"
    return "refused"
