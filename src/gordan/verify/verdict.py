"""`verify(problem, outcome)`: every claim of an outcome, recomputed from the raw rows and judged by name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gordan.alternative import Contradiction, Point
from gordan.array import Array
from gordan.certificate import AnyCertificate, Certificate, ConicCertificate, ProgramCertificate, SplitCertificate
from gordan.errors import InputError
from gordan.outcome import (
    Answered,
    Cancellation,
    Check,
    Enclosure,
    Inseparable,
    Outcome,
    Separable,
    Separator,
    Verdict,
)
from gordan.problem import Conic, Gram, Inequalities, Points, Program, System
from gordan.verify.answered_program import is_program_answer, judge_program_answer
from gordan.verify.bounds import INTEGERS, ROUNDED, Lowest, lowest, margin_at_least, margin_at_most
from gordan.verify.certified_conic import judge_conic_origin
from gordan.verify.certified_program import judge_program_certificate
from gordan.verify.certified_split import judge_split_certificate
from gordan.verify.check import compare, offset_is_a_number, weights_on_their_base
from gordan.verify.exact import as_float, dot
from gordan.verify.inseparable import judge_cancellation, judge_enclosure
from gordan.verify.kernel import judge_kernel
from gordan.verify.origin import judge_origin
from gordan.verify.program import verify_program
from gordan.verify.square import root_down, root_up, square_at_least, square_at_most

__all__ = ["verify"]


Problem = Points | Gram | Conic | System | Program | Inequalities
Claim = Outcome | AnyCertificate | Point | Contradiction


def verify(problem: Problem, outcome: Claim, *, proof: str = "rounded") -> Verdict:
    """Judge an outcome, or a certificate, against the raw problem.

    Parameters
    ----------
    problem : Points, Gram, Conic, System, Program or Inequalities
        The raw data; for the certificate of a split the system, such as `gordan.pose(formula, data=data).system`.
    outcome : Separable, Inseparable, Undecided, or a certificate; of a program a certificate or the proof itself
        What is claimed of it. Of a program also what `feasible` returned, which says whether it was asked strictly.
        A certificate must also be about this question and these very numbers.
    proof : {"rounded", "exact"}
        "rounded" lets rigorous floating bounds settle what they can; "exact" computes every sign and both ends of the
        bracket in integers, and takes no `Enclosure` for an answer. A certificate that calls itself exact is held to
        that. Of a kernel only rational values, those of "poly" and of a matrix, can be judged so.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[0.0], [1.0]], [0, 1])
    >>> gordan.verify(problem, gordan.solve(problem)).holds
    True
    """
    if proof not in ("rounded", "exact"):
        raise InputError(f'proof is {proof!r}; give "rounded" or "exact"')
    if isinstance(outcome, SplitCertificate) and isinstance(problem, System):
        return judge_split_certificate(problem, outcome)
    proved = isinstance(outcome, ProgramCertificate | Point | Contradiction) or is_program_answer(outcome)
    if isinstance(problem, Program | Inequalities) and proved:
        program = problem.program() if isinstance(problem, Inequalities) else problem
        if is_program_answer(outcome):
            return judge_program_answer(program, outcome)
        if isinstance(outcome, ProgramCertificate):
            return judge_program_certificate(program, outcome)
        assert isinstance(outcome, Point | Contradiction)  # nothing else is left of what was asked for
        return verify_program(program, outcome)
    if isinstance(problem, Conic):
        return _conic(problem, outcome, proof)
    if not isinstance(problem, Points | Gram) or isinstance(
        outcome, SplitCertificate | ProgramCertificate | ConicCertificate | Point | Contradiction
    ):
        raise _foreign(problem, outcome)
    if isinstance(outcome, Certificate):
        return _certified(problem, outcome, proof)
    if not isinstance(outcome, Answered):
        raise InputError(f"outcome is {outcome!r}; give what solve, separate or read_certificate returned")
    checks = [_equal("classes", outcome.classes, problem.classes)]
    if problem.implicit or isinstance(problem, Gram):
        return Verdict((*checks, *judge_kernel(problem, outcome, exact=proof == "exact")), proof)
    expected = _kinds(outcome, proof == "exact")
    if not isinstance(outcome.proof, expected):
        kind, needed = type(outcome.proof).__name__, " or ".join(each.__name__ for each in expected)
        return Verdict((*checks, Check("proof is of its kind", kind, needed, "comparison", False)), proof)
    if isinstance(outcome, Separable):
        assert isinstance(outcome.proof, Separator)  # the only kind expected
        checks += _separator(problem, outcome, outcome.proof, proof == "exact")
    elif isinstance(outcome, Inseparable):
        checks += _cancelling(problem, outcome)
        checks += _lower(problem, outcome, proof == "exact")
    else:
        # Nothing is decided, so that nothing need be decided in integers.
        checks += _lower(problem, outcome, False) + _upper(problem, outcome, False)
    return Verdict(tuple(checks), proof)


def _certified(problem: Points | Gram, certificate: Certificate, proof: str) -> Verdict:
    """Whether it is about this problem comes first: only of the problem's own size is an outcome made."""
    checks = judge_origin(problem, certificate)
    asked = "exact" if "exact" in (proof, certificate.arithmetic) else proof
    if certificate.question[1:3] != (problem.n, problem.m):
        return Verdict(checks, asked)
    return Verdict((*checks, *verify(problem, certificate.outcome(problem), proof=asked).checks), asked)


def _foreign(problem: Any, outcome: Any) -> InputError:
    return InputError(
        f"the problem is a {type(problem).__name__} and the claim a {type(outcome).__name__}; give points or a conic "
        "problem with what was found of them, a system with the certificate of its split, or a program with its proof"
    )


def _conic(problem: Conic, outcome: Any, proof: str) -> Verdict:
    """An orthant is a question about points, and may be answered as one."""
    from gordan.conic_outcome import ConicInseparable, ConicSeparable, ConicUndecided
    from gordan.verify.conic import judge_conic

    if isinstance(outcome, ConicCertificate):
        return _certified_conic(problem, outcome, proof)
    if isinstance(outcome, ConicSeparable | ConicInseparable | ConicUndecided):
        return judge_conic(problem, outcome, proof)
    if problem.polyhedral:
        return verify(problem.points(), outcome, proof=proof)
    if isinstance(outcome, AnyCertificate):
        raise _foreign(problem, outcome)
    return judge_conic(problem, outcome, proof)


def _certified_conic(problem: Conic, certificate: ConicCertificate, proof: str) -> Verdict:
    """As for points: what it is about comes first."""
    checks, same = judge_conic_origin(problem, certificate)
    asked = "exact" if "exact" in (proof, certificate.arithmetic) else proof
    if not same:
        return Verdict(checks, asked)
    return Verdict((*checks, *verify(problem, certificate.outcome(problem), proof=asked).checks), asked)


def _kinds(outcome: Outcome, exact: bool) -> tuple[type, ...]:
    """The proofs that an outcome may have."""
    if isinstance(outcome, Inseparable):
        return (Cancellation,) if exact else (Cancellation, Enclosure)
    return (Separator,) if isinstance(outcome, Separable) else (type(None),)


def _separator(problem: Points, outcome: Separable, claim: Separator, exact: bool) -> list[Check]:
    w, centre = claim.direction, claim.centre
    sound = _direction(problem, w, centre)
    number = offset_is_a_number(claim.offset)
    if not (sound.holds and number.holds):
        return [sound, number]
    low = lowest(problem, w, centre, exact=exact)
    least = low.value(problem.intercept)
    checks = [sound, compare("every point on its side", least, ">", 0.0, low.arithmetic)]
    if not checks[-1].holds:
        return checks
    if problem.intercept:
        checks.append(_offset(problem, claim, low))
    else:
        shown = str((as_float(Fraction(claim.offset)), bool(centre.any())))
        # Compared as it is: rounded to a double, an offset of 10^-400 would be none.
        none = claim.offset == 0 and not centre.any()
        checks.append(Check("no offset", shown, str((0.0, False)), "comparison", bool(none)))
    checks.append(_reported(outcome, claim))
    checks.append(_at_least(problem, w, centre, low, outcome.bracket.lower, exact))
    return checks + _upper(problem, outcome, exact)


def _at_least(problem: Points, w: Array, centre: Array, low: Lowest, claimed: float, exact: bool) -> Check:
    """The margin under w; where rounding alone would refute the claim, the products are taken in integers."""
    found = -np.inf if exact else margin_at_least(problem, w, low)
    # Of products that are all positive the margin is too, however small.
    vague = found <= 0 < low.value(problem.intercept)
    if not (exact or vague or found < claimed < np.inf):
        return compare("margin at least", found, ">=", claimed, low.arithmetic)
    if low.arithmetic == ROUNDED:
        low = lowest(problem, w, centre, sharp=True, exact=exact)
    return compare("margin at least", root_down(square_at_least(problem, w, low)), ">=", claimed, INTEGERS)


def _direction(problem: Points, w: Any, centre: Any) -> Check:
    sound = all(
        isinstance(v, np.ndarray) and v.dtype == np.float64 and v.shape == (problem.m,) and bool(np.isfinite(v).all())
        for v in (w, centre)
    )
    sound = sound and bool(np.any(w != 0))
    return Check("direction is finite and not zero", f"{np.shape(w)}", f"({problem.m},)", "comparison", sound)


def _offset(problem: Points, claim: Separator, low: Lowest) -> Check:
    """max over negatives < −offset < min over positives; rounded bounds are enough to say yes, never to say no."""
    below, above = -Fraction(low.negative), Fraction(low.positive)
    position = -Fraction(claim.offset)
    arithmetic = low.arithmetic
    if not below < position < above and arithmetic == ROUNDED:
        low = lowest(problem, claim.direction, claim.centre, sharp=True)
        below, above, arithmetic = -Fraction(low.negative), Fraction(low.positive), INTEGERS
    shown = f"{as_float(position):.6g} in ({as_float(below):.6g}, {as_float(above):.6g})"
    return Check("offset lies between the classes", shown, "strictly inside", arithmetic, below < position < above)


def _reported(outcome: Separable, claim: Separator) -> Check:
    """The hyperplane shown to the user is the one that was proved, its intercept the nearest double to the truth."""
    truth = Fraction(claim.offset) - dot(claim.direction, claim.centre)
    same = (
        outcome.coef is not None
        and np.array_equal(outcome.coef, claim.direction)
        and outcome.offset == claim.offset
        and outcome.centre is not None
        and np.array_equal(outcome.centre, claim.centre)
        and outcome.intercept == as_float(truth)
    )
    return Check(
        "coef and intercept are the proof's", f"{outcome.intercept:.6g}", f"{as_float(truth):.6g}", INTEGERS, same
    )


def _cancelling(problem: Points, outcome: Inseparable) -> list[Check]:
    """Weights that cancel, in either form, leave no positive margin."""
    if isinstance(outcome.proof, Cancellation):
        checks, arithmetic = judge_cancellation(problem, outcome.proof, outcome.weights), INTEGERS
    else:
        checks, arithmetic = judge_enclosure(problem, outcome.proof, outcome.weights), ROUNDED
    return [*checks, compare("upper bound of the margin", outcome.bracket.upper, ">=", 0.0, arithmetic)]


def _lower(problem: Points, outcome: Outcome, exact: bool) -> list[Check]:
    if outcome.coef is None or not np.isfinite(outcome.bracket.lower):
        return [_equal("no lower bound claimed", outcome.bracket.lower, -np.inf)]
    centre = np.zeros(problem.m) if outcome.centre is None else outcome.centre
    sound = _direction(problem, outcome.coef, centre)
    if not sound.holds:
        return [sound]
    low = lowest(problem, outcome.coef, centre, exact=exact, sharp=exact)
    return [sound, _at_least(problem, outcome.coef, centre, low, outcome.bracket.lower, exact)]


def _upper(problem: Points, outcome: Outcome, exact: bool) -> list[Check]:
    if outcome.weights is None or not np.isfinite(outcome.bracket.upper):
        return [_equal("no upper bound claimed", outcome.bracket.upper, np.inf)]
    x = outcome.weights
    base = weights_on_their_base(problem, x)
    if not base.holds:
        return [base]
    centre = np.zeros(problem.m) if outcome.centre is None or not problem.intercept else outcome.centre
    claimed = outcome.bracket.upper
    at_most = np.inf if exact else margin_at_most(problem, x, centre)
    # Where rounding alone would refute the claim, the weighted sums are taken in integers.
    if exact or at_most > claimed >= 0:
        return [base, compare("margin at most", root_up(square_at_most(problem, x)), "<=", claimed, INTEGERS)]
    return [base, compare("margin at most", at_most, "<=", claimed, ROUNDED)]


def _equal(name: str, given: Any, expected: Any) -> Check:
    return Check(name, str(given), str(expected), "comparison", bool(given == expected))
