"""The second opinion on kernels: products of images evaluated from the raw points, each with a bound on its error."""

from gordan.verify.kernel.verdict import judge_kernel

__all__ = ["judge_kernel"]
