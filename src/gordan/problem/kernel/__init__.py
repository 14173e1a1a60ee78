"""Kernels: products of points in a space that is never entered."""

from gordan.problem.kernel.evaluate import diagonal, values
from gordan.problem.kernel.evaluator import Evaluator
from gordan.problem.kernel.record import Kernel, read_kernel

__all__ = ["Evaluator", "Kernel", "diagonal", "read_kernel", "values"]
