"""Claims about a whole stack of small problems, every check computed from the raw rows with NumPy alone."""

from gordan.verify.batch.claims import Claims
from gordan.verify.batch.judge import verify_many
from gordan.verify.batch.judged import Judged, judge_empty_claim
from gordan.verify.batch.splits import Splits, verify_splits
from gordan.verify.batch.stack import Stack

__all__ = ["Claims", "Judged", "Splits", "Stack", "judge_empty_claim", "verify_many", "verify_splits"]
