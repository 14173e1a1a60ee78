"""A regression model as the rows of its system: what is asked, and nothing of how it is answered."""

from gordan.model.face import pose
from gordan.model.system import Posed

__all__ = ["Posed", "pose"]
