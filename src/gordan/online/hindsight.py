"""The comparator whose bound is least: min G‖v‖² + 2k Σ hinge(v) + 2 max(0, d·g) over v = (u, d/L), one dual at a time.

Divided by 2G this is ½‖v‖² + C Σ max(0, 1 − p_i·v) + C₀ max(0, −q·v) with p_i = y_i(x_i, L), q = (0, −gL), C = k/G and
C₀ = 1/G, a support vector machine whose last point asks for 0 and not for 1.

1. v ← 0, α ← 0
2. repeat: for every point in a fresh random order:
3.     t ← clip(α_i + (1 − p_i·v)/‖p_i‖², 0, C) − α_i;  α_i ← α_i + t,  v ← v + t p_i
4.     the same for q, with 0 in the place of 1 and C₀ in that of C
5. until 2G(Σα − ½‖v‖²), below which no comparator's bound can be, is near to that of v

Reference
    Hsieh, Chang, Lin, Keerthi and Sundararajan (2008), Algorithm 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.array import Array
from gordan.online.columns import point, rows
from gordan.online.run import Run
from gordan.problem.matrix import is_sparse

__all__ = ["best_comparator"]

PASSES = 300  # enough for a bound of two digits on data one can look at; any comparator's bound is valid
LONG = 20_000  # visits from which compiling is repaid


def best_comparator(
    matrix: Any, signs: NDArray[np.int8], run: Run, *, passes: int, tol: float
) -> tuple[Array, float, float]:
    """u, d and a number below which no comparator's bound is."""
    n, m = matrix.shape
    lift, drift, G = run.lift, run.drift, run.growth
    squares = _squares(matrix) + lift * lift
    w, b, alpha, last = np.zeros(m), 0.0, np.zeros(n), 0.0  # 1
    generator = np.random.default_rng(0)
    ascend = _compiled if n * PASSES >= LONG and n * m >= LONG else _plain
    for turn in range(PASSES):  # 2
        b = ascend(matrix, signs, generator.permutation(n), squares, (lift, passes / G), w, b, alpha)  # 3
        if drift and lift:
            q = -drift * lift
            step = min(max(last - q * b / (q * q), 0.0), 1.0 / G) - last  # 4
            last, b = last + step, b + step * q
        if turn % 5 == 4:
            square = float(w @ w) + b * b
            losses = np.maximum(0.0, 1.0 - signs * (matrix @ w + lift * b)).sum()
            above = G * square + 2.0 * passes * float(losses) + 2.0 * max(0.0, lift * b * drift)
            below = 2.0 * G * (float(alpha.sum()) - 0.5 * square)
            if above - below <= tol * above:  # 5
                break
    below = 2.0 * G * (float(alpha.sum()) - 0.5 * (float(w @ w) + b * b))
    return w, lift * b, below


def _compiled(
    matrix: Any,
    signs: Any,
    order: NDArray[np.int64],
    squares: Array,
    numbers: tuple[float, float],
    w: Array,
    b: float,
    alpha: Array,
) -> float:
    from gordan._kernels.hinge import ascend

    return float(ascend(rows(matrix, signs), order, squares, *numbers, w, b, alpha))


def _plain(
    matrix: Any,
    signs: Any,
    order: NDArray[np.int64],
    squares: Array,
    numbers: tuple[float, float],
    w: Array,
    b: float,
    alpha: Array,
) -> float:
    lift, cap = numbers
    for i in order.tolist():
        if squares[i] > 0.0:
            touched, values = point(matrix, i)
            sign = float(signs[i])
            short = 1.0 - sign * (float(w[touched] @ values) + lift * b)
            step = min(max(alpha[i] + short / squares[i], 0.0), cap) - alpha[i]
            if step:
                alpha[i] += step
                w[touched] += (sign * step) * values
                b += sign * step * lift
    return b


def _squares(matrix: Any) -> Array:
    if is_sparse(matrix):
        return np.asarray(matrix.multiply(matrix).sum(axis=1), dtype=np.float64).ravel()
    return np.asarray(np.einsum("ij,ij->i", matrix, matrix, dtype=np.float64))
