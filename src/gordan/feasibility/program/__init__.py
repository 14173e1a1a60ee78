"""Linear programs: a feasible point or a contradiction, exactly, and the irreducible part that it names."""

from gordan.feasibility.program.face import answer_program

__all__ = ["answer_program"]
