"""The perceptron's compression: sparse separators of bodies, games, sample compression, bounds and projection."""

from __future__ import annotations

from gordan.compression.apart import Apart, Near, Unresolved
from gordan.compression.bodies import Bodies
from gordan.compression.body import (
    AffineImage,
    Ball,
    Box,
    Ellipsoid,
    HalfspaceIntersection,
    Hull,
    MinkowskiSum,
)
from gordan.compression.distance import Distance, measure_distance
from gordan.compression.farkas import SparseRefutation, SparseSolution, sparse_farkas
from gordan.compression.sample import Compressed, compress, reconstruct
from gordan.compression.sparse import separate_bodies

__all__ = [
    "AffineImage",
    "Apart",
    "Ball",
    "Bodies",
    "Box",
    "Compressed",
    "Distance",
    "Ellipsoid",
    "HalfspaceIntersection",
    "Hull",
    "MinkowskiSum",
    "Near",
    "SparseRefutation",
    "SparseSolution",
    "Unresolved",
    "compress",
    "measure_distance",
    "reconstruct",
    "separate_bodies",
    "sparse_farkas",
]
