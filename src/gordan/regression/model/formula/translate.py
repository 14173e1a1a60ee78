"""Expressions and factors of a formula, translated into those of a description; means and knots come from the data."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gordan.errors import InputError
from gordan.file.table.wording import shown
from gordan.problem.description import (
    Carried,
    ColumnOf,
    Constant,
    Expression,
    Factor,
    Level,
    NumberFactor,
    Operation,
    Polynomial,
    Spline,
)
from gordan.problem.description.limit import DEGREE, POWER, refuse_beyond
from gordan.regression.model.block import level_of, natural_splines
from gordan.regression.model.column import Column
from gordan.regression.model.evaluate import evaluate, evaluate_number
from gordan.regression.model.formula.advice import CUTS, FACTORS, FUNCTIONS, SCALED, columns_in, outside
from gordan.regression.model.formula.coding import Coding, fit_polynomials, read_coding, read_number, read_options
from gordan.regression.model.formula.node import Call, Infix, Literal, Name, Node, Prefix, spelling
from gordan.regression.model.formula.term import FormulaFactor
from gordan.regression.model.rebuild import refuse_twice

__all__ = ["Translator"]

_SIGNS = {"&": "and", "|": "or"}


class Translator:
    """Formulas over the columns of `cells`; `whole` are those that came as integers, whose levels have no point."""

    def __init__(self, cells: Mapping[str, Column], whole: set[str], n: int) -> None:
        self.cells, self.whole, self.n = cells, whole, n

    def spans(self, factor: FormulaFactor) -> bool:
        """Whether the columns of the factor add up to a constant: all levels, or all splines."""
        node = factor.node
        if isinstance(node, Call) and node.function == "bs":
            return bool(read_options(node, "bs")["include_intercept"])
        return self._levelled(node) is not None

    def factor(self, factor: FormulaFactor, *, reduced: bool) -> Factor:
        """The factor of a description that this one stands for; reduced, it has a column less."""
        node = factor.node
        levelled = self._levelled(node)
        if levelled is not None:
            return self._levels(factor.name, *levelled, reduced=reduced)
        if isinstance(node, Call) and node.function == "poly":
            return self._polynomial(factor.name, node)
        if isinstance(node, Call) and node.function == "bs":
            return self._spline(factor.name, node, reduced=reduced)
        if isinstance(node, Call) and node.function == "ns":
            return self._natural(factor.name, node)
        inner = node.arguments[0] if isinstance(node, Call) and node.function == "I" else node
        value = self.expression(inner)
        if not columns_in(inner):
            outside(f"{shown(factor.name)} without a column", "name one in it, or leave it out")
        evaluate_number(value, self.cells, self.n)  # so that what is no number is refused here
        return NumberFactor((factor.name,), value)

    def expression(self, node: Node) -> Expression:
        """The expression of a description."""
        if isinstance(node, Name):
            return ColumnOf(node.name)
        if isinstance(node, Literal):
            return Constant(node.value if isinstance(node.value, str) else float(node.value))
        if isinstance(node, Prefix):
            inner = self.expression(node.inner)
            if isinstance(inner, Constant) and isinstance(inner.value, float):
                return Constant(-inner.value if node.sign == "-" else inner.value)
            return Operation("minus", (inner,)) if node.sign == "-" else inner
        if isinstance(node, Infix):
            if node.sign == "**":
                return self._power(node)
            return Operation(
                _SIGNS.get(node.sign, node.sign), (self.expression(node.left), self.expression(node.right))
            )
        if isinstance(node, Call):
            return self._call(node)
        outside("a list where a number was expected", "lists are for levels=[…] and knots=[…]")

    def _call(self, node: Call) -> Expression:
        if node.function in SCALED:
            return self._scaled(node)
        if node.function in CUTS:
            return self._interval(node)[0]
        if len(node.arguments) != 1 or node.named:
            outside(f"other arguments of {node.function} than one", "give it one")
        if node.function == "Q":
            return ColumnOf(next(iter(columns_in(node))))
        inner = self.expression(node.arguments[0])
        if node.function == "I":
            return inner
        if node.function == "np.square":
            return Operation("*", (inner, inner))
        if node.function in FUNCTIONS:
            return Operation(FUNCTIONS[node.function], (inner,))
        outside(f"{node.function} inside of an expression", f"make it a term, such as x:{spelling(node)}")

    def _power(self, node: Infix) -> Expression:
        exponent = self.expression(node.right)
        value = exponent.value if isinstance(exponent, Constant) else None
        if value == 0.5:
            return Operation("sqrt", (self.expression(node.left),))
        if not isinstance(value, float) or value != int(value) or abs(value) > POWER:
            outside(
                f"the power {shown(spelling(node.right))}",
                f"give a whole number from {-POWER} to {POWER}, or 0.5",
                python=True,
            )
        return Operation("power", (self.expression(node.left), Constant(value)))

    def _scaled(self, node: Call) -> Expression:
        """x − c, or (x − c)/s, with the mean and deviation of these rows."""
        options = read_options(node, node.function)
        value = self.expression(node.arguments[0])
        if not columns_in(node.arguments[0]):
            outside(f"{node.function} of a constant", "give it a column")
        x = evaluate_number(value, self.cells, self.n)
        centre, scale = options.get("center", True), options.get("scale", options.get("rescale", False))
        if centre is not False:
            mean = float(np.mean(x)) if centre is True else read_number(centre)
            value, x = Operation("-", (value, _finite(mean))), x - mean
        if scale is not False:
            with np.errstate(all="ignore"):
                spread = np.sqrt(np.sum(x**2) / (x.size - read_number(options["ddof"])))
            value = Operation("/", (value, _finite(float(spread) if scale is True else read_number(scale))))
        return value

    def _levelled(self, node: Node) -> tuple[Node, Call | None] | None:
        """The expression whose levels count, and the call of C with its options; None for a numeric factor."""
        if isinstance(node, Call) and node.function in FACTORS:
            return node.arguments[0], node
        if isinstance(node, Call) and node.function in CUTS:
            return node, None
        inner = node.arguments[0] if isinstance(node, Call) and node.function == "I" else node
        if isinstance(inner, Call) and inner.function == "Q":
            inner = Name(next(iter(columns_in(inner))), quoted=True)
        if isinstance(inner, Name) and inner.name in self.cells and self.cells[inner.name].text:
            return inner, None
        return None

    def _levels(self, name: str, node: Node, call: Call | None, *, reduced: bool) -> Factor:
        value = self.expression(node)
        coding, asked = read_coding(call) if call is not None else (Coding(), None)
        levels, words = self._level_list(node, value) if asked is None else (asked, list(map(str, asked)))
        refuse_beyond(len(levels), "LEVELS", f"levels in the factor {shown(name)}", "merge some")
        if len(levels) < 2:
            only = f"({shown(words[0])})" if words else ""
            raise InputError(
                f"the factor {name} has one level only {only} in the {self.n:,} rows that are used; a factor "
                "needs two: drop it from the formula"
            )
        refuse_twice(words, f"levels of the factor {name}")
        if coding.base is not None and level_of(coding.base) not in levels:
            raise InputError(f"the level {shown(str(coding.base))} is not one of {name}; give one that occurs")
        if coding.base is not None:
            coding = Coding(coding.name, level_of(coding.base))
        if coding.name not in ("treatment", "SAS") and len(levels) > DEGREE * DEGREE:
            refuse_beyond(len(levels) ** 2, "COLUMNS", f"entries in the coding of {name}", "merge levels")
        return coding.columns(name, value, levels, words, reduced=reduced)

    def _level_list(self, node: Node, value: Expression) -> tuple[tuple[Level, ...], list[str]]:
        """The levels in order, and how they are called."""
        given = evaluate(value, self.cells)
        if isinstance(node, Call) and node.function in CUTS:
            _, breaks = self._interval(node)
            there = [int(k) for k in np.unique(given.values).tolist()]
            return tuple(map(float, there)), [f"({breaks[k - 1]:.4g}, {breaks[k]:.4g}]" for k in there]
        declared = self.cells[value.name].levels if isinstance(value, ColumnOf) else None
        if given.kind == "truth":
            distinct = np.unique(given.values).tolist()
            return tuple(float(v) for v in distinct), [str(v) for v in distinct]
        if given.kind == "number":
            numbers = [v for v in np.unique(given.values).tolist() if v == v]
            words = [str(int(v)) if self._is_whole(node) else str(v) for v in numbers]
            return tuple(numbers), words
        try:
            originals = list(declared) if declared is not None else sorted(set(given.values.tolist()))
        except TypeError:
            outside("levels without an order", "make the column all text or all numbers", python=True)
        levels = [level_of(v) for v in originals]
        if any(v is None for v in levels) or len({isinstance(v, str) for v in levels}) > 1:
            outside("levels that are neither texts nor numbers", "rename them", python=True)
        return tuple(v for v in levels if v is not None), [str(v) for v in originals]

    def _is_whole(self, node: Node) -> bool:
        """Whether the expression of integers is one: what decides how its levels are called."""
        if isinstance(node, Name):
            return node.name in self.whole
        if isinstance(node, Literal):
            return isinstance(node.value, int)
        if isinstance(node, Prefix):
            return self._is_whole(node.inner)
        if isinstance(node, Infix):
            return node.sign in ("+", "-", "*", "**") and self._is_whole(node.left) and self._is_whole(node.right)
        if isinstance(node, Call) and node.function == "Q":
            return columns_in(node) <= self.whole
        inside = isinstance(node, Call) and node.function in ("I", "np.abs", "np.absolute", "np.sign", "np.square")
        return inside and isinstance(node, Call) and self._is_whole(node.arguments[0])

    def _interval(self, node: Call) -> tuple[Expression, list[float]]:
        """Which interval (a, b] a number lies in, counted from 1, as a sum of comparisons; and the ends of all."""
        options = read_options(node, "cut")
        value = self.expression(node.arguments[0])
        x = evaluate_number(value, self.cells, self.n)
        low, high = float(np.nanmin(x)), float(np.nanmax(x))
        asked = options["bins"]
        if isinstance(asked, int) and 1 < asked <= DEGREE * DEGREE and low < high:
            breaks = np.linspace(low, high, asked + 1).tolist()
            breaks[0] -= (high - low) * 0.001  # so that the least number is inside, as in pandas
        elif isinstance(asked, tuple | list) and 1 < len(asked) <= DEGREE * DEGREE:
            breaks = [read_number(each) for each in asked]
        else:
            outside(f"the intervals of {node.function}", f"write their ends, as in {node.function}(x, [0, 10, 20])")
        if breaks != sorted(set(breaks)):
            outside(f"ends of {node.function} that do not rise", "give each once, in order")
        if low <= breaks[0] or high > breaks[-1]:
            raise InputError(
                f"{shown(spelling(node))} has ends from {breaks[0]:g} to {breaks[-1]:g}, and the numbers go from "
                f"{low:g} to {high:g}; a number that lies in no interval (a, b] has no level: give further ends"
            )
        total: Expression = Operation("*", (Constant(1.0), Operation(">", (value, Constant(breaks[0])))))
        for end in breaks[1:-1]:
            total = Operation("+", (total, Operation(">", (value, Constant(end)))))
        return total, breaks

    def _natural(self, name: str, node: Call) -> Carried:
        """A natural cubic spline: knots at quantiles, linear beyond the ends; its numbers stand in the description."""
        options = read_options(node, "ns")
        df, inner = options["df"], options["knots"]
        x = evaluate_number(self.expression(node.arguments[0]), self.cells, self.n)
        if (df is None) == (inner is None) or not (df is None or (isinstance(df, int) and 1 <= df <= DEGREE)):
            outside("such arguments of ns", f"give it df, from 1 to {DEGREE}, or knots")
        refuse_beyond((df or len(inner) + 1) * self.n, "CARRIED", "carried values", "write bs in place of ns")
        columns = natural_splines(x, df, None if inner is None else [read_number(each) for each in inner])
        names = tuple(f"{name}[{j}]" for j in range(1, columns.shape[1] + 1))
        return Carried(names, tuple(tuple(column.tolist()) for column in columns.T))

    def _polynomial(self, name: str, node: Call) -> Polynomial:
        degree = read_options(node, "poly")["degree"]
        if not isinstance(degree, int) or not 1 <= degree <= DEGREE:
            outside(f"the degree {degree!r}", f"give a whole number from 1 to {DEGREE}")
        value = self.expression(node.arguments[0])
        alpha, norms = fit_polynomials(evaluate_number(value, self.cells, self.n), degree)
        if not np.isfinite([*alpha, *norms]).all() or min(norms) <= 0:
            raise InputError(f"{name} has a degree beyond the different numbers of its column; lower it")
        return Polynomial(tuple(f"{name}[{k}]" for k in range(1, degree + 1)), value, alpha, norms)

    def _spline(self, name: str, node: Call, *, reduced: bool) -> Spline:
        options = read_options(node, "bs")
        degree, df, inner = options["degree"], options["df"], options["knots"]
        value = self.expression(node.arguments[0])
        x = evaluate_number(value, self.cells, self.n)
        first = 1 - bool(options["include_intercept"])
        if not isinstance(degree, int) or not 0 <= degree <= DEGREE or (df is not None and inner is not None):
            outside("such arguments of bs", f"give it a degree from 0 to {DEGREE}, and either df or knots")
        if df is not None and not (isinstance(df, int) and 0 <= df - degree - 1 + first <= DEGREE * DEGREE):
            least = degree + 1 - first
            outside(
                f"{df!r} degrees of freedom of a spline of degree {degree}",
                f"give a whole number from {least} to {least + DEGREE * DEGREE}",
            )
        knots = np.array([read_number(each) for each in inner or ()])
        if df is not None:
            knots = np.quantile(x, np.linspace(0, 1, df - degree + 1 + first))[1:-1]
        ends = [float(x.min())] * (degree + 1), [float(x.max())] * (degree + 1)
        every = (*ends[0], *knots.tolist(), *ends[1])
        if list(every) != sorted(every) or not np.isfinite(every).all():
            outside(
                "knots that do not rise within the range of their column",
                f"give rising ones from {x.min():g} to {x.max():g}",
            )
        functions = tuple(range(max(first, int(reduced)), len(every) - degree - 1))
        return Spline(tuple(f"{name}[{k}]" for k in functions), value, every, degree, functions)


def _finite(value: float) -> Constant:
    if not np.isfinite(value):
        raise InputError("a column to be centred or scaled has no finite mean or spread; check its numbers")
    return Constant(value)
