"""Points of a kernel whose matrix of products is never formed: its lowest points, and sweeps, by columns on demand."""

from __future__ import annotations

from gordan.engine.oracle.cached_entries import share_entries
from gordan.engine.oracle.products import Products
from gordan.problem.canonical import GramCanonical

__all__ = ["LazyGram"]


class LazyGram(Products):
    """The support of the hull, by columns of the matrix that are computed when asked for and kept while there is room.

    Parameters
    ----------
    canonical : GramCanonical
        Points and their kernel.
    max_bytes : int or None
        Of the columns kept; None leaves it to the size of the matrix. Problems over the same points and kernel that
        live at the same time share them, within the bound of the first.
    """

    def __init__(self, canonical: GramCanonical, *, max_bytes: int | None = None) -> None:
        assert canonical.kernel is not None
        super().__init__(canonical, share_entries(canonical.data, canonical.kernel, max_bytes=max_bytes))

    @property
    def refusal(self) -> str:
        """Why no product with all points is on offer, and what to do: the end of a sentence."""
        n = self.size
        bytes_ = n * n * self.canonical.data.dtype.itemsize
        return (
            f"one product with all {n:,} points takes {n * n:,} kernel values, {bytes_ / 2**30:.1f} GiB; choose "
            "working-set or one of the perceptrons, or map the points by Nystroem or RBFSampler features first"
        )
