"""Small systems for hypothesis."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

__all__ = ["few", "systems"]


def few(examples: int) -> settings:
    """The same examples in every run: a failure here is a failure everywhere."""
    return settings(max_examples=examples, deadline=None, derandomize=True, print_blob=False)


@st.composite
def systems(draw: Any, largest: int = 2, most: int = 7) -> tuple[Any, Any]:
    """Inequalities and equalities in small integers; repeated, opposite and dependent rows and columns are common."""
    p = draw(st.integers(1, 4))
    n, k = draw(st.integers(0, most)), draw(st.integers(0, 2))
    entry = st.integers(-largest, largest)
    rows = draw(st.lists(st.lists(entry, min_size=p, max_size=p), min_size=n + k, max_size=n + k))
    table = np.array(rows, dtype=np.float64).reshape(n + k, p)
    if p > 1 and draw(st.booleans()):
        table[:, p - 1] = 2 * table[:, 0] - (table[:, 1] if p > 2 else 0)
    return table[:n], table[n:]
