"""More than two classes, as questions about two sides: each class against the rest, or every pair."""

from gordan.learn.multiclass.contest import Asked, Contest
from gordan.learn.multiclass.face import Answer, separate_classes
from gordan.learn.multiclass.labelled import Labelled
from gordan.learn.multiclass.sides import Sides, all_sides
from gordan.learn.multiclass.space import LINEAR, Space
from gordan.learn.multiclass.vote import elect, tally
from gordan.learn.multiclass.way import Way

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
