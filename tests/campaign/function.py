"""Kernels given as functions of two matrices, with values that are known without rounding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

import gordan
from campaign.draw import PLACES, labelled_integers
from campaign.gram import separable_rows
from campaign.nearest import margin_square
from campaign.points import cancel
from campaign.trial import require_bracket, require_refusals, require_right

__all__ = ["answer", "drawn"]

_SECONDS = 5.0
_POSITIVE = ("linear", "affine", "cubic", "equal", "least", "integer", "single")


def function(name: str, power: int) -> Callable[[Any, Any], Any]:
    """The kernel `name` times 2^power; on integer points all but "rounded" and "indefinite" have no rounding."""

    def called(X: Any, Y: Any) -> Any:
        products = np.einsum("ik,jk->ij", X, Y)
        if name == "affine":
            products = products + 1.0
        elif name == "cubic":
            products = (products + 1.0) ** 3
        elif name == "equal":
            products = (X[:, None, :] == Y[None, :, :]).all(axis=2).astype(float)
        elif name == "least":
            products = np.minimum(X[:, None, :] + 20.0, Y[None, :, :] + 20.0).sum(axis=2)
        elif name == "rounded":
            products = np.exp(-0.3 * np.square(X[:, None, :] - Y[None, :, :]).sum(axis=2))
        elif name == "indefinite":
            products = np.abs(X[:, None, :] - Y[None, :, :]).sum(axis=2) + 3.0
        elif name == "integer":
            return (products + 2).astype(np.int64)
        elif name == "single":
            return (products + 2).astype(np.float32)
        return np.ldexp(products, power)

    return called


def drawn(number: int) -> tuple[Any, Any, str, int, bool]:
    """Problem `number`: points, labels, the name of a function, its power of two, and whether there is an intercept."""
    rng = np.random.default_rng([8, number])
    X, y = labelled_integers(rng, most=7)
    name = str(rng.choice([*_POSITIVE, "rounded", "indefinite"]))
    power = 0 if rng.integers(2) else min(int(rng.choice(PLACES)), 990)
    return X.astype(float), y, name, power, bool(rng.integers(2))


def answer(number: int) -> Counter[str]:
    """Answer problem `number` and compare it with the truth about the function's values."""
    X, y, name, power, intercept = drawn(number)
    kernel = function(name, power)
    try:
        problem = gordan.Points(X, y, kernel=kernel, intercept=intercept)
        outcome = gordan.solve(problem, proof="exact" if number % 7 == 0 else "rounded", max_seconds=_SECONDS)
    except gordan.InputError:
        return Counter([f"refused {'indefinite' if name == 'indefinite' else 'others'}"])
    signs = [int(s) for s in problem.signs]
    K = [[Fraction(float(v)) for v in row] for row in np.asarray(kernel(X, X), dtype=np.float64)]
    kind = require_right(problem, outcome, separable_rows(K, signs, intercept))
    if name in _POSITIVE:
        square = margin_square(K, signs, intercept)
        require_bracket(outcome.bracket, square)
        if number % 5 == 1 and kind != "undecided":
            require_refusals(problem, outcome, square, lambda w: cancel(K, signs, intercept, w))
    return Counter([kind])
