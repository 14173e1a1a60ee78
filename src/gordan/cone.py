"""The cones of conic problems; each is its own dual."""

from gordan.problem.cone import PSD, Lorentz, Orthant, Product

__all__ = ["PSD", "Lorentz", "Orthant", "Product"]
