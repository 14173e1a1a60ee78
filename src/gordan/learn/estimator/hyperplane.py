"""What both classifiers share: hyperplanes found for one or more questions, and predictions by them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from gordan.arithmetic.array import Array, Matrix
from gordan.errors import InputError
from gordan.learn.estimator.callback import CallbackSupport
from gordan.learn.estimator.kept import Fingerprint, Kept, NoCertificate, certify
from gordan.learn.estimator.planes import KernelPlanes, LinearPlanes
from gordan.learn.estimator.reading import read_points
from gordan.learn.multiclass import KernelChoice, Labelled, Labels, Sides, Space, elect, tally
from gordan.outcome.certificate import Certificate

__all__ = ["HyperplaneClassifier", "rolled_back"]

_EARLY = ("n_features_in_", "feature_names_in_")  # set by scikit-learn as soon as the data are read

Fit = TypeVar("Fit", bound=Callable[..., Any])


def rolled_back(fit: Fit) -> Fit:
    """The same method, after whose failure the features known are those of the last fit that succeeded."""

    @functools.wraps(fit)
    def wrapped(self: Any, *args: Any, **options: Any) -> Any:
        before = {name: self.__dict__[name] for name in _EARLY if name in self.__dict__}
        try:
            return fit(self, *args, **options)
        except BaseException:
            self.__dict__.update(before)
            for name in set(_EARLY) - set(before):
                self.__dict__.pop(name, None)
            raise

    return cast(Fit, wrapped)


_PROVED = ("outcome_", "margin_", "support_", "support_vectors_", "dual_coef_", "n_passes_")
_PRIVATE = ("_posed", "_kept", "_seen", "_certificates")


class HyperplaneClassifier(CallbackSupport, ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier by hyperplanes, one for two classes, one per class or per pair for more.

    Values are signed distances, so that those of several hyperplanes can be compared. In the space of the given
    features their signs are those of exact arithmetic: what is proved of the training rows is what is predicted for
    them. In a kernel's space they are rounded.
    """

    classes_: Labels
    kernel: KernelChoice

    def _keep(self, kept: Sequence[Kept], labelled: Labelled) -> None:
        """Take over what was found."""
        one = len(kept) == 1
        made_of = KernelPlanes.of(kept, labelled.kernel, labelled.X if labelled.kernel is not None else None)
        seen = Fingerprint.of(labelled.X, labelled.y)
        # Only now, so that a fit that failed leaves no trace.
        self._forget()
        sides = [each.sides for each in kept]
        self._posed: Labelled | None = labelled
        self._seen: Fingerprint | None = seen
        self._kept = kept
        outcomes, brackets = [each.outcome for each in kept], [each.outcome.bracket for each in kept]
        self.outcome_ = outcomes[0] if one else outcomes
        self.margin_ = brackets[0] if one else brackets
        self.n_iter_ = max(outcome.n_iter for outcome in outcomes)
        self.n_passes_ = sum(outcome.n_passes for outcome in outcomes)
        self.support_, self.dual_coef_ = made_of.rows, made_of.dual
        self._hold(LinearPlanes([each.hyperplane for each in kept]) if labelled.space.linear else made_of, sides)
        if made_of.points is not None:
            self.support_vectors_ = made_of.points

    def _hold(self, planes: LinearPlanes | KernelPlanes, sides: list[Sides]) -> None:
        """Predict by these hyperplanes from now on."""
        self._planes, self._sides = planes, sides
        self.intercept_ = planes.intercept

    def _forget(self) -> None:
        """Nothing is proved of the hyperplanes that come next."""
        for name in (*_PROVED, *_PRIVATE):
            self.__dict__.pop(name, None)

    @property
    def coef_(self) -> Array:
        """Directions of length 1, one per row."""
        check_is_fitted(self, "_planes")
        if isinstance(self._planes, LinearPlanes):
            return self._planes.coef
        raise AttributeError(
            "coef_ is there for kernel='linear' only: directions in a kernel's space have no coordinates; see "
            "dual_coef_ and support_"
        )

    @property
    def certificate_(self) -> Certificate | list[Certificate]:
        """The proof as a `gordan.outcome.certificate.Certificate`, or a list of them, one for each question.

        They are made when first asked for, since that takes a pass over the data for their hash; until then the fitted
        estimator keeps the data. Data that were changed meanwhile are refused, not certified.
        """
        check_is_fitted(self, "_planes")
        if getattr(self, "_posed", None) is not None:
            self._certify()
        if not hasattr(self, "_certificates"):
            raise NoCertificate("there is no certificate of data seen in parts, or changed since; call fit")
        return self._certificates[0] if len(self._certificates) == 1 else self._certificates

    def _certify(self) -> None:
        assert self._posed is not None
        assert self._seen is not None
        names = tuple(str(name) for name in getattr(self, "feature_names_in_", ()))
        self._certificates = certify(self._posed, self._kept, seen=self._seen, names=names)
        # Both would travel with the estimator, and are of no more use.
        self._posed = self._seen = None

    def __getstate__(self) -> object:
        """Certificates travel, the data do not; of data that were changed there is no certificate."""
        if self.__dict__.get("_posed") is not None:
            try:
                self._certify()
            except InputError:
                self._posed = self._seen = None
        return super().__getstate__()

    def decision_function(self, X: Matrix) -> Array:
        """Signed distances from the hyperplanes.

        Two classes: one value per row, positive for the second class. More: a column per class. Under "ovr" it holds
        the distances from that class's hyperplane, under "ovo" the class's votes, plus a share of its distances below
        1/3 that tells equal votes apart. The class predicted is always the one with the greatest value.
        """
        values = self._values(X)
        if len(self.classes_) == 2:
            return np.asarray(values[:, 0])
        return tally(values, self._sides, len(self.classes_))

    def predict(self, X: Matrix) -> Labels:
        """The class of every row. A row exactly on the hyperplane of two classes is given the first of them."""
        values = self._values(X)
        return self.classes_[elect(values, self._sides, len(self.classes_))]

    def _values(self, X: Matrix) -> Array:
        check_is_fitted(self, "_planes")
        return self._planes.values(read_points(self, X))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        products = Space(self.kernel).precomputed
        tags.input_tags.sparse = not products
        tags.input_tags.pairwise = products
        return tags
