"""Balls and boxes apart or near, and the forgers of what is claimed of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import gordan
from claimed import replace
from gordan.outcome import Bracket
from gordan.outcome.certificate.bodies import compose_bodies
from liar.forge.forger import Case, Forger

__all__ = ["BODIES"]


def _bodies(rng: Any, distance: float) -> tuple[Any, Any]:
    """A ball of radius 1 so far from a box of half-width 1."""
    d = int(rng.integers(2, 5))
    shift = rng.standard_normal(d)
    centre = np.zeros(d)
    centre[0] = 2.0 + distance
    return gordan.geometry.Ball(centre + shift, 1.0), gordan.geometry.Box(shift - 1.0, shift + 1.0)


def apart(rng: Any) -> Case | None:
    K, L = _bodies(rng, 1.0)
    solver = ("aggressive-perceptron", "min-norm-point")[int(rng.integers(2))]
    answer = gordan.geometry.separate_bodies(K, L, eps=0.9, solver=solver)
    return Case(gordan.geometry.Bodies(K, L), answer, gordan.verify) if isinstance(answer, gordan.Apart) else None


def near(rng: Any) -> Case | None:
    K, L = _bodies(rng, -0.5)
    answer = gordan.geometry.separate_bodies(K, L, eps=0.2, solver="aggressive-perceptron")
    near = isinstance(answer, gordan.geometry.Near)
    return Case(gordan.geometry.Bodies(K, L), answer, gordan.verify) if near else None


def _with(changes: Callable[[Any, Any], dict[str, Any]]) -> Callable[[Case, Any], Case | None]:
    def forge(case: Case, rng: Any) -> Case | None:
        return case._replace(claim=replace(case.claim, **changes(case.claim, rng)))

    return forge


def _moved(claim: Any, rng: Any) -> dict[str, Any]:
    """Both points of every pair moved alike, so that their sum is what it was."""
    return {"p": claim.p + 9.0, "q": claim.q + 9.0}


def _turned(claim: Any, rng: Any) -> dict[str, Any]:
    """The points are said to have been given in the opposite directions."""
    return {"towards": -claim.towards}


def _certified(honest: Callable[[Any], Case | None]) -> Callable[[Any], Case | None]:
    """The same as a certificate, whose proof has the pairs of points by what they are made of."""

    def drawn(rng: Any) -> Case | None:
        case = honest(rng)
        return None if case is None else case._replace(claim=compose_bodies(case.problem, case.claim))

    return drawn


def _with_proof(change: Callable[[Any], dict[str, Any]]) -> Callable[[Case, Any], Case | None]:
    return lambda case, rng: case._replace(
        claim=replace(case.claim, proof=case.claim.proof._replace(**change(case.claim.proof)))
    )


def _longer(proof: Any, side: str, factor: float) -> dict[str, Any]:
    """The first point of one body, moved away from it."""
    first, *others = getattr(proof.pairs, side)
    moved = first._replace(coordinates=tuple(factor * v + (factor - 1.0) for v in first.coordinates))
    return {"pairs": proof.pairs._replace(**{side: (moved, *others)})}


sparse, means = _certified(apart), _certified(near)
PAIRS = [
    Forger(
        "pairs: a point outside of K", "points belong to K", sparse, _with_proof(lambda p: _longer(p, "points_k", 8.0))
    ),
    Forger(
        "pairs: a point outside of L", "points belong to L", means, _with_proof(lambda p: _longer(p, "points_l", 8.0))
    ),
    Forger(
        "pairs: a weight of nothing",
        "times are positive",
        means,
        _with_proof(lambda p: {"pairs": p.pairs._replace(times=(0.0, *p.pairs.times[1:]))}),
    ),
    Forger(
        "pairs: no normal",
        "normal is not zero",
        sparse,
        lambda case, rng: Case(
            gordan.geometry.Bodies(case.problem.K, case.problem.K),
            replace(
                compose_bodies(case.problem, gordan.distance(case.problem.K, case.problem.L)),
                question=case.claim.question._replace(L=case.claim.question.K),
                digest=gordan.geometry.Bodies(case.problem.K, case.problem.K).digest(),
                version=case.claim.version,
                proof=case.claim.proof._replace(
                    pairs=case.claim.proof.pairs._replace(points_l=case.claim.proof.pairs.points_k)
                ),
            ),
            gordan.verify,
        ),
    ),
    Forger(
        "pairs: further from K",
        "margin of K",
        sparse,
        _with_proof(lambda p: {"offset": p.offset + 1e-9 * max(1.0, abs(p.offset))}),
    ),
    Forger(
        "pairs: further from L",
        "margin of L",
        sparse,
        _with_proof(lambda p: {"offset": p.offset - 1e-9 * max(1.0, abs(p.offset))}),
    ),
    Forger("pairs: nearer", "distance of the points", means, _with_proof(lambda p: {"at_most": 0.9 * p.at_most})),
]
BODIES = [
    *PAIRS,
    Forger(
        "body: no normal", "normal is not zero", apart, _with(lambda c, rng: {"direction": 0.0 * c.direction}), None
    ),
    Forger("body: negative times", "times are positive", apart, _with(lambda c, rng: {"times": -c.times}), None),
    Forger("body: too many points", "points of the normal", apart, _with(lambda c, rng: {"limit": 0.0})),
    Forger(
        "body: another sum",
        "normal is the sum of its points",
        apart,
        _with(lambda c, rng: {"times": c.times * 1.001}),
        ("points of the normal",),
    ),
    Forger("body: nearer to K", "margin of K", apart, _with(lambda c, rng: {"offset": c.offset + c.margin})),
    Forger("body: nearer to L", "margin of L", apart, _with(lambda c, rng: {"offset": c.offset - c.margin})),
    Forger("body: points beyond K", "points are support points of K", apart, _with(_moved), None),
    Forger("body: points beyond L", "points are support points of L", apart, _with(_moved), None),
    Forger("body: nearer points", "distance of the points", near, _with(lambda c, rng: {"distance": -1.0})),
    Forger("body: a point beyond K", "p is a mean of points of K", near, _with(lambda c, rng: {"p": c.p + 9.0})),
    Forger("body: a point beyond L", "q is a mean of points of L", near, _with(lambda c, rng: {"q": c.q + 9.0})),
    Forger("body: other points of K", "p is a mean of points of K", near, _with(_turned), None),
    Forger("body: other points of L", "q is a mean of points of L", near, _with(_turned), None),
    Forger("body: rows of other lengths", "points in finite numbers", apart, _with(lambda c, rng: {"p": c.p[:, 1:]})),
    Forger("body: further apart", "margin at least", near, _with(lambda c, rng: {"bracket": Bracket(0.1, c.distance)})),
    Forger("body: nearer than so", "margin at most", near, _with(lambda c, rng: {"bracket": Bracket(0.0, -0.1)})),
]
