"""The one place that knows which representation serves which data."""

from __future__ import annotations

from gordan.canonical import Canonical
from gordan.oracle.columns import Columns

__all__ = ["build"]


def build(canonical: Canonical) -> Columns:
    """An oracle for this canonical form."""
    return Columns(canonical)
