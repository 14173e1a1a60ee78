"""Where coefficients of a Gamma model go whose pseudo-likelihood grows without bound.

It does where the last row, the sum over all observations, can be strict. A coefficient that some direction moves need
not move then: only the last row has to grow. It goes to −inf for sure where no direction with a strict last row leaves
it at 0 or above: where, with c·d ≥ 0 for one more row, the last one can no longer be strict.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gordan.arithmetic.deadline import seconds_left
from gordan.feasibility.split import Split, split
from gordan.problem.matrix import is_sparse
from gordan.problem.system import System
from gordan.regression.diagnose.answer import State
from gordan.regression.model import Posed

__all__ = ["settle_amounts"]

_MOST = 50  # coefficients that are looked at, each with a split of its own


def settle_amounts(posed: Posed, parted: Split, states: Sequence[State]) -> list[State]:
    """The states, with "undetermined" for coefficients that may stay where they are."""
    last = posed.rows.owner.size
    moving = [k for k, state in enumerate(states) if state in ("+inf", "-inf")]
    settled = list(states)
    if not parted.strict[last]:
        return settled
    for place, k in enumerate(moving):
        settled[k] = states[k] if place < _MOST and _must_move(posed, k, states[k]) else "undetermined"
    return settled


def _must_move(posed: Posed, k: int, state: State) -> bool:
    """Whether the last row cannot be strict where the coefficient does not go its way."""
    system = posed.system
    other = np.zeros((1, system.n_columns))
    other[0, k] = 1.0 if state == "-inf" else -1.0
    A = system.inequalities
    if is_sparse(A):
        from scipy.sparse import csr_array, vstack

        A = csr_array(vstack([A, csr_array(other)], format="csr"))
    else:
        A = np.vstack([A, other])
    left = seconds_left()
    answer = split(System(A, system.equalities, system.numbers), max_seconds=left if np.isfinite(left) else None)
    return isinstance(answer, Split) and not answer.strict[posed.rows.owner.size]
