"""Convex bodies: their distance, sparse separators between them, games."""

from __future__ import annotations

from gordan.geometry.apart import Apart, Near, Unresolved
from gordan.geometry.bodies import Bodies
from gordan.geometry.body import (
    AffineImage,
    Ball,
    Box,
    Ellipsoid,
    HalfspaceIntersection,
    Hull,
    MinkowskiSum,
)
from gordan.geometry.distance import Distance, measure_distance
from gordan.geometry.farkas import SparseRefutation, SparseSolution, sparse_farkas
from gordan.geometry.game import Game, play
from gordan.geometry.sparse import separate_bodies

__all__ = [
    "AffineImage",
    "Apart",
    "Ball",
    "Bodies",
    "Box",
    "Distance",
    "Ellipsoid",
    "Game",
    "HalfspaceIntersection",
    "Hull",
    "MinkowskiSum",
    "Near",
    "SparseRefutation",
    "SparseSolution",
    "Unresolved",
    "measure_distance",
    "play",
    "separate_bodies",
    "sparse_farkas",
]
