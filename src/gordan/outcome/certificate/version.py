"""The versions, where anything may read them without importing everything else."""

__all__ = ["CERTIFICATE_VERSION", "__version__"]

__version__ = "0.1.0"
CERTIFICATE_VERSION = 2  # of the certificates that are written; those of version 1 are read as well
