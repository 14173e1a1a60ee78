"""From approximate to proof: a direction becomes a separator, weights become integers that cancel, or a box."""

from gordan.polish.cancellation import LARGEST, Polished, cancellation
from gordan.polish.kernel_cancellation import kernel_cancellation
from gordan.polish.kernel_refine import kernel_refine
from gordan.polish.kernel_separator import kernel_separator
from gordan.polish.separator import separator
from gordan.polish.settle import Settled, settle
from gordan.polish.twins import twins

__all__ = [
    "LARGEST",
    "Polished",
    "Settled",
    "cancellation",
    "kernel_cancellation",
    "kernel_refine",
    "kernel_separator",
    "separator",
    "settle",
    "twins",
]
