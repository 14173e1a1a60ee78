"""What a peer is given and what it hands back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

__all__ = ["Claim", "Question", "signed"]

Array = npt.NDArray[np.float64]
Says = Literal["separable", "inseparable", ""]


@dataclass(frozen=True, eq=False)
class Question:
    """Labelled points, dense or sparse, and whether a decision or the maximum margin is wanted.

    Only our own solvers are asked with an intercept: the peers disagree about what it costs.
    """

    X: Any
    y: npt.NDArray[np.int64]
    goal: Literal["decide", "margin"]
    intercept: bool = False


@dataclass(frozen=True, eq=False)
class Claim:
    """An answer and what it rests on; ours carries its whole outcome, so that its own proof is judged."""

    says: Says = ""
    direction: Array | None = None
    weights: Array | None = None
    passes: int | None = None
    outcome: Any = None


def signed(question: Question) -> Any:
    """The points times their labels, one per row: what every formulation without an intercept is about."""
    if hasattr(question.X, "nnz"):
        import scipy.sparse as sp

        A = (sp.diags_array(question.y.astype(np.float64)) @ question.X).tocsr()
        # SciPy's product may widen the column numbers, which LIBSVM refuses.
        A.indices, A.indptr = A.indices.astype(np.int32), A.indptr.astype(np.int32)
        return A
    return question.y[:, None] * question.X
