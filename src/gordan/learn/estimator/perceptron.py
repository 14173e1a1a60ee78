"""`PerceptronClassifier`: the papers' algorithms as estimators."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from gordan.arithmetic.array import Matrix
from gordan.engine.loop.settings import whole
from gordan.engine.solver import Solver, Winnow
from gordan.errors import InputError
from gordan.learn.compression.sample.updates import rule_of
from gordan.learn.estimator.answered import Answered
from gordan.learn.estimator.callback import Bridge, managed
from gordan.learn.estimator.epoch import Answering
from gordan.learn.estimator.hyperplane import HyperplaneClassifier, LinearPlanes, rolled_back
from gordan.learn.estimator.kept import keep
from gordan.learn.estimator.notice import warn_of
from gordan.learn.estimator.pocket import unproved
from gordan.learn.estimator.reading import (
    Seed,
    read_classes,
    read_labelled,
    read_seed,
    refuse_metadata,
    refuse_other_classes,
    refuse_parameters,
    refuse_sign,
)
from gordan.learn.estimator.sequence import OnlineOnly, configured, is_sequential, proposed, refuse_offline, visits_of
from gordan.learn.estimator.sweep_checkpoint import Earlier, SweepCheckpoint, learn, longest_square
from gordan.learn.multiclass import Arithmetic, Goal, KernelChoice, Labelled, Space, Way, all_sides, separate_classes
from gordan.learn.online.shape import by_rows
from gordan.problem.matrix import read_matrix

__all__ = ["PerceptronClassifier"]


class PerceptronClassifier(HyperplaneClassifier):
    """A classifier by any algorithm of the library, run as its paper has it.

    Parameters
    ----------
    solver : str or Solver
        An algorithm by name (`gordan solvers` lists them), or a configured one: `Perceptron(combine="averaged")`.
    max_iter : int or None
        For algorithms that go through the points one by one, passes, as in scikit-learn; for others, iterations.
    goal : {"decide", "margin"} or None
        Stop at the first hyperplane that separates, or go on to the maximum margin; None leaves it to the algorithm.
    tol, eps
        The gap and the level at which an algorithm is content, as in `gordan.solve`.
    polish : bool or None
        Whether candidates are polished into proofs while the algorithm runs, as in `gordan.solve`: None leaves the
        papers' algorithms as published, and `outcome_` is then what they came to. What is predicted by where they end
        undecided is, as always, the hyperplane with the fewest training errors that was seen.
    kernel, gamma, degree, coef0, multi_class, fit_intercept, positive, proof, max_seconds
        As in `MaxMarginClassifier`, except that here each class is against the rest unless asked otherwise. Every
        algorithm runs under a kernel but Winnow, which multiplies coordinates. With `positive=True` Winnow,
        smooth-winnow, winnow-mirror-prox and linear-program answer, and the others refuse.
    shuffle : bool
        Visit the points in a fresh order every pass.
    random_state : int, RandomState or None
        Seeds the shuffling; None is a fixed seed.
    warm_start : bool
        Go on from the last fit. On the same data, two fits of five passes are one of ten, shuffled or not: the seed is
        that of the first. A direction in a kernel's space is made of its rows: beside other data it begins anew.

    Attributes
    ----------
    n_iter_ : int
        Passes of sequential algorithms, iterations of others: the most of any question.
    outcome_, certificate_, margin_, coef_, intercept_, support_, dual_coef_, classes_, n_passes_
        As in `MaxMarginClassifier`; after `partial_fit` only hyperplanes and classes, for nothing is proved.

    Examples
    --------
    >>> import gordan
    >>> X, y = [[0.0, 0.0], [0.0, 1.0], [3.0, 1.0], [4.0, 0.0]], ["a", "a", "b", "b"]
    >>> model = gordan.PerceptronClassifier("mirror-prox").fit(X, y)
    >>> model.score(X, y), model.outcome_.kind
    (1.0, 'separable')
    """

    _runs: Sequence[SweepCheckpoint | None]

    def __init__(
        self,
        solver: str | Solver = "smooth-perceptron",
        *,
        max_iter: int | None = 1000,
        goal: Goal | None = None,
        tol: float = 1e-6,
        eps: float = 1e-6,
        proof: Arithmetic = "rounded",
        polish: bool | None = None,
        kernel: KernelChoice = "linear",
        gamma: float | str = "scale",
        degree: int = 3,
        coef0: float = 0.0,
        multi_class: str = "ovr",
        fit_intercept: bool = True,
        positive: bool = False,
        max_seconds: float | None = None,
        shuffle: bool = False,
        random_state: Seed = None,
        warm_start: bool = False,
    ) -> None:
        self.solver = solver
        self.max_iter = max_iter
        self.goal = goal
        self.tol = tol
        self.eps = eps
        self.proof = proof
        self.polish = polish
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.multi_class = multi_class
        self.fit_intercept = fit_intercept
        self.positive = positive
        self.max_seconds = max_seconds
        self.shuffle = shuffle
        self.random_state = random_state
        self.warm_start = warm_start

    @managed
    @rolled_back
    def fit(self, X: Matrix, y: object, **metadata: object) -> PerceptronClassifier:
        """Run the algorithm on every question; the arguments are those of `MaxMarginClassifier.fit`."""
        refuse_metadata(self, metadata)
        refuse_parameters(self)
        resumed = self.warm_start and hasattr(self, "classes_")
        X, y = read_labelled(self, X, y, reset=not resumed)
        space = Space(self.kernel, self.gamma, self.degree, self.coef0)
        labelled = Labelled(X, y, self.fit_intercept, space, self.positive)
        classes = np.unique(y)
        refuse_sign(self, classes)
        if resumed:
            refuse_other_classes(classes, self.classes_)
        way = self._way()
        limit = math.inf if self.max_iter is None else whole("max_iter", self.max_iter)
        questions = all_sides(classes.size, self.multi_class)
        earlier = Earlier.of(self, questions) if resumed else Earlier()
        steps = self.max_iter if is_sequential(way.solver) else None
        bridge = Bridge(self, X, y, questions=len(questions), steps=steps)
        answer = Answering(way, limit, earlier, bridge)
        kept = [
            keep(contest, answer.seen(), proof=self.proof)
            for contest in separate_classes(labelled, scheme=self.multi_class, way=way, answer=answer)
        ]
        answered = Answered.one_by_one(kept)
        self._keep(answered, labelled)
        self.classes_, self._square, self._batches = classes, 0.0, 0
        self._runs = answer.left(whole=self.warm_start)
        if answer.held:
            self.n_iter_ = max(epochs.epochs for epochs in answer.held)
        bridge.end()
        warn_of(answered)
        return self

    def _way(self) -> Way:
        """How each question is to be answered; passes of a sequential algorithm are not what `solve` counts."""
        solver = self._configured()
        return Way(
            solver=solver,
            goal=self.goal,
            tol=self.tol,
            eps=self.eps,
            proof=self.proof,
            polish=self.polish,
            max_iter=None if is_sequential(solver) else self.max_iter,
            max_seconds=self.max_seconds,
        )

    def _configured(self) -> Any:
        """The solver with the order of its visits, and of Winnow with the sign that is asked for."""
        solver = configured(self.solver, shuffle=self.shuffle, seed=read_seed(self.random_state))
        return replace(solver, positive=True) if self.positive and isinstance(solver, Winnow) else solver

    @rolled_back
    def _learn_batch(self, X: Matrix, y: object, classes: object = None, **metadata: object) -> PerceptronClassifier:
        """Go through these rows once, and on from where the last call ended.

        For the perceptron, the aggressive, R-independent and ∞-perceptron and Winnow. An intercept is one more
        coordinate of 1. The aggressive and the ∞-perceptron take for R the longest point so far.

        Parameters
        ----------
        X, y, **metadata
            As in `fit`; y need not have all classes.
        classes : array of labels
            All that there will ever be; needed at the first call.
        """
        refuse_metadata(self, metadata, method="partial_fit")
        refuse_parameters(self)
        first = not hasattr(self, "classes_")
        X, y = read_labelled(self, X, y, reset=first)
        known = read_classes(y, classes, None if first else self.classes_)
        questions = all_sides(known.size, self.multi_class)
        earlier = Earlier() if first else Earlier.of(self, questions)
        solver = self._configured()
        refuse_sign(self, known)
        if self.positive and not isinstance(solver, Winnow):
            raise InputError(f"{solver.name} learns coefficients of any sign; with positive=True give solver='winnow'")
        X, lift = by_rows(read_matrix(X)[0]), 1.0 if self.fit_intercept else 0.0
        square = max(getattr(self, "_square", 0.0), longest_square(X, lift)) or 1.0
        batches = getattr(self, "_batches", 0) + 1
        visits, codes = visits_of(solver, batches), np.searchsorted(known, y)
        rule = rule_of(solver, math.sqrt(square), square=square)
        runs = [
            learn(earlier.run(k), X, codes, sides, rule=rule, lift=lift, visits=visits)
            for k, sides in enumerate(questions)
        ]
        planes = [run.hyperplane(*proposed(solver, run.state)) for run in runs]
        # Only now, so that a call that was refused leaves no trace.
        self._forget()
        self.classes_, self._square, self._batches = known, square, batches
        self._runs = [run.bare() for run in runs]
        hyperplanes = [unproved(tuple(self.classes_.tolist()), *plane) for plane in planes]
        self._hold(LinearPlanes(hyperplanes), list(questions))
        self.n_iter_ = self._batches
        return self

    partial_fit = OnlineOnly(_learn_batch, refuse_offline)
