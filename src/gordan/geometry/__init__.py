"""Convex bodies: their distance, sparse separators between them, games."""

from __future__ import annotations

from gordan.geometry.answer import Apart, Near, SparseApart, Touching, Undecided
from gordan.geometry.bodies import Bodies
from gordan.geometry.composed import AffineImage, MinkowskiSum
from gordan.geometry.farkas import SparseRefutation, SparseSolution, sparse_farkas
from gordan.geometry.game import Game, play
from gordan.geometry.halfspace import HalfspaceIntersection
from gordan.geometry.measure import distance
from gordan.geometry.shape import Ball, Box, Ellipsoid, Hull
from gordan.geometry.sparse import separate_bodies

__all__ = [
    "AffineImage",
    "Apart",
    "Ball",
    "Bodies",
    "Box",
    "Ellipsoid",
    "Game",
    "HalfspaceIntersection",
    "Hull",
    "MinkowskiSum",
    "Near",
    "SparseApart",
    "SparseRefutation",
    "SparseSolution",
    "Touching",
    "Undecided",
    "distance",
    "play",
    "separate_bodies",
    "sparse_farkas",
]
