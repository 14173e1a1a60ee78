"""The second opinion on kernels: products of images evaluated from the raw points, each with a bound on its error."""

from gordan.verify.kernel.stack import KernelStack, verify_in_space
from gordan.verify.kernel.stack_verdict import KernelClaims, KernelJudged
from gordan.verify.kernel.verdict import judge_kernel

__all__ = ["KernelClaims", "KernelJudged", "KernelStack", "judge_kernel", "verify_in_space"]
