"""A sample kept as a few of its examples, and what that says about examples not seen."""

from gordan.learn.compression.sample.compress import compress
from gordan.learn.compression.sample.reconstruct import reconstruct
from gordan.learn.compression.sample.record import Compressed

__all__ = ["Compressed", "compress", "reconstruct"]
