"""Convex bodies known by their support points: one kind per file."""

from __future__ import annotations

from gordan.geometry.body.base import Body, Enclosing
from gordan.geometry.body.composed import AffineImage, MinkowskiSum
from gordan.geometry.body.halfspace import HalfspaceIntersection
from gordan.geometry.body.polytope import Box, Hull
from gordan.geometry.body.smooth import Ball, Ellipsoid

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
