"""Points that are read again and again in batches and never held whole."""

from gordan.problem.batches.matrix import Batches, Piece, is_batches
from gordan.problem.batches.source import Source, open_source

__all__ = ["Batches", "Piece", "Source", "is_batches", "open_source"]
