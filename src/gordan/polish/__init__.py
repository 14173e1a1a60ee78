"""From approximate to proof: a direction becomes a separator, weights become integers that cancel."""

from gordan.polish.cancellation import cancellation
from gordan.polish.separator import separator

__all__ = ["cancellation", "separator"]
