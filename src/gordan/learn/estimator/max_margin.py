"""`MaxMarginClassifier`: the hyperplane of the greatest margin, with its proof."""

from __future__ import annotations

from gordan.arithmetic.array import Matrix
from gordan.engine.solver import Solver
from gordan.learn.estimator.answered import Answered
from gordan.learn.estimator.callback import Bridge, managed
from gordan.learn.estimator.hyperplane import HyperplaneClassifier, rolled_back
from gordan.learn.estimator.kept import keep
from gordan.learn.estimator.notice import warn_of
from gordan.learn.estimator.reading import (
    Seed,
    read_jobs,
    read_labelled,
    read_seed,
    refuse_metadata,
    refuse_parameters,
    refuse_sign,
)
from gordan.learn.multiclass import (
    Arithmetic,
    Asked,
    KernelChoice,
    Labelled,
    Space,
    Way,
    all_sides,
    answer_together,
    answer_together_in_space,
    separate_one_by_one,
)
from gordan.outcome import Outcome

__all__ = ["MaxMarginClassifier"]


class MaxMarginClassifier(HyperplaneClassifier):
    """The hard-margin classifier: every answer is proved, none is guessed.

    Parameters
    ----------
    kernel : {"linear", "poly", "rbf", "laplacian", "precomputed"} or callable
        The space in which points are separated; "linear" is that of the given features. "precomputed" takes the square
        matrix of the points' products in the place of X, and to predict, those of new points with all of them. A
        callable takes two matrices of points and returns the matrix of their products.
    gamma, degree, coef0 : float or "scale" or "auto", int, float
        The kernel's parameters, as in scikit-learn. "scale" and "auto" are read off all of X, also for pairs.
    multi_class : {"ovo", "ovr"}
        With more than two classes: every pair, or each against the rest. Pairs are separable far more often; a class
        that is separable from the rest is separable from every other.
    fit_intercept : bool
        Whether hyperplanes may miss the origin.
    positive : bool
        Whether coefficients must not be negative: greater features then only speak for the second class. `margin_` is
        that of coefficients of the sum 1. For two classes, and with the features themselves.
    solver, tol, proof, polish, max_iter
        How each question is answered, as in `gordan.solve`; `tol` is the relative gap of the margin.
    max_seconds : float or None
        A budget for the whole fit.
    random_state : int, RandomState or None
        Seeds a solver that shuffles; None is a fixed seed.
    n_jobs : int or None
        Threads for the questions of several classes, where they are small enough to be answered together; None is one,
        -1 as many as there are cores.

    Attributes
    ----------
    outcome_ : Separable, Inseparable or Undecided, or a list of them
        One for two classes, otherwise one per class or per pair, in order.
    certificate_ : Certificate or list of them
        The same, with the hash of the data, for `gordan.verify`. The questions are `gordan.Points(X, y)` for two
        classes, `Points(X, y == class)` against the rest, and the rows of both classes for a pair; with a kernel, the
        same under it. No file can hold a callable: of one there is no certificate.
    margin_ : Bracket or list of them
        Proved bounds on the margin, in units of the features, or of the kernel's space.
    coef_, intercept_ : arrays
        Hyperplanes, one per row, scaled to length 1: values are distances. In a kernel's space directions have no
        coordinates and there is no `coef_`.
    support_ : array of int
        Rows that carry the proofs.
    dual_coef_ : array of shape (n_questions, n_support)
        Signed multipliers. With them the support adds up to `coef_`, within the gap of the margin; where the classes
        are inseparable, to zero. With positive=True they are the weights that bound the margin. In a kernel's space
        they are the coefficients of k(x_j, ·) in the hyperplane predicted by, whose direction has length 1 there;
        `support_` are the rows that have one. scikit-learn's are larger by the factor 1/margin.
    support_vectors_ : array or sparse matrix
        With a kernel, a copy of these rows: predictions need no others.
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

    No line has the corners of a square apart from their neighbours; a kernel's space has a hyperplane that does:

    >>> X, y = [[0, 0], [1, 1], [0, 1], [1, 0]], ["even", "even", "odd", "odd"]
    >>> model = gordan.MaxMarginClassifier("rbf", gamma=1.0).fit(X, y)
    >>> model.predict([[0.1, 0.0], [0.9, 0.1]]).tolist(), model.outcome_.kind
    (['even', 'odd'], 'separable')
    >>> gordan.verify(gordan.Points(X, y, kernel="rbf", gamma=1.0), model.certificate_).holds
    True
    """

    def __init__(
        self,
        kernel: KernelChoice = "linear",
        *,
        gamma: float | str = "scale",
        degree: int = 3,
        coef0: float = 0.0,
        multi_class: str = "ovo",
        fit_intercept: bool = True,
        positive: bool = False,
        solver: str | Solver = "auto",
        tol: float = 1e-6,
        proof: Arithmetic = "rounded",
        polish: bool | None = None,
        max_iter: int | None = None,
        max_seconds: float | None = None,
        random_state: Seed = None,
        n_jobs: int | None = None,
    ) -> None:
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.multi_class = multi_class
        self.fit_intercept = fit_intercept
        self.positive = positive
        self.solver = solver
        self.tol = tol
        self.proof = proof
        self.polish = polish
        self.max_iter = max_iter
        self.max_seconds = max_seconds
        self.random_state = random_state
        self.n_jobs = n_jobs

    @managed
    @rolled_back
    def fit(self, X: Matrix, y: object, **metadata: object) -> MaxMarginClassifier:
        """Find the hyperplanes and their proofs.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n, m)
            Points, one per row; their products, of shape (n, n), with kernel="precomputed".
        y : array of n labels
            Two or more classes.
        **metadata
            `sample_weight` is refused with a sentence, anything else as unknown.
        """
        refuse_metadata(self, metadata)
        refuse_parameters(self)
        X, y = read_labelled(self, X, y)
        space = Space(self.kernel, self.gamma, self.degree, self.coef0)
        labelled = Labelled(X, y, self.fit_intercept, space, self.positive)
        classes = labelled.distinct
        refuse_sign(self, classes)
        way = Way(
            solver=self.solver,
            goal="margin",
            tol=self.tol,
            proof=self.proof,
            polish=self.polish,
            max_iter=self.max_iter,
            max_seconds=self.max_seconds,
            random_state=read_seed(self.random_state),
            workers=read_jobs(self.n_jobs),
        )
        bridge = Bridge(self, X, y, questions=len(all_sides(classes.size, self.multi_class)))

        def answer(asked: Asked) -> Outcome:
            return bridge.ask(asked.words, lambda watch: way.solve(asked.problem, deadline=asked.deadline, watch=watch))

        ask = answer_together if space.linear else answer_together_in_space
        together = None if bridge.watched else ask(labelled, self.multi_class, way)
        if together is not None:
            answered = Answered.together(together, proof=self.proof)
        else:
            watched = answer if bridge.watched else None
            contests = separate_one_by_one(labelled, scheme=self.multi_class, way=way, answer=watched)
            answered = Answered.one_by_one([keep(contest, proof=self.proof) for contest in contests])
        self._keep(answered, labelled)
        self.classes_ = classes
        bridge.end()
        warn_of(answered, tol=self.tol)
        return self
