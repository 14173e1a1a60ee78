"""MPS files as programs, their decimals kept as they are written."""

from gordan.file.mps.read import read_mps

__all__ = ["read_mps"]
