"""The answer: Separable, Inseparable or Undecided — each with its bracket, its proof and the verifier's verdict."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from gordan.array import Array
from gordan.errors import InputError

__all__ = [
    "Bracket",
    "Cancellation",
    "Check",
    "Enclosure",
    "Guarantee",
    "Inseparable",
    "KernelSeparator",
    "Outcome",
    "Separable",
    "Separator",
    "Undecided",
    "Verdict",
]

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Bracket:
    """Two-sided bound on the margin as posed: lower <= rho <= upper.

    Examples
    --------
    >>> Bracket(1.0, 2.0).tighten(lower=1.5).gap
    0.25
    """

    lower: float = -np.inf
    upper: float = np.inf

    def tighten(self, *, lower: float = -np.inf, upper: float = np.inf) -> Bracket:
        """The better of the old and the new bound on each side."""
        return Bracket(max(self.lower, lower), min(self.upper, upper))

    @property
    def gap(self) -> float:
        """Relative width, once the lower end is positive and the upper one known; infinite before."""
        return (self.upper - self.lower) / self.upper if self.lower > 0 and self.upper < np.inf else np.inf

    def shown(self) -> tuple[str, str]:
        """Both ends with six digits, rounded outwards: what is printed is still true."""
        low = Context(prec=6, rounding=ROUND_FLOOR).create_decimal(Decimal(self.lower))
        high = Context(prec=6, rounding=ROUND_CEILING).create_decimal(Decimal(self.upper))
        return f"{float(low):.6g}", f"{float(high):.6g}"

    def __str__(self) -> str:
        return "[{}, {}]".format(*self.shown())


@dataclass(frozen=True, eq=False)
class Separator:
    """Proof of separability: f(x) = direction·(x − centre) + offset has the sign of every label.

    Far from the origin no double may lie in the gap between w·x of the classes: the centre keeps the offset small,
    and where even that is not enough the offset is a fraction.
    """

    direction: Array
    offset: float | Fraction
    centre: Array


@dataclass(frozen=True, eq=False)
class KernelSeparator:
    """Proof of separability in a kernel's space: f(x) = Σ coefficients_j k(x_j, x) + offset has each label's sign.

    The coefficients are those of the raw rows, the factors of unit lengths included. Where images are scaled to unit
    length the offset is multiplied by the length √k(x, x).
    """

    coefficients: Array
    offset: float | Fraction


@dataclass(frozen=True)
class Cancellation:
    """Proof of inseparability: positive integers that cancel the signed raw rows `support` without remainder."""

    support: tuple[int, ...]
    integers: tuple[int, ...]

    def weights(self, n: int) -> Array:
        """The nearest doubles, with the sum 1, among n rows."""
        total, weights = sum(self.integers), np.zeros(n)
        # Quotients of integers are rounded once, whatever their size.
        weights[list(self.support)] = [v / total for v in self.integers]
        return weights


@dataclass(frozen=True, eq=False)
class Enclosure:
    """Proof of inseparability where integers would be long: positive weights that cancel, known to within a radius.

    There are weights x with |x_j − centre_j| ≤ radius_j < centre_j, hence all positive, that add up to 1 and cancel the
    signed raw rows `support` exactly; with an intercept they cancel the labels too. They are the one solution of a
    square system: one equation for each raw column that is not zero on all of the support, one for the labels with an
    intercept, one for the sum.
    """

    support: tuple[int, ...]
    centre: Array
    radius: Array

    def weights(self, n: int) -> Array:
        """The centres among n rows."""
        weights = np.zeros(n)
        weights[list(self.support)] = self.centre
        return weights

    @property
    def spread(self) -> float:
        """The greatest radius relative to its centre: how well the weights are known."""
        return float((self.radius / self.centre).max())


@dataclass(frozen=True)
class Check:
    """One thing the verifier recomputed: what it is, what came out, what was needed, in which arithmetic."""

    name: str
    quantity: str
    bound: str
    arithmetic: str
    holds: bool


@dataclass(frozen=True)
class Verdict:
    """The second opinion: all checks, and whether every one of them holds; `proof` is what was asked of them."""

    checks: tuple[Check, ...] = ()
    proof: str = "rounded"

    @property
    def holds(self) -> bool:
        return bool(self.checks) and all(check.holds for check in self.checks)

    @property
    def failed(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if not check.holds)

    def __str__(self) -> str:
        if self.holds:
            return f"accepted: {len(self.checks)} checks hold"
        names = ", ".join(check.name for check in self.failed) or "nothing was checked"
        return f"refused: {names}"


@dataclass(frozen=True)
class Guarantee:
    """What the algorithm's theorem allows: at most `iterations`, by the formula `text`."""

    iterations: float
    text: str

    def words(self, used: int) -> str:
        return f"used {used:,} of at most {self.iterations:,.0f} iterations guaranteed ({self.text})"


def _at_most(value: float) -> str:
    """Two digits, rounded up."""
    return f"{float(Context(prec=2, rounding=ROUND_CEILING).create_decimal(Decimal(value))):.2g}"


def _count(number: int, noun: str) -> str:
    plural = noun if number == 1 else f"{noun}es" if noun.endswith("s") else f"{noun}s"
    return f"{number:,} {plural}"


@dataclass(frozen=True, eq=False, kw_only=True)
class Answered(ABC):
    """What all outcomes share. `coef` and `intercept` are the best hyperplane found, in the user's raw units.

    In the space of a kernel, which `space` names, it has no coordinates: `dual_coef` has one coefficient per row.
    """

    bracket: Bracket
    reason: str
    n_iter: int
    n_passes: int
    seconds: float
    solver: str
    classes: tuple[Any, ...]
    coef: Array | None = None
    dual_coef: Array | None = field(default=None, repr=False)
    space: str = ""
    intercept: float = 0.0
    centre: Array | None = field(default=None, repr=False)
    offset: float | Fraction = field(default=0.0, repr=False)
    weights: Array | None = field(default=None, repr=False)
    nearest: tuple[int, ...] = ()
    guarantee: Guarantee | None = None
    verdict: Verdict = Verdict()

    @property
    def kind(self) -> str:
        return type(self).__name__.lower()

    @property
    def support(self) -> Rows:
        """Row numbers that carry weight."""
        return np.empty(0, np.int64) if self.weights is None else np.flatnonzero(self.weights)

    @np.errstate(over="ignore", invalid="ignore")
    def decision_function(self, X: Any) -> Array:
        """Signed values of the best hyperplane found: positive for the second class.

        Only for `Separable` is it proved to be right on every given point.
        """
        if self.dual_coef is not None:
            raise InputError(
                "the hyperplane lies in a kernel's space and an outcome holds no points; use "
                "gordan.decision_function(problem, outcome, X)"
            )
        if self.coef is None:
            raise InputError("no direction was found, so there is no hyperplane to evaluate")
        rows = X.tocsr() if hasattr(X, "nnz") else np.atleast_2d(np.asarray(X, dtype=np.float64))
        if rows.ndim != 2 or rows.shape[1] != self.coef.size:
            raise InputError(f"X has shape {np.shape(X)}; give points with {self.coef.size} columns")
        centre = np.zeros_like(self.coef) if self.centre is None else self.centre
        shift = 0.0
        if hasattr(rows, "nnz"):
            shift = float(centre @ self.coef)
        elif centre.any():
            rows = rows - centre
        values = np.asarray(rows @ self.coef, dtype=np.float64) - shift + float(self.offset)
        # Values within their own rounding of zero could come out with the wrong sign, sums that overflowed with none:
        # those are computed exactly.
        size = abs(rows) @ np.abs(self.coef) + abs(shift) + abs(float(self.offset))
        certain = np.isfinite(size) & (np.abs(values) > (self.coef.size + 8) * 2.0**-52 * size)
        for j in np.flatnonzero(~certain).tolist():
            row = X.tocsr()[[j]].toarray().ravel() if hasattr(X, "nnz") else np.atleast_2d(np.asarray(X))[j]
            values[j] = self._exact_value(row, centre)
        return values

    def _exact_value(self, row: Any, centre: Array) -> float:
        assert self.coef is not None
        terms = zip(self.coef.tolist(), row.tolist(), centre.tolist(), strict=True)
        products = (Fraction(w) * (Fraction(x) - Fraction(c)) for w, x, c in terms)
        value = sum(products, Fraction(0)) + Fraction(self.offset)
        try:
            return float(value)
        except OverflowError:
            return np.inf if value > 0 else -np.inf

    @property
    def _hyperplane(self) -> str:
        return f"hyperplane in the space of {self.space}" if self.space else "hyperplane"

    @abstractmethod
    def words(self) -> str:
        """One sentence that says what was proved."""

    def __str__(self) -> str:
        lines = [
            f"{self.kind.capitalize()}: {self.words()}",
            f"  margin in {self.bracket}",
            f"  {self.solver}: {_count(self.n_iter, 'iteration')}, {_count(self.n_passes, 'pass')}, "
            f"{self.seconds:.3g} s",
            f"  verifier {self.verdict}",
        ]
        if self.guarantee is not None:
            lines.insert(3, f"  {self.guarantee.words(self.n_iter)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from html import escape

        head, *rest = str(self).splitlines()
        items = "".join(f"<li>{escape(line.strip())}</li>" for line in rest)
        return f"<div><strong>{escape(head)}</strong><ul>{items}</ul></div>"


@dataclass(frozen=True, eq=False, kw_only=True)
class Separable(Answered):
    """A hyperplane has every point strictly on its own side; `proof` is that hyperplane."""

    proof: Separator | KernelSeparator = field(repr=False)

    def words(self) -> str:
        return f"a {self._hyperplane} puts every point on its own side. {self.reason}".rstrip()


@dataclass(frozen=True, eq=False, kw_only=True)
class Inseparable(Answered):
    """No hyperplane does: the rows `support` cancel with positive weights, in `proof` as integers or in a box."""

    proof: Cancellation | Enclosure = field(repr=False)

    def words(self) -> str:
        known = ""
        if isinstance(self.proof, Enclosure):
            known = f", with positive weights known to a relative {_at_most(self.proof.spread)}"
        count = len(self.proof.support)
        rows = "1 row cancels" if count == 1 else f"{count:,} rows cancel"
        return f"no {self._hyperplane} can: {rows} exactly{known}. {self.reason}".rstrip()


@dataclass(frozen=True, eq=False, kw_only=True)
class Undecided(Answered):
    """Neither was proved; the bracket holds all that is known of the margin."""

    proof: None = field(default=None, repr=False)

    def words(self) -> str:
        return f"neither alternative was proved. {self.reason}"


Outcome = Separable | Inseparable | Undecided
