"""`judge_long_split`: the split of many rows by that of a few of them, which is judged as any other.

Let b be the direction of the few rows, the core, and L its flat rows and equalities. A row outside with s x·b > 0 can
be strict, as b shows once no row at all is below zero under it. One with x·b = 0 that vanishes under every relation of
L, the integer vectors that span what is orthogonal to L, lies in the span of L; every admissible direction is 0 on L,
hence on the row: it is flat. Where L has full rank no direction is left, and all rows are flat unread.
"""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Mask, Positions
from gordan.outcome import Check, Verdict
from gordan.outcome.split import LongSplitClaim, SplitClaim, SplitProof
from gordan.problem.long_system import LongSystem
from gordan.verify.check import compare, fact
from gordan.verify.raw import RawRows
from gordan.verify.split import verify_split

__all__ = ["judge_long_split"]


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
        checks += _every_row(system, strict, claim.split.proof, exact)
    return Verdict(tuple(checks))


def _every_row(system: LongSystem, strict: Mask, proof: SplitProof, exact: bool) -> list[Check]:
    below = outside = dependent = unlike = 0
    if proof.flat.rank == system.n_columns:
        unlike = int(np.count_nonzero(strict))
    else:
        for place, free, part in system.blocks():
            raw = RawRows(part.inequalities, part.equalities, part.numbers)
            every, edge = np.arange(raw.n), part.n_inequalities
            signs = _signs(raw, every, proof.direction, exact)
            below += int((signs[:edge] < 0).sum() + (signs[edge:] != 0).sum())
            outside += raw.nonvanishing(np.flatnonzero(signs == 0), proof.flat.relations)
            dependent += raw.nonvanishing(every, proof.table.relations)
            marks = np.zeros(free.size, dtype=bool)
            marks[free] = signs[:edge] > 0
            unlike += int((marks != strict[place]).sum())
    blocks = "in {:,} blocks some do not"
    return [
        compare("no row is below zero", below, "=", 0, shown=f"{below:,} rows", needed="none"),
        compare("rows at zero depend on flat rows", outside, "=", 0, shown=blocks.format(outside), needed="none"),
        compare("columns depend on every row", dependent, "=", 0, shown=blocks.format(dependent), needed="none"),
        compare("strict rows are the positive ones", unlike, "=", 0, shown=f"{unlike:,} others", needed="none"),
    ]


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
