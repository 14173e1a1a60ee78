"""`KernelClaims` and `KernelJudged`: hyperplanes in a kernel's space for many questions, and what was computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Mask, Positions
from gordan.arithmetic.quantity import Rounded
from gordan.errors import InputError
from gordan.outcome import Check, Claim, KernelSeparator, Verdict
from gordan.verify.check import (
    bracket_is_sound,
    compare,
    contradictions,
    fact,
    lower_end,
    offset_is_a_number,
    on_their_base,
    same_doubles,
    shown_number,
    upper_end,
)
from gordan.verify.genuine import genuine, same_classes
from gordan.verify.shown import shown_falsely

__all__ = ["KernelClaims", "KernelJudged"]


class KernelClaims(NamedTuple):
    """A hyperplane Σ c_i k(x_i, ·) + offset and weights x for each question, on the rows S of the question.

    Those of question q stand at `starts[q]:starts[q + 1]`, with S rising.
    """

    starts: Positions
    S: Positions
    c: Array
    x: Array
    offset: Array
    classes: Sequence[tuple[object, ...]]

    def require_shapes(self, b: int) -> None:
        """Raise InputError unless every array is one of NumPy's own, with something for each of b questions."""
        k = self.S.size
        arrays = ((self.starts, b + 1), (self.S, k), (self.c, k), (self.x, k), (self.offset, b))
        plain = all(type(each) is np.ndarray and each.shape == (size,) for each, size in arrays)
        whole = plain and self.starts.dtype == self.S.dtype == np.int64
        if not (whole and self.c.dtype == self.x.dtype == self.offset.dtype == np.float64) or len(self.classes) != b:
            raise InputError(f"give claims about {b} questions: starts and S as int64, c, x and offset as float64")
        if self.starts[0] != 0 or self.starts[-1] != k or not (np.diff(self.starts) > 0).all():
            raise InputError("every question needs a row with a coefficient; give starts from 0 to the size of S")

    def dense(self, i: int, n: int) -> tuple[Array, Array]:
        """Coefficients and weights of question i, one for each of its n rows."""
        own, c, x = slice(*self.starts[i : i + 2]), np.zeros(n), np.zeros(n)
        c[self.S[own]], x[self.S[own]] = self.c[own], self.x[own]
        return c, x


class _Question(NamedTuple):
    """One question of a stack, in the space of a kernel."""

    n: int
    m: int
    intercept: bool
    space: str
    implicit: bool = True


@dataclass(frozen=True, eq=False)
class KernelJudged:
    """What the verifier computed, with a number for each question, which have `sizes` rows of m coordinates.

    `gap` is that between the classes, `least` the least signed value, both from below; `lower` and `upper` are the
    proved ends of the margin. `sound` and `base` say whose coefficients are finite and not zero, on rows that differ,
    and whose weights are non-negative, on every class that needs one.
    """

    claims: KernelClaims
    sizes: Positions
    m: int
    space: str
    intercept: bool
    classes: Sequence[tuple[object, ...]]
    sound: Mask
    base: Mask
    gap: Array
    least: Array
    lower: Array
    upper: Array

    @property
    def holds(self) -> Mask:
        """Of which questions every check holds, that of the classes apart."""
        offset = np.isfinite(self.claims.offset) & (self.intercept | (self.claims.offset == 0.0))
        ends = (self.lower > 0) & (self.upper < np.inf) & (self.lower <= self.upper)
        return np.asarray(self.sound & self.base & offset & (self.gap > 0) & (self.least > 0) & ends)

    def verdict(self, i: int, claim: Claim) -> Verdict:
        """The verdict on a claim about question i, with every check that `verify` makes of such a claim.

        The claim must be the one that was judged, as a record.
        """
        plain = genuine(claim)
        if not plain.holds:
            return Verdict((plain,))
        n = int(self.sizes[i])
        if difference := self._difference(i, n, claim):
            return Verdict((fact("claim is the one judged", difference, "that of the stack", False),))
        checks = [same_classes(claim.classes, self.classes[i]), bracket_is_sound(claim.bracket)]
        if checks[1].holds:
            checks[1:] = self._checks(i, n, claim)
        if all(check.holds for check in checks):
            checks += shown_falsely(_Question(n, self.m, self.intercept, self.space), claim)
            checks += [] if claim.bracket is None else contradictions(claim.bracket)
        return Verdict(tuple(checks))

    def _difference(self, i: int, n: int, claim: Claim) -> str:
        """Which part of a claim is not what was judged; empty where all are."""
        proof = claim.proof
        if type(proof) is not KernelSeparator or not self.sound[i]:
            return f"a {type(proof).__name__}"
        c, x = self.claims.dense(i, n)
        same = same_doubles(proof.coefficients, c) and type(proof.offset) is float
        if not same or proof.offset != float(self.claims.offset[i]):
            return "another hyperplane"
        return "" if same_doubles(claim.weights, x) else "other weights"

    def _checks(self, i: int, n: int, claim: Claim) -> list[Check]:
        (c, x), offset = self.claims.dense(i, n), float(self.claims.offset[i])
        checks = [fact("coefficients are finite and not zero", f"{c.shape}", f"({n},)", True)]
        checks.append(offset_is_a_number(offset))
        checks.append(compare("every point on its side", Rounded(float(self.gap[i])), ">", 0.0))
        if self.intercept:
            checks.append(compare("offset lies between the classes", Rounded(float(self.least[i])), ">", 0.0))
        else:
            checks.append(fact("no offset", f"{offset:.6g}", "0", offset == 0))
        same = same_doubles(claim.dual_coef, c) and claim.coef is None and type(claim.offset) is float
        same = same and claim.offset == offset and type(claim.intercept) is float and claim.intercept == offset
        shown = shown_number(claim.intercept), f"{offset:.6g}"
        checks.append(fact("dual_coef and intercept are the proof's", *shown, same))
        ends = (None, None) if claim.bracket is None else (claim.bracket.lower, claim.bracket.upper)
        checks.append(lower_end(Rounded(float(self.lower[i])), ends[0]))
        checks.append(on_their_base(x, n, intercept=self.intercept, sound=bool(self.base[i])))
        return [*checks, upper_end(Rounded(float(self.upper[i])), ends[1])]
