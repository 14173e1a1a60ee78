"""Proportions are never taken for the names of classes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.regression.diagnose import diagnose

X = np.array([[1.0], [2.0], [3.0], [4.0]])


def glm(y: list[float], **more: Any) -> Any:
    family = type("Binomial", (), {"link": type("Logit", (), {})()})()
    made = type("GLM", (SimpleNamespace,), {})(exog=np.column_stack([np.ones(4), X]), endog=np.array(y), family=family)
    made.__dict__.update(more)
    return made


@pytest.mark.parametrize("y", [[0.25, 0.25, 0.75, 0.75], [0.5] * 4, [0, 0.5, 0.5, 0.5], [0.5, 0.5, 0.5, 1]])
def test_two_fractions_or_one_are_proportions(y: list[float]) -> None:
    for found in (diagnose(X, y), diagnose(glm(y))):
        assert found.kind == "overlap"
        assert any("proportions" in note for note in found.notes)


def test_zero_and_one_are_classes_still() -> None:
    assert diagnose(X, [0.0, 0.0, 1.0, 1.0]).kind == "complete"
    assert diagnose(X, [1.5, 1.5, 2.5, 2.5]).kind == "complete"


def test_what_is_no_proportion_is_no_class_of_a_model() -> None:
    with pytest.raises(gordan.InputError, match=r"endog of the binomial model holds 1\.5"):
        diagnose(glm([0.5, 0.5, 1.5, 1.5]))


def test_fractions_of_one_trial_beside_many() -> None:
    """Half a success of one trial is neither none nor one."""
    found = diagnose(glm([0, 0.5, 0.5, 1], n_trials=np.array([4.0, 1.0, 1.0, 4.0])))
    assert found.kind == "overlap"


def test_weights_of_the_variance_take_rows_out() -> None:
    y = [0.0, 1.0, 0.0, 1.0]
    assert diagnose(glm(y, var_weights=np.array([0.5, 1.5, 1.0, 2.0]))).kind == "overlap"
    found = diagnose(glm(y, var_weights=np.array([0.5, 0.0, 1.0, 2.0])))
    assert (found.kind, found.rows, found.n_zero_weight) == ("complete", (0, 2, 3), 1)
    both = glm(y, var_weights=np.array([0.5, 0.0, 1.0, 2.0]), freq_weights=np.array([0.0, 1.0, 1.0, 2.0]))
    assert diagnose(both).n_zero_weight == 2
    with pytest.raises(gordan.InputError, match="var_weights of the model hold -1"):
        diagnose(glm(y, var_weights=np.array([0.5, -1.0, 1.0, 2.0])))
