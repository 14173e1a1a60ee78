"""More than two classes, as questions about two sides: each class against the rest, or every pair."""

from gordan.multiclass.contest import Asked, Contest
from gordan.multiclass.face import Answer, separate_classes
from gordan.multiclass.pose import LINEAR, Kernel, pose_sides
from gordan.multiclass.sides import Sides, all_sides
from gordan.multiclass.vote import elect, tally
from gordan.multiclass.way import Way

__all__ = [
    "LINEAR",
    "Answer",
    "Asked",
    "Contest",
    "Kernel",
    "Sides",
    "Way",
    "all_sides",
    "elect",
    "pose_sides",
    "separate_classes",
    "tally",
]
