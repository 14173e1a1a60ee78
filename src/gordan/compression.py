"""A sample kept as a few of its examples, from which the classifier can be made anew."""

from gordan.learn.compression import Compressed, compress, reconstruct

__all__ = ["Compressed", "compress", "reconstruct"]
