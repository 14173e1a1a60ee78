"""How large a program is, in words."""

from __future__ import annotations

from gordan.cli.digits import counted
from gordan.problem import Program

__all__ = ["size_of"]


def size_of(program: Program) -> str:
    m, n = program.shape
    return f"{counted(m, 'row')}, {counted(n, 'column')}, {counted(len(program.A.values), 'entry')}"
