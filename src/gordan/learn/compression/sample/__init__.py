"""A sample compressed to the examples its rule needs, and the rule rebuilt from them."""

from __future__ import annotations

from gordan.learn.compression.sample.face import compress
from gordan.learn.compression.sample.reconstruct import reconstruct
from gordan.learn.compression.sample.record import Compressed

__all__ = ["Compressed", "compress", "reconstruct"]
