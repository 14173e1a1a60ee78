"""`MarginProjection`: a random projection that keeps margins, as a scikit-learn transformer."""

from __future__ import annotations

import warnings
from numbers import Integral
from typing import Any

import numpy as np
from scipy.sparse import eye_array
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from gordan.arithmetic.array import Matrix
from gordan.errors import InputError
from gordan.learn.compression.projection import (
    Compared,
    Survival,
    compare_margins,
    components_needed,
    draw_projection,
    eps_kept,
    read_kind,
    survival,
)
from gordan.learn.estimator.reading import Seed

__all__ = ["MarginProjection"]

_READ = {"accept_sparse": "csr", "dtype": [np.float64, np.float32]}


class MarginProjection(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Project points at random so that margins survive, with the number of components that a theorem asks for.

    Margins are those of hyperplanes through the origin, relative to the longest point; give the points a constant
    column for others.

    Parameters
    ----------
    eps : float
        The margin to keep, between 0 and 1: an eps-partition stays an eps/2-partition, and eps/2-partitions of the
        images are eps/4-partitions of the points.
    delta : float
        The chance, over the draw, that this fails.
    n_components : {"all partitions", "labelling"} or int
        As many as keep every partition of the points at once, or one labelling fixed beforehand, or so many. An int
        must be less than the number of features. Where the theorem asks for that many or more, a projection saves
        nothing: the points pass through unchanged, with a warning.
    kind : {"gaussian", "sparse"}
        N(0, 1/k), or signs ±√(3/k) on about a third of the entries.
    random_state : int, RandomState or None
        The same seed draws the same projection.

    Attributes
    ----------
    n_components_ : int
    components_ : array or sparse matrix, shape (n_components_, n_features_in_)
    eps_kept_ : float or None
        The least margin that so many components keep by the theorem, for the family asked for (for an int, the one
        labelling); None where it promises nothing.
    projected_ : bool
        False where the points pass through.

    Examples
    --------
    >>> import numpy as np
    >>> from gordan import MarginProjection
    >>> X = np.random.default_rng(0).standard_normal((40, 5000))
    >>> y = X[:, 0] > 0
    >>> projection = MarginProjection(eps=0.6, n_components="labelling", random_state=0).fit(X)
    >>> projection.transform(X).shape
    (40, 759)
    >>> compared = projection.compare(X, y)
    >>> compared.before.kind, compared.after.kind
    ('separable', 'separable')
    """

    def __init__(
        self,
        eps: float = 0.25,
        delta: float = 0.05,
        *,
        n_components: int | str = "labelling",
        kind: str = "gaussian",
        random_state: Seed = None,
    ) -> None:
        self.eps = eps
        self.delta = delta
        self.n_components = n_components
        self.kind = kind
        self.random_state = random_state

    def fit(self, X: Matrix, y: object = None) -> MarginProjection:
        """Draw the projection; of X only its shape matters, and y does not."""
        X = validate_data(self, X, **_READ)
        n, m = X.shape
        kind = read_kind(self.kind)
        family: Any = self.n_components if isinstance(self.n_components, str) else "labelling"
        needed = components_needed(n, self.eps, self.delta, family=family)
        k = needed if isinstance(self.n_components, str) else self._given(m)
        self.projected_ = k < m
        seed = int(check_random_state(self.random_state).randint(np.iinfo(np.int32).max))
        if self.projected_:
            self.components_ = draw_projection(m, k, kind=kind, seed=seed)
        else:
            self.components_ = eye_array(m, format="csr")
            warnings.warn(
                f"to keep margins of {self.eps:g} the theorem asks for {k:,} components and there are {m:,} features: "
                "the points pass through unchanged; give a number of components, or a greater eps",
                stacklevel=2,
            )
        self.n_components_ = self._n_features_out = min(k, m)
        self.eps_kept_ = eps_kept(n, k, self.delta, family=family) if self.projected_ else 0.0
        return self

    def _given(self, m: int) -> int:
        k = self.n_components
        if not isinstance(k, Integral) or isinstance(k, bool) or int(k) < 1:
            raise InputError(f'n_components is {k!r}; give "all partitions", "labelling" or a whole number from 1 on')
        if int(k) >= m:
            raise InputError(f"n_components is {k} and n_features = {m}; give fewer components than features")
        return int(k)

    def transform(self, X: Matrix) -> Matrix:
        """The images of the points."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **_READ)
        if not self.projected_:
            return X.toarray() if hasattr(X, "nnz") else X.copy()
        images = X @ self.components_.T.astype(X.dtype)
        return np.asarray(images.toarray() if hasattr(images, "nnz") else images)

    def compare(self, X: Matrix, y: object) -> Compared:
        """The margin of a labelling before and after, each bracketed and proved by `gordan.separate`."""
        return compare_margins(X, self.transform(X), y)

    def survival(self, X: Matrix, Y: Matrix) -> Survival:
        """Whether all labellings of a family, one per row of Y, kept their margins both ways."""
        return survival(X, self.transform(X), Y, eps=self.eps)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags
