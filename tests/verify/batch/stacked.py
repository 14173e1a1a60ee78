"""Stacks with claims that hold, and the claim about one of their problems as a record."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gordan import Points
from gordan.engine.many.answers import Answers
from gordan.engine.many.arrays import Arrays
from gordan.engine.many.batch import Batch, Settings
from gordan.engine.many.together import Engine, answer_together
from gordan.engine.polish.separator import raw_intercept
from gordan.outcome import Bracket, Claim
from gordan.verify import Claims, Stack, verify_many

__all__ = ["claim_of", "claimed", "problem_of"]


def claimed(X: Any, Y: Any, **how: Any) -> tuple[Stack, Claims]:
    """A stack and what `separate_many` claims of it, radii and ends written out."""
    how = {"intercept": True, "normalise": False, "numbers": "binary"} | how
    source = Arrays(X, Y, how)
    reading = next(iter(source))
    batch: Batch = reading().batches[0]
    assert batch.size == len(Y), "more than one batch"
    answers: Answers = answer_together(batch, Settings(), Engine(compiled=True))
    judged = answers.judged
    assert judged is not None
    stack = Stack(batch.X, batch.signs, batch.intercept, batch.normalise, batch.numbers, batch.classes)
    kind = np.where(judged.holds, judged.claims.kind, 2).astype(np.int8)
    classes = [batch.classes[i] for i in range(batch.size)]
    ends = {"lower": judged.lower, "upper": judged.upper, "radius": judged.radius}
    return stack, replace(judged.claims, kind=kind, classes=classes, **ends)


def problem_of(stack: Stack, i: int) -> Points:
    X = stack.X[i if stack.X.shape[0] > 1 else 0]
    labels = np.where(stack.signs[i] > 0, stack.classes[i][-1], stack.classes[i][0])
    return Points(X, labels, stack.intercept, stack.normalise, stack.numbers)


def claim_of(stack: Stack, claims: Claims, i: int) -> Claim:
    """What the arrays claim of problem i, whether it is true or not."""
    n, kind, separator = stack.signs.shape[1], int(claims.kind[i]), claims.separator(i)
    assert claims.lower is not None
    assert claims.upper is not None
    bracket = Bracket(float(claims.lower[i]), float(claims.upper[i]))
    sound = bool(np.isfinite(separator.direction).all() and np.isfinite(separator.offset))
    shown: dict[str, Any] = {"coef": separator.direction, "centre": separator.centre, "offset": separator.offset}
    intercept = raw_intercept(separator) if sound and np.isfinite(separator.centre).all() else 0.0
    weights = np.zeros(n)
    used = (claims.x[i] != 0) & (claims.S[i] >= 0) & np.less(claims.S[i], n)
    weights[claims.S[i, used]] = claims.x[i, used]
    shown["weights"] = weights if kind == 1 or np.isfinite(bracket.upper) else None
    proof: Any = separator if kind == 0 else None
    if kind == 1:
        proof = verify_many(stack.take(np.array([i])), claims.take(np.array([i]))).enclosure(0)
    return Claim(bracket=bracket, classes=claims.classes[i], intercept=intercept, proof=proof, **shown)
