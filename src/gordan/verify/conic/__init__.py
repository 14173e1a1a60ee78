"""The second opinion on conic problems: rigorous membership, on the raw numbers."""

from gordan.verify.conic.verdict import judge_conic

__all__ = ["judge_conic"]
