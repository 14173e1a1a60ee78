"""The rows that decide: those nearest to the hyperplane, or those that cancel."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array
from gordan.cli.digits import brief, counted, percent
from gordan.cli.question import place
from gordan.cli.sheet import Sheet, lay_out
from gordan.cli.sides import Sides
from gordan.engine.decision import decision_function, integer_length
from gordan.file.table import Table
from gordan.outcome import (
    Cancellation,
    Domination,
    Enclosure,
    Inseparable,
    IntegerKernelSeparator,
    Outcome,
    Rows,
    Separable,
)
from gordan.problem import Points
from gordan.problem.kernel import diagonal

if TYPE_CHECKING:
    from gordan.cli.answer import Answer

__all__ = ["cancelling", "distances", "nearest", "whose"]

_SHOWN = 12  # rows of a certificate; in many dimensions it has as many as columns
_SMALL = 10**9  # integer weights up to here are read more easily than decimals
_ROUNDED = 0.5e-3  # relatively, what a weight may lose when it is shown with four digits


def nearest(answer: Answer, width: int) -> tuple[str, Sheet, list[str]] | None:
    """The rows nearest to the hyperplane on either side, with their distance; below zero is the wrong side.

    Of separable points also the weights that bound the margin from above, and the heaviest rows that carry them.
    """
    table, problem, outcome, sides = answer.table, answer.problem, answer.outcome, answer.sides
    if (outcome.coef is None and outcome.dual_coef is None) or not outcome.nearest:
        return None
    weights = outcome.weights if isinstance(outcome, Separable) else None
    rows = _heaviest(outcome.nearest, weights)
    X = problem.rows(rows.tolist())
    distance = distances(problem, outcome, rows)
    order = np.lexsort((distance, -sides.turn * problem.signs[rows]))
    rows, X, distance = rows[order], X[order], distance[order]
    said = [*whose(table, problem, sides, rows), ("distance", [brief(v) for v in distance.tolist()])]
    title, hidden = "The rows nearest to the hyperplane:", []
    if weights is not None:
        title = "The rows nearest to the hyperplane, and the weights that bound its margin:"
        said.insert(0, ("weight", [brief(v, 3) for v in weights[rows].tolist()]))
        more = int(np.count_nonzero(weights) - np.count_nonzero(weights[rows]))
        hidden = [counted(more, "more row") + " with weight"] if more else []
    elif not isinstance(outcome, Separable):
        title = "The rows that fit the best hyperplane found least (negative: on the wrong side):"
    importance = np.abs(X).max(axis=0) if outcome.coef is None else np.abs(outcome.coef)
    return title, lay_out(table, said, X, importance=importance, width=width), hidden


def _heaviest(nearest: Sequence[int], weights: Array | None) -> Rows:
    """The nearest rows, and where there is room the heaviest of the others."""
    if weights is None:
        return np.array(nearest)
    others = np.setdiff1d(np.flatnonzero(weights), nearest)
    others = others[np.argsort(-weights[others], kind="stable")][: max(_SHOWN - len(nearest), 0)]
    return np.concatenate([np.array(nearest, dtype=np.int64), others])


def cancelling(answer: Answer, outcome: Inseparable, width: int) -> tuple[str, Sheet, list[str]]:
    """The certificate: how its rows cancel, the heaviest of them, and what is not shown."""
    table, problem, sides = answer.table, answer.problem, answer.sides
    proof = outcome.proof
    assert isinstance(proof, Cancellation | Domination | Enclosure)
    support = np.array(proof.support)
    assert outcome.weights is not None
    weights = outcome.weights[support]
    heaviest = np.argsort(-weights, kind="stable")[:_SHOWN]
    order = heaviest[np.argsort(-sides.turn * problem.signs[support[heaviest]], kind="stable")]
    rows = support[order]
    whole = isinstance(proof, Cancellation | Domination)
    integers = proof.integers if not isinstance(proof, Enclosure) and max(proof.integers) < _SMALL else None
    heavy = [brief(weights[i]) if integers is None else f"{integers[i]:,}" for i in order.tolist()]
    said = [("weight", heavy), *whose(table, problem, sides, rows)]
    # Of images there is no sum that a table could show.
    shares = weights if integers is None else np.array(integers, dtype=np.float64)
    last = None if problem.implicit else _total(problem, support, shares, sides)
    shown = problem.rows(rows.tolist())
    # Where not all columns fit, those with the greatest values say most of what has to cancel.
    importance = np.abs(shown).max(axis=0)
    sheet = lay_out(table, said, shown, importance=importance, last=last, width=width)
    hidden = [counted(support.size - rows.size, "more row")] if rows.size < support.size else []
    if integers is None:
        hidden.append("the weights as integers" if whole else "the bounds of the weights")
    return _how(table, problem, proof, sides), sheet, hidden


def whose(table: Table, problem: Points, sides: Sides, rows: Rows) -> list[tuple[str, list[str]]]:
    """The first columns of a sheet of these rows: their lines in the file and their classes."""
    below = "other" if sides.against_rest else sides.below or ""
    names = [sides.above if sides.turn * sign > 0 else below for sign in problem.signs[rows].tolist()]
    return [(place(table), [str(line) for line in table.lines[rows].tolist()]), (sides.label, names)]


def _total(problem: Points, support: Array, weights: Array, sides: Sides) -> tuple[list[str], Array]:
    """With an intercept the point that both classes' weighted means share; without, the signed sum, which is 0.

    Of a domination both are signed sums, in which no column is above 0.
    """
    if problem.positive:
        signed = weights * problem.signs[support]
        return ["", "", "signed sum"], np.minimum(signed @ problem.rows(support.tolist()), 0.0)
    if not problem.intercept:
        return ["", "", "signed sum"], np.zeros(problem.m)
    above = sides.turn * problem.signs[support] > 0
    share = weights[above] / weights[above].sum()
    return ["", "", "both means"], share @ problem.rows(support[above].tolist())


def _how(table: Table, problem: Points, proof: Cancellation | Domination | Enclosure, sides: Sides) -> str:
    """What the cancellation of these rows, or of their images in the space of a kernel, shows."""
    lines = [str(line) for line in table.lines[list(proof.support)].tolist()]
    if isinstance(proof, Domination):
        rows = "This row" if len(lines) == 1 else f"These {len(lines):,} rows, with these weights"
        sums = f"with {sides.other()} counted negative the weighted sum is" if sides.below is not None else "the sum is"
        return f"{rows}: {sums} above zero in no column, so no hyperplane without negative coefficients will do."
    space = f" in the space of {problem.space}" if problem.implicit else ""
    where = place(table).capitalize()
    if len(lines) == 2 and _same_point(problem, proof):
        return f"{where}s {lines[0]} and {lines[1]} are the same point with different labels."
    if len(lines) == 1:
        return f"{where} {lines[0]} is the origin{space}, through which every such hyperplane passes."
    if problem.implicit:
        these = f"The images of these {len(lines):,} rows, with these weights, cancel exactly{space}"
        return f"{these}: no hyperplane parts them."
    these = f"These {len(lines):,} rows, with these weights, cancel exactly"
    if isinstance(proof, Enclosure):
        near = percent(proof.spread + _ROUNDED)
        these = f"These {len(lines):,} rows cancel exactly, with positive weights within {near} of those shown"
    if problem.intercept:
        return f"{these}: {sides.where()} and {sides.other()} have the same weighted mean, so no hyperplane parts them."
    if sides.below is None:
        return f"{these}: their weighted sum is zero, so no hyperplane has all of them on one side."
    return f"{these}: with {sides.other()} counted negative their weighted sum is zero, so no hyperplane parts them."


def _same_point(problem: Points, proof: Cancellation | Enclosure) -> bool:
    """Whether two rows that cancel are equal; with an intercept, two rows cancel only then."""
    if not problem.implicit:
        return problem.intercept
    first, second = problem.rows(list(proof.support))
    return bool(np.array_equal(first, second))


@np.errstate(all="ignore")
def distances(problem: Points, outcome: Outcome, rows: Rows) -> Array:
    """Signed distances of these rows, for a reader: below zero is the wrong side."""
    X = problem.rows(rows.tolist())
    values = problem.signs[rows] * decision_function(problem, outcome, X)
    if not problem.implicit:
        assert outcome.coef is not None
        order = 1 if problem.positive else 2  # of the norm of coefficients; that of points is its dual
        lengths = np.linalg.norm(X, np.inf if problem.positive else 2, axis=1) if problem.normalise else 1.0
        return np.asarray(values / np.linalg.norm(outcome.coef, order) / lengths)
    lengths = np.sqrt(diagonal(problem.kernel, X)) if problem.normalise else 1.0
    return np.asarray(values / _length(problem, outcome) / lengths)


def _length(problem: Points, outcome: Outcome) -> float:
    """‖w‖ in the kernel's space, where ‖w‖² = Σ c_j f(x_j) without the offset."""
    if isinstance(outcome.proof, IntegerKernelSeparator):
        return integer_length(problem, outcome.proof)
    c = outcome.dual_coef
    assert c is not None
    S = np.flatnonzero(c)
    X = problem.X[S]
    offset = float(outcome.offset) * (np.sqrt(diagonal(problem.kernel, X)) if problem.normalise else 1.0)
    square = float(c[S] @ (decision_function(problem, outcome, X) - offset))
    return math.sqrt(max(square, 0.0))
