"""Kernels at every exponent: no verdict is wrong, and no claim passes that exact products refute.

A few hundred problems in the default suite. The long run, marked slow, goes on to GORDAN_KERNELS problems (20,000 if it
is not set), with their claims, and can be resumed: how far it has come is kept in a file, in pytest's cache or where
GORDAN_KERNELS_FILE says. What fails is made again from its number alone: `drawn(number)`.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from law.kernel_scale import claims, drawn, products, true
from zoo.truth import separable_exactly

TOGETHER = 250
SECONDS = 5.0


def separable(problem: Any, K: list[list[Any]]) -> bool | None:
    """Whether the images are separable; None where roots of lengths would have to be compared."""
    if isinstance(problem, gordan.Points) and problem.kernel.strict:
        X = (problem.X.toarray() if sp.issparse(problem.X) else problem.X) + 0.0
        sides = [{tuple(row) for row in X[problem.signs == sign].tolist()} for sign in (1, -1)]
        return not sides[0] & sides[1]
    if problem.normalise and problem.intercept:
        return None
    exact = [[Fraction(int(k.p), int(k.q)) for k in row] for row in K]
    return separable_exactly(np.array(exact, dtype=object).reshape(problem.n, -1), problem.signs, problem.intercept)


def judge(number: int) -> Counter[str]:
    """Answer problem `number`, and have the verifier judge claims about it."""
    problem = drawn(number)
    if problem is None:
        return Counter(["refused"])
    K, counts = products(problem), Counter(["problems"])
    name = "gram" if isinstance(problem, gordan.Gram) else problem.kernel.name
    proof = "exact" if number % 5 == 0 else "rounded"
    try:
        outcome = gordan.solve(problem, max_seconds=SECONDS, proof=proof if name in ("poly", "gram") else "rounded")
    except gordan.InputError:
        counts["refused by solve"] += 1
    else:
        truth = separable(problem, K)
        right = truth is None or outcome.kind == ("separable" if truth else "inseparable")
        assert right or outcome.kind == "undecided", f"problem {number}: {outcome.kind} is wrong"
        assert outcome.verdict.holds, f"problem {number}: {outcome.verdict}"
        assert true(problem, K, outcome), f"problem {number}: {outcome}"
        counts[f"{name} {outcome.kind}"] += 1
    for place, claim in enumerate(claims(problem, K, number)):
        for asked in ("rounded", "exact"):
            verdict = gordan.verify(problem, claim, proof=asked)
            counts["claims"] += 1
            if verdict.holds:
                assert true(problem, K, claim), f"problem {number}, claim {place}, {asked}: {claim}"
                counts["accepted"] += 1
                if asked == "exact" and not isinstance(claim, gordan.Undecided):
                    assert not any("floating point" in check.arithmetic for check in verdict.checks), (number, place)
    return counts


def test_a_few_hundred() -> None:
    counts: Counter[str] = Counter()
    for number in range(300):
        counts += judge(number)
    assert counts["problems"] > 150
    assert counts["accepted"] > 100
    assert all(counts[f"{name} {kind}"] for name in ("poly", "gram", "rbf") for kind in ("separable", "inseparable"))


@pytest.mark.slow
def test_many_thousands(request: pytest.FixtureRequest) -> None:
    kept = os.environ.get("GORDAN_KERNELS_FILE") or request.config.cache.mkdir("kernels") / "progress.json"
    path, until = Path(kept), int(os.environ.get("GORDAN_KERNELS", "20000"))
    done: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {"next": 0, "counts": {}}
    counts = Counter(done["counts"])
    for first in range(done["next"], until, TOGETHER):
        for number in range(first, min(first + TOGETHER, until)):
            counts += judge(number)
        path.write_text(json.dumps({"next": min(first + TOGETHER, until), "counts": counts}))
    assert counts["problems"] > 0
