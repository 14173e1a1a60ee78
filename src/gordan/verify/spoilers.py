"""Judges which rows spoil a separation: that the rest is separated, and that so many rows have to go.

Of points each refutation is rows that cancel. Of a model it is rows W of the system whose split has no strict row, and
on which only those relations of columns hold that hold on all inequalities. Let b be admissible for any observations
that include those of W. Then b is admissible on W, so A_W b = 0; so b is a sum of relations, and A_I b = 0: nothing is
separated. Hence at least one observation of W has to go. Of k such sets, with no observation in more than s of them, an
observation that goes meets s at most: at least k/s have to go.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from gordan.outcome import Cancellation, Check, Claim, Enclosure, IntegerSeparator, Relation, Separator, Verdict
from gordan.outcome.split import SplitClaim
from gordan.outcome.spoilers import ModelSpoilers, OverlapProof, Spoilers
from gordan.problem import Points
from gordan.problem.observations import Observations
from gordan.verify.check import bounded, compare, every, fact, shown_value, true
from gordan.verify.inseparable import judge_cancellation, judge_enclosure
from gordan.verify.points import judge_points
from gordan.verify.raw import RawRows
from gordan.verify.split import verify_split

__all__ = ["judge_model_spoilers", "judge_spoilers"]

# Checks of what an outcome shows beside its proof: here nothing is shown beside it.
_SHOWN = "coef and intercept are the proof's"
_BESIDE = (_SHOWN, f"{_SHOWN}, rounded", "weights are the proof's")


def judge_spoilers(problem: Points, claim: Spoilers, *, exact: bool) -> Verdict:
    """Judge both halves against the raw rows.

    Rows that cancel by themselves cannot be separated, whatever else there is; where m such sets have no row in common,
    at least one row of each has to go, so m of them at least.
    """
    checks = _left_out(claim, problem.n)
    if all(check.holds for check in checks):
        checks += _rest(problem, claim, exact)
        checks += _refuted(problem, claim.refutations, exact)
    return Verdict(tuple(checks), "exact" if exact else "rounded")


def judge_model_spoilers(problem: Observations, claim: ModelSpoilers) -> Verdict:
    """Judge both halves against the raw rows, every step in integers."""
    checks = _left_out(claim, problem.n)
    if all(check.holds for check in checks):
        checks += _separated(problem, claim)
        checks += _overlapping(problem, claim.refutations, claim.shared)
    return Verdict(tuple(checks), "exact")


def _left_out(claim: Spoilers | ModelSpoilers, n: int) -> list[Check]:
    rows = claim.rows
    sound = type(rows) is tuple and all(type(row) is int for row in rows)
    sound = sound and all(0 <= row < n for row in rows) and all(a < b for a, b in pairwise(rows))
    return [
        bounded("rows to leave out are rows", f"{_count(rows)}", f"among {n}, rising", sound),
        fact("count of rows is the problem's", shown_value(claim.n), f"{n}", type(claim.n) is int and claim.n == n),
    ]


def _count(entries: object) -> str:
    return str(len(entries)) if type(entries) is tuple else type(entries).__name__


def _separated(problem: Observations, claim: ModelSpoilers) -> list[Check]:
    """The direction keeps all rows that are left, and makes an inequality of them strict."""
    system, b = problem.system, claim.direction
    whole = type(b) is tuple and len(b) == system.n_columns and all(type(v) is int for v in b)
    checks = [fact("direction has an integer for every column", f"{_count(b)}", f"{system.n_columns}", whole)]
    if whole:
        raw, left = RawRows(system.inequalities, system.equalities, system.numbers), problem.left(claim.rows)
        signs = raw.signs(left, b)
        free = left < system.n_inequalities
        checks += [
            every("inequalities that are left hold", signs[free], ">=", 0),
            every("equalities that are left hold", signs[~free], "=", 0),
            compare("rows that are left and strict", int((signs[free] > 0).sum()), ">", 0),
        ]
    return checks


def _overlapping(problem: Observations, refutations: object, shared: int) -> list[Check]:
    if type(refutations) is not tuple or any(type(each) is not OverlapProof for each in refutations):
        return [fact("refutations are of their kind", type(refutations).__name__, "rows that overlap", False)]
    if not all(_are_rows(each.rows, problem.system.n_rows) for each in refutations):
        return [fact("refutations are of rows", "others", "rows of the system, rising", False)]
    owners = [np.unique(problem.owner[np.array(each.rows)]) for each in refutations]
    uses = np.bincount(np.concatenate([*owners, np.empty(0, np.int64)]), minlength=1).max()
    sound, most = type(shared) is int and shared >= 1, f"{shown_value(shared):.20}"
    failing = sum(not _overlaps(problem, each) for each in refutations)
    return [
        fact("observations are shared as claimed", f"{uses}", f"<= {most}", sound and int(uses) <= shared),
        compare(
            "refutations that do not hold",
            failing,
            "=",
            0,
            needed=f"of {len(refutations)}",
            relation_shown=Relation.BOUND,
        ),
    ]


def _are_rows(rows: object, n: int) -> bool:
    if type(rows) is not tuple or not rows or not all(type(row) is int for row in rows):
        return False
    return rows[0] >= 0 and rows[-1] < n and all(a < b for a, b in pairwise(rows))


def _overlaps(problem: Observations, refutation: OverlapProof) -> bool:
    """Whether no row of it can be strict, and its relations of columns hold on all inequalities."""
    part, system = problem.take(np.array(refutation.rows)), problem.system
    nothing = np.zeros(part.n_inequalities, dtype=bool)
    if not verify_split(part, SplitClaim(nothing, refutation.split), exact=True).holds:
        return False
    raw = RawRows(system.inequalities, system.equalities, system.numbers)
    return raw.nonvanishing(np.arange(system.n_inequalities), refutation.split.table.relations) == 0


def _rest(problem: Points, claim: Spoilers, exact: bool) -> list[Check]:
    """A hyperplane has every row that is left on its side; of one class, with an intercept, some hyperplane has."""
    left = np.setdiff1d(np.arange(problem.n), np.array(claim.rows, dtype=np.int64))
    signs = np.unique(problem.signs[left])
    if claim.separator is None:
        alone = problem.intercept and signs.size <= 1
        return [fact("rows that are left are of one class", f"{signs.size} classes", "1, with an intercept", alone)]
    two = left.size > 0 and (signs.size == 2 or not problem.intercept)
    is_one = type(claim.separator) in (Separator, IntegerSeparator) and two
    kind = true("rest has a hyperplane", is_one)
    if not is_one:
        return [kind]
    rest = problem.subset(left.tolist())
    judged = judge_points(rest, Claim(proof=claim.separator, classes=rest.classes), exact=exact)
    return [kind, *(check for check in judged if check.name not in _BESIDE)]


def _refuted(problem: Points, refutations: object, exact: bool) -> list[Check]:
    kinds = (Cancellation,) if exact else (Cancellation, Enclosure)
    if type(refutations) is not tuple or any(type(each) not in kinds for each in refutations):
        return [fact("refutations are of their kind", type(refutations).__name__, "rows that cancel", False)]
    if not all(type(each.support) is tuple and all(type(row) is int for row in each.support) for each in refutations):
        return [fact("refutations are of rows", "others", "rows", False)]
    used = [row for each in refutations for row in each.support]
    apart = fact("refutations share no row", f"{len(set(used))} rows", f"{len(used)} rows", len(set(used)) == len(used))
    failing = sum(not _holds(problem, each) for each in refutations)
    return [
        apart,
        compare(
            "refutations that do not hold",
            failing,
            "=",
            0,
            needed=f"of {len(refutations)}",
            relation_shown=Relation.BOUND,
        ),
    ]


def _holds(problem: Points, refutation: Cancellation | Enclosure) -> bool:
    """Whether its rows cancel with positive weights."""
    if isinstance(refutation, Cancellation):
        judged = judge_cancellation(problem, refutation, None)
    else:
        judged = judge_enclosure(problem, refutation, None)
    return all(check.holds for check in judged if check.name not in _BESIDE)
