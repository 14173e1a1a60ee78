"""The parts of a conic proof one by one: bounds inside cones, maps on faces, room about a centre, ends of a bracket."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

import flint
import numpy as np
import pytest
import scipy.sparse as sp

from claimed import replace
from gordan import Conic
from gordan.arithmetic.ball import Ball, exact, frobenius, length_at_least, times
from gordan.arithmetic.quantity import Enclosed, Rounded
from gordan.cone import PSD, Lorentz, Orthant, Product
from gordan.outcome import Bracket, Claim, Interior, NullSpaceBall, NullSpacePoint
from gordan.verify.conic.margin import Raised, _divided, _sharp, margin_at_least, margin_at_most, raised
from gordan.verify.conic.member import cancels, down, inside, least, least_eigenvalue, lowest, semidefinite
from gordan.verify.conic.verdict import judge_conic
from gordan.verify.conic.weights import judge_weights, on_face, room

MARGIN = import_module("gordan.verify.conic.margin")


def ball(mid: Any, rad: Any = 0.0) -> Ball:
    middle = np.array(mid, float)
    return Ball(middle, np.broadcast_to(np.array(rad, float), middle.shape).copy())


def test_the_double_below() -> None:
    assert down(flint.arb(1)) == np.nextafter(1.0, 0.0)
    assert down(flint.arb(1, 0.25)) < 0.75
    assert down(flint.arb("nan")) == -np.inf


def test_axes() -> None:
    assert least(Orthant(2), ball([3, 1], [0.5, 0.25])) == np.nextafter(0.75, 0.0)
    assert least(Orthant(1), ball([-1.0])) == np.nextafter(-1.0, -2.0)
    for odd in ([np.nan, 1], [np.inf, 1]):
        assert least(Orthant(2), ball(odd)) == -np.inf
    assert least(Orthant(2), ball([3, 1], [np.inf, 0])) == least(PSD(1), ball([np.nan])) == -np.inf


def test_second_order_cones() -> None:
    assert 1 - 1e-12 < least(Lorentz(3), ball([3, -4, 6])) < 1
    assert least(Lorentz(3), ball([3, -4, 12], [1, 0, 1])) == pytest.approx(11 - np.hypot(4, 4), abs=1e-7)
    assert least(Lorentz(1), ball([2.0], 0.5)) == pytest.approx(1.5, abs=1e-7)


def test_matrices() -> None:
    for plain, off in ((True, 1.0), (False, 2**0.5)):
        assert 1 - 1e-12 < least(PSD(2), ball([2, off, 2]), plain) < 1 + (0 if plain else 1e-15)
        assert least(PSD(2), ball([2, off, 2], 0.0), plain) == least(PSD(2), ball([2, off, 2]), plain, 1.0)
    assert least(PSD(2), ball([2, 2**0.5, 2])) == least(PSD(2), ball([2, 2**0.5, 2]), False)
    assert 0.2 < least(PSD(2), ball([2, 1, 2], 0.1), True) < 0.8
    with np.errstate(all="ignore"):
        assert least_eigenvalue(np.eye(2), np.full((2, 2), np.inf)) == -np.inf
    assert least_eigenvalue(np.zeros((2, 2)), np.zeros((2, 2))) == -(2.0**-1000)


def test_least_eigenvalues_are_bounds() -> None:
    """What is left of M − λI is semidefinite in integers, and is not for a λ a little greater."""
    rng = np.random.default_rng(1)
    for n in (1, 2, 3, 5, 12):
        for _ in range(4):
            M = rng.normal(size=(n, n))
            M += M.T
            value = least_eigenvalue(M, np.zeros((n, n)))
            for bound, holds in ((Fraction(value), True), (Fraction(value) + Fraction(1, 10**9), False)):
                rest = [
                    (Fraction(float(M[i, j])) - (bound if i == j else 0)) * 2**1074
                    for i in range(n)
                    for j in range(i, n)
                ]
                assert semidefinite(PSD(n), [int(v) for v in rest]) is holds
            wider = least_eigenvalue(M, np.zeros((n, n)), spare=4.0)
            top = float(np.linalg.eigvalsh(M)[0])
            own = float(np.linalg.eigh(M)[0][0])
            assert wider < value < own
            assert own - wider == pytest.approx(4 * (own - value), rel=0.5)
            assert top == pytest.approx(own)
    assert least_eigenvalue(np.diag([-3.0, 1.0, 2.0]), np.zeros((3, 3))) == pytest.approx(-3.0, rel=1e-12)


@pytest.mark.parametrize(
    ("M", "claimed", "true"),
    [
        ([[1.0, 0.0], [0.0, 2.0]], 1.5, 1.0),
        ([[0.0, 1.0], [1.0, 0.0]], -0.1, -1.0),
        ([[0.0, -1.0], [-1.0, 0.0]], -0.1, -1.0),
    ],
)
def test_any_basis_will_do_and_no_value_is_believed(
    M: Any, claimed: float, true: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eigenvectors come from floating point, of whatever quality."""
    monkeypatch.setattr(np.linalg, "eigh", lambda mid: (np.array([claimed, 2.0]), 2.0 * np.eye(2)))
    assert least_eigenvalue(np.array(M), np.zeros((2, 2))) <= true


def test_the_least_of_all_parts_with_wider_radii() -> None:
    problem = Conic(np.ones((1, 3)), Product([Orthant(2), Lorentz(1)]))
    z = ball([4, 9, 5], [0.25, 0.5, 1.0])
    assert lowest(problem, z) == lowest(problem, z, spare=1.0) == np.nextafter(3.75, 0.0)
    assert lowest(problem, z, spare=4.0) == pytest.approx(1.0, abs=1e-7)
    assert lowest(Conic(np.ones((1, 2)), Orthant(2)), ball([4, 9], 0.25), spare=4.0) == np.nextafter(3.0, 0.0)


def test_weights_at_the_tip_of_a_cone() -> None:
    problem = Conic(np.ones((1, 3)), Product([Orthant(1), Lorentz(2)]))
    assert inside(problem, [1, 0, 0])
    assert not inside(problem, [1, 0, -1])
    assert not inside(problem, [-1, 0, 1])
    assert inside(problem, [Fraction(1, 2), Fraction(-1, 3), Fraction(1, 3)])


def test_cancelling_of_matrices() -> None:
    """Plain entries off the diagonal count twice; in coordinates they carry √2, and must vanish by themselves."""
    plain = Conic([[[[1.0, -1.0], [-1.0, 1.0]]]], PSD(2))
    scaled = Conic([[1.0, -1.0, 1.0]], PSD(2))
    cases = {(1, 1, 1): (True, False), (1, 0, 1): (False, False), (2, 1, 0): (True, False)}
    cases |= {
        (1, 1, 0): (False, False),
        (1, 0, -1): (True, True),
        (0, 1, 0): (False, False),
        (1, 1, -1): (False, False),
    }
    for weights, expected in cases.items():
        assert (cancels(plain, weights), cancels(scaled, weights)) == expected
    both = Conic(sp.csr_array([[1.0, 0.0, 1.0, -2.0], [0.0, 3.0, 0.0, 0.0]]), Product([PSD(2), Orthant(1)]))
    assert cancels(both, [1, 0, 1, 1])
    assert cancels(both, [3, 0, 1, 2])
    assert not cancels(both, [1, 1, 1, 1])
    assert not cancels(both, [1, 0, 1, 2])


def test_cancelling_to_the_last_digit() -> None:
    last = 1.0 + 2.0**-52
    for A in (np.array([[last, -1.0]]), sp.csr_array([[last, -1.0]])):
        assert not cancels(Conic(A, Orthant(2)), [1, 1])
        assert cancels(Conic(A, Orthant(2)), [2**52, 2**52 + 1])


JOINT = Conic(np.zeros((1, 8)), Product([PSD(2), Lorentz(3), Orthant(2)]))
FACES = (np.eye(2), np.arange(3), np.array([0, 1]))
CENTRE = np.array([2.0, 0.0, 2.0, 0.0, 0.0, 4.0, 3.0, 5.0])
BALL = NullSpaceBall(FACES, CENTRE, 0.5)
SHAPE = "faces and centre fit the cone"


def failed(problem: Conic, proof: Any) -> list[str]:
    return [check.name for check in judge_weights(problem, proof) if not check.holds]


@pytest.mark.parametrize(
    "fields",
    [
        {"radius": np.inf},
        {"radius": np.nan},
        {"radius": -0.5},
        {"radius": 1},
        {"faces": FACES[:2]},
        {"faces": list(FACES)},
        {"faces": (np.eye(2, dtype=int), *FACES[1:])},
        {"faces": (np.array([[1.0, np.inf], [0.0, 1.0]]), *FACES[1:])},
        {"faces": (np.ones((3, 2)), *FACES[1:])},
        {"faces": (np.ones(2), *FACES[1:]), "centre": CENTRE[:6]},
        {"faces": (np.ones((2, 1, 1)), *FACES[1:]), "centre": CENTRE[2:]},
        {"faces": (np.zeros((2, 1)), *FACES[1:]), "centre": CENTRE[2:]},
        {"faces": (FACES[0], [0, 1, 2], FACES[2])},
        {"faces": (FACES[0], np.array([0, 1]), FACES[2]), "centre": CENTRE[1:]},
        {"faces": (FACES[0], np.array([1, 0, 2]), FACES[2])},
        {"faces": (FACES[0], np.array([2, 0, 1]), FACES[2])},
        {"faces": (*FACES[:2], np.array([0, 1], np.int32))},
        {"faces": (*FACES[:2], np.array([[0, 1]]))},
        {"faces": (*FACES[:2], np.array([-1, 0]))},
        {"faces": (*FACES[:2], np.array([0, 2]))},
        {"faces": (*FACES[:2], np.array([1, 1]))},
        {"centre": CENTRE[1:]},
        {"centre": np.append(CENTRE, 1.0)},
        {"centre": CENTRE[:, None]},
        {"centre": CENTRE.astype(int)},
        {"centre": np.array([np.nan, *CENTRE[1:]])},
        {"faces": (np.zeros((2, 0)), np.zeros(0, np.int64), np.zeros(0, np.int64)), "centre": np.zeros(0)},
    ],
)
def test_faces_and_centres_have_shapes(fields: Any) -> None:
    assert failed(JOINT, replace(BALL, **fields)) == [SHAPE]


def test_faces_may_be_empty() -> None:
    """Nothing of the map is left to be cancelled where there is a row of zeros: it is not onto."""
    none = np.zeros(0, np.int64)
    onto = Conic(np.array([[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0, -3.0]]), JOINT.cone)
    for faces, centre in (
        ((np.zeros((2, 0)), none, FACES[2]), CENTRE[6:]),
        ((FACES[0], none, FACES[2]), CENTRE[[0, 1, 2, 6, 7]]),
        ((np.zeros((2, 0)), *FACES[1:]), CENTRE[3:]),
        (FACES, CENTRE),
        ((np.array([[1.0], [2.0]]), *FACES[1:]), CENTRE[2:]),
        ((*FACES[:2], np.array([1, 0])), CENTRE[[0, 1, 2, 3, 4, 5, 7, 6]]),
    ):
        assert failed(onto, NullSpaceBall(faces, centre, 0.5)) == []


def test_room_about_a_centre() -> None:
    assert room(JOINT, FACES, CENTRE) == pytest.approx(2.0, rel=1e-9)
    for k, value, expected in (
        (5, 1.0, 0.7071),
        (6, 0.5, 0.5),
        (7, -3.0, -3.0),
        (1, 2.0, 2 - 2**0.5),
        (3, 5.0, -0.7071),
    ):
        centre = CENTRE.copy()
        centre[k] = value
        assert room(JOINT, FACES, centre) == pytest.approx(expected, rel=1e-9)
    assert room(JOINT, FACES, np.append(CENTRE, 1.0)) == -np.inf
    none = np.zeros(0, np.int64)
    assert room(JOINT, (np.zeros((2, 0)), none, none), np.zeros(0)) == -np.inf
    assert room(JOINT, (np.zeros((2, 0)), none, np.array([1])), np.array([0.25])) == pytest.approx(0.25)
    assert room(JOINT, (np.ones((2, 1)), none, np.array([1])), np.array([0.125, 0.25])) == pytest.approx(0.125)
    assert room(JOINT, (np.ones((2, 1)), none, np.array([1])), np.array([-0.125, 0.25])) == pytest.approx(-0.125)


def test_radii_of_entries_that_stand_for_two(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = import_module("gordan.verify.conic.weights")
    monkeypatch.setattr(weights, "times", lambda A, B: Ball(np.zeros((1, 2, 2)), np.ones((1, 2, 2))))
    B = on_face(Conic([[[[1.0, 1.0], [1.0, 1.0]]]], PSD(2)), (2.0 * np.eye(2),))
    assert B.rad[0] == pytest.approx([1.0, 2**0.5, 1.0], rel=1e-9)


@pytest.mark.parametrize("plain", [True, False])
def test_the_map_on_a_face(plain: bool) -> None:
    """⟨A, V S Vᵀ⟩, where S has √2 off the diagonal in its coordinates."""
    rng = np.random.default_rng(3)
    M = rng.normal(size=(4, 3, 3))
    M += M.transpose(0, 2, 1)
    problem = Conic([M], PSD(3)) if plain else Conic(PSD(3).vector(M), PSD(3))
    for V in (np.eye(3), rng.normal(size=(3, 3)), rng.normal(size=(3, 2)), rng.normal(size=(3, 1))):
        B, r = on_face(problem, (V,)), V.shape[1]
        for _ in range(3):
            S = rng.normal(size=(r, r))
            S += S.T
            expected = np.einsum("kij,ij->k", M, V @ S @ V.T)
            assert B.mid @ PSD(r).vector(S) == pytest.approx(expected, rel=1e-9, abs=1e-9)
        assert B.rad.shape == B.mid.shape
        assert (B.rad <= 1e-12).all()
        off = [k for k, (a, b) in enumerate(zip(*np.triu_indices(r), strict=True)) if a != b]
        assert (B.rad[:, off] > 0).all()
    assert on_face(problem, (np.zeros((3, 0)),)).mid.shape == (4, 0)


@pytest.mark.parametrize(
    ("integers", "denominator", "name"),
    [
        ((1, 1), 1, None),
        ([1, 1], 1, "weights are Python integers"),
        ((1, True), 1, "weights are Python integers"),
        ((1, 1), 1.0, "weights are Python integers"),
        ((1, 1), 0, "one number for each entry"),
        ((1, 1), -1, "one number for each entry"),
        ((1, 1, 0), 1, "one number for each entry"),
        ((), 1, "one number for each entry"),
        ((1, 2), 1, "weights cancel"),
        ((-1, -1), 1, "weights are in the cone, not zero"),
        ((0, 0), 1, "weights are in the cone, not zero"),
    ],
)
def test_weights_in_integers(integers: Any, denominator: Any, name: str | None) -> None:
    problem = Conic([[1.0, -1.0]], Orthant(2))
    assert failed(problem, NullSpacePoint(integers, denominator)) == ([] if name is None else [name])


def test_maps_of_tiny_numbers_are_raised() -> None:
    A = np.array([[1.0, -3.0]])
    for power, by in ((0, 0), (-202, 0), (-203, 201), (-1000, 998)):
        for given in (np.ldexp(A, power), sp.csr_array(np.ldexp(A, power))):
            larger, raise_by = raised(given)
            dense = larger.toarray() if hasattr(larger, "toarray") else larger
            assert raise_by == by
            assert np.array_equal(dense, np.ldexp(A, power + by))
            assert hasattr(larger, "nnz") == hasattr(given, "nnz")
    assert Raised(A, 0).down(0.3) == Raised(A, 0).up(0.3) == 0.3
    assert Raised(A, 3).down(0.5) == np.nextafter(0.0625, 0.0)
    assert Raised(A, 3).down(-0.5) == np.nextafter(-0.0625, -1.0)
    assert Raised(A, 3).up(0.5) == np.nextafter(0.0625, 1.0)


def product(a: Any, v: Any) -> Fraction:
    return sum((Fraction(float(s)) * Fraction(float(t)) for s, t in zip(a, v, strict=True)), Fraction(0))


def sharp_length(v: Any) -> Any:
    return sum((flint.arb(float(each)) ** 2 for each in v), flint.arb(0)).sqrt()


@pytest.mark.parametrize("power", [0, -300, -1000])
def test_lower_ends_are_bounds(power: int) -> None:
    """Of axes: the least product over the length, in many bits, is not below the bound, and hardly above it."""
    rng = np.random.default_rng(5)
    kinds = set()
    for trial in range(20):
        A = np.ldexp(rng.normal(size=(3, 4)) + trial % 2, power)
        y = rng.normal(size=3) + 1.0
        problem = Conic(sp.csr_array(A) if trial % 3 == 0 else A, Orthant(4))
        with flint.ctx.workprec(2000):
            products = [
                sum((flint.arb(a) * flint.arb(v) for a, v in zip(c, y, strict=True)), flint.arb(0)) for c in A.T
            ]
            true = min(products, key=lambda each: float(each.mid() * flint.arb(2) ** -power)) / sharp_length(y)
            bound = margin_at_least(problem, y)
            assert flint.arb(bound.value) <= true
            assert bound.value == pytest.approx(float(true), rel=1e-9)
        kinds.add((type(bound), bound.value > 0))
        assert margin_at_least(problem, y, spare=1.0) == bound
        assert margin_at_least(problem, y, spare=4.0).value <= bound.value
        above = margin_at_least(problem, y, needed=np.ldexp(99.0, power))
        assert isinstance(above, Enclosed)
    assert kinds == {(Rounded, True), (Enclosed, False)}


def test_products_are_sharp_where_that_is_asked_for_and_takes_little(monkeypatch: pytest.MonkeyPatch) -> None:
    problem, y = Conic([[0.1, 0.7], [0.3, 0.9]], Orthant(2)), np.array([0.3, 0.7])
    value = margin_at_least(problem, y).value
    assert margin_at_least(problem, y, needed=value) == Rounded(value)
    assert isinstance(margin_at_least(problem, y, needed=np.nextafter(value, 1.0)), Enclosed)
    assert isinstance(margin_at_least(problem, -y), Enclosed)
    zero = Conic([[0.0, 0.7], [0.0, 0.9]], Orthant(2))
    assert isinstance(margin_at_least(zero, y), Enclosed)
    assert margin_at_least(zero, y).value <= 0
    for most, kind in ((4, Enclosed), (3, Rounded)):
        monkeypatch.setattr(MARGIN, "_SMALL", most)
        assert isinstance(margin_at_least(problem, -y), kind)
    huge = Conic([[1e308, 1e308], [1e308, 1e308]], Orthant(2))
    with np.errstate(all="ignore"):
        assert margin_at_least(huge, np.array([1e10, 1e10])).value == -np.inf


def test_sharp_products() -> None:
    rng = np.random.default_rng(2)
    A, y = rng.normal(size=(4, 5)), rng.normal(size=4)
    for given in (A, sp.csr_array(A)):
        z = _sharp(given, y)
        for j in range(5):
            true = product(A[:, j], y)
            off = abs(Fraction(float(z.mid[j])) - true)
            assert off <= Fraction(float(z.rad[j])) <= off + Fraction(1, 2**60)


CONES = [Orthant(3), Lorentz(3), PSD(2), Product([Orthant(1), Lorentz(2)])]


@pytest.mark.parametrize("cone", CONES, ids=str)
@pytest.mark.parametrize("power", [0, -300])
def test_upper_ends_are_bounds(cone: Any, power: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The weights that are used are in the cone to the last digit, and their image over their mass is no greater."""
    used: list[Any] = []
    real = MARGIN._in_the_maps_coordinates
    monkeypatch.setattr(MARGIN, "_in_the_maps_coordinates", lambda p, x: used.append(x) or real(p, x))
    rng = np.random.default_rng(8)
    for trial in range(25):
        A = np.ldexp(rng.normal(size=(2, 3)), power)
        problem = Conic(A, cone)
        unit = problem.cone.unit
        x = rng.normal(size=3) if trial % 2 else np.array([*rng.normal(size=2), 0.0])
        if trial % 2 == 0:
            x[2] = np.hypot(x[0], x[1])  # on the boundary of a second-order cone, but for the last digit
        bound = margin_at_most(problem, x).value
        moved = used[-1]
        if not isinstance(cone, PSD):
            assert inside(problem, [Fraction(float(v)) for v in moved])
        mass = product(unit, moved)
        image = [
            sum((Fraction(float(a)) * Fraction(float(v)) for a, v in zip(r, moved, strict=True)), Fraction(0))
            for r in A
        ]
        square = sum((v * v for v in image), Fraction(0))
        assert Fraction(bound) ** 2 * mass**2 >= square
        assert bound == pytest.approx(np.linalg.norm(np.ldexp(A, -power) @ moved) / float(mass) * 2.0**power, rel=1e-12)
        tau = max(
            -min(_outside(part, x[where]) for part, where in zip(problem.cone.parts, problem.cone.slices, strict=True)),
            0.0,
        )
        assert moved == pytest.approx(x + tau * unit, abs=1e-12 * (1 + tau))
        assert margin_at_most(problem, x, spare=1.0).value == bound <= margin_at_most(problem, x, spare=4.0).value
    big = np.array([1e308, 1e308, 1e308])
    with np.errstate(all="ignore"):
        assert margin_at_most(Conic(np.ones((1, 3)), Orthant(3)), big).value == np.inf


def _outside(part: Any, x: Any) -> float:
    if isinstance(part, PSD):
        return float(np.linalg.eigvalsh(part.matrix(x))[0])
    return float(x[-1] - np.linalg.norm(x[:-1])) if isinstance(part, Lorentz) else float(x.min())


def test_upper_ends_of_plain_matrices() -> None:
    """The same problem with plain entries, and in coordinates."""
    rng = np.random.default_rng(4)
    M = rng.normal(size=(3, 2, 2))
    M += M.transpose(0, 2, 1)
    x = PSD(2).vector(np.array([[2.0, -0.5], [-0.5, 1.0]]))
    plain, scaled = Conic([M], PSD(2)), Conic(PSD(2).vector(M), PSD(2))
    assert margin_at_most(plain, x).value == pytest.approx(margin_at_most(scaled, x).value, rel=1e-13)
    mixed = Conic([M, np.ones((3, 1))], Product([PSD(2), Orthant(1)]))
    joined = Conic(np.column_stack([PSD(2).vector(M), np.ones(3)]), Product([PSD(2), Orthant(1)]))
    weights = np.append(x, 0.7)
    assert margin_at_most(mixed, weights).value == pytest.approx(margin_at_most(joined, weights).value, rel=1e-13)
    image = MARGIN._in_the_maps_coordinates(plain, x)
    assert image.mid[:, 0] == pytest.approx(x * PSD(2).factors)
    assert image.rad[:, 0].tolist() == [0.0, 4.0 * 2.0**-53 * abs(image.mid[1, 0]) + 2.0**-960, 0.0]
    assert not MARGIN._in_the_maps_coordinates(scaled, x).rad.any()
    assert MARGIN._in_the_maps_coordinates(plain, np.array([1.0, 1e-320, 1.0])).rad[1, 0] == 2.0**-960


def test_products_are_divided_on_the_safe_side() -> None:
    y, none = np.array([3.0, 4.0]), np.zeros(2)
    assert _divided(1.0, y) == np.nextafter(1.0 / frobenius(exact(y)), 0.0) < 0.2
    assert _divided(-1.0, y) == np.nextafter(-1.0 / length_at_least(y), -1.0) < -0.2
    assert _divided(3.0, np.ones(1)) == pytest.approx(3.0, rel=1e-14)
    for low, by in ((np.inf, y), (np.nan, y), (-np.inf, y), (-1.0, none)):
        assert _divided(low, by) == -np.inf


@pytest.mark.parametrize("shift", [0.5, -0.25])
def test_the_formula_of_upper_ends(shift: float) -> None:
    """Eight units for each entry are added, as many as there are taken off the mass, and four added to the quotient."""
    rng = np.random.default_rng(9)
    n = 200
    A, x = rng.normal(size=(3, n)), rng.uniform(size=n) + shift
    tau = max(-float(np.nextafter(x.min(), -np.inf)), 0.0)
    moved = x + tau
    moved = moved + 8.0 * 2.0**-53 * (float(np.abs(x).max()) + tau) * n
    mass = float(np.sum(moved)) * (1.0 - (n + 8) * 2.0**-52)
    image = times(exact(A), exact(moved[:, None]))
    length = frobenius(Ball(image.mid[:, 0], image.rad[:, 0]))
    expected = float(np.nextafter(length / mass * (1.0 + 2.0**-50), np.inf))
    assert margin_at_most(Conic(A, Orthant(n)), x).value == expected


def test_weights_beside_the_boundary_are_moved_into_the_cone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of (a, b, 0, t) with t the double next to the length, the least part of a unit is to be made up for."""
    used: list[Any] = []
    real = MARGIN._in_the_maps_coordinates
    monkeypatch.setattr(MARGIN, "_in_the_maps_coordinates", lambda p, x: used.append(x) or real(p, x))
    rng = np.random.default_rng(1)
    problem = Conic(np.ones((1, 4)), Lorentz(4))
    for _ in range(40):
        a, b = rng.normal(size=2)
        margin_at_most(problem, np.array([a, b, 0.0, np.hypot(a, b)]))
        assert inside(problem, [Fraction(float(v)) for v in used[-1]])


# Products of these round: what is claimed is judged by one radius, and stated by four.
PROBLEM = Conic([[0.1, 0.7, 0.2], [0.3, 0.9, 0.4]], Orthant(3))
Y, X = np.array([0.3, 0.7]), np.array([0.3, 0.1, 0.7])


def names(claim: Claim) -> list[str]:
    return [check.name for check in judge_conic(PROBLEM, claim).failed]


def test_claimed_ends_are_judged_to_the_last_digit() -> None:
    low, high = margin_at_least(PROBLEM, Y).value, margin_at_most(PROBLEM, X).value
    claim = Claim(bracket=Bracket(low, high), coef=Y, weights=X, proof=Interior(Y))
    assert names(claim) == names(replace(claim, proof=None, bracket=Bracket(0.0, high))) == []
    above, below = float(np.nextafter(low, 1.0)), float(np.nextafter(high, 0.0))
    sharp = margin_at_least(PROBLEM, Y, needed=above).value
    assert names(replace(claim, bracket=Bracket(float(np.nextafter(max(sharp, low), 1.0)), high))) == [
        "margin at least"
    ]
    assert names(replace(claim, bracket=Bracket(low, below))) == ["margin at most"]
    assert margin_at_least(PROBLEM, Y, spare=4.0).value < low
    assert margin_at_most(PROBLEM, X, spare=4.0).value > high


def test_stated_ends_leave_room_for_other_machines() -> None:
    low, high = margin_at_least(PROBLEM, Y, spare=4.0).value, margin_at_most(PROBLEM, X, spare=4.0).value
    stated = judge_conic(PROBLEM, Claim(coef=Y, weights=X, proof=Interior(Y))).bracket
    assert stated == Bracket(low - 2.0**-40 * low, high + 2.0**-40 * high)
    negative = margin_at_least(PROBLEM, -Y, spare=4.0).value
    stated = judge_conic(PROBLEM, Claim(coef=-Y, weights=X)).bracket
    assert stated == Bracket(negative + 2.0**-40 * negative, high + 2.0**-40 * high)


def test_ends_that_nothing_proves_are_refused() -> None:
    open_ = Claim(bracket=Bracket(-np.inf, np.inf))
    assert names(open_) == names(replace(open_, coef=Y, weights=X)) == []
    assert names(replace(open_, bracket=Bracket(-1.0, np.inf))) == ["no lower bound claimed"]
    assert names(replace(open_, bracket=Bracket(-np.inf, 9.0))) == ["no upper bound claimed"]
    assert names(Claim()) == []
    odd = Bracket(0.0, 1.0)
    object.__setattr__(odd, "lower", "0")
    for proof in (None, Interior(Y)):
        verdict = judge_conic(PROBLEM, Claim(bracket=odd, coef=Y, proof=proof))
        assert [check.holds for check in verdict.checks] == [False]


@pytest.mark.parametrize("bad", [np.array([0.3, np.nan]), np.zeros(2), np.ones(3), np.ones(2, int)])
def test_directions_and_weights_are_vectors(bad: Any) -> None:
    finite = "direction is finite and not zero"
    assert names(Claim(bracket=Bracket(0.0, np.inf), coef=bad)) == [finite]
    assert names(Claim(bracket=Bracket(0.0, np.inf), coef=Y, proof=Interior(bad))) == [finite]
    weights = np.append(bad, np.ones(1, bad.dtype)) if bad.any() else np.zeros(3)
    if weights.shape != (3,) or weights.dtype != float or not np.isfinite(weights).all() or not weights.any():
        assert names(Claim(bracket=Bracket(-np.inf, 9.0), weights=weights)) == ["weights are finite and not zero"]


def test_fields_of_points_are_refused() -> None:
    low = margin_at_least(PROBLEM, Y).value
    claim = Claim(bracket=Bracket(low, np.inf), coef=Y, proof=Interior(Y), classes=(0, 1))
    assert names(claim) == ["no fields of another question"]
    broken = replace(claim, bracket=Bracket(9.0, np.inf))
    assert names(broken) == ["margin at least"]
    assert names(replace(claim, classes=None, coef=-Y)) == ["coef is the proof's"]


def test_an_eigenvalue_that_is_not_proved_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("gordan.verify.conic.member"), "_dominated", lambda *_: False)
    assert least_eigenvalue(np.eye(2), np.zeros((2, 2))) == -np.inf
