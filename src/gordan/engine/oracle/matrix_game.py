"""The value of a matrix game on a few rows: max over w ∈ Δ of the lowest product, by HiGHS, and its last digits.

    maximise the mean of t over the blocks   subject to   a_j·w ≥ t_b for every row j of block b,  Σ w = 1,  w ≥ 0.

The multipliers of the rows are the other player's weights. HiGHS answers within a tolerance; the equations of the basis
that it ends with are solved once more, so that what it found to nine digits is known to sixteen.

Beside it the program that says where a ray leaves the hull of some points.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import lent, seconds_left

__all__ = ["Game", "farthest_combination", "solve_game"]

_TIGHTEST = 1e-10  # the smallest tolerance that HiGHS accepts
_USED = 1e-9  # shares above this belong to the basis
_BASIS = 2000  # equations, up to which they are solved again


class Game(NamedTuple):
    """Both players' weights: w on columns, x on rows, each block of rows with its share of the mass."""

    w: Array
    x: Array


def solve_game(rows: Array, blocks: npt.NDArray[np.int64]) -> Game | None:
    """The optimal strategies of the game whose rows are signed columns; None where HiGHS gave up.

    Parameters
    ----------
    rows : array, shape (k, m)
        Signed points, of entries not far from 1.
    blocks : array of k integers
        The block of every row, 0 or 1; each block has half the mass where there are two.

    Examples
    --------
    >>> game = solve_game(np.array([[2.0, 0.0], [0.0, 1.0]]), np.zeros(2, dtype=np.int64))
    >>> game.w.round(9).tolist(), game.x.round(9).tolist()
    ([0.333333333, 0.666666667], [0.333333333, 0.666666667])
    """
    from scipy.optimize import linprog

    k, m = rows.shape
    count = int(blocks.max()) + 1
    levels = np.eye(count)[blocks]
    found = linprog(
        np.concatenate([np.zeros(m), np.full(count, -1.0 / count)]),
        A_ub=np.hstack([-rows, levels]),
        b_ub=np.zeros(k),
        A_eq=np.concatenate([np.ones(m), np.zeros(count)])[None],
        b_eq=np.ones(1),
        bounds=[(0.0, None)] * m + [(None, None)] * count,
        method="highs",
        options=_options(),
    )
    if found.status != 0 or found.x is None:
        return None
    w, x = np.maximum(found.x[:m], 0.0), np.maximum(-np.asarray(found.ineqlin.marginals), 0.0)
    if not (w.any() and all(x[blocks == b].any() for b in range(count))):
        return None
    return _sharpened(rows, levels, Game(w / w.sum(), _balanced(x, levels)))


def farthest_combination(q: Array, A: Array, groups: Array) -> Array | None:
    """Weights y ≥ 0 with Aᵀy = t q for the greatest t; groups, rows of 0 and 1, say which of them add up to 1.

    Examples
    --------
    >>> square = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
    >>> y = farthest_combination(np.array([1.0, 0.0]), square, np.ones((1, 4)))
    >>> (y @ square).round(9).tolist()
    [1.0, 0.0]
    """
    from scipy.optimize import linprog

    n, k = A.shape[0], groups.shape[0]
    solved: Any = linprog(
        np.append(np.zeros(n), -1.0),
        A_eq=np.vstack([np.hstack([A.T, -q[:, None]]), np.hstack([groups, np.zeros((k, 1))])]),
        b_eq=np.append(np.zeros(q.size), np.ones(k)),
        method="highs",
        options=_options(),
    )
    return np.maximum(solved.x[:n], 0.0) if solved.status == 0 and solved.x is not None else None


def _options() -> Any:
    """The tightest tolerances, and what is left of the time."""
    options = {"primal_feasibility_tolerance": _TIGHTEST, "dual_feasibility_tolerance": _TIGHTEST}
    return options | ({"time_limit": lent(left)} if np.isfinite(left := seconds_left()) else {})


def _balanced(x: Array, levels: Array) -> Array:
    """Every block brought to its share of the mass."""
    return np.asarray(x / (levels @ (x @ levels)) / levels.shape[1])


@np.errstate(all="ignore")
def _sharpened(rows: Array, levels: Array, game: Game) -> Game:
    """The solution of the equations that the used rows and columns make, where it is better than what it began with."""
    columns, used = np.flatnonzero(game.w > _USED), np.flatnonzero(game.x > _USED)
    if max(columns.size, used.size) > _BASIS:
        return game
    part, count = rows[np.ix_(used, columns)], levels.shape[1]
    w, x = np.zeros_like(game.w), np.zeros_like(game.x)
    # Products of used rows are at their level, the shares of w add up to 1; images of used columns are at the value,
    # and every block has its mass.
    level = np.vstack([np.hstack([part, -levels[used]]), np.append(np.ones(columns.size), np.zeros(count))])
    w[columns] = np.linalg.lstsq(level, np.append(np.zeros(used.size), 1.0), rcond=None)[0][: columns.size]
    mass = np.hstack([part.T, -np.ones((columns.size, 1))])
    mass = np.vstack([mass, np.hstack([levels[used].T, np.zeros((count, 1))])])
    target = np.append(np.zeros(columns.size), np.full(count, 1.0 / count))
    x[used] = np.linalg.lstsq(mass, target, rcond=None)[0][: used.size]
    better_w = (w >= 0).all() and _lowest(rows @ w, levels) >= _lowest(rows @ game.w, levels)
    better_x = (x >= 0).all() and (x @ rows).max() <= (game.x @ rows).max()
    return Game(w if better_w else game.w, x if better_x else game.x)


def _lowest(z: Array, levels: Array) -> float:
    return float(np.mean([z[levels[:, b] > 0].min() for b in range(levels.shape[1])]))
