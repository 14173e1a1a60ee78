"""Executable contracts: run one on a new cone, oracle, solver or problem, and it says in a sentence what is amiss."""

from gordan.checks.cone import check_cone
from gordan.checks.oracle import check_oracle
from gordan.checks.problem import check_problem
from gordan.checks.solver import check_solver

__all__ = ["check_cone", "check_oracle", "check_problem", "check_solver"]
