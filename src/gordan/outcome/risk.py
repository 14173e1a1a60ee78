"""The proof of what can be strict among the comparisons of a Cox model: a few pairs stand for all of them.

Rows are numbered as `gordan.problem.risk.RiskSets` has them, columns are its covariates, and a pair (i, j) is the
comparison (x_i − x_j)·b ≥ 0 of an event i with a row j that was at risk at its time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gordan.outcome.split import Dependence

__all__ = ["RiskClaim", "RiskProof"]


@dataclass(frozen=True, eq=False)
class RiskProof:
    """What proves which comparisons can be strict.

    `direction`: integers b for which no comparison is negative.
    `pairs`: one comparison in each row, event first. The first of them have `weights`, positive integers with which
    they cancel: none of these can be strict.
    `flat`: the dependences on the pairs with weights. Where b leaves a comparison at 0 all its relations vanish, so
    that it is a combination of those pairs. `table`: the dependences on all comparisons.
    The witnesses of both are numbers of `pairs`.
    """

    direction: tuple[int, ...]
    pairs: npt.NDArray[np.int64]
    weights: tuple[int, ...]
    flat: Dependence
    table: Dependence


@dataclass(frozen=True, eq=False)
class RiskClaim:
    """That `strict` is True on the events some of whose comparisons can be strict, and False on all other rows.

    `complete` says that all comparisons of all events are strict along the direction.
    """

    strict: npt.NDArray[np.bool_]
    complete: bool
    proof: RiskProof
