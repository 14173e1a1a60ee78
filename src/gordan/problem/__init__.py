"""What is asked, in the user's own terms."""

from gordan.problem.conic import Conic
from gordan.problem.gram import Gram
from gordan.problem.matrix import Block, ExactRows, Problem
from gordan.problem.points import Points
from gordan.problem.program import Inequalities, Program
from gordan.problem.system import System

__all__ = ["Block", "Conic", "ExactRows", "Gram", "Inequalities", "Points", "Problem", "Program", "System"]
