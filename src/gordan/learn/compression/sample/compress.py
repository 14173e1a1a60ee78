"""`compress`: which examples of a sample its rule is made of."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import cast

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.loop.separate import solve
from gordan.engine.loop.settings import one_of
from gordan.engine.polish.separator import raw_intercept
from gordan.engine.solver import Perceptron, Solver, Terms, named
from gordan.errors import InputError
from gordan.learn.compression.sample.kernel import (
    first_kernel_updates,
    kernel_supports,
    kernel_updates,
    refuse_function,
)
from gordan.learn.compression.sample.reconstruct import linear_rule, nearest, points_of
from gordan.learn.compression.sample.record import Compressed, Scheme
from gordan.learn.compression.sample.support import signed_rows, widest
from gordan.learn.compression.sample.updates import replay, sequential
from gordan.outcome import Claim, KernelSeparator, Outcome, Separable, Separation, Separator
from gordan.problem import Points
from gordan.problem.number import count
from gordan.verify import verify

__all__ = ["claim_of", "compress"]

_CLOSED = 1e-6  # the relative gap up to which an outcome's supports are those of the maximum margin
_LARGEST = float(np.finfo(np.float64).max)


def compress(
    problem: Points,
    outcome: Outcome,
    *,
    scheme: Scheme | None = None,
    solver: Solver | None = None,
    size: int | None = None,
) -> Compressed:
    """The examples that a rule needs, from which `reconstruct` makes the identical rule.

    Parameters
    ----------
    problem : Points
    outcome : Separable, Inseparable or Undecided
        What was found of it. Of the latter two only `size` updates of a perceptron can be kept.
    scheme : {"perceptron", "support"} or None
        "perceptron" keeps the updates of a sequential perceptron: the rule is the outcome's own, bit for bit (in the
        space of a kernel with an intercept but for the rounding of its offset).
        "support" keeps the supports of the maximum margin, at most as many as the rank of the data (one more with an
        intercept); the rule is the outcome's hyperplane computed without rounding and then rounded once. None takes the
        first where a sequential perceptron ended with the outcome's rule, and the second otherwise.
    solver : Solver or None
        The perceptron with its parameters; None takes the one that the outcome was found with.
    size : int or None
        Keep the first so many updates, whatever rule they make: a selection scheme whose size is fixed beforehand.
        Without an intercept only.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[1.0, 2.0], [2.0, 1.0], [-1.0, -3.0], [-4.0, 1.0]], [1, 1, 0, 0], intercept=False)
    >>> kept = gordan.compress(problem, gordan.solve(problem, solver="min-norm-point"))
    >>> kept.size, kept.limit, kept.errors
    (2, 2.0, 0)
    """
    if not isinstance(problem, Points) or not isinstance(outcome, Separation):
        raise InputError("compress takes the points and what was found of them: compress(problem, solve(problem))")
    if problem.implicit:
        refuse_function(problem)
    if problem.positive:
        raise InputError("compress speaks of directions of any sign; pose the points without positive=True")
    scheme = one_of("scheme", scheme, ("perceptron", "support"))
    if solver is not None and not callable(getattr(solver, "candidates", None)):
        raise InputError(f"solver is {solver!r}; give the perceptron itself, such as gordan.solver.Perceptron()")
    chosen = solver or _found_with(outcome)
    if size is not None:
        if scheme == "support":
            raise InputError('size= keeps updates of a perceptron, and scheme is "support"; leave one of them out')
        adding = chosen if solver is not None or sequential(chosen) else Perceptron()
        return _first_updates(problem, adding, count("size", size))
    if not isinstance(outcome, Separable):
        raise InputError(
            f"the points are {outcome.kind}, so that no rule is known to be right on all of them; give size= for the "
            "rule of so many updates"
        )
    if scheme == "support" or (scheme is None and not (sequential(chosen) and outcome.solver == chosen.name)):
        return _by_supports(problem, outcome)
    compressed = _by_updates(problem, outcome, chosen)
    if compressed is not None:
        return compressed
    if scheme is None and solver is None:
        return _by_supports(problem, outcome)
    raise InputError(
        f"running {chosen!r} again does not give the outcome's rule: another solver or a polished candidate did; "
        'give the solver it was found with, or scheme="support"'
    )


def _found_with(outcome: Outcome) -> Solver:
    """The solver that ran, with its parameters; where only its name is known, with the default ones."""
    from gordan.engine.solver import SOLVERS

    if outcome.run is not None and outcome.run.method is not None:
        # A classifier wraps its perceptron, to go on after an earlier fit.
        return cast(Solver, getattr(outcome.run.method, "inner", outcome.run.method))
    return named(outcome.solver) if outcome.solver in SOLVERS else Perceptron()


def _by_updates(problem: Points, outcome: Separable, solver: Solver) -> Compressed | None:
    """The updates, if what they make is the outcome's rule bit for bit."""
    if isinstance(outcome.proof, KernelSeparator):
        return kernel_updates(problem, outcome, solver, most=_most(problem, outcome, solver))
    if not isinstance(outcome.proof, Separator):  # in integers, which no sum of updates was rounded to
        return None
    most = _most(problem, outcome, solver)
    replayed = replay(problem, solver, most=most if sequential(solver) else math.inf)
    between = nearest(problem, outcome) if problem.intercept else ()
    compressed = Compressed.of(problem, replayed.rows, between, limit=most, limited_by=solver.formula)
    rule = linear_rule(compressed)
    same = np.array_equal(rule.direction, outcome.proof.direction) and rule.offset == outcome.proof.offset
    return compressed if same and np.array_equal(rule.centre, outcome.proof.centre) else None


def _most(problem: Points, outcome: Separable, solver: Solver) -> float:
    """The theorem's number of updates."""
    return solver.bound(_terms(problem, outcome.bracket.lower)) if outcome.bracket.lower > 0 else math.inf


def _by_supports(problem: Points, outcome: Separable) -> Compressed:
    if problem.implicit:
        return kernel_supports(problem, outcome)
    best: Outcome = outcome
    if not outcome.bracket.gap <= _CLOSED or not outcome.support.size:
        best = solve(problem, goal="margin", tol=1e-9, start=outcome)
    if not isinstance(best, Separable):
        raise InputError(f"the maximum margin was not found: {best.reason}")
    by = "the rank of the data" + (" and one for the intercept" if problem.intercept else "")
    compressed = Compressed.of(
        problem, tuple(best.support.tolist()), (), limit=math.inf, limited_by=by, scheme="support"
    )
    needed = tuple(compressed.rows[j] for j in widest(points_of(compressed), _weights(best)).kept)
    limit = float(rank_of(problem, len(needed)))
    compressed = Compressed.of(problem, needed, (), limit=limit, limited_by=by, scheme="support")
    if not verify(problem, claim_of(best.classes, linear_rule(compressed))).holds:
        raise InputError(
            "the supports found do not determine the rule to the last digits; solve again with a smaller tol, or with "
            "another solver"
        )
    return compressed


def _weights(outcome: Separable) -> Array:
    assert outcome.weights is not None
    return outcome.weights[outcome.support]


def _first_updates(problem: Points, solver: Solver, size: int) -> Compressed:
    if problem.intercept:
        raise InputError("size= needs intercept=False: give the points a constant column in its place")
    if problem.implicit:
        return first_kernel_updates(problem, solver, size)
    replayed = replay(problem, solver, most=size)
    compressed = Compressed.of(problem, replayed.rows[:size], (), limit=float(size), limited_by="the size given")
    margins = problem.signs * np.asarray(problem.X @ linear_rule(compressed).direction)
    return replace(compressed, errors=int((~(margins > 0)).sum()))


def claim_of(classes: tuple[object, ...], rule: Separator) -> Claim:
    """That a rule separates; the verifier says with which margin."""
    return Claim(
        classes=classes,
        coef=rule.direction,
        intercept=raw_intercept(rule),
        centre=rule.centre,
        offset=rule.offset,
        proof=rule,
    )


def _terms(problem: Points, rho: float) -> Terms:
    canonical = problem.canonical()
    return Terms(
        rho=rho * canonical.scale,
        eps=0.0,
        n=problem.n,
        m=problem.m,
        reach=canonical.reach,
        radius=canonical.radius,
        theta=canonical.cone.theta,
        spread=canonical.cone.spread,
        lifted=canonical.intercept,
        scale=canonical.scale,
    )


_MOST = 20_000  # entries up to which integers are no slower than the rest
_PRIME = 2**61 - 1


def rank_of(problem: Points, supports: int) -> int:
    """The rank of the points, with an intercept of the points lifted by a coordinate 1.

    Of large samples numerically, and never less than the number of supports, which are independent without rounding.
    """
    width = problem.m + int(problem.intercept)
    if problem.n * width > _MOST:
        return max(_numerical(problem), supports)
    from flint import fmpz_mat, nmod_mat

    rows = [[*row, *([1] * problem.intercept)] for row in signed_rows(problem, list(range(problem.n)), signed=False)]
    entries = [entry for row in rows for entry in row]
    # Modulo a prime it is quick, and may fall: what is full there is full.
    folded = int(nmod_mat(problem.n, width, [entry % _PRIME for entry in entries], _PRIME).rank())
    return folded if folded == min(problem.n, width) else int(fmpz_mat(problem.n, width, entries).rank())


def _numerical(problem: Points) -> int:
    X = np.asarray(problem.X.toarray() if hasattr(problem.X, "nnz") else problem.X, dtype=np.float64)
    X = X / (float(np.abs(X).max()) or 1.0)
    return int(np.linalg.matrix_rank(X - X.mean(axis=0) if problem.intercept else X)) + int(problem.intercept)
