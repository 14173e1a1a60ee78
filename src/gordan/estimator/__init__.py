"""scikit-learn faces: classifiers that carry their proofs, and a look at every pair of classes.

Importing this package imports scikit-learn; `gordan` itself does so only when one of these names is first used.
"""

from gordan.estimator.max_margin import MaxMarginClassifier
from gordan.estimator.perceptron import PerceptronClassifier

__all__ = ["MaxMarginClassifier", "PerceptronClassifier"]
