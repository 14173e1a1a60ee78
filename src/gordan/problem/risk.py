"""`RiskSets`: subjects with times and covariates, where each event is compared with all who were at risk then."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gordan.arithmetic.array import Array, Mask, Positions
from gordan.errors import InputError
from gordan.problem.digest import digest_risk
from gordan.problem.matrix import read_matrix
from gordan.problem.numbers import Numbers, refuse_numbers

__all__ = ["RiskSets"]


@dataclass(frozen=True, eq=False, repr=False)
class RiskSets:
    """(x_i − x_j)·b ≥ 0 for every row i with an event and every row j that was at risk at its time, in the unknown b.

    Row j is at risk at time t where start_j < t ≤ stop_j and it has the stratum of i. With `exact` ties a row whose own
    event is at that time is not among those that i is compared with. The comparisons are never listed.

    Parameters
    ----------
    covariates : array, shape (n, m)
        The x_i.
    stop : array of n numbers
        When each row ended.
    event : array of n booleans
        Whether it ended with an event.
    start : array of n numbers, or None
        When it came under observation, before `stop`; None where all did before the first event.
    stratum : array of n integers, or None
        The stratum of each row; None where there is one.
    exact : bool
        Whether events at the same time are not compared with one another, as exact and discrete ties have it.
    numbers : {"binary", "decimal"}
        What the covariates' numbers stand for.
    names : tuple of str
        Of the covariates, or none.

    Examples
    --------
    >>> RiskSets([[0.0], [1.0]], [2.0, 1.0], [True, True])
    RiskSets(2 rows, 2 events, 1 covariates)
    """

    covariates: Array
    stop: Array
    event: Mask
    start: Array | None = None
    stratum: Positions = None  # type: ignore[assignment]  # zeros in place of None
    exact: bool = False
    numbers: Numbers = "binary"
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        refuse_numbers(self.numbers)
        X = np.asarray(read_matrix(np.asarray(self.covariates, dtype=np.float64))[0])
        stop = _times(self.stop, len(X), "stop")
        start = None if self.start is None else _times(self.start, len(X), "start")
        if start is not None and (start >= stop).any():
            raise InputError("a row starts when it has stopped already; give start < stop in every row")
        event = np.asarray(self.event)
        if event.shape != (len(X),) or event.dtype != bool:
            raise InputError(f"event has the shape {event.shape} and is {event.dtype}; give {len(X):,} booleans")
        stratum = np.zeros(len(X), np.int64) if self.stratum is None else np.asarray(self.stratum)
        if stratum.shape != (len(X),) or stratum.dtype.kind not in "iu":
            raise InputError(f"stratum has the shape {stratum.shape} and is {stratum.dtype}; give {len(X):,} integers")
        read = {"covariates": X, "stop": stop, "start": start, "event": event, "stratum": stratum.astype(np.int64)}
        for name, value in read.items():
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return f"RiskSets({self.n:,} rows, {int(self.event.sum()):,} events, {self.m} covariates)"

    @property
    def n(self) -> int:
        return int(self.covariates.shape[0])

    @property
    def m(self) -> int:
        return int(self.covariates.shape[1])

    def digest(self) -> str:
        """The hash of the rows, of which a certificate is one."""
        times = (self.stop,) if self.start is None else (self.start, self.stop)
        return digest_risk(self.covariates, self.event, self.stratum, times, exact=self.exact)


def _times(given: object, n: int, name: str) -> Array:
    times = np.asarray(given, dtype=np.float64)
    if times.shape != (n,) or not np.isfinite(times).all():
        raise InputError(f"{name} has the shape {times.shape}; give a finite number for each of the {n:,} rows")
    return times
