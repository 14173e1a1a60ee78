"""The sparse separation lemma: what it promises is found, within the number of points it allows."""

from __future__ import annotations

import numpy as np
import pytest

import gordan
from claimed import replace
from geometry.closed import pairs


@pytest.mark.parametrize("d", [2, 30])
@pytest.mark.parametrize("share", [0.3, 0.9, 1.5, 3.0])
def test_the_lemma(d: int, share: float) -> None:
    for name, K, L, distance in pairs(d, 7):
        eps = share * distance if distance > 0 else 0.5
        found = gordan.geometry.separate_bodies(K, L, eps=eps)
        reach = gordan.geometry.Bodies(K, L).reach
        assert reach is not None
        assert found.updates <= 3 * reach**2 / eps**2 + (found.kind == "near"), name
        if distance >= eps:
            assert found.kind == "apart", name
        if distance == 0:
            assert found.kind == "near", name
        if isinstance(found, gordan.Apart):
            check_apart(K, L, found, eps)
        else:
            assert isinstance(found, gordan.geometry.Near)
            assert distance - 1e-12 <= np.linalg.norm(found.p - found.q) <= found.distance < eps


def check_apart(K: object, L: object, found: gordan.Apart, eps: float) -> None:
    w = found.times @ (found.p - found.q)
    np.testing.assert_allclose(w, found.direction, rtol=0, atol=1e-12 * np.abs(found.p).max() * found.updates)
    assert found.times.sum() == found.updates
    assert found.n_points <= 2 * found.limit
    assert found.margin >= eps / 6
    length = np.linalg.norm(found.direction)
    assert (found.direction @ K.support(-found.direction) - found.offset) / length >= found.margin
    assert (found.direction @ L.support(found.direction) - found.offset) / length <= -found.margin


@pytest.mark.parametrize("d", [2, 30])
@pytest.mark.parametrize("share", [0.3, 0.9, 1.5])
def test_the_lemma_by_the_flagship(d: int, share: float) -> None:
    """The same alternatives with the points listed: a mean of no more pairs than the lemma or the dimension allow."""
    for name, K, L, distance in pairs(d, 7):
        eps = share * distance if distance > 0 else 0.5
        found = gordan.geometry.separate_bodies(K, L, eps=eps, solver="min-norm-point")
        if distance >= eps:
            assert found.kind == "apart", name
        if isinstance(found, gordan.Apart):
            reach = gordan.geometry.Bodies(K, L).reach
            assert reach is not None
            assert found.n_points <= found.allowed <= 6 * reach**2 / eps**2, name
            assert len(found.times) <= d + 1, name
            assert found.times.sum() == pytest.approx(1.0), name
            assert (found.times > 0).all(), name
            np.testing.assert_allclose(found.times @ (found.p - found.q), found.direction, rtol=0, atol=1e-12)
            assert found.margin >= eps / 6, name
        else:
            assert isinstance(found, gordan.geometry.Near), name
            assert distance - 1e-12 <= np.linalg.norm(found.p - found.q) <= found.distance < eps, name
        verdict = gordan.verify(gordan.geometry.Bodies(K, L), found)
        assert verdict.holds, (name, verdict.failed)


def test_corrals_are_small() -> None:
    """Where the perceptron repeats two points for ever, the min-norm point names them once."""
    points = gordan.geometry.Hull([[1.0, 0.05], [-0.3, 0.05]])
    summed, mean = (
        gordan.geometry.separate_bodies(points, gordan.geometry.Hull([[0.0, 0.0]]), eps=0.05, solver=solver)
        for solver in ("aggressive-perceptron", "min-norm-point")
    )
    assert mean.n_points == 4
    assert summed.n_points > 4
    assert "a mean of 4 points" in str(mean)


@pytest.mark.parametrize("solver", ["aggressive-perceptron", "min-norm-point"])
def test_a_false_record_is_refused_by_name(solver: str) -> None:
    K, L = gordan.geometry.Ball([3.0, 1.0], 1.0), gordan.geometry.Box([-1.0, -1.0], [1.0, 1.0])
    found = gordan.geometry.separate_bodies(K, L, eps=0.9, solver=solver)
    assert isinstance(found, gordan.Apart)
    bodies = gordan.geometry.Bodies(K, L)
    assert gordan.verify(bodies, found).holds
    for lie, named in (
        ({"offset": found.offset + found.margin}, "margin of K"),
        ({"offset": found.offset - found.margin}, "margin of L"),
        ({"margin": 2.0 * found.margin}, "margin of K"),
        ({"times": found.times * 1.001}, "normal is the sum"),
        ({"p": found.p + 0.5}, "normal is the sum"),
        ({"p": found.p + 9.0, "q": found.q + 9.0}, "points are support points of K"),
        ({"limit": 0.0}, "points of the normal"),
        ({"direction": 0.0 * found.direction}, "normal is not zero"),
    ):
        failed = [check.name for check in gordan.verify(bodies, replace(found, **lie)).failed]
        assert any(name.startswith(named) for name in failed), (lie, failed)
    touching = gordan.geometry.Ball([1.5, 0.0], 1.0)
    near = gordan.geometry.separate_bodies(touching, L, eps=0.2, solver=solver)
    assert isinstance(near, gordan.geometry.Near)
    meeting = gordan.geometry.Bodies(touching, L)
    assert gordan.verify(meeting, near).holds
    assert not gordan.verify(meeting, replace(near, distance=-1.0)).holds
    assert not gordan.verify(meeting, replace(near, p=near.p + 9.0, q=near.q + 9.0)).holds
    assert not gordan.verify(meeting, replace(near, bracket=gordan.outcome.Bracket(0.1, near.bracket.upper))).holds


def test_other_solvers_are_refused() -> None:
    with pytest.raises(gordan.InputError, match="solver is 'perceptron'"):
        gordan.geometry.separate_bodies(Disc(), Disc(), eps=1.0, solver="perceptron")


def test_the_answer_does_not_depend_on_where_the_bodies_are() -> None:
    K, L = gordan.geometry.Box([0.0, 0.0], [1.0, 2.0]), gordan.geometry.Box([2.0, 1.0], [3.0, 5.0])
    far = np.array([1024.0, -512.0])
    moved = [gordan.geometry.Box(body.lower + far, body.upper + far) for body in (K, L)]
    here, there = gordan.geometry.separate_bodies(K, L, eps=0.5), gordan.geometry.separate_bodies(*moved, eps=0.5)
    assert isinstance(here, gordan.Apart)
    assert isinstance(there, gordan.Apart)
    assert here.direction.tolist() == there.direction.tolist()


def test_the_points_of_example_two_need_many_updates() -> None:
    """Two points nearly opposite: the count grows as the lemma's does, and stays below it."""
    updates = []
    for eps in (0.2, 0.1, 0.05):
        points = gordan.geometry.Hull([[(1 - eps**2) ** 0.5, eps], [-((1 - eps**2) ** 0.5), eps]])
        found = gordan.geometry.separate_bodies(points, gordan.geometry.Hull([[0.0, 0.0]]), eps=eps)
        assert isinstance(found, gordan.Apart)
        assert found.n_points <= 6 / eps**2
        updates.append(found.updates)
    assert updates == sorted(updates)


@pytest.mark.parametrize("eps", [0.7, 1.2, 2.0, 3.0, 4.0, 5.0, 6.0])
def test_a_normal_has_no_more_points_than_the_lemma_allows(eps: float) -> None:
    """Where ε is about R the lemma allows few points, or none: then the bodies are near."""
    generator = np.random.default_rng(3)
    for _ in range(40):
        P, Q = (generator.uniform(-0.3, 0.3, (3, 2)) + [side, 0.0] for side in (1.0, -1.0))
        found = gordan.geometry.separate_bodies(gordan.geometry.Hull(P), gordan.geometry.Hull(Q), eps=eps)
        longest = max(np.linalg.norm(p - q) for p in P for q in Q)
        if isinstance(found, gordan.Apart):
            assert found.n_points <= 6 * longest**2 / eps**2 * (1 + 1e-12)
            assert found.n_points <= 2 * found.limit
        else:
            assert isinstance(found, gordan.geometry.Near)
            assert found.distance < eps
            assert found.updates <= found.limit


def test_a_distance_far_below_rounding_has_no_number_of_updates() -> None:
    touching = gordan.geometry.Ball([2.0, 0.0], 1.0), gordan.geometry.Ball([0.0, 0.0], 1.0)
    assert gordan.geometry.separate_bodies(*touching, eps=1e-300, max_iter=3).kind == "undecided"
    assert gordan.geometry.sparse_farkas(np.eye(2), [1.0, 1.0], eps=1e-200, mass=2.0, max_iter=3).kind != "refutation"


def test_a_limit_leaves_the_bracket() -> None:
    K, L = gordan.geometry.Ball([2.001, 0.0], 1.0), gordan.geometry.Hull([[0.0, 1.0], [0.0, -1.0], [1.0, 0.0]])
    found = gordan.geometry.separate_bodies(K, L, eps=1e-3, max_iter=2)
    assert isinstance(found, gordan.Undecided)
    assert found.bracket.lower <= 0.001 <= found.bracket.upper
    assert "max_iter" in found.reason


class Disc:
    """A body of nobody's own: a unit disc with nothing but its support."""

    dimension = 2

    def support(self, direction: np.ndarray) -> np.ndarray:
        length = np.linalg.norm(direction)
        return direction / length if length else np.zeros(2)


def test_anything_with_a_support_is_a_body() -> None:
    far = gordan.geometry.Ball([4.0, 0.0], 1.0)
    assert gordan.geometry.separate_bodies(Disc(), far, eps=1.0).kind == "apart"
    assert gordan.distance(Disc(), far).bracket.lower == pytest.approx(2.0, rel=1e-9)
    assert gordan.geometry.Bodies(Disc(), far).reach is None
    both = gordan.geometry.MinkowskiSum(Disc(), gordan.geometry.Ball([0.0, 0.0], 0.5))
    assert both.enclosing is None
    assert gordan.geometry.AffineImage(both, np.eye(2)).enclosing is None
    assert gordan.distance(both, far).bracket.upper == pytest.approx(1.5, rel=1e-9)


def test_answers_print_themselves() -> None:
    far, near = gordan.geometry.Ball([4.0, 0.0], 1.0), gordan.geometry.Ball([1.5, 0.0], 1.0)
    assert str(gordan.geometry.separate_bodies(Disc(), far, eps=1.0)).startswith("Apart")
    assert str(gordan.geometry.separate_bodies(Disc(), near, eps=1.0)).startswith("Near")
    assert str(gordan.geometry.separate_bodies(Disc(), near, eps=1e-9, max_iter=1)).startswith("Undecided")
