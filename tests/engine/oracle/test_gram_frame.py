"""Frames of columns known by their products, against the frames of the points themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gordan.engine.oracle.base import Atom
from gordan.engine.oracle.build import build
from gordan.problem import Gram, Points

AFFINE = pytest.mark.parametrize("affine", [False, True], ids=["linear", "affine"])


class Twofold:
    """The same points seen by their coordinates and by their products."""

    def __init__(self, X: Any, affine: bool, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        y = np.where(rng.random(len(X)) < 0.5, 1, -1)
        y[:2] = [1, -1]
        self.X, self.affine = X, affine
        self.points = build(Points(X, y, intercept=affine).canonical())
        self.products = build(Gram(X @ X.T, y, intercept=affine).canonical())
        self.signs = self.products.canonical.signs
        # Atoms of the points about the origin, as the products see them.
        self.explicit = [Atom(j, 0.0, s * x, float(s)) for j, (x, s) in enumerate(zip(X, self.signs, strict=True))]
        weights = np.ones(len(X))
        self.implicit = self.products.support(weights)

    def frames(self) -> tuple[Any, Any]:
        return self.points.frame(), self.products.frame()

    def coordinates_of(self, w: Any) -> Any:
        """A pair as a vector; its products must be those of the vector."""
        vector = self.X.T @ w[0]
        np.testing.assert_allclose(w[1], self.X @ vector, rtol=0, atol=1e-9 * (1 + np.abs(w[0]).max()) * self.scale**2)
        return vector

    @property
    def scale(self) -> float:
        return float(np.linalg.norm(self.X, axis=1).max())


def agree(both: Twofold, ours: Any, theirs: Any, j: int, rel: float) -> None:
    (r, e), (s, f) = ours.coordinates(both.explicit[j]), theirs.coordinates(both.implicit[j])
    np.testing.assert_allclose(s, r, rtol=0, atol=rel * (1 + np.abs(r).max()))
    np.testing.assert_allclose(both.coordinates_of(f), e, rtol=0, atol=rel * both.scale * (1 + np.abs(r).sum()))


@AFFINE
@pytest.mark.parametrize("m", [3, 12, 40])
def test_columns_join_and_leave(m: int, affine: bool) -> None:
    rng = np.random.default_rng(m)
    both = Twofold(rng.standard_normal((4 * m, m)), affine)
    ours, theirs = both.frames()
    present: list[int] = []
    for turn in range(5 * m):
        full = len(present) >= m - 1
        grow = len(present) < 2 or (not full and rng.random() < (0.8 if turn < 3 * m else 0.3))
        if grow:
            j = int(rng.choice(np.setdiff1d(np.arange(4 * m), present)))
            present.append(j)
            ours.add(both.explicit[j])
            theirs.add(both.implicit[j])
        else:
            index = int(rng.integers(len(present)))
            del present[index]
            ours.drop(index)
            theirs.drop(index)
        agree(both, ours, theirs, int(rng.integers(4 * m)), 1e-7)
    (w, u), (v, t) = ours.solution(), theirs.solution()
    np.testing.assert_allclose(t, u, rtol=1e-6, atol=1e-8 * np.abs(u).max())
    np.testing.assert_allclose(both.coordinates_of(v), w, rtol=1e-6, atol=1e-7 * np.linalg.norm(w))


@AFFINE
@pytest.mark.parametrize("angle", [1e-2, 1e-4, 1e-6])
def test_near_parallel_points_are_told_apart(angle: float, affine: bool) -> None:
    """The square of the residual is known to about 10⁻¹⁶, so its length to 10⁻¹⁶ over the angle."""
    rng = np.random.default_rng(5)
    X = rng.standard_normal((12, 20))
    X[6:] = X[:6] + angle * rng.standard_normal((6, 20))
    both = Twofold(X, affine)
    ours, theirs = both.frames()
    for j in range(11):
        ours.add(both.explicit[j])
        theirs.add(both.implicit[j])
    (_, e), (_, f) = ours.coordinates(both.explicit[11]), theirs.coordinates(both.implicit[11])
    assert both.products.dot(f, f) == pytest.approx(float(e @ e), rel=1e-13 / angle**2)
    # Each residual is orthogonal to what is there, to rounding: the second solve has seen to it.
    for j in range(11):
        side = both.implicit[j].column
        if affine:
            side = side * both.signs[j] - both.implicit[0].column * both.signs[0]
        assert abs(float(side[0] @ f[1])) <= 1e-12 / angle
    w, u = theirs.solution()
    margins = both.products.margins(w)[:11]
    offsets = both.signs[:11] - both.signs[:11] * margins if affine else 1.0 - margins
    assert np.ptp(offsets) <= 1e-12 * np.abs(u).max() * both.scale**2
    assert affine or np.abs(offsets).max() <= 1e-12 * np.abs(u).max() * both.scale**2


@AFFINE
def test_dependent_points_leave_no_residual(affine: bool) -> None:
    """Sums of points and points nearer than products can tell: their residual has no square."""
    rng = np.random.default_rng(6)
    X = rng.standard_normal((8, 9))
    X[6] = 0.25 * X[0] + 0.5 * X[1] + 0.25 * X[2]
    X[7] = X[3] + 1e-10 * rng.standard_normal(9)
    both = Twofold(X, affine)
    frame = both.products.frame()
    for j in range(6):
        frame.add(both.implicit[j])
    for j in (6, 7, 0):
        r, e = frame.coordinates(both.implicit[j])
        # Of one that is there itself not even coefficients are left.
        assert both.products.dot(e, e) == 0.0 or both.products.norm(e) < 1e-14
        assert both.products.norm(e) <= 1e-6 * both.scale * (1 + np.abs(r).sum())
    kept = both.products.frame().load(both.implicit)
    assert len(kept) == 6
    assert not {3, 7} <= set(kept)


@AFFINE
@pytest.mark.parametrize("m", [4, 30])
def test_loading_keeps_independent_ones(m: int, affine: bool) -> None:
    rng = np.random.default_rng(m)
    X = rng.standard_normal((m + 4, m))
    X[2] = X[0] if not affine else 2.0 * X[1] - X[0]
    both = Twofold(X, affine)
    ours, theirs = both.frames()
    kept = theirs.load(both.implicit)
    assert kept == sorted(kept)
    assert len(kept) == m + affine == len(ours.load(both.explicit))
    assert not {0, 1, 2} <= set(kept)
    ours.load([both.explicit[j] for j in kept])
    for j in range(m + 4):
        agree(both, ours, theirs, j, 1e-6)


@AFFINE
def test_entries_in_single_precision_hide_more(affine: bool) -> None:
    rng = np.random.default_rng(7)
    X = rng.standard_normal((9, 5))
    both = Twofold(X, affine)
    oracle = build(Gram((X @ X.T).astype(np.float32), both.signs, intercept=affine).canonical())
    frame, atoms = oracle.frame(), oracle.support(np.ones(9))
    kept = frame.load(atoms)
    assert len(kept) == 5 + affine
    for j in set(range(9)) - set(kept):
        r, e = frame.coordinates(atoms[j])
        assert oracle.dot(e, e) == 0.0
        assert np.isfinite(r).all()
