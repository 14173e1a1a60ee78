"""scikit-learn faces: classifiers that carry their proofs, and a look at every pair of classes.

Importing this package imports scikit-learn; `gordan` itself does so only when one of these names is first used.
"""

from gordan.learn.estimator.max_margin import MaxMarginClassifier
from gordan.learn.estimator.perceptron import PerceptronClassifier
from gordan.learn.estimator.probe import separability
from gordan.learn.estimator.projection import MarginProjection
from gordan.learn.estimator.scorer import separability_scorer

__all__ = ["MarginProjection", "MaxMarginClassifier", "PerceptronClassifier", "separability", "separability_scorer"]
