"""A sample compressed to the examples its rule needs, and the rule rebuilt from them."""

from __future__ import annotations

from gordan.compression.sample.face import compress
from gordan.compression.sample.reconstruct import reconstruct
from gordan.compression.sample.record import Compressed

__all__ = ["Compressed", "compress", "reconstruct"]
