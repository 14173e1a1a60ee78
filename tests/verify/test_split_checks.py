"""The checks of a split, each reached by a claim that is wrong in one place."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from claimed import replace
from gordan.outcome.split import Dependence, Relation, SplitClaim, SplitProof
from gordan.problem.system import System
from gordan.verify.raw import RawRows
from gordan.verify.split import _exact_weights, judge_split, rows_rise, same_kind, verify_split

# The first row can be strict; the other two cancel, and leave the second column free.
SYSTEM = System([[0.0, 1.0], [1.0, 0.0], [-1.0, 0.0]])
ZERO = System([[0.0, 1.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 0.0]])
MARKS = np.array([True, False, False])
FLAT = Dependence((0,), np.array([1]), (Relation((1,), (1,)),))
TABLE = Dependence((0, 1), np.array([0, 1, 2]), ())
PROOF = SplitProof((0, 1), (1, 1), FLAT, TABLE)
ROUNDED = replace(PROOF, weights=np.ones(2))


def failed(proof: Any, marks: Any = MARKS, *, exact: bool = False, system: System = SYSTEM) -> list[str]:
    return [check.name for check in verify_split(system, SplitClaim(marks, proof), exact=exact).failed]


def test_doubles_prove_unless_integers_are_asked_for() -> None:
    assert verify_split(SYSTEM, SplitClaim(MARKS, ROUNDED)).holds
    assert failed(PROOF, exact=True) == []
    assert failed(ROUNDED, exact=True) == ["weights are positive on all other rows"]
    arithmetic = {check.arithmetic for check in verify_split(SYSTEM, SplitClaim(MARKS, PROOF), exact=True).checks}
    assert not any("float" in name or "rounded" in name for name in arithmetic)


@pytest.mark.parametrize(
    "proof",
    [
        None,
        SimpleNamespace(**{name: getattr(PROOF, name) for name in ("direction", "weights", "flat", "table")}),
        replace(PROOF, direction=[0, 1]),
        replace(PROOF, weights=[1, 1]),
        replace(PROOF, flat=None),
        replace(PROOF, table=(TABLE.pivots, TABLE.witness, TABLE.relations)),
        replace(PROOF, flat=replace(FLAT, pivots=np.array([0]))),
        replace(PROOF, flat=replace(FLAT, relations=iter(FLAT.relations))),
        replace(PROOF, flat=replace(FLAT, relations=(((1,), (1,)),))),
        replace(PROOF, flat=replace(FLAT, relations=(Relation(np.array([1]), (1,)),))),  # type: ignore[arg-type]
        replace(PROOF, flat=replace(FLAT, relations=(Relation((1,), {1}),))),  # type: ignore[arg-type]
    ],
)
def test_records_are_what_they_are_called(proof: Any) -> None:
    assert failed(proof) == ["proof is of its kind"]


def test_lists_do_as_well_as_tuples() -> None:
    mixed = replace(FLAT, relations=[Relation([1], (1,))])  # type: ignore[arg-type]
    assert failed(replace(PROOF, flat=mixed)) == []


def test_pivots_that_cannot_be_looked_up_are_refused() -> None:
    odd = replace(FLAT, pivots=([0],))  # type: ignore[arg-type]
    for proof in (replace(PROOF, flat=odd), replace(ROUNDED, flat=odd)):
        assert failed(proof) == ["columns that depend on the other rows"]


def test_a_radius_is_judged_where_all_else_holds() -> None:
    computed = System([[0.0, 1 / 3], [1 / 7, 0.0], [-1 / 7, 0.0]])
    for claimed, holds in ((0.0, True), (1.5, False), (np.inf, False)):
        assert verify_split(computed, SplitClaim(MARKS, ROUNDED, claimed)).holds is holds
    for broken in (replace(ROUNDED, table=replace(TABLE, pivots=(0, 9))), replace(ROUNDED, direction=(0, -1))):
        names = [check.name for check in verify_split(computed, SplitClaim(MARKS, broken, 0.0)).checks]
        assert "stands while computed numbers move" not in names


@pytest.mark.parametrize(
    ("rows", "rise"),
    [((), True), ((0, 2), True), ((2, 0), False), ((0, 0), False), ((3,), False), ((-1,), False), ((True,), False)],
)
def test_rows_exist_and_rise(rows: Any, rise: bool) -> None:
    check = rows_rise(rows, 3)
    assert (check is None) is rise
    assert check is None or not check.holds
    kind = "quasi" if rows else "overlap"
    named, sound = same_kind(SimpleNamespace(rows=rows, alternative=kind), 3, 4)  # type: ignore[arg-type]
    assert named.holds is sound is rise


def test_rows_that_are_no_integers_do_not_rise() -> None:
    assert rows_rise((0.0, 1), 3) is not None  # type: ignore[arg-type]


def test_a_certificate_is_judged_in_integers() -> None:
    def judged(proof: Any, rows: tuple[int, ...] = (0,), kind: str = "quasi") -> list[str]:
        given = SimpleNamespace(rows=rows, alternative=kind, proof=proof, strict=lambda: np.isin(np.arange(3), rows))
        return [check.name for check in judge_split(SYSTEM, given) if not check.holds]  # type: ignore[arg-type]

    assert judged(PROOF) == []
    assert judged(PROOF, (4,)) == ["rows exist and rise"]  # and of marks that are none nothing else is said
    assert judged(PROOF, kind="complete") == ["kind is that of the split"]
    assert judged(ROUNDED) == ["weights are positive on all other rows"]


def test_an_entry_far_below_the_largest_counts() -> None:
    """The first row is 2⁹⁰⁰ − 2¹⁰⁰⁰ under the direction, and 2⁻²⁰¹ where doubles have lost the second entry."""
    rows = [[2.0**-200, -(2.0**1000)], [2.0**-200, 2.0**1000]]
    table = Dependence((0, 1), np.array([0, 1]), ())
    flat = Dependence((), np.zeros(0, np.int64), (Relation((0,), (1,)), Relation((1,), (1,))))
    proof = SplitProof((2**1100, 1), (), flat, table)
    assert failed(proof, np.ones(2, bool), system=System(rows)) == ["strict rows are positive"]


def test_a_row_of_zeros_is_not_positive() -> None:
    system = System([[0.0, 1.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 0.0]])
    assert failed(PROOF, np.array([True, False, False, True]), system=system) == ["strict rows are positive"]
    assert failed(PROOF, np.array([True, False, False, True]), system=system, exact=True) == [
        "strict rows are positive"
    ]


def test_bounds_that_are_just_reached_leave_a_row_to_integers(monkeypatch: pytest.MonkeyPatch) -> None:
    same = lambda self, rows, v: (np.full(rows.size, 2.0), np.full(rows.size, 2.0))  # noqa: E731
    monkeypatch.setattr(RawRows, "bounded", same)
    assert failed(PROOF) == []
    assert failed(PROOF, np.array([True, False, False, True]), system=ZERO) == ["strict rows are positive"]


@pytest.mark.parametrize("weights", [(1, 1, -3), (1, 1, 0), (2, 2, 5)])
def test_equalities_take_any_weight(weights: Any) -> None:
    system = System([[0.0, 1.0], [1.0, 0.0], [-1.0, 0.0]], [[0.0, 0.0]])
    assert failed(replace(PROOF, weights=weights), system=system) == []
    assert failed(replace(PROOF, weights=np.array(weights, float)), system=system) == []


@pytest.mark.parametrize(
    "weights",
    [(1, 0), (1, -1), (1,), (1, 1, 1), (1, True), (1, 1.0), np.array([1.0, 0.0]), np.array([1.0, -1.0]), np.ones(3)],
)
def test_other_rows_have_positive_weights(weights: Any) -> None:
    assert "weights are positive on all other rows" in failed(replace(PROOF, weights=weights))


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    "witness",
    [np.array([0]), np.array([2, 1]), np.array([1, 1]), np.array([1], np.int32), np.array([[1]]), np.array([3])],
)
def test_witnesses_are_other_rows_in_order(witness: Any, exact: bool) -> None:
    """The weights in doubles would prove the columns independent by themselves: here they are integers."""
    assert failed(replace(PROOF, flat=replace(FLAT, witness=witness)), exact=exact) == ["rank of the other rows"]


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    "flat",
    [
        Dependence((0,), np.array([1]), ()),
        Dependence((0,), np.array([1]), (Relation((1,), (0,)),)),
        Dependence((0,), np.array([1]), (Relation((0, 1), (1, 0)),)),
        Dependence((0,), np.array([1]), (Relation((), ()),)),
        Dependence((0,), np.array([1]), (Relation((1,), (1, 1)),)),
        Dependence((0,), np.array([1]), (Relation((1,), (1.0,)),)),  # type: ignore[arg-type]
        Dependence((0,), np.array([1]), (Relation((1,), (1,)), Relation((1,), (1,)))),
        Dependence((1,), np.array([1]), (Relation((1, 0), (0, 1)),)),
        Dependence((True,), np.array([1]), (Relation((0,), (1,)),)),
        Dependence((), np.array([1]), (Relation((0,), (1,)), Relation((0, 1), (0, 1)))),
    ],
)
def test_every_column_is_a_pivot_or_depends_on_some(flat: Any, exact: bool) -> None:
    assert failed(replace(PROOF, flat=flat), exact=exact) == ["columns that depend on the other rows"]


def test_columns_that_do_not_depend_are_refused() -> None:
    flat = Dependence((), np.zeros(0, np.int64), (Relation((0,), (1,)), Relation((1,), (1,))))
    assert failed(replace(PROOF, flat=flat)) == ["columns that depend on the other rows"]


def test_columns_that_are_not_independent_are_refused() -> None:
    """The table's rank is that of the first column alone: the second one is twice it."""
    system = System([[1.0, 2.0], [-1.0, -2.0]])
    one = Dependence((0,), np.array([0]), (Relation((0, 1), (2, -1)),))
    two = Dependence((0, 1), np.array([0, 1]), ())
    for weights in ((1, 1), np.ones(2)):
        proof = SplitProof((0, 0), weights, one, one)
        marks = np.zeros(2, bool)
        assert failed(proof, marks, system=system) == []
        assert failed(replace(proof, table=two), marks, system=system) == ["rank of all rows"]
        assert failed(replace(proof, table=replace(one, witness=np.zeros(0, np.int64))), marks, system=system) == []


@pytest.mark.parametrize("weights", [7, None, [1], (1.0,), (1, 1)])
def test_weights_that_are_no_integers_of_the_rows(weights: Any) -> None:
    raw = RawRows(np.array([[1.0]]), np.empty((0, 1)), "binary")
    [check] = _exact_weights(raw, np.arange(1), SimpleNamespace(weights=weights))  # type: ignore[arg-type]
    assert not check.holds
