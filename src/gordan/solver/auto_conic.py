"""The choice of an algorithm for a cone when none is named.

| size of the map           | asked  | chosen               | why                                                     |
|---------------------------|--------|----------------------|---------------------------------------------------------|
| any                       | margin | mirror-prox          | it goes on to the greatest margin                       |
| up to 3,000 dimensions    | decide | projection-rescaling | orthonormal rows are at hand, small margins cost little |
| more                      | decide | mirror-prox          | it only multiplies, which maps of every size allow      |
"""

from __future__ import annotations

from gordan.solver.base import Solver
from gordan.solver.mirror_prox import MirrorProx
from gordan.solver.projection_rescaling import ProjectionRescaling

__all__ = ["choose_conic"]

_DENSE = 3000


def choose_conic(m: int, n: int, goal: str | None = None) -> tuple[Solver, str]:
    """The solver for a map with m rows over a cone of n dimensions, and the reason for it.

    Examples
    --------
    >>> choose_conic(10, 100)[1]
    'auto chose projection-rescaling: the rows can be made orthonormal'
    """
    if goal == "margin":
        return MirrorProx(), "auto chose mirror-prox: it goes on to the greatest margin"
    if max(m, n) <= _DENSE:
        return ProjectionRescaling(), "auto chose projection-rescaling: the rows can be made orthonormal"
    return MirrorProx(), "auto chose mirror-prox: it only multiplies, which maps of every size allow"
