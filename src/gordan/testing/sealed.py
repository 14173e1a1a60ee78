"""Records with their arrays sealed, and opened again: points of a cone, atoms, passes and candidates."""

from __future__ import annotations

from dataclasses import replace

from gordan.engine.candidate import Candidate
from gordan.engine.oracle.base import Atom
from gordan.engine.oracle.sweep import Pass
from gordan.problem.cone import Point
from gordan.testing.opaque import DIRECTION, WEIGHTS, reveal, seal

__all__ = [
    "reveal_atom",
    "reveal_candidate",
    "reveal_point",
    "seal_atom",
    "seal_candidate",
    "seal_pass",
    "seal_point",
]


def seal_point(point: Point) -> Point:
    return Point(seal(point.dual, WEIGHTS), seal(point.weights, WEIGHTS))


def reveal_point(point: Point) -> Point:
    return Point(reveal(point.dual, WEIGHTS), reveal(point.weights, WEIGHTS))


def seal_atom(atom: Atom) -> Atom:
    return Atom(atom.key, atom.margin, seal(atom.column, DIRECTION), atom.sign)


def reveal_atom(atom: Atom) -> Atom:
    return Atom(atom.key, atom.margin, reveal(atom.column, DIRECTION), atom.sign)


def seal_pass(run: Pass) -> Pass:
    """The arrays of a pass sealed, and the pass itself kept as the state from which the next sweep goes on."""
    return Pass(
        direction=seal(run.direction, DIRECTION),
        weights=seal(run.weights, WEIGHTS),
        image=seal(run.image, DIRECTION),
        updates=run.updates,
        lowest=run.lowest,
        average=seal(run.average, DIRECTION),
        survivor=seal(run.survivor, DIRECTION),
        state=run,
    )


def seal_candidate(candidate: Candidate) -> Candidate:
    return replace(
        candidate,
        direction=seal(candidate.direction, DIRECTION),
        weights=seal(candidate.weights, WEIGHTS),
        image=seal(candidate.image, DIRECTION),
    )


def reveal_candidate(candidate: Candidate) -> Candidate:
    return replace(
        candidate,
        direction=reveal(candidate.direction, DIRECTION),
        weights=None if candidate.weights is None else reveal(candidate.weights, WEIGHTS),
        image=None if candidate.image is None else reveal(candidate.image, DIRECTION),
    )
