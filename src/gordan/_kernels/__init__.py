"""Inner loops of the sequential perceptrons: free functions on arrays, compiled when the work is long enough.

This package imports nothing else of gordan, and numba only when a compiled loop is first run.
"""

from gordan._kernels.rule import Rule
from gordan._kernels.state import SweepState
from gordan._kernels.sweep import sweep_dense, sweep_sparse

__all__ = ["Rule", "SweepState", "sweep_dense", "sweep_sparse"]
