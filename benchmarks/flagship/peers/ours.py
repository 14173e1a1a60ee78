"""gordan itself through its public face: the flagship, and the papers' algorithms by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import gordan
from benchmarks.flagship.question import Claim, Question

__all__ = ["flagship", "mirror_prox", "perceptron", "smooth_perceptron", "smooth_perceptron_von_neumann"]


def _build(question: Question, *, solver: str) -> Callable[[], Claim]:
    def solve() -> Claim:
        # Polished, as the tables were measured: to decide is the question here, by whichever means.
        outcome = gordan.separate(
            question.X,
            question.y,
            intercept=question.intercept,
            solver=solver,
            goal=question.goal,
            tol=1e-6,
            polish=True,
        )
        says = outcome.kind if outcome.kind != "undecided" else ""
        return Claim(says=says, passes=outcome.n_passes, outcome=outcome)

    return solve


flagship = partial(_build, solver="auto")
mirror_prox = partial(_build, solver="mirror-prox")
smooth_perceptron = partial(_build, solver="smooth-perceptron")
smooth_perceptron_von_neumann = partial(_build, solver="smooth-perceptron-von-neumann")
perceptron = partial(_build, solver="perceptron")
