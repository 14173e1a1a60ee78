"""What both classifiers share: hyperplanes found for one or more questions, and predictions by them.

Hyperplanes are kept by their coordinates (`LinearPlanes`), or as sums of kernel products (`KernelPlanes`).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar, cast

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from gordan.arithmetic.array import Array, Matrix
from gordan.engine.decision import sum_values
from gordan.errors import InputError
from gordan.learn.estimator.answered import Answered, Plane
from gordan.learn.estimator.callback import CallbackSupport
from gordan.learn.estimator.kept import Fingerprint, NoCertificate, certify
from gordan.learn.estimator.reading import read_points
from gordan.learn.multiclass import KernelChoice, Labelled, Labels, Rows, Sides, Space, elect, tally
from gordan.outcome import Bracket, Outcome
from gordan.outcome.certificate import Certificate
from gordan.problem.kernel import Kernel
from gordan.problem.length import length

__all__ = ["HyperplaneClassifier", "KernelPlanes", "LinearPlanes", "rolled_back"]

_EARLY = ("n_features_in_", "feature_names_in_")  # set by scikit-learn as soon as the data are read

Fit = TypeVar("Fit", bound=Callable[..., Any])


class _Hyperplanes(Sequence[Outcome | Plane]):
    """What to predict by, for each question."""

    def __init__(self, kept: Answered) -> None:
        self._kept = kept

    def __len__(self) -> int:
        return len(self._kept)

    def __getitem__(self, index: Any) -> Any:
        return self._kept.hyperplane(range(len(self))[index])


class LinearPlanes:
    """Values are signed distances whose signs are those of exact arithmetic, as the outcomes compute them."""

    def __init__(self, hyperplanes: Sequence[Outcome | Plane]) -> None:
        self._hyperplanes = hyperplanes

    @property
    def coef(self) -> Array:
        """Directions of length 1, one per row."""
        return np.stack([np.asarray(each.coef) / _length(each) for each in self._hyperplanes])

    @property
    def intercept(self) -> Array:
        return np.array([float(each.intercept) / _length(each) for each in self._hyperplanes])

    def values(self, X: Matrix) -> Array:
        """One column for each hyperplane."""
        return np.column_stack([each.decision_function(X) / _length(each) for each in self._hyperplanes])


def _length(hyperplane: Outcome | Plane) -> float:
    # The majority has no direction, so no length: only the sign of its offset counts.
    assert hyperplane.coef is not None
    return length(hyperplane.coef) or 1.0


@dataclass(frozen=True, eq=False)
class KernelPlanes:
    """f(x) = Σ dual_j k(x_j, x) + intercept over the points x_j that any of the hyperplanes needs.

    Attributes
    ----------
    kernel, points : what multiplies them, and a copy of these points; both None where products are given.
    rows : their numbers in the data.
    dual, intercept : coefficients, a row for each hyperplane, and its offset; every direction has length 1.
    """

    kernel: Kernel | None
    points: Matrix
    rows: Rows
    dual: Array
    intercept: Array

    @classmethod
    def of(cls, kept: Answered, kernel: Kernel | None, X: Matrix) -> KernelPlanes:
        """The hyperplanes of answered questions about the points X."""
        rows, dual = _supports(kept)
        intercept = np.array([kept.hyperplane(number).intercept for number in range(len(kept))])
        return cls(kernel, None if kernel is None else X[rows], rows, dual, intercept)

    def values(self, X: Matrix) -> Array:
        """One column of signed distances, in the kernel's space, for each hyperplane."""
        with np.errstate(over="ignore", invalid="ignore"):
            if self.kernel is None:
                values = np.asarray(X[:, self.rows].astype(np.float64) @ self.dual.T)
            else:
                values = sum_values(self.kernel, X, self.points, self.dual.T)
        # Infinities that cancel give NaN, which is predicted like a point on the hyperplane.
        return np.nan_to_num(values + self.intercept, nan=0.0, posinf=math.inf, neginf=-math.inf)


def _supports(kept: Answered) -> tuple[Rows, Array]:
    """The rows of all supports, and their multipliers, a row for each question."""
    supports = [kept.support(number) for number in range(len(kept))]
    rows = np.unique(np.concatenate([each[0] for each in supports]))
    dual = np.zeros((len(kept), rows.size))
    for k, (own, multipliers) in enumerate(supports):
        dual[k, np.searchsorted(rows, own)] = multipliers
    return rows, dual


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

    def _keep(self, kept: Answered, labelled: Labelled) -> None:
        """Take over what was found."""
        planes: LinearPlanes | KernelPlanes = LinearPlanes(_Hyperplanes(kept))
        if not labelled.space.linear:
            planes = KernelPlanes.of(kept, labelled.kernel, labelled.X if labelled.kernel is not None else None)
        seen = Fingerprint.of(labelled.X, labelled.y)
        # Only now, so that a fit that failed leaves no trace.
        self._forget()
        self._posed: Labelled | None = labelled
        self._seen: Fingerprint | None = seen
        self._kept = kept
        self.n_iter_, self.n_passes_ = kept.n_iter, kept.n_passes
        self._hold(planes, kept.sides)
        if isinstance(planes, KernelPlanes):
            self.support_, self.dual_coef_ = planes.rows, planes.dual
            if planes.points is not None:
                self.support_vectors_ = planes.points

    def _hold(self, planes: LinearPlanes | KernelPlanes, sides: list[Sides]) -> None:
        """Predict by these hyperplanes from now on."""
        self.__dict__.pop("intercept_", None)
        self._planes, self._sides = planes, sides

    @cached_property
    def intercept_(self) -> Array:
        """Offsets of the directions of length 1, one for each hyperplane."""
        check_is_fitted(self, "_planes")
        return self._planes.intercept

    def _require_proofs(self) -> None:
        check_is_fitted(self, "_planes")
        if not hasattr(self, "_kept"):
            raise AttributeError("nothing is proved of data seen in parts; call fit")

    # Of very many questions these are made when they are looked at.
    @cached_property
    def outcome_(self) -> Outcome | list[Outcome]:
        """The answer, or a list of them, one for each question."""
        self._require_proofs()
        outcomes = [each.outcome for each in self._kept]
        return outcomes[0] if len(outcomes) == 1 else outcomes

    @cached_property
    def margin_(self) -> Bracket | list[Bracket]:
        """Proved bounds of the margin, or a list of them, one for each question."""
        self._require_proofs()
        brackets = self._kept.brackets()
        return brackets[0] if len(brackets) == 1 else brackets

    @cached_property
    def support_(self) -> Rows:
        """The rows that carry the proofs."""
        self._require_proofs()
        return _supports(self._kept)[0]

    @cached_property
    def dual_coef_(self) -> Array:
        """Signed multipliers of these rows, a row for each question."""
        self._require_proofs()
        return _supports(self._kept)[1]

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
        self._kept.forget_data()

    def __getstate__(self) -> object:
        """Certificates travel, the data do not; of data that were changed there is no certificate."""
        if self.__dict__.get("_posed") is not None:
            try:
                self._certify()
            except InputError:
                self._posed = self._seen = None
                self._kept.forget_data()
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
