"""Where weights live: compact bases of cones, one per file."""

from gordan.problem.cone.axes import Orthant
from gordan.problem.cone.balanced import BalancedSimplex
from gordan.problem.cone.ball import Ball
from gordan.problem.cone.base import Cone, Point, Simplicial
from gordan.problem.cone.lorentz import Lorentz
from gordan.problem.cone.orthant import Simplex
from gordan.problem.cone.part import Part, Spectrum
from gordan.problem.cone.product import Product
from gordan.problem.cone.psd import PSD

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
