"""What both classifiers share: hyperplanes found for one or more questions, and predictions by them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from gordan.array import Array
from gordan.errors import InputError
from gordan.estimator.callback import CallbackSupport
from gordan.estimator.kept import Kept, Posed
from gordan.estimator.reading import read_points
from gordan.multiclass import Sides, elect, tally
from gordan.outcome import Outcome
from gordan.problem.length import length

__all__ = ["HyperplaneClassifier"]


class HyperplaneClassifier(CallbackSupport, ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier by hyperplanes, one for two classes, one per class or per pair for more.

    Values are signed distances, so that those of several hyperplanes can be compared. Their signs are those of exact
    arithmetic: what is proved of the training rows is what is predicted for them.
    """

    classes_: Any

    def _keep(self, kept: Sequence[Kept], posed: Posed) -> None:
        """Take over what was found."""
        one = len(kept) == 1
        self._forget()
        self._hold([each.hyperplane for each in kept], [each.sides for each in kept])
        self._posed: Posed | None = posed
        self._kept = kept
        outcomes, brackets = [each.outcome for each in kept], [each.outcome.bracket for each in kept]
        self.outcome_ = outcomes[0] if one else outcomes
        self.margin_ = brackets[0] if one else brackets
        self.n_iter_ = max(outcome.n_iter for outcome in outcomes)
        self.n_passes_ = sum(outcome.n_passes for outcome in outcomes)
        self.support_ = np.unique(np.concatenate([each.rows for each in kept]))
        self.dual_coef_ = np.zeros((len(kept), self.support_.size))
        for k, each in enumerate(kept):
            self.dual_coef_[k, np.searchsorted(self.support_, each.rows)] = each.multipliers

    def _hold(self, hyperplanes: list[Outcome], sides: list[Sides]) -> None:
        """Predict by these hyperplanes from now on."""
        self._hyperplanes, self._sides = hyperplanes, sides
        self.coef_ = np.stack([_unit(h)[0] for h in hyperplanes])
        self.intercept_ = np.array([_unit(h)[1] for h in hyperplanes])

    def _forget(self) -> None:
        """Nothing is proved of the hyperplanes that come next."""
        for name in ("outcome_", "margin_", "support_", "dual_coef_", "n_passes_", "_posed", "_kept", "_certificates"):
            self.__dict__.pop(name, None)

    @property
    def certificate_(self) -> Any:
        """The proof as a `gordan.Certificate`, or a list of them, one for each question.

        They are made when first asked for, since that takes a pass over the data for their hash; until then the fitted
        estimator keeps the data. Data that were changed meanwhile are refused, not certified.
        """
        check_is_fitted(self, "coef_")
        if getattr(self, "_posed", None) is not None:
            self._certify()
        if not hasattr(self, "_certificates"):
            raise AttributeError("there is no certificate of data seen in parts, or changed since; call fit")
        return self._certificates[0] if len(self._certificates) == 1 else self._certificates

    def _certify(self) -> None:
        assert self._posed is not None
        names = tuple(str(name) for name in getattr(self, "feature_names_in_", ()))
        self._certificates = self._posed.certify(self._kept, names)
        self._posed = None

    def __getstate__(self) -> Any:
        """Certificates travel, the data do not; of data that were changed there is no certificate."""
        if self.__dict__.get("_posed") is not None:
            try:
                self._certify()
            except InputError:
                self._posed = None
        return super().__getstate__()

    def decision_function(self, X: Any) -> Array:
        """Signed distances from the hyperplanes.

        Two classes: one value per row, positive for the second class. More: a column per class. Under "ovr" it holds
        the distances from that class's hyperplane, under "ovo" the class's votes, plus a share of its distances below
        1/3 that tells equal votes apart. The class predicted is always the one with the greatest value.
        """
        values = self._values(X)
        if len(self.classes_) == 2:
            return np.asarray(values[:, 0])
        return tally(values, self._sides, len(self.classes_))

    def predict(self, X: Any) -> Any:
        """The class of every row. A row exactly on the hyperplane of two classes is given the first of them."""
        values = self._values(X)
        return self.classes_[elect(values, self._sides, len(self.classes_))]

    def _values(self, X: Any) -> Array:
        check_is_fitted(self, "coef_")
        X = read_points(self, X)
        return np.column_stack([h.decision_function(X) / _length(h) for h in self._hyperplanes])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def _length(hyperplane: Outcome) -> float:
    # Where the majority is all there is to go by, no direction has a length, and the sign is all that counts.
    assert hyperplane.coef is not None
    return length(hyperplane.coef) or 1.0


def _unit(hyperplane: Outcome) -> tuple[Array, float]:
    assert hyperplane.coef is not None
    size = _length(hyperplane)
    return hyperplane.coef / size, float(hyperplane.intercept) / size
