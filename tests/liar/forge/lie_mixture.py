"""Columns that nearly make a vector or do not, and the forgers of what is claimed of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import gordan
from claimed import replace
from gordan.outcome.certificate.mixture import compose_mixture
from liar.forge.forger import Case, Forger

__all__ = ["MIXTURES"]


def solved(rng: Any) -> Case | None:
    return _case(rng, gordan.geometry.SparseSolution, 0.2)


def refuted(rng: Any) -> Case | None:
    return _case(rng, gordan.geometry.SparseRefutation, 3.0)


def _case(rng: Any, kind: type, far: float) -> Case | None:
    """Random columns and a vector about so far from the origin, where the answer is of this kind."""
    m, n, unit = int(rng.integers(2, 5)), int(rng.integers(3, 9)), 2.0 ** int(rng.integers(-300, 300))
    A, b = unit * rng.standard_normal((m, n)), unit * far * rng.standard_normal(m)
    answer = gordan.geometry.sparse_farkas(A, b, eps=0.2 * unit, mass=1.5)
    if not isinstance(answer, kind) or (isinstance(answer, gordan.geometry.SparseSolution) and not answer.x.any()):
        return None
    return Case(gordan.geometry.Mixture(A, b, 1.5), answer, gordan.verify)


def conditional(rng: Any) -> Case | None:
    """A refutation for this mass only."""
    case = refuted(rng)
    return None if case is None or case.claim.unconditional else case


def _with(changes: Callable[[Any, Any], dict[str, Any]]) -> Callable[[Case, Any], Case | None]:
    return lambda case, rng: case._replace(claim=replace(case.claim, **changes(case.claim, rng)))


def _certified(honest: Callable[[Any], Case | None]) -> Callable[[Any], Case | None]:
    def drawn(rng: Any) -> Case | None:
        case = honest(rng)
        return None if case is None else case._replace(claim=compose_mixture(case.problem, case.claim))

    return drawn


def _with_proof(change: Callable[[Any], dict[str, Any]]) -> Callable[[Case, Any], Case | None]:
    return lambda case, rng: case._replace(
        claim=replace(case.claim, proof=case.claim.proof._replace(**change(case.claim.proof)))
    )


CERTIFIED = [
    Forger(
        "mixture: columns there are none of, certified",
        "vectors in finite numbers",
        _certified(solved),
        _with_proof(lambda p: {"columns": (*p.columns[:-1], 99)}),
    ),
    Forger(
        "mixture: negative weights, certified",
        "weights of columns are not negative",
        _certified(solved),
        _with_proof(lambda p: {"weights": -p.weights}),
        None,
    ),
    Forger(
        "mixture: nearer to b, certified",
        "residual at most",
        _certified(solved),
        _with_proof(lambda p: {"at_most": 0.0}),
    ),
    Forger(
        "mixture: further away, certified",
        "distance at least",
        _certified(refuted),
        _with_proof(lambda p: {"at_least": 2.0 * p.at_least}),
    ),
    Forger(
        "mixture: more of its columns, certified",
        "b lies beyond every mixture",
        _certified(refuted),
        lambda case, rng: (
            _with_proof(lambda p: {"counts": tuple(1000 * each for each in p.counts)})(case, rng)
            if case.claim.proof.counts
            else None
        ),
        None,
    ),
    Forger(
        "mixture: whatever the mass, certified",
        "no column has a positive product",
        _certified(conditional),
        _with_proof(lambda p: {"unconditional": True}),
    ),
]
MIXTURES = [
    *CERTIFIED,
    Forger("mixture: weights of no numbers", "vectors in finite numbers", solved, _with(lambda c, rng: {"x": c.x[1:]})),
    Forger(
        "mixture: negative weights",
        "weights of columns are not negative",
        solved,
        _with(lambda c, rng: {"x": -c.x}),
        None,
    ),
    Forger(
        "mixture: heavier",
        "weights stay within the mass",
        solved,
        _with(lambda c, rng: {"x": c.x * (2.0 / c.x.sum())}),
        None,
    ),
    Forger("mixture: nearer to b", "residual at most", solved, _with(lambda c, rng: {"residual": 0.0})),
    Forger("mixture: too many columns", "columns of the sum", solved, _with(lambda c, rng: {"limit": 0.0})),
    Forger(
        "mixture: on the other side", "b lies beyond every mixture", refuted, _with(lambda c, rng: {"y": -c.y}), None
    ),
    Forger("mixture: further away", "distance at least", refuted, _with(lambda c, rng: {"distance": 2.0 * c.distance})),
    Forger(
        "mixture: another sum",
        "y is the sum of its columns",
        refuted,
        _with(lambda c, rng: {"counts": c.counts + np.eye(c.counts.size)[0]}),
        ("columns of the sum",),
    ),
    Forger(
        "mixture: whatever the mass",
        "no column has a positive product",
        conditional,
        _with(lambda c, rng: {"unconditional": True}),
    ),
]
