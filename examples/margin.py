"""Four columns, and the space of a kernel: the distance to the hyperplane against the strongest direction along it."""

import sys
from pathlib import Path

import pandas as pd

import gordan
from gordan.show import MarginDisplay

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/gallery")
iris = pd.read_csv(Path(gordan.__file__).parent / "data" / "iris.csv")
X = iris.drop(columns="species")

problem = gordan.Points(X, iris.species.where(iris.species == "setosa", "other"))
MarginDisplay.from_outcome(problem, gordan.solve(problem)).save(folder / "margin.png", overwrite=True)

problem = gordan.Points(X, iris.species.where(iris.species == "versicolor", "other"), kernel="rbf", gamma=0.5)
MarginDisplay.from_outcome(problem, gordan.solve(problem)).save(folder / "kernel.png", overwrite=True)
