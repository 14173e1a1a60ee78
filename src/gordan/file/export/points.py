"""What a proof about points says as a linear system: y(a·w + b) ≥ 1 for the rows of the data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import NamedTuple

from gordan.arithmetic.setting import setting
from gordan.errors import InputError
from gordan.file.export.statement import Constraint, Statement
from gordan.outcome import Cancellation, Domination, Enclosure, IntegerSeparator, Separator
from gordan.problem import Gram, Points

__all__ = ["rows", "statement_of_points"]

_ENTRIES = 1 << 13  # of a stretch of rows: as integers a few megabytes, however many rows there are


def statement_of_points(problem: Points | Gram, proof: object) -> Statement:
    """The rows of the proof with the multipliers that add up to 0 ≥ 1, or all rows with a solution.

    Where the question has w ≥ 0 these are constraints too.

    Raises
    ------
    InputError
        The outcome has no proof in rational numbers.
    """
    if not isinstance(problem, Points) or problem.implicit:
        raise InputError(
            "the points live in a kernel's space, whose hyperplanes are no linear program in the columns; check the "
            "certificate with gordan.verify or `gordan verify`"
        )
    if isinstance(proof, Cancellation | Domination):
        return _refuted(problem, proof)
    if isinstance(proof, Separator | IntegerSeparator):
        return _solved(problem, solution(problem, proof))
    if isinstance(proof, Enclosure):
        raise InputError(
            "the proof is an enclosure, which knows the weights to within a radius; rational ones are needed here, "
            f"so solve again with {setting('proof', 'exact')}"
        )
    raise InputError(
        "the outcome is undecided and has no proof to write; solve again, with more time or another solver"
    )


def _refuted(problem: Points, proof: Cancellation | Domination) -> Statement:
    order = sorted(range(len(proof.support)), key=proof.support.__getitem__)
    support, total = [proof.support[k] for k in order], sum(proof.integers)
    weights = [Fraction(proof.integers[k], total) for k in order]
    # What the weighted rows have below zero in a column, that column's w ≥ 0 takes away.
    below = {k: -value for k, value in _weighted(problem, support, weights).items()} if problem.positive else {}
    one, kind = ("w >= 0 and b", "no such hyperplane") if problem.positive else ("w, b", "no hyperplane")
    words = (
        f"Inseparable: no {one} give every point y(a.w + b) >= 1, so {kind} separates the classes.",
        f"Constraints are {len(support)} of the {problem.n} rows: with no solution of these there is none of all.",
    )
    return _system(problem, words, support, list(below), multipliers=(*below.values(), *weights))


def _weighted(problem: Points, support: list[int], weights: list[Fraction]) -> dict[int, Fraction]:
    """Σ x_j y_j a_j in the columns where it is not zero; that of the intercept is."""
    sums: dict[int, Fraction] = {}
    for row, weight in zip(rows(problem, support), weights, strict=True):
        for k, value in zip(row.columns, row.integers, strict=True):
            sums[k] = sums.get(k, Fraction(0)) + weight * Fraction(value, row.denominator)
    return {k: sums[k] for k in sorted(sums) if sums[k]}


def _solved(problem: Points, plane: list[Fraction]) -> Statement:
    one, kind = ("w >= 0 and b", "such a hyperplane") if problem.positive else ("w, b", "a hyperplane")
    words = (
        f"Separable: some {one} give every point y(a.w + b) >= 1, so {kind} separates the classes.",
        f"Constraints are all {problem.n} rows; the solution is the separator times a power of two.",
    )
    bounds = range(problem.m) if problem.positive else []
    return _system(problem, words, range(problem.n), bounds, solution=tuple(plane))


def _system(
    problem: Points,
    words: tuple[str, ...],
    support: Sequence[int],
    bounds: Sequence[int],
    *,
    solution: tuple[Fraction, ...] | None = None,
    multipliers: tuple[Fraction, ...] | None = None,
) -> Statement:
    """The variables, and as constraints w_k ≥ 0 for the columns of `bounds` and the rows of the support."""
    words += (
        f"rowJ is row J of the data, counted from 0, times its y: 1 for the class {_shown(problem)}, else -1.",
        f"The numbers of the data are taken as {problem.numbers}.",
    )
    if problem.positive:
        words += ("boundK says that column K, counted from 0, has no negative coefficient.",)

    def constraints() -> Iterator[Constraint]:
        for k in bounds:
            yield Constraint(f"bound{k}", "G", Fraction(0), [(k, Fraction(1))])
        for row in rows(problem, support):
            values = (Fraction(each, row.denominator) for each in row.integers)
            yield Constraint(f"row{row.number}", "G", Fraction(1), list(zip(row.columns, values, strict=True)))

    return Statement(
        words,
        tuple(f"w{k}" for k in range(problem.m)) + ("b",) * problem.intercept,
        len(bounds) + len(support),
        constraints,
        single=len(bounds),
        solution=solution,
        multipliers=multipliers,
    )


def _shown(problem: Points) -> str:
    """The positive class in a form that cannot end a comment."""
    return ascii(problem.classes[-1])[:60]


def solution(problem: Points, separator: Separator | IntegerSeparator) -> list[Fraction]:
    """w, and b where there is an intercept, with y(a·w + b) ≥ 1 on every row, without any rounding.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[0.0], [1.0]], ["left", "right"])
    >>> [str(value) for value in solution(problem, gordan.solve(problem).proof)]
    ['2', '-1']
    """
    if isinstance(separator, IntegerSeparator):
        plane = [*map(Fraction, separator.integers), *[separator.offset] * problem.intercept]
    else:
        plane = [Fraction(each) for each in separator.direction.tolist()]
        if problem.intercept:
            shift = (w * Fraction(c) for w, c in zip(plane, separator.centre.tolist(), strict=True))
            plane.append(Fraction(separator.offset) - sum(shift, Fraction(0)))
    factor = _factor(_least(problem, plane))
    return [value * factor for value in plane]


def _least(problem: Points, plane: list[Fraction]) -> Fraction:
    """The least y(a·w + b); over integers, as fractions would be reduced at every product."""
    common = lcm(*(value.denominator for value in plane))
    whole = [int(value * common) for value in plane]
    values = (
        Fraction(sum(a * whole[k] for k, a in zip(row.columns, row.integers, strict=True)), row.denominator)
        for row in rows(problem, range(problem.n))
    )
    return min(values) / common


def _factor(least: Fraction) -> Fraction:
    """The least power of two that takes `least` to 1 or beyond: dyadic numbers stay as short as they were."""
    if least <= 0:
        raise InputError("the separator has a row on the wrong side; give an outcome that the verifier accepts")
    # Two numbers of equal length have a ratio between 1/2 and 2.
    k = least.denominator.bit_length() - least.numerator.bit_length() - 1
    while least * Fraction(2) ** k < 1:
        k += 1
    return Fraction(2) ** k


class Row(NamedTuple):
    """The nonzero coefficients of one constraint, integers over a denominator; the intercept's is the last."""

    number: int
    columns: list[int]
    integers: list[int]
    denominator: int


def rows(problem: Points, S: Sequence[int]) -> Iterator[Row]:
    """The rows S times their signs, a stretch at a time.

    Examples
    --------
    >>> list(rows(Points([[0.5, 0.0], [0.0, 3.0]], [0, 1]), [0]))
    [Row(number=0, columns=[0, 2], integers=[-1, -2], denominator=2)]
    """
    step = max(1, _ENTRIES // problem.m)
    starts = [*range(0, len(S), step), len(S)]
    for part in (S[a:b] for a, b in pairwise(starts)):
        exact = problem.exact_rows(part)
        for j, columns, integers in zip(part, exact.columns, exact.integers, strict=True):
            sign = 1 if problem.signs[j] > 0 else -1
            signed = [sign * each for each in integers]
            if problem.intercept:
                columns, signed = [*columns, problem.m], [*signed, sign * exact.denominator]
            yield Row(j, columns, signed, exact.denominator)
