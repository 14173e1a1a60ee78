"""Every answer has the same surface: a sentence, a short repr, a page with everything escaped, and plain values."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd
import pytest

import gordan
from gordan.outcome import Answer, Code
from gordan.outcome.feasibility import Feasible, Infeasible

INTERVAL = gordan.Inequalities([[1], [-1]], [1, -3])
PRICED = gordan.Program([[3, 1], [1, 2]], row_lower=[1, 1], lower=0, objective=[1, 1])
EMPTY = gordan.Inequalities([[1], [-1]], [3, -1])
FRAME = pd.DataFrame({"width": [0.0, 1.0, 3.0], "<b>": [5.0, -4.0, 9.0]})
MANY = np.random.default_rng(1).normal(size=(200, 40))
CONE = gordan.Conic([[[[1.0, 0.0], [0.0, -1.0]], [[0.0, 1.0], [1.0, 0.0]]]], gordan.cone.PSD(2))

ANSWERS: dict[str, Any] = {
    "separable": lambda: gordan.separate(FRAME, ["low", "low", "high"]),
    "inseparable": lambda: gordan.separate([[0.0], [1.0], [2.0]], [0, 1, 0]),
    "undecided": lambda: gordan.separate(MANY, np.arange(200) % 2, max_seconds=1e-9),
    "kernel": lambda: gordan.separate([[0.0], [1.0], [2.0]], [0, 1, 0], kernel="rbf"),
    "cone": lambda: gordan.solve(CONE),
    "feasible": lambda: gordan.feasible(INTERVAL, implied=True),
    "strictly feasible": lambda: gordan.feasible(INTERVAL, strict=True),
    "infeasible": lambda: gordan.feasible(EMPTY),
    "optimal": lambda: gordan.optimum(PRICED, ranges=True),
    "unbounded": lambda: gordan.optimum(gordan.Program([[1]], row_lower=[1], objective=[-1])),
    "undecided optimum": lambda: gordan.optimum(PRICED, max_seconds=1e-9),
    "repaired": lambda: gordan.repair(gordan.Program([[1], [1]], row_lower=[3, None], row_upper=[None, 1])),
    "undecided program": lambda: gordan.feasible(INTERVAL, max_seconds=1e-9),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_has_the_surface_of_the_family(name: str) -> None:
    answer = ANSWERS[name]()
    assert isinstance(answer, Answer)
    record = answer.to_dict()
    assert json.loads(json.dumps(record, allow_nan=False)) == record
    assert record["outcome"] == answer.kind
    assert record["reason_code"] == answer.reason.code.value
    assert record["verdict"]["holds"] == answer.verdict.holds
    assert len(record["verdict"]["checks"]) == len(answer.verdict.checks)
    assert isinstance(answer.seconds, float)
    assert answer.seconds == answer.run.seconds
    assert str(answer).startswith(f"{answer.kind.capitalize()}: ")
    assert repr(answer).startswith(f"<{answer.kind.capitalize()}: ")
    assert "\n" not in repr(answer)
    page = answer._repr_html_()
    assert all(check.name.replace("'", "&#x27;").replace(">", "&gt;") in page for check in answer.verdict.checks)


def test_undecided_is_one_type() -> None:
    for name in ("undecided", "undecided program"):
        answer = ANSWERS[name]()
        assert isinstance(answer, gordan.Undecided)
        assert answer.kind == "undecided"
    assert answer.reason.code is Code.MAX_SECONDS
    assert "margin" not in str(answer)
    assert "nothing was checked" not in str(answer)


def test_programs_are_answered_by_the_public_types() -> None:
    assert isinstance(ANSWERS["feasible"](), gordan.Feasible)
    assert isinstance(ANSWERS["infeasible"](), gordan.Infeasible)
    assert (gordan.Feasible, gordan.Infeasible) == (Feasible, Infeasible)


def test_a_page_names_columns_and_lets_no_markup_through() -> None:
    answer = ANSWERS["separable"]()
    page = answer._repr_html_()
    assert "·width" in page
    assert "<b>" not in page
    assert gordan.verify(gordan.Points(FRAME, ["low", "low", "high"]), answer).holds


def test_weights_stand_beside_their_rows() -> None:
    X = np.array([[0.0], [5.0], [1.0], [2.0]])
    answer = gordan.separate(X, [0, 1, 1, 0])
    record = answer.to_dict()
    assert len(answer.weights) == len(X)
    assert record["support"] == answer.support.tolist()
    assert record["weights"] == answer.weights[answer.support].tolist()


def test_a_long_proof_is_shown_in_part() -> None:
    rng = np.random.default_rng(0)
    answer = gordan.separate(rng.normal(size=(120, 30)), rng.integers(0, 2, 120))
    assert answer.kind == "inseparable"
    page = answer._repr_html_()
    assert f"and {len(answer.support) - 12} more" in page


@pytest.mark.parametrize("given", [None, "x >= 1", [[1.0]]])
def test_what_is_no_problem_is_refused(given: Any) -> None:
    with pytest.raises(gordan.InputError, match=r"a cvxpy\.Problem"):
        gordan.feasible(given)


def test_an_answer_of_another_kind_is_not_judged_as_one() -> None:
    """An object that only looks like an answer is refused, whatever its fields say."""

    class Pretender:
        kind, strict, proof = "feasible", False, gordan.feasible(INTERVAL).proof

    with pytest.raises(gordan.InputError, match="give points"):
        gordan.verify(INTERVAL, Pretender())
