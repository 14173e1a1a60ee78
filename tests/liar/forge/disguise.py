"""Objects that are not what they seem: numbers that compare as they like, arrays that multiply as they like."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

import gordan
from claimed import replace
from gordan.outcome.alternative import Term
from liar.forge.draw_conic import conic_ball, conic_separable
from liar.forge.draw_kernel import kernel_cancelling, kernel_separable
from liar.forge.draw_points import boxed, cancelling, separable, undecided
from liar.forge.forger import DOOR, Case, Forger
from liar.forge.lie_constraint import ball, exact
from liar.forge.lie_points import BASES, change
from liar.forge.lie_program import contradicted, pointed

__all__ = ["DISGUISES", "Agreeable", "AgreeableFloat", "AgreeableFraction", "AgreeableInt", "flattering"]


class Agreeable:
    """Equal to everything."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    def __lt__(self, other: object) -> bool:
        return True

    __le__ = __gt__ = __ge__ = __lt__


class AgreeableTuple(Agreeable, tuple):
    """A tuple that equals any other."""


class AgreeableFloat(Agreeable, float):
    """A double for which every comparison holds."""


class AgreeableFraction(Agreeable, Fraction):
    """A fraction for which every comparison holds."""


class AgreeableInt(int):
    """An integer whose products are 0."""

    def __mul__(self, other: Any) -> int:
        return 0

    __rmul__ = __mul__


class Shifty(tuple):
    """A tuple that is another one from the second reading on."""

    first: tuple[Any, ...] = ()
    read = 0

    def __iter__(self) -> Iterator[Any]:
        self.read += 1
        return iter(self.first) if self.read == 1 else super().__iter__()


def flattering(values: Any, product: Any) -> Any:
    """An array whose product with any matrix is `product`."""

    class Flattering(np.ndarray):
        def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
            if ufunc is np.matmul:
                return product.copy()
            plain = [np.asarray(each) if isinstance(each, Flattering) else each for each in inputs]
            options.pop("out", None)
            return getattr(ufunc, method)(*plain, **options)

    return np.asarray(values).view(Flattering)


def positive_array(values: Any) -> Any:
    """An array for which every comparison holds."""

    class Positive(np.ndarray):
        def __ge__(self, other: Any) -> Any:  # type: ignore[override]
            return np.ones(self.shape, bool)

        __gt__ = __le__ = __lt__ = __ge__

    return np.asarray(values).view(Positive)


class Alternating(gordan.Separable):
    """Shows the verifier one bracket, and everybody after it another."""

    @property
    def bracket(self) -> Any:  # type: ignore[override]
        times = self.__dict__.get("times", 0) + 1
        self.__dict__["times"] = times
        true = self.__dict__["true"]
        return true if times < 12 else gordan.outcome.Bracket(true.lower * 2, true.upper)

    @bracket.setter
    def bracket(self, value: Any) -> None:
        self.__dict__["true"] = value


def agreeable_classes(case: Case, rng: Any) -> Case:
    return change(case, classes=[Agreeable(), AgreeableTuple(("not", "these"))][rng.integers(2)])


def flattering_direction(case: Case, rng: Any) -> Case:
    w = flattering(-case.claim.coef, 1e9 * case.problem.signs)
    proof = replace(case.claim.proof, direction=w)
    return change(case, coef=w, proof=proof, bracket=gordan.outcome.Bracket(1.0, np.inf), weights=None)


def agreeable_offset(case: Case, rng: Any) -> Case | None:
    if case.problem.intercept:
        return None
    offset = [AgreeableFraction(7), AgreeableFloat(7.0)][rng.integers(2)]
    return change(case, offset=offset, intercept=7.0, proof=replace(case.claim.proof, offset=offset))


def agreeable_intercept(case: Case, rng: Any) -> Case:
    lies: list[dict[str, Any]] = [{"intercept": AgreeableFloat(1e9)}, {"offset": AgreeableFloat(1e9)}]
    return change(case, **lies[rng.integers(2)])


def agreeable_lower(case: Case, rng: Any) -> Case:
    return change(case, bracket=replace(case.claim.bracket, lower=AgreeableFloat(1e308)))


def agreeable_upper(case: Case, rng: Any) -> Case | None:
    if case.claim.weights is None:
        return None
    return change(case, bracket=replace(case.claim.bracket, upper=AgreeableFloat(1e-320)))


def agreeable_nothing(case: Case, rng: Any) -> Case:
    return change(case, coef=None, bracket=replace(case.claim.bracket, lower=AgreeableFloat(1.0)))


def agreeable_no_upper(case: Case, rng: Any) -> Case:
    return change(case, weights=None, bracket=replace(case.claim.bracket, upper=AgreeableFloat(1.0)))


def agreeable_above_zero(case: Case, rng: Any) -> Case:
    return change(case, bracket=gordan.outcome.Bracket(-np.inf, AgreeableFloat(-1.0)), coef=None)


def weights_that_seem_positive(case: Case, rng: Any) -> Case | None:
    if case.claim.weights is None or not case.problem.intercept:
        return None
    return change(case, weights=positive_array(-case.claim.weights))


def masked_weights(case: Case, rng: Any) -> Case | None:
    if case.claim.weights is None or case.problem.intercept:
        return None
    x = case.claim.weights.copy()
    j = np.flatnonzero(x)[0]
    x[j] = np.nan
    return change(case, weights=np.ma.masked_array(x, np.isnan(x)))


def masked_direction(case: Case, rng: Any) -> Case:
    w = case.claim.coef.copy()
    w[rng.integers(w.size)] = np.nan
    w = np.ma.masked_array(w, np.isnan(w))
    return change(case, coef=w, proof=replace(case.claim.proof, direction=w))


def integers_that_vanish(case: Case, rng: Any) -> Case | None:
    proof = case.claim.proof
    lie = gordan.outcome.Cancellation(proof.support, tuple(AgreeableInt(k + 1) for k in range(len(proof.integers))))
    total = sum(int(v) for v in lie.integers)
    x = np.zeros(case.problem.n)
    x[list(lie.support)] = [int(v) / total for v in lie.integers]
    return change(case, proof=lie, weights=x)


def shifty_rows(case: Case, rng: Any) -> Case | None:
    """Other rows from the second reading on."""
    proof = case.claim.proof
    if len(proof.support) < 2:
        return None
    rows = Shifty([proof.support[0]] * len(proof.support))
    rows.first = proof.support
    return change(case, proof=replace(proof, support=rows), bracket=gordan.outcome.Bracket(-np.inf, 0.0), coef=None)


def a_box_that_seems_small(case: Case, rng: Any) -> Case:
    proof = case.claim.proof
    radius = positive_array(np.zeros(proof.radius.size))
    centre = proof.centre * 1.5
    lie = replace(proof, radius=radius, centre=centre)
    return change(case, proof=lie, weights=lie.weights(case.problem.n))


def agreeable_coefficients(case: Case, rng: Any) -> Case:
    """Coefficients turned round, of which every product is as it should be."""
    c = flattering(-case.claim.dual_coef, 1e9 * case.problem.signs)
    proof = replace(case.claim.proof, coefficients=c)
    return change(case, dual_coef=c, proof=proof, bracket=gordan.outcome.Bracket(5e-324, np.inf), weights=None)


def masked_coefficients(case: Case, rng: Any) -> Case:
    c = case.claim.dual_coef.copy()
    c[rng.integers(c.size)] = np.nan
    c = np.ma.masked_array(c, np.isnan(c))
    return change(case, dual_coef=c, proof=replace(case.claim.proof, coefficients=c))


def an_agreeable_radius(case: Case, rng: Any) -> Case:
    return change(case, proof=replace(case.claim.proof, radius=AgreeableFloat(1e300)))


def an_agreeable_ball(case: Case, rng: Any) -> Case:
    """A point that solves nothing, within a radius that is as long as anybody likes."""
    far = replace(case.claim, x=case.claim.x + 1.0, radius=AgreeableFloat(0.0))
    return case._replace(claim=far)


def agreeable_numbers(case: Case, rng: Any) -> Case:
    """Another point, whose products are 0."""
    integers = tuple(AgreeableInt(v + 1) for v in case.claim.integers)
    return case._replace(claim=replace(case.claim, integers=integers))


def a_fraction_of_agreeable_integers(case: Case, rng: Any) -> Case:
    """A fraction of Python's own type, made of integers that are not."""
    point, strict = case.claim
    value = Fraction(1)
    value._numerator = AgreeableInt(10**9)  # type: ignore[attr-defined]
    return case._replace(claim=(replace(point, values=(value, *point.values[1:])), strict))


def an_alternating_term(case: Case, rng: Any) -> Case:
    """A side whose weight changes as it is read."""

    class Shy(Term):
        reads = 0

        @property
        def weight(self) -> int:  # type: ignore[override]
            Shy.reads += 1
            return 1 if Shy.reads < 3 else -5

    proof, strict = case.claim
    first = proof.terms[0]
    return case._replace(claim=(replace(proof, terms=(Shy(*first), *proof.terms[1:])), strict))


def an_alternating_outcome(case: Case, rng: Any) -> Case | None:
    if not case.claim.bracket.lower > 0:
        return None
    return case._replace(claim=Alternating(**{**case.claim.__dict__}))


DISGUISES = [
    Forger("agreeable classes", "classes", separable, agreeable_classes, None),
    Forger("a flattering direction", "direction is finite and not zero", separable, flattering_direction, None),
    Forger("a masked direction", "direction is finite and not zero", separable, masked_direction, None),
    Forger("an agreeable offset", "offset is a number", separable, agreeable_offset, None),
    Forger("an agreeable intercept", "coef and intercept are the proof's", separable, agreeable_intercept, None),
    Forger("an agreeable lower end", "margin at least", separable, agreeable_lower, None),
    Forger("an agreeable upper end", "margin at most", separable, agreeable_upper, None),
    Forger("an agreeable lower end of nothing", "no lower bound claimed", undecided, agreeable_nothing, None),
    Forger("an agreeable upper end of nothing", "no upper bound claimed", separable, agreeable_no_upper, None),
    Forger("an agreeable end above zero", "upper bound of the margin", cancelling, agreeable_above_zero, None),
    Forger("weights that seem positive", BASES[0], separable, weights_that_seem_positive, None),
    Forger("masked weights", BASES[1], separable, masked_weights, None),
    Forger("integers that vanish", "weights are positive integers", cancelling, integers_that_vanish, None),
    Forger("shifty rows", "support rows exist and differ", cancelling, shifty_rows, None),
    Forger("a box that seems small", "a centre and a radius for each row", boxed, a_box_that_seems_small, None),
    Forger(
        "kernel: agreeable coefficients",
        "coefficients are finite and not zero",
        kernel_separable,
        agreeable_coefficients,
        None,
    ),
    Forger(
        "kernel: masked coefficients",
        "coefficients are finite and not zero",
        kernel_separable,
        masked_coefficients,
        None,
    ),
    Forger("kernel: an agreeable offset", "offset is a number", kernel_separable, agreeable_offset, None),
    Forger("kernel: agreeable classes", "classes", kernel_separable, agreeable_classes, None),
    Forger("kernel: an agreeable lower end", "margin at least", kernel_separable, agreeable_lower, None),
    Forger("kernel: an agreeable upper end", "margin at most", kernel_separable, agreeable_upper, None),
    Forger(
        "kernel: integers that vanish", "weights are positive integers", kernel_cancelling, integers_that_vanish, None
    ),
    Forger("conic: an agreeable lower end", "margin at least", conic_separable, agreeable_lower, None),
    Forger("conic: an agreeable upper end", "margin at most", conic_separable, agreeable_upper, None),
    Forger("conic: an agreeable radius", "faces and centre fit the cone", conic_ball, an_agreeable_radius, None),
    Forger("constraints: an agreeable ball", "equations are solved within", ball, an_agreeable_ball, None),
    Forger("constraints: agreeable numbers", "one number for each unknown", exact, agreeable_numbers, None),
    Forger(
        "program: a fraction of agreeable integers",
        "a fraction for every column",
        pointed,
        a_fraction_of_agreeable_integers,
        None,
    ),
    Forger(
        "program: an alternating term", "sides exist, weights are positive", contradicted, an_alternating_term, None
    ),
    Forger("an alternating outcome", DOOR, separable, an_alternating_outcome, None),
]
