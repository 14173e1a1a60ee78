"""Separation in regression: does the maximum-likelihood estimate exist, and if not, which rows and columns are why?"""

import sys
from types import ModuleType

from gordan.regression.diagnose.answer import Diagnosis, Exists, Separated, Undecided
from gordan.regression.diagnose.face import diagnose
from gordan.regression.diagnose.many import diagnose_many

__all__ = ["Diagnosis", "Exists", "Separated", "Undecided", "diagnose", "diagnose_many"]


class _Package(ModuleType):
    """This package can be called like the function of its name.

    `gordan.diagnose` is the function; but whoever imports something from inside this package first, makes Python put
    the package itself in that place.
    """

    __call__ = staticmethod(diagnose)


sys.modules[__name__].__class__ = _Package
