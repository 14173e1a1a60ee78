"""More than two classes, as questions about two sides: each class against the rest, or every pair."""

from gordan.learn.multiclass.contest import Answer, Asked, Contest, Way, separate_classes
from gordan.learn.multiclass.labelled import LINEAR, Labelled, Space
from gordan.learn.multiclass.sides import Sides, all_sides, elect, tally

__all__ = [
    "LINEAR",
    "Answer",
    "Asked",
    "Contest",
    "Labelled",
    "Sides",
    "Space",
    "Way",
    "all_sides",
    "elect",
    "separate_classes",
    "tally",
]
