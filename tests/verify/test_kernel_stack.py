"""Hyperplanes in a kernel's space judged in a stack: what holds there holds before `verify`, and forgeries do not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import gordan
from gordan.engine.many import in_space
from gordan.engine.many.in_space import answer_stack_in_space, stack_of
from gordan.outcome import Bracket
from gordan.problem.kernel import Kernel
from gordan.verify import KernelClaims, KernelStack, verify_in_space

KERNELS = (Kernel("rbf", gamma=0.4), Kernel("poly", gamma=0.5, degree=2, coef0=1.0), Kernel("rbf", gamma=1e-7))


@pytest.fixture(autouse=True)
def compiled(monkeypatch):
    """Questions go through the stack also where the loop has still to be compiled."""
    monkeypatch.setattr(in_space, "is_compiled", lambda **_: True)


def _asked(kernel, *, intercept=True, seed=0, kind=np.float64, shift=0.0):
    """Three clusters, two at a time, with rows out of order."""
    generator = np.random.default_rng(seed)
    codes = generator.permutation(np.repeat([0, 1, 2], 12))
    centres = np.array([[0.0, 0.0, 1.0], [6.0, 0.0, -1.0], [0.0, 6.0, 3.0]])
    X = (centres[codes] + generator.standard_normal((36, 3)) + shift).astype(kind)
    rows, signs, classes = [], [], []
    for a, b in ((0, 1), (0, 2), (1, 2)):
        rows.append(np.flatnonzero((codes == a) | (codes == b)))
        signs.append(np.where(codes[rows[-1]] == b, 1.0, -1.0))
        classes.append((a, b))
    return stack_of(X, kernel, rows, signs, classes, intercept=intercept), codes


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize(("kind", "shift"), [(np.float64, 0.0), (np.float32, 0.0), (np.float64, 1e5)])
def test_what_a_stack_proves_holds_for_each_question(kernel, intercept, kind, shift):
    stack, codes = _asked(kernel, intercept=intercept, kind=kind, shift=shift)
    answers = answer_stack_in_space(stack, 1e-6)
    assert answers is not None
    proved = np.flatnonzero(answers.proved).tolist()
    assert proved or shift or kernel.gamma < 1e-3 or kernel.name == "poly"
    for q in proved:
        rows = stack.rows[stack.starts[q] : stack.starts[q + 1]]
        problem = gordan.Points(stack.X[rows], codes[rows], intercept=intercept, kernel=kernel)
        outcome = answers.outcome(q)
        assert outcome.verdict.holds
        verdict = gordan.verify(problem, outcome)
        assert verdict.holds, verdict
        assert [check.name for check in verdict.checks] == [check.name for check in outcome.verdict.checks]
        alone = gordan.solve(problem, goal="margin")
        assert alone.bracket.lower <= outcome.bracket.upper
        assert outcome.bracket.lower <= alone.bracket.upper


def _corrupted(claims):
    """Claims of which those about the first question are false, by name."""
    own = slice(claims.starts[0], claims.starts[1])

    def other(name, value, where=own):
        array = getattr(claims, name).copy()
        array[where] = value
        return claims._replace(**{name: array})

    first = own.start
    yield "the other side", other("c", -claims.c[own])
    yield "a coefficient that is no number", other("c", np.nan, first)
    yield "no coefficient", other("c", 0.0)
    yield "an infinite coefficient", other("c", np.inf, first)
    yield "a far offset", other("offset", 1e3, 0)
    yield "an offset that is no number", other("offset", np.nan, 0)
    yield "a negative weight", other("x", -1.0, first)
    yield "no weight", other("x", 0.0)
    yield "a weight that is no number", other("x", np.nan, first)
    yield "weights too small", other("x", 5e-324)
    yield "a row that is not there", other("S", 99, own.stop - 1)
    yield "a row below the first", other("S", -1, first)
    yield "a row named twice", other("S", claims.S[first], first + 1)


def test_a_stack_refuses_forgeries():
    stack, _ = _asked(KERNELS[0])
    answers = answer_stack_in_space(stack, 1e-6)
    assert answers.proved.all()
    for name, claims in _corrupted(answers.judged.claims):
        judged = verify_in_space(stack, claims)
        assert not judged.holds[0], name
        assert judged.holds[1:].all(), name


def test_brackets_of_forged_weights_stay_true():
    """Weights that are sound but not the best prove an upper end all the same, above the margin."""
    stack, _ = _asked(KERNELS[0])
    answers = answer_stack_in_space(stack, 1e-6)
    claims = answers.judged.claims
    even = verify_in_space(stack, claims._replace(x=np.ones_like(claims.x)))
    assert even.holds.all()
    assert (even.upper >= answers.judged.lower).all()
    light = verify_in_space(stack, claims._replace(x=claims.x * 2.0**-800))
    assert np.allclose(light.upper, answers.judged.upper, rtol=1e-9)


def test_a_verdict_is_about_the_claim_that_was_judged():
    stack, _ = _asked(KERNELS[0])
    answers = answer_stack_in_space(stack, 1e-6)
    judged, claim = answers.judged, answers.outcome(0).claim
    assert judged.verdict(0, claim).holds
    lower, upper = claim.bracket.lower, claim.bracket.upper
    wider = replace(claim, bracket=Bracket(0.5 * lower, 2.0 * upper))
    assert judged.verdict(0, wider).holds
    proof = replace(claim.proof, offset=claim.offset + 1e-9)
    forged = (
        replace(claim, bracket=Bracket(upper, upper)),
        replace(claim, bracket=Bracket(lower, lower)),
        replace(claim, proof=proof),
        replace(claim, proof=None),
        replace(claim, weights=claim.weights[::-1].copy()),
        replace(claim, dual_coef=-claim.dual_coef),
        replace(claim, intercept=claim.intercept + 1.0),
        replace(claim, classes=(7, 8)),
        replace(claim, nearest=(99,)),
        replace(claim, space="another"),
    )
    assert not any(judged.verdict(0, each).holds for each in forged)
    assert not judged.verdict(1, claim).holds


def test_questions_are_looked_at():
    stack, _ = _asked(KERNELS[0])
    claims = answer_stack_in_space(stack, 1e-6).judged.claims
    for bad in (
        stack._replace(signs=2.0 * stack.signs),
        stack._replace(rows=stack.rows + 1000),
        stack._replace(starts=stack.starts[::-1].copy()),
        stack._replace(signs=np.ones_like(stack.signs)),
        stack._replace(X=stack.X.tolist()),
        stack._replace(kernel="rbf"),
        stack._replace(X=np.where(stack.X > 5, np.nan, stack.X)),
    ):
        with pytest.raises(gordan.InputError):
            verify_in_space(bad, claims)
    for odd in (claims._replace(c=claims.c.astype(np.float32)), claims._replace(S=claims.S[:-1]), tuple(claims)):
        with pytest.raises(gordan.InputError):
            verify_in_space(stack, odd)


@pytest.mark.parametrize("kernel", [Kernel("rbf", gamma=1.0), Kernel("laplacian", gamma=1.0)], ids=str)
@pytest.mark.parametrize("rows", [[0, 1, 1, 2], [2, 0, 3, 1]], ids=["a row twice", "rows in another order"])
def test_as_many_rows_as_there_are_need_not_be_all_of_them(kernel, rows):
    """A question is judged at its own rows; one point of both classes is never separated."""
    X = np.array([[0.0, 0.0], [1.0, 0.0], [3.0, 1.0], [0.0, 2.0]])
    c, starts = np.array([1.0, 2.0, -1.0, -1.0]), np.array([0, 4])
    stack = KernelStack(X, kernel, starts, np.array(rows), np.array([1.0, 1.0, -1.0, -1.0]), [(0, 1)], False)
    judged = verify_in_space(stack, KernelClaims(starts, np.arange(4), c, np.ones(4), np.zeros(1), [(0, 1)]))
    problem = gordan.Points(X[rows], [1, 1, 0, 0], kernel=kernel, intercept=False)
    claim = gordan.outcome.Claim(
        proof=gordan.outcome.KernelSeparator(c, 0.0),
        classes=(0, 1),
        dual_coef=c,
        offset=0.0,
        intercept=0.0,
        weights=np.ones(4),
        bracket=Bracket(-np.inf, np.inf),
    )
    alone = gordan.verify(problem, claim)
    assert bool(judged.holds[0]) == alone.holds
    assert not (rows == [0, 1, 1, 2] and alone.holds)
    assert judged.lower[0] <= alone.bracket.lower or np.isclose(judged.lower[0], alone.bracket.lower)
