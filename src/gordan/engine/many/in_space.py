"""Questions about some of the same points in a kernel's space: one compiled call for each, one verification for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Mask, Positions
from gordan.arithmetic.deadline import now
from gordan.arithmetic.threads import one_thread
from gordan.engine.compiled.mdm import Hulls
from gordan.engine.loop.attempt import SAFE, gap_reached, nearest_rows
from gordan.engine.loop.moved_images import is_narrow, labels_in_turn, move_weights, numbers_of
from gordan.engine.loop.shortest import is_compiled
from gordan.engine.loop.small_kernel import columns_allowed, middle, separator_claim
from gordan.engine.solver.working_set import WorkingSet
from gordan.outcome import Bracket, Outcome, Run, answer_of
from gordan.problem.kernel import Kernel, diagonal
from gordan.verify import KernelClaims, KernelJudged, KernelStack, verify_in_space

__all__ = ["LONGEST", "InSpace", "answer_stack_in_space", "stack_of"]

LONGEST = 2048  # rows of a question; of longer ones the columns no longer stay in the cache, and calls cost little


class _Found(NamedTuple):
    """Rows of a question with their weights, products of all its rows with the direction w, and ‖w‖².

    `lows` are the lowest products of both classes.
    """

    S: Positions
    x: Array
    products: Array
    square: float
    lows: list[float]
    n_iter: int


@dataclass(frozen=True, eq=False)
class InSpace:
    """The answers to a stack; `place[q]` is the number of question q among those judged, -1 where the loop did not end.

    Outcomes are made when they are asked for.
    """

    stack: KernelStack
    place: Positions
    found: list[_Found]
    judged: KernelJudged | None
    tol: float
    seconds: float

    @property
    def proved(self) -> Mask:
        """Which questions are proved separable, with a margin known to the tolerance."""
        proved = np.zeros(self.place.size, np.bool_)
        if self.judged is not None:
            narrow = self.judged.upper - self.judged.lower <= self.tol * self.judged.upper
            proved[self.place >= 0] = self.judged.holds & narrow
        return proved

    def bracket(self, q: int) -> Bracket:
        """The proved ends of a margin."""
        assert self.judged is not None
        i = int(self.place[q])
        return Bracket(float(self.judged.lower[i]), float(self.judged.upper[i]))

    def n_iter(self, q: int) -> int:
        return self.found[int(self.place[q])].n_iter

    def direction(self, q: int) -> tuple[Positions, Array]:
        """Rows of question q, and their coefficients for a direction of length 1."""
        each = self.found[int(self.place[q])]
        return each.S, self._signs(q)[each.S] * each.x / sqrt(each.square)

    def offset(self, q: int) -> float:
        """The offset beside that direction."""
        assert self.judged is not None
        i = int(self.place[q])
        return float(self.judged.claims.offset[i]) * float(self.found[i].x.max()) / sqrt(self.found[i].square)

    def outcome(self, q: int) -> Outcome:
        """The answer to a question that is proved."""
        assert self.judged is not None
        i, judged, signs = int(self.place[q]), self.judged, self._signs(q)
        c, x = judged.claims.dense(i, signs.size)
        near = nearest_rows(self.found[i].products, _groups(signs, self.stack.intercept))
        claim = separator_claim(self.stack.classes[q], judged.space, c, x, float(judged.claims.offset[i]), near)
        claim = replace(claim, bracket=self.bracket(q))
        run = Run(
            WorkingSet.name, self.n_iter(q), 1, self.seconds, gap_reached(self.tol), automatic=True, polished=True
        )
        return answer_of(claim, judged.verdict(i, claim), run)

    def _signs(self, q: int) -> Array:
        return self.stack.signs[self.stack.starts[q] : self.stack.starts[q + 1]]


def answer_stack_in_space(stack: KernelStack, tol: float) -> InSpace | None:
    """The greatest margins of all questions; None where kernel or points are not for the compiled loop."""
    began = now()
    if not (is_narrow(stack.kernel, stack.X) and is_compiled(products=True)):
        return None
    squares = np.asarray(diagonal(stack.kernel, stack.X), dtype=np.float64)
    longest = float(squares.max())
    if not (1 / SAFE < longest < SAFE and float(np.abs(stack.X).max()) < SAFE):
        return None
    found: list[_Found] = []
    place = np.full(stack.starts.size - 1, -1)
    with one_thread():
        columns, room = np.ascontiguousarray(stack.X.T, dtype=np.float64), np.empty(0)
        for q in range(place.size):
            here = slice(*stack.starts[q : q + 2])
            rows, signs = stack.rows[here], stack.signs[here]
            most = columns_allowed(rows.size, len(columns))
            room = room if room.size >= most * rows.size else np.empty(most * rows.size)
            kept = room[: most * rows.size].reshape(most, rows.size)
            one = _shortest(columns, rows, signs, squares, kept, stack, tol, longest)
            if one is not None:
                place[q] = len(found)
                found.append(one)
        judged = _judged(stack, place, found) if found else None
    return InSpace(stack, place, found, judged, tol, now() - began)


@np.errstate(all="ignore")
def _shortest(
    columns: Array,
    rows: Positions,
    signs: Array,
    squares: Array,
    kept: Array,
    stack: KernelStack,
    tol: float,
    longest: float,
) -> _Found | None:
    """The point of least norm of one question; `columns` are the points, one in each column."""
    order, split = labels_in_turn(signs)
    own = rows[order]
    hulls = Hulls(
        split=split,
        diagonal=squares[own],
        kept=kept,
        joint=not stack.intercept,
        X=np.take(columns, own, axis=1),
        kernel=numbers_of(stack.kernel),
    )
    try:
        if not move_weights(hulls, longest, tol=tol, decide=False):
            return None
    except np.linalg.LinAlgError:
        return None
    products, support = np.empty(rows.size), hulls.x.nonzero()[0]
    products[order] = hulls.z
    S = order[support]
    by_row = S.argsort()
    lows = [float(hulls.z[hull].min()) for hull in hulls.hulls]
    return _Found(S[by_row], hulls.x[support][by_row], products, hulls.square, lows, hulls.steps)


def _groups(signs: Array, intercept: bool) -> list[Positions]:
    return [np.flatnonzero(signs > 0), np.flatnonzero(signs < 0)] if intercept else [np.arange(signs.size)]


def _judged(stack: KernelStack, place: Positions, found: list[_Found]) -> KernelJudged:
    """The verifier's judgement of those that were found."""
    asked = np.flatnonzero(place >= 0).tolist()
    sizes = np.diff(stack.starts)
    signs = [stack.signs[stack.starts[q] : stack.starts[q + 1]] for q in asked]
    part = stack
    if len(asked) < place.size:
        taken = np.repeat(place >= 0, sizes)
        starts = np.concatenate([[0], np.cumsum(sizes[asked])])
        classes = [stack.classes[q] for q in asked]
        part = stack._replace(starts=starts, rows=stack.rows[taken], signs=stack.signs[taken], classes=classes)
    units = [float(each.x.max()) for each in found]
    claims = KernelClaims(
        starts=np.concatenate([[0], np.cumsum([each.S.size for each in found])]),
        S=np.concatenate([each.S for each in found]),
        c=np.concatenate([own[each.S] * (each.x / unit) for own, each, unit in zip(signs, found, units, strict=True)]),
        x=np.concatenate([each.x / each.x.sum() for each in found]),
        offset=np.array([middle(each.lows, unit) for each, unit in zip(found, units, strict=True)]),
        classes=part.classes,
    )
    return verify_in_space(part, claims)


def stack_of(
    X: Array,
    kernel: Kernel,
    rows: Sequence[Positions],
    signs: Sequence[Array],
    classes: Sequence[tuple[object, ...]],
    *,
    intercept: bool,
) -> KernelStack:
    """A stack of questions, each about some rows of X with their signs."""
    starts = np.concatenate([[0], np.cumsum([each.size for each in rows])])
    return KernelStack(X, kernel, starts, np.concatenate(rows), np.concatenate(signs), classes, intercept)
