"""Offsets in a formula, `offset(log(days))` or `exposure(days)`: read, checked, and without a part in the answer.

An offset o_i changes x_i·b into x_i·b + o_i. Along a direction d the difference is x_i·d with it and without it, so
that a likelihood whose terms behave alike for all finite offsets has the same rows. An infinite one would take its row
out of the likelihood, or make the likelihood 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from gordan.errors import InputError
from gordan.file.table.wording import shown
from gordan.regression.model.column import Column
from gordan.regression.model.design import ModelNote
from gordan.regression.model.formula.node import Call, Infix, Literal, Name, Node, Prefix, inside
from gordan.regression.model.formula.sides import parted
from gordan.regression.model.formula.syntax import OutsideGrammar, Reader
from gordan.regression.model.frame import Labels, placed_at

__all__ = ["Offset", "check_offsets", "cut_offsets"]

_TERM = re.compile(r"\s*(offset|exposure)\s*\((.*)\)\s*", re.S)
_LOG = ("log", "np.log")
_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "I": lambda v: v,
    **{name: getattr(np, name) for name in ("log", "log2", "log10", "log1p", "exp", "sqrt")},
}
_SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "**": np.power,
}


class Offset(NamedTuple):
    """One term: how it is written, its expression, and whether that is an exposure, of which the logarithm is meant."""

    text: str
    node: Node
    exposure: bool

    @property
    def columns(self) -> set[str]:
        return _columns(self.node)

    @property
    def note(self) -> str:
        """What is said of it beside the answer."""
        return ModelNote(f"the term {self.text} moves the estimates, but does not change whether they exist")

    @property
    def plain(self) -> bool:
        """Whether it is a column, or the logarithm of one: then its least and greatest values tell of all others."""
        node = self.node
        if isinstance(node, Call) and node.function in _LOG and len(node.arguments) == 1:
            node = node.arguments[0]
        return isinstance(node, Name)


def cut_offsets(right: str) -> tuple[str, tuple[Offset, ...]]:
    """The right side of a formula without its offsets, and those.

    Examples
    --------
    >>> right, (offset,) = cut_offsets(" age + offset(log(days))")
    >>> right, offset.text, offset.columns
    (' age ', 'offset(log(days))', {'days'})
    """
    kept, offsets = [], []
    for part in parted(right, "+", blank=True):
        match = _TERM.fullmatch(part)
        if match is None or not _balanced(match[2]):
            kept.append(part)
            continue
        reader = Reader(match[2])
        node = reader.expression()
        if reader.place < len(reader.signs):
            reader.misplaced(f"the end of {match[1]}(…)")
        offsets.append(Offset(part.strip(), node, match[1] == "exposure"))
    return ("+".join(kept) if kept else " 1"), tuple(offsets)


def check_offsets(offsets: tuple[Offset, ...], cells: Mapping[str, Column], labels: Labels) -> None:
    """Refuse offsets that are infinite or no numbers, and exposures that are not positive."""
    for offset in offsets:
        with np.errstate(all="ignore"):
            values = np.broadcast_to(_value(offset.node, cells), (len(labels),))
        wrong = ~((values > 0) & np.isfinite(values)) if offset.exposure else ~np.isfinite(values)
        if wrong.any():
            first = int(wrong.argmax())
            needed = "positive numbers" if offset.exposure else "finite numbers"
            raise InputError(
                f"{shown(offset.text)} is {values[first]:g} {placed_at(labels, first)}; give {needed}, and leave "
                "out rows without any exposure"
            )


def _balanced(text: str) -> bool:
    depth = 0
    for sign in text:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth < 0:
            return False
    return True


def _columns(node: Node) -> set[str]:
    if isinstance(node, Name):
        return {node.name}
    return set().union(*map(_columns, inside(node)))


def _value(node: Node, cells: Mapping[str, Column]) -> Any:
    """Its values in doubles: no row depends on them."""
    if isinstance(node, Name):
        return cells[node.name].numbers("the offset")
    if isinstance(node, Literal) and not isinstance(node.value, str):
        return float(node.value)
    if isinstance(node, Prefix):
        inner = _value(node.inner, cells)
        return -inner if node.sign == "-" else inner
    if isinstance(node, Infix) and node.sign in _SIGNS:
        return _SIGNS[node.sign](_value(node.left, cells), _value(node.right, cells))
    if isinstance(node, Call) and len(node.arguments) == 1 and not node.named:
        function = _FUNCTIONS.get(node.function.removeprefix("np."))
        if function is not None:
            return function(_value(node.arguments[0], cells))
    raise OutsideGrammar(
        "an offset that is not made of columns, arithmetic and log", "make a column of it in the table"
    )
