"""Formulas as trees, which are only ever looked at, and their one spelling, which names a column of the design."""

from __future__ import annotations

import keyword
from dataclasses import dataclass

__all__ = ["Call", "Infix", "Listed", "Literal", "Name", "Node", "Prefix", "inside", "spelling"]

# Operations by how closely they bind, as in Python: each level closer than the one before.
LEVELS = (("==", "!=", "<", "<=", ">", ">="), ("|",), ("&",), ("+", "-"), ("*", "/"))
COMPARE, UNARY, POWER, ATOM = 0, len(LEVELS), len(LEVELS) + 1, len(LEVELS) + 2


@dataclass(frozen=True)
class Name:
    """A column, or the word of a constant; in backticks it is always a column."""

    name: str
    quoted: bool = False


@dataclass(frozen=True)
class Literal:
    """A number or a text."""

    value: float | int | str


@dataclass(frozen=True)
class Listed:
    """Several literals in square brackets."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Call:
    """A function by name, with its arguments in order and by name."""

    function: str
    arguments: tuple[Node, ...]
    named: tuple[tuple[str, Node], ...] = ()


@dataclass(frozen=True)
class Prefix:
    """− or + before an expression."""

    sign: str
    inner: Node


@dataclass(frozen=True)
class Infix:
    """Two expressions with an operation or comparison between."""

    sign: str
    left: Node
    right: Node


Node = Name | Literal | Listed | Call | Prefix | Infix


def inside(node: Node) -> tuple[Node, ...]:
    """The nodes directly below this one."""
    if isinstance(node, Call):
        return (*node.arguments, *(each for _, each in node.named))
    if isinstance(node, Infix):
        return node.left, node.right
    if isinstance(node, Prefix):
        return (node.inner,)
    return node.items if isinstance(node, Listed) else ()


def spelling(node: Node, least: int = COMPARE) -> str:
    """The expression in one spelling, with brackets where something must bind at least as closely as `least`.

    Examples
    --------
    >>> from gordan.regression.model.formula.syntax import Reader
    >>> spelling(Reader("I( (a+1)*2>b )").expression())
    'I((a + 1) * 2 > b)'
    """
    text, level = _spelt(node)
    return text if level >= least else f"({text})"


def _spelt(node: Node) -> tuple[str, int]:
    if isinstance(node, Name):
        plain = node.name.isidentifier() or keyword.iskeyword(node.name)
        return (node.name if plain or not node.quoted else f"`{node.name}`"), ATOM
    if isinstance(node, Literal):
        return repr(node.value), ATOM
    if isinstance(node, Listed):
        return f"[{', '.join(map(spelling, node.items))}]", ATOM
    if isinstance(node, Call):
        parts = [*map(spelling, node.arguments), *(f"{name}={spelling(each)}" for name, each in node.named)]
        return f"{node.function}({', '.join(parts)})", ATOM
    if isinstance(node, Prefix):
        return f"{node.sign}{spelling(node.inner, UNARY)}", UNARY
    if node.sign == "**":
        return f"{spelling(node.left, ATOM)} ** {spelling(node.right, POWER)}", POWER
    level = next(k for k, signs in enumerate(LEVELS) if node.sign in signs)
    left = spelling(node.left, level + (level == COMPARE))
    return f"{left} {node.sign} {spelling(node.right, level + 1)}", level
