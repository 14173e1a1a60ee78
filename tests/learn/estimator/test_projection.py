"""Margins survive projections, both ways, as Theorem 1.4 says; and scikit-learn finds a transformer."""

from __future__ import annotations

import math
import warnings
from itertools import product

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

import gordan
from gordan.learn.compression.projection import components_needed, draw_projection, eps_kept


@pytest.mark.parametrize("kind", ["gaussian", "sparse"])
def test_scikit_learn_has_no_complaint(kind: str) -> None:
    with warnings.catch_warnings():
        # The theorem asks for more components than scikit-learn's small data have features, which is said.
        warnings.simplefilter("ignore")
        check_estimator(gordan.MarginProjection(kind=kind))
        check_estimator(gordan.MarginProjection(n_components=1, kind=kind))


def test_numbers_of_components_by_hand() -> None:
    """n = 1000, eps = ½, delta = 0.1: 25(ln 120,000 + …)/(¼ · 13/15)."""
    share = 0.25 * 13 / 15
    assert components_needed(1000, 0.5, 0.1, family="labelling") == math.ceil(25 * 11.695247 / share)
    every = 25 * (11.695247 + 4 * 7.601902) / share
    means = math.log(math.comb(2000 + 256 - 1, 256)) + math.log(20)
    back = means / (0.5 * (49 / 162 - 343 / 2187))
    assert components_needed(1000, 0.5, 0.1) == math.ceil(max(every, back))
    assert components_needed(1000, 0.1, 0.1) == math.ceil(25 * (11.695247021 + 100 * 7.601901959) / (0.01 * 73 / 75))


def test_more_points_smaller_margins_and_surer_draws_need_more() -> None:
    needed = components_needed(100, 0.3, 0.1)
    assert needed < components_needed(200, 0.3, 0.1)
    assert needed < components_needed(100, 0.2, 0.1)
    assert needed < components_needed(100, 0.3, 0.01)
    assert components_needed(100, 0.3, 0.1, family="labelling") < needed
    assert eps_kept(100, needed, 0.1) == pytest.approx(0.3, abs=1e-3)
    assert eps_kept(100, 5, 0.1) is None


@pytest.mark.parametrize("kind", ["gaussian", "sparse"])
def test_lengths_are_kept_in_the_mean(kind: str) -> None:
    A = draw_projection(300, 2000, kind=kind, seed=0)
    squares = np.square(np.asarray(A @ np.eye(300))).sum(axis=0)
    assert squares.mean() == pytest.approx(1.0, abs=0.01)
    assert np.abs(squares - 1).max() < 0.2
    same, other = draw_projection(300, 2000, kind=kind, seed=0), draw_projection(300, 2000, kind=kind, seed=1)
    assert abs(A - same).max() == 0.0
    assert abs(A - other).max() > 0.0


@pytest.mark.parametrize("kind", ["gaussian", "sparse"])
def test_the_theorem_on_every_labelling_of_a_few_points(kind: str) -> None:
    X = np.zeros((6, 500))
    X[:, :6] = np.eye(6) + 0.2 * np.random.default_rng(1).standard_normal((6, 6))
    Y = np.array(list(product([0, 1], repeat=6)))
    projection = gordan.MarginProjection(eps=0.3, n_components=300, kind=kind, random_state=0).fit(X)
    found = projection.survival(X, Y)
    assert 0 < found.survived == found.asked
    assert 0 < found.returned == found.came
    assert found.all_survived
    # One component turns the points into numbers: no margin of that size is left of most labellings.
    crushed = gordan.MarginProjection(eps=0.2, n_components=1, kind=kind, random_state=0).fit(X)
    assert not crushed.survival(X, Y).all_survived


def test_the_margin_is_reported_before_and_after() -> None:
    generator = np.random.default_rng(2)
    X = generator.standard_normal((60, 3000))
    y = np.where(generator.uniform(size=60) > 0.5, "a", "b")
    projection = gordan.MarginProjection(eps=0.5, random_state=3).fit(X)
    assert projection.n_components_ == components_needed(60, 0.5, 0.05, family="labelling") < 3000
    compared = projection.compare(X, y)
    assert compared.before.bracket.lower >= 0.5 / 8 * compared.radius  # nearly orthogonal points: 1/√60 of the radius
    assert compared.after.bracket.lower >= 0.5 * compared.before.bracket.upper
    assert compared.kept >= 0.5
    assert "before" in str(compared)


def test_the_same_seed_draws_the_same_and_forms_agree() -> None:
    X = np.random.default_rng(4).standard_normal((20, 100)) * (np.arange(100) % 3 == 0)
    for kind in ("gaussian", "sparse"):
        projection = gordan.MarginProjection(n_components=7, kind=kind, random_state=5)
        first = projection.fit_transform(X)
        np.testing.assert_array_equal(first, clone(projection).fit_transform(X))
        np.testing.assert_allclose(first, clone(projection).fit_transform(csr_array(X)), atol=1e-12)
        assert clone(projection).fit_transform(X.astype(np.float32)).dtype == np.float32
        assert (first != gordan.MarginProjection(n_components=7, kind=kind, random_state=6).fit_transform(X)).any()
        assert len(projection.get_feature_names_out()) == 7


def test_it_goes_in_a_pipeline() -> None:
    from sklearn.linear_model import Perceptron

    X = np.random.default_rng(7).standard_normal((30, 400))
    y = X[:, 0] > 0
    pipeline = make_pipeline(gordan.MarginProjection(n_components=50, random_state=0), Perceptron())
    assert pipeline.fit(X, y).score(X, y) == 1.0


def test_what_would_save_nothing_passes_through_and_says_so() -> None:
    X = np.random.default_rng(8).standard_normal((10, 20))
    with pytest.warns(UserWarning, match="pass through unchanged"):
        projection = gordan.MarginProjection(n_components="all partitions").fit(X)
    assert projection.n_components_ == 20
    np.testing.assert_array_equal(projection.transform(X), X)
    np.testing.assert_array_equal(projection.transform(csr_array(X)), X)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"eps": 0.0}, "eps is 0.0"),
        ({"eps": 2.0}, "between 0 and 1"),
        ({"delta": 0.0}, "delta"),
        ({"delta": 1.5}, "delta"),
        ({"n_components": 20}, "fewer components"),
        ({"n_components": 0}, "whole number"),
        ({"n_components": 2.5}, "whole number"),
        ({"n_components": "some"}, "n_components is 'some'"),
        ({"kind": "cauchy", "n_components": 3}, "kind"),
        ({"kind": "cauchy"}, "kind is 'cauchy'"),
        ({"kind": None, "n_components": 3}, "kind is None"),
        ({"eps": "a"}, "eps is 'a'"),
        ({"eps": None, "n_components": 3}, "eps is None"),
        ({"eps": True}, "eps is True"),
        ({"eps": 1e-200}, "at least 1e-50"),
        ({"delta": "a"}, "delta is 'a'"),
        ({"n_components": None}, "n_components is None"),
    ],
)
def test_refusals(parameters: dict[str, object], words: str) -> None:
    with pytest.raises(gordan.InputError, match=words):
        gordan.MarginProjection(**parameters).fit(np.ones((5, 20)))
