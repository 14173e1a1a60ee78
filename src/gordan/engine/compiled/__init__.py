"""Inner loops of the sequential perceptrons: free functions on arrays, compiled when the work is long enough.

This package imports nothing else of gordan, and numba only when a compiled loop is first run.
"""

from gordan.engine.compiled.rule import Rule
from gordan.engine.compiled.state import SweepState
from gordan.engine.compiled.sweep import sweep_dense, sweep_sparse

__all__ = ["Rule", "SweepState", "sweep_dense", "sweep_sparse"]
