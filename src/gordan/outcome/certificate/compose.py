"""From an answer to its certificate: every fact once, rows in order, nothing that the verifier does not check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.setting import setting
from gordan.errors import InputError
from gordan.outcome import (
    Bracket,
    Cancellation,
    Cancels,
    Domination,
    Enclosure,
    HullPoint,
    InnerBall,
    Inseparable,
    IntegerKernelSeparator,
    IntegerSeparator,
    Interior,
    KernelSeparator,
    NullSpaceBall,
    NullSpacePoint,
    Outcome,
    Separable,
    Separates,
    Separator,
    Undecided,
)
from gordan.outcome.alternative import (
    Contradiction,
    ContradictionBall,
    Multipliers,
    Point,
    PointBall,
    ProgramSide,
    Term,
)
from gordan.outcome.certificate.conic import ConicCertificate, ConicProof, ConicQuestion, Integers
from gordan.outcome.certificate.constraints import ConstraintsCertificate, ConstraintsProof, ConstraintsQuestion
from gordan.outcome.certificate.panel import PanelCertificate, PanelQuestion
from gordan.outcome.certificate.points import (
    Certificate,
    Coefficients,
    FileHash,
    Hyperplane,
    PointsProof,
    Question,
    Source,
    Weights,
)
from gordan.outcome.certificate.program import ProgramCertificate, ProgramProof, ProgramQuestion, names_of
from gordan.outcome.certificate.risk import RiskCertificate, RiskQuestion
from gordan.outcome.certificate.split import Model, SplitCertificate, SplitQuestion
from gordan.outcome.feasibility import Feasible, Infeasible
from gordan.outcome.objective import Optimum, Ray
from gordan.outcome.panel import PanelClaim
from gordan.outcome.record import (
    BALL_VERSION,
    BLOCKS_VERSION,
    CERTIFICATE_VERSION,
    FILES_VERSION,
    INTEGERS_VERSION,
    KERNEL_INTEGERS_VERSION,
    __version__,
)
from gordan.outcome.repair import Change, RepairProof
from gordan.outcome.risk import RiskClaim
from gordan.outcome.split import Core, Dependence, LongSplitClaim, SplitClaim, SplitProof
from gordan.problem import Conic, Gram, Points, Program, System
from gordan.problem.batches import is_batches
from gordan.problem.cone import PSD
from gordan.problem.digest import BLOCK_ROWS
from gordan.problem.kernel import Kernel
from gordan.problem.long_system import LongSystem
from gordan.problem.panel import Panel
from gordan.problem.risk import RiskSets

__all__ = [
    "compose",
    "compose_conic",
    "compose_constraints",
    "compose_diagnosis",
    "compose_program",
]

Files = tuple[tuple[str, int], ...]  # names, and how many rows each has


def compose(
    problem: Points | Gram,
    outcome: Outcome,
    *,
    names: tuple[str, ...] = (),
    source: Source | None = None,
    lines: Sequence[int] | None = None,
    part: bool = False,
    files: Files = (),
) -> Certificate:
    """The certificate of an outcome; `lines` has, for every row, its line in the source.

    Of large data, of those that are read in batches, and of a `part`, the first rows of longer data, it has the hashes
    of all blocks; of several `files`, by name and number of rows, it has theirs as well.
    """
    proof, bracket, ball = _sorted(outcome.proof), _undeciding(outcome), _sorted_pairs(outcome.claim.ball)
    hyperplane: Hyperplane | Coefficients | None = None
    weights = None
    _refuse_function(problem.kernel)
    if not isinstance(outcome, Separable) and bracket.lower > -inf:
        hyperplane = _hyperplane(outcome, problem)
    if not isinstance(outcome, Inseparable) and outcome.weights is not None and bracket.upper < inf:
        rows = outcome.support
        weights = Weights(tuple(rows.tolist()), outcome.weights[rows])
    question, digest, blocks, hashes = Question.of(problem), "", None, None
    if isinstance(problem, Points) and question.kind == "points":
        batches = problem.X if is_batches(problem.X) else None
        files = _first_files(files or getattr(getattr(batches, "source", None), "files", ()), problem.n)
        digest, blocks, hashed = problem.hashes(tuple((rows,) for _, rows in files))
        hashes = tuple(FileHash(name, (rows,), each) for (name, rows), each in zip(files, hashed, strict=True)) or None
        blocks = blocks if part or hashes or batches is not None or problem.n > BLOCK_ROWS else None
    certificate = Certificate(
        gordan=__version__,
        question=question,
        digest=digest or problem.digest(),
        names=names or problem.names,
        source=source,
        alternative=outcome.kind,
        arithmetic=outcome.verdict.proof,
        bracket=bracket,
        proof=proof,
        hyperplane=hyperplane,
        weights=weights,
        lines=None,
        ball=ball,
        blocks=blocks,
        files=hashes,
        version=_version(proof, ball, blocks, hashes),
    )
    if lines is None or not certificate.rows:
        return certificate
    return replace(certificate, lines=tuple(int(lines[j]) for j in certificate.rows))


def _version(
    proof: object, ball: InnerBall | None, blocks: tuple[str, ...] | None, files: tuple[FileHash, ...] | None = None
) -> int:
    """The oldest version that has all that is there, for older readers."""
    if files is not None:
        return FILES_VERSION
    if isinstance(proof, IntegerSeparator):
        return INTEGERS_VERSION
    if isinstance(proof, IntegerKernelSeparator):
        return KERNEL_INTEGERS_VERSION
    return BLOCKS_VERSION if blocks is not None else CERTIFICATE_VERSION if ball is None else BALL_VERSION


def _undeciding(outcome: Outcome) -> Bracket:
    """The bracket; of what is undecided its lower end is at most 0, for a positive one would decide."""
    lower, upper = outcome.bracket.lower, outcome.bracket.upper
    return Bracket(min(lower, 0.0), upper) if isinstance(outcome, Undecided) else outcome.bracket


def _without_ball(outcome: Outcome) -> Bracket:
    """The bracket for the certificate of a cone, which has no ball: weights that cancel prove an upper end of 0."""
    bracket = _undeciding(outcome)
    return bracket if outcome.claim.ball is None else Bracket(bracket.lower, max(bracket.upper, 0.0))


def compose_conic(problem: Conic, outcome: Outcome) -> ConicCertificate:
    """The certificate of an outcome about a cone; of an orthant, whose columns are points, also of one about those."""
    if problem.polyhedral and not isinstance(outcome.proof, Interior | NullSpaceBall | NullSpacePoint):
        proof, direction, weights = _about_points(problem, outcome)
    else:
        below = not isinstance(outcome, Separable) and outcome.bracket.lower > -inf
        above = not isinstance(outcome, Inseparable) and outcome.bracket.upper < inf
        proof, direction, weights = _conic_proof(problem, outcome.proof), outcome.coef if below else None, None
        if above and outcome.weights is not None:
            entries = np.flatnonzero(outcome.weights)
            weights = Weights(tuple(entries.tolist()), outcome.weights[entries])
    return ConicCertificate(
        gordan=__version__,
        question=ConicQuestion.of(problem),
        digest=problem.digest(),
        alternative=outcome.kind,
        arithmetic=outcome.verdict.proof,
        bracket=_without_ball(outcome),
        proof=proof,
        direction=direction,
        weights=weights,
        version=_version(proof, None, None),
    )


def compose_constraints(answer: Feasible | Infeasible) -> ConstraintsCertificate:
    """The certificate of an answer about constraints over cones; what it is about are those of the answer."""
    system, proof = answer.system, answer.proof
    if system is None or not isinstance(proof, ConstraintsProof):
        raise InputError(f"the answer is {answer!r}; give what feasible found of these constraints")
    if isinstance(proof, PointBall | Multipliers):
        proof = replace(proof, rows=tuple(sorted(proof.rows)))
    return ConstraintsCertificate(
        gordan=__version__,
        question=ConstraintsQuestion.of(system),
        digest=system.digest(),
        alternative=answer.kind,
        proof=proof,
    )


_ALTERNATIVES = {
    Point: "feasible",
    Contradiction: "infeasible",
    ContradictionBall: "infeasible",
    Optimum: "optimal",
    Ray: "unbounded",
    RepairProof: "repaired",
}


def compose_program(program: Program, proof: ProgramProof, *, strict: bool, file: str | None) -> ProgramCertificate:
    """The certificate of a proof about a program; sides in the order of the file."""
    if isinstance(proof, Contradiction):
        proof = replace(proof, terms=tuple(sorted(proof.terms, key=_in_order)))
    elif isinstance(proof, ContradictionBall):
        order = [k for k, _ in sorted(enumerate(proof.terms), key=lambda each: _in_order(each[1]))]
        proof = replace(proof, terms=tuple(proof.terms[k] for k in order), weights=proof.weights[order])
    elif isinstance(proof, Optimum | RepairProof):
        terms = tuple(sorted(proof.bound.terms, key=_in_order))
        proof = replace(proof, bound=replace(proof.bound, terms=terms))
    if isinstance(proof, RepairProof):
        proof = replace(proof, changes=tuple(sorted(proof.changes, key=_in_order)))
    if not _fits(program, proof):
        rows, columns = program.shape
        raise InputError(
            f"the proof has rows or columns that are none of the program's {rows:,} and {columns:,}; give an answer "
            "and the problem it was found for"
        )
    objective = isinstance(proof, Optimum | Ray)
    kind = "optimum" if objective else "repair" if isinstance(proof, RepairProof) else "program"
    return ProgramCertificate(
        gordan=__version__,
        question=ProgramQuestion.of(program, strict=strict, kind=kind),
        digest=program.digest(objective=objective),
        file=file,
        alternative=_ALTERNATIVES[type(proof)],
        proof=proof,
        names=names_of(program, proof),
    )


def _fits(program: Program, proof: ProgramProof) -> bool:
    """Whether rows and columns of the proof are the program's."""
    if isinstance(proof, RepairProof):
        sized = (len(proof.row_prices), len(proof.column_prices)) == program.shape
        return sized and _fits(program, proof.point) and _have(program, (*proof.bound.terms, *proof.changes))
    if isinstance(proof, Optimum):
        return _fits(program, proof.point) and _fits(program, Contradiction(proof.bound.terms))
    if isinstance(proof, Ray):
        return _fits(program, proof.point) and _fits(program, proof.direction)
    if isinstance(proof, Point):
        return len(proof.values) == program.shape[1]
    return _have(program, proof.terms)


def _have(program: Program, sides: Sequence[Term | Change | ProgramSide]) -> bool:
    sizes = dict(zip(("row", "column"), program.shape, strict=True))
    return all(0 <= side.number < sizes[side.place] for side in sides)


def compose_diagnosis(
    problem: System | LongSystem | Panel | RiskSets,
    claim: SplitClaim | LongSplitClaim | PanelClaim | RiskClaim,
    *,
    kind: str,
    model: Model | None,
) -> SplitCertificate | PanelCertificate | RiskCertificate:
    """The certificate of which rows of a model can be strict; of a system the proof must be in integers."""
    common: dict[str, Any] = {"gordan": __version__, "names": problem.names, "model": model, "alternative": kind}
    if isinstance(problem, LongSystem):
        assert isinstance(claim, LongSplitClaim)
        return SplitCertificate(**common, **_of_core(problem, claim))
    assert not isinstance(claim, LongSplitClaim)
    common |= {"digest": problem.digest(), "rows": tuple(np.flatnonzero(claim.strict).tolist())}
    if isinstance(problem, System):
        assert isinstance(claim, SplitClaim)
        return SplitCertificate(**common, question=SplitQuestion.of(problem), proof=_in_integers(claim.proof))
    if isinstance(problem, Panel):
        assert isinstance(claim, PanelClaim)
        return PanelCertificate(**common, question=PanelQuestion.of(problem), proof=claim.proof)
    assert isinstance(claim, RiskClaim)
    proof = claim.proof
    # Witnesses rise.
    flat, table = (_plain(replace(part, witness=np.unique(part.witness))) for part in (proof.flat, proof.table))
    proof = replace(proof, flat=flat, table=table)
    return RiskCertificate(**common, question=RiskQuestion.of(problem), proof=proof)


def _of_core(system: LongSystem, claim: LongSplitClaim) -> dict[str, Any]:
    """The fields of a split that a few rows prove."""
    proof, files = _in_integers(claim.split.proof), system.file_rows()
    digest, blocks, hashes = system.hashes(files)
    named = zip((name for name, _ in system.files), files, hashes, strict=True)
    return {
        "question": SplitQuestion.of(system),
        "digest": digest,
        "rows": tuple(np.flatnonzero(claim.split.strict).tolist()),
        "proof": proof,
        "core": Core(tuple(system.numbered(claim.core).tolist()), int(np.count_nonzero(claim.strict))),
        "blocks": blocks,
        "files": tuple(FileHash(*each) for each in named) or None,
        "version": FILES_VERSION,
    }


def _in_integers(proof: SplitProof) -> SplitProof:
    """The proof with plain integers; one that is rounded would leave part of it to rounding."""
    if not proof.exact:
        raise InputError(
            "the proof of the split is rounded, and a certificate holds integers only; ask with "
            + setting("proof", "exact")
        )
    return replace(proof, flat=_plain(proof.flat), table=_plain(proof.table))


def _first_files(files: Files, n: int) -> Files:
    """The files that the first n rows come from, the last one perhaps in part."""
    kept = []
    for name, rows in files:
        if n > 0:
            kept.append((name, min(rows, n)))
        n -= rows
    return tuple(kept)


def _hyperplane(outcome: Outcome, problem: Points | Gram) -> Hyperplane | Coefficients | None:
    if outcome.dual_coef is not None:
        return _coefficients(outcome.dual_coef, outcome.offset)
    if outcome.coef is None:
        return None
    return Hyperplane(outcome.coef, np.zeros(problem.m) if outcome.centre is None else outcome.centre)


def _sorted(proof: Separates | Cancels | None) -> PointsProof | None:
    if isinstance(proof, KernelSeparator):
        return _coefficients(proof.coefficients, proof.offset)
    if isinstance(proof, Cancellation | Domination | IntegerKernelSeparator):
        order = np.argsort(proof.support).tolist()
        integers = tuple(proof.integers[k] for k in order)
        return replace(proof, support=tuple(proof.support[k] for k in order), integers=integers)
    if isinstance(proof, Enclosure):
        order = np.argsort(proof.support)
        return Enclosure(tuple(np.array(proof.support)[order].tolist()), proof.centre[order], proof.radius[order])
    if proof is None or isinstance(proof, Separator | IntegerSeparator):
        return proof
    raise InputError(f"the proof is a {type(proof).__name__}, which no points have; give what solve returned")


def _sorted_pairs(ball: InnerBall | None) -> InnerBall | None:
    """The same ball, the rows of each of its points rising."""
    if ball is None:
        return None
    return replace(ball, pairs=tuple(tuple(map(_rising, pair)) for pair in ball.pairs))  # type: ignore[misc]


def _rising(end: HullPoint) -> HullPoint:
    order = np.argsort(end.support).tolist()
    return HullPoint(tuple(end.support[k] for k in order), tuple(end.integers[k] for k in order))


def _coefficients(c: Array, offset: float | Fraction) -> Coefficients:
    rows = np.flatnonzero(c)
    return Coefficients(tuple(rows.tolist()), c[rows], offset)


def _refuse_function(kernel: Kernel | None) -> None:
    if kernel is not None and kernel.name == "callable":
        raise InputError(
            f"the {kernel} is a function, which no file can hold; use a kernel by name, or write a certificate of "
            "Gram(K, y) with its values"
        )


def _about_points(problem: Conic, outcome: Outcome) -> tuple[ConicProof | None, Array | None, Weights | None]:
    """The proof, direction and weights of an outcome about the columns of an orthant, as points."""
    points = compose(problem.points(), outcome)
    proof = Interior(points.proof.direction) if isinstance(points.proof, Separator) else points.proof
    assert not isinstance(
        proof, Coefficients | IntegerKernelSeparator | Domination
    )  # these points have no kernel, and no sign is asked for
    # Without an intercept the centre plays no part.
    direction = points.hyperplane.direction if isinstance(points.hyperplane, Hyperplane) else None
    return proof, direction, points.weights


def _conic_proof(problem: Conic, proof: Separates | Cancels | None) -> ConicProof | None:
    if isinstance(proof, NullSpacePoint):
        entries = tuple(j for j, value in enumerate(proof.integers) if value)
        return Integers(entries, tuple(proof.integers[j] for j in entries), proof.denominator)
    if isinstance(proof, NullSpaceBall):
        return _sorted_ball(problem, proof)
    if proof is None or isinstance(proof, Interior):
        return proof
    raise InputError(f"the proof is a {type(proof).__name__}, which no conic problem has; give what solve returned")


def _sorted_ball(problem: Conic, proof: NullSpaceBall) -> NullSpaceBall:
    """The entries of every face rising, each with its own number of the centre."""
    faces, order, start = [], [], 0
    for part, face in zip(problem.cone.parts, proof.faces, strict=True):
        if isinstance(part, PSD):
            size = face.shape[1] * (face.shape[1] + 1) // 2
            own = np.arange(size)
        else:
            size, own = face.size, np.argsort(face)
            face = face[own]
        faces.append(face)
        order.append(start + own)
        start += size
    return NullSpaceBall(tuple(faces), proof.centre[np.concatenate(order)], proof.radius)


def _in_order(term: Term | Change | ProgramSide) -> tuple[bool, bool, int]:
    return term.place == "column", term.side == "upper", term.number


def _plain(claim: Dependence) -> Dependence:
    """Columns and rows as integers of Python's, which JSON knows."""
    relations = tuple(r._replace(columns=tuple(map(int, r.columns))) for r in claim.relations)
    return Dependence(tuple(map(int, claim.pivots)), claim.witness, relations)
