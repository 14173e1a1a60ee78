"""From an outcome to a certificate: every fact once, rows in order, nothing that the verifier does not check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np

from gordan.errors import InputError
from gordan.file.certificate.kernel import coefficients_of, told_kernel
from gordan.outcome import (
    Bracket,
    Cancellation,
    Cancels,
    Enclosure,
    Inseparable,
    KernelSeparator,
    Outcome,
    Separable,
    Separates,
    Separator,
    Undecided,
)
from gordan.outcome.certificate import Coefficients
from gordan.outcome.certificate.points import Certificate, Hyperplane, Question, Source, Weights
from gordan.outcome.certificate.version import __version__
from gordan.problem import Gram, Points

__all__ = ["compose", "undeciding"]


def compose(
    problem: Points | Gram,
    outcome: Outcome,
    *,
    names: tuple[str, ...] = (),
    source: Source | None = None,
    lines: Sequence[int] | None = None,
) -> Certificate:
    """The certificate of an outcome; `lines` has, for every row, its line in the source."""
    proof, bracket = _sorted(outcome.proof), undeciding(outcome)
    hyperplane: Hyperplane | Coefficients | None = None
    weights = None
    told_kernel(problem.kernel)
    if not isinstance(outcome, Separable) and bracket.lower > -inf:
        hyperplane = _hyperplane(outcome, problem)
    if not isinstance(outcome, Inseparable) and outcome.weights is not None and bracket.upper < inf:
        rows = outcome.support
        weights = Weights(tuple(rows.tolist()), outcome.weights[rows])
    certificate = Certificate(
        gordan=__version__,
        question=Question.of(problem),
        digest=problem.digest(),
        names=names or problem.names,
        source=source,
        alternative=outcome.kind,
        arithmetic=outcome.verdict.proof,
        bracket=bracket,
        proof=proof,
        hyperplane=hyperplane,
        weights=weights,
        lines=None,
    )
    if lines is None or not certificate.rows:
        return certificate
    return replace(certificate, lines=tuple(int(lines[j]) for j in certificate.rows))


def undeciding(outcome: Outcome) -> Bracket:
    """The bracket; where nothing was decided no lower end above 0 is told, for it would decide."""
    lower, upper = outcome.bracket.lower, outcome.bracket.upper
    return Bracket(min(lower, 0.0), upper) if isinstance(outcome, Undecided) else outcome.bracket


def _hyperplane(outcome: Outcome, problem: Points | Gram) -> Hyperplane | Coefficients | None:
    if outcome.dual_coef is not None:
        return coefficients_of(outcome.dual_coef, outcome.offset)
    if outcome.coef is None:
        return None
    return Hyperplane(outcome.coef, np.zeros(problem.m) if outcome.centre is None else outcome.centre)


def _sorted(proof: Separates | Cancels | None) -> Separator | Coefficients | Cancellation | Enclosure | None:
    if isinstance(proof, KernelSeparator):
        return coefficients_of(proof.coefficients, proof.offset)
    if isinstance(proof, Cancellation):
        order = np.argsort(proof.support).tolist()
        return Cancellation(tuple(proof.support[k] for k in order), tuple(proof.integers[k] for k in order))
    if isinstance(proof, Enclosure):
        order = np.argsort(proof.support)
        return Enclosure(tuple(np.array(proof.support)[order].tolist()), proof.centre[order], proof.radius[order])
    if proof is None or isinstance(proof, Separator):
        return proof
    raise InputError(f"the proof is a {type(proof).__name__}, which no points have; give what solve returned")
