"""The second opinion: everything recomputed from raw rows, by code that shares nothing with the solvers."""

from gordan.verify.margin import margin_squared
from gordan.verify.touching import verify_touching
from gordan.verify.verdict import verify

__all__ = ["margin_squared", "verify", "verify_touching"]
