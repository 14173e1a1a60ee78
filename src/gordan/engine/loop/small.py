"""Small data answered at once: a least-norm point, the claim it makes, one verification.

On some thousand numbers a solver that asks an oracle spends nearly all of its time in the interpreter. Here one
compiled call finds the point, by the dual active set of `MinNormPoint`, or of sparse points in few columns a call for
each set of the lowest. Of data so few that loading it would take far longer, and where it was not compiled beforehand,
the point is found in NumPy: a step is one small linear system and one product. What one attempt does not prove is left
to the loop.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.deadline import now
from gordan.engine.loop.attempt import SAFE, answer_claim, nearest_rows
from gordan.engine.loop.grown import grown_least_norm_point
from gordan.engine.loop.settings import SHORTEST, Settings
from gordan.engine.loop.shortest import (
    RIDGE,
    ROUNDING,
    LeastNorm,
    compiled_least_norm_point,
    is_compiled,
    least_norm_point,
)
from gordan.engine.polish.separator import raw_intercept, short_middle
from gordan.engine.solver.auto import WRITTEN
from gordan.engine.watch import Audience
from gordan.outcome import Cancellation, Claim, Enclosure, Outcome, Separator
from gordan.problem import Points

__all__ = ["answer_small"]

_COMPILED = 3000  # numbers, up to which NumPy takes milliseconds; loading compiled code takes half a second, once
_SLOW = 40_000  # numbers, beyond which NumPy would take longer than the loop
_WIDE = 2  # dimensions for every point, beyond which products of the points are a smaller matrix than they are
_ASCENT = 1.1e7  # entries multiplied: about what an answer takes, and what finds a local maximum in ten dimensions


@np.errstate(all="ignore")
def answer_small(problem: Points, settings: Settings, note: str, audience: Audience) -> Outcome | None:
    """The answer to a small problem with coordinates, or None where one attempt does not prove it.

    All of it takes milliseconds: watchers hear of the steps afterwards, and so change nothing.
    """
    began = now()
    points = _Small.of(problem)
    if points is None:
        return None
    try:
        best = _shortest(points, settings, watched=bool(audience))
    except np.linalg.LinAlgError:
        return None
    if best is None or not (np.isfinite(best.w).all() and best.x.any()):
        return None
    claim = _claimed(problem, settings, points, best)
    if claim.proof is None:
        return None
    return answer_claim(problem, claim, settings, best.steps, audience, solver="min-norm-point", note=note, began=began)


class _Small(NamedTuple):
    """Points A about a centre, scaled to unit length where that is asked for, their signs and lengths, and the classes.

    More than a few sparse ones stay sparse, about the origin. `groups` are the rows of each class, or without an
    intercept all rows; `lengths` is None where none was divided by.
    """

    A: Matrix
    signs: Array
    groups: list[Positions]
    centre: Array
    lengths: Array | None

    @classmethod
    def of(cls, problem: Points) -> _Small | None:
        """None where squares would overflow or vanish."""
        X, signs = problem.X, problem.signs
        sparse = hasattr(X, "nnz") and problem.n * problem.m > WRITTEN
        if sparse:
            X = X.tocsr().astype(np.float64, copy=False)
        else:
            X = np.asarray(X.toarray() if hasattr(X, "nnz") else X, dtype=np.float64)
        centre, lengths, greatest = np.zeros(problem.m), None, problem.extent
        groups = [(signs > 0).nonzero()[0], (signs < 0).nonzero()[0]] if problem.intercept else [np.arange(problem.n)]
        if problem.intercept and not sparse:
            low, high = X.min(axis=0), X.max(axis=0)
            centre = short_middle(low, high)
            greatest = float(np.maximum(high - centre, centre - low).max())
        if not 1 / SAFE < greatest < SAFE:
            return None
        A = X - centre if centre.any() else X
        if problem.normalise:
            lengths = np.sqrt(np.asarray(A.multiply(A).sum(axis=1)).ravel() if sparse else np.einsum("ij,ij->i", A, A))
            if not lengths.min() > 1 / SAFE:
                return None
            A = A.multiply(1.0 / lengths[:, None]).tocsr() if sparse else A / lengths[:, None]
        return cls(A, signs, groups, centre, lengths)

    @property
    def sparse(self) -> bool:
        return hasattr(self.A, "nnz")

    @property
    def signed(self) -> Matrix:
        return self.A.multiply(self.signs[:, None]).tocsr() if self.sparse else self.A * self.signs[:, None]

    def margins(self, w: Array) -> Array:
        return np.asarray(self.signs * (self.A @ w))

    def raw(self, margins: Array) -> Array:
        """Products with the points as they were, of which these are the margins."""
        return margins if self.lengths is None else margins * self.lengths

    def lowest(self, margins: Array) -> float:
        return sum(float(margins[rows].min()) for rows in self.groups)


def _claimed(problem: Points, settings: Settings, points: _Small, best: LeastNorm) -> Claim:
    """The claim that a least-norm point makes; without a proof where it makes none."""
    x = best.x if points.lengths is None else best.x / points.lengths
    x = x / x.sum()
    if points.lowest(best.margins) > 0:
        return _hyperplane(problem, best.w, points, best.margins, x)
    proof = _cancelling(problem, x, exact=settings.proof == "exact", many=points.sparse)
    if proof is None:
        return Claim()
    w, margins = best.w, best.margins
    if settings.goal == "margin":
        w = _longer(problem, points, best)
        margins = points.margins(w)
    return _hyperplane(problem, w, points, margins, proof.weights(problem.n), proof)


def _hyperplane(
    problem: Points, w: Array, points: _Small, margins: Array, x: Array, proof: Cancellation | Enclosure | None = None
) -> Claim:
    """The hyperplane half-way between the classes, with the rows nearest to it: of equally near ones the first.

    It is the proof itself where there is no other.
    """
    products = points.raw(margins)
    lows = [float(products[rows].min()) for rows in points.groups]
    offset = (lows[1] - lows[0]) / 2 if problem.intercept else 0.0
    separator = Separator(w, offset, points.centre)
    return Claim(
        proof=separator if proof is None else proof,
        classes=problem.classes,
        coef=w,
        intercept=raw_intercept(separator),
        centre=points.centre,
        offset=offset,
        weights=x,
        nearest=nearest_rows(products, points.groups),
    )


def _cancelling(problem: Points, x: Array, *, exact: bool, many: bool) -> Cancellation | Enclosure | None:
    """The proof that some rows cancel, two of them if possible, from weights that nearly do; None without one.

    Of many rows a pass that looks for two takes less time than the proof of others.
    """
    # Imported here, so that data that separate do not wait for it.
    from gordan.engine.polish import cancellation, twins

    if many and (found := twins(problem)) is not None:
        return found
    proof = cancellation(problem, x, exact=exact).proof
    if not isinstance(proof, Cancellation | Enclosure) or len(proof.support) > SHORTEST:
        proof = (None if many else twins(problem)) or proof
    return proof if isinstance(proof, Cancellation | Enclosure) else None


def _longer(problem: Points, points: _Small, best: LeastNorm) -> Array:
    """The direction that an ascent of the negative margin finds from the class means or the best one, if better."""
    from gordan.engine.polish.ascent import Signed, ascend

    S, labels, w = points.signed, problem.signs if problem.intercept else None, best.w
    wide = not points.sparse and S.shape[1] >= _WIDE * S.shape[0]
    if wide:
        # Ways out of the span change no margin, and a basis of them would be a matrix of all dimensions squared.
        Q, R = np.linalg.qr(S.T)
        S, w = R.T, w @ Q
    signed = Signed(lambda W: S @ W.T, lambda rows: S[rows].toarray() if points.sparse else S[rows], S.size, labels)
    means = sum((np.asarray(S[rows].mean(axis=0)).ravel() for rows in points.groups), np.zeros(S.shape[1]))
    # Many points are looked at three times as often as before, and no more.
    work = min(_ASCENT, 3 * best.steps[-1].n_passes * S.size) if points.sparse else _ASCENT
    longer, margin = ascend(signed, [means, w], max_work=work)
    known = points.lowest(best.margins) / len(points.groups) / float(np.linalg.norm(best.w))
    if longer is None or margin <= known:
        return best.w
    longer = Q @ longer if wide else longer
    return np.asarray(longer / np.abs(longer).max())


def _shortest(points: _Small, settings: Settings, *, watched: bool) -> LeastNorm | None:
    """The point of least norm; where there are far fewer points than dimensions, in coordinates of their span.

    None where compiled code does not end, or NumPy would take longer than the loop.
    """
    A, (n, m) = points.A, points.A.shape
    compiled, decide = A.size > _COMPILED and is_compiled(), settings.goal == "decide"
    if points.sparse:
        return grown_least_norm_point(A, points.signs, points.groups, decide=decide) if compiled else None

    def find(A: Array) -> LeastNorm | None:
        if compiled:
            return compiled_least_norm_point(A, points.signs, points.groups, decide=decide, watched=watched)
        signed = A * points.signs[:, None]
        return least_norm_point(signed, points.groups, tol=settings.tol, decide=decide) if A.size <= _SLOW else None

    if m < _WIDE * n:
        return find(A)
    G = A @ A.T
    longest = float(G.diagonal().max())
    # What products of nearly dependent points lose is found by the verifier, and the loop then has its turn.
    G.flat[:: n + 1] *= 1.0 + RIDGE
    L: Array = np.asarray(np.linalg.cholesky(G), dtype=np.float64)
    if (best := find(L)) is None:
        return None
    w = np.linalg.solve(L.T, best.w) @ A
    w /= np.abs(w).max()
    margins = points.margins(w)
    # Squares of lengths are off by the ridge and by the products' rounding: watchers hear of no more than is true.
    slack = float(np.sqrt((RIDGE + n * m * ROUNDING) * longest))
    steps = [step._replace(lower=step.lower - slack, upper=step.upper + slack) for step in best.steps]
    last, rounding = steps[-1], ROUNDING * (m + 2) * np.sqrt(longest)
    lower = (points.lowest(margins) / float(np.linalg.norm(w))) / len(points.groups) - rounding
    steps.append(last._replace(lower=float(max(lower, last.lower))))
    return LeastNorm(best.x, w, margins, steps)
