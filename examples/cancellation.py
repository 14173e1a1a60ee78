"""Six flowers that prove versicolor inseparable from the others by all four measurements."""

import sys
from pathlib import Path

import pandas as pd

import gordan
from gordan.show import CancellationDisplay

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/gallery")
iris = pd.read_csv(Path(gordan.__file__).parent / "data" / "iris.csv")
species = iris.species.where(iris.species == "versicolor", "other")
problem = gordan.Points(iris.drop(columns="species"), species, numbers="decimal")
CancellationDisplay.from_outcome(problem, gordan.solve(problem)).save(folder / "cancellation.png", overwrite=True)
