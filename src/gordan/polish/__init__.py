"""From approximate to proof: a direction becomes a separator, weights become integers that cancel, or a box."""

from gordan.polish.cancellation import Polished, cancellation
from gordan.polish.separator import separator
from gordan.polish.twins import twins

__all__ = ["Polished", "cancellation", "separator", "twins"]
