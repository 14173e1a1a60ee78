"""Plain arrays are taken as they are, and only those that scikit-learn's own checks would let pass unchanged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

import gordan
from gordan.learn.estimator.reading import _are_plain, read_labelled
from gordan.learn.multiclass.labelled import Labelled

X = np.arange(40.0).reshape(20, 2)
Y = np.arange(20) % 2


def with_entry(value: float) -> Any:
    changed = X.copy()
    changed[3, 1] = value
    return changed


@pytest.mark.parametrize("kind", [np.float64, np.float32])
@pytest.mark.parametrize("labels", [Y, Y.astype(bool), Y.astype(np.uint8), 2 * Y - 1])
def test_plain_arrays_are_what_scikit_learn_makes_of_them(kind: type, labels: Any) -> None:
    points, estimator = X.astype(kind), BaseEstimator()
    assert _are_plain(points, labels)
    read, classes = read_labelled(estimator, points, labels)
    assert read is points
    assert classes is labels
    assert estimator.n_features_in_ == 2
    other = validate_data(BaseEstimator(), points, labels, dtype="numeric")
    assert np.array_equal(read, other[0])
    assert np.array_equal(classes, other[1])
    check_classification_targets(labels)


@pytest.mark.parametrize(
    ("points", "labels"),
    [
        (X.astype(int), Y),
        (X.astype(">f8"), Y),
        (X.tolist(), Y),
        (X[None], Y),
        (X[:0], Y[:0]),
        (X[:, :0], Y),
        (X, Y[:19]),
        (X, Y[:, None]),
        (X, Y.tolist()),
        (X, Y.astype(float)),
        (X, Y.astype(str)),
        (X, np.arange(20)),
        (with_entry(np.nan), Y),
        (with_entry(np.inf), Y),
        (np.full((20, 2), 1e308), Y),
        (X.view(np.matrix), Y),
    ],
)
def test_other_data_are_left_to_scikit_learn(points: Any, labels: Any) -> None:
    assert not _are_plain(points, labels)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_no_numbers_are_refused_in_scikit_learns_words(value: float) -> None:
    with pytest.raises(ValueError, match=r"Input X contains (NaN|infinity)"):
        gordan.MaxMarginClassifier().fit(with_entry(value), Y)


def test_labels_that_nearly_all_differ_are_warned_of() -> None:
    points = np.arange(60.0).reshape(30, 2)
    with pytest.warns(UserWarning, match="number of unique classes"):
        read_labelled(BaseEstimator(), points, np.arange(30) % 20)


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint8, float, str])
def test_classes_are_counted_as_they_are_sorted(kind: type) -> None:
    for given in (np.array([3, 5, 3, 9]), np.array([-128, 127, 0]), np.array([7, 7, 8])):
        if kind is np.uint8 and given.min() < 0:
            continue
        labels = given.astype(kind)
        labelled = Labelled(np.zeros((given.size, 1)), labels)
        classes, codes = np.unique(labels, return_inverse=True)
        assert labelled.distinct.dtype == classes.dtype
        assert np.array_equal(labelled.distinct, classes)
        assert np.array_equal(labelled.codes, codes)
