"""`separate` and `solve`: one line from data to a proved answer."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal

from gordan.arithmetic.deadline import deadline, now, overtime, seconds_left
from gordan.arithmetic.setting import setting
from gordan.engine.loop.checkpoint import Checkpoint
from gordan.engine.loop.choice import choose_solver, is_polished
from gordan.engine.loop.depth import deepen, refuse_shallow
from gordan.engine.loop.evidence import Evidence
from gordan.engine.loop.loop import Loop
from gordan.engine.loop.settings import Budget, Settings, Start, one_of, positive_number, read_start, watchers_of, whole
from gordan.engine.loop.small import answer_small
from gordan.engine.solver import MinNormPoint, Solver
from gordan.engine.watch import Audience, Watcher
from gordan.errors import InputError, OverBudget
from gordan.outcome import Bracket, Claim, Code, Outcome, Reason, Run, Undecided
from gordan.problem import Conic, Gram, Points
from gordan.problem.numbers import Numbers

__all__ = ["separate", "solve"]

Goal = Literal["decide", "margin"]
Watch = Watcher | Literal["log", "progress"] | Sequence[Watcher] | None


def separate(
    X: Any,
    y: Any,
    *,
    intercept: bool = True,
    normalise: bool = False,
    positive: bool = False,
    solver: str | Solver = "auto",
    goal: Goal | None = None,
    tol: float = 1e-6,
    eps: float = 1e-6,
    proof: Literal["rounded", "exact"] = "rounded",
    numbers: Numbers = "binary",
    kernel: Any = None,
    gamma: Any = "scale",
    degree: int = 3,
    coef0: float = 0.0,
    polish: bool | None = None,
    depth: bool = False,
    start: Outcome | None = None,
    rows: Sequence[int] | None = None,
    max_iter: int | None = None,
    max_seconds: float | None = None,
    random_state: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    watch: Watch = None,
) -> Outcome:
    """Can a hyperplane separate the two classes, and what is the proof?

    Parameters
    ----------
    X : array, sparse matrix or data frame, shape (n, m)
        Points, one per row.
    y : sequence of n labels
        Two classes; the second in sorted order is the positive one.
    intercept : bool
        Whether the hyperplane may miss the origin.
    normalise : bool
        Whether points are scaled to unit length, so that the margin is an angle; needs `intercept=False`.
    positive : bool
        Whether the hyperplane may have no negative coefficient (its intercept may); the margin is then that of
        coefficients with the sum 1.
    solver : str or Solver
        An algorithm by name (`gordan solvers` lists them), or a configured one such as `MirrorProx(adaptive=False)`.
    goal : {"decide", "margin"} or None
        Stop at the first proof, or go on to the maximum margin. None decides with the papers' algorithms and
        maximises with the exact ones.
    tol : float
        Relative gap of the margin at which "margin" is content.
    eps : float
        Level of ‖Ax‖, relative to the longest point, at which the papers' algorithms stop undecided.
    proof : {"rounded", "exact"}
        Whether rigorous floating bounds may settle signs and enclose weights, or integers must.
    numbers : {"binary", "decimal"}
        What a double stands for: its binary value, or the shortest decimal that rounds to it.
    kernel, gamma, degree, coef0
        The space in which points are separated, as in scikit-learn: "poly", "rbf", "laplacian" or a function.
    polish : bool or None
        Whether candidates are polished into proofs while the algorithm runs, as in `solve`.
    depth : bool
        Whether, where points do not separate, an upper end of the margin below 0 is sought and proved, as in `solve`.
    start : Outcome or None
        An earlier answer to begin with; `rows` says where its rows are now.
    rows : sequence of int or None
        For every row of the data that `start` answers, its number in the present data, -1 where it is gone.
    max_iter, max_seconds : int, float or None
        Budgets; reaching one gives `Undecided`, or `Separable` with the bracket found so far.
    random_state : int or None
        Seeds a solver that shuffles.
    checkpoint : path or None
        Where what is known is kept after each pass, of data in memory at most once a second and at the end, and taken
        up again by a run that finds it there; one about other data is refused.
    watch : Watcher, sequence of them, "log", "progress" or None
        Who looks on.

    Returns
    -------
    Separable, Inseparable or Undecided

    Examples
    --------
    >>> import gordan
    >>> gordan.separate([[0.0], [1.0], [3.0], [4.0]], ["low", "low", "high", "high"]).kind
    'separable'
    >>> outcome = gordan.separate([[0.0], [1.0], [2.0]], [0, 1, 0])
    >>> outcome.kind, outcome.support.tolist(), outcome.weights.tolist()
    ('inseparable', [0, 1, 2], [0.25, 0.5, 0.25])
    >>> gordan.separate([[0.0], [1.0], [2.0]], [0, 1, 0], kernel="poly", degree=2, coef0=1.0).kind
    'separable'
    """
    began = now()
    with deadline(_seconds(max_seconds)):
        try:
            with overtime():
                problem = Points(
                    X,
                    y,
                    intercept=intercept,
                    normalise=normalise,
                    positive=positive,
                    numbers=numbers,
                    kernel=kernel,
                    gamma=gamma,
                    degree=degree,
                    coef0=coef0,
                )
        except OverBudget as problem_not_posed:
            return _not_begun(problem_not_posed, solver, began)
        return solve(
            problem,
            solver=solver,
            goal=goal,
            tol=tol,
            eps=eps,
            proof=proof,
            polish=polish,
            depth=depth,
            start=start,
            rows=rows,
            max_iter=max_iter,
            max_seconds=max_seconds,
            random_state=random_state,
            checkpoint=checkpoint,
            watch=watch,
        )


def solve(
    problem: Points | Gram | Conic,
    *,
    solver: str | Solver = "auto",
    goal: Goal | None = None,
    tol: float = 1e-6,
    eps: float = 1e-6,
    proof: Literal["rounded", "exact"] = "rounded",
    polish: bool | None = None,
    depth: bool = False,
    start: Outcome | None = None,
    rows: Sequence[int] | None = None,
    max_iter: int | None = None,
    max_seconds: float | None = None,
    random_state: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    watch: Watch = None,
) -> Outcome:
    """Answer a problem.

    Parameters
    ----------
    problem : Points, Gram or Conic
        The question.
    solver : str or Solver
        An algorithm by name (`gordan solvers` lists them), or a configured one such as `MirrorProx(adaptive=False)`.
    goal : {"decide", "margin"} or None
        Stop at the first proof, or go on to the maximum margin. None decides with the papers' algorithms and
        maximises with the exact ones. Sequential perceptrons end by themselves, with the share of the margin that
        their theorem promises.
    tol : float
        Relative gap of the margin at which "margin" is content.
    eps : float
        Level of ‖Ax‖, relative to the longest point, at which the papers' algorithms stop undecided.
    proof : {"rounded", "exact"}
        Whether rigorous floating bounds may settle the signs of a separator and enclose cancelling weights, or
        integers must. Of kernels only "poly" and a matrix of products have values that integers hold.
    polish : bool or None
        True polishes candidates into proofs while the algorithm runs, which often ends it early, with another
        direction than its own. False runs it as published: its own exits, counts and vectors. When it has ended its
        direction is verified, and its weights are turned into a proof once; what that does not prove is `Undecided`.
        None polishes with "auto" and the finite methods and leaves the papers' algorithms as they are.
    depth : bool
        Whether, where points do not separate, it is also proved how far rows must be on the wrong side of any
        hyperplane, by a ball inside the hull of the signed points: the upper end of the bracket is then below 0.
        Takes four linear programs for every column. Not in the space of a kernel and not for w ≥ 0.
    start : Outcome or None
        An earlier answer, to the same question or one with more, fewer or other points; its hyperplane is the first
        candidate and prices the first pass.
    rows : sequence of int or None
        For every row of the data that `start` answers, its number in the present data, -1 where it is gone: then its
        weights are taken over too. Without it they are where both have equally many rows.
    max_iter, max_seconds : int, float or None
        Budgets; reaching one gives `Undecided`, or `Separable` with the bracket found so far. Iterations are looked
        at after every candidate, which for sequential algorithms means after every pass, and for the compiled active
        sets that "auto" takes for millions of dense numbers after every set, of some hundred iterations; seconds, which
        cover polishing and verification too, after every product with the data. They may be overstayed by a tenth or
        half a second, to verify what is known.
    random_state : int or None
        Seeds a solver that shuffles.
    checkpoint : path or None
        Where what is known is kept after each pass, of data in memory at most once a second and at the end, and taken
        up again by a run that finds it there; one about other data is refused.
    watch : Watcher, sequence of them, "log", "progress" or None
        Who looks on.

    Examples
    --------
    >>> import gordan
    >>> outcome = gordan.solve(gordan.Points([[0.0], [2.0]], [0, 1]), solver="min-norm-point")
    >>> round(outcome.bracket.lower, 6), outcome.verdict.holds
    (1.0, True)
    """
    began = now()
    deep = refuse_shallow(problem) if depth else None
    with deadline(_seconds(max_seconds)):
        try:
            problem, begun = _posed(problem, start, rows)
            resumed = begun is not None
            chosen, note = choose_solver(problem, solver, goal=goal, resumed=resumed, random_state=random_state)
            settings = Settings(
                goal=one_of("goal", goal, ("decide", "margin")) or ("margin" if chosen.exact else "decide"),
                tol=positive_number("tol", tol),
                eps=positive_number("eps", eps),
                proof=one_of("proof", proof, ("rounded", "exact")) or "rounded",
                polish=is_polished(chosen, solver, polish),
            )
            if settings.proof == "exact":
                _refuse_irrational(problem)
            audience, answer = Audience(watchers_of(watch)), None
            unbounded = checkpoint is None and max_iter is None and seconds_left() > 0
            if unbounded and note and settings.polish and isinstance(problem, Points):
                answer = _at_once(problem, settings, chosen, note, audience, resumed=resumed)
            if answer is None:
                budget = Budget(max_iter=math.inf if max_iter is None else whole("max_iter", max_iter))
                with overtime():
                    note = note or _note(chosen, polished=settings.polish)
                    evidence = Evidence(problem, chosen, note, settings, budget, automatic=solver == "auto")
                    kept = None if checkpoint is None else Checkpoint(checkpoint, problem)
                answer = Loop(evidence, audience, kept).run(begun)
            return deepen(deep, answer) if deep is not None and answer.kind == "inseparable" else answer
        except OverBudget as over:
            return _not_begun(over, solver, began)


def _posed(
    problem: Points | Gram | Conic, start: Outcome | None, rows: Sequence[int] | None
) -> tuple[Points | Gram | Conic, Start | None]:
    """The problem, as points where its cone is an orthant, and the earlier answer to begin with."""
    if isinstance(problem, Conic) and problem.polyhedral:
        problem = problem.points()
    if not isinstance(problem, (Points, Gram, Conic)):
        raise InputError(f"problem is {problem!r}; give Points(X, y), Gram(K, y) or Conic(A, cone)")
    if isinstance(problem, Conic) and (start is not None or rows is not None):
        raise InputError("an earlier answer to a conic problem cannot be taken up; leave out start and rows")
    return problem, None if isinstance(problem, Conic) else read_start(problem, start, rows)


def _at_once(
    problem: Points, settings: Settings, chosen: Solver, note: str, audience: Audience, *, resumed: bool
) -> Outcome | None:
    """The answer to a small problem by one attempt without the loop, or None."""
    if isinstance(chosen, MinNormPoint):
        with overtime():
            return answer_small(problem, settings, note, audience)
    if problem.implicit and not resumed:
        # Imported here, so that questions without a kernel do not wait for it.
        from gordan.engine.loop.small_kernel import answer_in_space

        # Half of the time, so that the loop has the rest to state what is known.
        with suppress(OverBudget), deadline(seconds_left() / 2):
            return answer_in_space(problem, settings, chosen.name, note, audience)
    return None


def _note(solver: Solver, *, polished: bool) -> str:
    """Whether a solver that was asked for by name ran as published; of one that always polishes, nothing."""
    usual = is_polished(solver, solver, None)
    return ("" if usual else "polished while it ran") if polished else "run as published"


def _seconds(given: float | None) -> float:
    return math.inf if given is None else positive_number("max_seconds", given)


def _not_begun(over: OverBudget, solver: str | Solver, began: float) -> Undecided:
    """What is to be said where the time ended before the first step."""
    name = solver if isinstance(solver, str) else solver.name
    reason = Reason(f"Stopped before the first step: {over.why}.", Code.NOT_BEGUN)
    return Undecided(claim=Claim(bracket=Bracket()), run=Run(solver=name, seconds=now() - began, reason=reason))


def _refuse_irrational(problem: Points | Gram | Conic) -> None:
    if isinstance(problem, Points) and problem.implicit and not problem.kernel.rational:
        raise InputError(
            f"{setting('proof', 'exact')} is asked for, but values of the {problem.kernel} are no fractions; use "
            f"{setting('proof', 'rounded')}, whose bounds are rigorous too, or {setting('kernel', 'poly')}"
        )
