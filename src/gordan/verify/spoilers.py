"""Judges which rows spoil a separation: that the rest is separated, and that so many rows have to go."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from gordan.outcome import Cancellation, Check, Claim, Enclosure, IntegerSeparator, Separator, Verdict
from gordan.outcome.spoilers import Spoilers
from gordan.problem import Points
from gordan.verify.check import compare, fact
from gordan.verify.inseparable import judge_cancellation, judge_enclosure
from gordan.verify.points import judge_points

__all__ = ["judge_spoilers"]

# Checks of what an outcome shows beside its proof: here nothing is shown beside it.
_BESIDE = ("coef and intercept are the proof's", "weights are the proof's")


def judge_spoilers(problem: Points, claim: Spoilers, *, exact: bool) -> Verdict:
    """Judge both halves against the raw rows.

    Rows that cancel by themselves cannot be separated, whatever else there is; where m such sets have no row in common,
    at least one row of each has to go, so m of them at least.
    """
    rows = claim.rows
    sound = type(rows) is tuple and all(type(row) is int for row in rows)
    sound = sound and all(0 <= row < problem.n for row in rows) and all(a < b for a, b in pairwise(rows))
    checks = [
        fact("rows to leave out are rows", f"{np.size(rows)} rows", f"rising, among {problem.n}", sound),
        fact(
            "count of rows is the problem's",
            f"{claim.n}",
            f"{problem.n}",
            type(claim.n) is int and claim.n == problem.n,
        ),
    ]
    if all(check.holds for check in checks):
        checks += _rest(problem, claim, exact)
        checks += _refuted(problem, claim.refutations, exact)
    return Verdict(tuple(checks), "exact" if exact else "rounded")


def _rest(problem: Points, claim: Spoilers, exact: bool) -> list[Check]:
    """A hyperplane has every row that is left on its side; of one class, with an intercept, some hyperplane has."""
    left = np.setdiff1d(np.arange(problem.n), np.array(claim.rows, dtype=np.int64))
    signs = np.unique(problem.signs[left])
    if claim.separator is None:
        alone = problem.intercept and signs.size <= 1
        return [fact("rows that are left are of one class", f"{signs.size} classes", "1, with an intercept", alone)]
    two = left.size > 0 and (signs.size == 2 or not problem.intercept)
    is_one = type(claim.separator) in (Separator, IntegerSeparator) and two
    kind = fact("rest has a hyperplane", type(claim.separator).__name__, "Separator, and rows to separate", is_one)
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
    return [apart, compare("refutations that do not hold", failing, "=", 0, needed=f"0 of {len(refutations)}")]


def _holds(problem: Points, refutation: Cancellation | Enclosure) -> bool:
    """Whether its rows cancel with positive weights."""
    if isinstance(refutation, Cancellation):
        judged = judge_cancellation(problem, refutation, None)
    else:
        judged = judge_enclosure(problem, refutation, None)
    return all(check.holds for check in judged if check.name not in _BESIDE)
