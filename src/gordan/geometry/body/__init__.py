"""Convex bodies known by their support points: one kind per file."""

from __future__ import annotations

from gordan.geometry.body.ball import Ball
from gordan.geometry.body.base import Body, Enclosing
from gordan.geometry.body.box import Box
from gordan.geometry.body.ellipsoid import Ellipsoid
from gordan.geometry.body.halfspace import HalfspaceIntersection
from gordan.geometry.body.hull import Hull
from gordan.geometry.body.image import AffineImage
from gordan.geometry.body.minkowski import MinkowskiSum

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
