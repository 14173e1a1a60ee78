"""A formula taken apart: what stands for the response, and the terms with the columns they need."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gordan.errors import InputError
from gordan.model.frame import Frame
from gordan.model.variables import variables
from gordan.table.wording import nearest, shown

__all__ = ["Sides", "bare", "read_sides", "sentence", "take_apart"]

_CBIND = re.compile(r"\s*cbind\s*\((.*)\)\s*", re.S)
_DOT = re.compile(r"`[^`]*`|(?<![\w.`)])\.(?![\w.`])")
_BACKTICKS = re.compile(r"`[^`]*`")
_WHOLE = re.compile(r"\s*(?:`([^`]+)`|C\s*\(\s*`([^`]+)`\s*\))\s*")
_QUOTED = re.compile(r"\s*(?:C\s*\(\s*)?([^`()]+?)(?:\s*\))?\s*")


@dataclass(frozen=True)
class Sides:
    """The two sides of a formula: what stands for the response, and the terms with the columns they need."""

    left: tuple[str, ...]
    right: str
    needs: tuple[str, ...]


def read_sides(formula: str, frame: Frame) -> Sides:
    """Take a formula apart and see that the data have every column it names.

    The left side is a column, an expression, or two columns of counts as `successes + failures` or
    `cbind(successes, failures)`. A dot on the right stands for all other columns.
    """
    parts, right = take_apart(formula, frame)
    needs = _variables(right, formula) | {name for part in parts for name in _left_variables(part, frame, formula)}
    for name in sorted(needs - set(frame.names)):
        raise InputError(
            f"the formula names {shown(name)}, which is neither a column of the data nor a function it may use"
            f"{nearest(name, frame.names) or '; the columns are ' + ', '.join(map(shown, frame.names[:8]))}"
        )
    return Sides(tuple(parts), right, tuple(sorted(needs)))


def take_apart(formula: str, frame: Frame) -> tuple[list[str], str]:
    """The parts of the left side, and the right one with its dot written out: what is then evaluated, to the letter."""
    # What stands in backticks is a name, whatever signs it is made of.
    outside = _BACKTICKS.sub(lambda found: "`" * len(found[0]), formula)
    cut = outside.find("~")
    left, right = formula[: max(cut, 0)], formula[cut + 1 :]
    if not right.strip():
        raise InputError(f"the formula {shown(formula)} has nothing after ~; give terms, or 1 for the intercept alone")
    if "~" in outside[cut + 1 :]:
        raise InputError(f"the formula {shown(formula)} has two ~ and cannot be used; write response ~ terms")
    if "|" in outside[cut + 1 :]:
        raise InputError(
            f"the formula {shown(formula)} has a bar; give groups of rows with strata=, not in the formula"
        )
    bound = _CBIND.fullmatch(left)
    parts = _parted(bound[1], ",") if bound else _parted(left, "+")
    right = _DOT.sub(lambda found: _others(parts, frame) if found[0] == "." else found[0], right)
    return parts, right


def sentence(error: Exception, terms: str) -> str:
    """formulaic's message without its colours, in one line."""
    told = re.sub("\x1b?[⧛⧚]?\\[[0-9;]*m|[⧛⧚]", "", str(error)).strip().splitlines()
    first = (told[0] if told else type(error).__name__).rstrip(". ")
    return f"the terms {shown(' '.join(terms.split()))} cannot be used: {first}; check the formula and its columns"


def _variables(terms: str, formula: str) -> set[str]:
    """The columns that the terms need, and functions in them that nobody knows."""
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
                f"the column {shown(str(token.token))} is spelled like {what} of the formula, and cannot be told "
                "from it; rename the column"
            )


def _left_variables(part: str, frame: Frame, formula: str) -> set[str]:
    name = bare(part, frame)
    return {name} if name is not None else _variables(part, formula)


def bare(part: str, frame: Frame) -> str | None:
    """The column that this part is, itself or inside backticks or C()."""
    whole, found = _WHOLE.fullmatch(part), _QUOTED.fullmatch(part)
    if whole:
        return whole[1] or whole[2]
    if found and found[1] in frame.names:
        return found[1]
    return part.strip() if re.fullmatch(r"\s*[^\W\d]\w*\s*", part) else None


def _others(parts: list[str], frame: Frame) -> str:
    """What a dot stands for: every column that the left side does not use."""
    used = {bare(part, frame) for part in parts}
    for name in frame.names:
        if "`" in name:  # it would end its own quotation, and the rest be taken for terms
            raise InputError(
                f"the column {shown(name)} has a backtick in its name, so a dot cannot stand for it; rename it"
            )
    return " + ".join(f"`{name}`" for name in frame.names if name not in used) or "1"


def _parted(text: str, mark: str) -> list[str]:
    """The text cut at a mark, but not inside brackets or quotes."""
    parts, depth, quote = [""], 0, ""
    for sign in text:
        if quote or sign in "`'\"":
            quote = "" if sign == quote else quote or sign
        depth += 0 if quote else {"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0)
        if sign == mark and not depth and not quote:
            parts.append("")
        else:
            parts[-1] += sign
    return [part for part in parts if part.strip()]
