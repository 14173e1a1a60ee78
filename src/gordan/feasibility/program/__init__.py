"""Linear programs: a feasible point or a contradiction, exactly, and the irreducible part that it names."""

from gordan.feasibility.program.face import feasible
from gordan.feasibility.program.record import Answer, Feasible, Infeasible, Member, Undecided

__all__ = ["Answer", "Feasible", "Infeasible", "Member", "Undecided", "feasible"]
