"""Draws docs/kernels.png: two patterns that no line parts, in the spaces of three kernels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons

import gordan

XOR = (np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), np.array([0, 0, 1, 1]))
MOONS = make_moons(300, noise=0.15, random_state=0)
PANELS: list[tuple[str, Any, dict[str, Any]]] = [
    ("XOR, linear", XOR, {}),
    ("XOR, poly of degree 2", XOR, {"kernel": "poly", "degree": 2, "gamma": 1.0, "coef0": 1.0}),
    ("XOR, rbf", XOR, {"kernel": "rbf", "gamma": 1.0}),
    ("moons, poly of degree 3", MOONS, {"kernel": "poly", "degree": 3, "gamma": 1.0, "coef0": 1.0}),
    ("moons, poly of degree 5", MOONS, {"kernel": "poly", "degree": 5, "gamma": 1.0, "coef0": 1.0}),
    ("moons, rbf", MOONS, {"kernel": "rbf", "gamma": 2.0}),
]


def main() -> None:
    figure, axes = plt.subplots(2, 3, figsize=(11, 7))
    for axis, (title, (X, y), how) in zip(axes.flat, PANELS, strict=True):
        problem = gordan.Points(X, y, **how)
        outcome = gordan.solve(problem)
        _draw(axis, problem, outcome, y)
        low, high = outcome.bracket.shown()
        result = f"margin in [{low}, {high}]" if outcome.kind == "separable" else f"{outcome.support.size} rows cancel"
        axis.set_title(f"{title}\n{outcome.kind}: {result}", fontsize=9)
    figure.tight_layout()
    figure.savefig(Path(__file__).with_suffix("").with_name("kernels.png"), dpi=110)


def _draw(axis: Any, problem: Any, outcome: Any, y: Any) -> None:
    X = np.asarray(problem.X)
    low, high = X.min(axis=0), X.max(axis=0)
    reach = 0.15 * (high - low)
    side = [np.linspace(a, b, 160) for a, b in zip(low - reach, high + reach, strict=True)]
    grid = np.stack(np.meshgrid(*side), axis=-1).reshape(-1, 2)
    if outcome.kind == "separable":
        values = gordan.decision_function(problem, outcome, grid)
        at_points = np.abs(gordan.decision_function(problem, outcome, X)).min()
        shape = (side[1].size, side[0].size)
        axis.contourf(*side, np.sign(values).reshape(shape), levels=[-2, 0, 2], colors=["#d6e4f5", "#fbe3d0"])
        axis.contour(
            *side, values.reshape(shape), levels=[-at_points, 0.0, at_points], colors="0.4", linewidths=[0.8, 1.4, 0.8]
        )
    axis.scatter(*X[y == 0].T, s=16, color="#1f5fa8")
    axis.scatter(*X[y == 1].T, s=16, color="#c4561a")
    # The points that bound the margin, or that cancel.
    axis.scatter(*X[outcome.support].T, s=60, facecolors="none", edgecolors="black", linewidths=1.0)
    axis.set_xlim(side[0][0], side[0][-1])
    axis.set_ylim(side[1][0], side[1][-1])
    axis.set_xticks([])
    axis.set_yticks([])


if __name__ == "__main__":
    main()
