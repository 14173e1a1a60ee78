"""Inner loops of the sequential perceptrons: free functions on arrays, compiled when the work is long enough.

This package imports nothing else of gordan, and numba only when a compiled loop is first run.
"""

from gordan.engine.compiled.rule import Rule
from gordan.engine.compiled.state import SweepState
from gordan.engine.compiled.sweep import sweep_dense, sweep_sparse

__all__ = ["CANCELS", "LIMIT", "MISSING", "SOLVED", "Rule", "SweepState", "sweep_dense", "sweep_sparse"]

# How the loops of least-norm points ended: at their limit of steps, at the solution, or with weights that cancel; that
# on products also where a column is missing, or so many points carry weight that LAPACK solves their system sooner.
LIMIT, SOLVED, CANCELS, MISSING = range(4)
