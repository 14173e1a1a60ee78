"""Coordinate ascent on sparse and wide data: the margin of other methods, on every form of the numbers, by any road."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from threadpoolctl import threadpool_limits

import gordan
from gordan.engine.oracle.build import build
from gordan.engine.oracle.column_multipliers import ColumnMultipliers
from gordan.engine.solver import CoordinateAscent, WorkingSet, coordinate_ascent
from gordan.testing import instances

QUESTIONS = pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])


def text(n: int, m: int, *, seed: int = 0, filled: float = 0.05, offset: float = 0.0) -> tuple[Any, Any]:
    """Sparse rows of positive numbers that single precision holds, labelled by a direction; no label is near."""
    generator = np.random.default_rng(seed)
    X = sp.random_array((2 * n, m), density=filled, rng=generator, format="csr")
    X.data = np.round(X.data * 64) / 64 + 1 / 64
    values = X @ generator.standard_normal(m) + offset
    values -= np.median(values) if offset else 0.0
    far = np.sort(np.argsort(-np.abs(values), kind="stable")[:n])
    return X[far], np.where(values[far] > 0, 1, -1)


def indexed(X: Any, kind: Any) -> Any:
    S = sp.csr_array(X)
    return type(S)((S.data, S.indices.astype(kind), S.indptr.astype(kind)), shape=S.shape)


def unsorted(X: Any) -> Any:
    """The same matrix with the entries of every row in the opposite order."""
    S = sp.csr_array(X).copy()
    for start, stop in zip(S.indptr[:-1], S.indptr[1:], strict=True):
        S.indices[start:stop], S.data[start:stop] = S.indices[start:stop][::-1].copy(), S.data[start:stop][::-1].copy()
    return sp.csr_array((S.data, S.indices, S.indptr), shape=S.shape)


def with_zeros(X: Any) -> Any:
    """The same matrix with zeros that are stored."""
    S = sp.csr_array(X).tocoo()
    more = np.arange(min(S.shape))
    entries = np.append(S.data, np.zeros(more.size)), (np.append(S.row, more), np.append(S.col, more))
    return sp.coo_array(entries, shape=S.shape).tocsr()


def repeated(X: Any) -> Any:
    """The same matrix with every entry stored as two halves."""
    S = sp.csr_array(X).tocoo()
    halves = np.append(S.data, S.data) / 2, (np.append(S.row, S.row), np.append(S.col, S.col))
    return sp.coo_array(halves, shape=S.shape)


FORMS: dict[str, Any] = {
    "int32": lambda X: indexed(X, np.int32),
    "int64": lambda X: indexed(X, np.int64),
    "csc": sp.csc_array,
    "float32": lambda X: sp.csr_array(X.astype(np.float32)),
    "float32 by columns": lambda X: sp.csc_array(X.astype(np.float32)),
    "unsorted": unsorted,
    "stored zeros": with_zeros,
    "stored twice": repeated,
    "dense": lambda X: X.toarray(),
    "dense float32": lambda X: X.toarray().astype(np.float32),
}


@QUESTIONS
@pytest.mark.parametrize("form", FORMS)
def test_every_form_has_the_margin_of_the_working_set(form: str, intercept: bool) -> None:
    X, y = text(70, 300, filled=0.1)
    known = gordan.separate(X.toarray(), y, intercept=intercept, solver=WorkingSet()).bracket
    outcome = gordan.separate(FORMS[form](X), y, intercept=intercept, solver="coordinate-ascent")
    assert outcome.kind == "separable"
    assert outcome.verdict.holds
    assert outcome.bracket.gap <= 1e-6
    assert outcome.bracket.lower <= known.upper
    assert known.lower <= outcome.bracket.upper
    problem = gordan.Points(FORMS[form](X), y, intercept=intercept)
    assert gordan.verify(problem, outcome).holds


@QUESTIONS
@pytest.mark.parametrize("goal", ["decide", "margin"])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_auto_sends_sparse_data_there(kind: Any, goal: Any, intercept: bool) -> None:
    X, y = text(260, 900)
    outcome = gordan.separate(X.astype(kind), y, intercept=intercept, goal=goal)
    assert outcome.run.solver == "coordinate-ascent"
    assert outcome.kind == "separable"
    assert "auto chose coordinate-ascent" in outcome.reason.lower()
    if goal == "margin":
        other = gordan.separate(X, y, intercept=intercept, solver="working-set")
        assert outcome.bracket.gap <= 1e-6
        assert outcome.bracket.lower == pytest.approx(other.bracket.lower, rel=2e-6)


@QUESTIONS
def test_beyond_both_sides_the_margin_is_sought_too(intercept: bool) -> None:
    """More than 5,000 of both, where no matrix of either side is formed."""
    X, y = text(5200, 6000, filled=0.002)
    outcome = gordan.separate(X, y, intercept=intercept, tol=1e-3)
    assert outcome.run.solver == "coordinate-ascent"
    assert outcome.kind == "separable"
    assert outcome.bracket.gap <= 1e-3


@QUESTIONS
def test_no_dense_copy_is_made(intercept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = text(300, 2000, filled=0.02)

    def refuse(self: Any, *_: Any, **__: Any) -> Any:
        if self.shape[0] * self.shape[1] > X.shape[0] * X.shape[1] // 10:
            raise AssertionError(f"a sparse matrix of shape {self.shape} was written out")
        return original(self)

    original = sp.csr_array.toarray
    for form in (sp.csr_array, sp.csc_array, sp.coo_array):
        monkeypatch.setattr(form, "toarray", refuse)
        monkeypatch.setattr(form, "todense", refuse)
    for goal in ("decide", "margin"):
        for points in (X, X.astype(np.float32)):
            outcome = gordan.separate(points, y, intercept=intercept, goal=goal)  # type: ignore[arg-type]
            assert outcome.kind == "separable"


@QUESTIONS
def test_rows_that_repeat_share_their_multipliers(intercept: bool) -> None:
    X, y = text(80, 200, filled=0.1)
    single = gordan.separate(X, y, intercept=intercept, solver="coordinate-ascent")
    twice = gordan.separate(
        sp.vstack([X, X]).tocsr(), np.append(y, y), intercept=intercept, solver="coordinate-ascent", tol=1e-9
    )
    assert twice.kind == "separable"
    assert twice.bracket.gap <= 1e-9
    assert twice.bracket.lower <= single.bracket.upper
    assert single.bracket.lower <= twice.bracket.upper


@QUESTIONS
def test_twins_of_opposite_classes_are_the_witness(intercept: bool) -> None:
    X, y = text(90, 400)
    X, y = sp.vstack([X, X[[4]]]).tocsr(), np.append(y, -y[4])
    outcome = gordan.separate(X, y, intercept=intercept)
    assert outcome.kind == "inseparable"
    assert outcome.support.tolist() == [4, 90]


def test_a_zero_row_cancels_by_itself() -> None:
    X, y = text(90, 400)
    X = sp.vstack([X, sp.csr_array((1, 400))]).tocsr()
    outcome = gordan.separate(X, np.append(y, 1), intercept=False)
    assert outcome.kind == "inseparable"
    assert outcome.support.tolist() == [90]
    # With an intercept it is a point like any other.
    assert gordan.separate(X, np.append(y, 1)).kind == "separable"


def test_one_class_has_a_margin_from_the_origin() -> None:
    X, _ = text(120, 300)
    outcome = gordan.separate(X, np.ones(120), intercept=False)
    known = gordan.separate(X.toarray(), np.ones(120), intercept=False, solver="min-norm-point")
    assert outcome.kind == known.kind == "separable"
    assert outcome.bracket.lower == pytest.approx(known.bracket.lower, rel=2e-6)


@QUESTIONS
def test_unit_lengths_and_empty_columns(intercept: bool) -> None:
    X, y = text(100, 300)
    wide = sp.hstack([X, sp.csr_array((100, 50))]).tocsr()
    plain, wider = (gordan.separate(each, y, intercept=intercept) for each in (X, wide))
    assert wider.bracket.lower == pytest.approx(plain.bracket.lower, rel=2e-6)
    assert not wider.coef[300:].any()
    if not intercept:
        outcome = gordan.separate(wide, y, intercept=False, normalise=True, solver="coordinate-ascent")
        known = gordan.separate(X.toarray(), y, intercept=False, normalise=True, solver="working-set")
        assert outcome.bracket.gap <= 1e-6
        assert outcome.bracket.lower == pytest.approx(known.bracket.lower, rel=2e-6)


@QUESTIONS
def test_sparse_data_that_overlap_are_proved_to(intercept: bool) -> None:
    generator = np.random.default_rng(1)
    X = sp.random_array((600, 70), density=0.2, rng=generator, format="csr")
    outcome = gordan.separate(X, generator.choice([-1, 1], 600), intercept=intercept, goal="decide")
    assert outcome.run.solver == "coordinate-ascent"
    assert outcome.kind == "inseparable"
    assert outcome.verdict.holds


@QUESTIONS
@pytest.mark.parametrize("form", ["csr", "csc"])
def test_small_sparse_data_are_answered_at_once_as_dense_ones_are(intercept: bool, form: str) -> None:
    generator = np.random.default_rng(2)
    X = sp.random_array((90, 180), density=0.05, rng=generator, format=form)
    y = generator.choice([-1, 1], 90)
    outcome, dense = (gordan.separate(data, y, intercept=intercept) for data in (X, X.toarray()))
    assert outcome.run.solver == "min-norm-point"
    assert outcome.kind == dense.kind
    assert outcome.verdict.holds
    if outcome.kind == "separable":
        assert outcome.bracket.lower == pytest.approx(dense.bracket.lower, rel=1e-6)


@QUESTIONS
def test_results_do_not_depend_on_threads_and_repeat(intercept: bool) -> None:
    X, y = text(300, 800)
    brackets = []
    for threads in (1, 2, 1):
        with threadpool_limits(threads):
            outcome = gordan.separate(X, y, intercept=intercept)
        brackets.append((outcome.bracket, outcome.n_iter, outcome.n_passes, outcome.coef.tobytes()))
    assert brackets[0] == brackets[1] == brackets[2]


def test_budgets_are_kept_and_told() -> None:
    X, y = text(400, 1500)
    outcome = gordan.separate(X, y, max_iter=4)
    assert outcome.kind == "separable"
    assert outcome.n_iter == 4
    assert "max_iter = 4 was reached" in outcome.reason
    assert outcome.bracket.gap > 1e-6
    brief = gordan.separate(X, y, max_seconds=1e-9)
    assert brief.kind in ("separable", "undecided")
    assert "max_seconds" in brief.reason


def test_an_earlier_answer_is_taken_up() -> None:
    X, y = text(300, 900)
    first = gordan.separate(X, y, tol=1e-2)
    again = gordan.separate(X, y, start=first)
    anew = gordan.separate(X, y)
    assert again.bracket.gap <= 1e-6
    assert again.n_iter < anew.n_iter


def test_a_support_is_solved_at_once() -> None:
    """From nearly right multipliers one factorisation leaves nothing but rounding."""
    X, y = text(90, 300)
    oracle = build(gordan.Points(X, y).canonical())
    run = oracle.ascend(oracle.multipliers(), None, 40)
    solved = oracle.equalise(run, oracle.price(run).margins)
    assert solved is not None
    priced = oracle.price(solved)
    upper = oracle.norm(priced.image)
    assert (upper - oracle.cone.lowest(priced.margins) / oracle.norm(solved.direction)) / upper < 1e-9


@QUESTIONS
def test_wide_dense_data(intercept: bool) -> None:
    """By products of rows where these are few, by sweeps where they are more: the same margin."""
    for n, m in ((40, 900), (300, 400)):
        one = instances.separable(m, n, 0.05, intercept=intercept)
        outcome = gordan.separate(one.X, one.y, intercept=intercept)
        assert outcome.run.solver == ("min-norm-point" if n == 40 else "coordinate-ascent")
        assert outcome.bracket.gap <= 1e-6
        assert outcome.bracket.lower == pytest.approx(0.05, rel=1e-4)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"sweeps": 0}, "sweeps is 0; give a whole number, 1 or more"),
        ({"then": WorkingSet}, "give a solver such as"),
        ({"patience": 0}, "patience is 0; give a positive number"),
    ],
)
def test_parameters_are_refused_in_a_sentence(given: Any, sentence: str) -> None:
    with pytest.raises(gordan.InputError, match=sentence):
        CoordinateAscent(**given)


@QUESTIONS
@pytest.mark.parametrize("form", [sp.csr_array, np.asarray], ids=["sparse", "dense"])
def test_two_rows_that_cancel_end_it_before_it_hands_over(form: Any, intercept: bool) -> None:
    X, y = text(200, 2000)
    wide = sp.vstack([X, X[:1]]).tocsr()
    wide = form(wide) if form is sp.csr_array else wide.toarray()
    problem = gordan.Points(wide, np.append(y, -y[0]), intercept=intercept)
    outcome = gordan.solve(problem, solver=CoordinateAscent(then=Never()))
    assert outcome.kind == "inseparable"
    assert outcome.support.tolist() == [0, 200]


class Never(WorkingSet):
    """A method that must not be needed."""

    def candidates(self, oracle: Any, start: Any = None) -> Any:
        raise AssertionError("handed over although that is not needed")


def narrow(n: int, m: int, swapped: int) -> tuple[Any, Any]:
    """Rows that a narrow margin separates still when some labels are the other ones."""
    X, y = text(n, m, filled=0.1)
    y[:swapped] *= -1
    return X, y


@QUESTIONS
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_a_narrow_margin_is_found_without_handing_over(kind: Any, intercept: bool) -> None:
    X, y = narrow(300, 160, 6)
    known = gordan.separate(X.toarray(), y, intercept=intercept, solver="working-set")
    assert known.kind == "separable"
    outcome = gordan.separate(X.astype(kind), y, intercept=intercept, solver=CoordinateAscent(then=Never()))
    assert outcome.kind == "separable"
    assert outcome.verdict.holds
    assert outcome.bracket.gap <= 1e-6
    assert outcome.bracket.lower <= known.bracket.upper
    assert known.bracket.lower <= outcome.bracket.upper


@QUESTIONS
def test_a_step_towards_a_support_raises_the_value_of_the_dual(intercept: bool) -> None:
    """However few sweeps went before, so that many multipliers would be negative; and points keep u ≥ 0."""
    X, y = narrow(300, 160, 40)
    oracle = build(gordan.Points(X, y, intercept=intercept).canonical())

    def value(run: Any) -> float:
        masses = [run.values[y > 0].sum(), run.values[y < 0].sum()]
        u = np.where(y > 0, run.values / masses[0], run.values / masses[1]) * np.mean(masses)
        u = u if intercept else run.values
        w = oracle.combine(u)
        return float(u.sum() - 0.5 * w @ w)

    clipped = 0
    for sweeps in (2, 14, 16, 18, 30):
        run = oracle.ascend(oracle.multipliers(), None, sweeps)
        solved = oracle.equalise(run, oracle.price(run).margins)
        assert solved is not None
        assert (solved.values >= 0).all()
        assert value(solved) > value(run)
        np.testing.assert_allclose(solved.direction, oracle.combine(solved.values), rtol=1e-9, atol=1e-9)
        products = oracle.price(solved).margins[solved.values > 0]
        clipped += np.ptp(products if not intercept else products[y[solved.values > 0] > 0]) > 1e-6
    assert clipped  # or no step was one that stops short


def test_a_gap_that_rounding_leaves_is_told() -> None:
    generator = np.random.default_rng(109)
    X = generator.standard_normal((30, 20)) + 1e7 * generator.standard_normal(20)
    outcome = gordan.separate(sp.csr_array(X), np.repeat([-1, 1], 15), goal="margin")
    assert (outcome.bracket.gap > 1e-6) == ("proves a gap of" in outcome.reason)


def test_sweeps_that_no_longer_narrow_the_bracket_are_not_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the margin is narrow they stand still far from it; what follows finds it."""
    monkeypatch.setattr(coordinate_ascent, "_LEAST", 10**9)  # nothing is factorised
    monkeypatch.setattr(coordinate_ascent, "_WAITED", 0)
    X, y = text(400, 60, filled=0.1)
    outcome = gordan.separate(X, y, solver=CoordinateAscent(sweeps=1), goal="margin")
    assert outcome.kind == "separable"
    assert outcome.bracket.gap <= 1e-6


@QUESTIONS
@pytest.mark.parametrize("form", ["int32", "int64", "csc", "float32"])
def test_climbs_find_the_margin_without_a_factorisation(
    form: str, intercept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    X, y = text(1200, 700, filled=0.02)
    begun = []
    monkeypatch.setattr(ColumnMultipliers, "equalise", lambda *_: pytest.fail("the support was factorised"))
    climb = ColumnMultipliers.climb
    monkeypatch.setattr(ColumnMultipliers, "climb", lambda own, run: begun.append(run) or climb(own, run))
    outcome = gordan.separate(FORMS[form](X), y, intercept=intercept, tol=1e-9)
    assert outcome.kind == "separable"
    assert outcome.verdict.holds
    assert outcome.bracket.gap <= 1e-9
    assert begun
    monkeypatch.undo()
    other = gordan.separate(X.toarray(), y, intercept=intercept, solver="working-set", tol=1e-9)
    assert outcome.bracket.lower <= other.bracket.upper
    assert other.bracket.lower <= outcome.bracket.upper


@QUESTIONS
def test_a_climb_raises_the_value_of_the_dual(intercept: bool) -> None:
    X, y = text(1200, 700, filled=0.02)
    oracle = build(gordan.Points(X, y, intercept=intercept).canonical())
    run = oracle.ascend(oracle.multipliers(), None, 12)
    climbed = oracle.climb(run)
    assert climbed is not None
    assert climbed.values.min() >= 0
    assert climbed.visits > run.visits
    assert not (climbed.values[run.values == 0]).any()
    if intercept:
        assert abs(float(np.where(y > 0, 1, -1) @ climbed.values)) <= 1e-9 * climbed.values.sum()
    else:
        after, before = (u.values.sum() - 0.5 * u.direction @ u.direction for u in (climbed, run))
        assert after > before


def test_few_columns_are_left_to_factorisations() -> None:
    X, y = text(300, 90)
    oracle = build(gordan.Points(X, y).canonical())
    assert oracle.climb(oracle.ascend(oracle.multipliers(), None, 8)) is None
