"""Handwritten digits (MNIST) from the four files they are published in, pixels between 0 and 1."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from typing import Any

from benchmarks.result import ROOT

__all__ = ["FOLDER", "half_gap", "read_digits", "read_pair"]

FOLDER = Path(os.environ.get("GORDAN_DATA", ROOT.parent / "shared" / "data"))
_TOGETHER = 256  # points whose kernel values are computed at once


def read_digits(folder: Path, n: int) -> tuple[Any, Any]:
    """The first n training images, one row each, and their digits."""
    X, y = _read(folder, n)
    return X / 255.0, y


def read_pair(folder: Path, one: int, other: int, n: int) -> tuple[Any, Any]:
    """At most n images of two digits, and 1 for the first of them, -1 for the other."""
    import numpy as np

    X, y = _read(folder, 60_000)
    chosen = np.flatnonzero((y == one) | (y == other))[:n]
    return X[chosen] / 255.0, np.where(y[chosen] == one, 1, -1)


def _read(folder: Path, n: int) -> tuple[Any, Any]:
    import numpy as np

    with gzip.open(folder / "mnist" / "train-images-idx3-ubyte.gz") as images:
        X = np.frombuffer(images.read(16 + 784 * n), np.uint8, offset=16).reshape(-1, 784)
    with gzip.open(folder / "mnist" / "train-labels-idx1-ubyte.gz") as labels:
        y = np.frombuffer(labels.read(8 + n), np.uint8, offset=8)
    return X, y


def half_gap(kernel: Any, X: Any, y: Any, support: Any, c: Any) -> float:
    """The margin of Σ c_j k(x_j, ·) on all points, in double precision: half the gap between the classes over ‖w‖."""
    import numpy as np

    from gordan.kernel import values

    f = np.concatenate([values(kernel, X[at : at + _TOGETHER], X[support]) @ c for at in range(0, len(X), _TOGETHER)])
    return float((f[y > 0].min() - f[y < 0].max()) / 2 / np.sqrt(c @ f[support]))
