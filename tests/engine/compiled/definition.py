"""The sequential perceptrons straight from their definition, on an explicit matrix of signed columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gordan.engine.compiled import Rule


def example(seed: int, n: int = 12, m: int = 4) -> dict[str, Any]:
    """Small integers, so that every product and sum is exact; factors are powers of two for the same reason."""
    rng = np.random.default_rng(seed)
    return {
        "X": rng.integers(-3, 4, (n, m)).astype(float),
        "signs": rng.choice(np.array([-1, 1], dtype=np.int8), n),
        "factors": 2.0 ** rng.integers(-1, 3, n),
        "centre": rng.integers(-2, 3, m).astype(float),
        "lift": 2.0,
        "order": np.concatenate([rng.permutation(n) for _ in range(3)]),
    }


@dataclass
class Definition:
    """Every iterate is kept; sums are taken at the end."""

    columns: np.ndarray[Any, Any]
    signs: np.ndarray[Any, Any]
    iterates: list[Any] = field(default_factory=list)
    mistakes: list[int | None] = field(default_factory=list)
    thresholds: list[float] = field(default_factory=list)

    def run(self, rule: Rule, order: Any) -> Definition:
        """Additive rules only."""
        w = np.zeros(self.columns.shape[1])
        beta = rule.parameters[0] if rule.name == "fixed" else 0.0
        for i in order:
            a = self.columns[i]
            margin = a @ w
            mistake = margin <= beta if rule.inclusive else margin < beta
            if mistake:
                w = w + a
                t = 1 + sum(j is not None for j in self.mistakes)
                if rule.name == "r_independent" and beta < a @ a:
                    beta = 4 * (a @ a)
                if rule.name == "infinity":
                    alpha, radius = rule.parameters
                    beta = radius**2 * ((t + 1) ** alpha - t**alpha - 1) / 2
            self.iterates.append(w)
            self.mistakes.append(i if mistake else None)
            self.thresholds.append(beta)
        return self

    def counts(self) -> Any:
        made = [i for i in self.mistakes if i is not None]
        return np.bincount(made, minlength=len(self.columns)).astype(float)

    def average(self) -> Any:
        return np.mean(self.iterates, axis=0)

    def survivor(self) -> tuple[Any, int]:
        """The first direction with the most consecutive visits passed, and their number."""
        best, votes = np.zeros(self.columns.shape[1]), 0
        run, w = 0, best
        for iterate, mistake in zip(self.iterates, self.mistakes, strict=True):
            run, w = (run + 1, w) if mistake is None else (0, iterate)
            if run > votes:
                best, votes = w, run
        return best, votes
