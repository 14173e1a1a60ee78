"""`ActiveSet`: one problem for the compiled dual active set of `min_norm`, with its workspace and where it ended."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.engine.compiled.rows import Order, Vector

__all__ = ["ActiveSet"]


class ActiveSet:
    """The active points of one problem in m dimensions, their multipliers and factorisation; none at first.

    Every call of `solve` goes on from where the last one ended. Between two calls other points may be given, and the
    active ones other numbers, which are then written to `rows`.

    Attributes
    ----------
    w : the direction, with a greatest entry of 1; zero where it is none.
    margins : the products of all signed points with it.
    """

    def __init__(self, m: int) -> None:
        self._W, self._S, self._u = np.zeros((1, m)), np.zeros((1, m + 2), np.int64), np.zeros((1, m + 2))
        self._ended, self.margins = np.zeros((1, 4), np.int64), np.zeros(0)
        self.w: Vector = self._W[0]
        # The last one is for points that are moved to a centre, of which there are none.
        self._room = np.zeros((m + 1, m)), np.zeros((m + 1, m + 2)), np.zeros((4, m + 2)), np.zeros((0, m))

    def begin(self, rows: Order, multipliers: Vector, Q: Vector, R: Vector, lengths: Vector) -> None:
        """Take these points, of these lengths, for the active ones.

        Their columns, with an intercept the differences to the first one, are QR.
        """
        k, inside = rows.size, len(R)
        self._S[0, :k], self._u[0, :k], self._ended[0, 1] = rows, multipliers, k
        self._room[0][:inside], self._room[1][:inside, :inside], self._room[2][3, :k] = Q.T, R, lengths

    def solve(self, A: Vector, signs: Vector, *, hull: int, decide: bool, limit: int) -> int:
        """Seek the least-norm point of the rows of A times their signs; SOLVED, CANCELS, or LIMIT: out of steps.

        `hull` is 1 with an intercept, 0 without; `decide` stops at a direction that separates.
        """
        from gordan.engine.compiled.min_norm import solve_stack

        solve_stack(*self.arguments(A, signs, hull=hull, decide=decide, limit=limit))
        return self.status

    def arguments(self, A: Vector, signs: Vector, *, hull: int, decide: bool, limit: int) -> tuple[Any, ...]:
        """What the compiled loop is called with: a stack of this problem."""
        # Another layout, or memory that must not be written, would be compiled anew.
        A, signs = np.require(A, np.float64, ["C", "A", "W"]), np.array(signs, dtype=np.float64)
        no_centre, which = self._room[3], np.zeros(1, np.int64)
        self.margins = np.zeros(signs.size)
        into = self._W, self._S, self._u, self._ended, self.margins[None]
        return A[None], no_centre, which, signs[None], hull, decide, limit, into, self._room

    @property
    def rows(self) -> Order:
        """Numbers of the active points, or of those that cancel."""
        return self._S[0, : int(self._ended[0, 1])]

    @property
    def multipliers(self) -> Vector:
        """Of these points."""
        return self._u[0, : int(self._ended[0, 1])]

    @property
    def status(self) -> int:
        """How the last call ended."""
        return int(self._ended[0, 0])

    @property
    def steps(self) -> int:
        """Of the last call."""
        return int(self._ended[0, 2])

    @property
    def products(self) -> int:
        """How often the last call multiplied all points with a direction."""
        return int(self._ended[0, 3])
