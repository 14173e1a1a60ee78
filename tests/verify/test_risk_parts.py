"""Cox models: comparisons, orders and greatest elements against definitions, and every field of a proof wrong once."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from claimed import replace
from gordan.outcome.risk import RiskClaim, RiskProof
from gordan.outcome.split import Dependence, Relation
from gordan.problem.risk import RiskSets
from gordan.verify import risk
from gordan.verify.risk import judge_risk, judge_risk_certificate

NONE = np.zeros(0, np.int64)
FORMED, MARKS = "integers, pairs and columns", "a mark for every row"
CANCEL, PAIRS, POSITIVE = "weighted pairs cancel", "pairs are comparisons", "weights of the pairs are positive"
NEGATIVE, COMBINED = "no comparison is negative", "comparisons at zero are combinations of the weighted pairs"
SEPARATED, ALONE = "separated events are those with a positive comparison", "all comparisons are positive, or not"
COLUMNS, RANK, FLAT = (
    "columns that depend on all comparisons",
    "rank of the comparisons",
    "rank of the weighted pairs",
)


def ints(*values: Any) -> Any:
    return np.array(values, np.int64)


def drawn() -> Iterator[tuple[RiskSets, Any]]:
    """Few rows with tied times, late starts, strata, and exact ties or not; and keys with ties."""
    rng = np.random.default_rng(16)
    for trial in range(60):
        n = int(rng.integers(2, 9))
        stop = rng.integers(1, 5, n).astype(float)
        start = stop - rng.integers(1, 4, n) if trial % 2 else None
        event = rng.random(n) < 0.7
        event[0] = True
        stratum = rng.integers(0, 1 + trial % 3, n)
        yield RiskSets(np.zeros((n, 1)), stop, event, start, stratum, bool(trial // 2 % 2)), rng.integers(0, 4, n)


def at_risk(problem: RiskSets, i: int) -> list[int]:
    """The rows of the risk set of an event, itself included unless ties are exact."""
    time, found = problem.stop[i], []
    for j in range(problem.n):
        inside = problem.stratum[j] == problem.stratum[i] and problem.stop[j] >= time
        inside = inside and (problem.start is None or problem.start[j] < time)
        if inside and not (problem.exact and problem.event[j] and problem.stop[j] == time):
            found.append(j)
    return found


def test_comparisons_are_those_of_risk_sets() -> None:
    for problem, _ in drawn():
        first, second = np.divmod(np.arange(problem.n**2), problem.n)
        both = zip(first, second, strict=True)
        expected = [bool(problem.event[i]) and i != j and j in at_risk(problem, i) for i, j in both]
        assert risk._compared(problem, first, second).tolist() == expected


def test_greatest_elements_of_risk_sets() -> None:
    for problem, keys in drawn():
        expected = [
            max((int(keys[j]) for j in at_risk(problem, i)), default=-1) if problem.event[i] else -1
            for i in range(problem.n)
        ]
        assert risk._greatest(problem, keys).tolist() == (expected if keys.any() else [-1] * problem.n)


def test_rows_above_and_rows_of_another_number() -> None:
    for k, (problem, f) in enumerate(drawn()):
        number = np.random.default_rng(k).integers(0, 1 + k % 4, problem.n)
        above, differing = risk._apart(problem, f, number)
        for i in np.flatnonzero(problem.event):
            others = at_risk(problem, i)
            assert above[i] == any(f[j] > f[i] for j in others)
            if not above[i]:
                assert differing[i] == any(f[j] == f[i] and number[j] != number[i] for j in others)


BIG = 2.0**600


@pytest.mark.parametrize(
    ("X", "factors"),
    [
        ([[1.0], [3.0], [2.0], [3.0]], (1,)),
        ([[1.0], [3.0], [2.0], [3.0]], (-7,)),
        ([[1.0], [3.0]], (0,)),
        ([[1.0, 5.0], [3.0, 1.0], [2.0, 7.0]], (0, 2)),
        ([[1.0, 5.0], [3.0, 1.0], [2.0, 3.0], [0.0, 9.0]], (1, 1)),
        ([[1.0, 5.0], [3.0, 1.0], [2.0, 3.0], [0.0, 7.0]], (2, 1)),
        # Sums that doubles cannot tell apart, in different orders and with a third far away.
        ([[2.0**60, 1.0], [2.0**60, 2.0], [2.0**60, 0.0], [0.0, 0.0]], (1, 1)),
        ([[2.0**60, 1.0], [2.0**60, 2.0], [-(2.0**60), 0.0], [-(2.0**60), -1.0], [-(2.0**60), 0.0]], (1, 1)),
        ([[0.1, 0.2], [0.2, 0.1], [0.3, 0.0], [0.0, 0.3]], (1, 1)),
        ([[0.1, 0.2], [0.2, 0.1], [0.3, 0.0]], (3, 2)),
        ([[1.0, 0.0], [-3.0, 2.0], [1.0, 2.0], [0.0, 0.0]], (-5, 3)),
        # A factor that vanishes beside the other, and numbers that are infinite when they are added.
        ([[1.0, 1.0], [1.0, 2.0], [1.0, -1.0], [0.0, 9.0]], (2**1500, 1)),
        ([[1.0, 2.0**300], [1.0, 2.0**301], [1.0, 0.0]], (2**1200, 1)),
        # Over 2¹⁰⁷⁸ the doubles of 25 and 23 are 2 and 1 units.
        ([[0.0, 2.0**100, 0.0], [0.0, 0.0, 1.2 * 2.0**100]], (2**1077, 25, 23)),
        ([[0.0, 0.0], [1.0, 1.0], [0.0, 0.0], [-1.0, -1.0]], (1, 1)),
        ([[1.7e308, 1.7e308], [1.7e308, 1.6e308], [-1.7e308, 1.0], [-1.7e308, -1.7e308]], (1, 1)),
        ([[BIG, 1.0], [BIG, 0.0], [0.0, BIG], [1.0, BIG]], (3, 3)),
        ([[5e-324, 0.0], [0.0, 5e-324], [5e-324, 5e-324], [0.0, 0.0]], (1, 2)),
    ],
)
def test_orders_of_rows_are_those_of_fractions(X: list[list[float]], factors: tuple[int, ...]) -> None:
    for numbers in ("binary", "decimal"):
        problem = RiskSets(X, np.ones(len(X)), np.ones(len(X), bool), numbers=numbers)  # type: ignore[arg-type]
        read = [[Fraction(v) if numbers == "binary" else Fraction(repr(v)) for v in row] for row in X]
        values = [sum((v * f for v, f in zip(row, factors, strict=True)), Fraction(0)) for row in read]
        places = {value: place for place, value in enumerate(sorted(set(values)))}
        assert risk._ranks(problem, factors, np.arange(len(X))).tolist() == [places[value] for value in values]
        some = np.arange(1, len(X))
        places = {value: place for place, value in enumerate(sorted(set(values[1:])))}
        assert risk._ranks(problem, factors, some).tolist() == [places[value] for value in values[1:]]


def test_classes_are_of_rows_with_the_same_values() -> None:
    X = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [9.0, 9.0]]
    problem = RiskSets(X, np.ones(6), np.ones(6, bool))
    both = Relation((0,), (1,)), Relation((1,), (-2,))
    for relations in (both, both[::-1]):
        number = risk._classes(problem, relations, np.arange(5))
        assert number[1] == number[4]
        assert len(set(number[:5].tolist())) == 4
        assert number[5] == 0
    assert len(set(risk._classes(problem, (Relation((0, 1), (1, 1)),), np.arange(6)).tolist())) == 4
    assert risk._classes(problem, (), np.arange(6)).tolist() == [0] * 6
    assert risk._classes(problem, both, NONE).tolist() == [0] * 6


# Events 0 and 1 and a row 2 that outlives them: x₀ − x₁ = −1, x₁ − x₂ = 1 and x₀ − x₂ = 0; the second column is double.
OVERLAP = RiskSets([[0.0, 0.0], [1.0, 2.0], [0.0, 0.0]], [1.0, 2.0, 3.0], [True, True, False])
DOUBLE = Relation((0, 1), (2, -1))
DEPENDS = Dependence((0,), ints(0), (DOUBLE,))
PROOF = RiskProof((0, 0), ints((0, 1), (1, 2)), (1, 1), DEPENDS, DEPENDS)
NOT_ONE = RiskClaim(np.zeros(3, bool), False, PROOF)
# The same with x₂ = −1 and x₀ = 2: all comparisons are positive along the first column.
COMPLETE = RiskSets([[2.0], [1.0], [-1.0]], [1.0, 2.0, 3.0], [True, True, False])
BOTH = RiskClaim(
    np.array([True, True, False]),
    True,
    RiskProof((1,), ints((0, 1)), (), Dependence((), NONE, (Relation((0,), (1,)),)), Dependence((0,), ints(0), ())),
)


def failed(problem: RiskSets, claim: RiskClaim, **changes: Any) -> list[str]:
    own = {key: changes.pop(key) for key in ("strict", "complete", "proof") if key in changes}
    proof = replace(claim.proof, **changes) if changes else own.pop("proof", claim.proof)
    return [check.name for check in judge_risk(problem, replace(claim, **{"proof": proof, **own})).failed]


def test_what_is_true_is_accepted() -> None:
    assert failed(OVERLAP, NOT_ONE) == failed(COMPLETE, BOTH) == []
    assert len(judge_risk(OVERLAP, NOT_ONE).checks) == 13


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"strict": ints(0, 0, 0)}, MARKS),
        ({"strict": [False] * 3}, MARKS),
        ({"strict": np.zeros(2, bool)}, MARKS),
        ({"complete": 0}, "complete or not"),
        ({"proof": SimpleNamespace(**vars(PROOF))}, FORMED),
        ({"direction": [0, 0]}, FORMED),
        ({"direction": (0,)}, FORMED),
        ({"direction": (0, 0, 0)}, FORMED),
        ({"direction": (0, 0.0)}, FORMED),
        ({"weights": [1, 1]}, FORMED),
        ({"weights": (1, True)}, FORMED),
        ({"weights": (1, 1, 1)}, FORMED),
        ({"pairs": ((0, 1), (1, 2))}, FORMED),
        ({"pairs": np.array([[0, 1], [1, 2]], np.int32)}, FORMED),
        ({"pairs": ints(0, 1)}, FORMED),
        ({"pairs": ints((0, 1, 2), (1, 2, 0))}, FORMED),
        ({"pairs": ints((0, 1), (1, 3))}, FORMED),
        ({"pairs": ints((0, 1), (-2, 2))}, FORMED),
        ({"flat": None}, FORMED),
        ({"table": None}, FORMED),
        ({"flat": replace(DEPENDS, witness=ints(2))}, FORMED),
        ({"table": replace(DEPENDS, witness=ints(2))}, FORMED),
        ({"weights": (1,), "flat": replace(DEPENDS, witness=ints(1))}, FORMED),
    ],
)
def test_proofs_are_well_formed(changes: dict[str, Any], wrong: str) -> None:
    assert failed(OVERLAP, NOT_ONE, **changes) == [wrong]


@pytest.mark.parametrize(
    ("changes", "formed"),
    [
        ({}, True),
        ({"pivots": (1,), "relations": (Relation((1, 0), (1, -2)),)}, True),
        ({"pivots": (0, 1), "relations": ()}, True),
        ({"pivots": (), "relations": (Relation((0,), (1,)), Relation((1,), (1,)))}, True),
        ({"witness": NONE}, True),
        ({"witness": ints(4)}, True),
        ({"witness": ints(5)}, False),
        ({"witness": ints(-1)}, False),
        ({"witness": ints((0,))}, False),
        ({"witness": (0,)}, False),
        ({"witness": np.array([0], np.int32)}, False),
        ({"pivots": [0]}, False),
        ({"pivots": (False,)}, False),
        ({"pivots": ()}, False),
        ({"pivots": (0, 1)}, False),
        ({"pivots": (1,)}, False),
        ({"relations": [DOUBLE]}, False),
        ({"relations": (((0, 1), (2, -1)),)}, False),
        ({"relations": (Relation([0, 1], (2, -1)),)}, False),  # type: ignore[arg-type]
        ({"relations": (Relation((0, 1), [2, -1]),)}, False),  # type: ignore[arg-type]
        ({"relations": (Relation((0, 1), (2, -1.0)),)}, False),  # type: ignore[arg-type]
        ({"relations": (Relation((0, 1), (2,)),)}, False),
        ({"relations": (Relation((0, 1), (2, 0)),)}, False),
        ({"relations": (Relation((0, 1), (0, 1)),)}, True),
        ({"relations": (Relation((1,), (1,)),)}, True),
        ({"relations": (Relation((), ()),)}, False),
        ({"relations": (DOUBLE, Relation((), ()))}, False),
        ({"relations": (Relation((0, 0, 1), (1, 1, -1)),)}, False),
        ({"relations": (Relation((1, 1), (2, -1)),)}, False),
        ({"relations": (DOUBLE, DOUBLE)}, False),
    ],
)
def test_columns_are_pivots_or_depend_on_them(changes: dict[str, Any], formed: bool) -> None:
    assert risk._depends(2, replace(DEPENDS, **changes), 5) is formed


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"pairs": ints((0, 1), (1, 2), (1, 0))}, [PAIRS]),
        ({"pairs": ints((0, 1), (1, 2), (2, 0))}, [PAIRS]),
        ({"pairs": ints((0, 1), (1, 2), (1, 1))}, [PAIRS]),
        ({"pairs": ints((0, 1), (1, 2), (0, 2))}, []),
        ({"weights": (1, 2)}, [CANCEL]),
        ({"weights": (-1, -1)}, [POSITIVE]),
        ({"weights": (0, 0)}, [POSITIVE]),
        ({"pairs": ints((0, 1), (1, 2), (0, 2)), "weights": (1, 1, 7)}, []),
        ({"strict": np.array([True, False, False])}, [SEPARATED]),
        ({"complete": True}, [ALONE]),
        ({"direction": (1, 0)}, [NEGATIVE, SEPARATED, ALONE]),
        ({"direction": (-1, 0)}, [NEGATIVE, SEPARATED]),
        ({"direction": (2, -1)}, []),
        ({"flat": replace(DEPENDS, witness=NONE)}, [FLAT]),
        ({"table": replace(DEPENDS, witness=NONE)}, [RANK]),
        ({"flat": Dependence((0, 1), ints(0, 1), ())}, [FLAT]),
        ({"table": Dependence((0, 1), ints(0, 1), ())}, [RANK]),
        ({"flat": replace(DEPENDS, relations=(Relation((0, 1), (1, -1)),))}, [COMBINED]),
        ({"table": replace(DEPENDS, relations=(Relation((0, 1), (1, -1)),))}, [COLUMNS]),
        ({"pairs": ints((0, 2)), "weights": (1,)}, [FLAT, RANK]),
    ],
)
def test_every_check_by_itself(changes: dict[str, Any], wrong: list[str]) -> None:
    assert failed(OVERLAP, NOT_ONE, **changes) == wrong


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"complete": False}, [ALONE]),
        ({"strict": np.array([True, False, False])}, [SEPARATED]),
        ({"strict": np.array([True, True, True])}, [SEPARATED]),
        ({"direction": (-1,)}, [NEGATIVE, SEPARATED, ALONE]),
        ({"direction": (0,)}, [COMBINED, SEPARATED, ALONE]),
    ],
)
def test_where_all_comparisons_are_positive(changes: dict[str, Any], wrong: list[str]) -> None:
    assert failed(COMPLETE, BOTH, **changes) == wrong


def test_one_comparison_at_zero_is_not_complete() -> None:
    """x₀ = x₁ while x₀ − x₂ is 1: the first comparison cannot be strict, as the relations say."""
    problem = RiskSets([[1.0], [1.0], [0.0]], [1.0, 2.0, 3.0], [True, False, False])
    proof = RiskProof(
        (1,), ints((0, 2)), (), Dependence((), NONE, (Relation((0,), (1,)),)), Dependence((0,), ints(0), ())
    )
    claim = RiskClaim(np.array([True, False, False]), False, proof)
    assert failed(problem, claim) == []
    assert failed(problem, claim, complete=True) == [ALONE]


def test_an_event_that_is_compared_with_nobody_is_not_separated() -> None:
    """With exact ties the last row is not in its own risk set, and it started when all others had stopped."""
    rows, stop, start = [*COMPLETE.covariates.tolist(), [9.0]], [1.0, 2.0, 3.0, 4.0], [0.0, 0.0, 0.0, 3.5]
    problem = RiskSets(rows, stop, [True, True, False, True], start, exact=True)
    assert failed(problem, BOTH, strict=np.array([True, True, False, False])) == []
    assert failed(problem, BOTH, strict=np.array([True, True, False, True])) == [SEPARATED]


def test_weighted_sums_of_pairs() -> None:
    problem = RiskSets([[0.25, 1.0], [0.5, 3.0], [1.0, 3.0]], [1.0, 2.0, 3.0], [True, True, True])
    assert risk._sums(problem, ints((0, 1), (1, 2)), (1, 1)) == [-3, -2]
    assert risk._sums(problem, ints((1, 0), (1, 2)), (2, 1)) == [0, 4]


def test_ranks_modulo_the_prime() -> None:
    """A column of multiples of 2⁶¹ − 1 is no column to it; one of 2⁶⁰ − 1 is."""
    for unit, holds in ((2**61 - 1, False), (2**60 - 1, True), (2**61 - 2, True)):
        problem = RiskSets([[float(2**53)], [0.0]], [1.0, 2.0], [True, False])
        claim = Dependence((0,), ints(0), ())
        exact = [(np.array([unit, 0], object), 1)]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(risk, "integers", lambda *_, columns=exact: columns)
            assert risk._rank(RANK, problem, ints((0, 1)), claim).holds is holds


def test_certificates_name_their_kind() -> None:
    def wrong(problem: RiskSets, claim: RiskClaim, rows: Any, kind: str) -> list[str]:
        certificate: Any = SimpleNamespace(
            rows=rows, alternative=kind, proof=claim.proof, strict=lambda: np.isin(np.arange(problem.n), rows)
        )
        return [check.name for check in judge_risk_certificate(problem, certificate) if not check.holds]

    kind = "kind is that of the split"
    assert wrong(OVERLAP, NOT_ONE, (), "overlap") == wrong(COMPLETE, BOTH, (0, 1), "complete") == []
    assert wrong(OVERLAP, NOT_ONE, (), "quasi") == [kind]
    assert wrong(OVERLAP, NOT_ONE, (), "complete") == [kind, ALONE]
    assert wrong(COMPLETE, BOTH, (0, 1), "quasi") == [ALONE]
    assert wrong(COMPLETE, BOTH, (0, 1), "overlap") == [kind, ALONE]
    assert wrong(COMPLETE, BOTH, (1, 0), "complete") == ["rows exist and rise"]
    assert wrong(COMPLETE, BOTH, (0, 3), "complete") == ["rows exist and rise"]
