"""Convex bodies: their distance, sparse separators between them, games."""

from __future__ import annotations

from gordan.geometry.farkas import sparse_farkas
from gordan.geometry.game import Game, play
from gordan.geometry.halfspace import HalfspaceIntersection
from gordan.geometry.hulls import SparseHulls, separate_hulls
from gordan.geometry.measure import distance
from gordan.geometry.negative_margin import NegativeMargin, negative_margin
from gordan.geometry.sparse import separate_bodies
from gordan.outcome.bodies import Apart, Near, SparseApart, Touching, Undecided
from gordan.outcome.mixture import SparseRefutation, SparseSolution
from gordan.problem.bodies import Bodies
from gordan.problem.composed import AffineImage, MinkowskiSum
from gordan.problem.mixture import Mixture
from gordan.problem.shape import Ball, Box, Ellipsoid, Hull

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
    "Mixture",
    "Near",
    "NegativeMargin",
    "SparseApart",
    "SparseHulls",
    "SparseRefutation",
    "SparseSolution",
    "Touching",
    "Undecided",
    "distance",
    "negative_margin",
    "play",
    "separate_bodies",
    "separate_hulls",
    "sparse_farkas",
]
