"""A formula of Python taken apart: what stands for the response, and the terms with the columns they need."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType

from gordan.errors import InputError
from gordan.file.table.wording import shown
from gordan.regression.model.formula import refuse_unknown
from gordan.regression.model.formula.offset import Offset, cut_offsets
from gordan.regression.model.formula.sides import bare, take_apart
from gordan.regression.model.frame import Frame

__all__ = ["Sides", "read_sides", "sentence", "variables"]


@dataclass(frozen=True)
class Sides:
    """The two sides of a formula: what stands for the response, and the terms with the columns they need."""

    left: tuple[str, ...]
    right: str
    needs: tuple[str, ...]
    scope: Mapping[str, object] = field(default_factory=dict, repr=False)
    offsets: tuple[Offset, ...] = ()


def read_sides(formula: str, frame: Frame, scope: Mapping[str, object]) -> Sides:
    """Take a formula apart and see that the data have every column it names.

    The left side is a column, an expression, or two columns of counts as `successes + failures` or
    `cbind(successes, failures)`. A dot on the right stands for all other columns. Functions and modules that are no
    columns may come from `scope`.
    """
    parts, right = take_apart(formula, frame)
    right, offsets = cut_offsets(right)
    right = _as_formulaic(right)
    needs = _variables(right, formula) | {name for part in parts for name in _left_variables(part, frame, formula)}
    used = {name: scope[name] for name in needs - set(frame.names) if callable(scope.get(name)) or _module(scope, name)}
    needs -= set(used)
    needs = needs.union(*(offset.columns for offset in offsets))
    refuse_unknown(needs, frame)
    return Sides(tuple(parts), right, tuple(sorted(needs)), used, offsets)


def _module(scope: Mapping[str, object], name: str) -> bool:
    return isinstance(scope.get(name), ModuleType)


_QUOTED = re.compile(r"`[^`]*`|'[^'\n]*'|\"[^\"\n]*\"|(?<![\w.])(?:as\.factor|factor|i)(?=\s*\()")
_DATED = re.compile(r"(^|[+:*])(\s*)([^\W\d]\w*\.dt\.\w+)(?=\s*($|[-+:*]))")


def _as_formulaic(right: str) -> str:
    """The terms with C for other names of the same, and parts of dates, which are code, in braces."""
    right = _QUOTED.sub(lambda match: match[0] if match[0][0] in "`'\"" else "C", right)
    return _DATED.sub(r"\1\2{\3}", right)


def sentence(error: Exception, terms: str) -> str:
    """formulaic's message without its colours, in one line."""
    lines = re.sub("\x1b?[⧛⧚]?\\[[0-9;]*m|[⧛⧚]", "", str(error)).strip().splitlines()
    first = (lines[0] if lines else type(error).__name__).rstrip(". ")
    return f"the terms {shown(' '.join(terms.split()))} cannot be used: {first}; check the formula and its columns"


def _variables(terms: str, formula: str) -> set[str]:
    """The columns that the terms need, and unknown functions in them."""
    from formulaic import Formula
    from formulaic.errors import FormulaicError

    try:
        _refuse_alike(terms)
        factors = {factor for term in Formula(terms) for factor in term.factors}
        # A name is looked up as it stands, backticks or not: read as code, HLA-A would be a difference.
        names = {str(factor.expr) for factor in factors if factor.eval_method.value == "lookup"}
        codes = {str(factor.expr) for factor in factors if factor.eval_method.value != "lookup"}
        return names | {name for code in codes for name in variables(code)}
    except FormulaicError as error:
        raise InputError(sentence(error, formula)) from error
    except (TypeError, ValueError, AttributeError, SyntaxError) as error:
        raise InputError(f"the formula {shown(formula)} cannot be read ({error}); check its terms") from error


def _refuse_alike(terms: str) -> None:
    """formulaic tells factors apart by their spelling: of a column `1` and the intercept it would keep one."""
    from formulaic.parser import DefaultFormulaParser

    tokens = list(DefaultFormulaParser().get_tokens_from_formula(terms, context={}))
    others = {str(token.token).strip() for token in tokens if token.kind.name in ("VALUE", "PYTHON")}
    for token in tokens:
        if token.kind.name == "NAME" and str(token.token).strip() in others:
            what = "the intercept" if token.token == "1" else "another term"
            raise InputError(
                f"the column {shown(str(token.token))} is spelled like {what} of the formula, and cannot be "
                "distinguished from it; rename the column"
            )


def _left_variables(part: str, frame: Frame, formula: str) -> set[str]:
    name = bare(part, frame)
    return {name} if name is not None else _variables(part, formula)


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

    def keep(match: re.Match[str]) -> str:
        quoted.append(match[1])
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
    needed = names - (_known() & (called | owners))
    needed |= {
        str(node.args[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Q"
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    return {quoted[int(name.rpartition("_")[2])] if name.startswith("_quoted_") else name for name in needed}


def _known() -> set[str]:
    from formulaic.transforms import TRANSFORMS

    return {"np", "pd", "ns", "cut", *map(str, TRANSFORMS)}
