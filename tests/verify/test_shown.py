"""What is shown beside a proof: true of every answer that gordan gives, and refused where it is changed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gordan
from claimed import replace
from gordan.verify.shown import shown_falsely

X = np.array([[1.0, 5.0], [2.0, 7.0], [3.0, 6.0], [2.0, 6.5], [4.0, 1.0]])
PROBLEMS: dict[str, Any] = {
    "inseparable": gordan.Points(X, [0, 1, 0, 1, 0]),
    "through the origin": gordan.Points(np.vstack([X, -X]), [0, 1, 0, 1, 0] * 2, intercept=False),
    "decimal": gordan.Points(X / 10, [0, 1, 0, 1, 0], numbers="decimal"),
    "separable": gordan.Points(X, [0, 0, 0, 0, 1]),
    "kernel": gordan.Points(X, [0, 1, 0, 1, 0], kernel="poly", degree=2),
    "twins in a kernel": gordan.Points(X[[0, 0, 1]], [0, 1, 1], kernel="rbf"),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_answers_show_what_is_true(name: str, tmp_path: Path) -> None:
    problem = PROBLEMS[name]
    found = gordan.solve(problem)
    assert gordan.verify(problem, found).holds
    gordan.certify(problem, found, tmp_path / "c.json")
    again = gordan.read_certificate(tmp_path / "c.json").claim(problem)
    assert gordan.verify(problem, again).holds
    if again.coef is not None:
        terms = zip(again.coef.tolist(), again.centre.tolist(), strict=True)
        about = sum((Fraction(w) * Fraction(c) for w, c in terms), Fraction(0))
        assert again.intercept == float(Fraction(again.offset) - about)


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize(
    ("change", "check"),
    [
        ({"space": "the rbf kernel (gamma=3)"}, "space is the problem's"),
        ({"nearest": (99,)}, "nearest rows exist and differ"),
        ({"intercept": 0.125}, "intercept"),
        ({"offset": 0.125}, "intercept"),
    ],
)
def test_another_word_is_refused(name: str, change: dict[str, Any], check: str) -> None:
    problem = PROBLEMS[name]
    verdict = gordan.verify(problem, replace(gordan.solve(problem), **change))
    assert not verdict.holds
    told = ("space is the problem's", "nearest rows exist and differ")
    assert any(check in each.name for each in verdict.failed) or check not in told


def test_points_beside_a_feasible_point() -> None:
    problem = gordan.Inequalities([[1, 2], [3, -1]])
    found = gordan.feasible(problem, strict=True)
    assert found.unit is not None
    assert gordan.verify(problem, found).holds
    small = replace(found, unit=replace(found.unit, values=tuple(v / 2 for v in found.unit.values)))
    assert [check.name for check in gordan.verify(problem, small).failed] == ["unit point takes every row to 1"]
    flat = gordan.feasible(gordan.Program([[1, 1]], row_upper=[0], lower=0), implied=True)
    assert flat.implied
    program = gordan.Program([[1, 1]], row_upper=[0], lower=0)
    assert gordan.verify(program, flat).holds
    wider = gordan.Program([[1, 1]], row_upper=[1], lower=0)
    failed = [check.name for check in gordan.verify(wider, flat).failed]
    assert failed == ["implied sides are attained by the point"]


@pytest.mark.parametrize("name", PROBLEMS)
def test_fields_of_another_question_are_refused(name: str) -> None:
    """No answer has them, and nothing that they say would be looked at."""
    problem = PROBLEMS[name]
    found = gordan.solve(problem)
    field = "centre" if problem.implicit else "dual_coef"
    verdict = gordan.verify(problem, replace(found, **{field: np.ones(problem.n)}))
    assert "no fields of another question" in {check.name for check in verdict.failed}


def test_an_empty_claim_shows_nothing() -> None:
    from gordan.verify import judge_empty_claim

    assert judge_empty_claim(gordan.outcome.Claim(classes=(0, 1)), (0, 1)).holds
    shown: dict[str, Any] = {
        "centre": np.zeros(2),
        "intercept": 1.0,
        "offset": 1.0,
        "nearest": (0,),
        "coef": np.ones(2),
    }
    for field, value in shown.items():
        assert not judge_empty_claim(gordan.outcome.Claim(classes=(0, 1), **{field: value}), (0, 1)).holds


def told(problem: Any, **fields: Any) -> list[str]:
    return [check.name for check in shown_falsely(problem, gordan.outcome.Claim(**fields))]


INTERCEPT, FIELDS = "intercept is the hyperplane's", "no fields of another question"
W = np.array([1.0, 2.0])


@pytest.mark.parametrize(
    ("name", "fields", "wrong"),
    [
        ("inseparable", {}, []),
        ("inseparable", {"offset": 1.0, "intercept": 1.0}, [INTERCEPT]),
        ("inseparable", {"coef": W, "centre": W, "offset": 7.0, "intercept": 2.0}, []),
        ("inseparable", {"coef": W, "offset": 7.0, "intercept": 7.0}, []),
        ("inseparable", {"coef": W, "centre": W, "offset": 7.0, "intercept": 7.0}, [INTERCEPT]),
        ("inseparable", {"coef": W, "offset": 7.0, "intercept": 7}, [INTERCEPT]),
        ("inseparable", {"coef": np.ones(3), "centre": np.ones(3), "intercept": -3.0}, [INTERCEPT]),
        ("inseparable", {"coef": W, "centre": np.ones(3), "intercept": -3.0}, [INTERCEPT]),
        ("inseparable", {"coef": W, "offset": np.nan, "intercept": np.nan}, [INTERCEPT]),
        ("inseparable", {"coef": W, "dual_coef": np.ones(5)}, [FIELDS, INTERCEPT]),
        ("through the origin", {"coef": W, "offset": 0.0}, []),
        ("through the origin", {"coef": W, "offset": 1.0, "intercept": 1.0}, [INTERCEPT]),
        ("kernel", {}, []),
        ("kernel", {"offset": 0.5, "intercept": 0.5}, []),
        ("kernel", {"dual_coef": np.ones(5), "offset": 0.5, "intercept": 0.5}, []),
        ("kernel", {"dual_coef": np.ones(5), "offset": 0.5, "intercept": 0.25}, [INTERCEPT]),
        ("kernel", {"dual_coef": np.ones(4), "offset": 0.5, "intercept": 0.5}, [INTERCEPT]),
        ("kernel", {"coef": W, "offset": 0.5, "intercept": 0.5}, [FIELDS, INTERCEPT]),
        ("separable", {"nearest": (0, 4)}, []),
        ("separable", {"nearest": (0, 0)}, ["nearest rows exist and differ"]),
        ("separable", {"nearest": (5,)}, ["nearest rows exist and differ"]),
        ("separable", {"nearest": (-1,)}, ["nearest rows exist and differ"]),
        ("separable", {"nearest": 7}, ["nearest rows exist and differ"]),
        ("separable", {"nearest": (0.0,)}, ["nearest rows exist and differ"]),
        ("separable", {"space": 7}, ["space is the problem's"]),
        ("separable", {"space": "elsewhere"}, ["space is the problem's"]),
    ],
)
def test_each_thing_that_is_shown(name: str, fields: dict[str, Any], wrong: list[str]) -> None:
    assert told(PROBLEMS[name], **fields) == wrong


def test_another_space_is_quoted_only_where_it_is_text() -> None:
    for space, quoted in ((7, "a int"), ("elsewhere", "'elsewhere'")):
        [check] = shown_falsely(PROBLEMS["separable"], gordan.outcome.Claim(space=space))  # type: ignore[arg-type]
        assert check.quantity == quoted
