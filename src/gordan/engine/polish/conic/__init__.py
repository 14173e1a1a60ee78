"""From weights that nearly cancel to weights in the cone that do."""

from gordan.engine.polish.conic.enclosed import enclosed
from gordan.engine.polish.conic.rational import rational

__all__ = ["enclosed", "rational"]
