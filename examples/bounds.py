"""What a sample says of examples not seen: bounds on the error, beside one another."""

import sys
from pathlib import Path

import numpy as np

import gordan
from gordan.show import CompressionDisplay

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/gallery")
rng = np.random.default_rng(0)
X = rng.normal(size=(2_000, 5))
X /= np.linalg.norm(X, axis=1, keepdims=True)
X = X[np.abs(X[:, 0]) > 0.2]
problem = gordan.Points(X, X[:, 0] > 0, intercept=False)
bounds = gordan.bound.error_bounds(problem, gordan.solve(problem, solver="perceptron"), delta=0.05)
CompressionDisplay.from_bounds(bounds).save(folder / "bounds.png", overwrite=True)
