"""The laws of a sequence, and arrays that agree with the outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import gordan

X = np.random.default_rng(0).standard_normal((40, 9, 3))
Y = np.random.default_rng(1).choice(["no", "yes"], (40, 9))
Y[7] = "no"


@pytest.fixture(scope="module")
def many() -> gordan.engine.many.Many:
    return gordan.separate_many(X, Y)


def test_it_is_a_sequence(many: gordan.engine.many.Many) -> None:
    assert isinstance(many, Sequence)
    assert len(many) == 40
    assert many[-1].kind == many[39].kind
    assert many[np.int64(3)].kind == many[3].kind
    for index in (40, -41):
        with pytest.raises(IndexError):
            many[index]
    with pytest.raises(TypeError):
        many["first"]  # type: ignore[call-overload]


def test_arrays_agree_with_outcomes(many: gordan.engine.many.Many) -> None:
    assert many.separable.any()
    assert many.inseparable.any()
    for j, kind in enumerate(many.kinds):
        if j == 7:
            assert kind == "failed"
            assert np.isnan(many.lower[j])
            continue
        outcome = many[j]
        assert outcome.kind == kind
        assert (many.separable[j], many.inseparable[j], many.undecided[j]) == tuple(
            kind == name for name in ("separable", "inseparable", "undecided")
        )
        assert (many.lower[j], many.upper[j]) == (outcome.bracket.lower, outcome.bracket.upper)
        assert outcome.classes == ("no", "yes")
        assert outcome.support.size
    assert many.counts == {name: int((many.kinds == name).sum()) for name in many.counts}


def test_slices_masks_and_lists_stay_lazy(many: gordan.engine.many.Many) -> None:
    part = many[5:20:2]
    assert isinstance(part, gordan.engine.many.Many)
    assert part.failed.keys() == {1}
    assert np.array_equal(part.kinds, many.kinds[5:20:2])
    assert [one.kind for one in part[2:]] == list(part.kinds[2:])
    apart = many[many.separable]
    assert apart.separable.all()
    assert len(apart) == many.counts["separable"]
    assert np.array_equal(many[[3, 1]].lower, many.lower[[3, 1]])
    assert len(many[0:0]) == 0
    assert many[::-1][0].kind == many[39].kind
    assert repr(many[0:0]).startswith("Many(0 problems")


def test_what_failed_is_raised_when_asked_for(many: gordan.engine.many.Many) -> None:
    with pytest.raises(gordan.InputError, match="all labels are no"):
        many[7]
    assert many.failed.keys() == {7}
    assert "two classes" in str(many.failed[7])


def test_one_line(many: gordan.engine.many.Many) -> None:
    counts = many.counts
    line = repr(many)
    assert "\n" not in line
    assert f"40 problems: {counts['separable']} separable, {counts['inseparable']} inseparable, 1 failed" in line


def test_an_outcome_stands_by_itself(many: gordan.engine.many.Many) -> None:
    """Writing into one does not change what is built next."""
    j = int(np.flatnonzero(many.separable)[0])
    before = many[j].coef
    assert before is not None
    many[j].coef[:] = 0.0  # type: ignore[index]
    assert np.array_equal(many[j].coef, before)  # type: ignore[arg-type]
    assert many[j].decision_function(X[j]).shape == (9,)


def test_the_points_next_to_the_hyperplane(many: gordan.engine.many.Many) -> None:
    for j in np.flatnonzero(many.separable).tolist():
        outcome: Any = many[j]
        values = np.abs(outcome.decision_function(X[j]))
        signs = Y[j] == "yes"
        for side in (signs, ~signs):
            shown = [row for row in outcome.nearest if side[row]]
            assert shown
            assert np.isclose(values[shown[0]], values[side].min())
