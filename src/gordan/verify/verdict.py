"""`verify(problem, claim)`: what is claimed of a problem, recomputed from the raw data and judged check by check."""

from __future__ import annotations

from collections.abc import Sequence
from types import UnionType
from typing import Any

import numpy as np

from gordan.arithmetic.deadline import deadline
from gordan.arithmetic.limit import exact_time
from gordan.arithmetic.rounding import gradual_underflow
from gordan.errors import GordanError, InputError
from gordan.outcome import (
    Bracket,
    Cancellation,
    Check,
    Claim,
    Enclosure,
    Interior,
    NullSpaceBall,
    NullSpacePoint,
    Outcome,
    Separation,
    Verdict,
)
from gordan.outcome.alternative import (
    Contradiction,
    ContradictionBall,
    FaceChain,
    Multipliers,
    Point,
    PointBall,
    PointExact,
    ProgramClaim,
)
from gordan.outcome.bodies import Apart, Near, NearMeans, SparseNormal, Touching
from gordan.outcome.certificate import (
    AnyCertificate,
    BodiesCertificate,
    Certificate,
    ConicCertificate,
    ConstraintsCertificate,
    MixtureCertificate,
    PanelCertificate,
    ProgramCertificate,
    RiskCertificate,
    SplitCertificate,
)
from gordan.outcome.feasibility import Feasible, Infeasible
from gordan.outcome.mixture import SparseRefutation, SparseSolution
from gordan.outcome.objective import ObjectiveBracket, Optimum, Ray
from gordan.outcome.optimum import Optimal, Unbounded, UndecidedOptimum
from gordan.outcome.panel import PanelClaim
from gordan.outcome.repair import Repaired, RepairProof
from gordan.outcome.risk import RiskClaim
from gordan.outcome.split import LongSplitClaim, SplitClaim
from gordan.outcome.spoilers import ModelSpoilers, Spoilers
from gordan.problem import Conic, Gram, Inequalities, Points, Program, System
from gordan.problem.bodies import Bodies
from gordan.problem.constraints import Constraints
from gordan.problem.long_system import LongSystem
from gordan.problem.mixture import Mixture
from gordan.problem.observations import Observations
from gordan.problem.panel import Panel
from gordan.problem.risk import RiskSets
from gordan.verify.check import contradictions, fact
from gordan.verify.cost import enough_time
from gordan.verify.declared import as_declared
from gordan.verify.genuine import genuine, same_classes
from gordan.verify.kernel import judge_kernel
from gordan.verify.origin import judge_origin
from gordan.verify.points import judge_points
from gordan.verify.posed import as_it_is, refuse_no_numbers
from gordan.verify.positive import judge_positive
from gordan.verify.program import judge_program_answer, verify_program
from gordan.verify.shown import shown_falsely
from gordan.verify.split import judge_split, verify_split

__all__ = ["verify"]

_Models = System | LongSystem | Panel | RiskSets
Problem = Points | Gram | Conic | _Models | Program | Inequalities | Constraints | Bodies | Mixture | Observations
_OfConstraints = FaceChain | Multipliers | PointBall | PointExact
_OfBodies = Apart | Near | Touching
_OfMixtures = SparseSolution | SparseRefutation
_OfObjectives = Optimal | Unbounded | UndecidedOptimum
_ObjectiveProofs = Optimum | Ray | ObjectiveBracket
_OfRepairs = Repaired | RepairProof
_OfPrograms = (
    Feasible
    | Infeasible
    | Point
    | Contradiction
    | ContradictionBall
    | ProgramClaim
    | _OfObjectives
    | _ObjectiveProofs
    | _OfRepairs
)
_OfModels = SplitClaim | LongSplitClaim | PanelClaim | RiskClaim
_OfOthers = _OfPrograms | Spoilers | ModelSpoilers | _OfModels | _OfConstraints | _OfBodies | _OfMixtures
Claimed = Claim | Outcome | AnyCertificate | _OfOthers
_ABOUT: dict[type, UnionType | type] = {
    Certificate: Points | Gram,
    BodiesCertificate: Bodies,
    ConicCertificate: Conic,
    ConstraintsCertificate: Constraints,
    MixtureCertificate: Mixture,
    PanelCertificate: Panel,
    ProgramCertificate: Program,
    RiskCertificate: RiskSets,
    SplitCertificate: System | LongSystem,
}
_CLAIMED = Claim | Separation | AnyCertificate | _OfOthers
_WITH_MARGIN = (Points, Gram, Conic)


def verify(problem: Problem, claim: Claimed, *, proof: str = "rounded", max_seconds: float | None = None) -> Verdict:
    """Judge a claim, or the claim of an answer or a certificate, against the raw problem.

    The verdict lists the checks of the proof and of the bracket in the order in which they were computed, and the
    bracket that the verifier itself proved; a check that needs an earlier one is left out where that one fails. What is
    shown beside the proof (the intercept of a hyperplane that is no proof, the nearest rows, the space), ends of a
    bracket that contradict each other, and the names in a certificate are listed only where they are false.

    Parameters
    ----------
    problem : Points, Gram, Conic, System, Program, Inequalities, Constraints, Bodies or Mixture
        The raw data; for the certificate of a split the system, such as `gordan.pose(formula, data=data).system`; for
        an answer about a CVXPY problem the equations and cones that it was read as, `answer.system`; for answers about
        two convex bodies `gordan.geometry.Bodies(K, L)`, for those of `sparse_farkas` `Mixture(A, b, mass)`, for
        spoilers of a model `gordan.pose(formula, data=data).observations`.
    claim : Claim, Separable, Inseparable, Undecided, Feasible, Infeasible, Optimal, Unbounded, Repaired, Apart, \
Touching, Near, SparseSolution, SparseRefutation, a certificate, or the proof of a program
        What is claimed of it. What `feasible` returned says whether it was asked strictly, and so does a
        `ProgramClaim`; of a system a `SplitClaim`; of conic constraints the proof. A certificate must also be about
        this question and these very numbers.
    proof : {"rounded", "exact"}
        "rounded" lets rigorous floating bounds settle what they can; "exact" computes every sign and both ends of the
        bracket in integers, and takes no `Enclosure` for an answer. A certificate that calls itself exact is held to
        that. Of a kernel only rational values, those of "poly" and of a matrix, can be judged so. Of a cone that is no
        orthant it is the weights that cancel that must be integers; that A*y is inside, and both ends of the bracket,
        come from rigorous bounds in either case, for lengths and eigenvalues are roots.
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
    with deadline(max_seconds):
        with exact_time():
            plain = genuine(claim)
            if plain.holds and isinstance(claim, AnyCertificate):
                plain = as_declared(claim)
        if plain.holds:
            problem = as_it_is(problem)
            try:
                # What overflows becomes an infinity or no number, of which no check holds.
                with enough_time(problem, claim), np.errstate(all="ignore"):
                    return _judge(problem, claim, proof)
            except GordanError:
                raise
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                # Where a judge could not go on, data that changed or a field of another type than declared is to blame.
                refuse_no_numbers(problem)
                if (plain := as_declared(claim)).holds:
                    raise
    if isinstance(claim, _CLAIMED):
        return Verdict((plain,), proof)
    raise _no_claim(problem, claim)


def _judge(problem: Problem, claim: object, proof: str) -> Verdict:
    if isinstance(problem, _WITH_MARGIN) and isinstance(claim, (Claim, Separation)):
        return _about_margin(problem, claim, proof)
    if isinstance(claim, AnyCertificate):
        return _certified(_matched(problem, claim), claim, proof)
    if isinstance(claim, SplitClaim) and isinstance(problem, System):
        return verify_split(problem, claim, exact=proof == "exact")
    if isinstance(claim, LongSplitClaim) and isinstance(problem, LongSystem):
        from gordan.verify.long_split import judge_long_split

        return judge_long_split(problem, claim, exact=proof == "exact")
    if isinstance(claim, PanelClaim) and isinstance(problem, Panel):
        from gordan.verify.panel import judge_panel

        return judge_panel(problem, claim)
    if isinstance(claim, RiskClaim) and isinstance(problem, RiskSets):
        from gordan.verify.risk import judge_risk

        return judge_risk(problem, claim)
    if isinstance(claim, _OfConstraints) and isinstance(problem, Constraints):
        from gordan.verify.conic.constraints import judge_constraints

        return judge_constraints(problem, claim)
    if isinstance(problem, Program | Inequalities) and (verdict := _about_program(problem, claim, proof)) is not None:
        return verdict
    if isinstance(problem, Constraints) and isinstance(claim, Feasible | Infeasible):
        from gordan.verify.conic.constraints import judge_constraint_answer

        return judge_constraint_answer(problem, claim)
    if isinstance(claim, Spoilers) and isinstance(problem, Points | System):
        from gordan.verify.spoilers import judge_spoilers

        points = problem.points() if isinstance(problem, System) else problem
        if points.implicit or points.positive:
            raise _no_claim(problem, claim)
        return judge_spoilers(points, claim, exact=proof == "exact")
    if isinstance(claim, ModelSpoilers) and isinstance(problem, Observations | System):
        from gordan.verify.spoilers import judge_model_spoilers

        return judge_model_spoilers(
            problem if isinstance(problem, Observations) else Observations.of_rows(problem), claim
        )
    if isinstance(problem, Bodies) and isinstance(claim, _OfBodies):
        from gordan.verify.body import judge_bodies

        return judge_bodies(problem, claim)
    if isinstance(problem, Mixture) and isinstance(claim, _OfMixtures):
        from gordan.verify.mixture import judge_mixture

        return judge_mixture(problem, claim)
    raise _no_claim(problem, claim)


def _about_margin(problem: Points | Gram | Conic, claim: Claim | Separation, proof: str) -> Verdict:
    if isinstance(claim, Separation):
        if claim.kind != claim.claim.kind:
            kinds = type(claim.claim.proof).__name__, f"that of {claim.kind} data"
            return Verdict((fact("proof is of its kind", *kinds, False),), proof)
        claim = claim.claim
    if not isinstance(claim, Claim):
        raise _no_claim(problem, claim)
    if claim.ball is not None and not _has_hull(problem, claim):
        shown = f"beside {type(claim.proof).__name__} of {type(problem).__name__}"
        return Verdict((fact("ball is beside rows that cancel", shown, "points, no kernel, any w", False),), proof)
    return _about_cones(problem, claim, proof) if isinstance(problem, Conic) else _about_points(problem, claim, proof)


def _has_hull(problem: Points | Gram | Conic, claim: Claim) -> bool:
    """Whether a ball inside the hull of the signed rows can be part of the claim: of rows with coordinates."""
    points = isinstance(problem, Points) and not (problem.implicit or problem.positive)
    return points and isinstance(claim.proof, Cancellation | Enclosure)


def _matched(problem: Problem, certificate: AnyCertificate) -> Any:
    """The problem as this kind of certificate is about it: inequalities as a program, an orthant perhaps as points."""
    described: object = problem
    if isinstance(problem, Inequalities):
        described = problem.program()
    elif isinstance(problem, Conic) and problem.polyhedral and isinstance(certificate, Certificate):
        described = problem.points()
    elif isinstance(problem, Constraints) and isinstance(certificate, ConstraintsCertificate):
        # Some constraints refute all of them; a point must satisfy them all.
        described = problem if certificate.alternative == "feasible" else problem.named(certificate.question.names)
    if not isinstance(described, _ABOUT[type(certificate)]):
        raise _no_claim(problem, certificate)
    return described


def _about_points(problem: Points | Gram, claim: Claim, proof: str) -> Verdict:
    exact = proof == "exact"
    if isinstance(problem, Gram) or problem.implicit:
        checks = judge_kernel(problem, claim, exact=exact)
    elif problem.positive:
        checks = judge_positive(problem, claim, exact=exact)
    else:
        checks = judge_points(problem, claim, exact=exact)
    checks = [same_classes(claim.classes, problem.classes), *checks]
    if all(check.holds for check in checks):
        checks += shown_falsely(problem, claim)
    # Where no ends are claimed, those that are proved here become the answer's.
    bracket = Verdict(tuple(checks)).bracket if claim.bracket is None else claim.bracket
    return Verdict((*checks, *_contradicted(checks, bracket)), proof)


def _about_program(problem: Program | Inequalities, claim: object, proof: str) -> Verdict | None:
    """The verdict on a proof about a program, None where the claim is no such proof."""
    if not isinstance(claim, _OfPrograms):
        return None
    program = problem.program() if isinstance(problem, Inequalities) else problem
    if isinstance(claim, Feasible | Infeasible):
        return judge_program_answer(program, claim, exact=proof == "exact")
    if isinstance(claim, _OfRepairs):
        from gordan.verify.repair import judge_repair

        return judge_repair(program, claim)
    if isinstance(claim, _ObjectiveProofs | _OfObjectives):
        from gordan.verify.optimum import judge_optimum, judge_optimum_answer

        if isinstance(claim, _OfObjectives):
            return judge_optimum_answer(program, claim)
        return judge_optimum(program, claim)
    claim = claim if isinstance(claim, ProgramClaim) else ProgramClaim(claim)
    return verify_program(program, claim, exact=proof == "exact")


def _about_cones(problem: Conic, claim: Claim, proof: str) -> Verdict:
    """Of an orthant, whose columns are points, a claim about those points is judged as well."""
    from gordan.verify.conic import judge_conic

    if problem.polyhedral and not isinstance(claim.proof, Interior | NullSpaceBall | NullSpacePoint):
        return _about_points(problem.points(), claim, proof)
    return judge_conic(problem, claim, proof)


def _certified(problem: Any, certificate: AnyCertificate, proof: str) -> Verdict:
    """Whether it is about this problem comes first."""
    checks, same = judge_origin(problem, certificate)
    if isinstance(certificate, BodiesCertificate):
        return Verdict((*checks, *(_about_bodies(problem, certificate) if same else ())), "exact")
    if isinstance(certificate, ConstraintsCertificate):
        from gordan.verify.conic.constraints import judge_certified_constraints

        return Verdict((*checks, *(judge_certified_constraints(problem, certificate) if same else ())), "rounded")
    if not isinstance(certificate, Certificate | ConicCertificate):  # most of these hold integers only
        if same and isinstance(certificate, ProgramCertificate):
            from gordan.verify.optimum import judge_certified_program

            checks += judge_certified_program(problem, certificate, exact=proof == "exact")
        elif same and isinstance(certificate, SplitCertificate):
            checks += _about_system(problem, certificate)
        elif same and isinstance(certificate, PanelCertificate):
            from gordan.verify.panel import judge_panel_certificate

            checks += judge_panel_certificate(problem, certificate)
        elif same and isinstance(certificate, RiskCertificate):
            from gordan.verify.risk import judge_risk_certificate

            checks += judge_risk_certificate(problem, certificate)
        elif same and isinstance(certificate, MixtureCertificate):
            from gordan.verify.mixture import judge_mixture_certificate

            checks += judge_mixture_certificate(problem, certificate)
        rounded = isinstance(certificate, ProgramCertificate) and any(check.rounded for check in checks)
        return Verdict(tuple(checks), "rounded" if rounded else "exact")
    asked = "exact" if "exact" in (proof, certificate.arithmetic) else proof
    if not same:
        return Verdict(tuple(checks), asked)
    claim = certificate.claim(problem)
    judged = (*checks, *_mislabelled(claim, certificate), *_judge(problem, claim, asked).checks)
    return Verdict((*judged, *_contradicted(judged, certificate.bracket, certificate.alternative)), asked)


def _about_bodies(problem: Bodies, certificate: BodiesCertificate) -> list[Check]:
    from gordan.verify.body import judge_bodies, judge_pairs

    if isinstance(certificate.proof, SparseNormal | NearMeans):
        return judge_pairs(problem, certificate)
    claim = certificate.claim(problem)
    named = certificate.alternative == claim.kind and certificate.at_least == claim.bracket.lower
    shown = f"{certificate.alternative}, at least {certificate.at_least:.6g} apart"
    alike = fact("alternative is the proof's", shown, f"{claim.kind}, {claim.bracket.lower:.6g}", named)
    return [*([] if named else [alike]), *judge_bodies(problem, claim).checks]


def _about_system(system: System | LongSystem, certificate: SplitCertificate) -> list[Check]:
    if certificate.core is not None:
        from gordan.verify.long_split import judge_core

        return judge_core(system, certificate)
    if isinstance(system, LongSystem):
        raise InputError(
            "the proof of the certificate has a weight for every row, and the rows are read in batches; hold the "
            "columns of the model in memory, as in gordan.pose(formula, data=frame).system"
        )
    return judge_split(system, certificate)


def _mislabelled(claim: Claim, certificate: Certificate | ConicCertificate) -> list[Check]:
    """That a certificate calls itself what its proof does not show; no file that can be read does."""
    named = certificate.alternative == claim.kind and certificate.arithmetic in ("rounded", "exact")
    shown = f"{certificate.alternative!r}, {certificate.arithmetic!r}"
    return [] if named else [fact("alternative is the proof's", shown, claim.kind, False)]


def _contradicted(checks: Sequence[Check], bracket: Bracket | None, alternative: str = "") -> list[Check]:
    """Only what is proved piece by piece can contradict itself; other claims are refused for what they are."""
    claimed = bracket is not None and all(check.holds for check in checks)
    return contradictions(bracket, alternative) if claimed and bracket is not None else []


def _no_claim(problem: object, claim: object) -> InputError:
    """The sentence for what is no claim about this kind of problem."""
    if isinstance(problem, _CLAIMED) and isinstance(claim, Problem):
        return InputError(
            f"the problem is a {type(problem).__name__} and the claim a {type(claim).__name__}: they are the other way "
            "round; give verify(problem, claim)"
        )
    if isinstance(problem, Points | Gram | Conic) and not isinstance(claim, _OfOthers | AnyCertificate):
        if isinstance(claim, list | tuple):
            return InputError(f"claim is a {type(claim).__name__} of {len(claim)}; verify them one by one")
        return InputError(f"claim is {claim!r:.80}; give what solve, separate or read_certificate returned")
    if not isinstance(problem, Problem) and isinstance(
        claim, _OfPrograms | ProgramCertificate | ConstraintsCertificate
    ):
        package = type(problem).__module__.partition(".")[0]
        return InputError(
            f"the problem is of the type {package}.{type(problem).__name__}; give what "
            "gordan.read_model reads of it: gordan.verify(gordan.read_model(model), answer)"
        )
    return InputError(
        f"the problem is a {type(problem).__name__} and the claim a {type(claim).__name__}; give points or a conic "
        "problem with what was found of them, a system with the certificate of its split, a program with its proof, or "
        "two bodies with an answer that is not undecided"
    )
