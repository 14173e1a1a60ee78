"""More than two classes, as questions about two sides: each class against the rest, or every pair."""

from gordan.learn.multiclass.contest import Answer, Arithmetic, Asked, Contest, Goal, Way, separate_one_by_one
from gordan.learn.multiclass.in_space import TogetherInSpace, answer_together_in_space
from gordan.learn.multiclass.labelled import LINEAR, KernelChoice, Labelled, Space
from gordan.learn.multiclass.sides import Labels, Rows, Sides, all_sides, elect, tally
from gordan.learn.multiclass.together import Together, answer_together, separate_classes

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
    "Together",
    "TogetherInSpace",
    "Way",
    "all_sides",
    "answer_together",
    "answer_together_in_space",
    "elect",
    "separate_classes",
    "separate_one_by_one",
    "tally",
]
