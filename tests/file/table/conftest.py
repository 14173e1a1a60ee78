"""Delimited text is read cell by cell and in blocks, and nothing may depend on which."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gordan.file.table import grid


@pytest.fixture(params=["by cells", "in blocks"], scope="module")
def both_ways(request: pytest.FixtureRequest) -> Iterator[None]:
    """Blocks of a few lines for texts of any size, or none."""
    large, block = grid._LARGE, grid._BLOCK
    grid._LARGE, grid._BLOCK = (0, 64) if request.param == "in blocks" else (1 << 60, block)
    yield
    grid._LARGE, grid._BLOCK = large, block
