"""More than two classes, as questions about two sides: each class against the rest, or every pair."""

from gordan.multiclass.contest import Asked, Contest
from gordan.multiclass.face import Answer, separate_classes
from gordan.multiclass.labelled import Labelled
from gordan.multiclass.sides import Sides, all_sides
from gordan.multiclass.space import LINEAR, Space
from gordan.multiclass.vote import elect, tally
from gordan.multiclass.way import Way

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
