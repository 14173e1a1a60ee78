"""The one place where checks are made. What a check says of its arithmetic comes from the type of what it compares.

`compare` and `every` take quantities of `arithmetic.quantity`; there is no argument for the arithmetic, so that a
rounded number cannot be called exact. `fact` and the three after it are for what is not computed but looked at: shapes,
types, names, hashes.

A function that makes a check calls its first parameter `name`, here and in the rest of the verifier: the tests read the
names of all checks from the calls of such functions, and ask for a forger of each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf, isfinite, nan, nextafter
from operator import eq, ge, gt, le, lt
from typing import Any, TypeGuard

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.fraction import as_float, coprime, in_lowest_terms, root_down, root_up, signed_square
from gordan.arithmetic.quantity import ROUNDED, Enclosed, Residue, Rounded, arithmetic_of
from gordan.outcome import Bracket, Check, LowerEnd, Relation, UpperEnd
from gordan.outcome.verdict import RadiusCheck
from gordan.problem import Gram, Points

__all__ = [
    "are_names",
    "bounded",
    "bracket_is_sound",
    "compare",
    "compare_root",
    "contradictions",
    "every",
    "fact",
    "is_array",
    "is_fraction",
    "is_vector",
    "lower_end",
    "lower_root",
    "no_margin",
    "offset_is_a_fraction",
    "offset_is_a_number",
    "on_their_base",
    "radius_at_least",
    "same_doubles",
    "shown_number",
    "shown_value",
    "true",
    "unclaimed",
    "upper_end",
    "upper_root",
    "weights_on_their_base",
]

_LONG = 1 << 15  # bits of a denominator whose common factors take long enough to look for to look at the clock first
_RELATIONS: dict[str, Callable[[Any, Any], bool]] = {">": gt, ">=": ge, "<=": le, "<": lt, "=": eq}


def compare(
    name: str,
    quantity: Any,
    relation: str,
    bound: float | Fraction,
    *,
    shown: str | None = None,
    needed: str | None = None,
    relation_shown: Relation | None = None,
    caveat: str = "",
) -> Check:
    """Compare a quantity with a bound, in the quantity's own arithmetic.

    `shown` and `needed` replace the two numbers in the text of the check, and `relation_shown` says how these are read
    together; `caveat` says what is taken for granted.

    Examples
    --------
    >>> compare("margin at least", Rounded(2.0), ">=", 1.0)
    Check(name='margin at least', quantity='2', bound='>= 1', arithmetic='floating point with rounding bounds', \
holds=True)
    """
    number = _plain(quantity)
    text = _spelled(number) if shown is None else shown
    side = f"{relation} {_spelled(bound)}" if needed is None else needed
    read = relation_shown or (Relation.BOUND if needed is None else _read_together(text, side))
    holds, rounded = bool(_RELATIONS[relation](number, bound)), _is_rounded(quantity, caveat)
    return Check(name, text, side, _arithmetic(quantity, caveat), holds, relation=read, rounded=rounded)


def compare_root(name: str, square: Fraction, relation: str, bound: float, root: Callable[[Fraction], float]) -> Check:
    """Compare the root of a fraction with a bound by their squares, signs kept; `root` rounds what is shown.

    Examples
    --------
    >>> from gordan.arithmetic.fraction import root_down
    >>> compare_root("margin at least", Fraction(2), ">=", 1.5, root_down).holds
    False
    """
    return Check(name, *_compared_root(square, relation, bound, root), relation=Relation.BOUND)


def lower_end(quantity: Any, claimed: float | None, *, caveat: str = "") -> LowerEnd:
    """State that the margin is at least what is claimed, or, where nothing is, what it is proved to be.

    Examples
    --------
    >>> lower_end(Rounded(2.0), None).bound
    '>= 2'
    """
    compared, rounded = _compared_end(quantity, ">=", claimed, -inf, caveat), _is_rounded(quantity, caveat)
    return LowerEnd("margin at least", *compared, relation=Relation.BOUND, rounded=rounded)


def upper_end(quantity: Any, claimed: float | None, *, caveat: str = "") -> UpperEnd:
    """State that the margin is at most what is claimed, or, where nothing is, what it is proved to be."""
    compared, rounded = _compared_end(quantity, "<=", claimed, inf, caveat), _is_rounded(quantity, caveat)
    return UpperEnd("margin at most", *compared, relation=Relation.BOUND, rounded=rounded)


def radius_at_least(name: str, proved: float, claimed: object) -> RadiusCheck:
    """State that an answer stands at least as far as is claimed; `proved` is how far, and 0 is always true.

    Examples
    --------
    >>> radius_at_least("stands", 0.5, 0.25).holds, radius_at_least("stands", 0.5, None).holds
    (True, False)
    """
    number = float(claimed) if isinstance(claimed, float) or (type(claimed) is int and not claimed) else nan
    text, bound = f"by {proved:.3g} of their size", f">= {number:.3g}"
    value = float(proved)
    return RadiusCheck(
        name, text, bound, ROUNDED, value >= number >= 0, relation=Relation.BOUND, rounded=True, value=value
    )


def lower_root(square: Fraction, claimed: float | None) -> LowerEnd:
    """The same of a margin whose square, its sign kept, is a fraction."""
    value = root_down(square)
    bound = value if claimed is None else claimed
    compared = _compared_root(square, ">=", bound, root_down)
    return LowerEnd("margin at least", *compared, value, relation=Relation.BOUND)


def upper_root(square: Fraction, claimed: float | None) -> UpperEnd:
    """The same of a margin whose square is a fraction."""
    value = root_up(square)
    bound = value if claimed is None else claimed
    compared = _compared_root(square, "<=", bound, root_up)
    return UpperEnd("margin at most", *compared, value, relation=Relation.BOUND)


def no_margin(claimed: float | None) -> UpperEnd:
    """State that weights which cancel leave no positive margin, whatever upper end is claimed."""
    upper = 0.0 if claimed is None else claimed
    ends = f"{upper:.17g}", ">= 0", "comparison", upper >= 0.0, 0.0
    return UpperEnd("upper bound of the margin", *ends, relation=Relation.BOUND)


def every(
    name: str,
    quantities: Sequence[Any] | Any,
    relation: str,
    bound: int,
    *,
    of: int | None = None,
    names: Sequence[str] = (),
    fail: str = "do not",
    shown: str | None = None,
    needed: str = "0",
    relation_shown: Relation | None = None,
) -> Check:
    """Compare each of many quantities with a bound; the check shows how many fail, the first of them by name.

    Examples
    --------
    >>> every("rows hold", [Fraction(1), Fraction(-1)], ">=", 0, names=["a", "b"]).quantity
    '1 of 2 do not, b first'
    """
    test = _RELATIONS[relation]
    if isinstance(quantities, np.ndarray):
        arithmetic = arithmetic_of(quantities)
        bad = np.flatnonzero(~np.asarray(test(quantities, bound), dtype=bool)).tolist()
    else:
        # Of nothing nothing was computed; an empty list of integers is one of integers.
        arithmetic = arithmetic_of(*quantities) if len(quantities) else arithmetic_of(0)
        bad = [k for k, each in enumerate(quantities) if not test(_plain(each), bound)]
    first = f", {names[bad[0]]} first" if bad and len(names) else ""
    text = f"{len(bad)} of {len(quantities) if of is None else of} {fail}{first}" if shown is None else shown
    of_each = Relation.EACH if shown is None and needed == "0" else _read_together(text, needed)
    read = relation_shown or of_each
    return Check(name, text, needed, arithmetic, not bad, relation=read, rounded=arithmetic == ROUNDED)


def fact(name: str, shown: str, needed: str, holds: object, *, relation_shown: Relation | None = None) -> Check:
    """State what was looked at and not computed."""
    read = relation_shown or _read_together(shown, needed)
    return Check(name, shown, needed, "comparison", bool(holds), relation=read)


def bounded(name: str, shown: str, needed: str, holds: object) -> Check:
    """The same where what is needed begins with a sign, or with a word such as "among"."""
    return fact(name, shown, needed, holds, relation_shown=Relation.BOUND)


def true(name: str, holds: object) -> Check:
    """State whether something is so.

    >>> true("the set is empty", not []).quantity
    'True'
    """
    return fact(name, str(bool(holds)), "True", holds, relation_shown=Relation.TRUTH)


def unclaimed(name: str, claimed: float | None, nothing: float) -> Check:
    """State whether nothing is claimed of an end of the bracket: `nothing` stands for that."""
    given = nothing if claimed is None else claimed
    read = Relation.UNCLAIMED if given == nothing else Relation.BESIDE
    return fact(name, str(given), str(nothing), given == nothing, relation_shown=read)


def _read_together(shown: str, needed: str) -> Relation:
    return Relation.SAME if shown == needed else Relation.BESIDE


def contradictions(bracket: Bracket, alternative: str = "") -> list[Check]:
    """What no margin can make of the ends of a bracket, each of which may have been proved by itself.

    Of an outcome that a run was stopped at, a positive lower end is all that is known; a certificate of it that calls
    itself undecided hides what it proves.

    >>> [check.name for check in contradictions(Bracket(1.0, 2.0), "undecided")]
    ['undecided, so no lower bound is positive']
    """
    lower, upper = bracket.lower, bracket.upper
    checks = []
    if not lower <= upper:
        checks.append(bounded("lower bound is not above the upper", f"{lower:.17g}", f"<= {upper:.17g}", False))
    if alternative == "undecided" and lower > 0:
        checks.append(bounded("undecided, so no lower bound is positive", f"{lower:.17g}", "<= 0", False))
    return checks


def bracket_is_sound(bracket: Bracket | None) -> Check:
    """None, or two doubles of Python's or NumPy's own; a subclass may compare as it likes."""
    if bracket is not None and type(bracket) is not Bracket:
        return fact("bracket is made of doubles", type(bracket).__name__, "Bracket or None", False)
    lower, upper = (float, float) if bracket is None else (type(bracket.lower), type(bracket.upper))
    sound = lower in (float, np.float64) and upper in (float, np.float64)
    return fact("bracket is made of doubles", f"{lower.__name__} and {upper.__name__}", "float and float", sound)


def offset_is_a_number(offset: object) -> Check:
    """A finite double, or a fraction where no double lies in the gap."""
    sound = is_fraction(offset) or (type(offset) is float and bool(np.isfinite(offset)))
    return fact("offset is a number", str(type(offset).__name__), "float or Fraction", sound)


def offset_is_a_fraction(offset: object) -> Check:
    """A fraction, beside integers of which nothing is rounded."""
    return fact("offset is a fraction", type(offset).__name__, "Fraction", is_fraction(offset))


def are_names(*lists: object) -> bool:
    """Whether these are tuples of plain text, which can be compared with others."""
    return all(type(names) is tuple and all(type(name) is str for name in names) for names in lists)


def is_fraction(value: object) -> bool:
    """Whether this is a fraction of Python's own integers in lowest terms, as its own operations leave it.

    A subclass may compare as it likes, and the parts of a fraction can be overwritten.
    """
    if type(value) is not Fraction:
        return False
    top, bottom = value.numerator, value.denominator
    if type(bottom) is int and bottom.bit_length() > _LONG:
        check_deadline("reading fractions")
    return type(top) is int and type(bottom) is int and bottom > 0 and coprime(top, bottom)


def same_doubles(given: object, proved: Array) -> bool:
    """Whether these are the doubles that were proved, in an array of NumPy's own: members of another may equal all."""
    if type(given) is not np.ndarray or given.dtype != np.float64 or given.shape != proved.shape:
        return False
    return bool((given == proved).all())


def shown_number(value: object) -> str:
    """A double with six digits; of anything else what it is."""
    return f"{value:.6g}" if type(value) is float else f"a {type(value).__name__}"


def shown_value(value: object) -> str:
    """The text of a value, which has no end where integers in it have more digits than Python shows.

    Examples
    --------
    >>> shown_value(Fraction(1, 3)), shown_value((10**5000, 2))
    ('1/3', 'a tuple too long to show')
    """
    try:
        return str(value)
    except ValueError:
        return f"a {type(value).__name__} too long to show"


def is_array(values: object, size: int) -> TypeGuard[Array]:
    """Whether these are so many doubles in an array of NumPy's own; a subclass may multiply as it likes."""
    return type(values) is np.ndarray and values.dtype == np.float64 and values.shape == (size,)


def is_vector(values: object, size: int) -> TypeGuard[Array]:
    """Whether these are so many finite doubles in an array of NumPy's own."""
    return is_array(values, size) and bool(np.isfinite(values).all())


def weights_on_their_base(problem: Points | Gram, x: Array) -> Check:
    """Finite doubles, one for each row, none below zero, and some above it on every class that needs one."""
    sound = is_array(x, problem.n) and bool(x.min() >= 0) and bool(x.max() < inf)
    if sound:
        signs = problem.signs[x.nonzero()[0]]
        sound = bool((signs > 0).any() and (signs < 0).any()) if problem.intercept else bool(signs.any())
    return on_their_base(x, problem.n, intercept=problem.intercept, sound=sound)


def on_their_base(x: Array, n: int, *, intercept: bool, sound: bool) -> Check:
    """The same where it was computed before."""
    on = "on both classes" if intercept else "not all zero"
    rows = f"{np.count_nonzero(x)} rows" if sound else f"{type(x).__name__} of shape {np.shape(x)}"
    return bounded(f"weights are non-negative, {on}", rows, f"of {n}", sound)


def _compared_end(
    quantity: Any, relation: str, claimed: float | None, end: float, caveat: str
) -> tuple[str, str, str, bool, float]:
    """What a check of an end of the margin says, and the double at or next to the quantity on the side of `end`."""
    number = _plain(quantity)
    value = float(number) if type(number) is float or not isinstance(number, Fraction) else as_float(number)
    if value > number if end < 0 else value < number:
        value = nextafter(value, end)
    bound = value if claimed is None else claimed
    holds = bool(_RELATIONS[relation](number, bound))
    return _spelled(number), f"{relation} {_spelled(bound)}", _arithmetic(quantity, caveat), holds, value


def _compared_root(
    square: Fraction, relation: str, bound: float, root: Callable[[Fraction], float]
) -> tuple[str, str, str, bool]:
    other = signed_square(Fraction(bound)) if isfinite(bound) else bound
    holds = bool(_RELATIONS[relation](square, other))
    return f"{root(square):.17g}", f"{relation} {bound:.17g}", arithmetic_of(square), holds


def _is_rounded(quantity: object, caveat: str) -> bool:
    return type(quantity) is Rounded and not caveat


def _arithmetic(quantity: object, caveat: str) -> str:
    name = arithmetic_of(quantity)
    return f"{name}, {caveat}" if caveat else name


def _plain(quantity: Any) -> Any:
    """A number that Python compares with doubles without rounding."""
    kind = type(quantity)
    if kind is Rounded or kind is Enclosed or kind is Residue:
        return quantity.value
    if kind.__name__ == "fmpz":
        return int(quantity)
    return in_lowest_terms(int(quantity.p), int(quantity.q)) if kind.__name__ == "fmpq" else quantity


def _spelled(number: object) -> str:
    if type(number) is float:  # as most are; whether it is a fraction the interpreter tells slowly
        return f"{number:.17g}"
    if isinstance(number, Fraction):
        return f"{as_float(number):.17g}"
    if isinstance(number, int):
        return str(number) if abs(number) < 10**18 else f"an integer of {number.bit_length()} bits"
    return f"{number:.17g}" if isinstance(number, float) else str(number)
