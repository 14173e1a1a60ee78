"""`write_vipr(path, problem, outcome)`: the proof as a VIPR file, which checkers of linear programs read.

VIPR is the format of Cheung, Gleixner and Steffy, "Verifying Integer Programming Results" (2017); docs/vipr.md has the
details. The text is made line by line: a large table is never one string.

% …                            what it is, for a person
VER 1.1
VAR, INT, OBJ                  w0, w1, … and b, all real; nothing to minimise
CON k j                        w ≥ 0 for j columns, where that is asked for; y(a·w + b) ≥ 1 for the rows named
RTP infeas | range -inf 0      what is to be proved: no solution, or some solution
SOL                            the separator, long enough
DER                            0 ≥ 1 by the cancelling weights
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import NamedTuple

from gordan.arithmetic.fraction import spell_fraction
from gordan.arithmetic.setting import setting
from gordan.errors import InputError
from gordan.file.save import refuse_target, save
from gordan.outcome import Cancellation, Domination, Enclosure, Outcome, Separator
from gordan.problem import Points
from gordan.verify import verify

__all__ = ["lines", "rows", "write_vipr"]

_ENTRIES = 1 << 13  # of a stretch of rows: as integers a few megabytes, however many rows there are


def write_vipr(path: str | os.PathLike[str], problem: Points, outcome: Outcome, *, overwrite: bool = False) -> None:
    """Write the proof of an outcome as a VIPR file, which checkers of linear programs read.

    The file holds the constraints y(a·w + b) ≥ 1 in fractions: all rows with a solution where the points are
    separable, and where they are not, the rows of the proof with the multipliers that add up to 0 ≥ 1. Where the
    question has w ≥ 0 these are constraints too. The same problem and outcome always give the same file.

    Parameters
    ----------
    path
        Where to; usually called .vipr.
    problem : Points
        The raw data.
    outcome : Separable or Inseparable
        What `solve` or `separate` found; an `Enclosure` has no rational weights and is refused.
    overwrite : bool
        Whether a file of this name may be replaced.

    Raises
    ------
    InputError
        The outcome has no rational proof, or the verifier refuses it; the file exists, or cannot be written.

    Examples
    --------
    >>> import pathlib, tempfile, gordan
    >>> problem = gordan.Points([[0.0], [1.0]], ["left", "right"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "apart.vipr")
    ...     gordan.file.write_vipr(path, problem, gordan.solve(problem))
    ...     print(path.read_text().splitlines()[-2])
    separator 2 0 2 1 -1
    """
    target = os.fspath(path)
    refuse_target(target, overwrite=overwrite)
    verdict = verify(problem, outcome)
    if not verdict.holds:
        raise InputError(f"the outcome does not hold ({verdict}); give it with the problem it was found for")
    text = lines(problem, outcome)
    save(target, (f"{line}\n".encode("ascii") for line in text), overwrite=overwrite)


def lines(problem: Points, outcome: Outcome) -> Iterator[str]:
    """The lines of the file that proves the outcome, without their ends.

    Raises
    ------
    InputError
        The outcome has no proof in rational numbers.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[0.0], [1.0], [2.0]], ["out", "in", "out"])
    >>> print(list(lines(problem, gordan.solve(problem)))[-1])
    end G 1 0 { lin 3 0 1/4 1 1/2 2 1/4 } -1
    """
    if not isinstance(problem, Points) or problem.implicit:
        raise InputError(
            "the points live in a kernel's space, whose hyperplanes are no linear program in the columns; check the "
            "certificate with gordan.verify or `gordan verify`"
        )
    if isinstance(outcome.proof, Cancellation | Domination):
        return _refuted(problem, outcome.proof)
    if isinstance(outcome.proof, Separator):
        # Scaled here and not with the first line: what cannot be scaled must not begin a file.
        return _solved(problem, solution(problem, outcome.proof))
    if isinstance(outcome.proof, Enclosure):
        raise InputError(
            "the proof is an enclosure, which knows the weights to within a radius; VIPR needs rational ones, "
            f"so solve again with {setting('proof', 'exact')}"
        )
    raise InputError(
        "the outcome is undecided and has no proof to write; solve again, with more time or another solver"
    )


def _refuted(problem: Points, proof: Cancellation | Domination) -> Iterator[str]:
    order = sorted(range(len(proof.support)), key=proof.support.__getitem__)
    support, total = [proof.support[k] for k in order], sum(proof.integers)
    weights = [Fraction(proof.integers[k], total) for k in order]
    # What the weighted rows have below zero in a column, that column's w ≥ 0 takes away.
    below = {k: -value for k, value in _weighted(problem, support, weights).items()} if problem.positive else {}
    one, kind = ("w >= 0 and b", "no such hyperplane") if problem.positive else ("w, b", "no hyperplane")
    yield f"% Inseparable: no {one} give every point y(a.w + b) >= 1, so {kind} separates the classes."
    yield f"% Constraints are {len(support)} of the {problem.n} rows: with no solution of these there is none of all."
    yield from _system(problem, support, list(below))
    yield from ("RTP infeas", "SOL 0", "DER 1")
    # 0 ≥ 1; the −1 says that no line below it is to come.
    yield f"end G 1 0 {{ lin {_terms(enumerate([*below.values(), *weights]))} }} -1"


def _weighted(problem: Points, support: list[int], weights: list[Fraction]) -> dict[int, Fraction]:
    """Σ x_j y_j a_j in the columns where it is not zero; that of the intercept is."""
    sums: dict[int, Fraction] = {}
    for row, weight in zip(rows(problem, support), weights, strict=True):
        for k, value in zip(row.columns, row.integers, strict=True):
            sums[k] = sums.get(k, Fraction(0)) + weight * Fraction(value, row.denominator)
    return {k: sums[k] for k in sorted(sums) if sums[k]}


def _solved(problem: Points, plane: list[Fraction]) -> Iterator[str]:
    one, kind = ("w >= 0 and b", "such a hyperplane") if problem.positive else ("w, b", "a hyperplane")
    yield f"% Separable: some {one} give every point y(a.w + b) >= 1, so {kind} separates the classes."
    yield f"% Constraints are all {problem.n} rows; the solution is the separator times a power of two."
    yield from _system(problem, range(problem.n), range(problem.m) if problem.positive else [])
    yield from ("RTP range -inf 0", "SOL 1")
    yield f"separator {_terms((k, value) for k, value in enumerate(plane) if value)}"
    yield "DER 0"


def _system(problem: Points, support: list[int] | range, bounds: Sequence[int]) -> Iterator[str]:
    """The variables, and as constraints w_k ≥ 0 for the columns of `bounds` and the rows of the support."""
    yield f"% rowJ is row J of the data, counted from 0, times its y: 1 for the class {_shown(problem)}, else -1."
    yield f"% The numbers of the data are taken as {problem.numbers}."
    names = [f"w{k}" for k in range(problem.m)] + ["b"] * problem.intercept
    if problem.positive:
        yield "% boundK says that column K, counted from 0, has no negative coefficient."
    yield from ("VER 1.1", f"VAR {len(names)}", *names, "INT 0", "OBJ min", "0")
    yield f"CON {len(bounds) + len(support)} {len(bounds)}"
    for k in bounds:
        yield f"bound{k} G 0 1 {k} 1"
    for row in rows(problem, support):
        values = (Fraction(each, row.denominator) for each in row.integers)
        yield f"row{row.number} G 1 {_terms(zip(row.columns, values, strict=True))}"


def _terms(pairs: Iterable[tuple[int, Fraction]]) -> str:
    """How many there are, then each index with its value, as the format lists every vector.

    Fractions are in lowest terms, as some readers do not reduce them.
    """
    listed = [f"{index} {spell_fraction(value)}" for index, value in pairs]
    return " ".join([str(len(listed)), *listed])


def _shown(problem: Points) -> str:
    """The positive class in a form that cannot end a comment."""
    return ascii(problem.classes[-1])[:60]


def solution(problem: Points, separator: Separator) -> list[Fraction]:
    """w, and b where there is an intercept, with y(a·w + b) ≥ 1 on every row, without any rounding.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[0.0], [1.0]], ["left", "right"])
    >>> [str(value) for value in solution(problem, gordan.solve(problem).proof)]
    ['2', '-1']
    """
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
