"""What is asked, in the user's own terms."""

from gordan.problem.base import Block, ExactRows, Problem
from gordan.problem.conic import Conic
from gordan.problem.gram import Gram
from gordan.problem.inequalities import Inequalities
from gordan.problem.points import Points
from gordan.problem.program import Program
from gordan.problem.system import System

__all__ = ["Block", "Conic", "ExactRows", "Gram", "Inequalities", "Points", "Problem", "Program", "System"]
