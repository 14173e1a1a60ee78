"""More than two classes, as questions about two sides: each class against the rest, or every pair."""

from gordan.learn.multiclass.contest import Answer, Arithmetic, Asked, Contest, Goal, Way, separate_classes
from gordan.learn.multiclass.labelled import LINEAR, KernelChoice, Labelled, Space
from gordan.learn.multiclass.sides import Labels, Rows, Sides, all_sides, elect, tally

__all__ = [
    "LINEAR",
    "Answer",
    "Arithmetic",
    "Asked",
    "Contest",
    "Goal",
    "KernelChoice",
    "Labelled",
    "Labels",
    "Rows",
    "Sides",
    "Space",
    "Way",
    "all_sides",
    "elect",
    "separate_classes",
    "tally",
]
