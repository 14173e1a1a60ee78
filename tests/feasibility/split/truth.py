"""Split, coefficients and aliased columns of a few small rows, by Fourier–Motzkin elimination in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

__all__ = ["Truth", "rank", "truth"]

Row = Sequence[Fraction | int]


class Truth:
    """What is true of A_I b ≥ 0, A_E b = 0, found without any of the code under test."""

    def __init__(self, inequalities: Sequence[Row], equalities: Sequence[Row], p: int) -> None:
        cone = [(row, 0) for row in inequalities]
        self.strict = [_feasible([*cone, (row, 1)], equalities, p) for row in inequalities]
        self.coefficients = []
        for c in range(p):
            up = [Fraction(j == c) for j in range(p)]
            down = [-v for v in up]
            signs = _feasible([*cone, (up, 1)], equalities, p), _feasible([*cone, (down, 1)], equalities, p)
            names = {(True, True): "undetermined", (True, False): "+inf", (False, True): "-inf"}
            self.coefficients.append(names.get(signs, "finite"))
        table = [*inequalities, *equalities]
        ranks = [rank([row[:c] for row in table]) for c in range(p + 1)]
        self.rank = ranks[-1]
        self.aliased = tuple(c for c in range(p) if ranks[c + 1] == ranks[c])

    @property
    def kind(self) -> str:
        return "overlap" if not any(self.strict) else "some"


def truth(inequalities: Sequence[Row], equalities: Sequence[Row], p: int) -> Truth:
    return Truth(inequalities, equalities, p)


def _feasible(inequalities: Sequence[tuple[Row, int]], equalities: Sequence[Row], p: int) -> bool:
    """Whether some b has row·b ≥ bound for each pair and row·b = 0 for each equality."""
    rows = [([Fraction(v) for v in row], Fraction(bound)) for row, bound in inequalities]
    for row in equalities:
        rows += [([Fraction(v) for v in row], Fraction(0)), ([-Fraction(v) for v in row], Fraction(0))]
    for k in range(p):
        above, below = [r for r in rows if r[0][k] > 0], [r for r in rows if r[0][k] < 0]
        rest = [r for r in rows if r[0][k] == 0]
        for a, s in above:
            for c, t in below:
                u, v = -c[k], a[k]
                rest.append(([u * x + v * y for x, y in zip(a, c, strict=True)], u * s + v * t))
        # Of rows that point the same way only the strongest counts; else their number explodes.
        strongest: dict[tuple[Fraction, ...], Fraction] = {}
        for a, s in rest:
            size = max((abs(x) for x in a), default=Fraction(0)) or Fraction(1)
            key = tuple(x / size for x in a)
            strongest[key] = max(strongest.get(key, s / size), s / size)
        rows = [(list(key), bound) for key, bound in strongest.items()]
    return all(bound <= 0 for _, bound in rows)


def rank(rows: Sequence[Row]) -> int:
    """By elimination in fractions."""
    M, found = [[Fraction(v) for v in row] for row in rows], 0
    for c in range(len(M[0]) if M else 0):
        pivot = next((i for i in range(found, len(M)) if M[i][c]), None)
        if pivot is None:
            continue
        M[found], M[pivot] = M[pivot], M[found]
        for i in range(found + 1, len(M)):
            factor = M[i][c] / M[found][c]
            M[i] = [x - factor * y for x, y in zip(M[i], M[found], strict=True)]
        found += 1
    return found
