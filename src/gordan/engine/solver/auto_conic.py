"""The choice of an algorithm for a cone when none is named.

| rank of the cone | asked  | chosen               | why                                                      |
|------------------|--------|----------------------|----------------------------------------------------------|
| up to 40         | decide | projection-rescaling | small margins cost little as long as there are few rays  |
| more             | decide | mirror-prox          | its steps hardly depend on the rank                      |
| any              | margin | mirror-prox          | it goes on to the greatest margin                        |
"""

from __future__ import annotations

from gordan.engine.solver.base import Solver
from gordan.engine.solver.mirror_prox import MirrorProx
from gordan.engine.solver.projection_rescaling import ProjectionRescaling

__all__ = ["choose_conic"]

_FEW = 40


def choose_conic(rank: int, goal: str | None = None) -> tuple[Solver, str]:
    """The solver for a cone of this rank, and the reason for it.

    Examples
    --------
    >>> choose_conic(10)[1]
    'auto chose projection-rescaling: small margins cost little where rays are few'
    """
    if goal == "margin":
        return MirrorProx(), "auto chose mirror-prox: it goes on to the greatest margin"
    if rank <= _FEW:
        return ProjectionRescaling(), "auto chose projection-rescaling: small margins cost little where rays are few"
    return MirrorProx(), "auto chose mirror-prox: its steps hardly depend on the rank"
