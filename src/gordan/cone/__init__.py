"""Where weights live: compact bases of cones, one per file."""

from gordan.cone.axes import Orthant
from gordan.cone.balanced import BalancedSimplex
from gordan.cone.ball import Ball
from gordan.cone.base import Cone, Point, Simplicial
from gordan.cone.lorentz import Lorentz
from gordan.cone.orthant import Simplex
from gordan.cone.part import Part, Spectrum
from gordan.cone.product import Product
from gordan.cone.psd import PSD

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
