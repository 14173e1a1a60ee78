"""Goldman and Tucker's split of a homogeneous system: which inequalities can be strict, which cannot, with proofs."""

from gordan.feasibility.split.coefficient import State, coefficients
from gordan.feasibility.split.score import stacked_score
from gordan.feasibility.split.split import Split, Unsettled, split
from gordan.problem import System

__all__ = ["Split", "State", "System", "Unsettled", "coefficients", "split", "stacked_score"]
