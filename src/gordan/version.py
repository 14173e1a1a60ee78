"""The version, where anything may read it without importing everything else."""

__all__ = ["__version__"]

__version__ = "0.1.0"
