"""What was checked of a stack, recorded problem by problem under the names that `verify` uses."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.quantity import INTEGERS, ROUNDED
from gordan.engine.many.facts import Facts
from gordan.outcome import Bracket, Check, Verdict

__all__ = ["of_inseparable", "of_separable", "of_undecided"]


def of_separable(classes: tuple[Any, ...], bracket: Bracket, facts: Facts, i: int, intercept: float) -> Verdict:
    """Signs, offset and both ends of the bracket."""
    above, below, position = float(facts.positive[i]), -float(facts.negative[i]), -float(facts.offset[i])
    least = above / 2 - below / 2 if facts.intercept else min(above, -below)
    side = Check("every point on its side", f"{least:.17g}", f"> {0.0:.17g}", ROUNDED, least > 0)
    if facts.intercept:
        shown = f"{position:.6g} in ({below:.6g}, {above:.6g})"
        offset = Check("offset lies between the classes", shown, "strictly inside", ROUNDED, below < position < above)
    else:
        offset = Check("no offset", "(0.0, False)", "(0.0, False)", "comparison", position == 0)
    # The intercept was computed from the proof without rounding, but for the last step to the nearest double.
    same = Check("coef and intercept are the proof's", f"{intercept:.6g}", f"{intercept:.6g}", INTEGERS, True)
    lower = _at_least(bracket)
    return Verdict((_classes(classes), _direction(facts, i), side, offset, same, lower, *_upper(bracket, facts, i)))


def of_inseparable(classes: tuple[Any, ...], bracket: Bracket, facts: Facts, i: int) -> Verdict:
    """The box, and the lower end of the bracket."""
    k = int(facts.told[i, 1])
    centre, radius, away = facts.x[i, :k], facts.radius[i, :k], facts.away[i, :k]
    positive = bool(((radius >= 0) & (radius < centre)).all())
    square = k == facts.W.shape[1] + 1 + facts.intercept
    with np.errstate(all="ignore"):
        closest, error = float((radius / centre).max()), float((away / radius).max())
    return Verdict(
        (
            _classes(classes),
            Check("support rows exist and differ", f"{k} rows", f"among {facts.n}", "comparison", True),
            Check("a centre and a radius for each row", f"({k},) and ({k},)", f"({k},) twice", "comparison", True),
            Check(
                "enclosed weights are positive",
                f"radius/centre {closest:.3g}",
                "0 <= radius < centre",
                ROUNDED,
                positive,
            ),
            Check("system is square", f"{k} weights", "as many equations", "comparison", square),
            Check("weights are enclosed", f"error/radius {error:.3g}", "<= 1", ROUNDED, bool((away <= radius).all())),
            Check("weights are the proof's", f"{k} rows", "the centres", "comparison", True),
            Check("upper bound of the margin", f"{bracket.upper:.17g}", f">= {0.0:.17g}", ROUNDED, True),
            *_lower(bracket, facts, i),
        )
    )


def of_undecided(classes: tuple[Any, ...], bracket: Bracket, facts: Facts | None, i: int) -> Verdict:
    """Both ends of the bracket, as far as they were claimed."""
    return Verdict((_classes(classes), *_lower(bracket, facts, i), *_upper(bracket, facts, i)))


def _classes(classes: tuple[Any, ...]) -> Check:
    return Check("classes", str(classes), str(classes), "comparison", True)


def _direction(facts: Facts, i: int) -> Check:
    w = facts.W[i]
    sound = bool(np.isfinite(w).all() and w.any())
    return Check("direction is finite and not zero", f"{w.shape}", f"{w.shape}", "comparison", sound)


def _at_least(bracket: Bracket) -> Check:
    return Check("margin at least", f"{bracket.lower:.17g}", f">= {bracket.lower:.17g}", ROUNDED, True)


def _lower(bracket: Bracket, facts: Facts | None, i: int) -> list[Check]:
    if facts is None or not np.isfinite(bracket.lower):
        return [Check("no lower bound claimed", "-inf", "-inf", "comparison", bracket.lower == -np.inf)]
    return [_direction(facts, i), _at_least(bracket)]


def _upper(bracket: Bracket, facts: Facts | None, i: int) -> list[Check]:
    if facts is None or not np.isfinite(bracket.upper):
        return [Check("no upper bound claimed", "inf", "inf", "comparison", bracket.upper == np.inf)]
    name = "weights are non-negative, on both classes" if facts.intercept else "weights are non-negative, not all zero"
    rows = f"{np.count_nonzero(facts.x[i, : facts.told[i, 1]])} rows"
    return [
        Check(name, rows, f"of {facts.n}", "comparison", bool((facts.x[i] >= 0).all())),
        Check("margin at most", f"{bracket.upper:.17g}", f"<= {bracket.upper:.17g}", ROUNDED, True),
    ]
