"""The kernel perceptron, one example at a time, with a budget of stored examples if asked for.

1. f ← 0
2. for every example as it comes: if y f(x) ≤ 0, count a mistake and f ← f + y K(x, ·)
3.     with a budget: if more examples are stored than it allows, shrink f and drop the oldest (see `Supports`)

Guarantee
    Without a budget at most R²‖g‖² + 2 Σ hinge mistakes for every g, where R² is the greatest K(x, x). With a budget B
    of at least 84 and K(x, x) ≤ 1, at most 2‖g‖² + 4 Σ hinge for every g with ‖g‖ ≤ ¼√((B+1)/log(B+1)).
Reference
    Freund and Schapire (1999); Dekel, Shalev-Shwartz and Singer (2008), the self-tuned Forgetron.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from numbers import Integral
from typing import NoReturn

from gordan.arithmetic.array import Matrix
from gordan.engine.compiled.rule import Rule
from gordan.errors import InputError
from gordan.learn.online.learner import Learner
from gordan.learn.online.named import is_named
from gordan.learn.online.supports import Supports
from gordan.problem.kernel import Kernel, read_kernel
from gordan.problem.number import real, shown

__all__ = ["OnlineKernelPerceptron"]


class OnlineKernelPerceptron(Learner):
    """The perceptron in the space of a kernel, on a stream.

    Parameters
    ----------
    kernel : {"linear", "rbf", "laplacian", "poly"} or function f(X, Y) of two matrices of rows
        What takes the place of the product of two examples.
    gamma, degree, coef0 : numbers
        rbf: exp(−gamma ‖x − y‖²); laplacian: exp(−gamma ‖x − y‖₁); poly: (gamma x·y + coef0)^degree.
    budget : int, optional
        At most so many examples are stored. None stores every mistake.
    classes : sequence of two labels, optional
        Otherwise labels are learned as they come. The second in sorted order is positive.

    Examples
    --------
    >>> from gordan.online import OnlineKernelPerceptron
    >>> learner = OnlineKernelPerceptron(kernel="rbf", gamma=1.0)
    >>> for _ in range(2):
    ...     for a, b in [(0, 0), (0, 1), (1, 0), (1, 1)]:
    ...         learner.learn_one([a, b], a != b)
    >>> [learner.predict_one([a, b]) for a, b in [(0, 0), (0, 1), (1, 0), (1, 1)]]
    [False, True, True, False]
    """

    def __init__(
        self,
        *,
        kernel: str | Callable[[Matrix, Matrix], Matrix] = "rbf",
        gamma: float = 1.0,
        degree: int = 3,
        coef0: float = 0.0,
        budget: int | None = None,
        classes: object = None,
    ) -> None:
        if budget is not None and (isinstance(budget, bool) or not isinstance(budget, Integral) or budget < 1):
            raise InputError(f"budget is {budget!r}; give the number of examples to store, or None for all mistakes")
        if isinstance(gamma, str):
            raise InputError(f"gamma is {gamma!r}; a stream has no scale before it ends, so give a positive number")
        chosen = read_kernel(kernel, None, gamma=gamma, degree=degree, coef0=coef0)
        self._kernel, self.budget = chosen or Kernel("linear"), None if budget is None else int(budget)
        super().__init__(intercept=False, classes=classes)

    def _rule(self) -> Rule:
        return Rule.rosenblatt()

    def _begun(self, x: object) -> Supports:
        return Supports(self._run, self._kernel, self.budget or 0, names={} if is_named(x) else None)

    def options(self) -> dict[str, object]:
        kernel = self._kernel
        return {
            "kernel": kernel.function or kernel.name,
            "gamma": kernel.gamma,
            "degree": kernel.degree,
            "coef0": kernel.coef0,
            "budget": self.budget,
        }

    @property
    def stored(self) -> int:
        """How many examples are stored."""
        return 0 if self._weights is None else int(self._weights.coef.size)

    @property
    def coef_(self) -> NoReturn:
        """Refused: a direction in the space of a kernel has no coordinates."""
        raise InputError("a kernel's direction has no coordinates; use decision_one or decision_function")

    def compare(self, coef: object, intercept: float = 0.0) -> NoReturn:
        """Refused: a comparator in the space of a kernel has no coordinates."""
        raise InputError("a comparator in the space of a kernel has no coordinates; call bound_of(square, hinge)")

    def _watching(self) -> NoReturn:
        raise InputError("a kernel learner has no comparator beside it; call bound_of(square, hinge)")

    def bound_of(self, square: float, hinge: float) -> float:
        """No more mistakes than this can have been made: R²‖g‖² + 2·hinge, R² the greatest K(x, x) of a mistake.

        Parameters
        ----------
        square : float
            ‖g‖² of any g; for g = Σ a_i K(x_i, ·) it is Σ a_i a_j K(x_i, x_j).
        hinge : float
            The sum of its losses max(0, 1 − y g(x)) over all examples so far; 0 if it has lost nothing.
        """
        if self.budget is not None:
            raise InputError("with a budget the examples that were dropped count too; this bound is for budget=None")
        for name, value in (("square", square), ("hinge", hinge)):
            if not 0 <= real(value) < inf:
                raise InputError(f"{name} is {shown(value)}; give a number, 0 or more")
        return self._run.bound(float(square), 0.0, float(hinge))
