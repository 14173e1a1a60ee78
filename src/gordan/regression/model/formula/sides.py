"""The two sides of a formula as text: the parts of the left one, and the right one with its dot written out."""

from __future__ import annotations

import re

from gordan.arithmetic.setting import setting
from gordan.errors import InputError
from gordan.file.table.wording import listed, shown
from gordan.problem.description import Level
from gordan.regression.model.block import level_of
from gordan.regression.model.column import Column
from gordan.regression.model.formula.node import Listed, Literal, Node, Prefix
from gordan.regression.model.formula.syntax import OutsideGrammar, Reader
from gordan.regression.model.frame import Frame
from gordan.regression.model.system import FAMILIES

__all__ = ["bare", "cut_bar", "ordered_part", "parted", "put_in_order", "response_levels", "take_apart", "write_dot"]

_CBIND = re.compile(r"\s*cbind\s*\((.*)\)\s*", re.S)
_IN_QUOTES = r"`[^`]*`|'[^'\n]*'|\"[^\"\n]*\""
_QUOTATION = re.compile(_IN_QUOTES)
_DOT = re.compile(rf"{_IN_QUOTES}|(?<![\w.`)])\.(?![\w.`])")
_WHOLE = re.compile(r"\s*(?:`([^`]+)`|C\s*\(\s*`([^`]+)`\s*\))\s*")
_ORDERED = re.compile(r"\s*C\s*\(\s*(?:`([^`]+)`|([^\W\d][\w.]*))\s*,\s*levels\s*=(.*)\)\s*", re.S)
_QUOTED = re.compile(r"\s*(?:C\s*\(\s*)?([^`()]+?)(?:\s*\))?\s*")


def take_apart(formula: str, frame: Frame) -> tuple[list[str], str]:
    """The parts of the left side, and the right one with its dot written out: what is then read, to the letter."""
    # What stands in backticks is a name, and in quotation marks a level, whatever signs it is made of.
    outside = _QUOTATION.sub(lambda match: "`" * len(match[0]), formula)
    cut = outside.find("~")
    left, right = formula[: max(cut, 0)], formula[cut + 1 :]
    if cut < 0 and "|" in outside:
        raise InputError(f"the formula {shown(formula)} has no ~; write response ~ terms | effects")
    if not right.strip():
        raise InputError(f"the formula {shown(formula)} has nothing after ~; give terms, or 1 for the intercept alone")
    if "~" in outside[cut + 1 :]:
        raise InputError(f"the formula {shown(formula)} has two ~ and cannot be used; write response ~ terms")
    if "|" in outside[cut + 1 :]:
        raise InputError(
            f"the formula {shown(formula)} has a bar in brackets; there are no random effects. Fixed effects stand "
            f"after a bar at the end, as in y ~ dose | sex; groups of matched rows are given with {setting('strata')}"
        )
    bound = _CBIND.fullmatch(left)
    parts = parted(bound[1], ",") if bound else parted(left, "+")
    return parts, write_dot(right, parts, frame)


def write_dot(right: str, used: list[str], frame: Frame) -> str:
    """The right side with a dot written out: all columns but those that are used otherwise."""
    return _DOT.sub(lambda match: _others(used, frame) if match[0] == "." else match[0], right)


def cut_bar(formula: str) -> tuple[str, str] | None:
    """What stands before and after the bar of a formula, outside of brackets and quotation marks; None without one.

    Examples
    --------
    >>> cut_bar("y ~ I(a | b) | firm"), cut_bar("y ~ `a|b`")
    (('y ~ I(a | b) ', ' firm'), None)
    """
    left, tilde, _ = formula.partition("~")
    parts = parted(formula, "|", blank=True)
    if len(parts) == 1 or not tilde or "|" in left:
        return None
    if len(parts) > 2:
        what = "has a second tilde, and instruments are not part of a likelihood that is diagnosed; leave them out"
        what = what if "~" in parts[-1] else f"has {len(parts) - 1} bars; write all effects after one"
        raise InputError(f"the formula {shown(formula)} {what}")
    return parts[0], parts[1]


def bare(part: str, frame: Frame) -> str | None:
    """The column that this part is, itself or inside backticks or C(), which may list its levels."""
    ordered = ordered_part(part)
    if ordered is not None:
        return ordered[0]
    whole, match = _WHOLE.fullmatch(part), _QUOTED.fullmatch(part)
    if whole:
        return whole[1] or whole[2]
    if match and match[1] in frame.names:
        return match[1]
    return part.strip() if re.fullmatch(r"\s*[^\W\d]\w*\s*", part) else None


def ordered_part(part: str) -> tuple[str, str] | None:
    """The column of `C(column, levels=…)` and what stands for its levels; None for another part."""
    match = _ORDERED.fullmatch(part)
    return None if match is None else (match[1] or match[2], match[3])


def _others(parts: list[str], frame: Frame) -> str:
    """What a dot stands for: every column that the left side does not use."""
    used = {bare(part, frame) for part in parts}
    for name in frame.names:
        if "`" in name:  # it would end its own quotation, and the rest be taken for terms
            raise InputError(
                f"the column {shown(name)} has a backtick in its name, so a dot cannot stand for it; rename it"
            )
    return " + ".join(f"`{name}`" for name in frame.names if name not in used) or "1"


def parted(text: str, mark: str, *, blank: bool = False) -> list[str]:
    """The text cut at a mark, but not inside brackets or quotes; blank parts are kept where asked for."""
    parts, depth, quote = [""], 0, ""
    for sign in text:
        if quote or sign in "`'\"":
            quote = "" if sign == quote else quote or sign
        depth += 0 if quote else {"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0)
        if sign == mark and not depth and not quote:
            parts.append("")
        else:
            parts[-1] += sign
    return [part for part in parts if blank or part.strip()]


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
