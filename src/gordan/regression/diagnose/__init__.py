"""Separation in regression: does the maximum-likelihood estimate exist, and if not, which rows and columns are why?"""

from gordan.regression.diagnose.answer import Diagnosis
from gordan.regression.diagnose.many import diagnose_many
from gordan.regression.diagnose.single import Exists, Separated, Undecided, diagnose

__all__ = ["Diagnosis", "Exists", "Separated", "Undecided", "diagnose", "diagnose_many"]
