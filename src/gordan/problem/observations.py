"""`Observations`: a system whose rows belong to observations, which can be left out one by one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from gordan.arithmetic.array import Positions
from gordan.errors import InputError
from gordan.problem.system import System

__all__ = ["Observations"]


@dataclass(frozen=True, eq=False)
class Observations:
    """The system of a regression model, and the observation that each of its rows belongs to.

    Parameters
    ----------
    system : System
        A_I b ≥ 0 and A_E b = 0. The model is separated where some b that keeps all rows makes an inequality strict.
    owner : array of int
        For every row, inequalities first, the number of its observation. Several rows may belong to one.
    n : int
        How many observations there are; some may have no row.

    Examples
    --------
    >>> system = System([[-1.0, -2.0]], [[1.0, 3.0], [1.0, 5.0]])
    >>> Observations(system, [2, 0, 1], 3).without([0]).n_equalities
    1
    """

    system: System
    owner: Positions
    n: int

    def __post_init__(self) -> None:
        owner = np.asarray(self.owner)
        if owner.shape != (self.system.n_rows,) or owner.dtype.kind not in "iu":
            raise InputError(
                f"owner has the shape {owner.shape} and the type {owner.dtype}; give one whole number for each of the "
                f"{self.system.n_rows} rows of the system"
            )
        if owner.size and not 0 <= int(owner.min()) <= int(owner.max()) < self.n:
            raise InputError(
                f"owner names observations from {owner.min()} to {owner.max()}, and there are {self.n}; give numbers "
                "from 0 on, below n"
            )
        object.__setattr__(self, "owner", owner.astype(np.int64))

    @classmethod
    def of_rows(cls, system: System) -> Observations:
        """Every row of a system as an observation of its own."""
        return cls(system, np.arange(system.n_rows), system.n_rows)

    def left(self, gone: Iterable[int]) -> Positions:
        """The rows of the system that belong to none of the observations in `gone`."""
        return np.flatnonzero(~np.isin(self.owner, np.array(list(gone), dtype=np.int64)))

    def without(self, gone: Iterable[int]) -> System:
        """The system of the observations that are left."""
        return self.take(self.left(gone))

    def take(self, rows: Positions) -> System:
        """The system of some rows, rising; an equality stays one."""
        split = int(np.searchsorted(rows, self.system.n_inequalities))
        system = self.system
        return System(
            system.inequalities[rows[:split]],
            system.equalities[rows[split:] - system.n_inequalities],
            system.numbers,
            system.names,
        )
