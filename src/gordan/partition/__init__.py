"""Goldman and Tucker's split of a homogeneous system: which inequalities can be strict, which cannot, with proofs."""

from gordan.partition.coefficient import State, coefficients
from gordan.partition.split import Split, Unsettled, split
from gordan.problem import System

__all__ = ["Split", "State", "System", "Unsettled", "coefficients", "split"]
