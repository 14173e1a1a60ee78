"""Points that are read again and again in batches and never held whole."""

from gordan.problem.batches.frame import arrow_cells, arrow_dataset, arrow_stream, dataset_files, find_label
from gordan.problem.batches.matrix import Batches, Piece, is_batches
from gordan.problem.batches.read_ahead import ReadingLine, watched_reading
from gordan.problem.batches.source import Source, is_collection, open_source

__all__ = [
    "Batches",
    "Piece",
    "ReadingLine",
    "Source",
    "arrow_cells",
    "arrow_dataset",
    "arrow_stream",
    "dataset_files",
    "find_label",
    "is_batches",
    "is_collection",
    "open_source",
    "watched_reading",
]
