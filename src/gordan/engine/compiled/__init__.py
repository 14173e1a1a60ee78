"""Inner loops on arrays: sweeps of the sequential perceptrons, relaxation, ascent, and two ways to a least-norm point.

They are compiled when the work is long enough. This package imports nothing else of gordan, and numba only when a
compiled loop is first run.
"""

from gordan.engine.compiled.rule import Rule
from gordan.engine.compiled.state import SweepState
from gordan.engine.compiled.sweep import sweep_dense, sweep_sparse

__all__ = ["CANCELS", "LIMIT", "MISSING", "SOLVED", "Rule", "SweepState", "sweep_dense", "sweep_sparse"]

# How the loops of least-norm points (`min_norm`, `mdm`) ended: at their limit of steps, at the solution, or with
# weights that cancel; `mdm` also where a column of products is missing.
LIMIT, SOLVED, CANCELS, MISSING = range(4)
