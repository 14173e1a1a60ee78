"""`score`: the flat rows of a large system, and weights on all of them, from a few steps of Newton's method.

The sum over the inequalities of log(1 + exp(−z)) and over the equalities of z²/8, z = A b, is convex, and the negative
of its gradient is Aᵀx with weights x = 1/(1 + exp(z)) of the inequalities, all of them positive, and −z/4 of the
equalities. If no row can be strict the sum has a minimum, where the gradient vanishes: there the weights cancel, and
they are those that the split asks for. Else b runs off to infinity, along a direction that the strict rows follow.

1. some steps on a part of the rows, if there are many, for a good start
2. H = AᵀDA with D = x(1 − x), or 1/4 for equalities; the step s solves H s = Aᵀx
3. |(1 − x) A s| < 1/2 on all inequalities: the weights x − D A s cancel and are positive, and these rows are flat
4. A b > 0 on all inequalities, and there are no equalities: none is flat
5. the same inequalities have A s > 0 by far, twice in turn, and all other rows hardly move: they are strict; go on
   without them
6. else move along s as far as the sum falls, and go to 2

Nothing here is proved. Unlike a linear program a step costs the same however the rows lie.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline, now
from gordan.feasibility.split.cholesky import cholesky
from gordan.feasibility.split.coordinates import Coordinates
from gordan.feasibility.split.exact import Mask
from gordan.feasibility.split.face import Face
from gordan.outcome.split import Rows

__all__ = ["balance", "score", "stacked_score"]

_STEPS = 60  # of all rounds: a minimum is reached in about ten, and strict rows show within twenty
_NEAR = 0.5  # relative change of a weight below which it stays positive by far
_RISES, _STAYS = 0.2, 0.02  # of a step along a row: Newton's step makes a strict row rise by about 1
_PART = 40  # rows for each column in the part of the rows that the first steps are made on
_FIRST = 8  # steps on a part


def score(
    at: Coordinates, pivots: tuple[int, ...], *, start: Array | None = None, until: float = np.inf
) -> Face | None:
    """The flat rows with weights that cancel to rounding; None where the steps or the time gave out.

    `pivots` are independent columns on all rows.
    """
    system, p = at.system, at.system.n_columns
    n, columns = system.n_inequalities, np.array(pivots, np.int64)
    rows = np.arange(system.n_rows)
    b = np.zeros(p)
    part = _PART * p + 1000
    if rows.size > 4 * part:  # 1
        few = np.sort(np.random.default_rng(0).choice(rows.size, part, replace=False))
        b = _warm(at, few, columns, until)
    z = _products(at, rows, b)
    drops: list[tuple[Array, Array]] = []  # directions along which rows were found strict, with their products
    before: Mask | None = None
    for _ in range(_STEPS):
        if now() > until:
            return None
        flat = rows < n
        if bool(flat.all()) and bool((z > 0).all()):  # 4
            drops.append((b, _products(at, np.arange(n), b)))
            return Face(np.zeros(n, bool), rows[:0], np.zeros(0), _together(drops), np.zeros(0))
        x, D = _weights(z, flat)
        s = _step(at, rows, columns, D, x)  # 2
        if s is None:
            return None
        dz = _products(at, rows, s)
        if float(np.abs((1.0 - x) * dz)[flat].max(initial=0.0)) < _NEAR:  # 3
            balanced = x - D * dz
            mask = np.zeros(n, bool)
            mask[rows[flat]] = True
            return Face(mask, rows[flat], balanced[flat], _together(drops) if drops else np.zeros(p), balanced[~flat])
        rises = flat & (dz > _RISES)
        if before is not None and np.array_equal(before, rises) and np.abs(dz[~rises]).max(initial=0.0) < _STAYS:  # 5
            drops.append((s, _products(at, np.arange(n), s)))
            rows, z, before = rows[~rises], z[~rises], None
            continue
        before = rises
        t = _length(z, dz, flat)  # 6
        b, z = b + t * s, z + t * dz
    return None


def balance(at: Coordinates, pivots: tuple[int, ...], x: Array) -> Face | None:
    """All rows flat, by given weights that nearly cancel, as those of a fitted model do; None where they do not.

    Of a weight no more than its half is given up.
    """
    n, rows = at.system.n_inequalities, np.arange(at.system.n_rows)
    flat = rows < n
    if x.shape != rows.shape or not np.isfinite(x).all() or not bool((x[:n] > 0).all()):
        return None
    D = np.where(flat, x, np.maximum(np.abs(x), float(np.median(np.abs(x)))))
    s = _step(at, rows, np.array(pivots, np.int64), D, x)
    change = None if s is None else _products(at, rows, s)
    if change is None or not float(np.abs(change[:n]).max(initial=0.0)) < _NEAR:
        return None
    balanced = x - D * change
    return Face(np.ones(n, bool), rows[:n], balanced[:n], np.zeros(at.system.n_columns), balanced[n:])


def _warm(at: Coordinates, rows: Rows, columns: Rows, until: float) -> Array:
    """A direction from some steps on some of the rows: near the minimum, or on the way to infinity."""
    b, z, flat = np.zeros(at.system.n_columns), np.zeros(rows.size), rows < at.system.n_inequalities
    for _ in range(_FIRST):
        x, D = _weights(z, flat)
        s = _step(at, rows, columns, D, x)
        if s is None or now() > until:
            break
        dz = _products(at, rows, s)
        if float(np.abs(dz[flat]).max(initial=0.0)) < 0.01:
            break
        t = _length(z, dz, flat)
        b, z = b + t * s, z + t * dz
    return b


def _weights(z: Array, flat: Mask) -> tuple[Array, Array]:
    """The weights x and the diagonal D, positive however large z is."""
    x = np.exp(-np.logaddexp(0.0, z))
    return np.where(flat, x, -z / 4.0), np.where(flat, x * np.exp(-np.logaddexp(0.0, -z)), 0.25)


def _step(at: Coordinates, rows: Rows, columns: Rows, D: Array, x: Array) -> Array | None:
    G, left = at.gram(rows, D, x)
    s = np.zeros(left.size)
    s[columns] = cholesky(G[np.ix_(columns, columns)]).solve(left[columns])
    return s if np.isfinite(s).all() else None


def _products(at: Coordinates, rows: Rows, b: Array) -> Array:
    out = np.zeros(rows.size)
    if b.any():
        for values, where in _read(at, rows):
            out[where] = values @ b
    return out


def _read(at: Coordinates, rows: Rows) -> Iterator[tuple[Array, slice]]:
    for part, where in at.parts(rows):
        check_deadline("a step along the rows")
        yield at.rows(part), where


def _length(z: Array, dz: Array, flat: Mask) -> float:
    """The first of 1, 1/2, 1/4 … of the step along which the sum falls."""
    here, t = _sum(z, flat), 1.0
    while t > 1e-6 and not _sum(z + t * dz, flat) < here:
        t /= 2.0
    return t


def _sum(z: Array, flat: Mask) -> float:
    return float(np.logaddexp(0.0, -z[flat]).sum() + np.square(z[~flat]).sum() / 8.0)


def _together(drops: list[tuple[Array, Array]]) -> Array:
    """One direction for all strict rows: each added in such a share that rows found before it stay positive."""
    direction, product = drops[0]
    direction, product = direction / (float(product.max()) or 1.0), product / (float(product.max()) or 1.0)
    strict = product > _STAYS * 0.5
    for other, along in drops[1:]:
        against = strict & (along < 0)
        share = min(1.0, float((0.5 * product[against] / -along[against]).min(initial=np.inf)))
        direction, product = direction + share * other, product + share * along
        strict |= along > _STAYS
    return direction


@np.errstate(all="ignore")
def stacked_score(A: Array, steps: int) -> Array:
    """Weights x = 1/(1 + exp(z)) after some whole steps from 0, for a stack (b, p, n) of the columns of systems.

    Systems with strict rows run off; their weights prove nothing.
    """
    b, p, n = A.shape
    beta, x = np.zeros((b, p)), np.full((b, n), 0.5)
    for _ in range(steps):
        D = x * (1.0 - x)
        H = (A * D[:, None, :]) @ A.swapaxes(1, 2)
        square = np.diagonal(H, axis1=1, axis2=2)
        # Columns in units of their lengths; those that vanish, or are nearly dependent, take no large step.
        unit = np.sqrt(np.where(square > 0, square, 1.0))
        H = H / (unit[:, :, None] * unit[:, None, :]) + 1e-13 * np.eye(p)
        H[~np.isfinite(H).all(axis=(1, 2))] = np.eye(p)
        gradient = (A @ x[:, :, None])[:, :, 0] / unit
        beta += np.linalg.solve(H, gradient[:, :, None])[:, :, 0] / unit
        x = 1.0 / (1.0 + np.exp((beta[:, None, :] @ A)[:, 0]))
    return x
