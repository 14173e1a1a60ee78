"""The perceptron's compression: sparse separators of bodies, games, sample compression, bounds and projection."""

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
from gordan.learn.compression.bound import (
    Bound,
    Bounds,
    Condition,
    Partitions,
    bound,
    count_partitions,
    margin_bound,
    partition_bound,
    selection_bound,
    support_bound,
    update_bound,
)
from gordan.learn.compression.sample import Compressed, compress, reconstruct

__all__ = [
    "AffineImage",
    "Apart",
    "Ball",
    "Bodies",
    "Bound",
    "Bounds",
    "Box",
    "Compressed",
    "Condition",
    "Distance",
    "Ellipsoid",
    "Game",
    "HalfspaceIntersection",
    "Hull",
    "MinkowskiSum",
    "Near",
    "Partitions",
    "SparseRefutation",
    "SparseSolution",
    "Unresolved",
    "bound",
    "compress",
    "count_partitions",
    "margin_bound",
    "measure_distance",
    "partition_bound",
    "play",
    "reconstruct",
    "selection_bound",
    "separate_bodies",
    "sparse_farkas",
    "support_bound",
    "update_bound",
]
