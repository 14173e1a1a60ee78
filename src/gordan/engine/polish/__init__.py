"""From approximate to proof: a direction becomes a separator, weights become integers that cancel, or a box."""

from gordan.engine.polish.cancellation import LARGEST, Polished, cancellation, twins
from gordan.engine.polish.kernel_cancellation import kernel_cancellation
from gordan.engine.polish.kernel_settle import settle_images
from gordan.engine.polish.separator import kernel_refine, kernel_separator, separator
from gordan.engine.polish.settle import Settled, settle

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
    "settle_images",
    "twins",
]
