"""Models of every family with their exact splits, and the certificates made of them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

import gordan
from gordan.file.certificate.format import spell
from gordan.outcome.certificate.compose import compose_diagnosis
from gordan.outcome.certificate.split import Model, SplitCertificate
from gordan.outcome.split import SplitClaim
from gordan.regression.diagnose.certificate import describe

__all__ = ["MODELS", "Split", "made_split", "truly_proves", "write_data"]

# x overlaps, z separates rows in part, w in full; tenths are no binary numbers; twin is collinear with x.
DATA = pd.DataFrame(
    {
        "y": [0, 0, 0, 0, 1, 1, 1, 1],
        "x": [0.1, 0.7, 0.3, 0.5, 0.2, 0.6, 0.4, 0.5],
        "z": [0, 0, 0, 0, 0, 1, 1, 0],
        "w": [1, 2, 3, 4, 5, 6, 7, 8],
        "twin": [0.3, 0.9, 0.5, 0.7, 0.4, 0.8, 0.6, 0.7],
        "site": ["a", "b", "a", "b", "a", "b", "a", "b"],
        "good": [2, 0, 1, 3, 0, 2, 4, 1],
        "bad": [1, 3, 0, 2, 2, 0, 0, 1],
        "seen": [0, 3, 1, 2, 0, 4, 0, 1],
        "grade": [1, 2, 1, 3, 2, 3, 3, 2],
        "pair": [1, 2, 3, 4, 1, 2, 3, 4],
        "often": [1, 2, 1, 0, 3, 1, 1, 1],
    }
)
MODELS: dict[str, tuple[str, dict[str, Any]]] = {
    "quasi": ("y ~ x + z", {}),
    "complete": ("y ~ w + x", {}),
    "overlap": ("y ~ x", {}),
    "collinear": ("y ~ x + twin + z", {}),
    "equalities": ("good + bad ~ x + z", {}),
    "poisson": ("seen ~ z + site", {"family": "poisson"}),
    "all equalities": ("w ~ x", {"family": "poisson"}),
    "log-binomial": ("y ~ z", {"family": "log-binomial"}),
    "multinomial": ("grade ~ z + x", {"family": "multinomial"}),
    "ordinal": ("grade ~ x + w", {"family": "ordinal"}),
    "conditional": ("y ~ x + z", {"family": "conditional", "strata": "pair"}),
    "strata": ("y ~ x + z", {"family": "conditional", "strata": "pair", "numbers": "binary"}),
    "weights": ("y ~ x + z", {"weights": "often", "offset": "w"}),
    "binary": ("y ~ x + z", {"numbers": "binary"}),
    "described": ("I(w > 4) ~ site:x + C(grade, Sum) + center(x)", {}),
    "bases": ("seen ~ poly(x, 2) + bs(twin, df=4) + C(grade, Poly):I(z - x**3)", {"family": "poisson"}),
    "carried": ("y ~ z + np.exp(x)", {}),
    "carried response": ("I(np.exp(w) > 50) ~ x + I(x * z)", {}),
    "counted": ("cbind(good, bad, seen) ~ z", {"family": "multinomial"}),
    "proportions": ("x ~ z", {}),
}


class Split(NamedTuple):
    """A posed model, its exact diagnosis, and the bytes of the certificate."""

    system: gordan.problem.System
    found: gordan.regression.diagnose.Diagnosis
    raw: bytes


@cache
def made_split(name: str) -> Split:
    formula, options = MODELS[name]
    system = gordan.pose(formula, data=DATA, **options).system
    found = gordan.diagnose(formula, data=DATA, proof="exact", literal=True, **options)
    assert found.kind != "undecided", found.reason
    named = {key: value for key, value in options.items() if key in ("weights", "offset", "strata")}
    assert found.study is not None
    design = describe(found.study.posed)
    model = Model(found.family, formula, file="data.csv", design=design, **named)
    certificate = compose_diagnosis(
        system, SplitClaim(found.split.strict, found.split.proof), kind=found.kind, model=model
    )
    return Split(system, found, spell(certificate))


def write_data(path: Path) -> None:
    DATA.to_csv(path, index=False)


def truly_proves(system: gordan.problem.System, claim: SplitCertificate) -> bool:
    """Both halves and the kind in fractions, by the words of the format: no code of the verifier has a part in it."""
    exact = (lambda v: Fraction(repr(float(v)))) if system.numbers == "decimal" else Fraction
    rows = [[exact(v) for v in row] for row in np.vstack([_dense(system.inequalities), _dense(system.equalities)])]
    n, b, X = system.n_inequalities, claim.proof.direction, iter(claim.proof.weights)
    totals = [Fraction(0)] * system.n_columns
    for i, row in enumerate(rows):
        product = sum(v * s for v, s in zip(b, row, strict=True))
        if i in claim.rows:
            if not product > 0:
                return False
            continue
        weight = next(X, 0)
        if product != 0 or (i < n and weight <= 0):
            return False
        totals = [t + weight * v for t, v in zip(totals, row, strict=True)]
    kind = "complete" if len(claim.rows) == len(rows) else "quasi" if claim.rows else "overlap"
    return not any(totals) and next(X, None) is None and claim.alternative == kind


def _dense(rows: Any) -> Any:
    return rows.toarray() if hasattr(rows, "toarray") else rows
