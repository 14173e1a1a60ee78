"""Gordan's two alternatives: a hyperplane with its margin, or rows that cancel, so that there is none."""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import gordan

rng = np.random.default_rng(4)
X = rng.normal(size=(60, 2))
y = np.repeat(["circles", "triangles"], 30)
figure, axes = plt.subplots(1, 2, figsize=(11, 5), layout="constrained")
for ax, shift in zip(axes, ([4.5, 1.5], [2.0, 0.5]), strict=True):
    problem = gordan.Points(X + np.where(y[:, None] == "circles", 0.0, shift), y)
    gordan.solve(problem).plot(problem, ax=ax)

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/gallery")
figure.savefig(folder / "alternative.png", dpi=100)
