"""Regression models of seven families, grouped rows and rows without trials included, against the split in fractions.

The rows of each model are written down here once more, from its likelihood; which of them some direction makes
positive, and which way each coefficient goes, is found by a simplex method in integers.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

import gordan
from campaign.exact import split
from campaign.trial import require

__all__ = ["answer", "drawn", "truth"]

FAMILIES = ("binomial", "poisson", "negative-binomial", "log-binomial", "multinomial", "ordinal", "conditional")
_UNITS = ("1", "1", "1", "0.1", "0.25", "1e-5", "3e7", "1e-150", "1e200", "1e-310", "7e-320")


class Model(NamedTuple):
    """What `diagnose` is asked; `columns` are the columns of X in integers, a column in its own unit."""

    family: str
    X: Any
    y: Any
    columns: list[list[int]]
    weights: Any
    strata: Any
    intercept: bool


def drawn(number: int) -> Model:
    """Model `number`: few rows of coarse numbers, columns in units of every size."""
    rng = np.random.default_rng([9, number])
    family = FAMILIES[number % len(FAMILIES)]
    large = family in ("multinomial", "ordinal")
    n, p = int(rng.integers(3, 7 if large else 11)), int(rng.integers(1, 3 if large else 4))
    Z, units = rng.integers(-2, 3, (n, p)), [str(rng.choice(_UNITS)) for _ in range(p)]
    if p > 1 and rng.integers(4) == 0:
        Z[:, -1], units[-1] = Z[:, 0] * int(rng.integers(-2, 3)), units[0]
    X = np.array([[float(int(v) * Fraction(u)) for v, u in zip(row, units, strict=True)] for row in Z])
    weights = rng.integers(0, 3, n) if rng.random() < 0.15 else None
    strata = rng.integers(0, 3, n) if family == "conditional" else None
    return Model(family, X, _response(rng, family, Z), Z.tolist(), weights, strata, bool(rng.random() < 0.8))


def _response(rng: np.random.Generator, family: str, Z: Any) -> Any:
    n = len(Z)
    side = Z @ rng.integers(-1, 2, Z.shape[1]) > 0
    if family in ("poisson", "negative-binomial"):
        return rng.poisson(0.4, n) * (1 if rng.integers(2) else side)
    if family == "multinomial" and rng.integers(2):
        return rng.integers(0, 3, (n, 3)) * rng.integers(0, 2, (n, 3))
    if family in ("multinomial", "ordinal"):
        return np.clip(side + rng.integers(0, 2, n), 0, 2) if rng.integers(2) else rng.integers(0, 3, n)
    if family != "conditional" and (way := rng.integers(3)):
        # Successes and failures, with rows that have neither; or proportions.
        counts = rng.integers(0, 3, (n, 2)) * np.column_stack([side, ~side] if rng.integers(2) else [side * 0 + 1] * 2)
        if way == 1 or family == "log-binomial":
            return counts
        return np.where(counts.sum(axis=1) > 0, counts[:, 0] / np.maximum(counts.sum(axis=1), 1), rng.integers(0, 2, n))
    if family == "log-binomial":
        return (rng.random(n) < 0.2).astype(int)
    return np.where(rng.random(n) < 0.2, ~side, side).astype(int)


def answer(number: int) -> Counter[str]:
    """Diagnose model `number` and compare kind, separated rows and coefficients with the truth."""
    model = drawn(number)
    known = truth(model)
    try:
        numbers = {"weights": model.weights, "strata": model.strata, "intercept": model.intercept}
        numbers = {
            name: value for name, value in numbers.items() if model.family != "conditional" or name != "intercept"
        }
        proof = "exact" if number % 5 == 0 else "rounded"
        diagnosis = gordan.diagnose(model.X, model.y, family=model.family, proof=proof, **numbers)
    except gordan.InputError as error:
        require(known is None or "constant" in str(error), f"refused: {error}")
        return Counter([f"refused {model.family}"])
    if known is None:
        return Counter([f"answered without rows {model.family}"])
    if diagnosis.kind == "undecided":
        return Counter([f"undecided {model.family}"])
    kind, rows, ways = known
    require(diagnosis.kind == kind, f"{model.family} is {diagnosis.kind}, but {kind} is true")
    require(diagnosis.verdict.holds, f"the verdict does not hold: {diagnosis.verdict}")
    require(diagnosis.rows == rows, f"{model.family}: rows {diagnosis.rows}, but {rows} are separated")
    states = list(diagnosis.coefficients.values())
    require(len(states) == len(ways), f"{len(states)} coefficients, {len(ways)} expected")
    for state, way in zip(states, ways, strict=True):
        require(state in (way, "unsettled"), f"{model.family}: {diagnosis.coefficients}, but {ways} are true")
    return Counter([f"{kind} {model.family}"])


def truth(model: Model) -> tuple[str, tuple[int, ...], list[str]] | None:
    """Kind, separated rows and ways of the coefficients; None where nothing is there to be estimated."""
    used = [i for i in range(len(model.X)) if model.weights is None or model.weights[i] > 0]
    design = [list(model.columns[i]) for i in range(len(model.X))]
    within = model.intercept and model.family not in ("ordinal", "conditional")
    constant = (
        [len({design[i][j] for i in used}) == 1 and design[used[0]][j] != 0 for j in range(len(design[0]))]
        if used
        else []
    )
    if within and not any(constant):
        design = [[1, *row] for row in design]
    written = _WRITERS[model.family](model, design, used)
    if written is None:
        return None
    inequalities, owners, equalities, p, shown = written
    strict, ways = split(inequalities, equalities, p)
    rows = sorted({i for owner, positive in zip(owners, strict, strict=True) if positive for i in owner})
    kind = "overlap" if not any(strict) else "complete" if all(strict) and not equalities else "quasi"
    return kind, tuple(rows), ways[:shown]


def _signed(row: list[int], sign: int) -> list[int]:
    return [sign * v for v in row]


def _one_sided(model: Model, design: Any, used: list[int]) -> Any:
    """Binomial and counts: rows that may only rise, may only fall, or are held."""
    y, family, classes = np.asarray(model.y), model.family, set()
    inequalities, owners, equalities = [], [], []
    for i in used:
        if family in ("poisson", "negative-binomial"):
            rises, falls = bool(y[i] > 0), True
        else:
            rises, falls = (bool(y[i, 0]), bool(y[i, 1])) if y.ndim == 2 else (bool(y[i] > 0), bool(y[i] < 1))
            classes |= {name for name, there in (("success", rises), ("failure", falls)) if there}
            # A success under the log link holds its row: it falls where x·b does, and x·b is bounded above by 0.
            falls |= family == "log-binomial" and rises
        if rises and falls:
            equalities.append(design[i])
        elif rises or falls:
            inequalities.append(_signed(design[i], 1 if rises else -1))
            owners.append([i])
    if not used or ("binomial" in (family, family[4:]) and len(classes) < 2):
        return None
    return inequalities, owners, equalities, len(design[0]), len(design[0])


def _multinomial(model: Model, design: Any, used: list[int]) -> Any:
    y = np.asarray(model.y)
    seen = {i: set(np.flatnonzero(y[i]).tolist()) if y.ndim == 2 else {int(y[i])} for i in used}
    classes = sorted(set().union(*seen.values())) if used else []
    if len(classes) < 2:
        return None
    p = len(design[0])

    def difference(i: int, k: int, j: int) -> list[int]:
        row = [0] * (p * len(classes))
        for block, sign in ((classes.index(k), 1), (classes.index(j), -1)):
            row[block * p : (block + 1) * p] = _signed(design[i], sign)
        return row[p:]

    inequalities, owners, equalities = [], [], []
    for i in used:
        for k in seen[i]:
            for j in classes:
                if j in seen[i]:
                    equalities += [difference(i, k, j)] if j < k else []
                else:
                    inequalities.append(difference(i, k, j))
                    owners.append([i])
    return inequalities, owners, equalities, p * (len(classes) - 1), p * (len(classes) - 1)


def _ordinal(model: Model, design: Any, used: list[int]) -> Any:
    """Thresholds first: t_k − x·d ≥ 0 below them, x·d − t_k ≥ 0 above."""
    y = [int(model.y[i]) for i in range(len(design))]
    classes = sorted({y[i] for i in used})
    if len(classes) < 2:
        return None
    cuts, inequalities, owners = len(classes) - 1, [], []
    for i in used:
        k = classes.index(y[i])
        for cut, sign in ((k, 1), (k - 1, -1)):
            if 0 <= cut < cuts:
                inequalities.append([sign * int(j == cut) for j in range(cuts)] + _signed(design[i], -sign))
                owners.append([i])
    p = cuts + len(design[0])
    return inequalities, owners, [], p, p


def _conditional(model: Model, design: Any, used: list[int]) -> Any:
    """Every case against every control of its stratum."""
    inequalities, owners = [], []
    for i in used:
        for j in used:
            if model.strata[i] == model.strata[j] and model.y[i] and not model.y[j]:
                inequalities.append([a - b for a, b in zip(design[i], design[j], strict=True)])
                owners.append([i, j])
    if not inequalities:
        return None
    return inequalities, owners, [], len(design[0]), len(design[0])


_WRITERS: dict[str, Any] = {
    **dict.fromkeys(("binomial", "poisson", "negative-binomial", "log-binomial"), _one_sided),
    "multinomial": _multinomial,
    "ordinal": _ordinal,
    "conditional": _conditional,
}
