"""Which factors of a term get all their columns and which all but one, so that no column repeats others.

A factor with levels, all of them, spans the constant as well: g = 1 + g⁻, where g⁻ leaves one column out. So a term is
a sum of products of 1 and g⁻, of which those that earlier terms have are not needed again. What is needed is put
together as far as it goes, by u + u:g⁻ = u:g. (The rule of R, patsy and formulaic.)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import product
from typing import Any

from gordan.problem.description.limit import refuse_beyond

__all__ = ["scoped_terms"]

Part = tuple[tuple[Hashable, bool], ...]  # factors, each with whether it is reduced
_CROSSED = 12  # factors with levels in one term: it has 2 to their number of parts


def scoped_terms(terms: Iterable[Sequence[Any]], spanning: Iterable[Hashable]) -> list[list[Part]]:
    """For each term the products that it adds, each a tuple of (factor, reduced).

    Examples
    --------
    >>> scoped_terms([[], ["g"], ["g", "x"]], {"g"})
    [[()], [(('g', True),)], [(('g', False), ('x', False))]]
    """
    spans, spanned = set(spanning), set()
    result = []
    for term in terms:
        crossed = sum(factor in spans for factor in term)
        if crossed > _CROSSED:
            refuse_beyond(1 << min(crossed, 60), "TERMS", "parts in one term", "cross fewer factors with levels")
        choices = [((factor, True), None) if factor in spans else ((factor, False),) for factor in term]
        parts = {frozenset(part): part for part in (tuple(c for c in choice if c) for choice in product(*choices))}
        new = {key: part for key, part in parts.items() if key not in spanned}
        spanned |= set(new)
        result.append(list(_joined(new.values()).values()))
    return result


def _joined(parts: Iterable[Part]) -> dict[frozenset[Any], Part]:
    """The parts with u + u:g⁻ replaced by u:g wherever there are both."""
    joined: dict[frozenset[Any], Part] = {}
    for part in sorted(parts, key=len):
        factors = frozenset(part)
        for key in joined:
            difference = factors - key
            if len(factors) - 1 != len(key) or len(difference) != 1:
                continue
            (new,) = difference
            if new[1]:
                rest = [each for other, each in joined.items() if other != key]
                joined = _joined([*rest, tuple((new[0], False) if each == new else each for each in part)])
                break
        else:
            joined[factors] = part
    return joined
