"""Where weights live: compact bases of cones, one per file."""

from gordan.problem.cone.base import Cone, Orthant, Part, Point, Simplicial, Spectrum
from gordan.problem.cone.lorentz import Ball, Lorentz
from gordan.problem.cone.product import Product
from gordan.problem.cone.psd import PSD
from gordan.problem.cone.simplex import BalancedSimplex, Simplex

__all__ = [
    "PSD",
    "BalancedSimplex",
    "Ball",
    "Cone",
    "Lorentz",
    "Orthant",
    "Part",
    "Point",
    "Product",
    "Simplex",
    "Simplicial",
    "Spectrum",
]
