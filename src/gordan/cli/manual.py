"""What a solver's file says of it: the steps, the guarantee, the reference, and the meaning of each parameter."""

from __future__ import annotations

import inspect
import math
import re
import sys
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from gordan.engine.solver import Solver
from gordan.engine.solver.base import Terms

__all__ = ["Manual", "Parameter", "read_manual"]

_SECTIONS = ("Guarantee", "Needs", "Reference")
# Of solvers that are only known to end, the theorem's number of iterations is infinite for any data.
_ORDINARY = Terms(rho=0.5, eps=0.1, n=9, m=2, reach=1.0, radius=1.0, theta=1.0, spread=1.0, spectral=1.0)


class Parameter(NamedTuple):
    """One field of a solver."""

    name: str
    default: str
    meaning: str


@dataclass(frozen=True)
class Manual:
    """One solver: a title, blocks of steps and remarks, the named sections, and the parameters."""

    name: str
    summary: str
    formula: str
    title: str
    blocks: tuple[tuple[str, ...], ...]
    sections: dict[str, str]
    parameters: tuple[Parameter, ...]
    call: str
    promise: str  # how many iterations the theorem allows


def read_manual(solver: Solver) -> Manual:
    """Read the docstrings of the solver's module and class.

    Examples
    --------
    >>> from gordan.engine.solver import MirrorProx
    >>> manual = read_manual(MirrorProx())
    >>> manual.sections["Needs"], manual.parameters[0].default
    ('Products.', 'True')
    """
    told = inspect.cleandoc(sys.modules[type(solver).__module__].__doc__ or "").splitlines()
    body, sections = _split(told[1:])
    return Manual(
        name=solver.name,
        summary=solver.summary,
        formula=solver.formula,
        title=told[0],
        blocks=tuple(_blocks(body)),
        sections=sections,
        parameters=tuple(_parameters(solver)),
        call=re.sub(r"\b([A-Z]\w*)\(", r"gordan.solver.\1(", repr(solver)),
        promise=f"at most {solver.formula}" if math.isfinite(solver.bound(_ORDINARY)) else solver.formula,
    )


def _split(lines: list[str]) -> tuple[list[str], dict[str, str]]:
    """The lines before the first section, and each section's text in one run."""
    body: list[str] = []
    sections: dict[str, list[str]] = {}
    current = body
    for line in lines:
        if line in _SECTIONS:
            current = sections.setdefault(line, [])
        else:
            current.append(line)
    return body, {heading: " ".join(" ".join(text).split()) for heading, text in sections.items()}


def _blocks(lines: list[str]) -> list[tuple[str, ...]]:
    """Paragraphs: steps keep their lines, prose is run together to be wrapped anew."""
    blocks: list[tuple[str, ...]] = []
    for paragraph in "\n".join(lines).split("\n\n"):
        kept = [line.rstrip() for line in paragraph.splitlines() if line.strip()]
        if kept:
            steps = kept[0].lstrip()[:1].isdecimal()
            blocks.append(tuple(kept) if steps else (" ".join(line.strip() for line in kept),))
    return blocks


def _parameters(solver: Any) -> list[Parameter]:
    """The fields with their defaults; the meanings stand in the class's docstring, indented below `name : type`."""
    meanings: dict[str, list[str]] = {}
    current: list[str] = []
    for line in inspect.cleandoc(type(solver).__doc__ or "").splitlines():
        if " : " in line and not line.startswith(" "):
            current = meanings.setdefault(line.split(" : ")[0], [])
        elif line.startswith(" "):
            current.append(line.strip())
    return [
        Parameter(field.name, repr(getattr(solver, field.name)), " ".join(meanings.get(field.name, [])))
        for field in fields(solver)
    ]
