"""Convex bodies: their distance, sparse separators between them, games."""

from __future__ import annotations

from gordan.geometry.answer import Apart, Near, SparseApart, Touching, Undecided
from gordan.geometry.bodies import Bodies
from gordan.geometry.composed import AffineImage, MinkowskiSum
from gordan.geometry.farkas import SparseRefutation, SparseSolution, sparse_farkas
from gordan.geometry.game import Game, play
from gordan.geometry.halfspace import HalfspaceIntersection
from gordan.geometry.measure import distance
from gordan.geometry.negative_margin import NegativeMargin, negative_margin
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
    "NegativeMargin",
    "SparseApart",
    "SparseRefutation",
    "SparseSolution",
    "Touching",
    "Undecided",
    "distance",
    "negative_margin",
    "play",
    "separate_bodies",
    "sparse_farkas",
]
