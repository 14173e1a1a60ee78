"""`verify_split`: both halves of a split S | L, recomputed from the raw rows and judged by name.

A direction b with A_S b > 0 and A_L b = 0, A_E b = 0 shows that no row of S has weight in any cancellation; weights
positive on all of L that cancel together with E show that no admissible direction is positive on a row of L. Each half
proves the other as large as it can be, so the split is the only one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.quantity import Rounded
from gordan.outcome import Check, Relation, Verdict
from gordan.outcome.certificate import PanelCertificate, SplitCertificate
from gordan.outcome.split import Dependence, Rows, SplitClaim, SplitProof
from gordan.outcome.split import Relation as Columns
from gordan.problem.system import System
from gordan.verify.check import bounded, compare, every, fact, is_vector, radius_at_least
from gordan.verify.gram import contraction, greatest_change
from gordan.verify.raw import RawRows

__all__ = ["judge_split", "kind_of_split", "same_kind", "verify_split"]

_LISTS = {tuple, list}


def verify_split(system: System, claim: SplitClaim, *, exact: bool = False) -> Verdict:
    """Judge a split against the raw rows.

    Parameters
    ----------
    system : System
        The raw rows, and what their numbers stand for.
    claim : SplitClaim
        What is to be judged.
    exact : bool
        Whether every step is to be taken in integers.

    Examples
    --------
    >>> from gordan.outcome.split import Relation
    >>> system = System([[0.0, 1.0], [1.0, 0.0], [-1.0, 0.0]])
    >>> flat = Dependence((0,), np.array([1]), (Relation((1,), (1,)),))
    >>> table = Dependence((0, 1), np.array([0, 1, 2]), ())
    >>> proof = SplitProof((0, 1), (1, 1), flat, table)
    >>> print(verify_split(system, SplitClaim(np.array([True, False, False]), proof)))
    accepted: 10 checks hold
    """
    raw, proof = RawRows(system.inequalities, system.equalities, system.numbers), claim.proof
    if not _is_made(proof):
        return Verdict((fact("proof is of its kind", type(proof).__name__, "SplitProof", False),))
    strict = np.asarray(claim.strict)
    shaped = strict.dtype == bool and strict.shape == (raw.inequalities.shape[0],)
    checks = [fact("a mark for every inequality", f"{strict.shape}", f"({raw.inequalities.shape[0]},)", shaped)]
    checks.append(_direction_is_whole(proof, raw.p))
    if not all(check.holds for check in checks):
        return Verdict(tuple(checks))
    flat = np.concatenate([np.flatnonzero(~strict), np.arange(raw.inequalities.shape[0], raw.n)])
    checks += _direction(raw, np.flatnonzero(strict), flat, proof, exact)
    weighed = _exact_weights(raw, flat, proof) if proof.exact or exact else _rounded_weights(raw, flat, proof)
    # Bounds that prove weights near prove the columns independent too, on the same rows.
    near = not (proof.exact or exact) and len(weighed) == 2 and all(check.holds for check in weighed)
    checks += weighed
    checks += _rank(raw, flat, proof.flat, "the other rows", exact, known=proof.flat.pivots if near else ())
    known = proof.flat.pivots if _formed(raw, proof.flat) else ()
    checks += _rank(raw, np.arange(raw.n), proof.table, "all rows", exact, known=known)
    if claim.radius is not None and all(check.holds for check in checks):
        from gordan.verify.radius import proved_radius

        checks.append(radius_at_least("stands while computed numbers move", proved_radius(raw, claim), claim.radius))
    return Verdict(tuple(checks))


def judge_split(system: System, certificate: SplitCertificate) -> list[Check]:
    """The claim of a certificate about as many rows as the system has, every step in integers."""
    alike, rising = same_kind(certificate, system.n_inequalities, system.n_rows)
    if not rising:
        return [alike]
    return [alike, *verify_split(system, SplitClaim(certificate.strict(), certificate.proof), exact=True).checks]


def same_kind(certificate: SplitCertificate | PanelCertificate, among: int, n: int) -> tuple[Check, bool]:
    """Whether the strict rows, which are `among` the first so many of n, are of the kind that the certificate names.

    Where they do not exist or do not rise, the check that says so, and False.
    """
    rows = certificate.rows
    if (unordered := rows_rise(rows, among)) is not None:
        return unordered, False
    kind = kind_of_split(len(rows), n)
    return fact("kind is that of the split", certificate.alternative, kind, certificate.alternative == kind), True


def rows_rise(rows: tuple[int, ...], among: int) -> Check | None:
    """The check that rows exist among so many and rise, where they do not; else None."""
    rising = all(type(j) is int and 0 <= j < among for j in rows) and list(rows) == sorted(set(rows))
    return None if rising else fact("rows exist and rise", f"{len(rows)} rows", "in order", False)


def kind_of_split(strict: int, n: int) -> str:
    """What a split is called by how many of n rows can be strict."""
    return "overlap" if not strict else "complete" if strict == n else "quasi"


def _is_made(proof: object) -> bool:
    """Whether the records and lists of a proof are what they are called; what is in them is for the checks."""
    if type(proof) is not SplitProof or type(proof.direction) is not tuple:
        return False
    if type(proof.weights) is not tuple and type(proof.weights) is not np.ndarray:
        return False
    both: tuple[Any, ...] = (proof.flat, proof.table)
    if not all(type(part) is Dependence and {type(part.pivots), type(part.relations)} <= _LISTS for part in both):
        return False
    relations = (relation for part in both for relation in part.relations)
    return all(type(r) is Columns and {type(r.columns), type(r.integers)} <= _LISTS for r in relations)


def _direction_is_whole(proof: SplitProof, p: int) -> Check:
    whole = len(proof.direction) == p and all(type(v) is int for v in proof.direction)
    return fact("an integer of the direction for every column", f"{len(proof.direction)}", f"{p}", whole)


def _direction(raw: RawRows, S: Rows, flat: Rows, proof: SplitProof, exact: bool) -> list[Check]:
    below, above = S, []
    if not exact and S.size and any(proof.direction):
        top = max(v.bit_length() for v in map(abs, proof.direction))
        # Quotients of integers are rounded once, whatever their size.
        value, error = raw.bounded(S, np.array([v / (1 << top) for v in proof.direction]))
        # An entry that vanished beside the largest is not known to a relative bound: it is too small to see.
        hidden = sum(1 for v in proof.direction if v and v.bit_length() + 900 < top)
        if not hidden:
            below = S[~(value > error)]
            # A difference of doubles has the sign of their order.
            above = [Rounded(float((value - error)[value > error].min(initial=np.inf)))]
    signs = raw.signs(below, proof.direction)
    vanishing = raw.signs(flat, proof.direction)
    return [
        every(
            "strict rows are positive", [*above, *signs.tolist()] if above else signs, ">", 0, of=S.size, fail="are not"
        ),
        every("other rows vanish under the direction", vanishing, "=", 0),
    ]


def _exact_weights(raw: RawRows, flat: Rows, proof: SplitProof) -> list[Check]:
    X = proof.weights
    n = int((flat < raw.inequalities.shape[0]).sum())
    name = "weights are positive on all other rows"
    if not (type(X) is tuple and len(X) == flat.size and all(type(v) is int for v in X)):
        count = f"{len(X)} of them" if type(X) is tuple else type(X).__name__
        return [fact(name, count, f"{flat.size} integers", False)]
    checks = [every(name, X[:n], ">", 0, shown=f"{len(X)} integers", needed="> 0", relation_shown=Relation.BOUND)]
    if checks[0].holds:
        sums = raw.totals(flat, X)
        checks.append(
            every("weighted rows cancel", sums, "=", 0, shown="not zero" if any(sums) else "zero", needed="zero")
        )
    return checks


def _rounded_weights(raw: RawRows, flat: Rows, proof: SplitProof) -> list[Check]:
    x: Any = proof.weights
    n = int((flat < raw.inequalities.shape[0]).sum())
    sound = is_vector(x, flat.size) and bool((x[:n] > 0).all())
    checks = [bounded("weights are positive on all other rows", f"{np.size(x)} doubles", "> 0", sound)]
    # Pivots that are no columns are refused by the check of the columns; here they would be looked up.
    if sound and _formed(raw, proof.flat):
        change = greatest_change(raw, flat, x, proof.flat.pivots)
        shown = f"relative change {change.value:.3g}"
        checks.append(compare("weights that cancel are near", change, "<", 1, shown=shown))
    return checks


def _rank(
    raw: RawRows, rows: Rows, claim: Dependence, name: str, exact: bool, known: tuple[int, ...] = ()
) -> list[Check]:
    """Relations that hold, of columns with earlier ones, and pivots that are independent: on some rows, or `known`."""
    count, depend, rank = len(claim.relations), f"columns that depend on {name}", f"rank of {name}"
    shown = f"{count} relation{'s' * (count != 1)}"
    if not _formed(raw, claim):
        return [fact(depend, shown, "one for each", False)]
    checks = [compare(depend, raw.nonvanishing(rows, claim.relations), "=", 0, shown=shown, needed="zero")]
    columns = f"{claim.rank} columns"
    witness = np.asarray(claim.witness)
    sound = witness.dtype == np.int64 and witness.ndim == 1 and bool(np.isin(witness, rows, assume_unique=False).all())
    if not (sound and bool((np.diff(witness) > 0).all())):
        return [*checks, fact(rank, "rows that are none of them", "rows in order", False)]
    if known and set(known).issuperset(claim.pivots):
        # Columns that are independent on some rows are so on all.
        return [*checks, fact(rank, columns, "independent", True)]
    if not exact:
        check = compare(rank, contraction(raw, witness, claim.pivots), "<", 1, shown=columns, needed="independent")
        if check.holds:
            return [*checks, check]
    independent = compare(rank, raw.rank(witness, claim.pivots), "=", claim.rank, shown=columns, needed="independent")
    return [*checks, independent]


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
