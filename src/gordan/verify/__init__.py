"""The second opinion: everything recomputed from raw rows, by code that shares nothing with the solvers.

These names are the front door; nothing else of this room is imported from outside.
"""

from gordan.verify.batch import Claims, Judged, Splits, Stack, judge_empty_claim, verify_many, verify_splits
from gordan.verify.inner_ball import verify_inner_ball
from gordan.verify.kernel import KernelClaims, KernelJudged, KernelStack, verify_in_space
from gordan.verify.long_split import first_strict_rows
from gordan.verify.origin import with_formula, with_names
from gordan.verify.square import margin_squared
from gordan.verify.verdict import verify

__all__ = [
    "Claims",
    "Judged",
    "KernelClaims",
    "KernelJudged",
    "KernelStack",
    "Splits",
    "Stack",
    "first_strict_rows",
    "judge_empty_claim",
    "margin_squared",
    "verify",
    "verify_in_space",
    "verify_inner_ball",
    "verify_many",
    "verify_splits",
    "with_formula",
    "with_names",
]
