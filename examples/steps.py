"""Rosenblatt's perceptron step by step: `.gif`, `.mp4` and `.html` are animations of all steps."""

import sys
from pathlib import Path

import numpy as np

import gordan
from gordan.show import StepDisplay

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/gallery")
rng = np.random.default_rng(3)
X = np.vstack([rng.normal(size=(30, 2)), rng.normal(size=(30, 2)) + [3.2, 2.2]])
problem = gordan.Points(X, np.repeat(["left", "right"], 30))

run = gordan.trace(problem, "perceptron")
StepDisplay.from_steps(run, step=4).save(folder / "step.png", overwrite=True)
# StepDisplay.from_steps(run).save("perceptron.gif")
