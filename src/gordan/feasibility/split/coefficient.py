"""`coefficients`: which coordinates of an admissible direction can be positive, negative, both or neither.

Along an admissible direction the likelihood of a regression rises or stays: a coefficient whose coordinate is zero in
all of them is finite, one that has a single sign goes to that infinity, and one that has both is undetermined.

* no relation of the flat rows touches the column: finite. It is a statement about integers.
* a relation of all rows touches it: both signs, for a relation and its negative are admissible.
* the split's direction b has b_c = 0: both signs, for b is in the interior.
* else the sign of b_c is possible. The other one is possible if a direction shows it: found by a linear program,
  checked in integers. It is impossible if non-negative weights y on strict rows give the coordinate,
  Σ y_i A_i N = ±N_c: found by a linear program, solved over the rationals on its support, checked in integers.

What could not be shown either way, or not in time, is "unsettled": not finite, for that is told by integers alone.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from gordan.arithmetic.deadline import current_deadline, now
from gordan.arithmetic.threads import one_thread
from gordan.errors import InputError
from gordan.feasibility.split.centre import coordinates
from gordan.feasibility.split.recession import recession
from gordan.feasibility.split.sign import Signs, State
from gordan.feasibility.split.split import Split
from gordan.problem.system import System

__all__ = ["State", "coefficients"]


def coefficients(
    system: System, split: Split, columns: Iterable[int] | None = None, *, max_seconds: float | None = None
) -> list[State]:
    """The state of each coefficient, or of those of the given columns, each proved or "unsettled".

    `max_seconds` bounds the search for signs. It may be 0 or less: then what needs no search is told, no more.

    Examples
    --------
    >>> from gordan.feasibility.split import split
    >>> system = System([[1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    >>> coefficients(system, split(system))
    ['+inf', 'finite']
    """
    if not isinstance(split, Split):
        raise InputError(f"split is {type(split).__name__}; coefficients are told of a proved Split only")
    if (split.strict.size, split.direction.size) != (system.n_inequalities, system.n_columns):
        raise InputError(
            f"the split is of {split.strict.size} inequalities in {split.direction.size} columns and the system has "
            f"{system.n_inequalities} in {system.n_columns}; give the split of this system"
        )
    wanted = list(range(system.n_columns) if columns is None else columns)
    wrong = [c for c in wanted if not 0 <= c < system.n_columns]
    if wrong:
        raise InputError(f"column {wrong[0]} was asked for; give numbers from 0 to {system.n_columns - 1}")
    proof = split.proof
    moving = {c for relation in proof.flat.relations for c in relation.columns}
    unseen = {c for relation in proof.table.relations for c in relation.columns}
    until = min(np.inf if max_seconds is None else now() + max_seconds, current_deadline().until)
    cone: Signs | None = None
    states: list[State] = []
    with one_thread(with_scipy=True), np.errstate(all="ignore"):
        for c in wanted:
            if c not in moving:
                states.append("finite")
            elif c in unseen or proof.direction[c] == 0:
                states.append("undetermined")
            elif now() >= until:
                states.append("unsettled")
            else:
                cone = cone or Signs(recession(coordinates(system), split.strict, proof), proof.direction, until)
                states.append(cone.state(c))
    return states
