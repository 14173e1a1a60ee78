"""Panels: the parts of a proof one by one, each wrong in one place; and sums at the edge of what int64 hold."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from claimed import replace
from gordan.outcome.panel import Absorbed, Cycle, PanelClaim, PanelProof, PanelWeights, Tree
from gordan.problem.panel import Panel
from gordan.verify import panel as judged
from gordan.verify import panel_weights as weighed
from gordan.verify.panel import (
    absorbed_check,
    cancel_check,
    cycle_sums,
    direction_checks,
    judge_panel,
    judge_panel_certificate,
    listed,
    rank_check,
)

OUT, IN = "every level is reached from its root", "every level leads to its root"
FORMED = "every regressor is a pivot or absorbed"
PRIME = 2**61 - 1


def ints(*values: int) -> Any:
    return np.array(values, np.int64)


def one_effect(*signs: int, x: Any = None) -> Panel:
    """A level for each row; the last vertex stands for the constant."""
    X = np.zeros((len(signs), 0)) if x is None else np.array(x, dtype=float).reshape(len(signs), -1)
    return Panel(X, (np.arange(len(signs)),), np.array(signs))


STAR = Tree(ints(0, 1, -1), ints(1, 1, 0))
NOTHING = PanelProof(ints(0, 0, 0), ints(0, 0, 0), STAR, STAR)
FLAT = np.zeros(2, bool)


def failed(panel: Panel, proof: Any, strict: Any = FLAT) -> list[str]:
    return [check.name for check in judge_panel(panel, PanelClaim(strict, proof)).failed]


def test_trees_follow_the_signs_of_rows() -> None:
    """A row of sign −1 leads from its level to the constant, one of sign 1 back: neither is flat by itself."""
    assert failed(one_effect(0, 0), NOTHING) == []
    assert failed(one_effect(-1, 0), NOTHING) == [OUT]
    assert failed(one_effect(0, 1), NOTHING) == [IN]


@pytest.mark.parametrize(
    ("rows", "depth", "component", "flat", "holds"),
    [
        ((0, 1, -1), (1, 1, 0), (0, 0, 0), (True, True), True),
        ((0, 2, -1), (1, 1, 0), (0, 0, 0), (True, True), False),  # no such row
        ((0, 0, -1), (1, 1, 0), (0, 0, 0), (True, True), False),  # a row of another level
        ((0, 1, -1), (1, 1, 0), (0, 0, 0), (True, False), False),
        ((0, 1, -1), (2, 1, 0), (0, 0, 0), (True, True), False),
        ((0, 1, -1), (2, 2, 1), (0, 0, 0), (True, True), False),
        ((0, 1, -1), (1, 1, 0), (0, 1, 0), (True, True), False),  # a component without root
        ((0, -1, -1), (1, 0, 0), (0, 0, 0), (True, True), False),  # two roots of one
        ((0, -1, -1), (1, 0, 0), (0, 1, 0), (True, True), True),
        ((0, -1, -1), (1, 0, 0), (1, 1, 0), (True, True), False),  # the parent is in another component
    ],
)
def test_trees(rows: Any, depth: Any, component: Any, flat: Any, holds: bool) -> None:
    tree = Tree(ints(*rows), ints(*depth))
    for way in (1, -1):
        check = judged._tree("tree", one_effect(0, 0), np.array(flat), ints(*component), tree, way)
        assert check.holds is holds


def test_marks_are_of_truth_values() -> None:
    for strict in (ints(0, 0), [False, False], np.zeros(3, bool)):
        assert failed(one_effect(0, 0), NOTHING, strict) == ["a mark for every row"]


def test_certificates_are_judged_where_their_rows_rise() -> None:
    panel = one_effect(0, 0)
    for rows, kind, checks in (((), "overlap", 15), ((1, 0), "quasi", 1)):
        certificate: Any = SimpleNamespace(rows=rows, alternative=kind, proof=NOTHING, strict=lambda: FLAT)
        assert len(judge_panel_certificate(panel, certificate)) == checks


@pytest.mark.parametrize(
    "changes",
    [
        {"pivots": []},
        {"cycles": []},
        {"cycles": (((0,), (1,)),)},
        {"absorbed": (((0,), (1,), (0, 0, 0)),)},
        {"coefficients": [1]},
        {"coefficients": (1, 1)},
        {"coefficients": (True,)},
        {"coefficients": (1.0,)},
    ],
)
def test_parts_are_lists_of_their_kind(changes: dict[str, Any]) -> None:
    panel = one_effect(0, 0, x=[1, 2])
    assert listed(panel, replace(NOTHING, coefficients=(1,)))
    assert listed(panel, NOTHING)
    assert not listed(panel, replace(NOTHING, **changes))


@pytest.mark.parametrize("together", [1, 2, 1 << 16])
def test_signs_of_a_direction(monkeypatch: pytest.MonkeyPatch, together: int) -> None:
    """x β + rise in halves: −1/2, 0, 1/2, 3, −3 and so on, whatever number of rows is read at once."""
    monkeypatch.setattr(judged, "_ROWS", together)
    x, rise = [0.5, 1.0, 1.5, 5.0, -4.0], ints(-1, -1, -1, -2, 1)
    panel = one_effect(0, 0, 0, 0, 0, x=x)
    for way in (1, -1):
        assert judged._signs(panel, [0], [way], way * rise).tolist() == [-way, 0, way, way, -way]


def test_directions_are_positive_on_strict_rows_only() -> None:
    panel = one_effect(1, -1, 0, x=[0.5, -0.5, 0.0])
    proof: Any = SimpleNamespace(potentials=ints(0, 0, 0, 0), coefficients=(1,))
    names = ["strict rows are positive", "other rows vanish under the direction"]
    for strict, coefficients, wrong in (
        ((True, True, False), (1,), []),
        ((True, True, True), (1,), names[:1]),
        ((True, False, False), (1,), names[1:]),
        ((True, True, False), (-1,), names[:1]),
        ((True, True, False), (), names[:1]),
        ((False, False, False), (), []),
    ):
        proof.coefficients = coefficients
        checks = direction_checks(panel, np.array(strict), proof)
        assert [check.name for check in checks if not check.holds] == wrong


# Two regressors, the second twice the first and a constant of each level; two rows of each of two levels.
LEVELS = (ints(0, 0, 1, 1),)
TWO = Panel(np.array([[0.0, 1.0], [1.0, 3.0], [0.0, 0.0], [3.0, 6.0]]), LEVELS, ints(0, -1, 1, 0))
ABSORBED = Absorbed((0, 1), (2, -1), (1, 0, 0))
FIRST, SECOND = Cycle((0, 1), (1, -1)), Cycle((2, 3), (3, -3))
COMPLETE = replace(NOTHING, pivots=(0,), cycles=(FIRST, SECOND), balance=(9, -1), absorbed=(ABSORBED,))


@pytest.mark.parametrize(
    ("changes", "formed"),
    [
        ({}, True),
        ({"cycles": (Cycle((1,), (1,)), Cycle((3,), (1,)))}, True),
        ({"cycles": (Cycle((0,), (1,)), SECOND)}, True),
        ({"cycles": (Cycle((), ()), SECOND)}, False),
        ({"cycles": (Cycle((0, 1), (1,)), SECOND)}, False),
        ({"cycles": (Cycle((-1, 1), (1, -1)), SECOND)}, False),
        ({"cycles": (Cycle((0, 4), (1, -1)), SECOND)}, False),
        ({"cycles": (Cycle((0, 1), (1, -1.0)), SECOND)}, False),  # type: ignore[arg-type]
        ({"cycles": (Cycle([0, 1], (1, -1)), SECOND)}, False),  # type: ignore[arg-type]
        ({"balance": (9, 1.0)}, False),
        ({"balance": [9, 1]}, False),
        ({"pivots": (False,)}, False),
        ({"pivots": ()}, False),
        ({"pivots": (0, 1)}, False),
        ({"pivots": (0, 1), "absorbed": ()}, True),
        ({"pivots": (1,)}, False),
        ({"pivots": (1,), "absorbed": (Absorbed((1, 0), (-1, 2), (1, 0, 0)),)}, True),
        ({"absorbed": ()}, False),
        ({"absorbed": (ABSORBED, ABSORBED)}, False),
        ({"absorbed": (Absorbed((), (), (1, 0, 0)),)}, False),
        ({"absorbed": (Absorbed((1,), (1,), (1, 0, 0)),)}, True),
        ({"absorbed": (Absorbed((0, 1), (2,), (1, 0, 0)),)}, False),
        ({"absorbed": (Absorbed((0, 1), (2, 0), (1, 0, 0)),)}, False),
        ({"absorbed": (Absorbed((0, 0, 1), (1, 1, -1), (1, 0, 0)),)}, False),
        ({"absorbed": (Absorbed((1, 1), (1, -2), (1, 0, 0)),)}, False),
        ({"absorbed": (Absorbed((0, 1), (2, -1), (1, 0)),)}, False),
        ({"absorbed": (Absorbed((0, 1), (2, -1), (1, 0, 0.0)),)}, False),  # type: ignore[arg-type]
    ],
)
def test_every_regressor_is_a_pivot_or_absorbed(changes: dict[str, Any], formed: bool) -> None:
    proof = replace(COMPLETE, **changes)
    assert judged._formed(TWO, proof, proof.cycles) is formed


def test_factors_are_as_many_as_cycles() -> None:
    flat = np.ones(4, bool)
    assert [c.name for c in judged._coefficients(TWO, flat, replace(COMPLETE, balance=(9,))) if not c.holds] == [FORMED]


def test_cycles_follow_signs_and_cancel() -> None:
    """(−1 of row 1 has its sign, −3 of row 3 is of an equality, 3 of row 2 has its sign.)"""
    flat = np.ones(4, bool)
    for cycle, along in ((FIRST, True), (SECOND, True), (Cycle((0, 1), (-1, 1)), False), (Cycle((1,), (0,)), False)):
        assert judged._along(TWO, flat, cycle) is along
    assert judged._along(TWO, np.array([True, False, True, True]), FIRST) is False
    names = ["cycles follow the signs of flat rows", "sums of the cycles cancel", "cycles are independent"]
    for changes, wrong in (
        ({}, names[1:2]),  # −1 of the second is not positive, though it has an inequality
        ({"balance": (9, 1)}, names[1:2]),
        ({"balance": (0, 0)}, names[1:2]),
        ({"cycles": (FIRST, Cycle((2, 3), (1, 3))), "balance": (8, 1)}, ["effects cancel in every cycle", names[1]]),
        ({"cycles": (Cycle((0, 1), (-1, 1)), SECOND), "balance": (9, 1)}, names[:1]),
        ({"absorbed": (Absorbed((0, 1), (2, -1), (0, 0, 0)),)}, None),
    ):
        checks = judged._coefficients(TWO, flat, replace(COMPLETE, **changes))
        found = [check.name for check in checks if not check.holds]
        if wrong is None:
            assert "absorbed regressors vanish with their effects" in found
        else:
            assert found == wrong, changes


def test_cycles_of_equalities_have_factors_of_any_sign() -> None:
    panel = Panel(np.array([[0.0], [1.0], [0.0], [3.0]]), LEVELS, ints(0, 0, 0, 0))
    proof = replace(NOTHING, pivots=(0,), cycles=(FIRST, SECOND))
    sums = [cycle_sums(panel, cycle, (0,)) for cycle in proof.cycles]
    assert sums == [[Fraction(-1)], [Fraction(-9)]]
    for balance, holds in (((9, -1), True), ((0, 0), True), ((9, 1), False)):
        assert judged._balanced(panel, replace(proof, balance=balance), sums).holds is holds
    # With an inequality in it a cycle has a positive factor.
    for signs, balance in (((0, 0, 1, 0), (9, -1)), ((0, 0, 1, 0), (0, 0)), ((0, -1, 0, 0), (-9, 1))):
        one = Panel(panel.regressors, LEVELS, ints(*signs))
        assert not judged._balanced(one, replace(proof, balance=balance), sums).holds


def test_effects_that_are_left_of_a_cycle() -> None:
    three = Panel(np.zeros((3, 0)), (ints(0, 0, 1), ints(0, 0, 0), ints(0, 1, 0)), ints(0, 0, 0))
    for rows, integers, left in (
        ((0, 0), (1, -1), 0),
        ((0,), (1,), 3),
        ((0, 1), (1, -1), 2),
        ((0, 2), (1, -1), 2),
        ((0,), (0,), 0),
    ):
        cycle = Cycle(rows, integers)
        assert judged._left(three, cycle) == left
        assert cancel_check(three, (cycle,)).holds is (left == 0)
    assert not cancel_check(three, (Cycle((0, 2), (1, -1)), Cycle((0, 2), (1, -1)))).holds


@pytest.mark.parametrize(
    ("rows", "rank"),
    [
        ([], 0),
        ([[0]], 0),
        ([[0, 1]], 1),
        ([[1, 0], [0, 1]], 2),
        ([[0, 1], [1, 0]], 2),
        ([[2, 4], [3, 6]], 1),
        ([[2, 4], [3, 6], [1, 3]], 2),
        ([[2, 4], [3, 7], [0, 0], [5, 11]], 2),
        ([[0, 0, 1], [0, 2, 1], [0, 4, 3]], 2),
        ([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 2),
        ([[1, 2, 3], [4, 5, 6], [7, 8, 10]], 3),
        ([[1, 1, 0], [1, 1, 1], [2, 2, 5], [0, 0, 7]], 2),
        ([[PRIME, 0], [0, 1]], 1),
        ([[3, 5], [6, 10], [9, 15]], 1),
    ],
)
def test_ranks(rows: list[list[int]], rank: int) -> None:
    assert judged._rank(rows) == rank
    fractions = [[Fraction(v, 1 + i) for v in row] for i, row in enumerate(rows)]
    assert rank_check((0,) * rank, fractions).holds
    assert not rank_check((0,) * (rank + 1), fractions).holds


def test_residues_are_those_of_fractions() -> None:
    for value in (Fraction(1, 2), Fraction(-7, 10), Fraction(3), Fraction(5, 2**70)):
        assert judged._residue(value) * value.denominator % PRIME == value.numerator % PRIME


@pytest.mark.parametrize("together", [1, 3, 1 << 16])
def test_absorbed_regressors(monkeypatch: pytest.MonkeyPatch, together: int) -> None:
    """In quarters: x = 1/4 and 3/4 by levels; of any rows that are read together, and only of flat ones."""
    monkeypatch.setattr(judged, "_ROWS", together)
    panel = Panel(np.array([[0.25], [0.25], [0.75], [0.5]]), (ints(0, 0, 1, 1),), ints(0, 0, 0, 0))
    own = Absorbed((0,), (4,), (-1, -3, 0))
    flat = np.array([True, True, True, False])
    assert absorbed_check(panel, flat, (own,)).holds
    assert not absorbed_check(panel, ~flat, (own,)).holds
    assert judged._nonvanishing(panel, np.arange(4), own) == 1
    assert judged._nonvanishing(panel, np.arange(4), own._replace(potentials=(0, -3, 0))) == 3
    long = Absorbed((0,), (4 * 2**70,), tuple(v * 2**70 for v in own.potentials))
    assert absorbed_check(panel, flat, (long,)).holds
    assert not absorbed_check(panel, flat, (long._replace(integers=(2**72 + 1,)),)).holds


# Three effects of one level, so that z = c + x β on all rows; signs 1, −1, 1, −1.
THREE = Panel(np.array([[0.0], [0.0], [1.0], [1.0]]) / 2, (ints(0, 0, 0, 0),) * 3, ints(1, -1, 1, -1))
WEIGHTS = PanelWeights(ints(0, 0, 0), ints(1, -1, 1, -1), pivots=(0,), cycles=(Cycle((0, 2), (1, -1)),))
CANCEL, SIGNED = "effects cancel under the weights", "weights have the signs of flat rows"
TOTALS, OTHER = "regressors cancel under the weights", "other rows vanish under the direction"


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({}, []),
        ({"potentials": ints(1, 0, 0)}, [OTHER]),
        ({"potentials": ints(10**6, 2 * 10**6, 10**6)}, []),
        ({"coefficients": (1,)}, [OTHER]),
        ({"weights": ints(1, -1, 2, -2)}, []),
        ({"weights": ints(1, -2, 2, -1)}, [TOTALS]),
        ({"weights": ints(2, -1, 1, -1)}, [CANCEL]),
        ({"weights": ints(0, 0, 1, -1)}, [SIGNED]),
        ({"weights": ints(-1, 1, 1, -1)}, [SIGNED]),
        ({"factor": 0}, [SIGNED]),
        ({"factor": -1}, [SIGNED]),
        ({"factor": 2}, []),
        ({"weights": ints(1, -2, 1, -1), "factor": 2, "correction": Cycle((0,), (2,))}, []),
        ({"weights": ints(1, -1, 1, -2), "factor": 2, "correction": Cycle((2,), (2,))}, []),
        ({"weights": ints(1, -1, 1, -2), "factor": 1, "correction": Cycle((2,), (2,))}, [CANCEL, TOTALS]),
        ({"weights": ints(1, -1, 1, -2), "factor": 1, "correction": Cycle((2, 2), (3, -2))}, []),
        ({"correction": Cycle((0, 1), (-1, 1))}, [SIGNED]),
        ({"correction": Cycle((0, 1), (-2, 2))}, [SIGNED]),
        ({"factor": 2, "correction": Cycle((0, 1), (-1, 1))}, []),
        ({"factor": 2, "correction": Cycle((0, 1, 0, 1), (-1, 1, -1, 1))}, [SIGNED]),
        ({"factor": 3, "correction": Cycle((0, 1, 0, 1), (-3, 3, 1, -1))}, []),
        ({"factor": 1, "correction": Cycle((0, 2), (1, -1))}, [SIGNED, TOTALS]),
        ({"cycles": (Cycle((0, 1), (1, -1)),)}, ["cycles are independent"]),
        ({"cycles": (Cycle((0, 2), (1, 1)),)}, ["effects cancel in every cycle"]),
        ({"pivots": (), "cycles": ()}, [FORMED]),
        (
            {"pivots": (), "cycles": (), "absorbed": (Absorbed((0,), (1,), (0, 0, 0)),)},
            ["absorbed regressors vanish with their effects"],
        ),
    ],
)
@pytest.mark.parametrize("together", [1, 3, 1 << 16])
def test_weights(monkeypatch: pytest.MonkeyPatch, together: int, changes: dict[str, Any], wrong: list[str]) -> None:
    monkeypatch.setattr(weighed, "_ROWS", together)
    assert failed(THREE, replace(WEIGHTS, **changes), np.zeros(4, bool)) == wrong


def test_strict_rows_have_no_weights() -> None:
    """The third row alone has a level 1 of the third effect, and can be strict: so it needs no weight."""
    panel = Panel(np.zeros((3, 0)), (ints(0, 0, 0), ints(0, 0, 0), ints(0, 0, 1)), ints(1, -1, -1))
    strict = np.array([False, False, True])
    proof = PanelWeights(ints(0, 0, 0, -1), ints(1, -1, 0))
    assert failed(panel, proof, strict) == []
    for lie in (replace(proof, weights=ints(1, -1, 1)), replace(proof, correction=Cycle((2,), (0,)))):
        assert "weights are of flat rows" in failed(panel, lie, strict)
    # An equality that is flat may weigh anything.
    assert failed(Panel(panel.regressors, panel.levels, ints(1, 0, -1)), proof, strict) == []


def test_sums_that_do_not_fit_are_not_taken_modulo_2_to_64() -> None:
    """All rows are alike and positive, so that all are strict: weights whose sum is 2⁶⁴ would seem to cancel."""
    weights = [2**60] * 15 + [2**60 - 1, 1]
    n = len(weights)
    panel = Panel(np.zeros((n, 0)), (np.zeros(n, np.int64),) * 3, np.ones(n, np.int64))
    for way in (1, -1):
        signed = Panel(panel.regressors, panel.levels, way * panel.signs)
        lie = PanelWeights(ints(0, 0, 0), way * ints(*weights))
        assert failed(signed, lie, np.zeros(n, bool)) == [CANCEL]


def test_potentials_of_sixteen_effects_do_not_wrap() -> None:
    """16 of 2⁶⁰ are 2⁶⁴, which would seem to be 0."""
    effects = (ints(0, 0),) * 16
    panel = Panel(np.zeros((2, 0)), effects, ints(1, -1))
    zeros = PanelWeights(np.zeros(16, np.int64), ints(1, -1))
    assert failed(panel, zeros) == []
    potentials = np.full(16, 2**60)
    potentials[1] = -(2**60)
    assert failed(panel, replace(zeros, potentials=potentials)) == ["integers for every level"]
