"""The second opinion: everything recomputed from raw rows, by code that shares nothing with the solvers.

This is the front door; nothing else of this room is imported from outside.
"""

from gordan.verify.certified_split import judge_formula
from gordan.verify.margin import margin_squared
from gordan.verify.origin import judge_names
from gordan.verify.shape import verify_apart, verify_touching
from gordan.verify.verdict import verify

__all__ = ["judge_formula", "judge_names", "margin_squared", "verify", "verify_apart", "verify_touching"]
