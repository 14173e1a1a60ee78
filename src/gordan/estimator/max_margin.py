"""`MaxMarginClassifier`: the hyperplane of the greatest margin, with its proof."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.estimator.callback import Bridge, managed
from gordan.estimator.hyperplane import HyperplaneClassifier
from gordan.estimator.kept import Posed, keep
from gordan.estimator.notice import warn_of
from gordan.estimator.reading import read_labelled, read_seed, refuse_metadata, refuse_parameters
from gordan.multiclass import Asked, Kernel, Way, all_sides
from gordan.outcome import Outcome

__all__ = ["MaxMarginClassifier"]


class MaxMarginClassifier(HyperplaneClassifier):
    """The hard-margin classifier: every answer is proved, none is guessed.

    Parameters
    ----------
    kernel, gamma, degree, coef0
        The space in which points are separated; "linear" is that of the given features.
    multi_class : {"ovo", "ovr"}
        With more than two classes: every pair, or each against the rest. Pairs are separable far more often; a class
        that can be told from the rest can be told from every other.
    fit_intercept : bool
        Whether hyperplanes may miss the origin.
    solver, tol, proof, max_iter
        How each question is answered, as in `gordan.solve`; `tol` is the relative gap of the margin.
    max_seconds : float or None
        A budget for the whole fit.
    random_state : int, RandomState or None
        Seeds a solver that shuffles; None is a fixed seed.

    Attributes
    ----------
    outcome_ : Separable, Inseparable or Undecided, or a list of them
        One for two classes, otherwise one per class or per pair, in order.
    certificate_ : Certificate or list of them
        The same, with the hash of the data, for `gordan.verify`. The questions are `gordan.Points(X, y)` for two
        classes, `Points(X, y == class)` against the rest, and the rows of both classes for a pair.
    margin_ : Bracket or list of them
        Proved bounds on the margin, in units of the features.
    coef_, intercept_ : arrays
        Hyperplanes, one per row, scaled to length 1: values are distances.
    support_ : array of int
        Rows that carry the proofs.
    dual_coef_ : array of shape (n_questions, n_support)
        Signed multipliers. With them the support adds up to `coef_`, within the gap of the margin; where the classes
        are inseparable, to zero.
    classes_, n_features_in_, feature_names_in_, n_iter_, n_passes_
        As in scikit-learn; `n_iter_` is the most of any question, `n_passes_` counts passes over data by all of them.

    Warns
    -----
    NotSeparableWarning
        Some classes cannot be separated, which is proved. Their hyperplane is then the one with the fewest training
        errors that was seen.
    sklearn.exceptions.ConvergenceWarning
        A budget ended before either was proved, and the hyperplane is chosen in the same way; or a hyperplane was
        found that separates, and not that of the greatest margin.

    Examples
    --------
    >>> import gordan
    >>> X, y = [[0.0, 0.0], [0.0, 1.0], [3.0, 1.0], [4.0, 0.0]], ["a", "a", "b", "b"]
    >>> model = gordan.MaxMarginClassifier().fit(X, y)
    >>> model.predict([[1.0, 0.0], [2.0, 0.0]]).tolist(), round(model.margin_.lower, 6)
    (['a', 'b'], 1.5)
    >>> gordan.verify(gordan.Points(X, y), model.certificate_).holds
    True
    """

    def __init__(
        self,
        kernel: Any = "linear",
        *,
        gamma: Any = "scale",
        degree: Any = 3,
        coef0: float = 0.0,
        multi_class: str = "ovo",
        fit_intercept: bool = True,
        solver: Any = "auto",
        tol: float = 1e-6,
        proof: Any = "rounded",
        max_iter: int | None = None,
        max_seconds: float | None = None,
        random_state: Any = None,
    ) -> None:
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.multi_class = multi_class
        self.fit_intercept = fit_intercept
        self.solver = solver
        self.tol = tol
        self.proof = proof
        self.max_iter = max_iter
        self.max_seconds = max_seconds
        self.random_state = random_state

    @managed
    def fit(self, X: Any, y: Any, **metadata: Any) -> MaxMarginClassifier:
        """Find the hyperplanes and their proofs.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n, m)
            Points, one per row.
        y : array of n labels
            Two or more classes.
        **metadata
            `sample_weight` is refused with a sentence, anything else as unknown.
        """
        refuse_metadata(self, metadata)
        refuse_parameters(self)
        X, y = read_labelled(self, X, y)
        classes = np.unique(y)
        way = Way(
            solver=self.solver,
            goal="margin",
            tol=self.tol,
            proof=self.proof,
            max_iter=self.max_iter,
            max_seconds=self.max_seconds,
            random_state=read_seed(self.random_state),
        )
        bridge = Bridge(self, X, y, questions=len(all_sides(classes.size, self.multi_class)))

        def answer(asked: Asked) -> Outcome:
            return bridge.ask(asked.words, lambda watch: way.solve(asked.problem, deadline=asked.deadline, watch=watch))

        posed = Posed(X, y, self.fit_intercept, Kernel(self.kernel, self.gamma, self.degree, self.coef0))
        kept = [keep(contest) for contest in posed.contests(self.multi_class, way, answer)]
        self.classes_ = classes
        self._keep(kept, posed)
        bridge.end()
        warn_of(kept, tol=self.tol)
        return self
