"""Kernels: products of points in a space that is never entered."""

from gordan.kernel.evaluate import diagonal, values
from gordan.kernel.record import Kernel, read_kernel

__all__ = ["Kernel", "diagonal", "read_kernel", "values"]
