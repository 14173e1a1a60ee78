"""The narrow waist: *find w with A*w in int K*, or x != 0 in K with Ax = 0*, and how to come back from it."""

from gordan.problem.canonical.conic import ConicCanonical, put_conic
from gordan.problem.canonical.gram import GramCanonical, put_gram
from gordan.problem.canonical.points import Canonical, put, row_blocks
from gordan.problem.canonical.positive import put_positive

__all__ = ["Canonical", "ConicCanonical", "GramCanonical", "put", "put_conic", "put_gram", "put_positive", "row_blocks"]
