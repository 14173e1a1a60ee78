"""`judge_panel`: the split of a panel's rows, recomputed from the raw rows in time linear in their number.

Let (β, potentials) be any admissible direction. An absorbed regressor is a combination of pivots and of effects on the
flat rows, so that there z_i = x_i·β' + p_tail − p_head with β' on the pivots alone. Along a cycle of flat rows the
potentials cancel: 0 ≤ Σ ν_i z_i = (Σ ν_i x_i)·β', since ν_i has the sign s_i, with equality for equalities. Cycles
whose sums cancel with positive factors then all have (Σ ν_i x_i)·β' = 0, and as many independent ones as pivots leave
β' = 0. Now s_i z_i ≥ 0 says which end of a flat row has a potential not below the other's. Within a component every
vertex leads to every other one along such rows, so all have the same potential, and no flat row can be strict. The
claimed direction makes all strict rows so. Hence the split is the only one.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np

from gordan.arithmetic.array import Mask, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.quantity import Residue
from gordan.outcome import Check, Verdict
from gordan.outcome.certificate import PanelCertificate
from gordan.outcome.panel import Absorbed, Cycle, PanelClaim, PanelProof, PanelWeights, Tree
from gordan.problem.numbers import Whole, fits
from gordan.problem.panel import Panel
from gordan.verify.check import compare, every, fact
from gordan.verify.raw import combine, integers
from gordan.verify.split import same_kind

__all__ = [
    "absorbed_check",
    "are_integers",
    "cancel_check",
    "cycle_sums",
    "direction_checks",
    "formed_check",
    "judge_panel",
    "judge_panel_certificate",
    "listed",
    "rank_check",
]

_LARGEST = 2**61  # potentials below this have differences within int64
_PRIME = 2**61 - 1
_ROWS = 1 << 16  # rows whose regressors are read together
_BITS = 1 << 28  # of the sums that are held at once: 32 MiB


def judge_panel(panel: Panel, claim: PanelClaim) -> Verdict:
    """Judge a split against the raw rows; every step is in integers, and ranks are modulo a prime.

    Examples
    --------
    >>> panel = Panel(np.zeros((2, 0)), (np.array([0, 1]),), np.array([-1, 0]))
    >>> tree = Tree(np.array([-1, -1, 1]), np.array([0, 0, 1]))
    >>> proof = PanelProof(np.array([-1, 0, 0]), np.array([0, 1, 1]), tree, tree)
    >>> print(judge_panel(panel, PanelClaim(np.array([True, False]), proof)))
    accepted: 14 checks hold
    """
    proof, strict = claim.proof, claim.strict
    shaped = type(strict) is np.ndarray and strict.dtype == bool and strict.shape == (panel.n,)
    marked = fact("a mark for every row", f"{np.shape(strict)}", f"({panel.n},)", shaped)
    if shaped and type(proof) is PanelWeights:
        from gordan.verify.panel_weights import judge_weights

        return Verdict((marked, *judge_weights(panel, strict, proof)), "exact")
    checks = [marked, _levels(panel, proof)]
    if not all(check.holds for check in checks):
        return Verdict(tuple(checks), "exact")
    assert type(proof) is PanelProof  # as `_levels` says
    flat = np.flatnonzero(~strict)
    checks += direction_checks(panel, strict, proof)
    ends = proof.component[panel.tail[flat]], proof.component[panel.head[flat]]
    checks.append(every("flat rows stay in a component", ends[0] - ends[1], "=", 0))
    checks += [
        _same_roots(proof),
        _tree("every level is reached from its root", panel, ~strict, proof.component, proof.outward, 1),
        _tree("every level leads to its root", panel, ~strict, proof.component, proof.inward, -1),
    ]
    checks += _coefficients(panel, ~strict, proof)
    return Verdict(tuple(checks), "exact")


def judge_panel_certificate(panel: Panel, certificate: PanelCertificate) -> list[Check]:
    """The claim of a certificate about as many rows as the panel has."""
    alike, rising = same_kind(certificate, panel.n, panel.n)
    if not rising:
        return [alike]
    return [alike, *judge_panel(panel, PanelClaim(certificate.strict(), certificate.proof)).checks]


def _levels(panel: Panel, proof: PanelProof | PanelWeights) -> Check:
    """An integer of each kind for every vertex, in arrays of NumPy's own, in the records that they belong to.

    With a third effect rows are no edges between two levels, and this proof is none.
    """
    arrays: tuple[Positions, ...] = ()
    if type(proof) is PanelProof and type(proof.outward) is type(proof.inward) is Tree and not panel.further:
        sound = listed(panel, proof) and type(proof.balance) is tuple
        arrays = (proof.potentials, proof.component, *proof.outward, *proof.inward) if sound else ()
    sound = bool(arrays) and all(are_integers(each, panel.vertices) for each in arrays)
    shown = f"{np.size(arrays[0])} levels" if arrays else type(proof).__name__
    return fact("integers for every level", shown, f"{panel.vertices} levels", sound)


def are_integers(values: object, length: int, below: int = _LARGEST) -> bool:
    """Whether these are so many int64, so small, in an array of NumPy's own."""
    return (
        type(values) is np.ndarray
        and values.dtype == np.int64
        and values.shape == (length,)
        and bool(((values > -below) & (values < below)).all())
    )


def listed(panel: Panel, proof: PanelProof | PanelWeights) -> bool:
    """Whether the parts of a proof that are no arrays are of the types that they should be."""
    beta = proof.coefficients
    return (
        all(type(part) is tuple for part in (proof.pivots, proof.cycles, proof.absorbed, beta))
        and {*map(type, proof.cycles)} <= {Cycle}
        and {*map(type, proof.absorbed)} <= {Absorbed}
        and len(beta) in (0, panel.k)
        and all(type(v) is int for v in beta)
    )


def direction_checks(panel: Panel, strict: Mask, proof: PanelProof | PanelWeights) -> list[Check]:
    """That the direction is positive on strict rows and vanishes on the others."""
    rise = panel.rise(proof.potentials)
    used = [c for c, factor in enumerate(proof.coefficients) if factor]
    if used:
        rise = _signs(panel, used, [proof.coefficients[c] for c in used], rise)
    return [
        every("strict rows are positive", (panel.signs * rise)[strict], ">", 0, fail="are not"),
        every("other rows vanish under the direction", rise[~strict], "=", 0),
    ]


def _signs(panel: Panel, columns: list[int], factors: list[int], rise: Positions) -> Positions:
    """The signs of Σ β_c x_c + rise, in integers."""
    signs = np.empty(panel.n, np.int64)
    # Long integers take up room for every row that is held.
    step = max(1, min(_ROWS, _BITS // max(factor.bit_length() + 1 for factor in (1, *factors))))
    for start in range(0, panel.n, step):
        check_deadline("checking the direction of a panel")
        rows = slice(start, start + step)
        read = integers(panel.regressors[rows][:, columns], panel.numbers)
        scale = lcm(*(denominator for _, denominator in read))
        totals = combine(read, factors).astype(object) + rise[rows].astype(object) * scale
        signs[rows] = [(total > 0) - (total < 0) for total in totals]
    return signs


def _same_roots(proof: PanelProof) -> Check:
    """What is reached from one vertex and leads to another need not lead back."""
    outward, inward = np.flatnonzero(proof.outward.row < 0), np.flatnonzero(proof.inward.row < 0)
    same = np.array_equal(outward, inward)
    return fact("both trees have the same roots", f"{outward.size} roots", f"{inward.size} roots", same)


def _tree(name: str, panel: Panel, flat: Mask, component: Positions, tree: Tree, way: int) -> Check:
    """One root for each component; every other vertex has a flat row to a parent that is one row nearer to the root.

    `way` is 1 where rows lead from parent to child: from tail to head where the sign is not positive, from head to tail
    where it is not negative. It is −1 where they lead from child to parent.
    """
    roots, children = np.flatnonzero(tree.row < 0), np.flatnonzero(tree.row >= 0)
    single = np.unique(component[roots]).size == roots.size == np.unique(component).size
    row = tree.row[children]
    if not single or bool((row >= panel.n).any()) or bool((tree.depth[roots] != 0).any()):
        return fact(name, f"{roots.size} roots", "one in each component, and rows for all others", False)
    tail, head = panel.tail[row], panel.head[row]
    from_tail = head == children
    parent = np.where(from_tail, tail, head)
    # A row of sign −1 leads from tail to head, one of sign 1 back, an equality both ways.
    leads = way * np.where(from_tail, 1, -1) * panel.signs[row] <= 0
    right = (from_tail | (tail == children)) & flat[row] & leads
    right &= (component[parent] == component[children]) & (tree.depth[parent] + 1 == tree.depth[children])
    right &= tree.depth[children] > 0
    return every(name, right.astype(np.int64), "=", 1, of=panel.vertices, fail="are not")


def _coefficients(panel: Panel, flat: Mask, proof: PanelProof) -> list[Check]:
    """That the regressors' coefficients are 0 in every admissible direction, those absorbed by effects apart."""
    formed = formed_check(panel, proof, proof.cycles, len(proof.balance) == len(proof.cycles))
    if not formed.holds:
        return [formed]
    along = np.array([_along(panel, flat, cycle) for cycle in proof.cycles], np.int64)
    checks = [formed, every("cycles follow the signs of flat rows", along, "=", 1)]
    sums = [cycle_sums(panel, cycle, proof.pivots) for cycle in proof.cycles]
    checks += [cancel_check(panel, proof.cycles), _balanced(panel, proof, sums), rank_check(proof.pivots, sums)]
    return [*checks, absorbed_check(panel, flat, proof.absorbed)]


def cancel_check(panel: Panel, cycles: tuple[Cycle, ...]) -> Check:
    return every("effects cancel in every cycle", [_left(panel, cycle) for cycle in cycles], "=", 0)


def rank_check(pivots: tuple[int, ...], sums: list[list[Fraction]]) -> Check:
    """That as many cycles are independent as there are pivots."""
    rank = Residue(_rank([[_residue(value) for value in row] for row in sums]))
    shown = f"{len(pivots)} regressors"
    return compare("cycles are independent", rank, "=", len(pivots), shown=shown, needed="independent")


def absorbed_check(panel: Panel, flat: Mask, absorbed: tuple[Absorbed, ...]) -> Check:
    wrong = [_nonvanishing(panel, np.flatnonzero(flat), each) for each in absorbed]
    return every("absorbed regressors vanish with their effects", wrong, "=", 0)


def formed_check(panel: Panel, proof: PanelProof | PanelWeights, cycles: tuple[Cycle, ...], matched: bool) -> Check:
    """That every regressor is a pivot or absorbed, by numbers that name rows and columns, and that all is matched."""
    formed = matched and _formed(panel, proof, cycles)
    shown = f"{panel.k} regressors" if formed else f"{len(proof.pivots)} and {len(proof.absorbed)}"
    return fact("every regressor is a pivot or absorbed", shown, f"{panel.k} regressors", formed)


def _formed(panel: Panel, proof: PanelProof | PanelWeights, listed_rows: tuple[Cycle, ...]) -> bool:
    """Numbers are integers of Python's own that name rows and columns, and every column but pivots is absorbed once."""
    parts = [proof.pivots, *(part for each in (*listed_rows, *proof.absorbed) for part in each)]
    parts += [proof.balance] if isinstance(proof, PanelProof) else []
    if not all(type(part) is tuple and all(type(v) is int for v in part) for part in parts):
        return False
    cycles = all(len(c.rows) == len(c.integers) > 0 and min(c.rows) >= 0 and max(c.rows) < panel.n for c in listed_rows)
    pivots = set(proof.pivots)
    absorbed = all(
        len(each.columns) == len(each.integers) > 0
        and each.integers[-1] != 0
        and len(set(each.columns)) == len(each.columns)
        and pivots.issuperset(each.columns[:-1])
        and len(each.potentials) == panel.vertices
        for each in proof.absorbed
    )
    columns = [*proof.pivots, *(each.columns[-1] for each in proof.absorbed if each.columns)]
    return cycles and absorbed and sorted(columns) == list(range(panel.k))


def _along(panel: Panel, flat: Mask, cycle: Cycle) -> bool:
    """Whether all rows are flat, and the integers of inequalities have their signs."""
    rows = list(cycle.rows)
    signed = zip(panel.signs[rows].tolist(), cycle.integers, strict=True)
    return bool(flat[rows].all()) and all(not sign or sign * integer > 0 for sign, integer in signed)


def _balanced(panel: Panel, proof: PanelProof, sums: list[list[Fraction]]) -> Check:
    """That the sums cancel with factors that are positive wherever a cycle has an inequality."""
    name = "sums of the cycles cancel"
    directed = [bool(panel.signs[list(cycle.rows)].any()) for cycle in proof.cycles]
    if not all(factor > 0 for factor, has in zip(proof.balance, directed, strict=True) if has):
        return fact(name, "factors", "positive for cycles with inequalities", False)
    totals = [
        sum((factor * row[j] for factor, row in zip(proof.balance, sums, strict=True)), Fraction(0))
        for j in range(len(proof.pivots))
    ]
    return every(name, totals, "=", 0)


def _left(panel: Panel, cycle: Cycle) -> int:
    """How many vertices keep a potential in the sum of a cycle's rows."""
    total: dict[int, int] = {}
    for row, integer in zip(cycle.rows, cycle.integers, strict=True):
        tail, head = int(panel.tail[row]), int(panel.head[row])
        total[tail] = total.get(tail, 0) + integer
        total[head] = total.get(head, 0) - integer
        for vertex in panel.further:
            total[int(vertex[row])] = total.get(int(vertex[row]), 0) + integer
    return sum(value != 0 for value in total.values())


def cycle_sums(panel: Panel, cycle: Cycle, pivots: tuple[int, ...]) -> list[Fraction]:
    """Σ ν_i x_i of each pivot."""
    sums = []
    for column, denominator in integers(panel.regressors[np.ix_(cycle.rows, pivots)], panel.numbers):
        total = sum(int(v) * nu for v, nu in zip(column.tolist(), cycle.integers, strict=True))
        sums.append(Fraction(total, denominator))
    return sums


def _residue(value: Fraction) -> int:
    """The fraction modulo the prime, which no denominator of a double or a decimal has."""
    return value.numerator * pow(value.denominator, -1, _PRIME) % _PRIME


def _rank(rows: list[list[int]]) -> int:
    """The rank modulo the prime, which is never above the true one."""
    rows, rank = [list(row) for row in rows], 0
    for column in range(len(rows[0]) if rows else 0):
        place = next((i for i in range(rank, len(rows)) if rows[i][column] % _PRIME), None)
        if place is None:
            continue
        rows[rank], rows[place] = rows[place], rows[rank]
        inverse = pow(rows[rank][column], -1, _PRIME)
        for i in range(rank + 1, len(rows)):
            factor = rows[i][column] * inverse % _PRIME
            rows[i] = [(a - factor * b) % _PRIME for a, b in zip(rows[i], rows[rank], strict=True)]
        rank += 1
    return rank


def _nonvanishing(panel: Panel, flat: Positions, absorbed: Absorbed) -> int:
    """On how many flat rows Σ v_c x_c and the rise of the potentials h do not add up to 0, in integers."""
    h: Whole = fits(list(absorbed.potentials))
    wrong = 0
    for start in range(0, flat.size, _ROWS):
        check_deadline("checking which regressors the effects absorb")
        rows = flat[start : start + _ROWS]
        columns = integers(panel.regressors[rows][:, list(absorbed.columns)], panel.numbers)
        scale = lcm(*(denominator for _, denominator in columns))
        # A long scale fits no int64 beside zeros either.
        reach = (2 + len(panel.further)) * scale * max(1, int(np.abs(h).max()))
        rise = panel.rise(h if reach < _LARGEST else h.astype(object), rows)
        wrong += int(np.count_nonzero(combine(columns, list(absorbed.integers)) != -rise * scale))
    return wrong
