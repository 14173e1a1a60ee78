"""Where weights live: compact bases of cones, one per file."""

from gordan.cone.balanced import BalancedSimplex
from gordan.cone.base import Cone, Point
from gordan.cone.orthant import Simplex

__all__ = ["BalancedSimplex", "Cone", "Point", "Simplex"]
