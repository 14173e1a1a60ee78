"""Rows that spoil a separation: every field of a claim wrong by itself, of points and of models."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from claimed import replace
from gordan.feasibility.split.split import split
from gordan.outcome import Cancellation, Enclosure, Separator
from gordan.outcome.spoilers import ModelSpoilers, OverlapProof, Spoilers
from gordan.problem import Points, System
from gordan.problem.observations import Observations
from gordan.verify.spoilers import judge_model_spoilers, judge_spoilers

ROWS, COUNT = "rows to leave out are rows", "count of rows is the problem's"
KIND, OF_ROWS, FAILING = "refutations are of their kind", "refutations are of rows", "refutations that do not hold"
APART, PLANE, ALONE = "refutations share no row", "rest has a hyperplane", "rows that are left are of one class"
# 0 and 1 below, 2 and 3 above, but for a row at 3 that is below and one at 0 that is above.
POINTS = Points([[0.0], [1.0], [2.0], [3.0], [3.0], [0.0]], [0, 0, 1, 1, 0, 1])
FIRST, SECOND = Cancellation((0, 5), (1, 1)), Cancellation((3, 4), (1, 1))
CLAIM = Spoilers(
    rows=(4, 5), n=6, separator=Separator(np.array([2.0]), -3.0, np.array([1.0])), refutations=(FIRST, SECOND)
)


def failed(exact: bool = False, problem: Points = POINTS, **changes: Any) -> list[str]:
    return [check.name for check in judge_spoilers(problem, replace(CLAIM, **changes), exact=exact).failed]


def test_what_is_true_is_accepted() -> None:
    for exact in (False, True):
        own: Any = gordan.spoilers(POINTS)
        verdict = judge_spoilers(POINTS, own, exact=exact)
        assert verdict.holds
        assert (own.rows, own.lower) == ((4, 5), 2)
        assert verdict.proof == ("exact" if exact else "rounded")
    assert failed(separator=own.separator, refutations=own.refutations) == []
    assert failed(separator=own.separator, refutations=()) == []


SEPARATOR: Any = gordan.spoilers(POINTS).separator  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"rows": [4, 5]}, [ROWS]),
        ({"rows": (4, 5.0)}, [ROWS]),
        ({"rows": (5, 4)}, [ROWS]),
        ({"rows": (4, 4)}, [ROWS]),
        ({"rows": (-1, 4, 5)}, [ROWS]),
        ({"rows": (4, 5, 6)}, [ROWS]),
        ({"rows": (0, 4, 5)}, []),
        ({"n": 7}, [COUNT]),
        ({"n": 6.0}, [COUNT]),
        ({"rows": (True, 4, 5)}, [ROWS]),
        ({"separator": FIRST}, [PLANE]),
        ({"separator": None}, [ALONE]),
        ({"rows": (0, 1, 4)}, [PLANE]),
        ({"rows": (0, 1, 4), "separator": None}, []),
        ({"rows": (0, 1, 2, 3, 4, 5), "separator": None}, []),
        ({"rows": (0, 1, 2, 3, 4, 5)}, [PLANE]),
        ({"refutations": [FIRST]}, [KIND]),
        ({"refutations": (FIRST, "rows")}, [KIND]),
        ({"refutations": (FIRST, Cancellation([3, 4], (1, 1)))}, [OF_ROWS]),  # type: ignore[arg-type]
        ({"refutations": (FIRST, Cancellation((3, 4.0), (1, 1)))}, [OF_ROWS]),  # type: ignore[arg-type]
        ({"refutations": (FIRST, FIRST)}, [APART]),
        ({"refutations": (FIRST, Cancellation((3, 4), (1, 2)))}, [FAILING]),
        ({"refutations": (FIRST, Cancellation((3, 3), (1, 1)))}, [APART, FAILING]),
        ({"refutations": (FIRST, Cancellation((3, 6), (1, 1)))}, [FAILING]),
    ],
)
def test_claims_about_points(changes: dict[str, Any], wrong: list[str]) -> None:
    for exact in (False, True):
        assert failed(exact, **{"separator": SEPARATOR, **changes}) == wrong


def test_enclosures_refute_in_rounded_arithmetic_only() -> None:
    """The middle of 0 and 1 is above: weights ¼, ¼ and ½ cancel. In integers rows that cancel are asked for."""
    problem = Points([[0.0], [1.0], [0.5], [2.0]], [0, 0, 1, 1])
    own: Any = gordan.spoilers(problem)
    assert own.rows == (2,)
    for centre, wrong in (((0.25, 0.25, 0.5), []), ((0.25, 0.5, 0.25), [FAILING])):
        proof = Enclosure((0, 1, 2), np.array(centre), np.full(3, 1e-9))
        claim = replace(own, refutations=(proof,))
        assert [check.name for check in judge_spoilers(problem, claim, exact=False).failed] == wrong
        assert [check.name for check in judge_spoilers(problem, claim, exact=True).failed] == [KIND]


def test_without_an_intercept_one_class_needs_a_hyperplane() -> None:
    problem = Points([[1.0], [2.0], [-1.0]], [1, 1, 1], intercept=False)
    separator = Separator(np.array([1.0]), 0.0, np.array([1.0, 2.0]))
    own: Any = gordan.spoilers(problem)
    assert own.rows == (2,)
    assert judge_spoilers(problem, own, exact=False).holds
    lie = replace(own, separator=None)
    assert [c.name for c in judge_spoilers(problem, lie, exact=False).failed] == [ALONE]
    nothing = replace(own, rows=(0, 1, 2), separator=separator)
    assert [c.name for c in judge_spoilers(problem, nothing, exact=False).failed] == [PLANE]


# x ≥ 0 for observations 0 and 1, −x ≥ 0 for 2 and 3, and y ≥ 0 for 4: without 0 and 1, or 2 and 3, x can be strict.
SYSTEM = System([[1.0], [2.0], [-1.0], [-2.0]], [[0.0]])
MODEL = Observations(SYSTEM, np.arange(5), 5)


def overlap(*rows: int, problem: Observations = MODEL) -> OverlapProof:
    answer: Any = split(problem.take(np.array(rows)), proof="exact")
    return OverlapProof(rows, answer.proof)


PAIRS = overlap(0, 2), overlap(1, 3)
MODELLED = ModelSpoilers(rows=(0, 1), n=5, direction=(-1,), refutations=PAIRS, shared=1)
DIRECTION, LEFT = "direction has an integer for every column", "inequalities that are left hold"
EQUAL, STRICT = "equalities that are left hold", "rows that are left and strict"
SHARED = "observations are shared as claimed"


def wrong_of(problem: Observations = MODEL, **changes: Any) -> list[str]:
    return [check.name for check in judge_model_spoilers(problem, replace(MODELLED, **changes)).failed]


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({}, []),
        ({"rows": [0, 1]}, [ROWS]),
        ({"rows": (1, 0)}, [ROWS]),
        ({"rows": (0, 1, 5)}, [ROWS]),
        ({"n": 4}, [COUNT]),
        ({"direction": [-1]}, [DIRECTION]),
        ({"direction": (-1, 0)}, [DIRECTION]),
        ({"direction": (-1.0,)}, [DIRECTION]),
        ({"direction": (0,)}, [STRICT]),
        ({"direction": (1,)}, [LEFT, STRICT]),
        ({"rows": (0,)}, [LEFT]),
        ({"rows": (0, 1, 2, 3)}, [STRICT]),
        ({"refutations": list(PAIRS)}, [KIND]),
        ({"refutations": (FIRST,)}, [KIND]),
        ({"refutations": (replace(PAIRS[0], rows=[0, 2]),)}, [OF_ROWS]),
        ({"refutations": (replace(PAIRS[0], rows=()),)}, [OF_ROWS]),
        ({"refutations": (replace(PAIRS[0], rows=(0, 2.0)),)}, [OF_ROWS]),
        ({"refutations": (replace(PAIRS[0], rows=(-1, 2)),)}, [OF_ROWS]),
        ({"refutations": (replace(PAIRS[0], rows=(2, 5)),)}, [OF_ROWS]),
        ({"refutations": (replace(PAIRS[0], rows=(2, 0)),)}, [OF_ROWS]),
        ({"refutations": (replace(PAIRS[0], rows=(0, 0)),)}, [OF_ROWS]),
        ({"refutations": (overlap(0, 2, 4),)}, []),
        ({"refutations": (PAIRS[0], PAIRS[0])}, [SHARED]),
        ({"refutations": (PAIRS[0], PAIRS[0]), "shared": 2}, []),
        ({"refutations": (), "shared": 1}, []),
        ({"shared": 0}, [SHARED]),
        ({"shared": 1.0}, [SHARED]),
        ({"shared": True}, [SHARED]),
        ({"refutations": (replace(PAIRS[0], rows=(0, 1)), PAIRS[1])}, [SHARED, FAILING]),
        ({"refutations": (replace(PAIRS[0], rows=(0, 1)),)}, [FAILING]),
        ({"refutations": (PAIRS[0], replace(PAIRS[1], rows=(1,)))}, [FAILING]),
    ],
)
def test_claims_about_models(changes: dict[str, Any], wrong: list[str]) -> None:
    assert wrong_of(**changes) == wrong


def test_equalities_that_are_left_hold() -> None:
    """x ≥ 0 and y = 0: the equality of y is left, and where it goes y may move."""
    problem = Observations(System([[1.0, 1.0], [-1.0, 0.0]], [[0.0, 1.0]]), np.arange(3), 3)
    claim = {"n": 3, "rows": (1,), "refutations": (), "direction": (1, 0)}
    assert wrong_of(problem, **claim) == []
    assert wrong_of(problem, **{**claim, "direction": (1, 1)}) == [EQUAL]
    assert wrong_of(problem, **{**claim, "direction": (1, -1)}) == [EQUAL, STRICT]
    assert wrong_of(problem, **{**claim, "direction": (1, 1), "rows": (1, 2)}) == []


def test_rows_that_overlap_leave_no_column_free() -> None:
    """x cancels on rows 0 and 1, y is not in them: a direction along y separates row 2, whatever x does."""
    problem = Observations(System([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]], None), np.arange(4), 4)
    claim = {"n": 4, "rows": (3,), "direction": (0, 1)}
    assert wrong_of(problem, **claim, refutations=(overlap(0, 1, problem=problem),)) == [FAILING]
    assert wrong_of(problem, **claim, refutations=(overlap(0, 1, 2, 3, problem=problem),)) == []


def test_observations_of_several_rows_count_once() -> None:
    """Two rows of one observation in one refutation are one use, in two refutations two."""
    problem = Observations(SYSTEM, np.array([0, 0, 1, 1, 2]), 3)
    claim = {"n": 3, "rows": (0,), "direction": (-1,)}
    assert wrong_of(problem, **claim, refutations=(overlap(0, 1, 2, 3, problem=problem),)) == []
    assert wrong_of(problem, **claim, refutations=PAIRS) == [SHARED]
    assert wrong_of(problem, **claim, refutations=PAIRS, shared=2) == []
