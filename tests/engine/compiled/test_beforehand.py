"""What is compiled when gordan is installed is what the usual calls run."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import numpy as np, scipy.sparse
import gordan
from gordan.engine.compiled import additive, ascent, beforehand, conjugate_loop, mdm_loop, min_norm
from gordan.engine.compiled import relaxation_loop, stream

LOOPS = additive._loop, ascent._loop, mdm_loop.shorten, min_norm.solve_stack, relaxation_loop.relax, stream.stream
LOOPS += (conjugate_loop.climb,)
beforehand.compile_all()
before = [set(loop.signatures) for loop in LOOPS]
X = np.random.default_rng(0).standard_normal((20_500, 3))
y = X @ np.ones(3) > 0
gordan.separate_many([(X[:40] + k, y[:40]) for k in range(500)])
for points in (X, X.astype(np.float32), scipy.sparse.csr_array(X), scipy.sparse.csr_array(X.astype(np.float32))):
    gordan.online.OnlinePerceptron().partial_fit(points, y)
    gordan.solve(gordan.Points(points, y), solver="perceptron", max_iter=2)
    gordan.solve(gordan.Points(points, y, intercept=False), solver="hildreth", max_iter=2)
    gordan.separate(scipy.sparse.csr_array(points[:300]), y[:300], solver="coordinate-ascent")
    parts = [scipy.sparse.csr_array(points[:300]), scipy.sparse.csr_array((300, 600))]
    wide = scipy.sparse.hstack(parts, dtype=points.dtype)
    gordan.separate(wide.tocsr(), y[:300], solver="coordinate-ascent")
    gordan.separate(points[:300], y[:300], kernel="rbf", gamma=1.0, goal="decide")
gordan.separate(np.tile(X[:200], 50), y[:200], kernel="poly", goal="decide")
after = [set(loop.signatures) for loop in LOOPS]
print([sorted(map(str, new - old)) for old, new in zip(before, after)])
"""


def test_nothing_is_left_to_compile() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[[], [], [], [], [], [], []]", done.stdout + done.stderr
