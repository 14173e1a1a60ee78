"""Handwritten digits (MNIST) from the four files they are published in, pixels between 0 and 1."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks.idx import read_part

__all__ = ["expect_digits", "half_gap", "read_digits", "read_pair"]

_TOGETHER = 256  # points whose kernel values are computed at once


def expect_digits(folder: Path) -> None:
    """End with a sentence if the training images are not there, before processes are started that need them."""
    if not (folder / "mnist").is_dir():
        raise SystemExit(f"there is no folder {folder / 'mnist'}; give the folder of data with --data or GORDAN_DATA")
    read_part(folder / "mnist", "train")


def read_digits(folder: Path, n: int) -> tuple[Any, Any]:
    """The first n training images, one row each, and their digits."""
    X, y = read_part(folder / "mnist", "train")
    return X[:n] / 255.0, y[:n]


def read_pair(folder: Path, one: int, other: int, n: int) -> tuple[Any, Any]:
    """At most n images of two digits, and 1 for the first of them, -1 for the other."""
    import numpy as np

    X, y = read_part(folder / "mnist", "train")
    chosen = np.flatnonzero((y == one) | (y == other))[:n]
    return X[chosen] / 255.0, np.where(y[chosen] == one, 1, -1)


def half_gap(kernel: Any, X: Any, y: Any, support: Any, c: Any) -> float:
    """The margin of Σ c_j k(x_j, ·) on all points, in double precision: half the gap between the classes over ‖w‖."""
    import numpy as np

    from gordan.problem.kernel import values

    f = np.concatenate([values(kernel, X[at : at + _TOGETHER], X[support]) @ c for at in range(0, len(X), _TOGETHER)])
    return float((f[y > 0].min() - f[y < 0].max()) / 2 / np.sqrt(c @ f[support]))
