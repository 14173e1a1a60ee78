"""The codings of levels: treatment, SAS, sum, Helmert, difference, polynomial; and the options that a call names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.file.table.wording import shown
from gordan.problem.description import Description, Expression, Level, Levels
from gordan.regression.model.block import level_of, polynomials
from gordan.regression.model.formula.advice import outside
from gordan.regression.model.formula.node import Call, Listed, Literal, Name, Node, Prefix, spelling

__all__ = ["Coding", "fit_polynomials", "invented_codings", "read_coding", "read_number", "read_options"]

_WORDS = {"treatment": "T.", "SAS": "T.", "sum": "S.", "helmert": "H.", "diff": "D.", "poly": ""}
_ORDERS = {1: ".L", 2: ".Q", 3: ".C"}
_CODINGS = {"Treatment": "treatment", "Sum": "sum", "Helmert": "helmert", "Diff": "diff", "Poly": "poly"}
_CODINGS |= {f"contr.{name}": name for name in ("treatment", "SAS", "sum", "helmert", "diff", "poly")}
_PYTHON_ARGUMENTS = ("raw", "lower_bound", "upper_bound", "extrapolation")  # that formulaic has beside these
_OPTIONS = {
    "scale": (("center", True), ("scale", True), ("ddof", 1)),
    "standardize": (("center", True), ("rescale", True), ("ddof", 0)),
    "center": (),
    "poly": (("degree", 1),),
    "bs": (("df", None), ("knots", None), ("degree", 3), ("include_intercept", False)),
    "ns": (("df", None), ("knots", None)),
    "cut": (("bins", None),),
    "treatment": (("base", None),),
    "SAS": (("base", None),),
    "helmert": (("reverse", True), ("scale", False)),
    "diff": (("backward", True),),
    "sum": (),
    "poly coding": (),
}


@dataclass(frozen=True)
class Coding:
    """A coding by name, with its reference level or other option."""

    name: str = "treatment"
    base: Level | None = None
    reverse: bool = True  # of Helmert's; for differences: backward
    scale: bool = False

    def columns(
        self, name: str, value: Expression, levels: tuple[Level, ...], words: Sequence[str], *, reduced: bool
    ) -> Levels:
        """The factor of these levels, whose own names are `words`."""
        n = len(levels)
        if not reduced:
            return Levels(tuple(f"{name}[{word}]" for word in words), value, levels, indicators=tuple(range(n)))
        if self.name in ("treatment", "SAS"):
            base = self._reference(levels)
            kept = tuple(k for k in range(n) if k != base)
            return Levels(tuple(f"{name}[T.{words[k]}]" for k in kept), value, levels, indicators=kept)
        if self.name == "poly":
            words = [_ORDERS.get(k, f"^{k}") for k in range(1, n)]
        elif self.name == "sum" or not self.reverse:
            words = words[:-1]
        else:
            words = words[1:]
        matrix = self._matrix(n)
        coding = tuple(tuple(column) for column in matrix.T.tolist())
        return Levels(tuple(f"{name}[{_WORDS[self.name]}{word}]" for word in words), value, levels, coding=coding)

    def _reference(self, levels: tuple[Level, ...]) -> int:
        if self.base is None:
            return 0 if self.name == "treatment" else len(levels) - 1
        return levels.index(self.base)

    def _matrix(self, n: int) -> Array:
        """n rows, one for each level, and a column less."""
        if self.name == "sum":
            matrix = np.eye(n, n - 1)
            matrix[-1, :] = -1
        elif self.name == "helmert":
            matrix = np.zeros((n, n - 1))
            for i in range(n - 1):
                if self.reverse:
                    matrix[: i + 1, i], matrix[i + 1, i] = -1, i + 1
                else:
                    matrix[i + 1 :, i], matrix[i, i] = -1, n - i - 1
                if self.scale:
                    matrix[:, i] /= i + 2 if self.reverse else n - i
        elif self.name == "diff":
            matrix = np.repeat([np.arange(1, n)], n, axis=0) / n
            matrix[np.triu_indices(n, m=n - 1)] -= 1
            matrix = matrix if self.reverse else -matrix
        else:
            x = np.arange(n, dtype=np.float64)
            matrix = polynomials(x, *fit_polynomials(x, n - 1))
        return np.asarray(matrix, dtype=np.float64)


def invented_codings(description: Description) -> tuple[str, ...]:
    """The columns of levels whose coding is none of the standard ones: its numbers are part of the description.

    Examples
    --------
    >>> from gordan.problem.description import ColumnOf, Response
    >>> levels = [
    ...     Levels((name,), ColumnOf("g"), ("a", "b"), coding=((1.0, k),)) for name, k in (("s", -1.0), ("t", 7.0))
    ... ]
    >>> invented_codings(Description(("g",), Response("counts", (), ()), tuple(levels), ((0,), (1,))))
    ('t',)
    """
    coded = [factor for factor in description.factors if isinstance(factor, Levels) and factor.coding is not None]
    return tuple(name for factor in coded if not _is_standard(factor.coding or ()) for name in factor.names)


_STANDARD = (
    Coding("sum"),
    *(Coding("helmert", reverse=reverse, scale=scale) for reverse in (True, False) for scale in (False, True)),
    *(Coding("diff", reverse=reverse) for reverse in (True, False)),
    Coding("poly"),
)


def _is_standard(coding: tuple[tuple[float, ...], ...]) -> bool:
    """Whether a standard coding of as many levels has the same doubles, every one of them."""
    given = np.array(coding, dtype=np.float64).T
    if given.shape[0] != given.shape[1] + 1:
        return False
    return any(np.array_equal(each._matrix(given.shape[0]), given) for each in _STANDARD)


def fit_polynomials(x: Array, degree: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The coefficients of the recurrence whose polynomials are orthogonal on x."""
    before, last = np.zeros_like(x), np.ones_like(x)
    alpha, norms = [], [float(np.sum(last**2))]
    with np.errstate(all="ignore"):
        for k in range(1, degree + 1):
            alpha.append(float(np.sum(x * last**2) / np.sum(last**2)))
            following = (x - alpha[-1]) * last
            if k > 1:
                following -= (norms[k - 1] / norms[k - 2]) * before
            before, last = last, following
            norms.append(float(np.sum(last**2)))
    return tuple(alpha), tuple(norms)


def read_coding(call: Call) -> tuple[Coding, tuple[Level, ...] | None]:
    """The coding that C asks for, and the levels if it lists them."""
    named = dict(call.named)
    if (
        len(call.arguments) > 2
        or not set(named) <= {"contrasts", "levels"}
        or (len(call.arguments) > 1 and "contrasts" in named)
    ):
        outside("such arguments of C", "it takes a column, then a coding, then levels=['a', 'b']", python=True)
    given = named.get("contrasts", call.arguments[1] if len(call.arguments) > 1 else None)
    asked = None
    if "levels" in named:
        listed = named["levels"]
        items = listed.items if isinstance(listed, Listed) else ()
        if isinstance(listed, Call) and listed.function == "c" and not listed.named:  # as R writes a list
            items = listed.arguments
        asked = tuple(each for each in map(level_of, map(_literal, items)) if each is not None)
        if not asked or len({isinstance(each, str) for each in asked}) > 1 or len(set(asked)) < len(asked):
            outside("levels that are no list of different texts", "write levels=['a', 'b']")
        if any(isinstance(item, Literal) and not isinstance(item.value, str) for item in items):
            outside("a list of levels that are numbers", "leave it out: numbers are in order", python=True)
    if given is None:
        return Coding(), asked
    word = given.function if isinstance(given, Call) else given.name if isinstance(given, Name) else ""
    if word not in _CODINGS:
        outside(f"the coding {shown(spelling(given))}", f"give one of {', '.join(_CODINGS)}")
    name = _CODINGS[word]
    key = "poly coding" if name == "poly" else name
    options: dict[str, Any] = {}
    if isinstance(given, Call):
        options = read_options(given, key, "reference" if word == "Treatment" else "", behind=0)
    turned = bool(options.get("reverse", options.get("backward", True)))
    return Coding(name, options.get("base"), turned, bool(options.get("scale", False))), asked


def read_options(call: Call, key: str, alias: str = "", *, behind: int = 1) -> dict[str, Any]:
    """The arguments of a call behind the first ones, by name, with what they are when not given."""
    known = dict(_OPTIONS[key])
    given = dict(zip(known, call.arguments[behind:], strict=False))
    named = {("base" if name == alias else name): node for name, node in call.named}
    if len(call.arguments) - behind > len(known) or set(named) & set(given) or not set(named) <= set(known):
        strange = next((name for name in named if name not in known), None)
        what = f"the argument {shown(strange)} of {call.function}" if strange else f"such arguments of {call.function}"
        takes = ", ".join(known) or "none but its column"
        outside(what, f"it takes {takes}", python=strange in _PYTHON_ARGUMENTS)
    return {**known, **{name: _literal(node) for name, node in {**given, **named}.items()}}


def _literal(node: Node) -> Any:
    """A number, text, truth, None or list that a call is given."""
    if isinstance(node, Literal):
        return node.value
    if isinstance(node, Name) and not node.quoted and node.name in ("True", "False", "None"):
        return {"True": True, "False": False, "None": None}[node.name]
    if isinstance(node, Prefix) and isinstance(node.inner, Literal) and not isinstance(node.inner.value, str):
        return -node.inner.value if node.sign == "-" else node.inner.value
    if isinstance(node, Listed):
        return [_literal(each) for each in node.items]
    if isinstance(node, Call) and node.function in ("c", "list"):
        outside(f"the argument {shown(spelling(node))}", "write a list as [1, 2]")
    outside(f"the argument {shown(spelling(node))}", "give a number, a text or a list", python=True)


def read_number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        outside(f"the argument {value!r}", "give a number")
    return float(value)
