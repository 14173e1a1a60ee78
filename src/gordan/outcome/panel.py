"""The proof of a panel's split: potentials that show which rows can be strict, and cycles that show which cannot.

Vertices are the levels of the first effect, then those of the second (or the one for the constant); a row leads from
its tail to its head, see `gordan.problem.panel`. Rows are numbered as the panel has them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Positions

__all__ = ["Absorbed", "Cycle", "PanelClaim", "PanelProof", "PanelWeights", "Tree"]


class Tree(NamedTuple):
    """For every vertex the row that joins it to its parent, −1 for a root, and how many rows it is away from it."""

    row: Positions
    depth: Positions


class Cycle(NamedTuple):
    """Rows and integers, of the rows' signs, with which their effects cancel: a sum of the regressors alone remains.

    Of equalities integers of either sign do. The sum times β is not negative, and 0 where all rows are equalities.
    """

    rows: tuple[int, ...]
    integers: tuple[int, ...]


NO_ROWS = Cycle((), ())


class Absorbed(NamedTuple):
    """Integers v and h with Σ v_c x_c + h_tail − h_head + … = 0: others and effects make up the last column."""

    columns: tuple[int, ...]
    integers: tuple[int, ...]
    potentials: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class PanelProof:
    """What proves a split of a panel's rows into strict ones and flat ones.

    `potentials` and `coefficients`: a direction that is positive on the strict rows and zero on the flat ones; without
    coefficients β is 0.
    `component`: of each vertex; the ends of a flat row are in one. From its one root, flat rows lead to every vertex of
    a component (`outward`) and from every vertex back (`inward`), along their signs.
    `pivots`: regressors whose coefficients the `cycles` fix at 0, once `absorbed` ones are replaced by the others:
    with the factors `balance`, positive where a cycle has an inequality, the sums of the cycles cancel.
    """

    potentials: Positions
    component: Positions
    outward: Tree
    inward: Tree
    pivots: tuple[int, ...] = ()
    cycles: tuple[Cycle, ...] = ()
    balance: tuple[int, ...] = ()
    absorbed: tuple[Absorbed, ...] = ()
    coefficients: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class PanelWeights:
    """What proves the split of a panel with three or more effects, whose rows are no edges of a graph.

    `potentials` and `coefficients`: a direction, as `PanelProof` has it.
    `weights`, `factor` and `correction`: the integers t = factor · weights, and those of the correction added on its
    rows, have the sign of every flat inequality and are 0 on strict rows; with them all effects and all pivots cancel.
    `pivots`, `cycles`, `absorbed`: as in `PanelProof`, but for the signs of the cycles' integers, which are free: all
    flat rows are 0 in every admissible direction, so that inequalities do not differ from equalities.
    """

    potentials: Positions
    weights: Positions
    factor: int = 1
    correction: Cycle = NO_ROWS
    pivots: tuple[int, ...] = ()
    cycles: tuple[Cycle, ...] = ()
    absorbed: tuple[Absorbed, ...] = ()
    coefficients: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class PanelClaim:
    """That a panel's rows split so: `strict` is True on those that some admissible direction makes positive."""

    strict: npt.NDArray[np.bool_]
    proof: PanelProof | PanelWeights
