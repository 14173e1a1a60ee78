"""Inner loops of the sequential perceptrons: free functions on arrays, compiled when the work is long enough.

This package imports nothing else of gordan, and numba only when a compiled loop is first run.
"""

from gordan.engine.compiled.rule import Rule
from gordan.engine.compiled.state import SweepState
from gordan.engine.compiled.sweep import sweep_dense, sweep_sparse

__all__ = ["CANCELS", "LIMIT", "SOLVED", "Rule", "SweepState", "sweep_dense", "sweep_sparse"]

# How the loop of least-norm points ended: at its limit of steps, at the solution, or with weights that cancel.
LIMIT, SOLVED, CANCELS = range(3)
