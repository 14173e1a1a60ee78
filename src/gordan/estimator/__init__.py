"""scikit-learn faces: classifiers that carry their proofs, and a look at every pair of classes.

Importing this package imports scikit-learn; `gordan` itself does so only when one of these names is first used.
"""

from gordan.estimator.max_margin import MaxMarginClassifier
from gordan.estimator.perceptron import PerceptronClassifier
from gordan.estimator.probe import separability
from gordan.estimator.projection import MarginProjection
from gordan.estimator.scorer import separability_scorer

__all__ = ["MarginProjection", "MaxMarginClassifier", "PerceptronClassifier", "separability", "separability_scorer"]
