"""What checking a certificate will take, estimated from the lengths of its numbers before any is multiplied.

A certificate of a few megabytes can ask for hours: each of its digits meets every row of the data. The estimates are
of the least that has to be done; what turns out to take longer is ended by the clock, between two operations.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from fractions import Fraction

import numpy as np

from gordan.arithmetic.deadline import Deadline, afford, deadline
from gordan.arithmetic.limit import exact_time
from gordan.outcome import Cancellation, Claim, IntegerKernelSeparator, IntegerSeparator
from gordan.outcome.alternative import Contradiction, ContradictionBall, FaceChain, Multipliers, Point, PointExact
from gordan.outcome.bodies import CommonPoint, Hyperplane
from gordan.outcome.certificate import (
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
from gordan.outcome.certificate.mixture import ColumnWeights
from gordan.outcome.certificate.program import ProgramProof
from gordan.outcome.objective import Optimum, Ray
from gordan.outcome.panel import PanelWeights
from gordan.outcome.proof import NullSpacePoint
from gordan.outcome.repair import RepairProof
from gordan.problem import Inequalities, Program
from gordan.problem.batches import Batches
from gordan.problem.long_system import LongSystem

__all__ = ["enough_time", "estimated_seconds"]

_BIT = 5e-11  # seconds for each bit of a long integer that is multiplied by a short one and added
_FLOP = 1e-10  # for the products of a contradiction in a ball, six of doubles
_CUBE = 1e-6  # for the products of the axes of an inner ball, cubed
_SQUARE = 1e-12  # for the square of the bits of two fractions that are added
_NUMBER = 2e-6  # for each number that is read in batches from a slow disk, some times over, and hashed
_ENTRY_BITS = 8  # of an entry whose rows are eliminated, at least: growing with every step
_PRODUCT_WORDS = 4  # words of 64 bits, of a product of two rows and of its denominator: of doubles of similar size
_ENTRY = 1e-5  # for each entry of a program that is spelled out as a fraction and hashed, some times over
_LONG_BIT = 1e-8  # for each bit of long fractions that are brought to one denominator


def enough_time(problem: object, claim: object) -> AbstractContextManager[Deadline]:
    """Refuse work that cannot end in time; a certificate in exact numbers has a time even where none was given."""
    try:
        seconds = estimated_seconds(problem, claim)
    except (AttributeError, TypeError):
        seconds = 0.0  # parts that no such certificate has: its own check refuses it
    if seconds is None:
        return deadline(None)
    limited = exact_time(_reading(problem))
    with limited:
        afford(seconds, "checking this certificate in exact arithmetic")
    return limited


def _reading(problem: object) -> float:
    """Seconds that reading and hashing the data may take at the very most; they are no arithmetic of a certificate."""
    program = problem.program() if isinstance(problem, Inequalities) else problem
    if isinstance(program, Program):
        return _ENTRY * len(program.A.columns)
    rows = problem.rows if isinstance(problem, LongSystem) else getattr(problem, "X", None)
    return _NUMBER * rows.size if isinstance(rows, Batches) else 0.0


def estimated_seconds(problem: object, claim: object) -> float | None:
    """Seconds of exact arithmetic; None where the claim is no certificate, or holds doubles only."""
    if isinstance(claim, Claim):
        return None
    if isinstance(claim, ProgramCertificate):
        program = problem.program() if isinstance(problem, Inequalities) else problem
        if not isinstance(program, Program) or claim.question[1:3] != program.shape:
            return 0.0
        return _program(program, claim.proof)
    if isinstance(claim, BodiesCertificate):
        return _bodies(claim)
    if isinstance(claim, MixtureCertificate):
        proof, m = claim.proof, claim.question.m
        # The mass, a double, counts as the shortest of fractions; all columns are multiplied where none is ruled out.
        return (
            _LONG_BIT * 64 * m * len(proof.columns)
            if isinstance(proof, ColumnWeights)
            else (_LONG_BIT * m * (64 + _bits((proof.times, *proof.counts))))
        )
    if isinstance(claim, ConstraintsCertificate):
        return _constraints(claim)
    if isinstance(claim, SplitCertificate | RiskCertificate):
        return _split(problem, claim)
    if isinstance(claim, PanelCertificate):
        return _panel(problem, claim)
    if isinstance(claim, Certificate | ConicCertificate) and isinstance(claim.proof, IntegerSeparator):
        # Every integer meets the numbers of its column.
        return (
            _BIT
            * _entries(problem, claim.question.m)
            / claim.question.m
            * getattr(problem, "n", 0)
            * _bits(claim.proof.integers)
        )
    if isinstance(claim, Certificate) and isinstance(claim.proof, IntegerKernelSeparator):
        # Every integer meets the products of its row with all others, thrice: for their signs, the margin, the length.
        degree = 1 if claim.question.kernel is None else claim.question.kernel.degree
        bits = _bits((*claim.proof.integers, claim.proof.offset))
        return 3 * _BIT * _PRODUCT_WORDS * degree * getattr(problem, "n", 0) * bits
    if isinstance(claim, Certificate | ConicCertificate):
        integers, ball = getattr(claim.proof, "integers", None), getattr(claim, "ball", None)
        if integers is not None or isinstance(claim.proof, Cancellation) or ball is not None:
            ends = [end for pair in ball.pairs for end in pair] if ball is not None else []
            bits = _bits(integers or ()) + sum(_bits(end.integers) for end in ends)
            return _BIT * _entries(problem, claim.question.m) * bits + _CUBE * (len(ends) // 2) ** 3
    return None


def _entries(problem: object, m: int) -> float:
    """Numbers of a row that a weight is multiplied by: as many as there are columns, or the mean of a sparse matrix."""
    stored = getattr(getattr(problem, "X", None), "nnz", None)
    rows = getattr(problem, "n", 0)
    return float(m) if stored is None or not rows else min(float(m), stored / rows)


def _program(program: Program, proof: ProgramProof) -> float:
    """Every row with the numbers of its columns, or every side with its weight."""
    if isinstance(proof, Optimum | RepairProof):
        return _program(program, proof.point) + _program(program, Contradiction(proof.bound.terms))
    if isinstance(proof, Ray):
        return _program(program, proof.point) + _program(program, proof.direction)
    if isinstance(proof, Point):
        return _point(program, proof)
    if isinstance(proof, ContradictionBall):
        return _FLOP * len(proof.terms) * program.shape[1] ** 2
    entries = np.diff(program.A.starts).tolist()
    used = (1 + entries[term.number] if term.place == "row" else 2 for term in proof.terms)
    return _BIT * sum(_length(term.weight) * count for term, count in zip(proof.terms, used, strict=True))


def _point(program: Program, point: Point) -> float:
    """Every entry meets the number of its column; terms of one denominator are added up before others meet them."""
    starts, columns = program.A.starts, program.A.columns
    lengths = np.array([_length(value) for value in point.values], dtype=np.float64)
    seconds = float(_BIT * lengths[columns].sum())
    if not (lengths > 64).any():
        return seconds
    known: dict[int, int] = {}
    kinds = np.array([known.setdefault(value.denominator, len(known)) for value in point.values])
    longest = np.zeros(len(known))
    np.maximum.at(longest, kinds, np.where(lengths > 64, lengths, 0.0))
    rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    met = np.unique(rows * len(known) + kinds[columns]) % len(known)
    return seconds + float(_LONG_BIT * longest[met].sum())


def _split(system: object, claim: SplitCertificate | RiskCertificate) -> float:
    """Every row with the direction and with every relation, every column with the weights."""
    proof = claim.proof
    rows, columns = getattr(system, "n_rows", 0), getattr(system, "n_columns", 0)
    if isinstance(claim, RiskCertificate):
        rows, columns = getattr(system, "n", 0), getattr(system, "m", 0)
    related = sum(_bits(relation.integers) for part in (proof.flat, proof.table) for relation in part.relations)
    weights = proof.weights if isinstance(proof.weights, tuple) else ()
    return _BIT * (rows * (_bits(proof.direction) + related) + columns * _bits(weights))


def _panel(panel: object, claim: PanelCertificate) -> float:
    """Every row with the direction and with every relation; the rows of cycles with their integers."""
    proof, n = claim.proof, getattr(panel, "n", 0)
    related = _bits(proof.coefficients) + sum(_bits(each.integers) for each in proof.absorbed)
    # Of potentials each row meets two.
    related += sum(2 * max(map(_length, each.potentials), default=0) for each in proof.absorbed)
    cycles = sum(_bits(cycle.integers) for cycle in proof.cycles)
    if isinstance(proof, PanelWeights):
        related += 64 + _length(proof.factor)
        cycles += _bits(proof.correction.integers)
    else:
        cycles += len(proof.pivots) * _bits(proof.balance)
    return _BIT * (n * related + len(proof.pivots) * cycles)


def _bodies(claim: BodiesCertificate) -> float | None:
    """Every vertex with its weight, added up in fractions, whose common divisors take the square of their length."""
    if isinstance(claim.proof, Hyperplane):
        return None
    if not isinstance(claim.proof, CommonPoint):
        return _LONG_BIT * 64 * claim.question.dimension * len(claim.proof.pairs.times)
    shares = [w for part in (claim.proof.weights_k, claim.proof.weights_l) for _, w in part]
    bits = sum(map(_length, (*shares, *claim.proof.point)))
    return claim.question.dimension * (len(shares) + 1) * (_LONG_BIT * bits + _SQUARE * bits * bits)


def _constraints(claim: ConstraintsCertificate) -> float:
    """Every integer meets a row, and matrices are eliminated; so are rows, where some are to follow from others."""
    question, proof = claim.question, claim.proof
    n, m = question.unknowns + 1, len(question.equations) + len(question.rows)
    cubes = sum(part.order**3 for part in question.cone if part.is_psd)
    if isinstance(proof, FaceChain):
        steps = [_bits(step.equations) + _bits(step.cones) for step in proof.steps]
        longest = max(map(_length, (v for step in proof.steps for part in step for v in part)), default=0)
        order = max((part.order for part in question.cone), default=0)
        return _BIT * (n * sum(steps) + len(steps) * cubes * order * longest)
    if isinstance(proof, PointExact):
        return _BIT * (m * _bits(proof.integers) + cubes * _bits((*proof.integers, proof.denominator)))
    whole = proof.kernel.integers if isinstance(proof, Multipliers) and isinstance(proof.kernel, NullSpacePoint) else ()
    left = len(proof.rows) < (n if isinstance(proof, Multipliers) else len(question.equations))
    rank = _BIT * _ENTRY_BITS * n * (m + 1) * min(n, m + 1) ** 2 if left else 0.0
    return _BIT * (n + cubes) * _bits(whole) + rank


def _bits(integers: Iterable[int | Fraction]) -> int:
    return sum(map(_length, integers))


def _length(value: int | Fraction) -> int:
    return value.numerator.bit_length() + value.denominator.bit_length()
