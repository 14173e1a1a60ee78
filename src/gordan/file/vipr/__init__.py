"""The proof as a VIPR file: a linear system with its solution, or with the multipliers that refute it.

VIPR is the format of Cheung, Gleixner and Steffy, "Verifying Integer Programming Results" (2017); docs/vipr.md tells
what is written.
"""

from gordan.file.vipr.lines import lines
from gordan.file.vipr.write import write_vipr

__all__ = ["lines", "write_vipr"]
