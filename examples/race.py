"""Four algorithms of the papers race on the same problem."""

import sys
from pathlib import Path

import numpy as np

import gordan
from gordan.show import TraceDisplay

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/gallery")
rng = np.random.default_rng(0)
X = np.vstack([rng.normal(size=(100, 4)), rng.normal(size=(100, 4)) + [4.5, 1.0, 0.0, 0.0]])
problem = gordan.Points(X, np.repeat(["left", "right"], 100))

race = gordan.race(problem, ["PCT", "VN", "SPCT", "MPLFP"], goal="margin", max_iter=400)
# race.plot() draws it against seconds, which no two runs have in common.
traces = {name: result.trace for name, result in race.results.items()}
TraceDisplay.from_traces(traces, against="passes").save(folder / "race.png", overwrite=True)
