"""All forgers, and the names of all checks that the verifier can make, read from its source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gordan
from liar.forge.disguise import DISGUISES
from liar.forge.forger import Case, Forger, exactly
from liar.forge.lie_body import BODIES
from liar.forge.lie_bound import BOUNDS
from liar.forge.lie_conic import CONIC
from liar.forge.lie_constraint import CONSTRAINTS
from liar.forge.lie_file import FILES, REWRITTEN
from liar.forge.lie_inner_ball import BALLS
from liar.forge.lie_inseparable import INSEPARABLE
from liar.forge.lie_integer import INTEGERS
from liar.forge.lie_kernel import KERNEL
from liar.forge.lie_kernel_integer import KERNEL_INTEGERS
from liar.forge.lie_long_split import LONG_SPLITS
from liar.forge.lie_mixture import MIXTURES
from liar.forge.lie_optimum import OPTIMA
from liar.forge.lie_panel import PANELS
from liar.forge.lie_panel_weights import PANEL_WEIGHTS
from liar.forge.lie_points import POINTS
from liar.forge.lie_positive import POSITIVE
from liar.forge.lie_program import PROGRAMS
from liar.forge.lie_risk import RISKS
from liar.forge.lie_shape import SHAPES
from liar.forge.lie_split import SPLITS
from liar.forge.lie_spoilers import SPOILERS
from liar.forge.lie_stack import STACKS

__all__ = ["FORGERS", "check_names"]


def _called_exact(forger: Forger) -> Forger:
    """The same forgery, before the judge who takes nothing but integers."""

    def honest(rng: Any) -> Case | None:
        case = forger.honest(rng)
        return None if case is None else case._replace(judge=exactly)

    return forger._replace(name=f"{forger.name}, called exact", honest=honest)


_NUMERIC = ("a lower end above", "an upper end below", "a point on the wrong side", "an offset at the edge")
_NUMERIC += ("integers that leave something", "integers that leave labels", "an offset uncalled for")
EXACT = [_called_exact(forger) for forger in (*POINTS, *INSEPARABLE) if forger.name.split(",")[0] in _NUMERIC]
FORGERS: list[Forger] = [
    *POINTS,
    *INSEPARABLE,
    *POSITIVE,
    *INTEGERS,
    *DISGUISES,
    *KERNEL,
    *KERNEL_INTEGERS,
    *CONIC,
    *CONSTRAINTS,
    *PROGRAMS,
    *OPTIMA,
    *BOUNDS,
    *BODIES,
    *SHAPES,
    *MIXTURES,
    *BALLS,
    *PANELS,
    *PANEL_WEIGHTS,
    *RISKS,
    *SPLITS,
    *LONG_SPLITS,
    *FILES,
    *REWRITTEN,
    *SPOILERS,
    *STACKS,
    *EXACT,
]


def check_names() -> dict[str, str]:
    """Patterns of the names of checks, and where each is made.

    A check is made by `Check(name, …)` or by a function of the verifier whose first parameter is called `name`. The
    argument is a text, one with parts put in (here `.+`), or a variable that such a text was given to in the same
    function, as a value or as the first of a tuple that a loop goes through.
    """
    trees = {
        path: ast.parse(path.read_text()) for path in Path(gordan.verify.__code__.co_filename).parent.rglob("*.py")
    }
    makers = {"Check", "LowerEnd", "UpperEnd"}
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.args.args and node.args.args[0].arg == "name":
                makers.add(node.name)
    found: dict[str, str] = {}
    for path, tree in trees.items():
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call) and node.args):
                if getattr(call.func, "id", getattr(call.func, "attr", "")) in makers:
                    for pattern in _texts(call.args[0], function):
                        found[pattern] = f"{path.name}:{call.lineno}"
    return found


def _texts(argument: ast.expr, function: ast.FunctionDef) -> Iterator[str]:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield re.escape(argument.value)
    elif isinstance(argument, ast.JoinedStr):
        yield "".join(re.escape(v.value) if isinstance(v, ast.Constant) else ".+" for v in argument.values)
    elif isinstance(argument, ast.IfExp):
        yield from _texts(argument.body, function)
        yield from _texts(argument.orelse, function)
    elif isinstance(argument, ast.Name):
        for node in ast.walk(function):
            if isinstance(node, ast.Assign):
                yield from _assigned(argument.id, node, function)
            elif isinstance(node, ast.For) and isinstance(node.target, ast.Tuple):
                names = [getattr(each, "id", None) for each in node.target.elts]
                if argument.id in names and isinstance(node.iter, ast.Tuple | ast.List):
                    place = names.index(argument.id)
                    for each in node.iter.elts:
                        if isinstance(each, ast.Tuple):
                            yield from _texts(each.elts[place], function)


def _assigned(name: str, node: ast.Assign, function: ast.FunctionDef) -> Iterator[str]:
    for target in node.targets:
        if isinstance(target, ast.Name) and target.id == name and not isinstance(node.value, ast.Name):
            yield from _texts(node.value, function)
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            for one, value in zip(target.elts, node.value.elts, strict=True):
                if isinstance(one, ast.Name) and one.id == name and not isinstance(value, ast.Name):
                    yield from _texts(value, function)
