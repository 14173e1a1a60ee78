"""Three algorithms close the bracket on the margin of the same problem."""

import sys
from pathlib import Path

import numpy as np

import gordan
from gordan.show import TraceDisplay

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/gallery")
rng = np.random.default_rng(0)
X = np.vstack([rng.normal(size=(100, 5)), rng.normal(size=(100, 5)) + [5.0, 1.0, 0.0, 0.0, 0.0]])
y = np.repeat(["left", "right"], 100)

traces = []
for solver in ("von-neumann", "smooth-perceptron", "mirror-prox"):
    trace = gordan.watch.Trace()
    gordan.separate(X, y, solver=solver, goal="margin", tol=1e-2, max_iter=1_000, watch=trace)
    traces.append(trace)
TraceDisplay.from_traces(traces).save(folder / "trace.png", overwrite=True)

trace = gordan.watch.Trace()
gordan.separate(X, y, solver="mirror-prox", watch=trace)
TraceDisplay.from_traces(trace).save(folder / "guarantee.png", overwrite=True)
