"""Forgers of hyperplanes in integers in kernels' spaces."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import gordan
from claimed import kernel_integers_of
from gordan.outcome import IntegerKernelSeparator
from liar.forge.draw_kernel import kernel_separable, products_of, values_of
from liar.forge.forger import Case, Forger
from liar.forge.lie_inseparable import rows_that_are_none
from liar.forge.lie_integer import no_fraction_in, no_integers_in
from liar.forge.lie_kernel import (
    EDGE,
    a_lower_end_above,
    an_image_on_the_wrong_side,
    an_upper_end_below,
    another_hyperplane_shown,
    images_on_the_wrong_side,
)
from liar.forge.lie_points import SIDE, change

__all__ = ["KERNEL_INTEGERS"]

_WHOLE = "coefficients are integers, not all zero"
_SHOWN = "dual_coef and intercept are the proof's, rounded"


def _rational(problem: Any) -> bool:
    return isinstance(problem, gordan.Gram) or problem.kernel.name == "poly"


def planted(rng: Any) -> Case | None:
    """An honest hyperplane times the common denominator of its numbers, where products are fractions."""
    case = kernel_separable(rng)
    if case is None or not _rational(case.problem):
        return None
    whole = kernel_integers_of(case.claim.proof)
    shown = whole.shown(case.problem.n)
    same = [Fraction(v) * whole.unit for v in shown["dual_coef"][list(whole.support)].tolist()]
    if same != [*whole.integers]:
        return None  # where a coefficient underflows, the forgers of ends would not know the hyperplane
    return change(case, proof=whole, **shown)


def exponential(rng: Any) -> Case | None:
    """Doubles that separate under an exponential kernel."""
    case = kernel_separable(rng)
    return None if case is None or _rational(case.problem) else case


def _proved(case: Case, shown: bool = False, **fields: Any) -> Case:
    """Another proof; what is shown stays as it was, or is that proof's."""
    own = case.claim.proof
    whole = {"support": own.support, "integers": own.integers, "offset": own.offset, **fields}
    lie = IntegerKernelSeparator(**whole)
    return change(case, proof=lie, **(lie.shown(case.problem.n) if shown else {}))


def no_integers(case: Case, rng: Any) -> Case:
    return _proved(case, integers=no_integers_in(case.claim.proof.integers, rng))


def no_fraction(case: Case, rng: Any) -> Case:
    return _proved(case, offset=no_fraction_in(rng))


def offset_at_the_edge(case: Case, rng: Any) -> Case | None:
    """On the lowest image of a class, or beyond it by less than any double tells."""
    problem = case.problem
    if not problem.intercept or problem.normalise:
        return None
    c = case.claim.dual_coef
    pairs = list(zip(values_of(problem, products_of(problem), c, Fraction(0)), problem.signs, strict=True))
    top, bottom = min(v for v, s in pairs if s > 0), max(v for v, s in pairs if s < 0)
    tiny = Fraction(int(rng.integers(2)), 3**900)
    offset = -top - tiny if rng.integers(2) else -bottom + tiny
    return _proved(case, shown=True, offset=offset * case.claim.proof.unit)


def an_offset_uncalled_for(case: Case, rng: Any) -> Case | None:
    if case.problem.intercept:
        return None
    # Beside the least of the values it changes no sign.
    values = values_of(case.problem, products_of(case.problem), case.claim.dual_coef, Fraction(0))
    return _proved(case, shown=True, offset=min(map(abs, values)) * case.claim.proof.unit / 10**400)


def turned(case: Case, rng: Any) -> Case:
    own = case.claim.proof
    return _proved(case, shown=True, integers=tuple(-v for v in own.integers), offset=-own.offset)


def one_more(case: Case, rng: Any) -> Case:
    """One of the integers is another, by little enough to separate perhaps and more than doubles round."""
    own = case.claim.proof
    W = [v << 80 for v in own.integers]
    W[rng.integers(len(W))] += own.unit << int(rng.integers(40, 60))
    return _proved(case, integers=tuple(W), offset=own.offset * 2**80)


def of_an_exponential(case: Case, rng: Any) -> Case:
    lie = kernel_integers_of(case.claim.proof)
    return change(case, proof=lie, **lie.shown(case.problem.n))


KERNEL_INTEGERS = [
    Forger("kernel: no integers", _WHOLE, planted, no_integers),
    Forger(
        "kernel: no rows of integers",
        "support rows exist and differ",
        planted,
        rows_that_are_none,
        (_WHOLE,),
    ),
    Forger("kernel: no fraction", "offset is a fraction", planted, no_fraction),
    Forger("kernel: an image on the wrong side of integers", SIDE, planted, an_image_on_the_wrong_side, (EDGE,)),
    Forger("kernel: images on the wrong side of integers", SIDE, planted, images_on_the_wrong_side, (EDGE,)),
    Forger("kernel: a hyperplane of integers turned", SIDE, planted, turned, (EDGE,)),
    Forger("kernel: an offset at the edge, in integers", EDGE, planted, offset_at_the_edge, (SIDE,)),
    Forger("kernel: an offset uncalled for, in integers", "no offset", planted, an_offset_uncalled_for),
    Forger("kernel: another hyperplane shown for integers", _SHOWN, planted, another_hyperplane_shown),
    Forger("kernel: integers that are not those shown", _SHOWN, planted, one_more, (SIDE, EDGE)),
    Forger("kernel: a lower end above, in integers", "margin at least", planted, a_lower_end_above),
    Forger("kernel: an upper end below, in integers", "margin at most", planted, an_upper_end_below),
    Forger("kernel: integers beside an exponential", "products are fractions", exponential, of_an_exponential),
]
