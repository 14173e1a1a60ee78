"""Whether a formula may be evaluated on a stranger's word: a certificate names one, and formulas are Python.

Of what Python can say only columns, numbers, comparisons, plain arithmetic and some functions of numbers are let
through. Whoever wants to check more of a certificate gives its formula himself.
"""

from __future__ import annotations

import ast
import re
from typing import NoReturn

from gordan.errors import InputError
from gordan.model.frame import Frame
from gordan.model.sides import take_apart
from gordan.table.wording import shown

__all__ = ["refuse_harmful"]

_LENGTH = 20_000  # characters: a thousand columns by name
_DEPTH = 50  # brackets inside one another
_TERMS = 10_000  # that crossings may make
_POWER = 16  # of a column; and what a basis of polynomials or splines may count to
_FUNCTIONS = {"I", "C", "Q", "center", "scale", "standardize", "log", "log2", "log10", "exp", "exp2", "exp10"}
_CODINGS = {"Treatment", "Sum", "Helmert", "Diff", "Poly"}
_BASES = {"poly", "bs", "cr", "cs", "cc"}
_MEMBERS = {
    "np": {"abs", "cbrt", "ceil", "exp", "expm1", "floor", "log", "log10", "log1p", "log2", "sign", "sqrt", "square"},
    "contr": {"treatment", "sum", "helmert", "diff", "poly", "sas", "SAS"},
}
_PLAIN = {"VALUE": r"[0-9]{1,9}|\.", "OPERATOR": r"[-+:*/,]"}
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.Pow)
_MARKS = (ast.Load, ast.operator, ast.unaryop, ast.cmpop, ast.Compare, ast.UnaryOp, ast.Name, ast.keyword)


def refuse_harmful(formula: str, frame: Frame) -> None:
    """Raise InputError for a formula that might do more than make numbers out of columns, or take for ever.

    Examples
    --------
    >>> from gordan.model.frame import read_frame
    >>> refuse_harmful("y ~ a * C(b) + np.log(a)", read_frame({"y": [0], "a": [1], "b": [2]}))
    """
    if len(formula) > _LENGTH or any(not sign.isprintable() and sign not in "\n\t" for sign in formula):
        _refuse(f"a formula of {len(formula):,} characters")
    parts, right = take_apart(formula, frame)
    for terms in (*parts, right):
        _judge(terms)


def _judge(terms: str) -> None:
    from formulaic.errors import FormulaicError
    from formulaic.parser.algos.tokenize import tokenize

    try:
        tokens = [(str(token.token), token.kind.name) for token in tokenize(terms)]
    except FormulaicError as error:
        raise InputError(f"the terms {shown(terms)} cannot be read; get the certificate again") from error
    names = crossings = stars = depth = deepest = 0
    for text, kind in tokens:
        if kind == "PYTHON":
            _judge_code(text)
        elif not re.fullmatch(_PLAIN.get(kind, ".*"), text, re.S):
            _refuse(shown(text))
        names += kind in ("NAME", "PYTHON")
        crossings += text in (":", "*", "/") and kind == "OPERATOR"
        stars += text in ("*", "/") and kind == "OPERATOR"
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text, 0)
        deepest = max(deepest, depth)
    # Every crossing at most doubles what it crosses; of groups it may take each member with each.
    if deepest > _DEPTH or ((names + 1) ** min(crossings + 1, 99) if deepest else 2 ** min(stars, 99)) > _TERMS:
        _refuse("so many crossings and brackets")


def _judge_code(code: str) -> None:
    if "`" in code and (set("\"'\\") & set(code) or code.count("`") % 2):
        _refuse(shown(code))  # where a quotation ends would be a matter of opinion
    try:
        tree = ast.parse(re.sub(r"`[^`]*`", "quoted", code).strip(), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        _refuse(shown(code))
    for parent in ast.walk(tree):
        for node in ast.iter_child_nodes(parent):
            if not _allowed(node, parent):
                _refuse(shown(code))


def _allowed(node: ast.AST, parent: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        # Text times a number is as much text as somebody likes.
        beside = isinstance(parent, ast.Compare | ast.Call | ast.keyword | ast.List)
        plain = isinstance(node.value, int | float) and abs(node.value) < 1e300
        return plain or (beside and isinstance(node.value, str | bool | None))
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, _ARITHMETIC) and (not isinstance(node.op, ast.Pow) or _power(node))
    if isinstance(node, ast.Call):
        return _function(node)
    if isinstance(node, ast.List):
        return isinstance(parent, ast.Call | ast.keyword) and all(isinstance(each, ast.Constant) for each in node.elts)
    if isinstance(node, ast.Attribute):
        return isinstance(node.value, ast.Name) and node.attr in _MEMBERS.get(node.value.id, ())
    return isinstance(node, _MARKS)


def _power(node: ast.BinOp) -> bool:
    """A column to a small power; a tower of numbers alone would be computed to its last digit."""
    exponent = node.right.operand if isinstance(node.right, ast.UnaryOp) else node.right
    small = isinstance(exponent, ast.Constant) and isinstance(exponent.value, int | float) and exponent.value <= _POWER
    return small and any(isinstance(each, ast.Name) for each in ast.walk(node.left))


def _function(node: ast.Call) -> bool:
    if isinstance(node.func, ast.Attribute):
        return True  # judged as a node of its own
    if not isinstance(node.func, ast.Name) or node.func.id not in _FUNCTIONS | _CODINGS | _BASES:
        return False
    if node.func.id not in _BASES:
        return True
    given = [*node.args[1:], *(keyword.value for keyword in node.keywords)]
    numbers = [each.value for each in given if isinstance(each, ast.Constant)]
    columns = all(isinstance(each, ast.Constant | ast.List) for each in given)
    return columns and all(isinstance(v, int | float) and v <= _POWER for v in numbers)


def _refuse(what: str) -> NoReturn:
    raise InputError(
        f"the formula of the certificate has {what}, which is not evaluated on its word alone; if you know the formula "
        "to be harmless, give it yourself with --formula"
    )
