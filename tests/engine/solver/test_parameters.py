"""Parameters that have no algorithm behind them are refused when the solver is made, in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import gordan
from gordan.engine.solver import named


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: gordan.solver.Winnow(eta=5.0), "eta is 5.0"),
        (lambda: gordan.solver.Winnow(eta=0.0), "eta is 0.0"),
        (lambda: gordan.solver.InfinityPerceptron(alpha=2.0), "alpha is 2.0"),
        (lambda: gordan.solver.AggressivePerceptron(beta=-1.0), "beta is -1.0"),
        (lambda: gordan.solver.IteratedSmoothPerceptronVonNeumann(gamma=1.0), "gamma is 1.0"),
        (lambda: gordan.solver.IteratedSmoothPerceptronVonNeumann(gamma=float("nan")), "gamma is nan"),
        (lambda: gordan.solver.MinNormPoint(block=0), "block is 0"),
        (lambda: gordan.solver.MinNormPoint(block=2.5), r"block is 2\.5"),  # type: ignore[arg-type]
        (lambda: gordan.solver.WorkingSet(first=0.0), "first is 0.0"),
        (lambda: gordan.solver.WorkingSet(batch=float("nan")), "batch is nan"),
        (lambda: gordan.solver.WorkingSet(keep=-1.0), "keep is -1.0"),
        (lambda: gordan.solver.WorkingSet(share=2.0), "share is 2.0"),
        (lambda: gordan.solver.WorkingSet(opening="mirror-prox"), "opening is 'mirror-prox'"),  # type: ignore[arg-type]
        (lambda: gordan.solver.WorkingSet(opening=gordan.solver.MirrorProx(), patience=0), "patience is 0"),
        (lambda: gordan.solver.WorkingSet(inner="min-norm-point"), "inner is 'min-norm-point'"),  # type: ignore[arg-type]
        (lambda: gordan.solver.WorkingSet(inner=gordan.solver.MinNormPoint), "inner is <class"),  # type: ignore[arg-type]
        (lambda: gordan.solver.Perceptron(order="sideways"), "order is 'sideways'"),  # type: ignore[arg-type]
        (lambda: gordan.solver.Perceptron(combine="all"), "combine is 'all'"),  # type: ignore[arg-type]
    ],
)
def test_refused(make: Callable[[], Any], told: str) -> None:
    with pytest.raises(gordan.InputError, match=told):
        make()


def test_delta_in_the_place_of_alpha_as_text() -> None:
    """It is no field of the solver, and a parameter all the same."""
    assert named("infinity-perceptron:delta=0.25") == gordan.solver.InfinityPerceptron(alpha=1.5)
    with pytest.raises(gordan.InputError, match="give one of them"):
        named("∞-perceptron:alpha=1.6,delta=0.25")
