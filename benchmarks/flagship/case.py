"""What is asked: generated points of growing size, with and without a margin, and the real sets."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["KINDS", "LARGEST", "QUICK", "SIZES", "WITH_INTERCEPT", "Case", "generated", "real", "store"]

Sizes = tuple[tuple[int, int], ...]

KINDS = ("kappa=1", "kappa=10", "noise")
SIZES: Sizes = ((100, 5_000), (1_000, 5_000), (100, 50_000), (1_000, 50_000), (100, 500_000))
LARGEST = (1_000, 500_000)
WITH_INTERCEPT: Sizes = ((100, 5_000), (1_000, 5_000), (100, 50_000))
QUICK: Sizes = ((20, 500), (40, 500), (20, 2_000))
_BLOCK = 10_000  # rows generated at once where the whole would not fit in memory twice


@dataclass(frozen=True)
class Case:
    """Points and labels by kind and size (m dimensions, n points); real sets have their size only once read."""

    kind: str
    m: int = 0
    n: int = 0
    intercept: bool = False
    dtype: str = "float64"
    seconds: float = 60.0
    path: Path | None = None

    @property
    def name(self) -> str:
        size = f" {self.m}x{self.n}" if self.path is None else ""
        return f"{self.kind}{size}{' float32' * (self.dtype == 'float32')}{' intercept' * self.intercept}"

    @property
    def ours_alone(self) -> bool:
        return self.intercept or self.dtype == "float32"


def generated(sizes: Sizes, seconds: float, *, intercept: Sizes = (), single: Sizes = ()) -> list[Case]:
    """All kinds at these sizes; with an intercept and in single precision only the flagship is asked."""
    cases = [Case(kind, m, n, seconds=seconds) for m, n in sizes for kind in KINDS]
    cases += [Case(kind, m, n, intercept=True, seconds=seconds) for m, n in intercept for kind in KINDS]
    # The figure there is three minutes, so that is the limit.
    return cases + [Case(kind, m, n, dtype="float32", seconds=3 * seconds) for m, n in single for kind in KINDS]


def real(folder: Path, seconds: float) -> list[Case]:
    """The sets in LIBSVM's format that the folder holds."""
    files = sorted(path for path in folder.glob("*") if path.suffix in (".xz", ".gz", ".bz2", ".svm", ".libsvm"))
    return [Case(f"real {path.stem}", seconds=seconds, path=path) for path in files]


def store(case: Case, folder: Path) -> Path:
    """The folder with this case's data as X.npy or X.npz, and y.npy; made when it is not there yet."""
    home = folder / case.name.removesuffix(" intercept").replace(" ", "_")
    if (home / "y.npy").exists():
        return home
    home.mkdir(parents=True, exist_ok=True)
    if case.path is not None:
        y = _store_real(case.path, home)
    elif case.dtype == "float32":
        y = _store_blocks(case, home)
    else:
        from gordan.testing import instances

        made = instances.noise(case.m, case.n) if case.kind == "noise" else instances.gaussian(*_sizes(case))
        np.save(home / "X.npy", made.X)
        y = made.y
    # Last: its presence says that the data are whole.
    np.save(home / "y.npy", y)
    return home


def _sizes(case: Case) -> tuple[int, int, float]:
    return case.m, case.n, float(case.kind.removeprefix("kappa="))


def _store_real(path: Path, home: Path) -> Any:
    """A set with its points scaled to unit length: the papers' margin, posed alike to every peer."""
    import scipy.sparse as sp

    from gordan.file.table import read

    table = read(path)
    X = sp.csr_array(table.X).astype(np.float64)
    lengths = np.sqrt(np.asarray(X.multiply(X).sum(axis=1)).ravel())
    X.data /= np.repeat(lengths, np.diff(X.indptr))
    X.indices, X.indptr = X.indices.astype(np.int32), X.indptr.astype(np.int32)
    if X.nnz > 0.25 * X.shape[0] * X.shape[1]:
        np.save(home / "X.npy", X.toarray())
    else:
        sp.save_npz(home / "X.npz", X)
    labels = np.asarray(table.y)
    return np.where(labels == np.unique(labels)[-1], 1, -1)


def _store_blocks(case: Case, home: Path) -> Any:
    """The laws of `instances.gaussian` and `instances.noise`, block by block, rounded to single precision."""
    X = np.lib.format.open_memmap(home / "X.npy", mode="w+", dtype=case.dtype, shape=(case.n, case.m))
    rng = np.random.default_rng(0)
    u = rng.standard_normal(case.m)
    u /= np.linalg.norm(u)
    y = 2 * rng.integers(0, 2, size=case.n) - 1
    for start in range(0, case.n, _BLOCK):
        part = slice(start, start + _BLOCK)
        A = rng.standard_normal((min(_BLOCK, case.n - start), case.m))
        if case.kind != "noise":
            s = A @ u
            A += np.outer(_sizes(case)[2] * np.abs(s) - s, u)
            A *= (y[part] / np.linalg.norm(A, axis=1))[:, None]
        X[part] = A
    X.flush()
    return y
