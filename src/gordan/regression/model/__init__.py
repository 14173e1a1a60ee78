"""A regression model as the rows of its system: what is asked, and nothing of how it is answered."""

from gordan.regression.model.system import Posed

__all__ = ["Posed"]
