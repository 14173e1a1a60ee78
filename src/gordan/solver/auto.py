"""The choice of an algorithm when none is named.

| data      | asked          | chosen        | why                                                              |
|-----------|----------------|---------------|------------------------------------------------------------------|
| any       | any            | mirror-prox   | the best rate of the papers' algorithms that serves both answers |
"""

from __future__ import annotations

from gordan.solver.base import Solver
from gordan.solver.mirror_prox import MirrorProx

__all__ = ["choose"]


def choose() -> tuple[Solver, str]:
    """The solver and the reason for it."""
    return MirrorProx(), "auto chose mirror-prox: the best rate of the papers' algorithms that serves both answers"
