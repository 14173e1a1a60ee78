"""Random small-integer problems by number, answered one by one and together, against rational truth.

A thousand in the default suite. The long run, marked slow, goes to a million and can be resumed: how far it has come is
kept in a file, in pytest's cache or where GORDAN_MILLION says. GORDAN_MILLION_UNTIL ends it earlier. A problem that
fails is made again from its number alone: `drawn(number)`.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gordan
from zoo.truth import separable_exactly

TOGETHER = 1000  # problems in one run of `separate_many`: enough for its compiled loop
KINDS = ("any", "any", "repeated", "on a line", "in a plane", "grid", "zeros", "ahead", "touching", "labelled")


def drawn(number: int) -> gordan.Points:
    """Problem `number`: few points with few distinct values, most of them degenerate in some way."""
    rng = np.random.default_rng([4, number])
    n, m, reach = int(rng.integers(2, 10)), int(rng.integers(1, 6)), int(rng.integers(1, 5))
    kind, intercept = KINDS[rng.integers(len(KINDS))], bool(rng.integers(2))
    X, y = rng.integers(-reach, reach + 1, (n, m)), rng.choice([-1, 1], n)
    if kind == "repeated":
        again = rng.integers(0, n, int(rng.integers(1, 6)))
        X, y = np.vstack([X, X[again]]), np.append(y, rng.choice([-1, 1]) * y[again])
    elif kind == "on a line":
        X = X[:, :1] * rng.integers(-reach, reach + 1, (1, m))
    elif kind == "in a plane":
        X = rng.integers(-reach, reach + 1, (n, 2)) @ rng.integers(-reach, reach + 1, (2, m))
    elif kind == "grid":
        X = X % 2
    elif kind == "zeros":
        X = X * rng.integers(0, 2, (n, 1))
    elif kind in ("ahead", "touching"):
        X[:, 0] = (np.abs(X[:, 0]) + (kind == "ahead")) * y
    elif kind == "labelled":
        y = np.where(X @ rng.integers(-2, 3, m) > 0, 1, -1)
    if intercept:
        y[:2] = [1, -1]
    elif 1 not in y:
        # The only class there is counts as positive.
        y[:] = 1
    return gordan.Points(X.astype(float), y, intercept=intercept)


def judge(first: int, last: int) -> Counter[str]:
    """Answer the problems first ≤ number < last both ways; no verdict may be wrong, and none missing."""
    problems = [drawn(number) for number in range(first, last)]
    counts: Counter[str] = Counter()
    together = gordan.separate_many(problems)
    for number, problem, among in zip(range(first, last), problems, together, strict=True):
        truth = separable_exactly(problem.X, problem.signs, problem.intercept)
        alone = gordan.solve(problem, proof="exact" if number % 7 == 0 else "rounded")
        for way, outcome in (("together", among), ("alone", alone)):
            right = outcome.kind == ("separable" if truth else "inseparable")
            assert right or outcome.kind == "undecided", f"problem {number} {way}: {outcome.kind} is wrong"
            assert outcome.verdict.holds, f"problem {number} {way}: {outcome.verdict}"
            # A second opinion on what was recorded of the stacks.
            if way == "together" or number % 10 == 0:
                assert gordan.verify(problem, outcome).holds, f"problem {number} {way}"
            counts[outcome.kind] += 1
            if outcome.kind == "undecided":
                counts[f"{way} {number}"] += 1
    return counts


def test_a_thousand() -> None:
    counts = judge(0, 1000)
    assert set(counts) == {"separable", "inseparable"}
    assert min(counts.values()) > 600


@pytest.mark.slow
def test_a_million(request: pytest.FixtureRequest) -> None:
    """Resumed where it was left; ends at the first wrong verdict, and counts what is left undecided."""
    path = Path(os.environ.get("GORDAN_MILLION") or request.config.cache.mkdir("million") / "progress.json")
    until = int(os.environ.get("GORDAN_MILLION_UNTIL", "1000000"))
    done: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {"next": 0, "counts": {}}
    counts = Counter(done["counts"])
    for first in range(done["next"], until, TOGETHER):
        counts += judge(first, min(first + TOGETHER, until))
        path.write_text(json.dumps({"next": min(first + TOGETHER, until), "counts": counts}))
    assert counts["undecided"] == 0, counts
