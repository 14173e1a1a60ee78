"""`judge_risk`: what can be strict among the comparisons of a Cox model, recomputed from times, events and covariates.

Let d be any direction along which no comparison is negative. Weighted pairs that cancel are 0 along d. The relations
of `flat` span all directions that vanish on the weighted pairs, since the other columns, the pivots, are independent
there: d is a combination of them. A comparison that the claimed direction b leaves at 0 and on which all relations
vanish is therefore 0 along d. So the comparisons that can be strict are those that b makes positive, and no others.

No comparison is listed. An event i has none below 0 exactly when no f_j = x_j·b of its risk set is above f_i. Those at
0 have f_j = f_i: their rows must agree with row i in all relations. Number the rows by the values of the relations; in
the order of (f, number), and in that of (f, −number), row i must be the last of its risk set. Greatest elements of risk
sets come from a heap, from the last time to the first: rows enter at `stop`, and leave, when they are found at its top,
once their `start` is not before the time.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Mask, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.limit import afford_memory
from gordan.arithmetic.quantity import Residue
from gordan.arithmetic.rounding import add_down, add_up
from gordan.outcome import Check, Verdict
from gordan.outcome.certificate import RiskCertificate
from gordan.outcome.risk import RiskClaim, RiskProof
from gordan.outcome.split import Dependence, Relation
from gordan.problem.risk import RiskSets
from gordan.verify.check import compare, every, fact, true
from gordan.verify.raw import RawRows, combine, integers
from gordan.verify.split import rows_rise

__all__ = ["judge_risk", "judge_risk_certificate"]

_PRIME = 2**61 - 1
_NOBODY = -1  # stands for the greatest key of an empty risk set: below every key

Keys = npt.NDArray[np.int64]


def judge_risk(problem: RiskSets, claim: RiskClaim) -> Verdict:
    """Judge a claim against the raw rows; every step is in integers, and ranks are modulo a prime.

    Examples
    --------
    >>> problem = RiskSets([[1.0], [0.0]], [1.0, 2.0], [True, False])
    >>> nothing = np.zeros(0, np.int64)
    >>> proof = RiskProof(
    ...     (1,),
    ...     np.array([[0, 1]]),
    ...     (),
    ...     Dependence((), nothing, (Relation((0,), (1,)),)),
    ...     Dependence((0,), np.array([0]), ()),
    ... )
    >>> print(judge_risk(problem, RiskClaim(np.array([True, False]), True, proof)))
    accepted: 13 checks hold
    """
    strict, proof = claim.strict, claim.proof
    shaped = type(strict) is np.ndarray and strict.dtype == bool and strict.shape == (problem.n,)
    checks = [
        fact("a mark for every row", f"{np.shape(strict)}", f"({problem.n},)", shaped),
        true("complete or not", type(claim.complete) is bool),
        _formed(problem, proof),
    ]
    if not all(check.holds for check in checks):
        return Verdict(tuple(checks), "exact")
    wrong = ~_compared(problem, proof.pairs[:, 0], proof.pairs[:, 1])
    checks.append(every("pairs are comparisons", wrong.astype(np.int64), "=", 0, fail="are not"))
    weighted = proof.pairs[: len(proof.weights)]
    checks.append(every("weights of the pairs are positive", proof.weights, ">", 0, fail="are not"))
    sums = _sums(problem, weighted, proof.weights)
    checks.append(
        every("weighted pairs cancel", sums, "=", 0, shown="not zero" if any(sums) else "zero", needed="zero")
    )
    checks.append(_rank("rank of the weighted pairs", problem, weighted, proof.flat))
    checks += _all_comparisons(problem, claim)
    checks.append(_rank("rank of the comparisons", problem, proof.pairs, proof.table))
    return Verdict(tuple(checks), "exact")


def judge_risk_certificate(problem: RiskSets, certificate: RiskCertificate) -> list[Check]:
    """The claim of a certificate about as many rows as the risk sets have."""
    if (unordered := rows_rise(certificate.rows, problem.n)) is not None:
        return [unordered]
    named = certificate.alternative
    kind = "overlap" if not certificate.rows else "complete" if named == "complete" else "quasi"
    claim = RiskClaim(certificate.strict(), named == "complete", certificate.proof)
    return [fact("kind is that of the split", named, kind, named == kind), *judge_risk(problem, claim).checks]


def _all_comparisons(problem: RiskSets, claim: RiskClaim) -> list[Check]:
    """What is said of all comparisons, by the greatest and least elements of the risk sets."""
    proof, events, every_row = claim.proof, np.flatnonzero(problem.event), np.arange(problem.n)
    f = _ranks(problem, proof.direction, every_row)
    separated, below = np.zeros(problem.n, bool), int(f.max()) - f
    separated[events] = (_greatest(problem, below) > below)[events]
    shared = np.flatnonzero(np.bincount(f)[f] > 1)  # only rows with the f of another can be compared at 0
    above, differing = _apart(problem, f, _classes(problem, proof.flat.relations, shared))
    alone = bool(separated.any()) and not bool(_apart(problem, f, every_row)[1].any())
    constant = np.zeros_like(f)
    table = _apart(problem, constant, _classes(problem, proof.table.relations, every_row))[1]
    return [
        every("no comparison is negative", above[events].astype(np.int64), "=", 0, fail="have one"),
        every("comparisons at zero are combinations of the weighted pairs", differing[events].astype(int), "=", 0),
        every("separated events are those with a positive comparison", (separated ^ claim.strict).astype(int), "=", 0),
        fact("all comparisons are positive, or not", f"{alone}", f"{claim.complete}", alone == claim.complete),
        every("columns that depend on all comparisons", table[events].astype(int), "=", 0),
    ]


def _formed(problem: RiskSets, proof: RiskProof) -> Check:
    """Integers of Python's own for direction and weights, pairs of rows, and a relation for each column but pivots."""
    sound = type(proof) is RiskProof and type(proof.direction) is type(proof.weights) is tuple
    sound = sound and len(proof.direction) == problem.m
    sound = sound and all(type(v) is int for part in (proof.direction, proof.weights) for v in part)
    pairs: Any = proof.pairs if sound else None
    sound = sound and type(pairs) is np.ndarray and pairs.dtype == np.int64 and pairs.ndim == 2 and pairs.shape[1] == 2
    sound = sound and bool(((pairs >= 0) & (pairs < problem.n)).all()) and len(proof.weights) <= len(pairs)
    sound = (
        sound and _depends(problem.m, proof.flat, len(proof.weights)) and _depends(problem.m, proof.table, len(pairs))
    )
    return true("integers, pairs and columns", sound)


def _depends(m: int, claim: Dependence, count: int) -> bool:
    if type(claim) is not Dependence or type(claim.pivots) is not tuple or type(claim.relations) is not tuple:
        return False
    if not all(
        type(each) is Relation and type(each.columns) is type(each.integers) is tuple for each in claim.relations
    ):
        return False
    named = [claim.pivots, *(part for relation in claim.relations for part in relation)]
    if not all(type(v) is int for part in named for v in part):
        return False
    witness: Any = claim.witness
    if not (type(witness) is np.ndarray and witness.dtype == np.int64 and witness.ndim == 1):
        return False
    pivots = set(claim.pivots)
    columns = [*claim.pivots, *(each.columns[-1] for each in claim.relations if each.columns)]
    return (
        bool(((witness >= 0) & (witness < count)).all())
        and sorted(columns) == list(range(m))
        and all(
            len(each.columns) == len(each.integers) > 0
            and each.integers[-1] != 0
            and len(set(each.columns)) == len(each.columns)
            and pivots.issuperset(each.columns[:-1])
            for each in claim.relations
        )
    )


def _compared(problem: RiskSets, first: Positions, second: Positions) -> Mask:
    """Which pairs are comparisons: an event, and another row of its stratum that was at risk at its time."""
    time = problem.stop[first]
    at_risk = problem.stop[second] >= time
    if problem.start is not None:
        at_risk &= problem.start[second] < time
    if problem.exact:
        at_risk &= ~(problem.event[second] & (problem.stop[second] == time))
    return np.asarray(
        problem.event[first] & at_risk & (first != second) & (problem.stratum[first] == problem.stratum[second])
    )


def _sums(problem: RiskSets, pairs: Positions, weights: tuple[int, ...]) -> list[int]:
    """A positive multiple of Σ w (x_i − x_j) for each column."""
    rows, back = np.unique(pairs, return_inverse=True)
    back = back.reshape(pairs.shape)
    sums = []
    for column, _ in integers(problem.covariates[rows], problem.numbers):
        high, low = column[back[:, 0]].tolist(), column[back[:, 1]].tolist()
        sums.append(sum(w * (a - b) for w, a, b in zip(weights, high, low, strict=True)))
    return sums


def _rank(name: str, problem: RiskSets, pairs: Positions, claim: Dependence) -> Check:
    """The rank of the pivots on the witnesses modulo a prime, which is never above the true one."""
    from flint import nmod_mat

    shown, k = f"{claim.rank} columns", len(claim.pivots)
    picked = pairs[claim.witness]
    rows, back = np.unique(picked, return_inverse=True)
    back = back.reshape(picked.shape)
    columns = integers(problem.covariates[rows][:, list(claim.pivots)], problem.numbers) if k else []
    # A unit of a column is a power of two or of ten, which the prime does not divide.
    ends = zip(back[:, 0].tolist(), back[:, 1].tolist(), strict=True)
    values = [[(int(c[a]) - int(c[b])) % _PRIME for c, _ in columns] for a, b in ends]
    rank = nmod_mat(len(values), k, [v for row in values for v in row], _PRIME).rank() if values and k else 0
    return compare(name, Residue(int(rank)), "=", k, shown=shown, needed="independent")


def _ranks(problem: RiskSets, factors: tuple[int, ...], rows: Positions) -> Keys:
    """The places of x_j·v in the order of its values on the given rows; equal values have one place.

    Doubles with bounds tell apart most values, and integers those whose bounds overlap.
    """
    used = [c for c, factor in enumerate(factors) if factor]
    if not used or not rows.size:
        return np.zeros(rows.size, np.int64)
    check_deadline("checking the direction of a Cox model")
    X = problem.covariates[:, used][rows]
    if len(used) == 1:
        return _dense(X[:, 0] if factors[used[0]] > 0 else -X[:, 0])
    chosen = [factors[c] for c in used]
    top = max(v.bit_length() for v in chosen)
    with np.errstate(all="ignore"):
        # Quotients of integers are rounded once; one that vanished beside the largest has no relative bound.
        v = np.array([each / (1 << top) for each in chosen])
        raw = RawRows(X, np.zeros((0, len(used))), problem.numbers)
        value, error = raw.bounded(np.arange(rows.size), v)
        low, high = add_down(value, -error), add_up(value, error)
    if any(each.bit_length() + 900 < top for each in chosen) or not np.isfinite(high - low).all():
        low, high = np.full(rows.size, -np.inf), np.full(rows.size, np.inf)
    order = np.argsort(low, kind="stable")
    # A new group begins where all upper ends so far are below the lower end.
    begins = np.concatenate([[False], np.maximum.accumulate(high[order])[:-1] < low[order][1:]])
    group = np.empty(rows.size, np.int64)
    group[order] = np.cumsum(begins)
    inside, doubt = np.zeros(rows.size, np.int64), np.flatnonzero(np.bincount(group)[group] > 1)
    if doubt.size:
        # All of them are held, to be sorted: each as long as the longest factor.
        afford_memory(doubt.size * (top // 4), "comparing the rows of a Cox model in long integers", hostile=True)
        inside[doubt] = _dense(combine(integers(X[doubt], problem.numbers), chosen))
    return _dense(group * (int(inside.max()) + 1) + inside)


def _dense(values: npt.NDArray[Any]) -> Keys:
    return np.unique(values, return_inverse=True)[1].astype(np.int64)


def _classes(problem: RiskSets, relations: tuple[Relation, ...], rows: Positions) -> Keys:
    """Numbers that two of the given rows share exactly when all relations have the same values on them; else 0."""
    number = np.zeros(rows.size, np.int64)
    for relation in relations if rows.size else ():
        factors = [0] * problem.m
        for c, v in zip(*relation, strict=True):
            factors[c] = v
        values = _ranks(problem, tuple(factors), rows)
        number = _dense(number * (int(values.max()) + 1) + values)
    every_row = np.zeros(problem.n, np.int64)
    every_row[rows] = number
    return every_row


def _apart(problem: RiskSets, f: Keys, number: Keys) -> tuple[Mask, Mask]:
    """For each event, whether some row of its risk set has a greater f; and whether one of another number has its f."""
    size = int(number.max()) + 1
    above, differing = np.zeros(problem.n, bool), np.zeros(problem.n, bool)
    for key in (number, size - 1 - number) if size > 1 else (number,):
        greatest, own = _greatest(problem, f * size + key), f * size + key
        above |= greatest // size > f
        differing |= (greatest // size == f) & (greatest > own)
    return above, differing


def _greatest(problem: RiskSets, keys: Keys) -> Keys:
    """For each event the greatest key of its risk set, itself included unless ties are exact; `_NOBODY` elsewhere.

    Keys are not negative.
    """
    greatest = np.full(problem.n, _NOBODY, np.int64)
    check_deadline("going through the risk sets")
    if not keys.any():  # with one key for all it does not matter who is in the risk set
        return greatest
    order = np.lexsort((-problem.stop, problem.stratum)).tolist()
    stop, stratum, event = problem.stop.tolist(), problem.stratum.tolist(), problem.event.tolist()
    start = None if problem.start is None else problem.start.tolist()
    negative = (-keys).tolist()  # the heap has its least element at the top
    heap: list[tuple[int, int]] = []
    place, n = 0, problem.n
    while place < n:
        first, end = order[place], place
        if place and stratum[order[place - 1]] != stratum[first]:
            heap.clear()
        while end < n and stop[order[end]] == stop[first] and stratum[order[end]] == stratum[first]:
            end += 1
        group, time = order[place:end], stop[first]
        place = end
        events = [j for j in group if event[j]]
        for j in group:
            if not (problem.exact and event[j]):
                heappush(heap, (negative[j], j))
        if events:
            while heap and start is not None and start[heap[0][1]] >= time:
                heappop(heap)
            if heap:
                greatest[events] = -heap[0][0]
            if problem.exact:
                for j in events:
                    heappush(heap, (negative[j], j))
    return greatest
