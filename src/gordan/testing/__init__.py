"""Executable contracts: run one on a new cone, oracle, solver or problem, and it says in a sentence what is amiss."""

from gordan.testing.cone import check_cone
from gordan.testing.oracle import check_oracle
from gordan.testing.problem import check_problem
from gordan.testing.solver import check_solver

__all__ = ["check_cone", "check_oracle", "check_problem", "check_solver"]
