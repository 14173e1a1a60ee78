"""Sample compression, the bounds it gives, and random projection."""

from gordan.learn.compression.bound import (
    Bound,
    Bounds,
    Condition,
    Partitions,
    count_partitions,
    error_bounds,
    margin_bound,
    partition_bound,
    selection_bound,
    support_bound,
    update_bound,
)
from gordan.learn.compression.sample import Compressed, compress, reconstruct

__all__ = [
    "Bound",
    "Bounds",
    "Compressed",
    "Condition",
    "Partitions",
    "compress",
    "count_partitions",
    "error_bounds",
    "margin_bound",
    "partition_bound",
    "reconstruct",
    "selection_bound",
    "support_bound",
    "update_bound",
]
