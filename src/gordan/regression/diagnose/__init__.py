"""Separation in regression: does the maximum-likelihood estimate exist, and if not, which rows and columns are why?"""

from gordan.regression.diagnose.answer import Diagnosis
from gordan.regression.diagnose.face import Exists, Separated, Undecided, diagnose
from gordan.regression.diagnose.many import diagnose_many

__all__ = ["Diagnosis", "Exists", "Separated", "Undecided", "diagnose", "diagnose_many"]
