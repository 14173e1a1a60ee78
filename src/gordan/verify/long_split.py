"""`judge_long_split`: the split of many rows by that of a few of them, which is judged as any other.

Let b be the direction of the few rows, the core, and L its flat rows and equalities. A row outside with s x·b > 0 can
be strict, as b shows once no row at all is below zero under it. One with x·b = 0 that vanishes under every relation of
L, the integer vectors that span what is orthogonal to L, lies in the span of L; every admissible direction is 0 on L,
hence on the row: it is flat. Where L has full rank no direction is left, and all rows are flat unread.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Mask, Positions
from gordan.outcome import Check, Verdict
from gordan.outcome.certificate import SplitCertificate
from gordan.outcome.split import Core, LongSplitClaim, SplitClaim, SplitProof
from gordan.problem.long_system import LongSystem
from gordan.problem.system import System
from gordan.verify.check import compare, fact, shown_value
from gordan.verify.raw import RawRows
from gordan.verify.split import kind_of_split, verify_split

__all__ = ["first_strict_rows", "judge_core", "judge_long_split"]

_TOGETHER = 1 << 20  # numbers of rows in memory that are judged at a time


def judge_long_split(system: LongSystem, claim: LongSplitClaim, *, exact: bool = False) -> Verdict:
    """Judge the core, and in one pass all rows by it.

    Examples
    --------
    >>> from gordan.outcome.split import Dependence, Relation, SplitClaim
    >>> from gordan.problem.batches import Batches, open_source
    >>> rows = Batches(open_source(np.array([[1.0], [2.0], [3.0]]), np.zeros(3)))
    >>> table = Dependence((0,), np.array([0]), ())
    >>> flat = Dependence((), np.zeros(0, np.int64), (Relation((0,), (1,)),))
    >>> core = SplitClaim(np.array([True]), SplitProof((1,), (), flat, table))
    >>> claim = LongSplitClaim(np.array([True, True, True]), np.array([1]), core)
    >>> print(judge_long_split(LongSystem(rows, np.ones(3, np.int8)), claim))
    accepted: 16 checks hold
    """
    core, strict, n = np.asarray(claim.core), np.asarray(claim.strict), system.n
    sound = core.dtype == np.int64 and core.ndim == 1 and core.size > 0
    sound = sound and bool((np.diff(core) > 0).all()) and int(core[0]) >= 0 and int(core[-1]) < n
    shaped = strict.dtype == bool and strict.shape == (n,)
    if type(claim.split) is not SplitClaim or claim.split.radius is not None:
        # How far the core may move does not tell how far all rows may.
        return Verdict((fact("core has a split, and no radius", type(claim.split).__name__, "SplitClaim", False),))
    checks = [
        fact("rows of the core exist and rise", f"{core.size:,} rows", f"in order, below {n:,}", sound),
        fact("a mark for every row", f"{strict.shape}", f"({n},)", shaped),
    ]
    if not (sound and shaped):
        return Verdict(tuple(checks))
    checks += verify_split(system.part(core), claim.split, exact=exact).checks
    if all(check.holds for check in checks):
        priced = _every_row(system, claim.split.proof, exact, strict)
        others = f"{priced.unlike:,} others"
        checks += priced.checks
        checks.append(compare("strict rows are the positive ones", priced.unlike, "=", 0, shown=others, needed="none"))
    return Verdict(tuple(checks))


def judge_core(system: System | LongSystem, certificate: SplitCertificate) -> list[Check]:
    """The claim of a certificate whose proof is the split of a few rows, in integers; of rows in memory as well."""
    core = certificate.core
    assert core is not None
    rows, n, edge = core.rows, system.n_rows, system.n_inequalities
    sound = type(core) is Core and type(rows) is tuple and len(rows) > 0 and all(type(j) is int for j in rows)
    sound = sound and rows[0] >= 0 and rows[-1] < n and all(a < b for a, b in pairwise(rows))
    checks = [fact("rows of the core exist and rise", f"{len(rows):,} rows", f"in order, below {n:,}", sound)]
    marked, inside = certificate.rows, core.inequalities(edge) if sound else 0
    rising = all(type(j) is int and 0 <= j < inside for j in marked) and list(marked) == sorted(set(marked))
    if not (sound and rising):
        return [*checks, fact("rows exist and rise", f"{len(marked):,} rows", "in order", rising)]
    kind = kind_of_split(core.n_strict, n)
    checks.append(fact("kind is that of the split", certificate.alternative, kind, certificate.alternative == kind))
    claim = SplitClaim(certificate.strict(), certificate.proof)
    checks += verify_split(_part(system, np.array(rows, dtype=np.int64)), claim, exact=True).checks
    if all(check.holds for check in checks):
        priced = _every_row(system, certificate.proof, exact=True)
        shown, claimed = f"{priced.strict:,} of {edge:,} inequalities", shown_value(core.n_strict)
        checks += priced.checks
        alike = compare("strict rows are as many", priced.strict, "=", core.n_strict, shown=shown, needed=claimed)
        checks.append(alike)
    return checks


def first_strict_rows(system: LongSystem, certificate: SplitCertificate, most: int) -> Positions:
    """The first rows that can be strict, of a certificate that was accepted: no more is read than it takes."""
    chosen: list[int] = []
    for place, free, part in system.blocks() if certificate.n_strict else ():
        raw = RawRows(part.inequalities, part.equalities, part.numbers)
        signs = _signs(raw, np.arange(part.n_inequalities), certificate.proof.direction, False)
        chosen += islice((place.start + np.flatnonzero(free)[signs > 0]).tolist(), most - len(chosen))
        if len(chosen) >= most:
            break
    return np.array(chosen, dtype=np.int64)


class _Priced(NamedTuple):
    """The checks of all rows, how many can be strict, and how many have another mark than was claimed."""

    checks: list[Check]
    strict: int
    unlike: int


def _part(system: System | LongSystem, numbers: Positions) -> System:
    """The system of the rows with these numbers, inequalities counted first."""
    if isinstance(system, LongSystem):
        return system.part(system.at(numbers))
    edge = system.n_inequalities
    upper, lower = numbers[numbers < edge], numbers[numbers >= edge] - edge
    return System(system.inequalities[upper], system.equalities[lower], system.numbers, system.names)


def _blocks(system: System | LongSystem) -> Iterator[tuple[slice, Mask, System]]:
    """All rows in blocks: places, which of them are inequalities, and their system."""
    if isinstance(system, LongSystem):
        yield from system.blocks()
        return
    n, edge = system.n_rows, system.n_inequalities
    step = max(1, _TOGETHER // max(1, system.n_columns))
    for start in range(0, n, step):
        numbers = np.arange(start, min(start + step, n))
        yield slice(start, int(numbers[-1]) + 1), numbers < edge, _part(system, numbers)


def _every_row(system: System | LongSystem, proof: SplitProof, exact: bool, strict: Mask | None = None) -> _Priced:
    below = outside = dependent = unlike = count = 0
    if proof.flat.rank == system.n_columns:
        unlike = 0 if strict is None else int(np.count_nonzero(strict))
    else:
        for place, free, part in _blocks(system):
            raw = RawRows(part.inequalities, part.equalities, part.numbers)
            every, edge = np.arange(raw.n), part.n_inequalities
            signs = _signs(raw, every, proof.direction, exact)
            below += int((signs[:edge] < 0).sum() + (signs[edge:] != 0).sum())
            outside += raw.nonvanishing(np.flatnonzero(signs == 0), proof.flat.relations)
            dependent += raw.nonvanishing(every, proof.table.relations)
            count += int((signs[:edge] > 0).sum())
            if strict is not None:
                marks = np.zeros(free.size, dtype=bool)
                marks[free] = signs[:edge] > 0
                unlike += int((marks != strict[place]).sum())
    blocks = "in {:,} blocks some do not"
    checks = [
        compare("no row is below zero", below, "=", 0, shown=f"{below:,} rows", needed="none"),
        compare("rows at zero depend on flat rows", outside, "=", 0, shown=blocks.format(outside), needed="none"),
        compare("columns depend on every row", dependent, "=", 0, shown=blocks.format(dependent), needed="none"),
    ]
    return _Priced(checks, count, unlike)


def _signs(raw: RawRows, rows: Positions, direction: tuple[int, ...], exact: bool) -> Positions:
    """The signs of A b, by doubles where their bound tells, else in integers."""
    top = max((abs(v).bit_length() for v in direction), default=0)
    # An entry that vanishes beside the largest is not known to a relative bound.
    if exact or not top or any(v and v.bit_length() + 900 < top for v in direction):
        return raw.signs(rows, direction)
    value, error = raw.bounded(rows, np.array([v / (1 << top) for v in direction]))
    signs = np.where(value > error, 1, np.where(value < -error, -1, 0)).astype(np.int64)
    unsure = np.flatnonzero(~(np.abs(value) > error))
    signs[unsure] = raw.signs(rows[unsure], direction)
    return signs
