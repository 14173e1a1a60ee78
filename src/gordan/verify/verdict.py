"""`verify(problem, outcome)`: every claim of an outcome, recomputed from the raw rows and judged by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gordan.arithmetic.deadline import deadline
from gordan.arithmetic.rounding import gradual_underflow
from gordan.errors import InputError
from gordan.file.certificate import AnyCertificate, Certificate, ConicCertificate, ProgramCertificate, SplitCertificate
from gordan.outcome import Answered, Bracket, Check, Inseparable, Outcome, Separable, Verdict
from gordan.outcome.alternative import Contradiction, Point
from gordan.problem import Conic, Gram, Inequalities, Points, Program, System
from gordan.verify.answered_program import is_program_answer, judge_program_answer
from gordan.verify.certified_conic import judge_conic_origin
from gordan.verify.certified_program import judge_program_certificate
from gordan.verify.certified_split import judge_split_certificate
from gordan.verify.check import contradictions, fact
from gordan.verify.cost import enough_time
from gordan.verify.genuine import genuine, same_labels
from gordan.verify.kernel import judge_kernel
from gordan.verify.origin import judge_origin
from gordan.verify.points import judge_points
from gordan.verify.program import verify_program

__all__ = ["verify"]

Problem = Points | Gram | Conic | System | Program | Inequalities
Claim = Outcome | AnyCertificate | Point | Contradiction
Claims = Answered | AnyCertificate | Point | Contradiction


def verify(problem: Problem, outcome: Claim, *, proof: str = "rounded", max_seconds: float | None = None) -> Verdict:
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
        that. Of a kernel only rational values, those of "poly" and of a matrix, can be judged so. Of a cone that is no
        orthant it is the weights that cancel that must be integers; that A*y is inside, and both ends of the bracket,
        are told by rigorous bounds in either case, for lengths and eigenvalues are roots.
    max_seconds : float or None
        A budget. Without one the exact arithmetic of a certificate may take `gordan.Limits.exact_seconds`.

    Raises
    ------
    OverBudget
        The budget does not suffice. That is no verdict: nothing was decided.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[0.0], [1.0]], [0, 1])
    >>> gordan.verify(problem, gordan.solve(problem)).holds
    True
    """
    if proof not in ("rounded", "exact"):
        raise InputError(f'proof is {proof!r}; give "rounded" or "exact"')
    if not gradual_underflow():
        raise InputError(
            "this process cuts small numbers to zero, so that no bound on rounding holds; a library loaded before was "
            "built with -ffast-math: verify in a process without it"
        )
    plain = genuine(outcome)
    if isinstance(outcome, Claims) and not plain.holds:
        return Verdict((plain,), proof)
    with deadline(max_seconds), enough_time(problem, outcome):
        return _judge(problem, outcome, proof)


def _judge(problem: Problem, outcome: Claim, proof: str) -> Verdict:
    if isinstance(outcome, SplitCertificate) and isinstance(problem, System):
        return judge_split_certificate(problem, outcome)
    if isinstance(problem, Program | Inequalities) and (told := _about_program(problem, outcome)) is not None:
        return told
    if isinstance(problem, Conic):
        return _about_cones(problem, outcome, proof)
    if not isinstance(problem, Points | Gram) or isinstance(
        outcome, SplitCertificate | ProgramCertificate | ConicCertificate | Point | Contradiction
    ):
        raise _foreign(problem, outcome)
    if isinstance(outcome, Certificate):
        return _certified(problem, outcome, proof)
    if not isinstance(outcome, Answered):
        raise InputError(f"outcome is {outcome!r}; give what solve, separate or read_certificate returned")
    if problem.implicit or isinstance(problem, Gram):
        checks = judge_kernel(problem, outcome, exact=proof == "exact")
    else:
        checks = judge_points(problem, outcome, exact=proof == "exact")
    same = same_labels(outcome.classes, problem.classes)
    checks = [fact("classes", str(outcome.classes), str(problem.classes), same), *checks]
    return Verdict((*checks, *_contradicted(checks, outcome.bracket)), proof)


def _about_program(problem: Program | Inequalities, claim: Claim) -> Verdict | None:
    """The verdict on a proof about a program, None where the claim is no such proof."""
    answered = is_program_answer(claim)
    if not (answered or isinstance(claim, ProgramCertificate | Point | Contradiction)):
        return None
    program = problem.program() if isinstance(problem, Inequalities) else problem
    if answered:
        return judge_program_answer(program, claim)
    if isinstance(claim, ProgramCertificate):
        return judge_program_certificate(program, claim)
    assert isinstance(claim, Point | Contradiction)  # nothing else is left of what was asked for
    return verify_program(program, claim)


def _about_cones(problem: Conic, claim: Any, proof: str) -> Verdict:
    """Of an orthant, whose columns are points, a claim about those points is judged as well."""
    from gordan.outcome.conic import ConicInseparable, ConicSeparable, ConicUndecided
    from gordan.verify.conic import judge_conic

    if isinstance(claim, ConicCertificate):
        return _certified_cones(problem, claim, proof)
    if isinstance(claim, ConicSeparable | ConicInseparable | ConicUndecided):
        return judge_conic(problem, claim, proof)
    if problem.polyhedral:
        return _judge(problem.points(), claim, proof)
    if isinstance(claim, AnyCertificate):
        raise _foreign(problem, claim)
    return judge_conic(problem, claim, proof)


def _certified_cones(problem: Conic, certificate: ConicCertificate, proof: str) -> Verdict:
    """As for points: what it is about comes first."""
    checks, same = judge_conic_origin(problem, certificate)
    asked = "exact" if "exact" in (proof, certificate.arithmetic) else proof
    if not same:
        return Verdict(checks, asked)
    outcome = certificate.outcome(problem)
    found = (*checks, *_mislabelled(outcome, certificate), *_judge(problem, outcome, asked).checks)
    return Verdict((*found, *_contradicted(found, certificate.bracket, certificate.alternative)), asked)


def _certified(problem: Points | Gram, certificate: Certificate, proof: str) -> Verdict:
    """Whether it is about this problem comes first: only of the problem's own size is an outcome made."""
    checks = judge_origin(problem, certificate)
    asked = "exact" if "exact" in (proof, certificate.arithmetic) else proof
    if certificate.question[1:3] != (problem.n, problem.m):
        return Verdict(checks, asked)
    outcome = certificate.outcome(problem)
    found = (*checks, *_mislabelled(outcome, certificate), *_judge(problem, outcome, asked).checks)
    return Verdict((*found, *_contradicted(found, certificate.bracket, certificate.alternative)), asked)


def _mislabelled(outcome: Outcome, certificate: Certificate | ConicCertificate) -> list[Check]:
    """That a certificate calls itself what its proof does not show; no file that can be read does."""
    kind = "separable" if isinstance(outcome, Separable) else "undecided"
    kind = "inseparable" if isinstance(outcome, Inseparable) else kind
    named = certificate.alternative == kind and certificate.arithmetic in ("rounded", "exact")
    shown = f"{certificate.alternative!r}, {certificate.arithmetic!r}"
    return [] if named else [fact("alternative is the proof's", shown, kind, False)]


def _contradicted(checks: Sequence[Check], bracket: Bracket, alternative: str = "") -> list[Check]:
    """Only what is proved piece by piece can contradict itself; other claims are refused for what they are."""
    return contradictions(bracket, alternative) if all(check.holds for check in checks) else []


def _foreign(problem: Any, claim: Any) -> InputError:
    return InputError(
        f"the problem is a {type(problem).__name__} and the claim a {type(claim).__name__}; give points or a conic "
        "problem with what was found of them, a system with the certificate of its split, or a program with its proof"
    )
