"""The parts of a radius: each bound against its definition, and the largest r against bounds that are known."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gordan.outcome.split import Dependence, Relation, SplitClaim, SplitProof
from gordan.problem.computed import computed_entries
from gordan.verify import radius
from gordan.verify.radius import proved_radius
from gordan.verify.raw import RawRows

NONE = np.zeros(0, np.int64)
A = np.random.default_rng(7).normal(size=(9, 2))
A[:, 1] = np.round(A[:, 1], 1)  # as written: these do not move
THIRD = 1 / 3


def raw_of(rows: Any, equalities: Any = None) -> RawRows:
    rows = np.array(rows, dtype=float)
    rest = np.zeros((0, rows.shape[1])) if equalities is None else np.array(equalities, dtype=float)
    return RawRows(rows, rest, "binary")


def scaled(**fields: Any) -> Any:
    plain: dict[str, Any] = {"apart": 0.0, "rounds": 0.0, "moves": 0.0, "residual": 0.0, "residual_moves": 0.0}
    return SimpleNamespace(**{**plain, **fields})


@pytest.mark.parametrize(
    ("bound", "expected"),
    [(2.0, 1.75), (1.0, 1.0), (0.9, 0.875), (0.8, 0.75), (0.7, 0.625), (0.6, 0.5), (0.5, 0.5), (0.3, 0.25), (0.0, 0.0)],
)
def test_the_largest_of_the_form_m_over_a_power_of_two(bound: float, expected: float) -> None:
    assert radius._largest(lambda r: r <= bound) == expected


def test_contractions() -> None:
    """a + c (2 √(1 + a) + c), with c = rounds + r moves."""
    assert radius._contraction(scaled(apart=0.25), 1.0) == pytest.approx(0.25)
    assert radius._contraction(scaled(apart=0.25), 1.0) > 0.25
    assert radius._contraction(scaled(rounds=0.5), 1.0) == pytest.approx(1.25)
    assert radius._contraction(scaled(moves=1.0), 0.5) == pytest.approx(1.25)
    both = scaled(apart=0.44, rounds=0.1, moves=2.0)
    assert radius._contraction(both, 0.2) == pytest.approx(0.44 + 0.5 * (2 * 1.2 + 0.5))


def test_weights_are_relative_to_the_largest() -> None:
    for given, expected in (((1, 2, 4), [0.25, 0.5, 1.0]), ((0, -3), [0.0, -1.0]), ((0, 0), [0.0, 0.0])):
        found = radius._weights(given)
        assert found is not None
        assert found.tolist() == expected
    found = radius._weights(np.array([1.0, -8.0]))
    assert found is not None
    assert found.tolist() == [0.125, -1.0]
    assert radius._weights((1, 2**1200)) is None
    assert radius._weights((0, 2**1200)) is not None
    assert radius._weights((2**2000, 2**2000)) is not None


@pytest.mark.parametrize("terms", [0.0, 1e-3])
def test_measures_are_those_of_their_definitions(terms: float) -> None:
    raw, rows, pivots = raw_of(A), np.arange(9), (0, 1)
    D, x, T = np.linspace(0.5, 1.5, 9), np.linspace(-1, 2, 9), np.array([[0.5, 0.25], [-0.125, 1.0]])
    W, moved = A @ T, np.asarray(computed_entries(A))
    assert moved[:, 0].all()
    assert not moved[:, 1].any()
    G = W.T @ (W * D[:, None])
    found = radius._measure(raw, rows, D, x, pivots, T, G, terms)
    assert found is not None
    unit = 2.0**-53
    up, each = 1.0 + 8.0 * terms + (16 * 2 + 128) * unit, (2 + 4) * unit + 2.0 * raw.misread
    tau = np.sqrt((T**2).sum(axis=1)) * up
    residual = np.linalg.norm(abs(W.T @ x) + terms * (abs(W).T @ abs(x))) + each * ((abs(A).T @ abs(x)) @ tau)
    expected = (
        (np.linalg.norm(G - np.eye(2)) + 2 * terms * np.diag(G).max()) * up,
        np.linalg.norm(W, axis=1) * up,
        tau,
        each * (abs(A) @ tau) * up,
        (moved @ tau) * up,
        each * (np.sqrt((A**2).T @ D) @ tau) * up,
        (np.sqrt((moved**2).T @ D) @ tau) * up,
        residual * up,
        ((moved.T @ abs(x)) @ tau) * up,
    )
    for field, mine, its in zip(found._fields, expected, found, strict=True):
        assert its == pytest.approx(mine, rel=1e-9, abs=0), field
    assert (found.W_length > np.linalg.norm(W, axis=1) * (1 + 20 * unit)).all()
    assert found.apart > np.linalg.norm(G - np.eye(2)) * (1 + 20 * unit)
    assert found.moves > np.sqrt((moved**2).T @ D) @ (tau / up) * (1 + 20 * unit)
    small = residual - each * ((abs(A).T @ abs(x)) @ tau)
    assert found.residual >= small


def test_rounding_of_products_is_in_the_residual() -> None:
    """Weights that cancel leave nothing but what rounding may have hidden."""
    B, x = np.array([[THIRD], [-THIRD]]), np.ones(2)
    found = radius._measure(raw_of(B), np.arange(2), np.ones(2), x, (0,), np.eye(1), np.eye(1), 0.0)
    assert found is not None
    assert found.residual == pytest.approx((1 + 4) * 2.0**-53 * 2 / 3, rel=1e-6, abs=0)
    with np.errstate(all="ignore"):
        assert radius._measure(raw_of(B), np.arange(2), np.ones(2), x, (0,), np.eye(1) * np.inf, np.eye(1), 0.0) is None


def test_pivots_become_orthonormal() -> None:
    for rows in (A, A * 2.0**90, A * [1.0, 2.0**-90]):
        found = radius._scale(raw_of(rows), np.arange(9), np.ones(9), np.zeros(9), (0, 1))
        assert found is not None
        assert found.apart < 1e-4
        assert (found.W_length**2).sum() == pytest.approx(2, rel=1e-3)
    assert radius._scale(raw_of(A[:, [0, 0]]), np.arange(9), np.ones(9), np.zeros(9), (0, 1)) is None
    assert radius._scale(raw_of(A * [0.0, 1.0]), np.arange(9), np.ones(9), np.zeros(9), (0, 1)) is None


def test_independent_pivots_have_a_radius() -> None:
    """One column of equal numbers is independent until it vanishes; one that is half another's nearly until then."""
    one = radius._independent(raw_of(np.full((4, 1), THIRD)), np.arange(4), (0,))
    assert 0.25 <= one < 0.5  # (1 + r)² − 1 < 1 up to 0.41
    near = np.column_stack([np.full(4, THIRD), np.array([THIRD, THIRD, THIRD, THIRD * (1 + 1e-6)])])
    assert 0 < radius._independent(raw_of(near), np.arange(4), (0, 1)) < 1e-6
    assert radius._independent(raw_of(np.full((4, 2), THIRD)), np.arange(4), (0, 1)) == 0.0


def test_weights_cancel_up_to_a_radius() -> None:
    """x₁ and −x₁ with equal weights: moved alone by r the weights follow, and stay positive."""
    pair = raw_of([[THIRD], [-THIRD * 1.25]])
    x = np.array([1.0, 0.8])
    assert 0 < radius._cancelling(pair, np.arange(2), x, (0,)) < 1
    assert radius._cancelling(pair, np.arange(2), x, ()) == np.inf
    assert radius._cancelling(pair, np.arange(2), np.array([1.0, 2.0**-200]), (0,)) == 0.0
    assert radius._cancelling(pair, np.arange(2), np.array([1.0, 0.0]), (0,)) == 0.0
    assert radius._cancelling(raw_of([[THIRD, THIRD], [-THIRD, -THIRD]]), np.arange(2), np.ones(2), (0, 1)) == 0.0
    # Equalities alone need only be independent, and have weights of any sign.
    alone = raw_of(np.zeros((0, 1)), [[THIRD], [THIRD]])
    assert radius._cancelling(alone, np.arange(2), np.array([1.0, -1.0]), (0,)) == radius._independent(
        alone, np.arange(2), (0,)
    )
    mixed = raw_of([[THIRD]], [[THIRD]])
    assert radius._cancelling(mixed, np.arange(2), np.array([1.0, -1.0]), (0,)) > 0


def test_strict_rows_stay_positive_up_to_a_radius() -> None:
    """b₀ − x b₁ with x = ⅓ moving: positive while (1 + r) b₁ < 3 b₀."""
    for rows, direction, low, high in (
        ([[1.0, -THIRD]], (1, 1), 1.75, 1.75),
        ([[1.0, -THIRD]], (1, 2), 0.4, 0.5),
        ([[1.0, -THIRD]], (2, 4), 0.4, 0.5),
        ([[1.0, -THIRD], [3.0, THIRD]], (1, 2), 0.4, 0.5),
        ([[1.0, -THIRD]], (1, 3), 0.0, 1e-15),
        ([[1.0, -THIRD]], (1, 4), 0.0, 0.0),
    ):
        found = radius._positive(raw_of(rows), np.arange(len(rows)), direction, None)
        assert low <= found <= high
    assert radius._positive(raw_of([[1.0, -THIRD]]), np.arange(1), (2**800, 1), None) == 0.0
    assert radius._positive(raw_of([[1.0, -THIRD]]), np.arange(1), (2**600, 1), None) == 1.75


def test_a_direction_that_moves_takes_from_strict_rows() -> None:
    """The row is 2 b₀ with b₀ = 1 less δ: nothing of it is computed, but δ may be as large as it is."""
    raw = raw_of([[2.0, 0.0]])
    for follow, low, high in (
        (lambda r: np.array([0.0, 5.0]), 1.75, 1.75),
        (lambda r: np.array([r, 0.0]), 0.5, 0.625),  # 2 r (1 + r) < 2 up to 0.618
        (lambda r: None, 0.0, 0.0),
        (lambda r: np.array([r, 0.0]) if r < 0.3 else None, 0.25, 0.25),
    ):
        assert low <= radius._positive(raw, np.arange(1), (1, 0), follow) <= high
    assert radius._positive(raw_of([[-2.0, 0.0]]), np.arange(1), (-1, 0), lambda r: np.array([r, 0.0])) >= 0.5


def claim_of(direction: Any, pivots: Any = (0,)) -> Any:
    return SimpleNamespace(proof=SimpleNamespace(flat=SimpleNamespace(pivots=pivots), direction=direction))


def test_how_far_a_direction_follows() -> None:
    """One flat row b₀/3 − b₁ = 0 under (3, 1): δ₀ = 3 · r · (1/3) · |b₀| / (1 − r), relative to the largest entry."""
    raw = raw_of([[THIRD, -1.0], [-THIRD, 1.0], [0.0, 0.0]])
    follow = radius._follow(raw, np.arange(3), claim_of((3, 1)))
    for r in (0.0, 0.25, 0.5):
        delta = follow(r)
        assert delta is not None
        assert delta[0] == pytest.approx(r / (1 - r), abs=1e-12)
        assert delta[0] >= r / (1 - r)
        assert delta[1] == 0
    assert follow(1.0) is None
    halved = radius._follow(raw, np.arange(3), claim_of((-6, 12)))(0.5)
    assert halved is not None
    assert halved[0] == pytest.approx(0.5)
    nothing = radius._follow(raw, np.arange(3), claim_of((0, 0)))(0.5)
    assert nothing is not None
    assert nothing[0] < 1e-12
    two = raw_of([[THIRD, -1.0, 0.0], [-THIRD, 0.7, 0.0]])
    assert radius._follow(two, np.arange(2), claim_of((3, 1, 1)))(1e-9) is None  # two rows, one pivot
    turned = radius._follow(two, np.arange(2), claim_of((0, 0, 1), (0, 1)))(1e-3)
    assert turned is not None
    same = raw_of([[THIRD, THIRD], [1.0, 1.0]])
    assert radius._follow(same, np.arange(2), claim_of((1, 1), (0, 1)))(0.0) is None
    entries = np.array([[THIRD, -1.0], [THIRD, 0.7]])
    both = radius._follow(raw_of(entries), np.arange(2), claim_of((1, 1), (0, 1)))(0.01)
    assert both is not None
    size = abs(np.linalg.inv(entries))
    s = 0.01 * (np.array([[THIRD, 0.0], [THIRD, 0.0]]) @ size).sum(axis=1).max()
    assert both == pytest.approx(size.sum(axis=1) * (0.01 * THIRD / (1 - s)), rel=1e-9)


def test_different_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [[0.0, 1.0], [0.0, -1.0], [-0.0, 1.0], [0.0, 0.0], [2.0, 0.0], [-2.0, 0.0], [1.0, 1.0]]
    found = radius._different(raw_of(rows), np.arange(7))
    assert found is not None
    assert sorted(found.tolist()) == [[0.0, 1.0], [1.0, 1.0], [2.0, 0.0]]
    monkeypatch.setattr(radius, "_ENTRIES", 100)
    assert radius._different(raw_of(rows), np.arange(5)) is not None
    assert radius._different(raw_of(rows), np.arange(6)) is None


def split_of(strict: Any, direction: Any, weights: Any, flat: Any, table: Any) -> SplitClaim:
    return SplitClaim(np.array(strict), SplitProof(direction, weights, flat, table))


def test_what_a_radius_is_made_of() -> None:
    """Rows x and −x, a third that is strict, and relations that a moved entry would break."""
    one, free = Dependence((0,), np.array([0]), ()), Dependence((), NONE, (Relation((0,), (1,)),))
    pair = split_of([False, False], (0,), (1, 1), one, one)
    still = raw_of([[1.0], [-1.0]])
    assert proved_radius(still, pair) == np.inf
    moving = raw_of([[THIRD], [-THIRD]])
    assert 0 < proved_radius(moving, pair) < 1
    assert proved_radius(moving, split_of([False, False], (0,), (1, 2**1200), one, one)) == 0.0
    alone = split_of([True], (1,), (), free, one)
    assert 0.25 <= proved_radius(raw_of([[THIRD]]), alone) < 0.5
    double = Dependence((0,), np.array([0]), (Relation((0, 1), (1, -1)),))
    both = split_of([True], (1, 0), (), Dependence((), NONE, (Relation((0,), (1,)), Relation((1,), (1,)))), double)
    assert proved_radius(raw_of([[THIRD, THIRD]]), both) == 0.0


def edge(stands: Any) -> float:
    """Where a bound ends, to twelve digits."""
    low, high = 0.0, 4.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if stands(middle) else (low, middle)
    return low


@pytest.fixture
def coarse(monkeypatch: pytest.MonkeyPatch) -> float:
    """A unit of rounding that can be seen in the bounds, and their ends as they are."""
    monkeypatch.setattr(radius, "U", 1e-3)
    monkeypatch.setattr(radius, "_largest", edge)
    return 1e-3


def test_rounding_takes_from_strict_rows(coarse: float) -> None:
    up = 1 + (8 * 2 + 64) * coarse
    found = radius._positive(raw_of([[1.0, -THIRD]]), np.arange(1), (1, 1), None)
    assert found == pytest.approx(2 * (1 - 4 * coarse) / up**2, rel=1e-9)
    found = radius._positive(raw_of([[2.0, 0.0]]), np.arange(1), (1, 0), lambda r: np.array([r, 0.0]))
    assert found * (1 + found) == pytest.approx((1 - 4 * coarse) / up**2, rel=1e-9)


def test_rounding_takes_from_weights(coarse: float, monkeypatch: pytest.MonkeyPatch) -> None:
    one = {"W_length": np.ones(2), "rounding": np.zeros(2), "moving": np.zeros(2), "residual_moves": 1.0}
    monkeypatch.setattr(radius, "_scale", lambda *_: scaled(**one))
    found = radius._cancelling(raw_of([[THIRD], [-THIRD]]), np.arange(2), np.ones(2), (0,))
    assert found == pytest.approx(1 / (1 + 8 * coarse) ** 2, rel=1e-9)


def test_rounding_makes_a_direction_follow_further(coarse: float) -> None:
    follow = radius._follow(raw_of([[THIRD, -1.0]]), np.arange(1), claim_of((3, 1)))
    up, delta = 1 + (16 * 2 + 128) * coarse, follow(0.25)
    s = ((1 + 4) * coarse * up + 0.25 * up) * up
    assert delta is not None
    assert delta[0] == pytest.approx(0.25 * up**2 / (1 - s), rel=1e-9)


def test_roundings_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine rows in one block, and eight more."""
    terms = []
    monkeypatch.setattr(radius, "_measure", lambda *given: terms.append(given[-1]))
    radius._scale(raw_of(A), np.arange(9), np.ones(9), np.zeros(9), (0, 1))
    assert terms == [(9 + 1 + 8) * 2.0**-53]


def test_too_many_entries_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Dependence((0, 1), np.array([0, 1]), ())
    free = Dependence((), NONE, (Relation((0,), (1,)), Relation((1,), (1,))))
    claim = split_of([True, True], (1, 1), (), free, table)
    raw = raw_of([[THIRD, 0.0], [0.0, THIRD]])
    monkeypatch.setattr(radius, "_ENTRIES", 4)
    assert proved_radius(raw, claim) > 0
    monkeypatch.setattr(radius, "_ENTRIES", 3)
    assert proved_radius(raw, claim) == 0.0


def test_equalities_beside_flat_rows_do_not_make_up_for_them() -> None:
    """The flat row has a small weight, which the moved equality takes away long before columns depend."""
    raw = raw_of([[THIRD * 100], [-THIRD]], [[THIRD]])
    x = np.array([0.01, 1.0, 0.0])
    assert radius._cancelling(raw, np.arange(3), x, (0,)) < radius._independent(raw, np.arange(3), (0,))


def test_tied_rows_take_the_direction_along(monkeypatch: pytest.MonkeyPatch) -> None:
    """b₀/3 = b₁ on two rows that are one: b follows them; with rows as written it need not."""
    table = Dependence((0, 1), np.array([0, 2]), ())
    given = []
    monkeypatch.setattr(radius, "_positive", lambda raw, S, b, follow: given.append(follow) or 1.0)
    for entry, relation in ((THIRD, (3, 1)), (0.5, (2, 1))):
        raw = raw_of([[entry, -1.0], [-entry, 1.0], [1.0, THIRD]])
        flat = Dependence((0,), np.array([0]), (Relation((0, 1), relation),))
        proved_radius(raw, split_of([False, False, True], relation, (1, 1), flat, table))
    assert [follow is None for follow in given] == [False, True]
