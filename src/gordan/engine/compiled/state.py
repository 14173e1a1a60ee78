"""`SweepState`: everything a sequential perceptron carries from one sweep to the next."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

__all__ = ["SweepState"]


@dataclass
class SweepState:
    """A run of sweeps so far; sweeps mutate it.

    The signed, lifted column of row i is a_i = y_i s_i (x_i − c, R). Vectors keep its first m coordinates; what
    belongs to the last one is a scalar named `…_b`. A rule may not change during a run.

    Attributes
    ----------
    w, b : direction. Winnow's is known up to a positive factor.
    theta, theta_b : Winnow's exponents before the factor eta; zero for additive rules.
    counts : mass of every row in the sum: 1 per update, Winnow 1/‖a_i‖_∞, Hildreth its multiplier.
    total : Σ counts_i a_i; w itself for additive rules, theta for Winnow.
    positive : the part of `total` that comes from rows with y = +1.
    weighted, weighted_b : Σ (visits before the update) a_i, from which `average` follows; zero for Winnow and Hildreth.
    survivor, survivor_b, votes : the direction that passed the longest run of visits without update, and that length.
    run : visits since the last update.
    updates, visits : totals. phase_updates : Winnow's updates at the present eta.
    beta : present threshold. eta : Winnow's present rate; 0 before its first sweep.
    lowest_positive, lowest_negative : least unlifted margin s_i y_i (x_i − c)·w of each class in the last sweep (inf
        when it visited none). They belong to `w` only if `quiet`.
    quiet : whether the last sweep made no update.

    Examples
    --------
    >>> state = SweepState.begin(3, 2)
    >>> state.w, state.updates, state.quiet
    (array([0., 0.]), 0, False)
    """

    w: NDArray[np.float64]
    theta: NDArray[np.float64]
    counts: NDArray[np.float64]
    positive: NDArray[np.float64]
    total: NDArray[np.float64]
    weighted: NDArray[np.float64]
    survivor: NDArray[np.float64]
    b: float = 0.0
    theta_b: float = 0.0
    weighted_b: float = 0.0
    survivor_b: float = 0.0
    beta: float = 0.0
    eta: float = 0.0
    lowest_positive: float = inf
    lowest_negative: float = inf
    updates: int = 0
    phase_updates: int = 0
    visits: int = 0
    votes: int = 0
    run: int = 0
    quiet: bool = False

    @classmethod
    def begin(cls, n: int, m: int) -> SweepState:
        """The state before the first sweep over n rows of m coordinates."""
        w, theta, positive, total, weighted, survivor = (np.zeros(m) for _ in range(6))
        return cls(w, theta, np.zeros(n), positive, total, weighted, survivor)

    def copy(self) -> SweepState:
        """An independent state that continues as this one would."""
        # One is made for every candidate of a perceptron, and copy.deepcopy takes three times as long.
        other = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                setattr(other, name, value.copy())
        return other

    @property
    def average(self) -> NDArray[np.float64]:
        """Mean of w over all visits so far, each counted after its update; Winnow answers w itself."""
        return self.w - self.weighted / max(self.visits, 1)

    @property
    def average_b(self) -> float:
        """Mean of b over all visits so far."""
        return self.b - self.weighted_b / max(self.visits, 1)
