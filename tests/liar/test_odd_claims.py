"""Claims made of objects that lie about themselves, or of values that no claim has: refused, and without a crash."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.outcome import Bracket, Cancellation, Claim, Enclosure, Separator
from gordan.outcome.panel import Absorbed, Cycle, PanelClaim, PanelProof, PanelWeights, Tree
from gordan.problem.panel import Panel
from gordan.verify import Claims, Stack, verify_many

PROBLEM = gordan.Points([[0.0, 0.0], [3.0, 1.0]], [0, 1])
CROSSED = gordan.Points([[0.0], [1.0], [2.0]], [0, 1, 0])


def claimed(problem: gordan.Points) -> Claim:
    claim = gordan.solve(problem).claim
    assert gordan.verify(problem, claim).holds
    return claim


class Equal(float):
    """A number that equals everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = float.__hash__


def equals(size: int) -> Any:
    return np.array([Equal(-77.0)] * size, dtype=object)


def fraction(top: int, bottom: int) -> Fraction:
    value = Fraction(1)
    value._numerator, value._denominator = top, bottom  # type: ignore[attr-defined]
    return value


def test_arrays_of_objects_are_no_arrays_of_numbers() -> None:
    claim = claimed(PROBLEM)
    assert not gordan.verify(PROBLEM, replace(claim, coef=equals(2))).holds
    assert not gordan.verify(PROBLEM, replace(claim, weights=equals(2))).holds
    assert not gordan.verify(CROSSED, replace(claimed(CROSSED), weights=equals(3))).holds


@pytest.mark.parametrize("proof", ["rounded", "exact"])
@pytest.mark.parametrize("offset", [fraction(5, -1), fraction(100, -1), fraction(2, 0), fraction(4, 2)], ids=str)
def test_fractions_whose_parts_were_overwritten(offset: Fraction, proof: str) -> None:
    claim = claimed(PROBLEM)
    forged = replace(claim, offset=offset, proof=replace(claim.proof, offset=offset))
    assert not gordan.verify(PROBLEM, forged, proof=proof).holds


def test_a_method_of_a_record_cannot_be_replaced(tmp_path: Any) -> None:
    path = tmp_path / "points.json"
    gordan.certify(PROBLEM, gordan.solve(PROBLEM), path)
    certificate = gordan.read_certificate(path)
    assert gordan.verify(PROBLEM, certificate).holds
    honest = certificate.claim(PROBLEM)
    object.__setattr__(certificate, "claim", lambda problem: honest)
    assert not gordan.verify(PROBLEM, certificate).holds


def test_without_an_intercept_no_centre_shortens_the_weighted_sum() -> None:
    stack = Stack(np.array([[[1.0], [1.0]]]), np.array([[1.0, 1.0]]), intercept=False, classes=[(0, 1)])
    claims = Claims(
        kind=np.array([2], np.int8),
        W=np.array([[1.0]]),
        centre=np.array([[1.0]]),
        offset=np.array([0.0]),
        S=np.array([[0, 1]]),
        x=np.array([[0.5, 0.5]]),
        classes=[(0, 1)],
        lower=np.array([-np.inf]),
        upper=np.array([1e-300]),
    )
    judged = verify_many(stack, claims)
    assert not judged.holds[0]
    assert judged.upper[0] >= 1.0


def test_a_stack_takes_no_subclass() -> None:
    class Changing(Claims):
        pass

    stack = Stack(np.array([[[0.0], [1.0]]]), np.array([[-1.0, 1.0]]), classes=[(0, 1)])
    arrays = (np.array([[1.0]]), np.zeros((1, 1)), np.array([-0.5]), np.array([[0, 1]]), np.array([[0.5, 0.5]]))
    with pytest.raises(gordan.InputError, match="no subclass"):
        verify_many(stack, Changing(np.array([0], np.int8), *arrays, [(0, 1)]))


def nested(depth: int) -> Any:
    value: Any = ()
    for _ in range(depth):
        value = (value,)
    return value


def doubled(times: int) -> Any:
    value: Any = (nested(1),)
    for _ in range(times):
        value = (value, value)
    return value


ODD: dict[str, dict[str, Any]] = {
    "no intercept": {"intercept": None},
    "text for an intercept": {"intercept": "x"},
    "a tuple for an intercept": {"intercept": ()},
    "an array for an intercept": {"intercept": np.zeros(2)},
    "a huge integer for an intercept": {"intercept": 10**400},
    "a number for a bracket": {"bracket": 1.0},
    "a tuple for a bracket": {"bracket": (0.0, 1.0)},
    "another record for a bracket": {"bracket": Cancellation((0,), (1,))},
    "no rows": {"proof": Cancellation(None, None)},
    "no box": {"proof": Enclosure(None, None, None)},
    "an array for a space": {"space": np.zeros(2)},
    "a huge integer for a space": {"space": 10**5000},
    "a huge row": {"nearest": (10**5000,)},
    "a huge label": {"classes": (10**5000,)},
    "a record without fields": {"proof": object.__new__(Separator)},
    "a deep tuple": {"nearest": nested(100_000)},
    "a tuple of 2**60 leaves": {"nearest": doubled(60)},
}


@pytest.mark.parametrize("changes", ODD.values(), ids=ODD)
@pytest.mark.parametrize("problem", [PROBLEM, CROSSED], ids=["separable", "inseparable"])
def test_values_that_no_claim_has_are_refused(problem: gordan.Points, changes: dict[str, Any]) -> None:
    verdict = gordan.verify(problem, replace(claimed(problem), **changes))
    assert not verdict.holds
    assert str(verdict)


def test_a_list_that_holds_itself_is_refused() -> None:
    cycle: list[Any] = [()]
    cycle.append(cycle)
    assert not gordan.verify(PROBLEM, replace(claimed(PROBLEM), nearest=cycle)).holds


def test_a_bracket_of_doubles_still_holds() -> None:
    claim = claimed(PROBLEM)
    assert gordan.verify(PROBLEM, replace(claim, bracket=Bracket(0.0, 10.0))).holds


def test_parts_of_a_panel_that_are_no_parts_of_a_proof() -> None:
    panel = Panel(np.zeros((2, 0)), (np.array([0, 1]),), np.array([-1, 0]))
    tree = Tree(np.array([-1, -1, 1]), np.array([0, 0, 1]))
    proof = PanelProof(np.array([-1, 0, 0]), np.array([0, 1, 1]), tree, tree)
    claim = PanelClaim(np.array([True, False]), proof)
    assert gordan.verify(panel, claim).holds
    odd: list[dict[str, Any]] = [
        {"potentials": 5},
        {"potentials": np.array(5)},
        {"component": None},
        {"outward": (1, 2)},
    ]
    odd += [{"inward": tuple(tree)}, {"pivots": None}, {"cycles": ((1, 2),)}, {"cycles": 3}, {"absorbed": [1]}]
    odd += [{"coefficients": None}, {"coefficients": (1,)}, {"balance": (1,)}, {"balance": None}]
    for lie in odd:
        assert not gordan.verify(panel, replace(claim, proof=replace(proof, **lie))).holds, lie
    for other in (None, 7, (1, 2)):
        assert not gordan.verify(panel, replace(claim, proof=other)).holds
    assert not gordan.verify(panel, replace(claim, strict=None)).holds


def test_parts_of_weights_that_are_no_parts_of_a_proof() -> None:
    levels = (np.array([0, 1, 1, 1]),) * 3
    panel = Panel(np.zeros((4, 0)), levels, np.array([-1, 1, -1, 0]))
    proof = PanelWeights(np.array([-1, 0, 0, 0, 0, 0]), np.array([0, 1, -1, 0]))
    claim = PanelClaim(np.array([True, False, False, False]), proof)
    assert gordan.verify(panel, claim).holds
    odd: list[dict[str, Any]] = [{"weights": None}, {"weights": proof.weights * 1.0}, {"weights": proof.weights[1:]}]
    odd += [{"factor": 0}, {"factor": -1}, {"factor": 1.0}, {"factor": True}, {"potentials": None}]
    odd += [{"correction": ((), ())}, {"correction": Cycle((1,), ())}, {"correction": Cycle((4,), (1,))}]
    odd += [{"correction": Cycle(np.array([1]), (1,))}, {"correction": Cycle((1,), (1.0,))}, {"correction": None}]
    odd += [{"correction": Cycle((-1,), (0,))}, {"potentials": np.array([-1, 0, 0, 0, 0, 2**58])}, {"pivots": (0,)}]
    for lie in odd:
        assert not gordan.verify(panel, replace(claim, proof=replace(proof, **lie))).holds, lie
    assert gordan.verify(panel, replace(claim, proof=replace(proof, correction=Cycle((1, 2), (5, -5))))).holds
    graph = PanelProof(
        np.zeros(6, np.int64), np.zeros(6, np.int64), *(Tree(np.full(6, -1), np.zeros(6, np.int64)),) * 2
    )
    assert not gordan.verify(panel, PanelClaim(np.zeros(4, bool), graph)).holds


def test_a_regressor_of_the_smallest_numbers_in_a_panel() -> None:
    """Its denominator fits no machine integer, also where the effects that absorb it are all 0."""
    panel = Panel(np.full((2, 2), 5e-324), (np.array([0, 1]),), np.array([0, 0]))
    tree = Tree(np.array([0, 1, -1]), np.array([1, 1, 0]))
    proof = PanelProof(np.zeros(3, np.int64), np.zeros(3, np.int64), tree, tree)
    for integers in ((1, -1), (1, 1)):
        cancelling = Absorbed((0, 1), integers, (0, 0, 0))
        claim = PanelClaim(np.zeros(2, bool), replace(proof, pivots=(0,), absorbed=(cancelling,)))
        failed = {check.name for check in gordan.verify(panel, claim).failed}
        assert "cycles are independent" in failed
        assert ("absorbed regressors vanish with their effects" in failed) == (integers == (1, 1))
