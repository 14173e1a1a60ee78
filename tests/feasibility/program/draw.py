"""Small programs of integers, with equalities, ranges, bounds, and rows without entries."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from gordan.problem import Program

__all__ = ["programs"]

_SMALL = st.integers(-3, 3)
_SIDE = st.none() | _SMALL


@st.composite
def programs(draw: Any) -> Program:
    m, n = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    A = [[draw(_SMALL) for _ in range(n)] for _ in range(m)]
    sides = [draw(_sides()) for _ in range(m)]
    bounds = [draw(_sides()) for _ in range(n)]
    return Program(
        A,
        row_lower=[low for low, _ in sides],
        row_upper=[high for _, high in sides],
        lower=[low for low, _ in bounds],
        upper=[high for _, high in bounds],
    )


@st.composite
def _sides(draw: Any) -> tuple[int | None, int | None]:
    """None, one or two; equal, apart, or now and then crossed."""
    low = draw(_SIDE)
    high = low if draw(st.integers(0, 3)) == 0 else draw(_SIDE)
    return low, high
