"""Points that are read again and again in batches and never held whole."""

from gordan.problem.batches.frame import find_label
from gordan.problem.batches.matrix import Batches, Piece, is_batches
from gordan.problem.batches.source import Source, is_collection, open_source

__all__ = ["Batches", "Piece", "Source", "find_label", "is_batches", "is_collection", "open_source"]
