"""`verify_split`: both halves of a split S | L, recomputed from the raw rows and judged by name.

A direction b with A_S b > 0 and A_L b = 0, A_E b = 0 shows that no row of S has weight in any cancellation; weights
positive on all of L that cancel together with E show that no admissible direction is positive on a row of L. Each half
proves the other as large as it can be, so the split is the only one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.halves import Dependence, Halves, Rows
from gordan.outcome import Check, Verdict
from gordan.problem.numbers import Numbers
from gordan.verify.bounds import INTEGERS, ROUNDED
from gordan.verify.gram import greatest_change, independent
from gordan.verify.raw import RawRows

__all__ = ["verify_split"]


def verify_split(
    inequalities: Any,
    equalities: Any,
    strict: Any,
    proof: Halves,
    *,
    numbers: Numbers = "binary",
    exact: bool = False,
) -> Verdict:
    """Judge a split against the raw rows.

    Parameters
    ----------
    inequalities, equalities : array or CSR
        The raw rows.
    strict : array of bool
        True on S, False on L, for every inequality.
    proof : Halves
        What is to be judged.
    numbers : {"binary", "decimal"}
        What a double stands for.
    exact : bool
        Whether every step is to be taken in integers.

    Examples
    --------
    >>> from gordan.halves import Relation
    >>> flat = Dependence((0,), np.array([1]), (Relation((1,), (1,)),))
    >>> table = Dependence((0, 1), np.array([0, 1, 2]), ())
    >>> A = np.array([[0.0, 1.0], [1.0, 0.0], [-1.0, 0.0]])
    >>> proof = Halves((0, 1), (1, 1), flat, table)
    >>> print(verify_split(A, np.zeros((0, 2)), np.array([True, False, False]), proof))
    accepted: 10 checks hold
    """
    raw = RawRows(inequalities, equalities, numbers)
    strict = np.asarray(strict)
    shaped = strict.dtype == bool and strict.shape == (raw.inequalities.shape[0],)
    checks = [_check("a mark for every inequality", f"{strict.shape}", f"({raw.inequalities.shape[0]},)", shaped)]
    checks.append(_direction_is_whole(proof, raw.p))
    if not all(check.holds for check in checks):
        return Verdict(tuple(checks))
    flat = np.concatenate([np.flatnonzero(~strict), np.arange(raw.inequalities.shape[0], raw.n)])
    checks += _direction(raw, np.flatnonzero(strict), flat, proof, exact)
    checks += _exact_weights(raw, flat, proof) if proof.exact or exact else _rounded_weights(raw, flat, proof)
    checks += _rank(raw, flat, proof.flat, "the other rows", exact)
    known = proof.flat.pivots if _formed(raw, proof.flat) else ()
    checks += _rank(raw, np.arange(raw.n), proof.table, "all rows", exact, known=known)
    return Verdict(tuple(checks))


def _direction_is_whole(proof: Halves, p: int) -> Check:
    whole = len(proof.direction) == p and all(type(v) is int for v in proof.direction)
    return _check("an integer of the direction for every column", f"{len(proof.direction)}", f"{p}", whole)


def _direction(raw: RawRows, S: Rows, flat: Rows, proof: Halves, exact: bool) -> list[Check]:
    below, arithmetic = S, INTEGERS
    if not exact and S.size and any(proof.direction):
        top = max(v.bit_length() for v in map(abs, proof.direction))
        # Quotients of integers are rounded once, whatever their size.
        value, error = raw.bounded(S, np.array([v / (1 << top) for v in proof.direction]))
        # An entry that vanished beside the largest is not known to a relative bound: it is too small to see.
        hidden = sum(1 for v in proof.direction if v and v.bit_length() + 900 < top)
        below = S[~(value > error)] if not hidden else S
        arithmetic = ROUNDED if not below.size else INTEGERS
    wrong = int((raw.signs(below, proof.direction) <= 0).sum()) if below.size else 0
    off = int((raw.signs(flat, proof.direction) != 0).sum()) if flat.size else 0
    return [
        Check("strict rows are positive", f"{wrong} of {S.size} are not", "0", arithmetic, wrong == 0),
        Check("other rows vanish under the direction", f"{off} of {flat.size} do not", "0", INTEGERS, off == 0),
    ]


def _exact_weights(raw: RawRows, flat: Rows, proof: Halves) -> list[Check]:
    X = proof.weights
    n = int((flat < raw.inequalities.shape[0]).sum())
    positive = isinstance(X, tuple) and len(X) == flat.size and all(type(v) is int for v in X)
    positive = positive and all(v > 0 for v in X[:n])
    checks = [Check("weights are positive on all other rows", f"{len(X)} integers", "> 0", INTEGERS, positive)]
    if positive:
        gone = raw.totals(flat, X)  # type: ignore[arg-type]
        checks.append(Check("weighted rows cancel", "zero" if gone else "not zero", "0", INTEGERS, gone))
    return checks


def _rounded_weights(raw: RawRows, flat: Rows, proof: Halves) -> list[Check]:
    x = np.asarray(proof.weights)
    n = int((flat < raw.inequalities.shape[0]).sum())
    sound = x.dtype == np.float64 and x.shape == (flat.size,) and bool(np.isfinite(x).all() and (x[:n] > 0).all())
    checks = [_check("weights are positive on all other rows", f"{x.size} doubles", "> 0", sound)]
    # Pivots that are no columns are refused by the check of the columns; here they would be looked up.
    if sound and _formed(raw, proof.flat):
        change = greatest_change(raw, flat, x, proof.flat.pivots)
        checks.append(
            Check("weights that cancel are near", f"relative change {change:.3g}", "< 1", ROUNDED, change < 1)
        )
    return checks


def _rank(
    raw: RawRows, rows: Rows, claim: Dependence, name: str, exact: bool, known: tuple[int, ...] = ()
) -> list[Check]:
    """Relations that hold, of columns with earlier ones, and pivots that are independent: on some rows, or `known`."""
    formed, count = _formed(raw, claim), len(claim.relations)
    holds = formed and raw.vanish(rows, claim.relations)
    checks = [
        Check(f"columns that depend on {name}", f"{count} relation{'s' * (count != 1)}", "zero", INTEGERS, holds),
    ]
    witness = np.asarray(claim.witness)
    sound = formed and witness.dtype == np.int64 and bool(np.isin(witness, rows, assume_unique=False).all())
    sound = sound and bool((np.diff(witness) > 0).all())
    arithmetic, proved = INTEGERS, sound and len(known) > 0 and set(known).issuperset(claim.pivots)
    if sound and not proved and not exact:
        arithmetic, proved = ROUNDED, independent(raw, witness, claim.pivots)
    if sound and not proved:
        arithmetic, proved = "modulo a prime", raw.independent(witness, claim.pivots)
    return [*checks, Check(f"rank of {name}", f"{claim.rank} columns", "independent", arithmetic, proved)]


def _formed(raw: RawRows, claim: Dependence) -> bool:
    """One relation for each column that is no pivot, of that column with pivots before it."""
    named = [claim.pivots, *(part for relation in claim.relations for part in relation)]
    if not all(type(v) is int for part in named for v in part):
        return False
    if not all(r.columns and len(r.columns) == len(r.integers) for r in claim.relations):
        return False
    pivots = set(claim.pivots)
    return sorted([*claim.pivots, *claim.dependent]) == list(range(raw.p)) and all(
        r.integers[-1] != 0 and pivots.issuperset(r.columns[:-1]) and list(r.columns) == sorted(r.columns)
        for r in claim.relations
    )


def _check(name: str, quantity: str, bound: str, holds: bool) -> Check:
    return Check(name, quantity, bound, "comparison", holds)
