"""The narrow waist: *find w with A*w in int K*, or x != 0 in K with Ax = 0*, and how to come back from it."""

from gordan.canonical.gram import GramCanonical, put_gram
from gordan.canonical.points import Canonical, put, row_blocks

__all__ = ["Canonical", "GramCanonical", "put", "put_gram", "row_blocks"]
