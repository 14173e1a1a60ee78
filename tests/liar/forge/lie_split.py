"""Splits of small systems at many scales, and the forgers of their proofs."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from claimed import replace
from gordan.feasibility.split import Split, System, split
from gordan.outcome.split import Dependence, Relation, SplitClaim, SplitProof
from gordan.problem.computed import computed
from gordan.verify.split import verify_split
from liar.forge.forger import Case, Forger

__all__ = ["SPLITS", "drawn_split"]


class Claim(NamedTuple):
    """The marks of the strict rows, the proof of them, whether integers alone are to decide, and a radius if any."""

    strict: Any
    proof: SplitProof
    exact: bool
    radius: Any = None


def _judge(system: Any, claim: Claim) -> Any:
    return verify_split(system, SplitClaim(claim.strict, claim.proof, claim.radius), exact=claim.exact)


def drawn_split(rng: Any, proof: str | None = None) -> Case | None:
    """Small integers in columns of any scale; a column may follow from another, and rows from their negatives."""
    n, p = int(rng.integers(3, 8)), int(rng.integers(1, 4))
    A, E = rng.integers(-3, 4, (n, p)), rng.integers(-2, 3, (int(rng.integers(0, 3)), p))
    k = int(rng.integers(1, n))
    if rng.integers(2) and k * 2 >= n:
        A[k:] = -A[: n - k]
    if rng.integers(2):
        A, E = np.column_stack([A, 2 * A[:, 0]]), np.column_stack([E, 2 * E[:, 0]])
    reach = int(rng.choice([0, 20, 180, 480]))
    unit = np.ldexp(1.0, rng.integers(-reach, reach + 1, A.shape[1]))
    A, E = A * unit, E * unit
    if rng.integers(3) == 0:
        A, E = sp.csr_array(A), sp.csr_array(E)
    system = System(A, E, "decimal" if rng.integers(4) == 0 else "binary")
    asked = str(rng.choice(["rounded", "exact"])) if proof is None else proof
    with np.errstate(all="ignore"):
        answer = split(system, proof=asked)
    if not isinstance(answer, Split):
        return None
    return Case(system, Claim(np.asarray(answer.strict), answer.proof, asked == "exact"), _judge)


def in_integers(rng: Any) -> Case | None:
    return drawn_split(rng, "exact")


def all_computed(rng: Any) -> Case | None:
    """Numbers of sixteen digits everywhere: moved by all of their size, every one of them may vanish."""
    n, p = int(rng.integers(3, 12)), int(rng.integers(1, 4))
    A = rng.normal(size=(n, p)) * np.pi ** rng.integers(-9, 10, p)
    system = System(A, rng.normal(size=(int(rng.integers(0, 2)), p)), str(rng.choice(["binary", "decimal"])))
    answer = split(system)
    if not isinstance(answer, Split) or not computed(np.asarray(system.inequalities)).all():
        return None
    return Case(system, Claim(np.asarray(answer.strict), answer.proof, False, 0.0), _judge)


def a_radius_too_large(case: Case, rng: Any) -> Case:
    lies = [1.0, 2.0**60, np.inf, np.nan, -1.0, "0", None.__class__]
    return case._replace(claim=case.claim._replace(radius=lies[rng.integers(len(lies))]))


def _prove(case: Case, **fields: Any) -> Case:
    return case._replace(claim=case.claim._replace(proof=replace(case.claim.proof, **fields)))


def other_marks(case: Case, rng: Any) -> Case:
    strict = case.claim.strict
    lies: list[Any] = [strict[1:], np.append(strict, True), strict.astype(int), strict[:, None], strict.astype(object)]
    return case._replace(claim=case.claim._replace(strict=lies[rng.integers(5)]))


def no_direction(case: Case, rng: Any) -> Case:
    b = list(case.claim.proof.direction)
    k = int(rng.integers(len(b)))
    odd = [float(b[k] % 2**50), np.int64(b[k] % 2**60), True, None, str(b[k])]
    other = [*b[:k], odd[rng.integers(5)], *b[k + 1 :]]
    return _prove(case, direction=tuple([other, b[1:], [*b, 0]][rng.integers(3)]))


def a_strict_row_that_is_not(case: Case, rng: Any) -> Case | None:
    """The direction turned round, or nothing: other rows still vanish."""
    if not case.claim.strict.any():
        return None
    b = case.claim.proof.direction
    return _prove(case, direction=tuple(-v for v in b) if rng.integers(2) else (0,) * len(b))


def a_row_that_does_not_vanish(case: Case, rng: Any) -> Case | None:
    """One more in a column, by so little that strict rows stay positive."""
    if case.claim.strict.all() and not case.problem.equalities.shape[0]:
        return None
    b = [v << 2200 for v in case.claim.proof.direction]
    column = int(rng.integers(len(b)))
    rows = [case.problem.inequalities[~case.claim.strict], case.problem.equalities]
    dense = [np.asarray(r.toarray() if hasattr(r, "toarray") else r) for r in rows]
    if not any(r[:, column].any() for r in dense):
        return None
    b[column] += 1
    return _prove(case, direction=tuple(b))


def weights_that_are_not_positive(case: Case, rng: Any) -> Case | None:
    X, n = case.claim.proof.weights, int((~case.claim.strict).sum())
    if not n:
        return None
    k = int(rng.integers(n))
    if isinstance(X, tuple):
        odd: Any = [0, -X[k], float(X[k] % 2**50), np.int64(1), True, None][rng.integers(6)]
        lies = [(*X[:k], odd, *X[k + 1 :]), X[1:], (*X, 1)]
        return _prove(case, weights=lies[rng.integers(3)])
    x = np.array(X)
    x[k] = rng.choice([0.0, -5e-324, np.nan, np.inf, -1.0])
    return _prove(case, weights=[x, np.array(X)[1:], np.array(X, dtype=np.longdouble)][rng.integers(3)])


def weights_that_do_not_cancel(case: Case, rng: Any) -> Case | None:
    X, flat = case.claim.proof.weights, np.flatnonzero(~case.claim.strict)
    dense = case.problem.inequalities
    dense = dense.toarray() if hasattr(dense, "toarray") else dense
    if not flat.size or not dense[flat[0]].any():
        return None
    if isinstance(X, tuple):
        return _prove(case, weights=(X[0] + 1, *X[1:]))
    return None


def an_overlap_that_is_none(case: Case, rng: Any) -> Case | None:
    """All rows called flat, though some can be strict: then no positive weights cancel, near these or elsewhere."""
    n, proof = case.problem.inequalities.shape[0], case.claim.proof
    if not case.claim.strict.any():
        return None
    x = np.ldexp(1.0 + rng.random(n + case.problem.equalities.shape[0]), int(rng.integers(-30, 31)))
    x[:n] *= np.where(case.claim.strict, float(rng.choice([1.0, 2.0**-60, 2.0**-190])), 1.0)
    lie = SplitProof((0,) * len(proof.direction), x, proof.table, proof.table)
    return case._replace(claim=Claim(np.zeros(n, bool), lie, False))


def _dependence(case: Case, which: str, rng: Any) -> Case | None:
    whole: Dependence = getattr(case.claim.proof, which)
    if not whole.relations:
        lie = replace(whole, pivots=whole.pivots[:-1]) if whole.pivots else None
        return None if lie is None else _prove(case, **{which: lie})
    last = whole.relations[-1]
    lies = [
        replace(whole, relations=whole.relations[:-1]),
        replace(whole, relations=(*whole.relations[:-1], Relation(last.columns, (*last.integers[:-1], 0)))),
        replace(whole, relations=(*whole.relations[:-1], Relation((), ()))),
        replace(whole, relations=(*whole.relations[:-1], Relation((99,), (1,)))),
    ]
    if len(last.columns) > 1:
        lies.append(
            replace(whole, relations=(*whole.relations[:-1], Relation(last.columns, (*last.integers[:-1], 3**90))))
        )
    return _prove(case, **{which: lies[rng.integers(len(lies))]})


def a_flat_column_that_does_not_depend(case: Case, rng: Any) -> Case | None:
    return _dependence(case, "flat", rng)


def a_column_that_does_not_depend(case: Case, rng: Any) -> Case | None:
    return _dependence(case, "table", rng)


def _rank(case: Case, which: str, rng: Any) -> Case | None:
    """One pivot more than there are, on rows that cannot tell; or witnesses that are no rows in question."""
    whole: Dependence = getattr(case.claim.proof, which)
    n = case.problem.inequalities.shape[0] + case.problem.equalities.shape[0]
    flat = np.concatenate([np.flatnonzero(~case.claim.strict), np.arange(case.problem.inequalities.shape[0], n)])
    rows = np.arange(n) if which == "table" else flat
    if whole.relations and rng.integers(2):
        more = tuple(sorted([*whole.pivots, whole.dependent[-1]]))
        return _prove(case, **{which: Dependence(more, rows.astype(np.int64), whole.relations[:-1])})
    if not whole.pivots or (which == "table" and set(whole.pivots) <= set(case.claim.proof.flat.pivots)):
        # What is independent on some rows is so on all: then the witnesses say nothing that is needed.
        return None
    few = rows[: len(whole.pivots) - 1].astype(np.int64)
    strange = [few, rows.astype(np.int32), np.append(rows, n).astype(np.int64), rows[::-1].astype(np.int64).copy()]
    # Weights that are proved to be near prove the pivots independent too, whatever rows are named for it.
    needless = which == "flat" and not case.claim.proof.exact
    lie = strange[rng.integers(1 if needless else 0, 4)]
    if lie.size and np.array_equal(lie, rows) and lie.dtype == np.int64:
        return None
    return _prove(case, **{which: replace(whole, witness=lie)})


def a_flat_rank_too_high(case: Case, rng: Any) -> Case | None:
    return _rank(case, "flat", rng)


def a_rank_too_high(case: Case, rng: Any) -> Case | None:
    return _rank(case, "table", rng)


POSITIVE, FLAT, ALL = "weights are positive on all other rows", "the other rows", "all rows"
NEAR = "weights that cancel are near"
SPLITS = [
    Forger("split: other marks", "a mark for every inequality", drawn_split, other_marks),
    Forger("split: no direction", "an integer of the direction for every column", drawn_split, no_direction),
    Forger("split: a strict row that is not", "strict rows are positive", drawn_split, a_strict_row_that_is_not),
    Forger(
        "split: a row that does not vanish",
        "other rows vanish under the direction",
        drawn_split,
        a_row_that_does_not_vanish,
        ("strict rows are positive",),
    ),
    Forger("split: weights that are not positive", POSITIVE, drawn_split, weights_that_are_not_positive),
    Forger("split: weights that do not cancel", "weighted rows cancel", in_integers, weights_that_do_not_cancel),
    Forger("split: an overlap that is none", NEAR, drawn_split, an_overlap_that_is_none),
    Forger(
        "split: a flat column that does not depend",
        f"columns that depend on {FLAT}",
        drawn_split,
        a_flat_column_that_does_not_depend,
        (f"rank of {FLAT}", f"rank of {ALL}", NEAR),
    ),
    Forger(
        "split: a column that does not depend",
        f"columns that depend on {ALL}",
        drawn_split,
        a_column_that_does_not_depend,
        (f"rank of {ALL}",),
    ),
    Forger(
        "split: a flat rank too high", f"rank of {FLAT}", drawn_split, a_flat_rank_too_high, (NEAR, f"rank of {ALL}")
    ),
    Forger("split: a rank too high", f"rank of {ALL}", drawn_split, a_rank_too_high),
    Forger("split: a radius too large", "stands while computed numbers move", all_computed, a_radius_too_large),
]
