"""What is asked of every answer: that it is true, that it holds, and that nothing false is accepted in its place."""

from __future__ import annotations

import math
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

import gordan
from claimed import replace
from gordan.outcome import (
    Bracket,
    Cancellation,
    IntegerKernelSeparator,
    IntegerSeparator,
    KernelSeparator,
    Separator,
)

__all__ = [
    "Wrong",
    "require",
    "require_bracket",
    "require_right",
    "require_round_trip",
    "root_at_least",
    "root_at_most",
]


class Wrong(AssertionError):
    """A verdict, a bound or an acceptance that exact arithmetic refutes."""


def require(true: bool, words: str) -> None:
    """Raise Wrong with these words unless `true`."""
    if not true:
        raise Wrong(words)


def require_right(problem: Any, outcome: Any, separable: bool) -> str:
    """Check the alternative of an outcome about points or products, twice verified; return its kind."""
    right = "separable" if separable else "inseparable"
    require(outcome.kind in (right, "undecided"), f"{outcome.kind}, but {right} is true")
    require(outcome.verdict.holds, f"the outcome's own verdict does not hold: {outcome.verdict}")
    verdict = gordan.verify(problem, outcome)
    require(verdict.holds, f"verified again it does not hold: {verdict}")
    return str(outcome.kind)


def require_bracket(bracket: Any, square: Fraction) -> None:
    """Check lower ≤ ρ ≤ upper against the square of a margin; 0 stands for any margin that is not positive."""
    require(not (math.isnan(bracket.lower) or math.isnan(bracket.upper)), f"the bracket {bracket} has no number")
    require(below(bracket.lower, square), f"lower end {bracket.lower!r}, but ρ² = {_shown(square)}")
    require(above(bracket.upper, square), f"upper end {bracket.upper!r}, but ρ² = {_shown(square)}")


def below(bound: float, square: Fraction) -> bool:
    """Whether a lower bound is true of the root of `square`."""
    return bound <= 0 or (bound < math.inf and Fraction(bound) ** 2 <= square)


def above(bound: float, square: Fraction) -> bool:
    """Whether an upper bound is true of the root of `square`."""
    return bound == math.inf or (bound >= 0 and Fraction(bound) ** 2 >= square)


def _shown(square: Fraction) -> str:
    """A fraction of any size, by its nearest power of two and the quotient."""
    if not square:
        return "0"
    power = square.numerator.bit_length() - square.denominator.bit_length()
    return f"{float(square / Fraction(2) ** power)!r} × 2^{power}"


def root_at_least(square: Fraction) -> float:
    """The least double that is greater than √square: false, by at most one unit, as a lower bound."""
    bound = _root(square)
    while below(bound, square):
        bound = math.nextafter(bound, math.inf)
    while bound > 0 and not below(earlier := math.nextafter(bound, 0.0), square):
        bound = earlier
    return bound


def root_at_most(square: Fraction) -> float:
    """The greatest double that is less than √square: false, by at most one unit, as an upper bound."""
    bound = _root(square)
    while above(bound, square):
        bound = math.nextafter(bound, -math.inf)
    while not above(later := math.nextafter(bound, math.inf), square):
        bound = later
    return bound


def _root(square: Fraction) -> float:
    """About √square."""
    power = (square.numerator.bit_length() - square.denominator.bit_length()) // 2
    try:
        return math.ldexp(math.sqrt(square / Fraction(4) ** power), power)
    except OverflowError:
        return math.nextafter(math.inf, 0.0)


def require_round_trip(problem: Any, outcome: Any) -> None:
    """Write the certificate of an outcome, read it back and verify it."""
    with tempfile.TemporaryDirectory(dir=_MEMORY) as folder:
        path = Path(folder) / "certificate.json"
        gordan.certify(problem, outcome, path)
        verdict = gordan.verify(problem, gordan.read_certificate(path))
    require(verdict.holds, f"the certificate read back is refused: {verdict}")


_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None


def require_refusals(problem: Any, outcome: Any, square: Fraction, cancels: Any) -> None:
    """Move what an outcome claims just beyond the truth, one claim at a time: the verifier must refuse each.

    `cancels(integers)` says whether integer weights of all rows cancel, by exact arithmetic.
    """
    lower, upper = outcome.bracket.lower, outcome.bracket.upper
    if square > 0:
        _refused(problem, replace(outcome, bracket=Bracket(root_at_least(square), max(upper, root_at_least(square)))))
        if 0 < (short := root_at_most(square)) < math.inf:
            _refused(problem, replace(outcome, bracket=Bracket(min(lower, short), short)))
    else:
        _refused(problem, replace(outcome, bracket=Bracket(5e-324, max(upper, 5e-324))))
    proof = outcome.proof
    if isinstance(proof, Cancellation):
        for k in range(len(proof.support)):
            integers = [v + (i == k) for i, v in enumerate(proof.integers)]
            if not cancels(dict(zip(proof.support, integers, strict=True))):
                _refused(problem, replace(outcome, proof=replace(proof, integers=tuple(integers))))
    elif isinstance(proof, Separator):
        _refused(problem, replace(outcome, proof=replace(proof, direction=-np.asarray(proof.direction))))
    elif isinstance(proof, IntegerSeparator | IntegerKernelSeparator):
        _refused(problem, replace(outcome, proof=replace(proof, integers=tuple(-v for v in proof.integers))))
    elif isinstance(proof, KernelSeparator):
        _refused(problem, replace(outcome, proof=replace(proof, coefficients=-np.asarray(proof.coefficients))))


def _refused(problem: Any, claim: Any) -> None:
    verdict = gordan.verify(problem, claim)
    require(not verdict.holds, f"a false claim was accepted: {claim.kind}, bracket {claim.bracket!r}, {claim.proof!r}")
