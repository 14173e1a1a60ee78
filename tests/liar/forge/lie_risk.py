"""Cox models of a few rows, and the forgers of what is claimed of their comparisons."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from claimed import replace
from gordan.errors import InputError
from gordan.feasibility.risk import RiskSplit, split_risk
from gordan.outcome.risk import RiskClaim
from gordan.outcome.split import Dependence, Relation
from gordan.problem.risk import RiskSets
from liar.forge.forger import Case, Forger, drawn_where, proved_by

__all__ = ["RISKS", "drawn_risk"]

COMBINED = "comparisons at zero are combinations of the weighted pairs"
ALONE = "all comparisons are positive, or not"
SEPARATED = "separated events are those with a positive comparison"


def drawn_risk(rng: Any) -> RiskSets:
    """Few times, so that many are tied; late starts, strata, collinear columns and any scale."""
    n, m = int(rng.integers(3, 25)), int(rng.integers(1, 5))
    X = rng.integers(-2, 3, (n, m)).astype(float)
    if rng.integers(3) == 0:
        X[:, 0] = rng.integers(0, 2, n)
    if m > 2 and rng.integers(4) == 0:
        X[:, 2] = X[:, 0] - 2 * X[:, 1]
    X = (X * 2.0 ** int(rng.integers(-900, 900)), X / 10, X)[int(rng.integers(3))]
    stop = rng.integers(1, 1 + int(rng.integers(2, 20)), n).astype(float)
    start = None if rng.integers(2) else stop - rng.integers(1, 6, n)
    event = rng.random(n) < rng.random()
    if rng.integers(3) == 0:
        event &= X[:, 0] > 0
    stratum = rng.integers(0, int(rng.integers(1, 4)), n)
    exact, numbers = bool(rng.integers(2)), "decimal" if rng.integers(2) else "binary"
    return RiskSets(X, stop, event, start, stratum, exact, numbers)


def honest(rng: Any) -> Case | None:
    problem = drawn_risk(rng)
    try:
        answer = split_risk(problem)
    except InputError:  # nobody is compared with anybody
        return None
    return Case(problem, answer.claim) if isinstance(answer, RiskSplit) else None


_where = partial(drawn_where, honest, tries=60)


def _overlaps(case: Case) -> bool:
    """Weights on all comparisons, of which some are not zero."""
    return not case.claim.strict.any() and len(case.claim.proof.flat.pivots) > 0


def _separated(case: Case) -> bool:
    return bool(case.claim.strict.any())


def _strange_pair(case: Case, rng: Any) -> dict[str, Any]:
    """A pair of no weight whose first row is compared with itself."""
    row = int(np.flatnonzero(case.problem.event)[0])
    return {"pairs": np.concatenate([case.claim.proof.pairs, [[row, row]]])}


def _negative_weight(case: Case, rng: Any) -> dict[str, Any]:
    """Every pair has its weight turned round: they cancel as before."""
    return {"weights": tuple(-v for v in case.claim.proof.weights)}


def _other_weight(case: Case, rng: Any) -> dict[str, Any]:
    pairs, weights = case.claim.proof.pairs, list(case.claim.proof.weights)
    X = case.problem.covariates
    unequal = [k for k in range(len(weights)) if (X[pairs[k, 0]] != X[pairs[k, 1]]).any()]
    weights[unequal[0]] += 1
    return {"weights": tuple(weights)}


def _no_pairs(case: Case, rng: Any) -> dict[str, Any]:
    """The pairs without weights: nothing shows then that no comparison can be strict."""
    flat = case.claim.proof.flat
    return {"weights": (), "flat": Dependence(flat.pivots, flat.witness[:0], flat.relations)}


def _every_column_free(case: Case, rng: Any) -> dict[str, Any]:
    """No weights and no pivots: every comparison at zero would have to be one of equal rows."""
    free = tuple(Relation((c,), (1,)) for c in range(case.problem.m))
    return {"weights": (), "flat": Dependence((), np.zeros(0, np.int64), free)}


def _other_way(case: Case, rng: Any) -> dict[str, Any]:
    return {"direction": tuple(-v for v in case.claim.proof.direction)}


def _mark(case: Case, rng: Any) -> Case:
    strict = case.claim.strict.copy()
    place = int(rng.choice(np.flatnonzero(case.problem.event)))
    strict[place] = not strict[place]
    return case._replace(claim=RiskClaim(strict, case.claim.complete, case.claim.proof))


def _called_complete(case: Case, rng: Any) -> Case:
    return case._replace(claim=replace(case.claim, complete=not case.claim.complete))


def _more_depend(case: Case, rng: Any) -> dict[str, Any]:
    """A column that varies is said to vanish."""
    table = case.claim.proof.table
    last = table.pivots[-1]
    relations = (*(each for each in table.relations if last not in each.columns), Relation((last,), (1,)))
    kept = {c for each in relations for c in each.columns[:-1]} | set(table.pivots[:-1])
    return {"table": Dependence(tuple(sorted(kept)), table.witness, relations)}


def _fewer_witnesses(case: Case, rng: Any) -> dict[str, Any]:
    table = case.claim.proof.table
    return {"table": Dependence(table.pivots, table.witness[:0], table.relations)}


RISKS = [
    Forger(
        "cox: a mark too few",
        "a mark for every row",
        honest,
        lambda c, rng: c._replace(claim=replace(c.claim, strict=c.claim.strict[1:])),
        None,
    ),
    Forger(
        "cox: a number for a truth",
        "complete or not",
        honest,
        lambda c, rng: c._replace(claim=replace(c.claim, complete=int(c.claim.complete))),
    ),
    Forger(
        "cox: doubles for integers",
        "integers, pairs and columns",
        honest,
        proved_by(lambda c, rng: {"direction": tuple(float(v) for v in c.claim.proof.direction)}),
    ),
    Forger("cox: a row compared with itself", "pairs are comparisons", honest, proved_by(_strange_pair)),
    Forger(
        "cox: weights turned round",
        "weights of the pairs are positive",
        _where(lambda c: c.claim.proof.weights),
        proved_by(_negative_weight),
    ),
    Forger("cox: one weight more", "weighted pairs cancel", _where(_overlaps), proved_by(_other_weight)),
    Forger("cox: no weights", "rank of the weighted pairs", _where(_overlaps), proved_by(_no_pairs)),
    Forger("cox: all columns free", COMBINED, _where(_overlaps), proved_by(_every_column_free)),
    Forger(
        "cox: the other way",
        "no comparison is negative",
        _where(_separated),
        proved_by(_other_way),
        (SEPARATED, COMBINED, ALONE),
    ),
    Forger("cox: another event", SEPARATED, honest, _mark),
    Forger("cox: called complete", ALONE, honest, _called_complete),
    Forger(
        "cox: a column that vanishes",
        "columns that depend on all comparisons",
        _where(lambda c: c.claim.proof.table.pivots and not c.claim.proof.table.relations),
        proved_by(_more_depend),
    ),
    Forger(
        "cox: no witnesses",
        "rank of the comparisons",
        _where(lambda c: c.claim.proof.table.pivots),
        proved_by(_fewer_witnesses),
    ),
]
