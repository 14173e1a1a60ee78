"""The columns that one factor of a formula needs, read off its syntax tree."""

from __future__ import annotations

import ast
import re

__all__ = ["variables"]

_BACKTICKS = re.compile(r"`([^`]+)`")


def variables(factor: str) -> set[str]:
    """Every name in the factor but those of functions that formulas may use.

    formulaic has such a list itself, but leaves out what stands inside its own transforms, such as `scale(x)`.

    Examples
    --------
    >>> (
    ...     sorted(variables("np.log(dose) * `body weight`")),
    ...     variables("scale(x)"),
    ...     variables("mystery(x)") == {"mystery", "x"},
    ... )
    (['body weight', 'dose'], {'x'}, True)
    """
    quoted: list[str] = []

    def keep(found: re.Match[str]) -> str:
        quoted.append(found[1])
        return f"_quoted_{len(quoted) - 1}"

    code = _BACKTICKS.sub(keep, factor)
    try:
        tree = ast.parse(code.strip().strip("{}"), mode="eval")
    except SyntaxError:  # a column whose name is no word, already taken out of its backticks
        return {factor}
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    owners = {
        node.value.id for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    found = names - (_known() & (called | owners))
    found |= {
        str(node.args[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Q"
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    return {quoted[int(name.rpartition("_")[2])] if name.startswith("_quoted_") else name for name in found}


def _known() -> set[str]:
    from formulaic.transforms import TRANSFORMS

    return {"np", *map(str, TRANSFORMS)}
