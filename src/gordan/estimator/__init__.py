"""scikit-learn faces.

Importing this package imports scikit-learn; `gordan` itself does so only when one of these names is first used.
"""

from gordan.estimator.projection import MarginProjection

__all__ = ["MarginProjection"]
