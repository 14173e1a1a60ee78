"""Rows of a program without rounding: products of long fractions, and whether weights that cancel are the only ones.

With k inequalities whose left sides have rank k − 1, every combination that cancels is a multiple of the one in hand,
and has all of them in it: then no smaller part of them contradicts itself. A rank modulo a prime is at most the rank
itself, so that k − 1 there proves it.

Long fractions are added up in FLINT, whose work grows little faster than the number of digits: Python's own search for
common factors takes a minute for a million digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from random import Random
from typing import TYPE_CHECKING

from gordan.arithmetic.deadline import afford, check_deadline
from gordan.arithmetic.fraction import in_lowest_terms
from gordan.arithmetic.quantity import Residue
from gordan.outcome.alternative import Term
from gordan.problem.program import Program

if TYPE_CHECKING:
    from flint import fmpz

__all__ = ["GCD", "irreducible", "is_long", "long_dot"]

_PRIMES = (2**61 - 1, 2**62 - 57, 2**63 - 25)  # a rank may fall modulo the one that divides a minor
_ENTRY, _STEP = 1e-7, 3e-10  # seconds to set an entry, and to eliminate one


def irreducible(program: Program, terms: Sequence[Term]) -> Residue:
    """By how much the rank of the left sides, which cancel, falls short of one less than their number.

    0 proves that no smaller part of them cancels.

    Examples
    --------
    >>> program = Program([[1], [1], [1]], row_lower=[1, 2, None], row_upper=[None, None, 0])
    >>> used = Term("row", 1, "lower", 1), Term("row", 2, "upper", 1)
    >>> irreducible(program, used), irreducible(program, (*used, Term("row", 0, "lower", 1)))
    (Residue(value=0), Residue(value=1))
    """
    rows = [term.number for term in terms if term.place == "row"]
    bounded = [term.number for term in terms if term.place == "column"]
    # A row used on both sides, or a column, is there twice: two inequalities that cancel alone, if there are no others.
    twice = (len(rows) - len(set(rows))) + (len(bounded) - len(set(bounded)))
    if twice:
        # Without entries, a row whose sides contradict each other has a side that contradicts itself.
        alone = twice == 1 and len(terms) == 2 and (not rows or bool(_entries(program, rows[0])))
        return Residue(0 if alone else 1)
    # A bound has a column to itself: it adds one to the rank, and the column is done with.
    free = set(bounded)
    whole = [_whole({j: a for j, a in _entries(program, i).items() if j not in free}) for i in rows]
    least = len(rows)
    for prime in _PRIMES:
        least = min(least, abs(len(rows) - 1 - _rank(whole, prime)))
        if not least:
            break
    return Residue(least)


def _entries(program: Program, i: int) -> dict[int, Fraction]:
    """What a row has in each column, where that is not 0."""
    entries: dict[int, Fraction] = {}
    for j, a in program.A.row(i):
        entries[j] = entries[j] + a if j in entries else a
    return {j: a for j, a in entries.items() if a}


def _whole(row: dict[int, Fraction]) -> dict[int, int]:
    """A multiple in integers: it has the same rank, and no denominator that a prime could divide."""
    common = lcm(*(a.denominator for a in row.values()))
    return {j: a.numerator * (common // a.denominator) for j, a in row.items()}


def _rank(rows: list[dict[int, int]], prime: int) -> int:
    """By elimination: first rows with a column to themselves, which change nothing else; what is left as it comes."""
    rank = 0
    while True:
        holders: dict[int, list[int]] = {}
        for k, row in enumerate(rows):
            for j in row:
                holders.setdefault(j, []).append(k)
        alone = {own[0] for own in holders.values() if len(own) == 1}
        if not alone:
            break
        rank += len(alone)
        rows = [row for k, row in enumerate(rows) if k not in alone]
    rows = [row for row in rows if row]
    if not rows:
        return rank
    # Rows that cancel have one relation at least: one less than their number is all that there can be.
    shorter = _projected(rows, prime)
    projected = len(rows) if shorter is None else _dense_rank(shorter, prime)
    return rank + (projected if shorter is not None and projected == len(rows) - 1 else _dense_rank(rows, prime))


def _projected(rows: list[dict[int, int]], prime: int) -> list[dict[int, int]] | None:
    """The rows times a random matrix with few columns, where they have many: the rank can only fall by that."""
    width = 2 * len(rows) + 32
    if len({j for row in rows for j in row}) < 2 * width:
        return None
    random, images = Random(1), dict[int, list[tuple[int, int]]]()
    projected = []
    for row in rows:
        check_deadline("a rank modulo a prime")
        image: dict[int, int] = {}
        for j, value in row.items():
            if j not in images:
                images[j] = [(random.randrange(width), random.randrange(1, prime)) for _ in range(2)]
            for place, factor in images[j]:
                image[place] = (image.get(place, 0) + factor * value) % prime
        projected.append(image)
    return projected


def _dense_rank(rows: list[dict[int, int]], prime: int) -> int:
    from flint import nmod_mat

    place = {j: k for k, j in enumerate(sorted({j for row in rows for j in row}))}
    size = len(rows) * len(place)
    afford(_ENTRY * size + _STEP * size * min(len(rows), len(place)), "a rank modulo a prime")
    entries = [0] * (len(rows) * len(place))
    for i, row in enumerate(rows):
        for j, value in row.items():
            entries[i * len(place) + place[j]] = value % prime
    matrix = nmod_mat(len(rows), len(place), entries, prime)
    return int(matrix.rank())


GCD = 4e-7  # seconds for each bit of two integers whose common factors are looked for, when they have millions of bits
_LONG = 4_000  # bits in all up to which Python's own integers are as quick

Pairs = Sequence[tuple[Fraction, Fraction]]


def is_long(pairs: Pairs) -> bool:
    """Whether the second factors have so many digits that FLINT is worth its conversions."""
    return sum(v.numerator.bit_length() + v.denominator.bit_length() for _, v in pairs) > _LONG


def long_dot(pairs: Pairs) -> Fraction:
    """Σ a·v without rounding: terms of one denominator first, then two sums at a time.

    Examples
    --------
    >>> long_dot([(Fraction(1, 2), Fraction(1, 3)), (Fraction(2), Fraction(5, 7))])
    Fraction(67, 42)
    """
    from flint import fmpz

    shared: dict[int, fmpz] = {}
    for a, v in pairs:
        below = a.denominator * v.denominator
        shared[below] = shared.get(below, fmpz(0)) + fmpz(a.numerator) * fmpz(v.numerator)
    sums = [(above, fmpz(below)) for below, above in shared.items()]
    while len(sums) > 1:
        sums = [_sum_of(*sums[k : k + 2]) for k in range(0, len(sums), 2)]
    p, q = sums[0]
    common = _common_factor(p, q)
    return in_lowest_terms(int(p // common), int(q // common))


def _sum_of(one: tuple[fmpz, fmpz], *others: tuple[fmpz, fmpz]) -> tuple[fmpz, fmpz]:
    for above, below in others:
        check_deadline("adding up long fractions")
        share = _common_factor(one[1], below)
        one = one[0] * (below // share) + above * (one[1] // share), one[1] * (below // share)
    return one


def _common_factor(p: fmpz, q: fmpz) -> fmpz:
    bits = p.bit_length() + q.bit_length()
    if bits > 1 << 22:
        afford(GCD * bits, "looking for common factors of long integers")
    return p.gcd(q)
