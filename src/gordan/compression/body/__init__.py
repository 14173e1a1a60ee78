"""Convex bodies known by their support points: one kind per file."""

from __future__ import annotations

from gordan.compression.body.ball import Ball
from gordan.compression.body.base import Body, Enclosing
from gordan.compression.body.box import Box
from gordan.compression.body.ellipsoid import Ellipsoid
from gordan.compression.body.halfspace import HalfspaceIntersection
from gordan.compression.body.hull import Hull
from gordan.compression.body.image import AffineImage
from gordan.compression.body.minkowski import MinkowskiSum

__all__ = [
    "AffineImage",
    "Ball",
    "Body",
    "Box",
    "Ellipsoid",
    "Enclosing",
    "HalfspaceIntersection",
    "Hull",
    "MinkowskiSum",
]
