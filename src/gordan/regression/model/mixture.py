"""Zero-inflated counts of statsmodels: the two models whose separation leaves the mixture without estimates.

A row with y > 0 adds log(1 − π) + log f(y; μ), one with y = 0 adds log(π + (1 − π) f(0; μ)), where π grows with z·c, μ
with x·b, and f is a Poisson or negative binomial density. The last term grows with π, and it grows as μ shrinks.

*If a part is separated, no finite estimates exist.* Let d separate the counts: x·d = 0 where y > 0, x·d ≤ 0 where y is
0, and less for some. From any (b, c), moving b along d leaves rows with y > 0 as they are and shrinks μ on others: the
likelihood rises. Let e separate the zeros from the others: z·e ≥ 0 where y = 0, z·e ≤ 0 where y > 0, and not 0 for
some. Moving c along e raises π on zeros and lowers it elsewhere: the likelihood rises. Either way no (b, c) is a
maximum.

*If neither is, nothing follows.* The likelihood is not concave. The inflation of some zeros may tend to 0, and where it
does not, the means of zeros may tend to infinity; the likelihood then has a limit, which may be its supremum.

*A constant inflation* π of Poisson counts, with columns of x that are independent on the rows with y > 0: where the
likelihood stays above any bound, x·b is bounded on these rows, so that b is, and π stays away from 1. Only π can tend
to 0, and the likelihood is then at most that of the best Poisson fit in the limit. So finite estimates exist as soon as
some fit of the mixture has a greater likelihood than the best fit without inflation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.problem.numbers import Numbers, whole
from gordan.regression.model.closed import Beside
from gordan.regression.model.design import Missing
from gordan.regression.model.read import read_arrays
from gordan.regression.model.system import Posed, write_down

__all__ = ["PosedMixture", "pose_mixture"]

_FAMILIES = {"ZeroInflatedPoisson": "poisson", "ZeroInflatedNegativeBinomialP": "negative-binomial"}
_PRIME = 2**61 - 1
_ROWS = 10_000  # whose rank is looked at: more would rarely add to it


@dataclass(frozen=True, eq=False)
class PosedMixture:
    """The counts of a zero-inflated model, and which of them are 0.

    `bounded` says that nothing but its inflation, which is constant, can tend to a limit beyond all numbers.
    """

    counts: Posed
    zeros: Posed
    program: str
    bounded: bool


def pose_mixture(given: Any, beside: Beside, *, missing: Missing | None, numbers: Numbers) -> PosedMixture | None:
    """The parts of a zero-inflated model, fitted or not; None for other models."""
    model = getattr(given, "model", given)
    names = [kind.__name__ for kind in type(model).__mro__]
    if not any(name.startswith("ZeroInflated") or name == "GenericZeroInflated" for name in names):
        return None
    family = next((_FAMILIES[name] for name in names if name in _FAMILIES), None)
    if family is None:
        raise InputError(
            f"the model is a {type(model).__name__}, whose counts can have other probabilities of 0 than those that "
            'fall with the mean; ask about its inflation alone: diagnose(exog_infl, endog == 0, family="binomial")'
        )
    y = np.asarray(model.endog)
    if (y > 0).all() or not (y > 0).any():
        lacking = "no 0, so that nothing is inflated" if (y > 0).all() else "nothing but 0"
        raise InputError(f"the response of the {type(model).__name__} has {lacking}; fit a model without inflation")
    X, Z = (np.asarray(each, dtype=np.float64) for each in (model.exog, model.exog_infl))
    if missing == "drop" and not (known := np.isfinite(np.column_stack([X, Z, y])).all(axis=1)).all():
        raise InputError(
            f"{int((~known).sum()):,} rows of the {type(model).__name__} have missing values, and both of its parts "
            "are about the same rows; leave them out when the model is made (missing='drop' of statsmodels)"
        )
    every = [str(name) for name in getattr(model, "exog_names", [])]
    if len(every) < X.shape[1] + Z.shape[1]:
        every = [f"inflate_z{j}" for j in range(Z.shape[1])] + [f"x{j}" for j in range(X.shape[1])]
    offset = beside.offset if beside.offset is not None else _one_for_each(model, "offset", len(y))
    inflated, counted = every[: Z.shape[1]], every[Z.shape[1] : Z.shape[1] + X.shape[1]]
    program = type(model).__name__
    parts = (
        _posed(X, counted, y, Beside(beside.weights, offset), family, missing, numbers),
        _posed(Z, inflated, (y == 0).astype(np.float64), Beside(beside.weights), "binomial", missing, numbers),
    )
    # Rows without weight are no part of the likelihood, and hold nothing.
    counts = (y > 0) & (True if beside.weights is None else np.asarray(beside.weights) != 0)
    bounded = family == "poisson" and bool((Z[0] == Z).all()) and _independent(X[counts], numbers)
    return PosedMixture(*parts, program, bounded)


def _independent(X: Array, numbers: Numbers) -> bool:
    """Whether the columns are proved to be independent: modulo a prime the rank is never above the true one."""
    from flint import nmod_mat

    few = X[:_ROWS]
    if len(few) < X.shape[1]:
        return False
    # A unit of a column is a power of two or of ten, which the prime does not divide.
    columns = [[int(v) % _PRIME for v in whole(np.ascontiguousarray(x), numbers)[0].tolist()] for x in few.T]
    rank = nmod_mat(len(columns), len(few), [v for column in columns for v in column], _PRIME).rank()
    return int(rank) == len(columns)


def _posed(
    X: Any, names: Sequence[str], y: Any, beside: Beside, family: str, missing: Missing | None, numbers: Numbers
) -> Posed:
    import pandas as pd

    table = pd.DataFrame(X, columns=list(names))
    response = pd.Series(y, name="y" if family != "binomial" else "y = 0")
    return write_down(read_arrays(table, response, beside, intercept=False, missing=missing), family, numbers)


def _one_for_each(model: Any, name: str, n: int) -> Any:
    values: Any = getattr(model, name, None)
    return values if np.ndim(values) == 1 and np.size(values) == n else None
