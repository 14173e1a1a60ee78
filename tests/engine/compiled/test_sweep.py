"""One sweep, many ways: definition, twin and compiled; dense and sparse; in one piece and continued."""

from __future__ import annotations

import dataclasses
import math
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.compiled.definition import Definition, example
from gordan.engine.compiled import Rule, SweepState, sweep_dense, sweep_sparse

ADDITIVE = [Rule.rosenblatt(), Rule.aggressive(7.0), Rule.r_independent(), Rule.infinity(1.5, 3.0)]
WINNOW = [Rule.winnow(0.5), Rule.winnow(0.5, signed=True)]
# What Winnow computes from rounded exponentials; all it decides and counts is exact.
ROUNDED = ("w", "b", "survivor", "survivor_b", "lowest_positive", "lowest_negative")
WAYS = pytest.mark.parametrize("compiled", [False, True], ids=["twin", "compiled"])


def columns(X: Any, signs: Any, factors: Any, centre: Any, lift: float) -> Any:
    """The matrix whose rows are y_i s_i (x_i − c, R); the last coordinate is zero without lift."""
    points = np.asarray(X, dtype=float) - (0.0 if centre is None else centre)
    scale = signs * (1.0 if factors is None else factors)
    return scale[:, None] * np.column_stack([points, np.full(len(points), lift)])


def swept(
    case: dict[str, Any], rule: Rule, *, compiled: bool | None, sparse: bool = False, sweeps: int = 2
) -> SweepState:
    state = SweepState.begin(*case["X"].shape)
    for _ in range(sweeps):
        go(case, rule, state, compiled=compiled, sparse=sparse)
    return state


def go(case: dict[str, Any], rule: Rule, state: SweepState, *, compiled: bool | None, sparse: bool = False) -> None:
    X, signs, factors, lift, order = (case[key] for key in ("X", "signs", "factors", "lift", "order"))
    if sparse:
        S = sp.csr_array(X)
        sweep_sparse(S.data, S.indices, S.indptr, signs, factors, lift, order, rule, state, compiled=compiled)
    else:
        sweep_dense(X, signs, factors, case["centre"], lift, order, rule, state, compiled=compiled)


def assert_same(left: SweepState, right: SweepState, *, skip: tuple[str, ...] = ()) -> None:
    for field in dataclasses.fields(SweepState):
        if field.name not in skip:
            one, other = getattr(left, field.name), getattr(right, field.name)
            assert np.array_equal(one, other), (field.name, one, other)


@WAYS
@pytest.mark.parametrize("lift", [0.0, 2.0])
@pytest.mark.parametrize("with_factors", [False, True])
@pytest.mark.parametrize("with_centre", [False, True])
@pytest.mark.parametrize("rule", ADDITIVE, ids=str)
def test_additive_rules_follow_their_definition(
    rule: Rule, with_centre: bool, with_factors: bool, lift: float, compiled: bool
) -> None:
    for seed in range(5):
        case = example(seed) | {"lift": lift}
        case["centre"] = case["centre"] if with_centre else None
        case["factors"] = case["factors"] if with_factors else None
        state = swept(case, rule, compiled=compiled, sweeps=1)
        A = columns(case["X"], case["signs"], case["factors"], case["centre"], lift)
        truth = Definition(A, case["signs"]).run(rule, case["order"])

        assert np.array_equal(np.append(state.w, state.b if lift else 0.0), truth.iterates[-1])
        assert np.array_equal(state.counts, truth.counts())
        assert np.array_equal(state.total, state.w)
        assert np.array_equal(state.positive, (state.counts * (case["signs"] > 0)) @ A[:, :-1])
        assert np.array_equal(state.counts @ A[:, :-1], state.total)
        assert state.updates == state.counts.sum()
        assert state.visits == len(case["order"])
        assert state.beta == pytest.approx(truth.thresholds[-1], rel=1e-14)
        average = np.append(state.average, state.average_b if lift else 0.0)
        np.testing.assert_allclose(average, truth.average(), rtol=1e-12, atol=1e-12)
        survivor, votes = truth.survivor()
        assert state.votes == votes
        assert np.array_equal(np.append(state.survivor, state.survivor_b if lift else 0.0), survivor)


@pytest.mark.parametrize("rule", ADDITIVE + WINNOW, ids=str)
@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 10**6), lift=st.sampled_from([0.0, 2.0]))
def test_twin_equals_compiled(rule: Rule, seed: int, lift: float) -> None:
    case = example(seed) | {"lift": lift}
    twin, fast = swept(case, rule, compiled=False), swept(case, rule, compiled=True)
    if rule.multiplicative:
        assert_same(twin, fast, skip=ROUNDED)
        np.testing.assert_allclose(twin.w, fast.w, rtol=1e-12)
        assert twin.b == pytest.approx(fast.b, rel=1e-12)
    else:
        assert_same(twin, fast)


@WAYS
@pytest.mark.parametrize("rule", ADDITIVE + WINNOW, ids=str)
def test_sparse_equals_dense(rule: Rule, compiled: bool) -> None:
    rounded = ROUNDED if rule.multiplicative else ()
    for seed in range(5):
        for lift in (0.0, 2.0):
            case = example(seed) | {"centre": None, "lift": lift}
            dense = swept(case, rule, compiled=compiled)
            sparse = swept(case, rule, compiled=compiled, sparse=True)
            assert_same(dense, sparse, skip=rounded)
            np.testing.assert_allclose(dense.w, sparse.w, rtol=1e-12)


@pytest.mark.parametrize("view", [np.float32, np.asfortranarray, lambda X: np.repeat(X, 2, axis=1)[:, ::2]])
@pytest.mark.parametrize("with_centre", [False, True])
def test_every_layout_and_precision_gives_the_same_state(view: Any, with_centre: bool) -> None:
    case = example(3)
    case["centre"] = case["centre"] if with_centre else None
    truth = swept(case, Rule.r_independent(), compiled=True)
    other = case | {"X": np.asarray(view(case["X"]))}
    for compiled in (False, True):
        assert_same(truth, swept(other, Rule.r_independent(), compiled=compiled))


def test_signs_may_be_floats_and_points_read_only() -> None:
    case = example(4)
    truth = swept(case, Rule.rosenblatt(), compiled=True)
    other = case | {"signs": case["signs"].astype(float), "X": case["X"].copy()}
    other["X"].flags.writeable = False
    assert_same(truth, swept(other, Rule.rosenblatt(), compiled=True))


@pytest.mark.parametrize("rule", ADDITIVE + WINNOW, ids=str)
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
def test_a_run_goes_on_when_the_compiled_loop_takes_over(rule: Rule, sparse: bool) -> None:
    case = example(5) | ({"centre": None} if sparse else {})
    state = swept(case, rule, compiled=False, sparse=sparse, sweeps=2)
    earlier = state.copy()
    go(case, rule, state, compiled=True, sparse=sparse)
    assert earlier.visits < state.visits
    truth = swept(case, rule, compiled=False, sparse=sparse, sweeps=3)
    rounded = ROUNDED if rule.multiplicative else ()
    assert_same(truth, state, skip=rounded)
    assert_same(earlier, swept(case, rule, compiled=False, sparse=sparse, sweeps=2))


@WAYS
def test_a_quiet_sweep_reports_the_unlifted_margins(compiled: bool) -> None:
    X = np.array([[2.0, 1.0], [1.0, 3.0], [-1.0, -2.0], [-4.0, 1.0]])
    case: dict[str, Any] = {"X": X, "signs": np.array([1, 1, -1, -1]), "factors": np.array([1.0, 0.5, 2.0, 1.0])}
    case |= {"centre": np.array([1.0, 0.0]), "lift": 2.0, "order": np.arange(4)}
    state = SweepState.begin(4, 2)
    for _ in range(100):
        go(case, Rule.aggressive(5.0), state, compiled=compiled)
        if state.quiet:
            break
    assert state.quiet
    z = columns(X, case["signs"], case["factors"], case["centre"], 0.0)[:, :2] @ state.w
    assert (state.lowest_positive, state.lowest_negative) == (z[:2].min(), z[2:].min())
    go(case | {"order": np.array([0])}, Rule.aggressive(5.0), state, compiled=compiled)
    assert (state.lowest_positive, state.lowest_negative) == (z[0], math.inf)


@WAYS
@pytest.mark.parametrize("rule", [Rule.rosenblatt(), Rule.aggressive(1.0), *WINNOW], ids=str)
def test_nan_is_never_quiet(rule: Rule, compiled: bool) -> None:
    case = {"X": np.array([[math.nan]]), "signs": np.array([1]), "factors": None, "centre": None, "lift": 0.0}
    state = swept(case | {"order": np.arange(1)}, rule, compiled=compiled)
    assert not state.quiet


@WAYS
def test_rosenblatt_needs_about_two_k_squared_updates_on_the_worst_case(compiled: bool) -> None:
    K = 30
    X = np.array([[1.0, 1.0], [1.0, 0.0], [0.0, 1.0], [1 / K, 1.0]])
    case = {"X": X, "signs": np.array([1, 1, -1, 1]), "factors": None, "centre": None, "lift": 0.0}
    state = SweepState.begin(4, 2)
    while not state.quiet:
        go(case | {"order": np.arange(4)}, Rule.rosenblatt(), state, compiled=compiled)
    assert 1.5 * K**2 < state.updates < 2.5 * K**2


@WAYS
def test_r_independent_changes_its_threshold_rarely(compiled: bool) -> None:
    rng = np.random.default_rng(0)
    X = rng.standard_normal((60, 3)) * 2.0 ** rng.uniform(-4, 4, 60)[:, None]
    lengths = np.linalg.norm(X, axis=1)
    case = {"X": X, "signs": np.sign(X[:, 0]), "factors": None, "centre": None, "lift": 0.0}
    state, thresholds = SweepState.begin(60, 3), {0.0}
    for i in np.tile(np.argsort(lengths), 20):
        go(case | {"order": np.array([i])}, Rule.r_independent(), state, compiled=compiled)
        thresholds.add(state.beta)
    assert len(thresholds) - 1 <= math.floor(math.log2(lengths.max() / lengths.min())) + 1


@WAYS
@pytest.mark.parametrize("signed", [False, True])
def test_winnow_keeps_its_mistake_bound(signed: bool, compiled: bool) -> None:
    rng = np.random.default_rng(1)
    n, m, rho = 400, 40, 0.2
    u = np.zeros(m)
    u[:4] = [0.25, -0.25, 0.25, 0.25] if signed else 0.25
    A = rng.uniform(-1, 1, (40 * n, m))
    A /= np.abs(A).max(axis=1, keepdims=True)
    A = A[A @ u >= rho][:n]
    signs = rng.choice([-1, 1], n)
    case = {"X": A * signs[:, None] * 3.0, "signs": signs, "factors": None, "centre": None, "lift": 0.0}
    state = SweepState.begin(n, m)
    while not state.quiet:
        go(case | {"order": np.arange(n)}, Rule.winnow(rho, signed=signed), state, compiled=compiled)
    assert len(A) == n
    assert state.eta == rho
    assert state.updates <= 2 * math.log(m * (2 if signed else 1)) / rho**2
    assert min(state.lowest_positive, state.lowest_negative) > 0
    assert np.all(A @ state.w > 0)


@WAYS
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
@pytest.mark.parametrize("signed", [False, True])
def test_winnow_halves_its_rate_and_forgets(signed: bool, sparse: bool, compiled: bool) -> None:
    X = np.array([[1.0, 0.0, 2.0], [1.0, 0.0, 2.0], [0.0, 3.0, -1.0]])
    case = {"X": X, "signs": np.array([1, -1, 1]), "factors": None, "centre": None, "lift": 2.0}
    state = SweepState.begin(3, 3)
    etas = set()
    for _ in range(300):
        go(case | {"order": np.arange(3)}, Rule.winnow(1.0, signed=signed), state, compiled=compiled, sparse=sparse)
        etas.add(state.eta)
        budget = 2 * math.log(8 if signed else 5) / state.eta**2
        assert state.phase_updates <= budget
        A = columns(X, case["signs"], None, None, 2.0)
        np.testing.assert_allclose(state.counts @ A, np.append(state.theta, state.theta_b), atol=1e-9)
        np.testing.assert_allclose(state.total, state.theta)
        # Each update weighs 1/‖a‖_∞: 1/2, 1/2 and 1/3.
        assert state.counts @ [2.0, 2.0, 3.0] == pytest.approx(state.phase_updates)
    assert etas >= {1.0, 0.5, 0.25, 0.125}


@WAYS
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
@pytest.mark.parametrize("signed", [False, True])
def test_winnow_does_not_overflow(signed: bool, sparse: bool, compiled: bool) -> None:
    rng = np.random.default_rng(2)
    X = np.column_stack([rng.uniform(0.5, 1, 50), rng.uniform(-1, 1, (50, 3))])
    case = {"X": X, "signs": np.ones(50), "factors": None, "centre": None, "lift": 0.0, "order": np.arange(50)}
    state = SweepState.begin(50, 4)
    state.theta[:] = [-5000.0, 3000.0, 100.0, 0.0]
    state.eta, start = 1.0, state.theta.copy()
    state.phase_updates = -(10**6)  # no halving: the exponents shall travel
    for _ in range(500):
        go(case, Rule.winnow(1.0, signed=signed), state, compiled=compiled, sparse=sparse)
    assert np.all(np.isfinite(state.w))
    assert 0.5 < np.abs(state.w).max() <= 1.0
    assert state.updates > 1000
    np.testing.assert_allclose(start + state.counts @ X, state.theta, rtol=1e-9)


@WAYS
def test_winnow_is_not_quiet_on_a_tie(compiled: bool) -> None:
    # Weights p, q, p, q: the margin is zero, and (p + q) − p − q is rounding of either sign.
    X = np.array([[1.0, 1.0, -1.0, -1.0]])
    case = {"X": X, "signs": np.ones(1), "factors": None, "centre": None, "lift": 0.0}
    for theta in np.random.default_rng(0).uniform(0, 3, (200, 2)):
        state = SweepState.begin(1, 4)
        state.theta[:] = np.tile(theta, 2)
        go(case | {"order": np.arange(1)}, Rule.winnow(0.7), state, compiled=compiled)
        assert state.updates == 1


@WAYS
def test_a_zero_row_gathers_winnows_mass(compiled: bool) -> None:
    case = {"X": np.zeros((1, 2)), "signs": np.array([1]), "factors": None, "centre": None, "lift": 0.0}
    state = swept(case | {"order": np.arange(1)}, Rule.winnow(0.5), compiled=compiled)
    assert state.counts[0] == 2.0
    assert np.array_equal(state.theta, [0.0, 0.0])


def test_an_order_outside_the_rows_is_refused() -> None:
    case = example(0) | {"order": np.array([12])}
    with pytest.raises(IndexError, match="rows 12 to 12 of 12"):
        swept(case, Rule.rosenblatt(), compiled=True)


def test_arrays_of_different_lengths_are_refused() -> None:
    case = example(0)
    with pytest.raises(ValueError, match="12 points have 11 signs"):
        swept(case | {"signs": case["signs"][1:]}, Rule.rosenblatt(), compiled=True)
    with pytest.raises(ValueError, match="4 coordinates and the state was begun with 3"):
        go(case, Rule.rosenblatt(), SweepState.begin(12, 3), compiled=True)


def test_short_runs_use_the_reference_and_long_ones_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    from gordan.engine.compiled import numpy_reference, sweep

    served: list[int] = []
    plain = numpy_reference.sweep

    def counted(*call: Any) -> None:
        served.append(1)
        plain(*call)

    monkeypatch.setattr(numpy_reference, "sweep", counted)
    monkeypatch.setattr(sweep, "REFERENCE_SECONDS", 1.5e-3)
    state = swept(example(6), Rule.rosenblatt(), compiled=None, sweeps=10)
    assert 0 < len(served) < 10
    assert_same(state, swept(example(6), Rule.rosenblatt(), compiled=True, sweeps=10))


def test_importing_and_short_runs_leave_numba_alone() -> None:
    script = (
        "import sys, numpy as np\n"
        "from gordan.engine.compiled import Rule, SweepState, sweep_dense\n"
        "state = SweepState.begin(2, 2)\n"
        "sweep_dense(np.eye(2), np.array([1, -1]), None, None, 0.0, np.arange(2), Rule.winnow(0.5), state)\n"
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        (lambda: Rule("rosenblat"), "no update rule named 'rosenblat'"),
        (lambda: Rule("winnow", (0.5,)), "takes 2 parameters and was given 1"),
        (lambda: Rule.aggressive(0.0), "must be positive and is 0.0"),
        (lambda: Rule.infinity(2.0, 1.0), "1 < alpha < 2"),
        (lambda: Rule.infinity(1.5, 0.0), "positive radius"),
        (lambda: Rule.winnow(2.0), "0 < eta <= 1"),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused(build: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        build()
