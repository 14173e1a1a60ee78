"""The functions of the grammar of formulas, and what to write in place of one that it does not have.

Other programs put offsets and strata into the formula and have other names for functions that are here too. Running the
formula as Python helps where formulaic or NumPy has the function, and is proposed there only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches
from typing import NoReturn

import numpy as np

from gordan.arithmetic.setting import setting
from gordan.file.table.wording import shown
from gordan.regression.model.formula.node import Call, Infix, Listed, Literal, Name, Node, Prefix, spelling
from gordan.regression.model.formula.syntax import OutsideGrammar, ask_for_python

__all__ = ["CUTS", "FACTORS", "FUNCTIONS", "PYTHON_FUNCTIONS", "SCALED", "columns_in", "outside", "refuse_function"]

SCALED = ("center", "scale", "standardize")
FACTORS = ("C", "factor", "as.factor", "i")  # as several programs call the same
CUTS = ("cut", "pd.cut")
FUNCTIONS = {
    "np.sqrt": "sqrt",
    "np.abs": "abs",
    "np.absolute": "abs",
    "np.floor": "floor",
    "np.ceil": "ceil",
    "np.sign": "sign",
}
_KNOWN = {"I", "Q", "poly", "bs", "ns", "np.square", *FACTORS, *CUTS, *SCALED, *FUNCTIONS}
_WITH_OPTIONS = {"poly", "bs", "ns", *FACTORS, *CUTS, *SCALED}
# Those of formulaic that the grammar does not have.
PYTHON_FUNCTIONS = ("cc", "cr", "cs", "exp", "exp10", "exp2", "hashed", "lag", "log", "log10", "log2")
_INSTEAD = {
    ("as_factor", "categorical", "Categorical", "pd.Categorical"): "write C({x})",
    ("ordered", "as.ordered"): "write C({x}, Poly), or before ~ C({x}, levels=['…', '…']) with the levels in order",
    ("relevel",): "write C({x}, Treatment('…')) with the reference level",
    ("rcs", "s", "te", "ti", "pspline", "spline", "splines"): "write bs({x}, df=5), which is a B-spline",
    ("interaction",): "write a:b for the product of two factors",
    ("as.numeric", "numeric", "float", "int", "identity"): "write {x}",
    ("ifelse", "np.where", "where"): "write a comparison, such as I({x})",
    ("np.digitize",): "write cut({x}, [0, 10, 20]), or make a column of the groups",
    ("cluster",): "leave it out: it does not change whether the estimates exist",
    ("cbind",): "write it before ~, where it joins columns of counts",
    ("c", "list"): "write a list as [1, 2]",
}
_BY_NAME = {name: words for names, words in _INSTEAD.items() for name in names}
_RENAMED = {"ceiling": "np.ceil", "fabs": "np.abs", "pow": "np.power", "ln": "log"}


def refuse_function(call: Call, known: Iterable[str], columns: Iterable[str] = ()) -> NoReturn:
    """Raise OutsideGrammar for a function that is not among the known ones, with what to write in its place."""
    name, known = call.function, sorted(known)
    argument = call.arguments[0] if call.arguments else Name("x")
    x = spelling(argument)
    what = f"the function {shown(name)}"
    if name in ("offset", "strata", "weights"):
        column = argument.name if isinstance(argument, Name) else None
        raise OutsideGrammar(what, _beside(name, column))
    if name in columns:
        raise OutsideGrammar(f"the column {shown(name)} before a bracket", f"write {name}:… for a product with it")
    if name in _BY_NAME:
        instead = _levelled(call, x) or _BY_NAME[name].format(x=x)
        if name == "rcs":
            raise OutsideGrammar(what, f"{instead}, or ns({x}, df=4), which is a natural one")
        raise OutsideGrammar(what, instead)
    if "." in name and name.partition(".")[0] in columns:
        raise OutsideGrammar(what, "make a column of it in the table", python=True)
    bare = name.rpartition(".")[2]
    numpy = _RENAMED.get(bare, f"np.{bare}")
    if numpy in known and name != numpy:
        raise OutsideGrammar(what, f"write {numpy}({x})")
    if name in PYTHON_FUNCTIONS or (name.startswith("np.") and _in_numpy(bare)):
        raise OutsideGrammar(what, "make a column of it in the table", python=True)
    if _in_numpy(bare) or bare in _RENAMED:
        instead = f"make a column of it in the table, or write {numpy}({x})"
        raise OutsideGrammar(what, instead, run=f" and {ask_for_python()}")
    run = [*PYTHON_FUNCTIONS, *_ufuncs()]
    close = get_close_matches(name, [*known, *run, *_BY_NAME, "offset", "strata"], n=1)
    if close:
        needs = f" It needs {setting('python', True)}" if close[0] in run and close[0] not in known else ""
        raise OutsideGrammar(what, f"did you mean {close[0]}?", run=needs)
    raise OutsideGrammar(what, f"use one of {', '.join(known)}, or make a column of it in the table")


def _beside(name: str, column: str | None) -> str:
    """What is not written in the formula, but given beside it."""
    given = setting(name, column)
    if name == "offset":
        return f"write + offset(…) as a term of its own, or give its column with {given}"
    if name == "strata":
        return f"give its column with {given}, and {setting('family', 'conditional')}"
    return f"give its column with {given}"


def _levelled(call: Call, x: str) -> str:
    """C with the levels that a factor of R lists as c('a', 'b')."""
    given = dict(call.named).get("levels")
    items = given.arguments if isinstance(given, Call) and given.function == "c" else ()
    items = given.items if isinstance(given, Listed) else items
    if not items or not all(isinstance(item, Literal) for item in items):
        return ""
    return f"write C({x}, levels=[{', '.join(map(spelling, items))}])"


def _in_numpy(name: str) -> bool:
    return callable(np.__dict__.get(name))


def _ufuncs() -> list[str]:
    return [f"np.{name}" for name, each in np.__dict__.items() if isinstance(each, np.ufunc)]


def columns_in(node: Node, columns: Collection[str] = ()) -> set[str]:
    """The names of columns in an expression; a function that the grammar does not know is refused.

    `columns` are those of the data, for the sentence that refuses it.

    Examples
    --------
    >>> from gordan.regression.model.formula.syntax import Reader
    >>> sorted(columns_in(Reader("C(g, Sum) + `a b` * Q('c')").expression()))
    ['a b', 'c', 'g']
    """
    if isinstance(node, Name):
        return set() if node.name in ("True", "False", "None") and not node.quoted else {node.name}
    if isinstance(node, Prefix):
        return columns_in(node.inner, columns)
    if isinstance(node, Infix):
        return columns_in(node.left, columns) | columns_in(node.right, columns)
    if isinstance(node, Call):
        if node.function not in _KNOWN:
            refuse_function(node, _KNOWN, columns)
        if not node.arguments:
            outside(f"{node.function} without an argument", f"write a column in it, such as {node.function}(x)")
        first = node.arguments[0]
        if node.function not in _WITH_OPTIONS and (len(node.arguments) > 1 or node.named):
            outside(f"other arguments of {node.function} than one", "give it one")
        if node.function == "Q":
            if not isinstance(first, Literal) or not isinstance(first.value, str):
                outside("Q without a name in quotes", "write Q('body weight'), or the name in backticks")
            return {first.value}
        return columns_in(first, columns)
    return set()


def outside(what: str, instead: str, *, python: bool = False) -> NoReturn:
    """Raise OutsideGrammar."""
    raise OutsideGrammar(what, instead, python=python)
