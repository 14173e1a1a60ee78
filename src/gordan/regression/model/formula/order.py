"""The order of the classes of a response: `C(grade, levels=['low', 'middle', 'high']) ~ …`."""

from __future__ import annotations

from gordan.errors import InputError
from gordan.file.table.wording import listed, shown
from gordan.problem.description.design import Level
from gordan.regression.model.block import level_of
from gordan.regression.model.column import Column
from gordan.regression.model.family import FAMILIES
from gordan.regression.model.formula.syntax import Listed, Literal, Node, OutsideGrammar, Prefix, Reader
from gordan.regression.model.sides import ordered_part

__all__ = ["put_in_order", "response_levels"]


def response_levels(part: str) -> tuple[Level, ...] | None:
    """The levels that a part of the left side lists, in their order; None where it lists none.

    Examples
    --------
    >>> response_levels("C(grade, levels=['low', 'high'])"), response_levels("grade")
    (('low', 'high'), None)
    """
    named = ordered_part(part)
    if named is None:
        return None
    reader = Reader(named[1])
    node = reader.expression()
    levels = tuple(map(_level, node.items)) if isinstance(node, Listed) else ()
    kinds = {isinstance(level, str) for level in levels}
    if reader.place < len(reader.signs) or len(levels) < 2 or len(kinds) > 1 or len(set(levels)) < len(levels):
        raise OutsideGrammar(
            "levels of the response that are no list of different texts or numbers", "write levels=['low', 'high']"
        )
    return tuple(level for level in levels if level is not None)


def _level(node: Node) -> Level | None:
    if isinstance(node, Prefix) and isinstance(node.inner, Literal) and not isinstance(node.inner.value, str):
        return level_of(-node.inner.value if node.sign == "-" else node.inner.value)
    if not isinstance(node, Literal):
        raise OutsideGrammar("a level of the response that is no text or number", "write levels=['low', 'high']")
    return level_of(node.value)


def put_in_order(column: Column, levels: tuple[Level, ...] | None, family: str) -> Column:
    """The column of a response with its classes in this order.

    Raises
    ------
    InputError
        A value is none of the levels, or the response of this family has no classes.
    """
    if levels is None:
        return column
    if family in ("poisson", "negative-binomial"):
        raise InputError(
            f"the response {shown(column.name)} has levels, but a {FAMILIES[family]} model counts; leave levels out"
        )
    present = dict.fromkeys(column.values[~column.missing].tolist())
    strange = [each for each in present if level_of(each) not in levels]
    if strange:
        raise InputError(
            f"the response {shown(column.name)} has {listed(map(str, strange), 3)}, which its levels "
            f"({listed(map(str, levels), 5)}) do not list; list every one"
        )
    order = {level_of(each): each for each in present}
    return Column(column.name, column.values, column.missing, tuple(order.get(each, each) for each in levels), True)
