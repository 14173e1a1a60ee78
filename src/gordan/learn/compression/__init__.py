"""Sample compression, the bounds it gives, and random projection."""

from gordan.learn.compression.sample import Compressed, compress, reconstruct

__all__ = ["Compressed", "compress", "reconstruct"]
