"""The contract of a problem: its canonical form, and the only views of its raw numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from gordan.arithmetic.exact import ExactRows
from gordan.problem.canonical import Canonical

__all__ = ["Block", "ExactRows", "Problem"]


class Block(NamedTuple):
    """A rectangle of the raw matrix small enough for the cache; dense or sparse, never scaled or centred."""

    rows: slice
    columns: slice
    values: Any


class Problem(Protocol):
    """A question about raw data."""

    def canonical(self) -> Canonical:
        """The same question as *find w with A*w in int K*, or x != 0 in K with Ax = 0*."""

    def rows(self, S: Sequence[int]) -> Any:
        """The raw rows S as a float64 array."""

    def exact_rows(self, S: Sequence[int]) -> ExactRows:
        """The raw rows S as integers."""

    def blocks(self) -> Iterator[Block]:
        """All raw numbers, once, in cache-sized rectangles."""

    def digest(self) -> str:
        """A hash of labels and nonzero entries that does not depend on how they are stored."""
