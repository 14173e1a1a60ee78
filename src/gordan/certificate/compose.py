"""From an outcome to a certificate: every fact once, rows in order, nothing that the verifier does not check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np

from gordan.array import Array
from gordan.certificate.record import Certificate, Hyperplane, Question, Source, Weights
from gordan.outcome import Cancellation, Enclosure, Inseparable, Outcome, Separable, Separator
from gordan.problem import Points
from gordan.version import __version__

__all__ = ["compose"]


def compose(
    problem: Points,
    outcome: Outcome,
    *,
    names: tuple[str, ...] = (),
    source: Source | None = None,
    lines: Sequence[int] | None = None,
) -> Certificate:
    """The certificate of an outcome; `lines` has, for every row, its line in the source."""
    proof, bracket = _sorted(outcome.proof), outcome.bracket
    hyperplane = weights = None
    if not isinstance(outcome, Separable) and outcome.coef is not None and bracket.lower > -inf:
        hyperplane = Hyperplane(outcome.coef, _centre(outcome, problem))
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


def _sorted(proof: Separator | Cancellation | Enclosure | None) -> Separator | Cancellation | Enclosure | None:
    if isinstance(proof, Cancellation):
        order = np.argsort(proof.support).tolist()
        return Cancellation(tuple(proof.support[k] for k in order), tuple(proof.integers[k] for k in order))
    if isinstance(proof, Enclosure):
        order = np.argsort(proof.support)
        return Enclosure(tuple(np.array(proof.support)[order].tolist()), proof.centre[order], proof.radius[order])
    return proof


def _centre(outcome: Outcome, problem: Points) -> Array:
    return np.zeros(problem.m) if outcome.centre is None else outcome.centre
