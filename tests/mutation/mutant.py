"""Mutants of a source file: copies that differ in one place, as a slip of the hand would make them.

Of changes in one place only those are made that no other implies: a test that tells x < y from x <= y, from True and
from False tells it from x >= y too, one that misses an error term misses it when it is subtracted, and one that needs
both of two conditions tells `and` from `or`. (Just and Schweiggert, "Higher accuracy and lower run time: efficient
mutation analysis using non-redundant mutation operators", 2015, give the smallest such sets.)
"""

from __future__ import annotations

import ast
import hashlib
import re
import warnings
from collections.abc import Callable, Iterator
from typing import NamedTuple

__all__ = ["Mutant", "mutants"]

_BOUNDARY: dict[type[ast.cmpop], str] = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
_OPERATIONS: dict[type[ast.operator], str] = {
    ast.FloorDiv: "*",
    ast.Mod: "*",
    ast.Pow: "*",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.LShift: ">>",
    ast.RShift: "<<",
}
_CALLS = {
    "min": "max",
    "max": "min",
    "all": "any",
    "any": "all",
    "maximum": "minimum",
    "minimum": "maximum",
    "root_up": "root_down",
    "root_down": "root_up",
    "floor": "ceil",
    "ceil": "floor",
}
_SHOWN = ("shown", "needed", "caveat", "fail", "names")
_FIRST_ARGUMENT = ("abs", "nextafter", "sqrt", "sorted", "unique", "isqrt", "down", "up")  # f(x, …) becomes x


class Mutant(NamedTuple):
    """One change: the bytes from `start` to `end` of `file` become `after`.

    `around` is the digest of the function that it is made in, or of the whole file where it is in none.
    """

    file: str
    line: int
    start: int
    end: int
    before: str
    after: str
    key: str
    around: str
    text: str  # the line on which it begins
    function: str  # the name of the innermost function or class around it, if any

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.end :]

    def on_line(self, file: str, begins: str, function: str = "") -> bool:
        """Whether its line begins so, the indent aside, in this function if one is named."""
        here = self.file == file and function in ("", self.function)
        return here and self.text.strip().startswith(begins)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {_short(self.before)} → {_short(self.after)}"


def mutants(file: str, source: bytes) -> list[Mutant]:
    """All mutants that Python can still parse, in the order of the lines.

    The key names the enclosing function with its parameters, the text and its replacement, and their number among
    equals: it stays the same where other parts of the file change, and where the file moves to another folder.
    """
    tree, starts = ast.parse(source), _line_starts(source)
    scopes, seen, found = _scopes(tree), {}, []
    around, whole = _bodies(tree, source, starts), hashlib.sha256(source).hexdigest()[:16]
    lines = source.decode().splitlines()
    whole_statements = [_outermost(statement, starts) for statement in tree.body]
    for node, after in _changes(tree, source, starts):
        start, end = _span(node, starts)
        before = source[start:end].decode()
        scope = scopes.get(node.lineno, "")
        name = f"{file.split('/')[-1]}|{scope}|{before}|{after}"
        seen[name] = seen.get(name, 0) + 1
        key = hashlib.sha256(f"{name}|{seen[name]}".encode()).hexdigest()[:16]
        place = node.lineno, start, end
        about = around.get(node.lineno, whole), lines[node.lineno - 1], scope.split("(")[0]
        mutant = Mutant(file, *place, before, after, key, *about)
        # The outermost statement is enough to tell: the rest of the file parses as it is.
        [first, last] = next(span for span in whole_statements if span[0] <= start < span[1])
        if _parses(source[first:start] + after.encode() + source[end:last]):
            found.append(mutant)
    return sorted(found, key=lambda each: (each.line, each.start))


def _changes(tree: ast.AST, source: bytes, starts: list[int]) -> Iterator[tuple[ast.AST, str]]:
    def text(node: ast.AST) -> str:
        start, end = _span(node, starts)
        return source[start:end].decode()

    conditions, terms = _conditions(tree), _terms(tree)
    for node in _judged(tree):
        if isinstance(node, ast.Compare):
            yield from ((node, after) for after in _comparisons(node, text))
            if node not in conditions:
                yield node, "True"  # a check that always holds
        elif isinstance(node, ast.BinOp):
            left, right = f"({text(node.left)})", f"({text(node.right)})"
            if type(node.op) in _OPERATIONS:
                yield node, f"({left} {_OPERATIONS[type(node.op)]} {right})"
            if isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.Div):
                yield node, left  # an error term or a widening factor left out
            if isinstance(node.op, ast.Add | ast.Mult):
                yield node, right
        elif isinstance(node, ast.BoolOp):
            same = "and" if isinstance(node.op, ast.And) else "or"
            for i in range(len(node.values)):
                rest = [f"({text(v)})" for j, v in enumerate(node.values) if j != i]
                yield node, f"({f' {same} '.join(rest)})"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub | ast.Invert):
            if node not in conditions:
                yield node, f"({text(node.operand)})"
        elif isinstance(node, ast.Constant):
            if node not in terms:
                yield from ((node, after) for after in _constants(node.value))
        elif isinstance(node, ast.Call):
            yield from _calls(node, text)
        elif isinstance(node, ast.Attribute) and node.attr == "inf":
            yield node, "0.0"
        elif isinstance(node, ast.AugAssign | ast.Break | ast.Continue):
            yield node, "pass"
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            yield node.test, "False"
            if not isinstance(node, ast.While):
                yield node.test, "True"
        elif isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield test, "True"


def _comparisons(node: ast.Compare, text: Callable[[ast.AST], str]) -> Iterator[str]:
    """The same comparison with its boundary on the other side, at each of its signs."""
    terms = [node.left, *node.comparators]
    for i, operator in enumerate(node.ops):
        other = _BOUNDARY.get(type(operator))
        never_zero = text(terms[i + 1]) == "0" and _is_sign(text(terms[i]))
        if other and not never_zero:
            yield _compare(terms, node.ops, i, other, text)


def _conditions(tree: ast.AST) -> set[ast.AST]:
    """Conditions, and parts of them: what becomes of them as True or False is a mutant of the whole already."""
    whole = {node.test for node in ast.walk(tree) if isinstance(node, ast.If | ast.IfExp | ast.While)}
    whole |= {test for node in ast.walk(tree) if isinstance(node, ast.comprehension) for test in node.ifs}
    whole |= {value for node in ast.walk(tree) if isinstance(node, ast.BoolOp) for value in node.values}
    inner = {node.operand for node in whole if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)}
    return whole | inner


def _terms(tree: ast.AST) -> set[ast.AST]:
    """Numbers that are added or multiplied: leaving them out is a mutant of the sum or product."""
    parts = ast.Add | ast.Sub | ast.Mult | ast.Div
    sums = [node for node in ast.walk(tree) if isinstance(node, ast.BinOp) and isinstance(node.op, parts)]
    return {term for node in sums for term in (node.left, node.right)}


def _is_sign(text: str) -> bool:
    """Whether this is the sign of a label, or an array of them: 1 or −1, and never 0."""
    return re.fullmatch(r"(\w+\.)*signs?(\[[^]]*\]+)?", text) is not None


def _judged(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but annotations, texts for a reader, imports, and what is raised."""
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns", "format_spec"):
            continue
        for child in value if isinstance(value, list) else [value]:
            skipped = ast.Import | ast.ImportFrom | ast.Raise | ast.JoinedStr | ast.Assert
            if isinstance(child, ast.AST) and not isinstance(child, skipped) and not _is_text(tree, child):
                yield child
                yield from _judged(child)


def _is_text(parent: ast.AST, child: ast.AST) -> bool:
    """Whether a check only shows this: the text of a fact, an argument or a variable named for what is shown."""
    if isinstance(parent, ast.Call) and getattr(parent.func, "id", "") == "fact":
        return child in parent.args[:3]
    if isinstance(child, ast.keyword):
        # Lists of one length are asked for by `strict`; what is zipped here has it.
        return child.arg in _SHOWN or child.arg == "strict"
    return isinstance(child, ast.Assign) and getattr(child.targets[0], "id", "") in _SHOWN


def _constants(value: object) -> tuple[str, ...]:
    if isinstance(value, bool):
        return (str(not value),)
    if isinstance(value, int):
        return (f"({value - 1})" if value else "1",)
    if isinstance(value, float):
        return ("0.0" if value else "1.0",)
    return ()


def _calls(node: ast.Call, text: Callable[[ast.AST], str]) -> Iterator[tuple[ast.AST, str]]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in _CALLS:
        whole = text(node.func)
        yield node.func, whole[: len(whole) - len(name)] + _CALLS[name]
    if name in _FIRST_ARGUMENT and node.args:
        yield node, f"({text(node.args[0])})"
    if name == "where" and len(node.args) == 3:
        yield node, f"({text(node.args[1])})"
        yield node, f"({text(node.args[2])})"


def _compare(
    terms: list[ast.expr], operators: list[ast.cmpop], i: int, other: str, text: Callable[[ast.AST], str]
) -> str:
    words = [_WORDS[type(operator)] for operator in operators]
    words[i] = other
    parts = [f"({text(terms[0])})"]
    for word, term in zip(words, terms[1:], strict=True):
        parts += [word, f"({text(term)})"]
    return f"({' '.join(parts)})"


_WORDS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}


def _line_starts(source: bytes) -> list[int]:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _span(node: ast.AST, starts: list[int]) -> tuple[int, int]:
    return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset


def _outermost(statement: ast.stmt, starts: list[int]) -> tuple[int, int]:
    """The span of a statement of the module, its decorators included."""
    decorators = getattr(statement, "decorator_list", [])
    first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
    return starts[first - 1], _span(statement, starts)[1]


def _scopes(tree: ast.AST) -> dict[int, str]:
    """The innermost function, with its parameters, or class of every line."""
    named: dict[int, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = f"{node.name}({ast.unparse(node.args)})" if isinstance(node, ast.FunctionDef) else node.name
            named |= dict.fromkeys(range(node.lineno, node.end_lineno + 1), name)
    return named


def _bodies(tree: ast.AST, source: bytes, starts: list[int]) -> dict[int, str]:
    """The digest of the outermost function of every line that is in one."""
    digests: dict[int, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            text = source[slice(*_span(node, starts))]
            for line in range(node.lineno, node.end_lineno + 1):
                digests.setdefault(line, hashlib.sha256(text).hexdigest()[:16])
    return digests


def _parses(source: bytes) -> bool:
    try:
        with warnings.catch_warnings(action="ignore"):
            compile(source, "mutant", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:57]}…"
