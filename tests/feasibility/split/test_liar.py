"""True proofs of a split spoilt in one field: the verifier refuses each, and names the check."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from claimed import replace
from gordan.feasibility.split import Split, System, split
from gordan.outcome import Verdict
from gordan.outcome.split import Dependence, Relation, SplitClaim, SplitProof
from gordan.verify.split import verify_split

# The third and fourth columns follow from the second; the last row alone can be strict.
A = np.array([[1.0, 0, 0, 0], [-1, 1, 0, 1], [0, -1, 0, -1], [0, 1, 1, 1]])
E = np.array([[2.0, 1, 0, 1]])


def judged(claim: SplitProof, strict: Any = (False, False, False, True), exact: bool = False) -> Verdict:
    return verify_split(System(A, E), SplitClaim(np.array(strict), claim), exact=exact)


def honest(proof: Any) -> SplitProof:
    found = split(System(A, E), proof=proof)
    assert isinstance(found, Split)
    assert found.kind == "quasi"
    assert found.aliased == (3,)
    assert judged(found.proof, exact=proof == "exact").holds
    return found.proof


def names(verdict: Verdict) -> set[str]:
    assert not verdict.holds
    return {check.name for check in verdict.failed}


@pytest.mark.parametrize("proof", ["rounded", "exact"])
def test_a_direction_that_turns_is_refused(proof: Any) -> None:
    claim = honest(proof)
    turned = replace(claim, direction=tuple(-v for v in claim.direction))
    assert "strict rows are positive" in names(judged(turned))
    assert "strict rows are positive" in names(judged(replace(claim, direction=(0, 0, 0, 0))))
    bent = replace(claim, direction=(1, *claim.direction[1:]))
    assert "other rows vanish under the direction" in names(judged(bent))


@pytest.mark.parametrize("direction", [(0, 0, 1), (0, 0, 1.0, 0), (0, 0, True, 0)])
def test_a_direction_that_is_not_integers_is_refused(direction: Any) -> None:
    claim = replace(honest("exact"), direction=direction)
    assert names(judged(claim)) == {"an integer of the direction for every column"}


def test_another_split_is_refused() -> None:
    claim = honest("exact")
    assert not judged(claim, (False, False, True, True)).holds
    assert not judged(claim, (False, False, False, False)).holds
    assert names(judged(claim, (True,))) == {"a mark for every inequality"}


@pytest.mark.parametrize("change", ["zero", "negative", "short", "floats"])
def test_weights_that_are_not_positive_are_refused(change: str) -> None:
    claim = honest("exact")
    X = claim.weights
    assert isinstance(X, tuple)
    spoilt: Any = {
        "zero": (0, *X[1:]),
        "negative": (X[0], -X[1], *X[2:]),
        "short": X[:-1],
        "floats": tuple(map(float, X)),
    }[change]
    assert "weights are positive on all other rows" in names(judged(replace(claim, weights=spoilt)))


def test_weights_that_do_not_cancel_are_refused() -> None:
    claim = honest("exact")
    assert isinstance(claim.weights, tuple)
    X = claim.weights
    assert names(judged(replace(claim, weights=(X[0] + 1, *X[1:])))) == {"weighted rows cancel"}
    assert names(judged(replace(claim, weights=(*X[:-1], X[-1] + 1)))) == {"weighted rows cancel"}


def test_doubles_far_from_weights_that_cancel_are_refused() -> None:
    claim = honest("rounded")
    x = np.array(claim.weights)
    for k, factor in ((0, 50.0), (1, 1e-3), (2, -1.0), (0, np.nan)):
        spoilt = x.copy()
        spoilt[k] *= factor
        assert not judged(replace(claim, weights=spoilt)).holds


def test_rounded_weights_are_no_exact_proof() -> None:
    assert "weights are positive on all other rows" in names(judged(honest("rounded"), exact=True))


@pytest.mark.parametrize("proof", ["rounded", "exact"])
@pytest.mark.parametrize("which", ["flat", "table"])
def test_dependences_that_do_not_hold_are_refused(which: str, proof: Any) -> None:
    claim = honest(proof)
    whole: Dependence = getattr(claim, which)
    last = whole.relations[-1]
    for integers in ((*last.integers[:-1], last.integers[-1] * 2), (*last.integers[:-1], 0)):
        changed = replace(whole, relations=(*whole.relations[:-1], Relation(last.columns, integers)))
        if len(last.columns) > 1 or not integers[-1]:
            assert not judged(replace(claim, **{which: changed})).holds
    fewer = replace(whole, relations=whole.relations[:-1])
    assert not judged(replace(claim, **{which: fewer})).holds


@pytest.mark.parametrize("which", ["flat", "table"])
def test_a_rank_that_is_too_high_is_refused(which: str) -> None:
    claim = honest("exact")
    whole: Dependence = getattr(claim, which)
    more = tuple(sorted([*whole.pivots, whole.dependent[-1]]))
    rows = np.arange(5) if which == "table" else np.array([0, 1, 2, 4])
    changed = Dependence(more, rows, whole.relations[:-1])
    name = "rank of all rows" if which == "table" else "rank of the other rows"
    assert name in names(judged(replace(claim, **{which: changed})))


def test_witnesses_must_be_rows_in_question() -> None:
    claim = honest("exact")
    outside = replace(claim.flat, witness=np.array([0, 1, 3]))
    assert "rank of the other rows" in names(judged(replace(claim, flat=outside)))
    twice = replace(claim.table, witness=np.array([0, 0, 1]))
    assert "rank of all rows" in names(judged(replace(claim, table=twice)))


@pytest.mark.parametrize("repeats", [1, 40])
@pytest.mark.parametrize("exact", [False, True])
def test_blocks_of_rows_in_other_units_do_not_make_columns_independent(repeats: int, exact: bool) -> None:
    """The second column is twice the first: 1 and 2 among the inequalities, 1/2 and 1 among the equalities."""
    rows, equal = np.array([[1.0, 2.0]] * repeats), np.array([[0.5, 1.0]] * repeats)
    marks = np.zeros(repeats, dtype=bool)
    true = split(System(rows, equal), proof="exact")
    assert isinstance(true, Split)
    assert true.rank == 1
    false = Dependence((0, 1), np.arange(2 * repeats), ())
    for claim in (replace(true.proof, table=false), replace(true.proof, flat=false, table=false)):
        assert names(verify_split(System(rows, equal), SplitClaim(marks, claim), exact=exact)) <= {
            "rank of all rows",
            "rank of the other rows",
        }


@pytest.mark.parametrize("proof", ["rounded", "exact"])
@pytest.mark.parametrize("which", ["flat", "table"])
@pytest.mark.parametrize("pivots", [(99,), (-1,), (0, 0), ("0",), (0.5,), (None,), [0, "x"]])
def test_pivots_that_are_no_columns_are_refused_by_name(pivots: Any, which: str, proof: Any) -> None:
    claim = honest(proof)
    changed = replace(claim, **{which: replace(getattr(claim, which), pivots=pivots)})
    rows = "other" if which == "flat" else "all"
    assert any("columns that depend" in name and rows in name for name in names(judged(changed)))


@pytest.mark.parametrize("proof", ["rounded", "exact"])
@pytest.mark.parametrize("which", ["flat", "table"])
@pytest.mark.parametrize("relation", [Relation((), ()), Relation((), (1,)), Relation((3,), ()), Relation((99,), (1,))])
def test_relations_of_no_column_are_refused_by_name(relation: Relation, which: str, proof: Any) -> None:
    claim = honest(proof)
    whole: Dependence = getattr(claim, which)
    for relations in ((*whole.relations, relation), (*whole.relations[:-1], relation)):
        changed = replace(claim, **{which: replace(whole, relations=relations)})
        rows = "other" if which == "flat" else "all"
        assert any("columns that depend" in name and rows in name for name in names(judged(changed)))
