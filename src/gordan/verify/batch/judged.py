"""`Judged`: what was computed of every claim about a stack, from which the verdict on one of them is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Mask
from gordan.arithmetic.quantity import Rounded
from gordan.outcome import Check, Claim, Enclosure, Separator, Verdict
from gordan.verify.batch.claims import INSEPARABLE, KINDS, SEPARABLE, UNDECIDED, Claims, Positions
from gordan.verify.bounds import Lowest
from gordan.verify.check import (
    bracket_is_sound,
    compare,
    contradictions,
    fact,
    lower_end,
    no_margin,
    offset_is_a_number,
    on_their_base,
    unclaimed,
    upper_end,
)
from gordan.verify.genuine import genuine, same_classes
from gordan.verify.inseparable import box_encloses, box_is_sound
from gordan.verify.points import direction_is_sound, hyperplane_reported, no_offset, offset_between
from gordan.verify.rounded import Products
from gordan.verify.shown import foreign_fields, shown_falsely

__all__ = ["Judged", "judge_empty_claim"]

_OF_PROOF = ("proof", "coef", "dual_coef", "weights", "intercept", "centre", "offset", "nearest")
_NO_PRODUCTS = Products(np.empty(0), np.empty(0))


class _Question(NamedTuple):
    """One problem of a stack, whose points are known by their coordinates."""

    n: int
    m: int
    intercept: bool
    implicit: bool = False
    space: str = ""


@dataclass(frozen=True, eq=False)
class Judged:
    """What the verifier computed, with a row or a number for each problem of a stack, which have `sizes` points.

    `positive` and `negative` bound the products of both classes from below, `lower` and `upper` are the proved ends of
    the margin. `away` bounds the distance of the weights that cancel from those claimed; `radius` is claimed, or where
    no radius was, what is proved. `direction`, `through`, `rows`, `base` and `square` say of which problems the
    direction is finite and not zero, the hyperplane may have the centre it has, the support has rows of the problem,
    the weights are on their base, and the system of the enclosure is square.
    """

    sizes: Positions
    intercept: bool
    claims: Claims
    classes: Sequence[tuple[object, ...]]
    same_classes: Mask
    direction: Mask
    through: Mask
    positive: Array
    negative: Array
    lower: Array
    rows: Mask
    base: Mask
    square: Mask
    radius: Array
    away: Array
    upper: Array

    @property
    def m(self) -> int:
        return int(self.claims.W.shape[1])

    def size(self, i: int) -> int:
        """How many points problem i has."""
        return int(self.sizes[i])

    @cached_property
    def cancelling(self) -> Mask:
        """Which problems are claimed to be inseparable and have their weights enclosed."""
        x, used = self.claims.x, self.claims.x != 0
        positive = (np.isfinite(x) & (self.radius >= 0) & (self.radius < x)) | ~used
        enclosed = ((self.away <= self.radius) | ~used).all(axis=1) & positive.all(axis=1)
        return np.asarray((self.claims.kind == INSEPARABLE) & self.rows & self.square & enclosed)

    @cached_property
    def separating(self) -> Mask:
        """Which problems are claimed to be separable and have every point on its side of their hyperplane."""
        position = -self.claims.offset
        inside = (-self.negative < position) & (position < self.positive) if self.intercept else position == 0
        apart = self.direction & self.through & (self._least > 0)
        return np.asarray((self.claims.kind == SEPARABLE) & apart & inside)

    @property
    def holds(self) -> Mask:
        """Of which problems every check holds."""
        kind = self.claims.kind
        proved = np.select([kind == SEPARABLE, kind == INSEPARABLE], [self.separating, self.cancelling], False)
        lower = self.lower if self.claims.lower is None else self.claims.lower
        upper = self.upper if self.claims.upper is None else self.claims.upper
        above = (self.direction & self.through & np.isfinite(lower) & (self.lower >= lower)) | (lower == -np.inf)
        below = (self.base & np.isfinite(upper) & (self.upper <= upper)) | (upper == np.inf)
        below = np.where(kind == INSEPARABLE, upper >= 0, below)
        return np.asarray(self.same_classes & (proved | (kind == UNDECIDED)) & above & below & (lower <= upper))

    @property
    def _least(self) -> Array:
        """Lower bounds of the lowest product, with an intercept of the mean of the classes' lowest ones."""
        if not self.intercept:
            return np.minimum(self.positive, self.negative)
        halves = (np.nextafter(end / 2.0, -np.inf) for end in (self.positive, self.negative))
        return np.asarray(np.nextafter(sum(halves), -np.inf))

    def replaced(self, rows: Positions, others: Judged) -> Judged:
        """The same with the problems `rows` judged anew."""
        arrays = {name: values.copy() for name, values in self._arrays().items()}
        for name, values in arrays.items():
            values[rows] = getattr(others, name)
        return replace(self, claims=self.claims.replaced(rows, others.claims), **arrays)

    def take(self, rows: Positions) -> Judged:
        """What was judged of some of the problems."""
        kept = {name: values[rows] for name, values in self._arrays().items()}
        classes = [self.classes[i] for i in rows.tolist()]
        return replace(self, claims=self.claims.take(rows), classes=classes, **kept)

    def _arrays(self) -> dict[str, Any]:
        named = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: values for name, values in named if isinstance(values, np.ndarray)}

    def verdict(self, i: int, claim: Claim) -> Verdict:
        """The verdict on a claim about problem i, with every check that `verify` makes of such a claim.

        The claim must be the one that was judged, as a record; it may claim less, and be undecided. Only the hyperplane
        and the weights that it shows are computed here; all else is read from the arrays.
        """
        plain = genuine(claim)
        if not plain.holds:
            return Verdict((plain,))
        if difference := self._difference(i, claim):
            return Verdict((fact("claim is the one judged", difference, "that of the stack", False),))
        bracket = bracket_is_sound(claim.bracket)
        if not bracket.holds:
            return Verdict((bracket,))
        checks = [_classes(claim, self.classes[i])]
        if isinstance(claim.proof, Separator):
            checks += self._separator(i, claim, claim.proof)
        elif isinstance(claim.proof, Enclosure):
            checks += [*self._enclosure(i, claim, claim.proof), no_margin(_end(claim, "upper"))]
            checks += self._lower_end(i, claim)
        else:
            checks += [*self._lower_end(i, claim), *self._upper_end(i, claim)]
        if all(check.holds for check in checks):
            checks += shown_falsely(_Question(self.size(i), self.m, self.intercept), claim)
        if claim.bracket is not None and all(check.holds for check in checks):
            checks += contradictions(claim.bracket)
        return Verdict(tuple(checks))

    def _difference(self, i: int, claim: Claim) -> str:
        """Which part of a claim is not what was judged; empty where all are."""
        judged = int(self.claims.kind[i])
        kind, proof = KINDS[judged] if 0 <= judged < len(KINDS) else "nothing", claim.proof
        if claim.kind not in (kind, "undecided") or not isinstance(proof, Separator | Enclosure | None):
            return f"{claim.kind} by a {type(proof).__name__}, where {kind} was judged"
        separator = self.claims.separator(i)
        shown = (claim.coef, claim.centre)
        if isinstance(proof, Separator):
            shown = (proof.direction, proof.centre)
            if type(proof.offset) is not float or not _same(np.array(proof.offset), np.array(separator.offset)):
                return "another offset"
        if shown[0] is not None and not (_same(shown[0], separator.direction) and _same(shown[1], separator.centre)):
            return "another hyperplane"
        if isinstance(proof, Enclosure):
            box = self.enclosure(i)
            same = proof.support == box.support and _same(proof.centre, box.centre) and _same(proof.radius, box.radius)
            return "" if same else "another box"
        if claim.weights is None:
            return ""
        same = bool(self.rows[i]) and _same(claim.weights, self.claims.weights(i, self.size(i)))
        return "" if same else "other weights"

    def enclosure(self, i: int) -> Enclosure:
        """The box of problem i, with the radii that were claimed or proved."""
        used = self.claims.x[i] != 0
        support = tuple(self.claims.S[i, used].tolist())
        return Enclosure(support, self.claims.x[i, used].copy(), self.radius[i, used].copy())

    def _separator(self, i: int, claim: Claim, proof: Separator) -> list[Check]:
        sound = direction_is_sound(proof.direction, proof.centre, self.m)
        number = offset_is_a_number(proof.offset)
        if not (sound.holds and number.holds):
            return [sound, number]
        # A class without rows, of which there is none with an intercept, has an infinite bound.
        ends = [None if end == np.inf else Rounded(end) for end in map(float, (self.positive[i], self.negative[i]))]
        low = Lowest(ends[0], ends[1], _NO_PRODUCTS)
        side = compare("every point on its side", low.value(self.intercept), ">", 0.0)
        if not side.holds:
            return [sound, side]
        offset = offset_between(proof, low) if self.intercept else no_offset(proof)
        lower = lower_end(Rounded(float(self.lower[i])), _end(claim, "lower"))
        return [sound, side, offset, hyperplane_reported(claim, proof), lower, *self._upper_end(i, claim)]

    def _enclosure(self, i: int, claim: Claim, proof: Enclosure) -> list[Check]:
        checks = box_is_sound(self.size(i), proof)
        if not all(check.holds for check in checks):
            return checks
        away = self.away[i, self.claims.x[i] != 0] if self.square[i] else None
        return checks + box_encloses(self.size(i), proof, claim.weights, away=away)

    def _lower_end(self, i: int, claim: Claim) -> list[Check]:
        claimed = _end(claim, "lower")
        if claim.coef is None or (claimed is not None and not np.isfinite(claimed)):
            return [unclaimed("no lower bound claimed", claimed, -np.inf)]
        sound = direction_is_sound(claim.coef, claim.centre, self.m)
        if not sound.holds:
            return [sound]
        if not self.through[i]:
            return [sound, fact("no offset", "a centre that is not zero", "0", False)]
        return [sound, lower_end(Rounded(float(self.lower[i])), claimed)]

    def _upper_end(self, i: int, claim: Claim) -> list[Check]:
        claimed = _end(claim, "upper")
        if claim.weights is None or (claimed is not None and not np.isfinite(claimed)):
            return [unclaimed("no upper bound claimed", claimed, np.inf)]
        base = on_their_base(claim.weights, self.size(i), intercept=self.intercept, sound=bool(self.base[i]))
        return [base, upper_end(Rounded(float(self.upper[i])), claimed)] if base.holds else [base]


def judge_empty_claim(claim: Claim, classes: tuple[object, ...]) -> Verdict:
    """The verdict on a claim that says nothing about the data of a problem with these classes: no proof, no ends.

    Examples
    --------
    >>> judge_empty_claim(Claim(classes=(0, 1)), (0, 1)).holds
    True
    """
    plain, lower, upper = genuine(claim), _end(claim, "lower"), _end(claim, "upper")
    if not plain.holds:
        return Verdict((plain,))
    if foreign := foreign_fields(claim, _OF_PROOF):
        return Verdict(tuple(foreign))
    return Verdict(
        (
            _classes(claim, classes),
            unclaimed("no lower bound claimed", lower, -np.inf),
            unclaimed("no upper bound claimed", upper, np.inf),
        )
    )


def _classes(claim: Claim, classes: tuple[object, ...]) -> Check:
    return same_classes(claim.classes, classes)


def _end(claim: Claim, name: str) -> float | None:
    """An end of the bracket that is claimed, None where there is none."""
    return None if claim.bracket is None else getattr(claim.bracket, name)


def _same(given: object, judged: Array) -> bool:
    """Whether these are the same doubles, those that are no numbers included."""
    return type(given) is np.ndarray and given.dtype == np.float64 and np.array_equal(given, judged, equal_nan=True)
