"""`HingeBound`: the mistakes a learner made, beside the best bound on them in hindsight."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from math import fsum, inf, isfinite, sqrt
from numbers import Integral

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array, Matrix
from gordan.errors import InputError
from gordan.learn.online.columns import Columns
from gordan.learn.online.comparator import best_comparator
from gordan.learn.online.learner import Learner
from gordan.learn.online.named import Named, read
from gordan.learn.online.run import Run
from gordan.learn.online.supports import Supports
from gordan.problem.kernel import values
from gordan.problem.matrix import is_sparse
from gordan.problem.number import real

__all__ = ["HingeBound"]

EPS = float(np.finfo(np.float64).eps)
KERNEL = 8  # units of rounding of a kernel's value, for each feature and each power
MOST = 5_000  # examples whose products are held and factorised


@dataclass(frozen=True, eq=False)
class HingeBound:
    """What a learner did, and what no run of its rule on this sequence could have exceeded.

    Attributes
    ----------
    examples, mistakes, updates : what the learner counted.
    bound : G‖v‖² + 2·hinge + 2·cost of the comparator, rounded up.
    least : no comparator gives a bound below this (rounded, not a proof).
    coef, intercept : the comparator u, d; a dictionary where features have names. In a kernel's space the coefficients
        of the images of the sequence.
    hinge : sum of its losses max(0, 1 − y(u·x + d)) over the sequence; 0 where the bound is that of the plainer
        theorem, G‖v‖² for comparators without loss.
    length : ‖v‖, of (u, d/L) with an intercept and of u without.
    radius : √G, the longest mistake, last coordinate included; with a threshold √(2β + ‖x‖²).
    cost : what the growing of the last coordinate may have cost.

    Examples
    --------
    >>> from gordan.online import HingeBound, OnlinePerceptron
    >>> X, y = [[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0], [1.0, -1.0]], [1, 1, 0, 1]
    >>> report = HingeBound.of(OnlinePerceptron(intercept=False).partial_fit(X, y), X, y)
    >>> report.mistakes, report.holds
    (2, True)
    """

    examples: int
    mistakes: int
    updates: int
    bound: float
    least: float
    coef: dict[Hashable, float] | Array
    intercept: float
    hinge: float
    length: float
    radius: float
    cost: float

    @classmethod
    def of(cls, learner: Learner, X: Matrix, y: object, *, passes: int = 1, tol: float = 1e-2) -> HingeBound:
        """Look back on the sequence that the learner has seen, in `passes` rounds.

        X is what was learned: a batch, or a list of dictionaries. The search ends when the bound is within `tol` of
        the best one, relatively, or after some hundred rounds; what it ends with is a bound in any case.
        """
        _refuse_options(passes, tol)
        if isinstance(learner, Learner) and isinstance(learner._weights, Supports):
            return cls._in_kernel(learner, learner._weights, X, y, passes=int(passes), tol=tol)
        weights = _linear_weights(learner)
        names, matrix = _table(X) if isinstance(weights, Named) else (None, weights.matrix(X))
        signs = _learned_signs(learner, y, matrix.shape[0], int(passes))
        run, passes = learner._run, int(passes)
        with np.errstate(over="ignore", invalid="ignore"):
            u, d, least = best_comparator(matrix, signs, run, passes=passes, tol=tol)
            hinge = passes * _losses(matrix, signs, u, d)
        if not isfinite(hinge):
            raise InputError("X has numbers so large that products with them are no doubles; divide X by some factor")
        clean = _without_loss(matrix, signs, u, d)
        total = _total(run, u, d, hinge, matrix.shape[1])
        if clean is not None and _total(run, *clean, 0.0, matrix.shape[1]) <= max(total, (1.0 + tol) * least):
            u, d, hinge, total = *clean, 0.0, _total(run, *clean, 0.0, matrix.shape[1])
        if passes * signs.size <= total / 2.0:
            u, d, hinge = np.zeros_like(u), 0.0, float(passes * signs.size)  # nothing at all is the better comparator
        return cls(
            examples=run.examples,
            mistakes=run.mistakes,
            updates=run.updates,
            bound=_total(run, u, d, hinge, matrix.shape[1]),
            least=least,
            coef=u if names is None else dict(zip(names, u.tolist(), strict=True)),
            intercept=d,
            hinge=hinge,
            length=sqrt(float(u @ u) + ((d / run.lift) ** 2 if run.lift else 0.0)),
            radius=sqrt(run.growth),
            cost=max(0.0, d * run.drift),
        )

    @classmethod
    def _in_kernel(
        cls, learner: Learner, weights: Supports, X: Matrix, y: object, *, passes: int, tol: float
    ) -> HingeBound:
        """For g = Σ a_i K(x_i, ·) over the sequence; `coef` are the a_i, and nothing of the sum is taken on trust."""
        if weights.budget:
            raise InputError("with a budget the examples that were dropped count too; this bound is for budget=None")
        matrix = weights.matrix(X)
        dense = matrix.toarray() if is_sparse(matrix) else np.asarray(matrix, dtype=np.float64)
        if dense.shape[0] > MOST:
            raise InputError(f"there are {dense.shape[0]:,} examples; the products of more than {MOST:,} are not held")
        signs, run = _learned_signs(learner, y, dense.shape[0], passes), learner._run
        K = np.asarray(values(weights.kernel, dense, dense), dtype=np.float64)
        size, V = np.linalg.eigh((K + K.T) / 2.0)
        kept = size > K.shape[0] * EPS * max(float(size[-1]), 0.0)
        root, V = np.sqrt(size[kept]), V[:, kept]
        u, _, least = best_comparator(V * root, signs, run, passes=passes, tol=tol)
        a = V @ (u / root)
        # |K(x, y)| ≤ r(x) r(y), and products are rounded relative to that: x·y may cancel, and K with it.
        r = np.sqrt(np.maximum(np.diag(K), 0.0))
        off = KERNEL * (weights.kernel.degree + 1) * (dense.shape[1] + 16) * EPS * r * float(r @ abs(a))
        hinge = passes * _losses(K, signs, a, 0.0, off=off)
        square = _square(K, a) + float(abs(a) @ off) * (1.0 + EPS * a.size)
        if (passes * signs.size) <= (run.growth * square + 2.0 * hinge) / 2.0:
            a, square, hinge = np.zeros_like(a), 0.0, float(passes * signs.size)  # nothing is the better comparator
        slack = 8.0 * (signs.size + run.updates + 8) * (1.0 + sqrt(run.updates)) * EPS
        return cls(
            examples=run.examples,
            mistakes=run.mistakes,
            updates=run.updates,
            bound=run.bound(square, 0.0, hinge) * (1.0 + slack),
            least=least,
            coef=a,
            intercept=0.0,
            hinge=hinge,
            length=sqrt(square),
            radius=sqrt(run.growth),
            cost=0.0,
        )

    @property
    def holds(self) -> bool:
        """Whether the updates, and with them the mistakes, are within the bound: a theorem."""
        return self.updates <= self.bound

    def __str__(self) -> str:
        mistakes = f"{self.mistakes:,} mistake" + "s" * (self.mistakes != 1)
        updates = f"{self.updates:,} update" + "s" * (self.updates != 1)
        made = f"{mistakes} in {self.examples:,} examples; at most {int(self.bound):,} were possible."
        if self.updates != self.mistakes:
            made = (
                f"{mistakes} and {updates} in {self.examples:,} examples; "
                f"at most {int(self.bound):,} updates were possible."
            )
        cost = f" + 2 × {self.cost:.4g}" if self.cost else ""
        hinge = f" + 2 × {self.hinge:.4g}" if self.hinge else ""
        lines = [
            made,
            f"  bound  {self.radius:.4g}² × {self.length:.4g}²{hinge}{cost} = {self.bound:.6g}",
            "         radius² × comparator²"
            + (" + 2 × its hinge loss" if hinge else "")
            + (" + 2 × growth of the last coordinate" if cost else "")
            + ("" if hinge else ", for the comparator has no loss"),
            f"  best   no comparator gives a bound below {max(self.least, 0.0):.6g}",
        ]
        if not self.holds:
            lines.append("  This contradicts a theorem: the sequence given is not the one that was learned.")
        return "\n".join(lines)


def _linear_weights(learner: object) -> Named | Columns:
    if not isinstance(learner, Learner):
        raise InputError(f"the learner is a {type(learner).__name__}; give an online learner, then what it learned")
    if not isinstance(learner._weights, Named | Columns):
        raise InputError("the bound in hindsight is for learners that have seen examples; learn some first")
    return learner._weights


def _refuse_options(passes: object, tol: object) -> None:
    if isinstance(passes, bool) or not isinstance(passes, Integral) or passes < 1:
        raise InputError(f"passes is {passes!r}; give how often the learner went through X, a whole number")
    if not 0 < real(tol) < inf:
        raise InputError(f"tol is {tol!r}; give a positive number")


def _learned_signs(learner: Learner, y: object, n: int, passes: int) -> NDArray[np.int8]:
    labels, signs = learner._labels.read(y, n)
    if labels != learner._labels or learner.examples != passes * signs.size:
        raise InputError(
            f"the learner has seen {learner.examples} examples and was now given {signs.size} in {passes} pass(es) "
            "or with other labels; give the sequence it has learned"
        )
    return signs


def _square(K: Array, a: Array) -> float:
    """aᵀKa, rounded up."""
    rounding = (2 * a.size + 8) * EPS * float(abs(a) @ (abs(K) @ abs(a)))
    return max(float(a @ (K @ a)), 0.0) + rounding


def _losses(matrix: Matrix, signs: NDArray[np.int8], u: Array, d: float, *, off: Array | float = 0.0) -> float:
    """Σ hinge, each rounded up; `off` is what the rounding of the matrix itself may have made of its product."""
    products = matrix @ u + d
    rounding = (matrix.shape[1] + 4) * EPS * (abs(matrix) @ abs(u) + abs(d) + 1.0) + off
    return fsum(np.maximum(0.0, 1.0 - signs * products + rounding).tolist()) * (1.0 + EPS)


def _without_loss(matrix: Matrix, signs: NDArray[np.int8], u: Array, d: float) -> tuple[Array, float] | None:
    """The comparator made just so long that no row has a loss, if it has all of them on their sides.

    The theorem for comparators without loss is the plainer one; it is used where only rounding makes a loss.
    """
    c = (matrix.shape[1] + 4) * EPS
    room = signs * (matrix @ u + d) - c * (abs(matrix) @ abs(u) + abs(d))
    if not (room > 0.0).all():
        return None
    factor = float((1.0 + c) / room.min()) * (1.0 + 8.0 * EPS)
    longer = factor * u, factor * d
    return longer if isfinite(factor) and _losses(matrix, signs, *longer) == 0.0 else None


def _total(run: Run, u: Array, d: float, hinge: float, m: int) -> float:
    """The bound, large enough for all rounding: of this sum, of the learner's weights and of the signs it saw in them.

    An update adds a rounding of (m + updates)·eps to w, relative to ‖w‖ ≤ √(G·updates), and to a product that is then
    mistaken by as much; both enter ‖w‖² once per update.
    """
    slack = 8.0 * (m + run.updates + 8) * (1.0 + sqrt(run.updates)) * EPS
    return run.bound(float(u @ u), d, hinge) * (1.0 + slack)


def _table(X: Iterable[object]) -> tuple[list[Hashable], Matrix]:
    """Dictionaries as sparse rows, and the names of the columns."""
    from scipy.sparse import csr_array

    columns: dict[Hashable, int] = {}
    data, indices, ends = [], [], [0]
    for x in X:
        for name, value in read(x).items():
            indices.append(columns.setdefault(name, len(columns)))
            data.append(value)
        ends.append(len(data))
    matrix = csr_array((np.array(data, dtype=np.float64), indices, ends), shape=(len(ends) - 1, max(len(columns), 1)))
    matrix.sort_indices()
    return list(columns), matrix
