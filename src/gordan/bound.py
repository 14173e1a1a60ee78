"""How often a hyperplane will err on new points, by the perceptron's compression."""

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

__all__ = [
    "Bound",
    "Bounds",
    "Condition",
    "Partitions",
    "count_partitions",
    "error_bounds",
    "margin_bound",
    "partition_bound",
    "selection_bound",
    "support_bound",
    "update_bound",
]
