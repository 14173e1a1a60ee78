"""Sweeps of successive over-relaxation on the multipliers of a maximum margin, and the products of rows with rows.

The choice between compiled loops and their NumPy reference is by the size of the data alone, so that runs repeat.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gordan.engine.compiled import numpy_reference
from gordan.engine.compiled.rows import Order, Rows, SparseRows, Vector

__all__ = ["Relaxed", "products_of_rows", "relax"]

# Some fifty sweeps of the reference, at about 20 µs for a visit, then take as long as importing numba and loading a
# loop from its cache.
FEW_ROWS, FEW_ENTRIES = 100, 1 << 19


class Relaxed(NamedTuple):
    """Multipliers u, w = Σ u_j a_j, the offset's centre, Σ y_j u_j, and the state of the generator of orders."""

    u: Vector
    w: Vector
    centre: float
    surplus: float
    seed: int

    def offset(self, spread: float) -> float:
        """b, which is as far from its centre as the classes' multipliers are out of balance."""
        return self.centre + spread * self.surplus


def is_long(rows: Rows) -> bool:
    """Whether the rows are worth compiling for."""
    entries = rows.data.size if isinstance(rows, SparseRows) else rows.X.size
    return rows.signs.size > FEW_ROWS or entries > FEW_ENTRIES


def relax(
    rows: Rows,
    squares: Vector,
    order: Order,
    begun: Relaxed,
    *,
    spread: float,
    factor: float,
    sweeps: int,
    compiled: bool | None = None,
) -> tuple[Relaxed, int]:
    """Some sweeps over the rows of `order`, each time shuffled anew, from copies of what was begun; and the visits.

    Parameters
    ----------
    rows : the points; their lift is not looked at.
    squares : ‖a_j‖² of every row.
    order : distinct row numbers.
    begun : where to go on from.
    spread : of the offset about its centre; 0 without an intercept.
    factor : by which a step is longer than the best for its own point, between 0 and 2.
    sweeps : how many.
    compiled : force the compiled loop or the NumPy reference; None lets the size of the data decide.
    """
    u, w, order = begun.u.copy(), begun.w.copy(), order.astype(np.int64)
    if order.size and not 0 <= order.min() <= order.max() < rows.signs.size == u.size == squares.size:
        raise IndexError(f"the order visits rows {order.min()} to {order.max()} of {rows.signs.size}")
    numbers = (begun.centre, begun.surplus, spread, factor)
    if is_long(rows) if compiled is None else compiled:
        from gordan.engine.compiled import relaxation_loop

        loop = relaxation_loop.relax
    else:
        loop = numpy_reference.relax
    centre, surplus, visits, seed = loop(rows, squares, order, (u, w), numbers, sweeps, begun.seed)
    return Relaxed(u, w, centre, surplus, seed), visits


def products_of_rows(
    rows: SparseRows, keys: Order, columns: int, *, out: Vector | None = None, known: int = 0
) -> Vector:
    """The products of some sparse rows with one another, signs and factors included, by a compiled loop.

    They are written to `out`, where those of the first `known` rows are already.
    """
    from gordan.engine.compiled import relaxation_loop

    out = np.empty((keys.size, keys.size)) if out is None else out
    relaxation_loop.products(rows, keys, known, np.zeros(columns), out)
    return out
