"""The comparisons of a Cox model: which can be strict, found on a few pairs and proved for all of them."""

from gordan.feasibility.risk.split import RiskSplit, split_risk

__all__ = ["RiskSplit", "split_risk"]
