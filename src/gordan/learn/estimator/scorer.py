"""`separability_scorer`: how many pairs of classes a model's features keep apart, as scikit-learn's scorers do."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.array import Matrix
from gordan.errors import InputError
from gordan.learn.estimator.reading import read_unowned
from gordan.learn.multiclass import Labelled, Way, separate_classes

__all__ = ["separability_scorer"]


def separability_scorer(estimator: object, X: Matrix, y: object, *, max_seconds: float | None = None) -> float:
    """The share of pairs of classes that a hyperplane provably separates, in the space that the estimator makes.

    That space is what a pipeline hands to its last step, or what the estimator itself transforms X into; where it
    transforms nothing, X as it is. Of a search it is that of the best estimator. A pair that is not decided counts as
    not separated. Give it to `cross_val_score`, `GridSearchCV` or `cross_validate` as `scoring`; with a budget as
    `functools.partial(separability_scorer, max_seconds=10.0)`.

    It is about the rows given, in cross-validation those held out. In m dimensions up to m + 1 points in general
    position can be separated whatever their labels, and most labellings of up to twice as many: a share of 1 means
    something only where every two classes have many more rows than that.

    Parameters
    ----------
    estimator : fitted estimator
        A pipeline, a transformer, or anything else.
    X, y
        Points and labels.
    max_seconds : float or None
        A budget for all pairs together.

    Returns
    -------
    float
        Between 0 and 1.

    Examples
    --------
    >>> import gordan
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.decomposition import PCA
    >>> X, y = load_iris(return_X_y=True)
    >>> round(gordan.separability_scorer(PCA(1).fit(X), X, y), 3)
    0.667
    """
    Z, y = read_unowned(_transformed(estimator, X), y)
    if np.unique(y).size < 2:
        raise InputError("y has one class only in these rows; use stratified folds, or fewer of them")
    way = Way(goal="decide", max_seconds=max_seconds)
    contests = separate_classes(Labelled(Z, y), scheme="ovo", way=way)
    return float(np.mean([contest.outcome.kind == "separable" for contest in contests]))


def _transformed(estimator: object, X: Matrix) -> Matrix:
    fitted = _unwrapped(estimator)
    steps = getattr(fitted, "steps", None)
    if steps is not None and not hasattr(steps[-1][1], "transform"):
        return X if len(steps) == 1 else fitted[:-1].transform(X)
    return fitted.transform(X) if hasattr(fitted, "transform") else X


def _unwrapped(estimator: Any) -> Any:
    """What a fitted search has chosen, or what another wrapper was fitted around; refused where that is not to be had.

    Ensembles have an `estimator_` too, which is only the pattern of their members, and selectors one that is not the
    transformation they make.
    """
    name = type(estimator).__name__
    if hasattr(estimator, "best_estimator_"):
        return _unwrapped(estimator.best_estimator_)
    if hasattr(estimator, "steps") or hasattr(estimator, "transform"):
        return estimator
    if hasattr(estimator, "estimator_") and not hasattr(estimator, "estimators_"):
        return _unwrapped(estimator.estimator_)
    given = estimator.get_params(deep=False).values() if hasattr(estimator, "get_params") else ()
    if any(hasattr(each, "steps") for each in given):
        raise InputError(
            f"{name} is fitted around a pipeline whose fitted steps it does not show, so it is not known which space "
            "to look at; give the fitted pipeline itself, or a search with refit=True"
        )
    return estimator
