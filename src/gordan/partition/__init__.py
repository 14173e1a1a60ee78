"""Goldman and Tucker's split of a homogeneous system: which inequalities can be strict, which cannot, with proofs."""

from gordan.partition.split import Split, Unsettled, split
from gordan.partition.system import System

__all__ = ["Split", "System", "Unsettled", "split"]
