"""How often a hyperplane will err on new points, by the perceptron's compression."""

from gordan.learn.compression.bound.error_bounds import error_bounds
from gordan.learn.compression.bound.formula import (
    Condition,
    Partitions,
    count_partitions,
    expected_margin_bound,
    global_margin_bound,
    margin_bound,
    partition_bound,
    selection_bound,
    support_bound,
    update_bound,
)
from gordan.learn.compression.bound.margin import margin_bounds
from gordan.learn.compression.bound.record import Bound, Bounds

__all__ = [
    "Bound",
    "Bounds",
    "Condition",
    "Partitions",
    "count_partitions",
    "error_bounds",
    "expected_margin_bound",
    "global_margin_bound",
    "margin_bound",
    "margin_bounds",
    "partition_bound",
    "selection_bound",
    "support_bound",
    "update_bound",
]
